"""The lines of a table → its grid: columns, head, rows, labels."""

from __future__ import annotations

import itertools
from statistics import median

import numpy as np

from pincite.parse.cutting import Cutter
from pincite.parse.grid import Grid, GridCell, Rules, is_number, is_value
from pincite.parse.line import Line
from pincite.parse.rows import baselines
from pincite.parse.table_columns import columns_of, joined_signs, pieces_of
from pincite.parse.table_head import head_cells, head_size
from pincite.parse.table_rows import Bands, Level, body_rows

_MAX_LINES = 3000
"""More lines are no table that anybody reads."""


def build(lines: list[Line], rules: Rules, cutter: Cutter) -> Grid | None:
    """The grid that lines make, or None where they have fewer than two columns or rows.

    Args:
        lines: All lines of the table.
        rules: The rules and boxes in its area.
        cutter: Cuts lines.
    """
    if not 2 <= len(lines) <= _MAX_LINES:
        return None
    low, high = min(line.x0 for line in lines), max(line.x1 for line in lines)
    inner = _dividing(rules, lines, low, high)
    rows = baselines(_cut(lines, inner, cutter))
    for row in rows:
        row.cells = joined_signs(row.cells)
    columns = columns_of(rows, inner)
    if len(columns) < 2:
        return None
    levels = [Level(row, pieces_of(row, columns, cutter.between)) for row in rows]
    bands = Bands.of(rules, low, high)
    head = head_size(levels, len(columns), bands, rules)
    cells, head_rows = head_cells(levels[:head], columns, rules, closed=bands.closed) if head else ([], 0)
    groups = body_rows(levels[head:], bands)
    for number, group in enumerate(groups, start=head_rows):
        cells += _row_cells(group, number)
    top = min(line.base - line.size for line in lines)
    used = _close_rows(cells)
    box = low, top, high, max(line.base for line in lines)
    grid = Grid(cells, columns, box, sum(row < head_rows for row in used))
    if grid.rows < 2:
        return None
    if bands.closed:
        _span_rows(grid, rules)
    grid.label_columns = _label_columns(grid)
    _span_labels(grid)
    grid.parents = _parents(grid)
    return grid


def _dividing(rules: Rules, lines: list[Line], low: float, high: float) -> list[float]:
    """Where vertical rules divide the table over at least half of its height."""
    height = max(line.base for line in lines) - min(line.base - line.size for line in lines)
    return [
        (x0 + x1) / 2
        for x0, y0, x1, y1 in rules.vertical.tolist()
        if y1 - y0 >= 0.5 * height and low + 1 < (x0 + x1) / 2 < high - 1
    ]


def _cut(lines: list[Line], inner: list[float], cutter: Cutter) -> list[Line]:
    """Lines cut at leaders and where vertical rules cross them."""
    result = []
    for line in lines:
        parts = cutter.without_leaders(line) if "..." in line.text or ". ." in line.text else [line]
        for x in inner:
            if parts and parts[-1].x0 < x < parts[-1].x1:
                parts[-1:] = cutter.at(parts[-1], x)
        result += parts
    return [
        part
        for line in result
        if set(line.text) - set(".·_… ")
        for part in (cutter.between_figures(line) if _is_figures(line.text) else [line])
    ]


def _is_figures(text: str) -> bool:
    """Whether a line is nothing but numbers, so that narrow gaps between them part columns."""
    words = text.split()
    return len(words) > 1 and all(is_number(word) and word[0] not in "±/" for word in words)


def _row_cells(group: list[Level], number: int) -> list[GridCell]:
    """The cells of a row of one or more baselines."""
    cells: list[GridCell] = []
    for level in group:
        for piece in level.pieces:
            own = next(
                (
                    cell
                    for cell in cells
                    if cell.column <= piece.last and piece.first < cell.column + cell.columns
                ),
                None,
            )
            if own is None:
                cells.append(GridCell(number, piece.first, [piece.line], 1, piece.last - piece.first + 1))
            else:
                own.lines.append(piece.line)
    return sorted(cells, key=lambda cell: cell.column)


def _close_rows(cells: list[GridCell]) -> list[int]:
    """Number the rows anew, so that each has a cell of its own; gives the old numbers of those that are left."""
    used = sorted({cell.row for cell in cells})
    number = {row: place for place, row in enumerate(used)}
    for cell in cells:
        end = cell.row + cell.rows
        cell.row, cell.rows = number[cell.row], sum(cell.row <= row < end for row in used)
    return used


