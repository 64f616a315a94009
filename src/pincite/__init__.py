"""Pincite: a private reading room for your own documents."""
