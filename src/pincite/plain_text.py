"""Text from documents, made fit to be shown: one line, no control characters; and how pages are named."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udfff]")


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
