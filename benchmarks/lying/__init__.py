"""Sentences that a lying model writes, and true ones in other words, made from passages by rule."""
