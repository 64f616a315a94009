"""Tables of HTML pages → grids with heads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pincite.parse.formats.html_tree import Node, attribute, children
from pincite.parse.formats.html_words import words_of
from pincite.parse.formats.text_tables import TextCell, draft_of
from pincite.parse.formats.writer import TableDraft

_MOST_COLUMNS = 2000
_MOST_SPAN = 1000
_LONG_CELL = 1500
_PARTS = frozenset({"thead", "tbody", "tfoot"})


@dataclass(slots=True)
class _Grid:
    """Cells at their places, and which of them are heads."""

    rows: list[dict[int, str]] = field(default_factory=list)
    heads: set[tuple[int, int]] = field(default_factory=set)
    spans: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    head_rows: int = 0
    width: int = 0


def is_layout(table: Node) -> bool:
    """Whether a table only puts text in places: then its cells are read one after the other."""
    if attribute(table, "role") in ("presentation", "none"):
        return True
    rows = _rows(table)
    if (
        not rows
        or table.css_first("table table") is not None
        or table.css_first("h1, h2, h3, h4, ul ul") is not None
    ):
        return not rows or table.css_first("th") is None
    cells = [cell for _, row in rows for cell in children(row) if cell.tag in ("td", "th")]
    most = max((sum(cell.tag in ("td", "th") for cell in children(row)) for _, row in rows), default=0)
    if most < 2 or (len(rows) == 1 and not any(cell.tag == "th" for cell in cells)):
        return True
    return len(cells) < 200 and any(len(cell.text(deep=True) or "") > _LONG_CELL for cell in cells)


def table_draft(table: Node, left_out: set[int]) -> tuple[TableDraft, str]:
    """A table and its caption."""
    caption = next((words_of(node, left_out) for node in children(table) if node.tag == "caption"), "")
    grid = _grid(table, left_out)
    cells = [
        TextCell(
            number, column, text, *grid.spans.get((number, column), (1, 1)), (number, column) in grid.heads
        )
        for number, row in enumerate(grid.rows)
        for column, text in row.items()
    ]
    draft = draft_of(cells, grid.head_rows or _head_rows(grid) or (0 if grid.heads else None))
    return replace(draft, label_columns=_label_columns(grid, draft.head_rows) or draft.label_columns), caption


def _rows(table: Node) -> list[tuple[str, Node]]:
    """Its rows with the name of their part, as they are shown: the foot is last."""
    rows: list[tuple[str, Node]] = []
    foot: list[tuple[str, Node]] = []
    for node in children(table):
        if node.tag == "tr":
            rows.append(("", node))
        elif node.tag in _PARTS:
            own = [(node.tag, row) for row in children(node) if row.tag == "tr"]
            (foot if node.tag == "tfoot" else rows).extend(own)
    return rows + foot


def _grid(table: Node, left_out: set[int]) -> _Grid:
    grid = _Grid()
    taken: dict[int, int] = {}
    rows = [(part, row) for part, row in _rows(table) if row.mem_id not in left_out]
    for number, (part, row) in enumerate(rows):
        if part == "thead" and grid.head_rows == number:
            grid.head_rows = number + 1
        own: dict[int, str] = {}
        column = 0
        for cell in children(row):
            if cell.tag not in ("td", "th") or cell.mem_id in left_out:
                continue
            while taken.get(column, 0) > number:
                column += 1
            if column >= _MOST_COLUMNS:
                # What stands so far out is told with the last column rather than lost.
                own[_MOST_COLUMNS - 1] = (
                    f"{own.get(_MOST_COLUMNS - 1, '')} {words_of(cell, left_out)}".strip()
                )
                continue
            across = min(_span(attribute(cell, "colspan")), _MOST_COLUMNS - column)
            down = attribute(cell, "rowspan")
            down_rows = len(rows) - number if down == "0" else min(_span(down), len(rows) - number)
            own[column] = words_of(cell, left_out)
            if cell.tag == "th":
                grid.heads.add((number, column))
            if across > 1 or down_rows > 1:
                grid.spans[number, column] = (down_rows, across)
            for place in range(column, column + across):
                taken[place] = number + down_rows
            column += across
        grid.rows.append(own)
        grid.width = max(grid.width, column)
    return grid


def _span(text: str) -> int:
    return max(1, min(int(text), _MOST_SPAN)) if text.isdigit() and len(text) < 9 else 1


def _head_rows(grid: _Grid) -> int:
    """First rows whose cells are all heads."""
    count = 0
    for number, row in enumerate(grid.rows):
        own = [column for column, text in row.items() if text]
        if not own or not all((number, column) in grid.heads for column in own):
            break
        # A row of one head over all columns further down names a group of rows, it is not a head of columns.
        if number and len(own) == 1 and grid.width > 2:
            break
        count += 1
    # Rows that are all heads and nothing below them: then the first column's heads name the rows.
    return count if count < len(grid.rows) else 0


def _label_columns(grid: _Grid, head_rows: int) -> int:
    """First columns whose cells are all heads: they name the rows."""
    body = [(number, row) for number, row in enumerate(grid.rows) if number >= head_rows and row]
    columns = 0
    while columns < grid.width - 1:
        own = [(number, columns) in grid.heads for number, row in body if row.get(columns)]
        if not own or sum(own) < 0.8 * len(own):
            break
        columns += 1
    return columns
