"""Research over whole documents: summaries, extraction, comparison."""
