"""Tables of RTF: rows whose cells end at places across the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.parse.formats.text_tables import MOST_COLUMNS, TextCell

_NEAR = 30
"""Twips by which edges of one column may differ."""


@dataclass(slots=True)
class RowLook:
    """How a row is divided.

    Attributes:
        edges: Right edges of its cells, in twips.
        joined: For each cell how it is merged: "right" with the one before it, "down" with the one above, "top" for
            the uppermost of such; "" for none.
        head: Whether it is marked as a head.
    """

    edges: list[int] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    head: bool = False


@dataclass(slots=True)
class RtfRow:
    """A row: how it is divided, text of its cells, and whether each is bold."""

    look: RowLook
    texts: list[tuple[str, bool]]


def cells_of(rows: Sequence[RtfRow]) -> tuple[list[TextCell], int]:
    """The cells of a table, and how many first rows are marked as head."""
    starts = _columns(rows)
    cells: list[TextCell] = []
    above: dict[int, TextCell] = {}
    for number, row in enumerate(rows):
        below: dict[int, TextCell] = {}
        last: TextCell | None = None
        left = 0
        for place, (text, bold) in enumerate(row.texts[:MOST_COLUMNS]):
            edge = row.look.edges[place] if place < len(row.look.edges) else None
            joined = row.look.joined[place] if place < len(row.look.joined) else ""
            column = place if edge is None else _column(starts, left)
            columns = 1 if edge is None else max(1, _column(starts, edge) - column)
            left = edge if edge is not None else left
            if joined == "right" and last is not None:
                last.columns += columns
                last.text = f"{last.text} {text}".strip()
                continue
            upper = above.get(column)
            if joined == "down" and upper is not None:
                upper.rows += 1
                upper.text = f"{upper.text} {text}".strip()
                below[column] = last = upper
                continue
            last = TextCell(number, column, text, 1, columns, bold)
            cells.append(last)
            if joined in ("top", "down"):
                below[column] = last
        above = below
    heads = next((number for number, row in enumerate(rows) if not row.look.head), len(rows))
    return cells, heads


def _columns(rows: Sequence[RtfRow]) -> list[int]:
    """Left edges of all columns but the first."""
    starts: list[int] = []
    for edge in sorted({edge for row in rows for edge in row.look.edges}):
        if not starts or edge - starts[-1] > _NEAR:
            starts.append(edge)
    return starts


def _column(starts: Sequence[int], edge: int) -> int:
    """How many edges lie up to one: the column that begins there."""
    return sum(start <= edge + _NEAR for start in starts)
