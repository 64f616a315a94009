"""Raw grids of texts, from sheets, data files or markup: which rows are the head, which columns name the rows.

Only texts are looked at, and which cells are merged: fonts and fills say little in files that programs wrote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.parse.formats.writer import TableDraft, one_line

Rows = Sequence[Sequence[str]]
Spans = Mapping[tuple[int, int], tuple[int, int]]
"""Rows and columns that a merged cell covers, by its row and column."""

LOOKED_AT = 50
"""So many first rows tell how a table is to be read."""

_MOST_TITLES = 5
_MOST_HEADS = 3
_LONGEST_HEAD = 120
_LONGEST_NAME = 40
_LONGEST_VALUE = 60
_MOSTLY = 0.6
"""Share of a column's cells that make it a column of values, or of words."""

_SIGN = r"(?:[$€£¥₹]|[A-Z]{2,3}\s)"
_VALUE = re.compile(
    rf"""[(+\-−]?\s*{_SIGN}?\s*[+\-−]?\d[\d.,'’\s]*               # 1,577.5 kg
        (?:[eE][+-]?\d+)?\s*(?:[%‰$€£¥₹°]|[A-Za-zµ°/²³]{{1,4}})?\)?
    | \d{{1,4}}[-./]\d{{1,2}}[-./]\d{{1,4}}(?:[T\s].*)?               # 2020-12-31, 31.12.2020 10:30
    | \d{{1,2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?(?:\s?[AaPp][Mm])?      # 10:30
    | [A-Z\d]{{1,4}}[-_/]?\d{{3,}}                                    # A-1017
    | =\S.*                                                          # =SUM(B2:B9)
    | [-–—]|[nN]/[aA]|n\.a\.|true|false|TRUE|FALSE|\#[A-Z/\d]+[!?]?""",
    re.VERBOSE,
)
_PERIOD = re.compile(
    r"(?:FY|CY)?\s?(?:1[89]|20)\d\d(?:\s?[/–-]\s?(?:\d\d)?\d\d)?[AEBFP]?"
    r"|[QH][1-4](?:[\s/–-]*(?:FY)?(?:\d\d){1,2})?"
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?:[\s/–-]*(?:\d\d){1,2})?"
)
_UNIT = re.compile(
    r"[(\[](?:all |amounts? |figures? |values? )*(?:in|unit:?|en|Angaben in)\s[^()\[\]]{1,40}[)\]]"
    r"|(?<![\w(\[])in (?:thousands?|millions?|billions?|percent|per cent|%)(?: of [\w$€£¥. ]{1,30})?"
    r"|[(\[](?:[$€£¥%‰]|(?:US\$|USD|EUR|GBP|CHF|JPY)(?:\s?(?:'?000s?|m|mn|bn|k|thousands?|millions?|billions?))?)[)\]]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Shape:
    """How the first rows of a table are to be read.

    Attributes:
        titles: So many first rows stand above the table: its title, the unit of its values.
        head_rows: So many rows below them are the head.
        label_columns: So many first columns name the rows.
        certain: Whether the head differs from what is below it in kind, so that it is one even amid other rows.
        spans: What cells of the head cover, counted from the first row of the head.
    """

    titles: int = 0
    head_rows: int = 0
    label_columns: int = 0
    certain: bool = False
    spans: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)


def is_value(text: str) -> bool:
    """Whether a cell's text is a number, a date, a code or the like, and not words."""
    return len(text) <= _LONGEST_VALUE and _VALUE.fullmatch(text.strip()) is not None


def is_period(text: str) -> bool:
    """Whether a cell's text is a year, a quarter or a month, which may head a column though it is a number."""
    return len(text) <= _LONGEST_VALUE and _PERIOD.fullmatch(text.strip()) is not None


def unit_in(text: str) -> str:
    """What a line says of the unit of all values below it ("(in millions)"); "" for nothing."""
    found = _UNIT.search(text)
    return found.group() if found else ""


