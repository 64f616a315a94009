"""Language models: one small contract, and the providers behind it."""
