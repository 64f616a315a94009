"""Benchmarks: they print numbers and never assert them."""
