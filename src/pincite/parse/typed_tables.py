"""Typewritten tables: their rules are lines of hyphens or equals signs, which say where the columns lie."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

import numpy as np

from pincite.parse.blocks import is_typed_rule
from pincite.parse.cutting import Cutter
from pincite.parse.grid import Rules
from pincite.parse.line import Line
from pincite.parse.rows import Row, baselines

_GROUP = re.compile(r"[-=]+")
_FEW_ROWS = 3
"""Fewer rows do not show by their white where columns lie."""

_HEAD_ROWS = 4
"""So many rows above its first rule may be the head of a table."""

_FAR = 3.2
"""Rows of a table are no further from each other, in font sizes."""


@dataclass(slots=True, eq=False)
class TypedTable:
    """Lines of a typewritten table.

    Attributes:
        rules: The rows that only draw rules.
        lines: The lines of the others, cut where columns meet.
        taken: Identities of the lines of the page that it is made of.
    """

    rules: list[Row]
    lines: list[Line] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def drawn(self) -> Rules:
        """Its rules as if they were drawn."""
        heights = [row.base - 0.3 * row.size for row in self.rules]
        boxes = [(row.x0, y, row.x1, y) for row, y in zip(self.rules, heights, strict=True)]
        none = np.zeros((0, 4))
        return Rules(np.array(boxes), none, none, np.zeros(0))


def typed_tables(lines: list[Line], cutter: Cutter) -> list[TypedTable]:
    """The typewritten tables of a page that have rules."""
    if sum(map(is_typed_rule, lines)) < 2:
        return []
    rows = baselines(lines)
    tables = [_table(run, rows, cutter) for run in _runs(rows)]
    return [table for table in tables if table is not None]


def _is_rule(row: Row) -> bool:
    return all(map(is_typed_rule, row.cells))


def _runs(rows: list[Row]) -> list[list[int]]:
    """Places of the rules of one table: no running text, and no wide gap, lies between them."""
    runs: list[list[int]] = []
    for place, row in enumerate(rows):
        if not _is_rule(row):
            continue
        if runs and _goes_on(rows[runs[-1][-1] : place + 1]):
            runs[-1].append(place)
        else:
            runs.append([place])
    return [run for run in runs if len(run) > 1]


def _goes_on(rows: list[Row]) -> bool:
    """Whether what stands between two rules, the first and last of some rows, may be a part of their table."""
    low = min(rows[0].x0, rows[-1].x0)
    high = max(rows[0].x1, rows[-1].x1)
    far = any(lower.base - upper.base > _FAR * lower.size for upper, lower in itertools.pairwise(rows))
    return not far and all(row.x1 <= high + 2 * row.size and row.x1 > low for row in rows[1:-1])


def _table(run: list[int], rows: list[Row], cutter: Cutter) -> TypedTable | None:
    """The table of some rules; None where the lines between them do not stand in columns."""
    columns = max((_columns(rows[place], cutter) for place in run), key=len)
    whole = len(columns) == 1
    if whole:
        between = [row for row in rows[run[0] : run[-1]] if not _is_rule(row)]
        columns = _between_white(between, cutter)
    # A title between a rule from edge to edge and the first rule that shows columns stands above the table.
    while not whole and len(run) > 2 and len(_columns(rows[run[0]], cutter)) == 1:
        run = run[1:]
    if not columns:
        return None
    inside = [] if whole else _head(rows, run[0], columns, cutter)
    inside += [row for row in rows[run[0] : run[-1]] if not _is_rule(row)]
    parts = [_cut(row, columns, cutter) for row in inside]
    several = sum(len(cells) > 1 for cells in parts)
    if several < 2 or several < 0.4 * len(inside):
        return None
    rules = [rows[place] for place in run]
    taken = {id(line) for row in (*rules, *inside) for line in row.cells}
    return TypedTable(rules, [line for cells in parts for line in cells], taken)


def _columns(rule: Row, cutter: Cutter) -> list[tuple[float, float]]:
    """The ends of each unbroken part of a rule."""
    columns = []
    for line in rule.cells:
        ends = cutter.extents(line)
        columns += [
            (float(ends[match.start(), 0]), float(ends[match.end() - 1, 1]))
            for match in _GROUP.finditer(line.text)
        ]
    return columns


def _between_white(rows: list[Row], cutter: Cutter) -> list[tuple[float, float]]:
    """Columns parted by strips of white of a character and a half that nearly all rows leave free."""
    if len(rows) < _FEW_ROWS:
        return []
    low = min(row.x0 for row in rows)
    width = int(max(row.x1 for row in rows) - low) + 2
    counts = np.zeros(width, np.int32)
    for row in rows:
        inked = np.zeros(width, bool)
        for line in row.cells:
            ends = cutter.extents(line) - low
            for x0, x1 in ends[~np.isnan(ends[:, 0])].tolist():
                inked[max(int(x0), 0) : int(x1) + 1] = True
        counts += inked
    steps = np.diff(np.concatenate(([True], counts <= len(rows) // 12, [True])).astype(np.int8))
    starts, stops = np.flatnonzero(steps == -1).tolist(), np.flatnonzero(steps == 1).tolist()
    columns: list[tuple[float, float]] = []
    for start, stop in zip(starts, stops, strict=True):
        if columns and low + start - columns[-1][1] < 0.9 * rows[0].size:
            columns[-1] = (columns[-1][0], low + stop)
        else:
            columns.append((low + start, low + stop))
    return columns


def _head(rows: list[Row], first: int, columns: list[tuple[float, float]], cutter: Cutter) -> list[Row]:
    """Rows close above the first rule that stand in its columns."""
    head: list[Row] = []
    for place in range(first - 1, max(first - 1 - _HEAD_ROWS, -1), -1):
        row = rows[place]
        far = rows[place + 1].base - row.base > 1.5 * row.size
        if far or row.x1 > columns[-1][1] + 2 * row.size or len(_cut(row, columns, cutter)) < 2:
            break
        head.insert(0, row)
    return head


def _cut(row: Row, columns: list[tuple[float, float]], cutter: Cutter) -> list[Line]:
    """The cells of a row cut at the spaces where columns meet, and where the first one begins after a label."""
    first = columns[0][0]
    gaps = [(left[1], right[0]) for left, right in itertools.pairwise(columns)]
    cells: list[Line] = []
    for line in row.cells:
        parts = [line]
        for left, right in [(first - 2.5 * line.size, first + 0.6 * line.size), *gaps]:
            if parts[-1].x0 < left and parts[-1].x1 > right:
                parts[-1:] = cutter.between(parts[-1], left, right)
        cells += parts
    return cells
