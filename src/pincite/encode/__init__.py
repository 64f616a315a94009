"""Encoders: text → a pooled vector and a vector for each token, from one forward pass."""
