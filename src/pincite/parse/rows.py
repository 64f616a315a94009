"""Lines of a region → rows: what stands on one baseline, and whether it is one line or cells of a table."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

import numpy as np

from pincite.parse.line import Line

ITEM_LABEL = re.compile(
    r"^(?:[•◦▪■□●○·‣∙◆◻❑❖➢→✓☑✗☒*–—\-\u2212\uf0b7\uf0a7]|\[?\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z]|[a-z]|[ivxlIVXL]{1,6})[\])]?[.):]?\]?"
    r"|(?:Section|Article|Chapter|Appendix|Schedule|§)\s*[\dA-Z.]{1,6}:?)$"
)
"""What stands before an item or heading as its mark: a bullet, a number, a letter, "Section 2"."""

_EQUATION_NUMBER = re.compile(r"^\(?[A-Z]?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?\)$")


@dataclass(slots=True, eq=False)
class Row:
    """Lines on one baseline within a region, from left to right; several where it is a row of a table."""

    cells: list[Line]
    table: int = 0

    @property
    def x0(self) -> float:
        """Left end."""
        return self.cells[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(cell.x1 for cell in self.cells)

    @property
    def base(self) -> float:
        """Baseline of the first cell."""
        return self.cells[0].base

    @property
    def size(self) -> float:
        """Font size of the longest cell."""
        if len(self.cells) == 1:
            return self.cells[0].size
        return max(self.cells, key=lambda cell: len(cell.text)).size


_CELLS = 30
"""More cells of a row are not compared with each other: maps and music have thousands."""


def baselines(lines: list[Line]) -> list[Row]:
    """Lines by baseline, from the top, each from left to right."""
    rows: list[Row] = []
    last = None
    for line in sorted(lines, key=lambda line: line.base):
        if (
            last is not None
            and line.base - last.base < 0.35 * min(line.size, last.size)
            and not _stacked(rows[-1], line)
        ):
            rows[-1].cells.append(line)
        else:
            rows.append(Row([line]))
            last = line
    for row in rows:
        row.cells.sort(key=lambda line: line.x0)
    return rows


def _stacked(row: Row, line: Line) -> bool:
    return any(
        min(cell.x1, line.x1) - max(cell.x0, line.x0) > 0.5 * min(cell.width, line.width)
        for cell in row.cells[-_CELLS:]
    )


def rows_of(lines: list[Line]) -> list[Row]:
    """Rows of a region: lines, or cells of a table."""
    rows = _clusters(baselines([line for line in lines if line.grid is None]))
    for place, row in enumerate(rows):
        if len(row.cells) > 1:
            around = rows[max(place - 1, 0) : place] + rows[place + 1 : place + 2]
            row.cells = _join_cells(row.cells, around)
    # Lines that only stand for rows of a table are joined with nothing: their text is none.
    rows += [Row([line]) for line in lines if line.grid is not None]
    rows.sort(key=lambda row: row.base)
    _mark_tables(rows)
    _join_lone(rows)
    return rows


def _clusters(rows: list[Row]) -> list[Row]:
    """Rows with those made one that lie closer than lines of text do: parts of formulas, cells set in the middle."""
    result: list[Row] = []
    first = last = 0.0
    for row in rows:
        close = result and row.base - last < 0.8 * row.size and row.base - first < 2.2 * row.size
        if close and not _is_next_line(result[-1], row):
            result[-1].cells += row.cells
        else:
            result.append(Row(list(row.cells)))
            first = row.base
        last = row.base
    for row in result:
        row.cells = _stack(row.cells)
    return result


def _is_next_line(above: Row, below: Row) -> bool:
    """Whether two rows hold long text one under the other."""
    return any(
        len(one.text) > 25
        and len(two.text) > 25
        and min(one.x1, two.x1) > max(one.x0, two.x0)
        and two.base - one.base > 0.5 * two.size
        for one in above.cells
        for two in below.cells
    )


def _stack(cells: list[Line]) -> list[Line]:
    """Cells of a cluster from left to right, what stands one above the other made one."""
    result: list[Line] = []
    for cell in sorted(cells, key=lambda cell: (cell.x0, cell.base)):
        if result and cell.x0 < result[-1].x1 - 0.3 * min(cell.size, result[-1].size):
            pair = sorted((result[-1], cell), key=lambda line: line.base)
            if len(result[-1].text) > 25 or len(cell.text) > 25:
                # A line of text keeps together; a piece of a formula that belongs into it follows.
                pair = sorted(pair, key=lambda line: -len(line.text))
            result[-1] = merge(pair[0], pair[1])
        else:
            result.append(cell)
    return result


def _join_cells(cells: list[Line], around: list[Row]) -> list[Line]:
    """Join what is one line in spite of its gaps: item labels, numbered formulas, loosely set text, code."""
    joined = [cells[0]]
    numbered = bool(_EQUATION_NUMBER.match(cells[-1].text.strip())) and not _is_label_of(cells)
    formula = numbered and sum(len(cell.text) for cell in cells) < 25 * len(cells)
    for place, cell in enumerate(cells[1:], start=1):
        before = joined[-1]
        gap = cell.x0 - before.x1
        size = max(cell.size, before.size)
        label = place == 1 and len(cells) == 2 and gap < 5 * size and ITEM_LABEL.match(before.text.strip())
        number = numbered and place == len(cells) - 1 and len(cells) <= 3
        number = number or (
            formula and not _is_figure(before) and (place == len(cells) - 1 or not _is_figure(cell))
        )
        loose = gap < 2.5 * size and any(
            len(row.cells) == 1 and row.x0 < before.x1 - size and row.x1 > cell.x0 + size for row in around
        )
        code = before.mono and cell.mono and gap < 12 * size and not _tabular(before, cell)
        joined[-1:] = [merge(before, cell)] if label or number or loose or code else [before, cell]
    return joined


_WORDS = re.compile(r"^[^\W\d_]{3,}[^\d=+<>≤≥∑∫∂]*$")


def _is_label_of(cells: list[Line]) -> bool:
    """Whether a number in brackets is a negative value of a table's row: words before it, or other figures."""
    return bool(_WORDS.match(cells[0].text.strip())) or any(map(_is_figure, cells[1:-1]))


