"""Personal data and planted text in what people add, and signatures over what is kept of it."""
