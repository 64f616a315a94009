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


def page_name(index: int, label: str, word: str = "page ") -> str:
    """What a page is called: by what is printed on it, behind a word; words of its own, with a space, say it all.

    Args:
        index: Place in the file, from 1.
        label: What is printed.
        word: What stands before it, as "p. ".
    """
    label = one_line(label)
    return label if " " in label else f"{word}{label or index}"


def page_names(labels: Sequence[str]) -> str:
    """Several pages in short: "p. 3, 4", "rows 3, row 7"; labels in the order wanted, each once."""
    labels = [one_line(label) for label in dict.fromkeys(labels)]
    if all(" " not in label for label in labels):
        return f"p. {', '.join(labels)}"
    return ", ".join(page_name(0, label, "p. ") for label in labels)


def page_span(first: str, last: str) -> str:
    """From one page to another in short: "pp. 3\u20137", "slide 3 \u2013 slide 7"."""
    first, last = one_line(first), one_line(last)
    if first == last:
        return page_name(0, first, "p. ")
    if " " in first or " " in last:
        return f"{page_name(0, first, 'p. ')} \u2013 {page_name(0, last, 'p. ')}"
    return f"pp. {first}\u2013{last}"


def page_reference(index: int, label: str, *, crosses: bool = False) -> str:
    """How a page is named: by what is printed on it, and by its place in the file where that differs.

    Args:
        index: Place in the file, from 1.
        label: What is printed; words of its own, with a space in them, say all there is to say.
        crosses: Whether the text goes on on another page.
    """
    label = one_line(label)
    name = page_name(index, label)
    if label and " " not in label and label != str(index):
        name += f" (page {index} of the file)"
    return f"from {name}" if crosses else name


def section_path(section: Sequence[str]) -> str:
    """Titles of nested headings on one line."""
    return " \u203a ".join(one_line(title) for title in section)