def examine(rows: Rows, spans: Spans | None = None, *, data: bool = False) -> Shape:
    """Find out how a table is to be read.

    Args:
        rows: Its first rows, `LOOKED_AT` of them are enough, none of them empty.
        spans: Of merged cells, counted from the first of the rows.
        data: Whether the rows are of a data file, whose first row is the head unless something speaks against it.
    """
    spans = spans or {}
    filled = [[column for column, text in enumerate(row) if text.strip()] for row in rows]
    columns = sorted({column for row in filled for column in row})
    if len(columns) < 2:
        return _one_column(rows, columns[0], data=data) if columns and len(rows) > 1 else Shape()
    titles = _titles(rows, filled, columns, spans)
    heads, certain = _head_rows(rows, filled, columns, spans, titles, data)
    table, own = rows[titles:], filled[titles:]
    moved = {(row - titles, column): size for (row, column), size in spans.items() if row >= titles}
    labels = _label_columns(table, own, columns, moved, heads)
    above = {place: size for place, size in moved.items() if place[0] < heads}
    return Shape(titles, heads, labels, certain, {**_gaps(table, own, heads), **above})


def _one_column(rows: Rows, column: int, *, data: bool) -> Shape:
    first = _cell(rows[0], column)
    if is_value(first) or is_period(first):
        return Shape()
    certain = _differs(rows, 0, 1, [column])
    name = len(first) <= _LONGEST_NAME and first.replace("_", "").replace(" ", "").isalpha()
    named = data and name and all(_cell(row, column) != first for row in rows[1:])
    return Shape(0, int(certain or named), 0, certain)


def draft(rows: Rows, spans: Spans | None = None, *, data: bool = False) -> tuple[TableDraft, str, str]:
    """A whole table from its raw rows: the table, the words above it and the unit they say.

    Args:
        rows: All of them; empty ones stay as they are.
        spans: Of merged cells.
        data: As for `examine`.
    """
    cleaned = [[one_line(text) for text in row] for row in rows]
    full = [number for number, row in enumerate(cleaned) if any(row)]
    if not full:
        return TableDraft(()), "", ""
    spans = spans or {}
    place = {number: position for position, number in enumerate(full)}
    looked = {(place[row], column): size for (row, column), size in spans.items() if row in place}
    shape = examine([cleaned[number] for number in full[:LOOKED_AT]], looked, data=data)
    caption = " ".join(text for number in full[: shape.titles] for text in cleaned[number] if text)
    first = full[shape.titles]
    head = full[shape.titles + shape.head_rows - 1] + 1 - first if shape.head_rows else 0
    table = cleaned[first:]
    own = {(row - first, column): size for (row, column), size in spans.items() if row >= first}
    for (row, column), size in shape.spans.items():
        own.setdefault((full[shape.titles + row] - first, column), size)
    parents = group_parents(table, own, head, shape.label_columns)
    return TableDraft(table, own, head, shape.label_columns, parents), caption, unit_in(caption)


def group_parents(rows: Rows, spans: Spans, head_rows: int, label_columns: int) -> tuple[int, ...]:
    """For each row that of the group label above it, as `Table.parents`; empty where there are no groups."""
    if not label_columns:
        return ()
    parents: list[int] = []
    group = -1
    for number, row in enumerate(rows):
        filled = [column for column, text in enumerate(row) if text.strip()]
        if number >= head_rows and len(filled) == 1 and filled[0] < label_columns:
            wide = spans.get((number, filled[0]), (1, 1))[1] > label_columns
            if wide or row[filled[0]].rstrip().endswith(":"):
                group = number
                parents.append(-1)
                continue
        if not filled:
            group = -1
        parents.append(group if number >= head_rows else -1)
    return tuple(parents) if any(parent >= 0 for parent in parents) else ()


def _titles(rows: Rows, filled: Sequence[Sequence[int]], columns: Sequence[int], spans: Spans) -> int:
    """How many first rows have a single cell of words at the left, above rows of several cells."""
    count = 0
    for number, own in enumerate(filled[:_MOST_TITLES]):
        if len(own) != 1 or is_value(rows[number][own[0]]):
            break
        if own[0] != columns[0] and spans.get((number, own[0]), (1, 1))[1] < len(columns):
            break
        count += 1
    # A last row of one cell right above the values is a head of one column, not a title.
    return count if count < len(rows) and len(filled[count]) > 1 else 0


