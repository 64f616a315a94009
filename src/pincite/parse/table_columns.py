"""Where the columns of a table lie, and which of them each piece of a line covers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pincite.parse.grid import is_value
from pincite.parse.line import Line
from pincite.parse.rows import Row, merge

Splitter = Callable[[Line, float, float], list[Line]]
"""Cuts a line at the space that lies between two x positions; gives it back whole where there is none."""

_PREFIXES = frozenset(
    {"$", "€", "£", "¥", "US$", "C$", "A$", "(", "$(", "($", "€(", "£(", "-", "+", "\u2212"}
)
_SUFFIXES = frozenset({")", "%", ")%", "%)", "]", "*", "**", "***", "†", "‡"})
_STEP = 1.0
"""Resolution of the search for white strips in points."""


@dataclass(slots=True, eq=False)
class Piece:
    """A line of a cell, and the columns first…last that it covers."""

    line: Line
    first: int
    last: int


def joined_signs(cells: list[Line]) -> list[Line]:
    """Cells of a row with currency signs and brackets that stand apart joined to their number."""
    result: list[Line] = []
    for cell in cells:
        if result:
            before = result[-1].text.strip()
            opens = before in _PREFIXES and is_value(cell.text)
            closes = cell.text.strip() in _SUFFIXES and before[-1:].isalnum()
            if opens or closes or (closes and before[-1:] in ")%"):
                # "(" and ")" belong to the figure itself; a currency sign keeps its distance.
                tight = closes or before in ("(", "$(", "-", "+", "\u2212")
                result[-1] = merge(result[-1], cell, "" if tight else " ")
                continue
        result.append(cell)
    return result


def columns_of(rows: list[Row], cuts: list[float]) -> list[tuple[float, float]]:
    """Left and right ends of the columns of rows.

    Args:
        rows: Rows with their cells.
        cuts: Where vertical rules divide columns.
    """
    counts = [len(row.cells) for row in rows]
    most = _usual_most(counts)
    if most < 2:
        return []
    core = [row for row, count in zip(rows, counts, strict=True) if count >= max(2, 0.7 * most)]
    # Heads may stand closer together than the values under them.
    valued = [row for row in core if sum(is_value(cell.text) for cell in row.cells) >= 2]
    core = valued if len(valued) >= 2 else core
    low = min(row.x0 for row in rows)
    high = max(row.x1 for row in rows)
    covered = np.zeros(int((high - low) / _STEP) + 3, np.int32)
    for row in core:
        for cell in row.cells:
            covered[int((cell.x0 - low) / _STEP) : int((cell.x1 - low) / _STEP) + 1] += 1
    tolerance = max(len(core) // 12, int(len(core) >= 5))
    free = covered <= tolerance
    for cut in cuts:
        if low < cut < high:
            free[int((cut - low) / _STEP)] = True
    edges = np.diff(np.concatenate(([True], free, [True])).astype(np.int8))
    starts, ends = np.flatnonzero(edges == -1), np.flatnonzero(edges == 1)
    spans = [
        (low + start * _STEP, low + end * _STEP)
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    return _tight(spans, core)


def _usual_most(counts: list[int]) -> int:
    """The largest number of cells that is no exception."""
    ordered = sorted(counts, reverse=True)
    return ordered[min(len(ordered) // 10, len(ordered) - 1)] if ordered else 0


def _tight(spans: list[tuple[float, float]], core: list[Row]) -> list[tuple[float, float]]:
    """Columns as wide as the cells that lie in them; those without any are dropped."""
    result = []
    for x0, x1 in spans:
        inside = [cell for row in core for cell in row.cells if x0 - 2 <= cell.x0 and cell.x1 <= x1 + 2]
        if inside:
            result.append((min(cell.x0 for cell in inside), max(cell.x1 for cell in inside)))
    return [
        (x0, min(x1, result[place + 1][0]) if place + 1 < len(result) else x1)
        for place, (x0, x1) in enumerate(result)
    ]


def pieces_of(row: Row, columns: list[tuple[float, float]], split: Splitter) -> list[Piece]:
    """The cells of a row with the columns that each covers, divided where they reach over a wide gap."""
    pieces: list[Piece] = []
    for cell in row.cells:
        parts = [cell]
        for left, right in itertools.pairwise(columns):
            if parts[-1].x0 < left[1] and parts[-1].x1 > right[0]:
                parts[-1:] = split(parts[-1], left[1], right[0])
        pieces += [Piece(part, *_covered(part, columns)) for part in parts]
    return _once_each(pieces)


def _covered(line: Line, columns: list[tuple[float, float]]) -> tuple[int, int]:
    """First and last column that a line stands over."""
    slack = 0.3 * line.size
    over = [
        place
        for place, (x0, x1) in enumerate(columns)
        if min(line.x1, x1) - max(line.x0, x0) > min(slack, 0.5 * (x1 - x0), 0.5 * line.width)
    ]
    if over:
        return over[0], over[-1]
    middle = (line.x0 + line.x1) / 2
    nearest = min(range(len(columns)), key=lambda place: abs(sum(columns[place]) / 2 - middle))
    return nearest, nearest


def _once_each(pieces: list[Piece]) -> list[Piece]:
    """Pieces of a row that stand in the same columns joined."""
    result: list[Piece] = []
    for piece in pieces:
        if result and piece.first <= result[-1].last:
            before = result[-1]
            before.line = merge(before.line, piece.line)
            before.last = max(before.last, piece.last)
        else:
            result.append(piece)
    return result
