"""Where on a page text stands, where the page's label names a range: the row of a sheet, the line of a file.

"Prices, rows 151–200" → "Prices, row 190"
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pincite.domain import Page, Span

_RANGE = re.compile(r"(?P<before>.*?)(?P<what>rows?|records?|lines?) (?P<first>\d+)(?:\u2013(?P<last>\d+))?")
_LIST = re.compile(r"(?P<before>path .*\[)(?P<first>\d+)(?:\u2013(?P<last>\d+))?\]")
_MOST_PLACES = 3
"""Rows apart from each other that are named one by one; of more only the first and the last are told."""


def names_range(label: str) -> bool:
    """Whether a page's label can be narrowed."""
    return _LIST.fullmatch(label) is not None or _RANGE.fullmatch(label) is not None


def place_label(page: Page, spans: Sequence[Span]) -> str:
    """The label of a page, narrowed to the rows or lines of a text.

    Args:
        page: The page.
        spans: The text's place; those on other pages are not looked at.
    """
    ranges = [
        (span.start, span.end) for span in spans if span.page_index == page.index and span.end > span.start
    ]
    found = _LIST.fullmatch(page.label)
    if found is not None:
        numbers = _rows(page, ranges)
        return f"{found['before']}{_numbers(numbers)}]" if numbers else page.label
    found = _RANGE.fullmatch(page.label)
    if found is None:
        return page.label
    if found["what"].startswith("line"):
        numbers = _lines(page.text, int(found["first"]), ranges)
    else:
        # Names of values are no record.
        rows = _rows(page, ranges, heads=found["what"].startswith("row"))
        numbers = [number for number in rows if number > 0]
    if not numbers:
        return page.label
    what = found["what"].removesuffix("s")
    return f"{found['before']}{what}{'s' if len(numbers) > 1 else ''} {_numbers(numbers)}"


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers in words: those that follow one another as a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if len(runs) > _MOST_PLACES:
        runs = [[numbers[0], numbers[-1]]]
    return ", ".join(str(first) if first == last else f"{first}\u2013{last}" for first, last in runs)


def _rows(page: Page, ranges: Sequence[tuple[int, int]], *, heads: bool = False) -> list[int]:
    """Numbers that the rows of the ranges have in the file; those of the head only where no other is in them."""
    rows: set[int] = set()
    head: set[int] = set()
    for block in page.blocks:
        table = block.table
        if table is None or table.first_row is None:
            continue
        for start, end in ranges:
            if block.start < end and start < block.end:
                # Cells are in the order of the text.
                starts = [cell.start for cell in table.cells]
                touched = table.cells[max(0, bisect_right(starts, start) - 1) : bisect_right(starts, end - 1)]
                for cell in touched:
                    if cell.start < end and start < cell.end:
                        (rows if cell.row >= table.head_rows else head).add(table.first_row + cell.row)
    return sorted(rows or (head if heads else ()))


def _lines(text: str, first: int, ranges: Sequence[tuple[int, int]]) -> list[int]:
    """Numbers of the lines of the ranges, on a page that keeps the file's line ends."""
    lines: set[int] = set()
    for start, end in ranges:
        begin = first + text.count("\n", 0, start)
        lines.update(range(begin, begin + text.count("\n", start, end) + 1))
    return sorted(lines)
