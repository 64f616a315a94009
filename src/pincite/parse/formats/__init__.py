"""Formats other than PDF: each module reads one family of them into a `DocumentWriter`."""