def _head_rows(
    rows: Rows,
    filled: Sequence[Sequence[int]],
    columns: Sequence[int],
    spans: Spans,
    first: int,
    data: bool,
) -> tuple[int, bool]:
    """How many rows from `first` on are the head, and whether that is certain."""
    count = 0
    while count < _MOST_HEADS and first + count < len(rows) - 1:
        number = first + count
        if not _may_head(rows[number], filled[number]):
            break
        count += 1
        if not _is_group_head(rows, filled, number, spans):
            break
    if not count:
        return 0, False
    last = first + count - 1
    if _differs(rows, last, last + 1, columns):
        return count, True
    names = [rows[last][column].strip() for column in filled[last]]
    body = rows[last + 1 :]
    full = len(names) >= len(columns) - (not rows[last][columns[0]].strip())
    own = len(set(names)) == len(names) and not any(
        rows[last][column].strip() == row[column].strip()
        for row in body
        for column in filled[last]
        if column < len(row)
    )
    plain = sum(any(map(str.isdigit, name)) for name in names) <= 0.2 * len(names)
    enough = data or len(columns) > 2 or len(body) >= 5
    return (count, False) if full and own and plain and enough else (0, False)


def _may_head(row: Sequence[str], filled: Sequence[int]) -> bool:
    """Whether all cells of a row may name columns."""
    texts = [row[column].strip() for column in filled]
    return bool(texts) and all(
        len(text) <= _LONGEST_HEAD and (is_period(text) or not is_value(text)) for text in texts
    )


def _is_group_head(rows: Rows, filled: Sequence[Sequence[int]], number: int, spans: Spans) -> bool:
    """Whether a row of the head names groups of columns, so that the row below it is head as well."""
    if number + 1 >= len(rows) or not _may_head(rows[number + 1], filled[number + 1]):
        return False
    if any(row == number and size[1] > 1 for (row, _), size in spans.items()):
        return True
    below = set(filled[number + 1])
    # Without merged cells: a name stands above the first of its columns, the others are empty.
    return 0 < len(filled[number]) < len(below) and any(
        column in below and column - 1 in filled[number] and column not in filled[number] for column in below
    )


def _differs(rows: Rows, head: int, first: int, columns: Sequence[int]) -> bool:
    """Whether a column holds values below words, or other values below years."""
    for column in columns:
        name = _cell(rows[head], column)
        if not name or (is_value(name) and not is_period(name)):
            continue
        below = [text for row in rows[first:] if (text := _cell(row, column))]
        if not below:
            continue
        values = sum(is_value(text) for text in below)
        if is_period(name):
            values = sum(is_value(text) and not is_period(text) for text in below)
        if values >= _MOSTLY * len(below):
            return True
    return False


def _label_columns(
    rows: Rows, filled: Sequence[Sequence[int]], columns: Sequence[int], spans: Spans, heads: int
) -> int:
    """How many first columns of the table name its rows, counted from column 0."""
    body = rows[heads:]
    tall = [column for (row, column), size in spans.items() if row >= heads and size[0] > 1]
    if columns[0] in tall:
        return columns[0] + 1
    if not heads:
        others = [column for column in columns[1:] if _share_of_values(body, column) >= _MOSTLY]
        named = _share_of_values(body, columns[0]) < 1 - _MOSTLY
        first = [text for row in body if (text := _cell(row, columns[0]))]
        colons = sum(text.endswith(":") for text in first) >= _MOSTLY * len(first) > 0
        pairs = len(columns) == 2 and len(set(first)) == len(first) == len(body)
        return columns[0] + 1 if named and (len(others) >= len(columns) / 2 or colons or pairs) else 0
    head = {column for row in filled[:heads] for column in row}
    empty = 0
    while empty < min(3, len(columns) - 1) and columns[empty] not in head:
        empty += 1
    if empty:
        return columns[empty - 1] + 1
    rest = [_cell(rows[heads - 1], column) for column in columns[1:]]
    periods = sum(is_period(text) for text in rest) >= _MOSTLY * len(rest)
    if (heads > 1 or periods) and _share_of_values(body, columns[0]) < 1 - _MOSTLY:
        return columns[0] + 1
    return 0


def _share_of_values(rows: Rows, column: int) -> float:
    texts = [text for row in rows if (text := _cell(row, column))]
    return sum(map(is_value, texts)) / len(texts) if texts else 0.0


def _gaps(rows: Rows, filled: Sequence[Sequence[int]], heads: int) -> dict[tuple[int, int], tuple[int, int]]:
    """What names of groups cover that stand above the first of their columns without being merged."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for number in range(heads - 1):
        below = set(filled[number + 1])
        ends = [*filled[number][1:], max(below, default=0) + 1]
        for column, end in zip(filled[number], ends, strict=True):
            size = 1
            while column in below and column + size < end and column + size in below:
                size += 1
            if size > 1:
                spans[number, column] = (1, size)
    return spans


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""
