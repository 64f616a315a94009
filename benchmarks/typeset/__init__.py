"""Documents with tables, typeset by script, so that every cell's right answer is known."""
