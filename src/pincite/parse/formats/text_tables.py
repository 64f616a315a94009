"""Tables of text documents and slides: which rows are the head, and whether the first column names the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parse.formats.writer import TableDraft, one_line
from pincite.parse.grid import is_number, is_value, is_year

_MOST_HEAD_ROWS = 4
_SHORT = 8
"""Words of a cell that can be a head."""

_LONG = 60
"""Words in the cells of a table that only places text side by side."""

MOST_COLUMNS = 1000
"""Columns that a file may say a cell covers; more is a fault."""


@dataclass(slots=True)
class TextCell:
    """A cell at its place in the grid.

    Attributes:
        row: First row that it covers, from 0.
        column: First column that it covers, from 0.
        text: What it holds.
        rows: How many rows it covers.
        columns: How many columns it covers.
        bold: Whether all of its text is bold.
    """

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    bold: bool = False


def draft_of(cells: Sequence[TextCell], head_rows: int | None = None) -> TableDraft:
    """A table of cells.

    Args:
        cells: Its cells, also empty ones.
        head_rows: So many first rows are the head, where the file says it; None where it does not.
    """
    height = max((cell.row + 1 for cell in cells), default=0)
    width = max((cell.column + 1 for cell in cells), default=0)
    grid = [[""] * width for _ in range(height)]
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    by_row: list[list[TextCell]] = [[] for _ in range(height)]
    for cell in cells:
        cell.text = one_line(cell.text)
        grid[cell.row][cell.column] = cell.text
        by_row[cell.row].append(cell)
        if cell.rows > 1 or cell.columns > 1:
            spans[cell.row, cell.column] = cell.rows, cell.columns
    if head_rows is None:
        head_rows = _head_rows(by_row)
    # A head without rows below it is no head.
    head_rows = head_rows if any(any(row) for row in grid[head_rows:]) else 0
    labels = _label_columns(grid, head_rows)
    return TableDraft(grid, spans, head_rows, labels, _parents(grid, spans, head_rows, labels))


def is_layout(cells: Sequence[TextCell]) -> bool:
    """Whether a table only places text: a frame around it, one column, or long texts side by side."""
    if not any(cell.column for cell in cells):
        return True
    filled = [cell for cell in cells if cell.text.strip()]
    return len(filled) < 2 or (
        not any(cell.row for cell in filled) and any(len(cell.text.split()) > _LONG for cell in filled)
    )


def _head_rows(rows: Sequence[Sequence[TextCell]]) -> int:
    """How many first rows are the head, where only their look and content tell."""
    bold = 0
    for row in rows[:_MOST_HEAD_ROWS]:
        filled = [cell for cell in row if cell.text]
        if not filled or not all(cell.bold for cell in filled):
            break
        bold += 1
    # Where all is bold, or a group label in bold follows, bold says nothing of the rest.
    while bold and (bold == len(rows) or (bold > 1 and sum(bool(cell.text) for cell in rows[bold - 1]) == 1)):
        bold -= 1
    return bold if bold and _are_heads(rows[0]) else _head_by_content(rows)


def _are_heads(row: Sequence[TextCell]) -> bool:
    """Whether a first row can be heads: more than a label with a value beside it."""
    filled = [cell for cell in row if cell.text]
    return len(filled) > 1 and not any(is_number(cell.text) and not is_year(cell.text) for cell in filled)


def _head_by_content(rows: Sequence[Sequence[TextCell]]) -> int:
    """A row of short words above rows of values is a head."""
    if len(rows) < 2:
        return 0
    first = {cell.column: cell.text for cell in rows[0]}
    inner = {column: text for column, text in first.items() if column and text}
    if not inner or any(is_number(text) and not is_year(text) for text in first.values()):
        return 0
    if any(len(text.split()) > _SHORT for text in first.values()):
        return 0
    below = [
        cell.text
        for row in rows[1:]
        for cell in row
        if cell.column in inner and cell.text and cell.columns == 1
    ]
    values = sum(map(is_value, below))
    if below and values >= 0.5 * len(below):
        return 1
    # Words only: three or more columns, all of them named, and no colon behind a name as in forms.
    width = max(cell.column + cell.columns for row in rows for cell in row)
    named = all(first.values()) and not any(text.rstrip().endswith(":") for text in first.values())
    full = len(below) >= 0.7 * (len(rows) - 1) * len(inner)
    return 1 if width >= 3 and len(first) == width and named and full and len(rows) > 2 else 0


def _label_columns(grid: Sequence[Sequence[str]], head_rows: int) -> int:
    """Whether the first column names the rows: words beside at least one other column."""
    if not grid or len(grid[0]) < 2:
        return 0
    own = [row[0] for row in grid[head_rows:] if row[0]]
    numbers = sum(is_number(text) and not is_year(text) for text in own)
    return 1 if own and numbers < 0.5 * len(own) else 0


def _parents(
    grid: Sequence[Sequence[str]], spans: dict[tuple[int, int], tuple[int, int]], head_rows: int, labels: int
) -> tuple[int, ...]:
    """For each row that of the group label above it: a row that holds a label alone.

    Below a head one with a colon is one; elsewhere, as in forms, only a label over all columns: the others are fields
    that nobody filled in.
    """
    if not labels or len(grid[0]) < 2:
        return ()
    parents = [-1] * len(grid)
    group = -1
    for number in range(head_rows, len(grid)):
        row = grid[number]
        alone = bool(row[0]) and not any(row[1:])
        if alone and ((head_rows and row[0].endswith(":")) or spans.get((number, 0), (1, 1))[1] == len(row)):
            group = number
        else:
            parents[number] = group
    return tuple(parents) if any(parent >= 0 for parent in parents) else ()