def _is_figure(cell: Line) -> bool:
    """Whether a cell holds nothing but a number, as cells of tables do."""
    return not any(char.isalpha() or char in "=()[]{}+∂∫∑√" for char in cell.text)


def _join_lone(rows: list[Row]) -> None:
    """Make lines of rows that are none of a table: names with pictures between them, loosely justified lines."""
    tables: dict[int, list[Row]] = {}
    for row in rows:
        if row.table:
            tables.setdefault(row.table, []).append(row)
    lines = set()
    for number, members in tables.items():
        if members[0].cells[0].grid is None and (
            _are_names(members) if len(members) > 1 else len(members[0].cells) > 1 and _goes_on(members[0])
        ):
            lines.add(number)
    for place, row in enumerate(rows):
        if not row.table or len(row.cells) < 2:
            if row.table in lines:
                row.table = 0
            continue
        gaps = [after.x0 - before.x1 for before, after in itertools.pairwise(row.cells)]
        lone = len(tables[row.table]) == 1
        around = rows[max(place - 1, 0) : place] + rows[place + 1 : place + 2]
        if row.table in lines or (lone and (max(gaps) < 1.3 * row.size or _is_loose(row, gaps, around))):
            joined = row.cells[0]
            for cell in row.cells[1:]:
                joined = merge(joined, cell)
            row.cells, row.table = [joined], 0


def _are_names(rows: list[Row]) -> bool:
    """Whether rows list words with commas after each, as the names of authors with marks between them."""
    texts = [cell.text.strip() for row in rows for cell in row.cells]
    gaps = len(texts) - len(rows)
    commas = sum(text.count(",") for text in texts)
    words = sum(sum(char.isalpha() for char in text) > 3 for text in texts)
    return commas >= gaps and words >= 0.8 * len(texts) and all(map(_goes_on, rows))


def _is_loose(row: Row, gaps: list[float], around: list[Row]) -> bool:
    """Whether a row ends where a line close to it does that covers its gaps: it was justified with wide spaces."""
    return max(gaps) < 8 * row.size and any(
        len(near.cells) == 1
        and abs(near.size - row.size) < 0.07 * row.size
        and abs(near.base - row.base) < 1.5 * row.size
        and abs(near.x1 - row.x1) < 0.2 * row.size
        and near.x0 < row.cells[0].x1
        and len(near.cells[0].text) > 40
        for near in around
    )


def _goes_on(row: Row) -> bool:
    """Whether the pieces of a row read on by their commas and small letters, in spite of gaps."""
    pairs = list(zip(row.cells, row.cells[1:], strict=False))
    return all(after.x0 - before.x1 < 1.8 * row.size for before, after in pairs) and all(
        not after.text[:1].isalpha() or after.text[:1].islower() or before.text[-1:] in ",-"
        for before, after in pairs
    )


def _tabular(before: Line, cell: Line) -> bool:
    return cell.order < before.order


def merge(first: Line, second: Line, space: str = " ") -> Line:
    """Two pieces as one line."""
    longer = first if len(first.text) >= len(second.text) else second
    gap = np.zeros((len(space), 4), np.uint16)
    return Line(
        x0=min(first.x0, second.x0), x1=max(first.x1, second.x1), top=min(first.top, second.top),
        bottom=max(first.bottom, second.bottom), base=longer.base, size=longer.size,
        text=first.text + space + second.text, boxes=np.concatenate((first.boxes, gap, second.boxes)),
        bold=longer.bold, italic=longer.italic, mono=longer.mono, order=min(first.order, second.order),
        turned=first.turned, divided=second.divided,
    )  # fmt: skip


def _mark_tables(rows: list[Row]) -> None:
    """Give rows of the same table the same number, counted from 1; lone rows of cells get their own."""
    number = 0
    last: Row | None = None
    between: list[Row] = []
    for row in rows:
        if row.cells[0].grid is not None:
            number += last is None or last.cells[0].grid is not row.cells[0].grid
            row.table = number
            last, between = row, []
            continue
        if len(row.cells) < 2:
            between.append(row)
            continue
        if last is not None and last.cells[0].grid is not None:
            last = None
        near = last is not None and row.base - last.base < 3.2 * row.size * (1 + len(between))
        if (
            last is None
            or not near
            or len(between) > 2
            or not _aligned(last, row)
            or not _inside(between, last, row)
        ):
            number += 1
        else:
            for inner in between:
                inner.table = number
        row.table = number
        last, between = row, []


def _aligned(above: Row, below: Row) -> bool:
    """Whether at least two cells stand under each other."""
    together = 0
    for cell in below.cells[:_CELLS]:
        together += any(min(cell.x1, other.x1) - max(cell.x0, other.x0) > 0 for other in above.cells[:_CELLS])
    return together >= 2


def _inside(between: list[Row], above: Row, below: Row) -> bool:
    """Whether single lines between two rows of cells are parts of cells, not text across the table."""
    width = max(above.x1, below.x1) - min(above.x0, below.x0)
    return all(row.x1 - row.x0 < 0.6 * width for row in between)
