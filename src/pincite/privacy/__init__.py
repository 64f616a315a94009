"""Finding personal data and planted text in what people add."""
