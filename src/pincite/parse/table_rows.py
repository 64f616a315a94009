"""Which baselines of a table make one row: cells of several lines, labels that wrap."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from pincite.parse.grid import Rules, is_value
from pincite.parse.rows import Row
from pincite.parse.table_columns import Piece
from pincite.parse.turning import Floats

_GOES_ON = re.compile(r"(?:[,(/&-]|\b(?:and|or|of|the|in|by|for|to|from|on|with|at|per|a|an|und|der|et|de))$")
_SET_APART = 1.25
"""Rows are set apart where they lie so many times as far from each other as the lines of a cell."""


@dataclass(slots=True, eq=False)
class Level:
    """Pieces on one baseline.

    Attributes:
        row: The row of lines it was made of.
        pieces: From left to right.
    """

    row: Row
    pieces: list[Piece]

    @property
    def base(self) -> float:
        """Baseline."""
        return self.row.base

    @property
    def top(self) -> float:
        """Upper end of its letters."""
        return self.row.base - 0.8 * self.row.size

    def at(self, column: int) -> Piece | None:
        """What it has in a column."""
        return next((piece for piece in self.pieces if piece.first <= column <= piece.last), None)

    @property
    def values(self) -> set[int]:
        """The columns in which it has a number."""
        return {piece.first for piece in self.pieces if is_value(piece.line.text)}


@dataclass(slots=True, eq=False)
class Bands:
    """Where rules and edges of shaded rows divide a table from top to bottom.

    Attributes:
        edges: Their heights, from the top.
        closed: Whether vertical rules cross them, so that each cell stands in a box.
    """

    edges: list[float] = field(default_factory=list)
    closed: bool = False

    @classmethod
    def of(cls, rules: Rules, x0: float, x1: float) -> Bands:
        """The bands of a table that reaches from x0 to x1."""
        wide = 0.6 * (x1 - x0)
        heights = [(box[1] + box[3]) / 2 for box in _full(rules.horizontal, wide).tolist()]
        fills = _full(rules.fills, wide)
        for box in fills[(fills[:, 3] - fills[:, 1] < 150)].tolist():
            heights += [box[1], box[3]]
        edges: list[float] = []
        for height in sorted(heights):
            if not edges or height - edges[-1] > 2.5:
                edges.append(height)
        inner = (rules.vertical[:, 0] > x0 + 3) & (rules.vertical[:, 2] < x1 - 3)
        return cls(edges, bool(inner.any()) and len(edges) >= 3)

    def divides(self, upper: Level, lower: Level) -> bool:
        """Whether an edge lies between two baselines."""
        return any(
            upper.base - 0.2 * upper.row.size < edge < lower.base - 0.3 * lower.row.size
            for edge in self.edges
        )


def _full(boxes: Floats, wide: float) -> Floats:
    return boxes[boxes[:, 2] - boxes[:, 0] >= wide]


def body_rows(levels: list[Level], bands: Bands) -> list[list[Level]]:
    """Baselines of a table's body grouped to its rows."""
    if not levels:
        return []
    divided = [bands.divides(upper, lower) for upper, lower in itertools.pairwise(levels)]
    body = _Body(
        ruled=sum(divided) >= 2 and (bands.closed or sum(divided) >= 0.3 * (len(levels) - 1)),
        limit=_close(levels, divided),
        rights=_right_edges(levels),
        wrapping=_has_wrapped(levels),
    )
    rows = [[levels[0]]]
    for place, level in enumerate(levels[1:], start=1):
        after = levels[place + 1] if place < len(divided) and not divided[place] else None
        if not divided[place - 1] and body.continues(rows[-1], level, after):
            rows[-1].append(level)
        else:
            rows.append([level])
    return rows


def _right_edges(levels: list[Level]) -> dict[int, float]:
    """How far the text in each column reaches to the right."""
    edges: dict[int, float] = {}
    for level in levels:
        for piece in level.pieces:
            if piece.first == piece.last:
                edges[piece.first] = max(edges.get(piece.first, 0.0), piece.line.x1)
    return edges


def _has_wrapped(levels: list[Level]) -> bool:
    """Whether some cells surely wrap: a line goes on with a small letter, or text goes on in several cells at once."""
    for upper, lower in itertools.pairwise(levels):
        if lower.values or lower.base - upper.base > 1.7 * lower.row.size:
            continue
        texts = [piece for piece in lower.pieces if piece.first == piece.last and upper.at(piece.first)]
        if any(piece.line.text[:1].islower() for piece in texts) or (len(texts) > 1 and upper.values):
            return True
    return False


