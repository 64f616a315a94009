"""The labels of pages: as the file gives them, or as printed on the pages."""

from __future__ import annotations

import bisect
import re
from collections import Counter

Run = tuple[str, int]
"""A way of counting pages: style ("arabic", "roman", "Roman") and how far ahead of the index it is."""

ROMAN = re.compile(r"^[ivxlc]{1,7}$|^[IVXLC]{1,7}$")
PAGE_NUMBER = re.compile(
    r"^(?:page|seite|página|p\.|s\.)?\s*[-–—\[(|]*\s*((?:[A-Z]{1,2}[-–.])?\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7})\s*[-–—\])|.]*"
    r"(?:\s*(?:of|/|von|de)\s*\d{1,4})?$",
    re.IGNORECASE,
)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ROMAN_PARTS = (
    (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")
)  # fmt: skip


def value(number: str) -> int | None:
    """The value of digits or a Roman number, None of anything else."""
    if number.isdecimal():
        return int(number)
    if ROMAN.match(number):
        return from_roman(number)
    return None


def from_roman(number: str) -> int | None:
    """The value of a Roman number in its usual form, else None."""
    values = [_ROMAN_VALUES[letter] for letter in number.lower()]
    total = sum(-one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True))
    return total if _to_roman(total) == number.lower() else None


def _to_roman(number: int) -> str:
    out = ""
    for size, letters in _ROMAN_PARTS:
        while number >= size:
            out += letters
            number -= size
    return out


def labels(found: dict[int, list[Run]], given: list[str]) -> list[str]:
    """The label of every page of the file.

    Args:
        found: By page index the runs that the numbers printed on the page may belong to.
        given: What the file says for all its pages, "" where nothing.

    Returns:
        The file's own labels where it has any that are more than a count from 1; else the numbers printed on the
        pages where they form a run, and the index where they do not.
    """
    trivial = all(label in ("", str(index)) for index, label in enumerate(given, start=1))
    if not trivial:
        return [label or str(index) for index, label in enumerate(given, start=1)]
    offsets: Counter[Run] = Counter()
    for runs in found.values():
        offsets.update(set(runs))
    chosen: dict[int, Run] = {}
    for index, runs in found.items():
        good = [run for run in runs if offsets[run] >= 2]
        if good:
            chosen[index] = max(good, key=lambda run: offsets[run])
    return _filled(chosen, len(given))


def printed(cells: list[str], index: int) -> list[Run]:
    """Runs that a row of a page's furniture may belong to.

    Args:
        cells: The texts of its cells.
        index: Index of the page.
    """
    runs: list[Run] = []
    words = [word for text in cells for word in text.split()]
    matches = [PAGE_NUMBER.match(text.strip()) for text in cells]
    for word in [*(match.group(1) for match in matches if match), words[0], words[-1]]:
        if word.isdecimal() and len(word) < 5:
            runs.append(("arabic", int(word) - index))
        elif ROMAN.match(word) and (number := from_roman(word)) is not None:
            runs.append(("Roman" if word.isupper() else "roman", number - index))
    return runs


def _filled(chosen: dict[int, Run], count: int) -> list[str]:
    """Labels, those of unnumbered pages taken from their neighbours."""
    known = sorted(chosen)
    result = []
    for index in range(1, count + 1):
        run = chosen.get(index)
        if run is None:
            place = bisect.bisect(known, index)
            near = [*known[place : place + 1], *known[max(place - 1, 0) : place]]
            candidates = [chosen[page] for page in near if abs(page - index) <= 3]
            run = next((item for item in candidates if item[1] + index > 0), None)
        result.append(_label(run, index) if run else str(index))
    return result


def _label(run: tuple[str, int], index: int) -> str:
    style, offset = run
    if style == "arabic":
        return str(index + offset)
    number = _to_roman(index + offset)
    return number.upper() if style == "Roman" else number
