"""Text from documents, made fit for a terminal.

Titles, file names and page texts are written by others. A terminal obeys escape sequences in what it shows:
they could hide text, change the window's title or fake a prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"\w{3,}")


def clean(text: str) -> str:
    """Text without control characters and bidirectional overrides; line ends and tabs stay."""
    return _SURROGATES.sub("\ufffd", _UNSAFE.sub("", _LINE_ENDS.sub("\n", text)))


def one_line(text: str) -> str:
    """`clean`, on one line."""
    return " ".join(clean(text).split())


def quoted(text: str) -> str:
    """A quote as it is shown: rows of a table keep their line, their cells are set apart."""
    lines = (" ".join(line.replace("\t", " \u00b7 ").split()) for line in clean(text).split("\n"))
    return "\n".join(line for line in lines if line)


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


def page_reference(index: int, label: str, *, crosses: bool = False) -> str:
    """How a page is named: by what is printed on it, and by its place in the file where that differs.

    Args:
        index: Place in the file, from 1.
        label: What is printed.
        crosses: Whether the text goes on on another page.
    """
    label = one_line(label)
    name = f"page {label or index}"
    if label and label != str(index):
        name += f" (page {index} of the file)"
    return f"from {name}" if crosses else name


def section_path(section: Sequence[str]) -> str:
    """Titles of nested headings on one line."""
    return " \u203a ".join(one_line(title) for title in section)


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
