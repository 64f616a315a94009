"""Text from documents, made fit for a terminal.

Titles, file names and page texts are written by others. A terminal obeys escape sequences in what it shows:
they could hide text, change the window's title or fake a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.plain_text import clean as clean
from pincite.plain_text import one_line as one_line
from pincite.plain_text import page_reference as page_reference
from pincite.plain_text import quoted as quoted
from pincite.plain_text import section_path as section_path

_WORD = re.compile(r"\w{3,}")


def excerpt(text: str, question: str, length: int) -> str:
    """The part of a passage that shares most words with a question, at most `length` characters.

    Cut at word ends, with an ellipsis where something is left out.
    """
    text = one_line(text)
    if len(text) <= length:
        return text
    wanted = {word.casefold() for word in _WORD.findall(question)}
    starts = [0, *(found.end() for found in re.finditer(r"[.!?]\s+", text) if found.end() < len(text))]

    def shared(start: int, end: int) -> int:
        return len(wanted & {word.casefold() for word in _WORD.findall(text[start:end])})

    # Of the places that show the most words, the one whose first sentence has most of them.
    sentences = zip(starts, [*starts[1:], len(text)], strict=True)
    start, _ = max(sentences, key=lambda s: (shared(s[0], s[0] + length), shared(*s), -s[0]))
    piece = text[start : start + length]
    if start + length < len(text):
        piece = piece.rsplit(" ", 1)[0].rstrip(" ,;:") + "\u2026"
    return ("\u2026 " if start else "") + piece


def plural(count: int, noun: str) -> str:
    """`3 pages`, `1 page`, `12,000 pages`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def file_size(size: int) -> str:
    """Bytes in decimal units."""
    amount = float(size)
    for unit in ("bytes", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "bytes" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def page_list(pages: Sequence[int]) -> str:
    """Page numbers with runs drawn together: `2, 5-7`."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(first) if first == last else f"{first}\u2013{last}" for first, last in runs)


def with_pages(message: str, pages: Sequence[int]) -> str:
    """A notice's sentence with the pages that it concerns."""
    if not pages:
        return one_line(message)
    noun = "page" if len(set(pages)) == 1 else "pages"
    return f"{one_line(message).rstrip('.')} ({noun} {page_list(pages)})"