def _span_rows(grid: Grid, rules: Rules) -> None:
    """Let cells reach over the rows that no rule parts from them."""
    rows = grid.by_row()
    bases = [median(line.base for cell in row for line in cell.lines) for row in rows]
    taken = {
        (cell.row, column) for cell in grid.cells for column in range(cell.column, cell.column + cell.columns)
    }
    flat = rules.horizontal.tolist()
    for cell in grid.cells:
        if cell.row < grid.head_rows:
            continue
        x = sum(grid.edges[cell.column]) / 2
        heights = [(y0 + y1) / 2 for x0, y0, x1, y1 in flat if x0 - 1 <= x <= x1 + 1]
        low = max((y for y in heights if y < cell.lines[0].base - 0.3 * cell.lines[0].size), default=None)
        high = min((y for y in heights if y > cell.lines[-1].base - 0.3 * cell.lines[-1].size), default=None)
        if low is None or high is None:
            continue
        covered = [row for row in range(grid.head_rows, len(rows)) if low < bases[row] - 2 < high]
        free = all(row == cell.row or (row, cell.column) not in taken for row in covered)
        if len(covered) > 1 and free and covered[-1] - covered[0] == len(covered) - 1:
            cell.row, cell.rows = covered[0], len(covered)
    grid.cells.sort(key=lambda cell: (cell.row, cell.column))


def _label_columns(grid: Grid) -> int:
    """Two where the first column counts the rows, or names groups of them by leaving cells free; else one."""
    body = [row for row in grid.by_row()[grid.head_rows :] if row]
    if grid.columns < 3:
        return 1
    second = [cell for row in body for cell in row if cell.column == 1 and cell.columns == 1]
    if not second or sum(is_value(cell.text) for cell in second) > 0.3 * len(second):
        return 1
    if _count_up([row[0].text for row in body if row[0].column == 0]):
        return 2
    free = [row for row in body if row[0].column == 1]
    only = sum(len(row) == 1 and row[0].column == 0 for row in body)
    return 2 if len(free) >= 0.25 * len(body) and len(second) >= 0.6 * len(body) and not only else 1


def _count_up(texts: list[str]) -> bool:
    """Whether labels are running numbers, which name nothing by themselves."""
    numbers = [
        int(text.strip(" .()"))
        for text in texts
        if text.strip(" .()").isascii() and text.strip(" .()").isdecimal()
    ]
    return (
        len(numbers) >= 3
        and len(numbers) == len(texts)
        and all(after - before == 1 for before, after in itertools.pairwise(numbers))
    )


def _span_labels(grid: Grid) -> None:
    """Let the labels of groups reach over the rows that leave their cell free."""
    if grid.label_columns < 2:
        return
    label: GridCell | None = None
    for row in grid.by_row()[grid.head_rows :]:
        if row and row[0].column == 0:
            label = row[0] if row[0].columns == 1 else None
        elif label is not None and row:
            label.rows = row[0].row - label.row + 1


def _parents(grid: Grid) -> list[int]:
    """For each row that of the group label above it, else -1."""
    rows = grid.by_row()
    parents = [-1] * len(rows)
    open_labels: list[tuple[float, int, bool]] = []
    size = median(cell.lines[0].size for cell in grid.cells)
    for number in range(grid.head_rows, len(rows)):
        row = rows[number]
        if not row or row[0].column > 0:
            parents[number] = open_labels[-1][1] if open_labels else -1
            continue
        label = row[0]
        alone = len(row) == 1 and label.column == 0
        x0 = label.x0 if label.columns == 1 or not _centred(label, grid) else grid.edges[0][0]
        total = label.text.casefold().startswith(
            ("total", "sub-total", "subtotal", "net ", "gesamt", "summe")
        )
        while open_labels and (
            x0 < open_labels[-1][0] - 0.3 * size
            or (x0 < open_labels[-1][0] + 0.3 * size and (alone or open_labels[-1][2]))
        ):
            open_labels.pop()
        parents[number] = (
            open_labels[-1][1] if open_labels and not (total and x0 < open_labels[-1][0] + 0.3 * size) else -1
        )
        if alone and number + 1 < len(rows):
            open_labels.append((x0, number, _next_is_indented(rows, number, x0, size)))
    return parents


def _centred(label: GridCell, grid: Grid) -> bool:
    middle = (min(line.x0 for line in label.lines) + max(line.x1 for line in label.lines)) / 2
    return bool(np.isclose(middle, (grid.edges[0][0] + grid.edges[-1][1]) / 2, atol=10.0))


def _next_is_indented(rows: list[list[GridCell]], number: int, x0: float, size: float) -> bool:
    """Whether the rows under a group label stand further to the right: then a row that does not ends it."""
    following = rows[number + 1]
    return bool(following) and following[0].column == 0 and following[0].x0 > x0 + 0.3 * size
