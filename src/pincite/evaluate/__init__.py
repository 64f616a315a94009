"""Asking a library questions whose right answers are known, and measuring what comes of it."""