def _close(levels: list[Level], divided: list[bool]) -> float:
    """Distance of baselines below which they are lines of one row, where rows are set apart; else 0."""
    steps = []
    for (upper, lower), cut in zip(itertools.pairwise(levels), divided, strict=True):
        if not cut:
            steps.append((lower.base - upper.base, bool(upper.values & lower.values)))
    if len(steps) < 2:
        return 0.0
    ordered = sorted(step for step, _ in steps)
    ratios = [(after / max(before, 1.0), before, after) for before, after in itertools.pairwise(ordered)]
    ratio, before, after = max(ratios)
    limit = (before + after) / 2
    size = levels[0].row.size
    if ratio < 1.12 or after < _SET_APART * ordered[0] or before > 1.6 * size:
        return 0.0
    # Where numbers stand under each other at the small distance, it is that of rows; the large one parts groups.
    tight = [stacked for step, stacked in steps if step < limit]
    wide = [step for step, _ in steps if step > limit]
    if any(tight) or len(wide) < 0.2 * len(tight):
        return 0.0
    return limit


@dataclass(slots=True, eq=False)
class _Body:
    """What is known of a body when its baselines are grouped.

    Attributes:
        ruled: Whether rules part its rows.
        limit: Distance below which baselines make one row; 0 where distances say nothing.
        rights: Right end of the text in each column.
        wrapping: Whether some of its cells surely wrap.
    """

    ruled: bool
    limit: float
    rights: dict[int, float]
    wrapping: bool

    def continues(self, row: list[Level], level: Level, after: Level | None) -> bool:
        """Whether a baseline belongs to the row above it, and not to the one after it."""
        step = level.base - row[-1].base
        values = set().union(*(one.values for one in row))
        if values & level.values and not _is_second_line(row, level):
            return False
        if self.ruled or step < 0.75 * level.row.size:
            return True
        if self.limit:
            return step < self.limit
        if step > 1.7 * level.row.size:
            return False
        label, before = level.at(0), row[-1].at(0)
        if label is None:
            # Cells that wrap beside a label of one line.
            return row[0].at(0) is not None and (not level.values or bool(values & level.values))
        if label.last > 0 or before is None or before.last > 0:
            return False
        if level.values and not values & level.values:
            # The values stand beside the label's last line.
            return not values and len(row[-1].pieces) == 1 and self._wraps(before, label)
        if len(level.pieces) > 1:
            return bool(values and not level.values) or self._all_wrap(row[-1], level)
        follower = after.at(0) if after is not None and after.values and not level.values else None
        begins_next = follower is not None and follower.line.text[:1].islower()
        return not begins_next and self._wraps(before, label)

    def _wraps(self, before: Piece, label: Piece) -> bool:
        """Whether a label goes on from the line above it."""
        text = before.line.text.strip()
        if text.endswith(":") or before.line.bold != label.line.bold:
            return False
        begins = label.line.text.strip()
        if begins[:1].islower() or _GOES_ON.search(text):
            return True
        hanging = label.line.x0 - before.line.x0 > 0.3 * label.line.size
        return self._is_full(before, label) and (self.wrapping or (hanging and len(begins) > 3))

    def _all_wrap(self, above: Level, level: Level) -> bool:
        """Whether every cell of a baseline goes on from a full line above it."""
        pairs = [(above.at(piece.first), piece) for piece in level.pieces]
        return all(before is not None and self._is_full(before, piece) for before, piece in pairs)

    def _is_full(self, before: Piece, after: Piece) -> bool:
        """Whether the first word of a line would not have fitted on the line above it."""
        text = after.line.text.strip()
        word = text.split(" ", 1)[0]
        needed = after.line.width * (len(word) + 1) / max(len(text), 1)
        return before.line.x1 + needed > self.rights.get(after.first, 0.0)


def _is_second_line(row: list[Level], level: Level) -> bool:
    """Whether all numbers of a baseline are in brackets, and none above: errors or shares under their values."""
    if len(row) > 1 or not level.values:
        return False
    inner = [piece.line.text.strip() for piece in level.pieces if piece.first in level.values]
    above = [piece.line.text.strip() for piece in row[0].pieces if piece.first in row[0].values]
    label = level.at(0)
    bracketed = all(text[:1] in "([" and text[-1:] in ")]" for text in inner)
    shares = any("%" in text for text in inner)
    return bracketed and not any(text[:1] in "([" for text in above) and (label is None or shares)
