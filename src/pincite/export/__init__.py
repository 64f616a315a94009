"""Answers and conversations as files: Markdown, JSON and Word documents, with the same numbers as on the screen.

Nothing that documents or models wrote can become markup in them.
"""
