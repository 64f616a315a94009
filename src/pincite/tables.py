"""Rows of a table → sentences that can be read without the table: label, then each value with its heads.

    Capital expenditures: 2018 1,577; 2017 1,373 (in millions)

The row's place stays that of its own line on the page: the reading is for finding and showing, the quote is the page's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.domain import Block, Cell, Table

Range = tuple[int, int]
Sizes = Callable[[Sequence[str]], Sequence[int]]

_LONG_VALUE = 6
"""A value of more words is set off from its head by a colon."""

_LEADERS = re.compile(r"(?:\s*[.…·_]){2,}\s*$|\s*:\s*$")
_SIGN_APART = re.compile(r"([$€£¥])\s+(?=[\d(.\-\u2212])")
_PERCENT_APART = re.compile(r"(?<=[\d)])\s+(?=%)")
_BRACKET_APART = re.compile(r"\(\s+(?=[\d$€£¥])|(?<=\d)\s+(?=\)$)")
_ONLY_SIGN = re.compile(r"^[$€£¥%]$")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a row with the words of its heads, and its place in the page's text."""

    head: str
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        if not self.head:
            return self.text
        return (
            f"{self.head}: {self.text}"
            if len(self.text.split()) > _LONG_VALUE
            else f"{self.head} {self.text}"
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, taken apart.

    Attributes:
        start: Where its line begins in the page's text.
        end: Where its line ends.
        label: What names it, the labels of its groups first.
        values: In order.
        unit: Of all its values, without brackets; "" where none is said.
        role: "head" for all rows of heads in one, "group" for a label of the rows below it: both only name.
    """

    start: int
    end: int
    label: str
    values: tuple[Value, ...] = ()
    unit: str = ""
    role: Literal["head", "group", "values"] = "values"

    def reading(self, values: Sequence[Value] | None = None) -> str:
        """The row, or the row with some of its values, read out."""
        text = ""
        for value in self.values if values is None else values:
            text += (" " if text.endswith((".", "!", "?")) else "; ") if text else ""
            text += str(value)
        text = f"{self.label}: {text}" if self.label and text else self.label or text
        return f"{text} ({self.unit})" if self.unit and text else text


@dataclass(frozen=True, slots=True)
class Heads:
    """What a table hands on to one that continues it: the words above each column, its unit and its caption."""

    columns: tuple[str, ...] = ()
    unit: str = ""
    caption: str = ""

    def of(self, cell: Cell) -> str:
        """The head of a cell's column."""
        return self.columns[cell.column] if cell.column < len(self.columns) else ""

    def reading(self) -> str:
        """All heads on one line."""
        words = "; ".join(column for column in dict.fromkeys(self.columns) if column)
        return f"{words} ({self.unit})" if self.unit and words else words


def read_table(text: str, block: Block, table: Table, before: Heads | None) -> tuple[list[Row], Heads]:
    """Take a table apart; together its rows cover all of the block's text.

    Args:
        text: The page's.
        block: The table's.
        table: The block's grid.
        before: Heads of the last table, for one that continues it.

    Returns:
        The rows in order, none if the grid does not follow the text, and what a continuation needs.
    """
    heads = table_heads(text, table, before if table.continued else None)
    grid = _Grid(text, table, heads)
    rows = [grid.row(number) for number in sorted(grid.cells) if number >= table.head_rows]
    above = [cell for cell in table.cells if cell.row < table.head_rows]
    if above:
        start, end = min(cell.start for cell in above), max(cell.end for cell in above)
        rows.insert(0, Row(start, end, heads.reading() or _as_it_stands(text[start:end]), role="head"))
    edges = [edge for row in rows for edge in (row.start, row.end)]
    if edges != sorted(edges) or (edges and not block.start <= edges[0] <= edges[-1] <= block.end):
        return [], heads
    return list(_with_rest(text, block, rows)), heads


def split_row(row: Row, limit: int, sizes: Sizes) -> Iterator[tuple[str, tuple[Range, ...]]]:
    """Read a wide row in parts, each with the label and within a limit; nothing if a single value is too long.

    Args:
        row: One whose reading is beyond the limit.
        limit: In the measure of `sizes`.
        sizes: Measures texts.
    """
    own = sizes([row.reading(()), *(f"; {value}" for value in row.values)])
    frame = own[0] + sizes([f": ({row.unit})"])[0]
    if frame + max(own[1:], default=limit) > limit:
        return
    groups: list[list[Value]] = [[]]
    room = limit - frame
    for value, size in zip(row.values, own[1:], strict=True):
        if size > room:
            groups.append([])
            room = limit - frame
        groups[-1].append(value)
        room -= size
    label = (row.start, max(row.start, groups[0][0].start - 1))
    for number, group in enumerate(groups):
        last = number == len(groups) - 1
        place = (row.start if number == 0 else group[0].start, row.end if last else group[-1].end)
        repeated = number > 0 and label[1] > label[0]
        yield row.reading(group), (label, place) if repeated else (place,)


def is_read_from(reading: str, pieces: Sequence[str]) -> bool:
    """Whether every word and number of the page's own text, which has some, is in a reading of it."""
    return all(pieces) and set(_WORD.findall(" ".join(pieces))) <= set(_WORD.findall(reading))


def plain(text: str) -> str:
    """A cell's text as it is read: leader dots and a colon at its end left out, a sign joined to its number."""
    text = " ".join(_LEADERS.sub("", text).split())
    text = _SIGN_APART.sub(r"\1", text)
    return _PERCENT_APART.sub("", _BRACKET_APART.sub(lambda found: found.group().strip(), text))


def table_heads(text: str, table: Table, before: Heads | None = None) -> Heads:
    """What stands above the columns of a table.

    Args:
        text: The page's.
        table: Its grid.
        before: Heads of the table that it continues.
    """
    width = max((cell.column + cell.columns for cell in table.cells), default=0)
    columns: list[list[str]] = [[] for _ in range(width)]
    for cell in sorted(table.cells):
        if cell.row < table.head_rows:
            for column in range(cell.column, cell.column + cell.columns):
                words = plain(text[cell.start : cell.end])
                if words not in columns[column]:
                    columns[column].append(words)
    heads = Heads(
        tuple(" ".join(words) for words in columns),
        _bare(text[slice(*table.unit)]) if table.unit else "",
        plain(text[slice(*table.caption)]) if table.caption else "",
    )
    if before is None:
        return heads
    # Where rows are counted the columns are exact: a row with more of them still goes on below the same heads.
    same = table.head_rows == 0 and (len(before.columns) >= width or table.first_row is not None)
    return Heads(
        before.columns if same else heads.columns, heads.unit or before.unit, heads.caption or before.caption
    )


def _as_it_stands(text: str) -> str:
    """For what is nothing but dots, or the like, of which `plain` leaves nothing."""
    return " ".join(text.split())


def _bare(unit: str) -> str:
    unit = plain(unit)
    return unit[1:-1] if unit[:1] + unit[-1:] in ("()", "[]") else unit


class _Grid:
    """A table's cells by row, and those that reach over several."""

    def __init__(self, text: str, table: Table, heads: Heads) -> None:
        self.text, self.table, self.heads = text, table, heads
        self.cells: dict[int, list[Cell]] = defaultdict(list)
        for cell in sorted(table.cells):
            self.cells[cell.row].append(cell)
        self._tall = [cell for cell in table.cells if cell.rows > 1 and cell.row >= table.head_rows]

    def row(self, number: int) -> Row:
        own, table = self.cells[number], self.table
        start, end = min(cell.start for cell in own), max(cell.end for cell in own)
        values = _values(self.text, [cell for cell in own if cell.column >= table.label_columns], self.heads)
        label = ", ".join(self._labels(number))
        if not label and not values:
            label = _as_it_stands(self.text[start:end])
        if not values and number in table.parents:
            return Row(start, end, label, role="group")
        return Row(start, end, label, values, "" if _said(self.heads, values) else self.heads.unit)

    def _labels(self, number: int) -> list[str]:
        """The row's own labels, those that reach down to it, and before them those of its groups."""
        path, parents = [number], self.table.parents
        while path[0] < len(parents) and 0 <= parents[path[0]] < path[0]:
            path.insert(0, parents[path[0]])
        labels = []
        for row in path:
            reaching = [cell for cell in self._tall if cell.row < row < cell.row + cell.rows]
            own = sorted((*reaching, *self.cells.get(row, ())), key=lambda cell: cell.column)
            labels += [
                plain(self.text[cell.start : cell.end])
                for cell in own
                if cell.column < self.table.label_columns
            ]
        return [label for label in dict.fromkeys(labels) if label]


def _said(heads: Heads, values: Sequence[Value]) -> bool:
    """Whether the unit need not be read: there is no number, or the heads say it."""
    return not any(character.isdigit() for value in values for character in value.text) or all(
        heads.unit in value.head for value in values
    )


def _values(text: str, cells: Sequence[Cell], heads: Heads) -> tuple[Value, ...]:
    values: list[Value] = []
    sign: Cell | None = None
    for cell in cells:
        words = plain(text[cell.start : cell.end])
        if _ONLY_SIGN.match(words) and words != "%":
            sign = cell
            continue
        if words == "%" and values:
            last = values.pop()
            values.append(Value(last.head, f"{last.text}%", last.start, cell.end))
            continue
        start = cell.start
        if not words:
            continue
        if sign is not None:
            words, start = f"{text[sign.start : sign.end].strip()}{words}", sign.start
        sign = None
        values.append(Value(heads.of(cell), words, start, cell.end))
    if sign is not None:
        values.append(Value(heads.of(sign), plain(text[sign.start : sign.end]), sign.start, sign.end))
    return tuple(values)


def _with_rest(text: str, block: Block, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, and as rows of their own what stands between them and is in no cell."""
    position = block.start
    for row in (*rows, Row(block.end, block.end, "")):
        rest = text[position : row.start]
        if rest.strip():
            start = position + len(rest) - len(rest.lstrip())
            yield Row(start, start + len(rest.strip()), plain(rest) or _as_it_stands(rest))
        if row.end > row.start:
            yield row
        position = row.end
