"""Areas that rules enclose and that may be tables: grids, and bands between rules of one width."""

from __future__ import annotations

import itertools

import numpy as np

from pincite.parse.grid import Rules
from pincite.parse.line import Line
from pincite.parse.rows import Row, baselines
from pincite.parse.turning import Floats

Area = tuple[float, float, float, float]

_LONG = 30.0
"""Shortest horizontal rule of a table in points."""

_SAME_END = 4.0
"""Ends of the rules of one table differ by no more than so many points."""

_MOST = 600
"""Pages with more rules in a direction are drawings."""


def areas(lines: list[Line], rules: Rules) -> list[Area]:
    """Areas that may be tables: x0, y0, x1, y1, none within another."""
    horizontal = rules.horizontal[rules.horizontal[:, 2] - rules.horizontal[:, 0] >= _LONG]
    if not 2 <= len(horizontal) <= _MOST or len(rules.vertical) > _MOST:
        return []
    found = _grids(rules.horizontal, rules.vertical)
    found += [
        area for area in _banded(lines, horizontal) if not any(_overlap(area, other) for other in found)
    ]
    return found


def _overlap(one: Area, two: Area) -> bool:
    return min(one[2], two[2]) > max(one[0], two[0]) and min(one[3], two[3]) > max(one[1], two[1])


def _grids(horizontal: Floats, vertical: Floats) -> list[Area]:
    """Areas of rules that cross or meet, with at least one vertical rule inside."""
    if not len(vertical) or not len(horizontal):
        return []
    x, y = (vertical[:, 0] + vertical[:, 2]) / 2, (horizontal[:, 1] + horizontal[:, 3]) / 2
    slack = 2.5
    meet = (horizontal[:, None, 0] - slack <= x) & (x <= horizontal[:, None, 2] + slack)
    meet &= (vertical[:, 1] - slack <= y[:, None]) & (y[:, None] <= vertical[:, 3] + slack)
    left = np.ones(len(horizontal), bool)
    found: list[Area] = []
    for start in range(len(horizontal)):
        if not left[start]:
            continue
        across = np.zeros(len(horizontal), bool)
        across[start] = True
        while True:
            down = meet[across].any(axis=0)
            more = across | meet[:, down].any(axis=1)
            if (more == across).all():
                break
            across = more
        left &= ~across
        if across.sum() < 2 or not down.any():
            continue
        box = np.concatenate((horizontal[across], vertical[down]))
        x0, y0, x1, y1 = (
            float(box[:, 0].min()),
            float(box[:, 1].min()),
            float(box[:, 2].max()),
            float(box[:, 3].max()),
        )
        inner = (x[down] > x0 + 6) & (x[down] < x1 - 6)
        if inner.any() and x1 - x0 > _LONG:
            found.append((x0, y0, x1, y1))
    return [
        area for area in found if not any(_overlap(area, other) and _larger(other, area) for other in found)
    ]


def _larger(one: Area, two: Area) -> bool:
    return one != two and (one[2] - one[0]) * (one[3] - one[1]) >= (two[2] - two[0]) * (two[3] - two[1])


def _banded(lines: list[Line], horizontal: Floats) -> list[Area]:
    """Areas between horizontal rules of one width that hold rows of cells."""
    found: list[Area] = []
    left = list(range(len(horizontal)))
    while left:
        x0, _, x1, _ = horizontal[left[0]]
        same = [
            place
            for place in left
            if abs(horizontal[place, 0] - x0) < _SAME_END and abs(horizontal[place, 2] - x1) < _SAME_END
        ]
        left = [place for place in left if place not in same]
        if len(same) >= 2:
            found += _runs(lines, horizontal[same])
    return found


def _runs(lines: list[Line], rules: Floats) -> list[Area]:
    """The runs of bands between rules of one width that are rows of cells."""
    x0, x1 = float(rules[:, 0].min()), float(rules[:, 2].max())
    inside = [line for line in lines if x0 - 3 < (line.x0 + line.x1) / 2 < x1 + 3]
    heights = ((rules[:, 1] + rules[:, 3]) / 2).tolist()
    kinds = []
    for upper, lower in itertools.pairwise(heights):
        band = [line for line in inside if upper < line.base - 0.3 * line.size < lower]
        kinds.append(_kind(band, x1 - x0))
    found: list[Area] = []
    start = -1
    for place, kind in enumerate([*kinds, "text"]):
        after = kinds[place + 1] if place + 1 < len(kinds) else "text"
        if kind == "cells" and start < 0:
            start = place
        elif start >= 0 and not (kind in ("cells", "empty") or (kind == "line" and after == "cells")):
            if start and kinds[start - 1] == "line" and heights[start] - heights[start - 1] < 40:
                start -= 1
            found.append((x0, heights[start], x1, heights[place]))
            start = -1
    return found


def _kind(band: list[Line], width: float) -> str:
    """What a band holds: "cells", one "line" of text or two, "text", or it is "empty"."""
    if not band:
        return "empty"
    rows = baselines(band)
    several = [row for row in rows if len(row.cells) >= 2]
    single = [row for row in rows if len(row.cells) == 1]
    # A line of text from edge to edge stands between two tables, each with a rule under its head.
    across = any(len(row.cells[0].text) > 50 and row.x1 - row.x0 > 0.7 * width for row in single)
    wide = sum(row.x1 - row.x0 > 0.5 * width for row in single)
    if (
        several
        and len(several) >= 0.2 * len(rows)
        and len(several) >= wide
        and not across
        and not _is_prose(several, width)
    ):
        return "cells"
    return "line" if len(rows) <= 2 else "text"


def _is_prose(rows: list[Row], width: float) -> bool:
    """Whether rows are columns of running text."""
    long = [
        row
        for row in rows
        if sum(len(cell.text) > 25 and cell.width > 0.25 * width for cell in row.cells) >= 2
    ]
    return len(rows) >= 5 and len(long) >= 0.6 * len(rows)
