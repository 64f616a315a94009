"""Characters of a page → which of them make a line, by baseline and gap."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.parse import characters
from pincite.parse.turning import Floats

_SAME_BASELINE = 0.08
"""Baselines closer than this times the font size are one."""

_WIDE_GAP = 1.0
"""A gap of this many font sizes ends a line: no justified space gets that wide but in very loose lines, and
column gutters are rarely narrower."""

_LEADER_GAP = 3.0
"""The same between dots that lead to a page number."""

_LOOSE_SPACE = 0.55
"""A space of this many font sizes ends a run, but not its line."""

_DOT, _SPACE = 46, 32

_SCRIPT_GAP = 0.3
"""A raised or lowered run belongs to the line it stands this many font sizes beside."""

_RAISED_GAP = 1.4
"""The same for small raised marks after it: pictures may stand between a name and its mark."""

_RAISED_GAP_BEFORE = 0.8
"""The same for small raised marks before it: those of footnotes."""


@dataclass(slots=True, eq=False)
class Upright:
    """Characters of one reading direction, in coordinates where they are upright, n of them."""

    codes: NDArray[np.uint32]
    ink: Floats
    cells: Floats
    base: Floats
    size: Floats
    bold: NDArray[np.bool_]
    italic: NDArray[np.bool_]
    mono: NDArray[np.bool_]
    objects: NDArray[np.int64]
    order: NDArray[np.int64]

    def take(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> Upright:
        """Some of the characters."""
        return Upright(
            self.codes[index], self.ink[index], self.cells[index], self.base[index], self.size[index],
            self.bold[index], self.italic[index], self.mono[index], self.objects[index], self.order[index],
        )  # fmt: skip


def _runs(part: Upright) -> NDArray[np.int64]:
    """Start of each run of glyphs that follow each other in the file and on the page, and the end of the last."""
    size = part.size[:-1]
    gap = part.cells[1:, 0] - part.cells[:-1, 2]
    breaks = np.abs(part.base[1:] - part.base[:-1]) > _SAME_BASELINE * np.minimum(size, part.size[1:])
    dots = (part.codes[1:] == _DOT) & (part.codes[:-1] == _DOT)
    breaks |= (gap > np.where(dots, _LEADER_GAP, _WIDE_GAP) * size) | (gap < -0.6 * size)
    # A raised mark may stand in a wide space: the runs beside it must end there for it to find them.
    spaces = np.flatnonzero(part.codes[1:-1] == _SPACE) + 1
    room = part.cells[spaces + 1, 0] - part.cells[spaces - 1, 2]
    breaks[spaces[room > _LOOSE_SPACE * part.size[spaces]]] = True
    return np.concatenate(([0], np.flatnonzero(breaks) + 1, [len(part.codes)])).astype(np.int64)


@dataclass(slots=True, eq=False)
class _Run:
    start: int
    end: int
    x0: float
    x1: float
    base: float
    size: float
    row: int = -1


def group(part: Upright) -> list[NDArray[np.int64]]:
    """Indexes of the characters of each line, in reading order."""
    starts = _runs(part)
    begin, end = starts[:-1], starts[1:]
    solid = part.codes > 32
    # Space glyphs at a line's end would reach across a gutter.
    left = np.minimum.reduceat(np.where(solid, part.cells[:, 0], np.inf), begin)
    right = np.maximum.reduceat(np.where(solid, part.cells[:, 2], -np.inf), begin)
    size = np.maximum.reduceat(part.size, begin)
    inked = np.add.reduceat(solid.astype(np.int64), begin) > 0
    table = zip(begin.tolist(), end.tolist(), left.tolist(), right.tolist(), part.base[begin].tolist(),
                size.tolist(), inked.tolist(), strict=True)  # fmt: skip
    runs = [_Run(b, e, x0, x1, base, s) for b, e, x0, x1, base, s, ink in table if ink]
    if not runs:
        return []
    rows = _rows(runs)
    _attach_scripts(rows)
    groups: dict[int, list[_Run]] = {}
    for run in runs:
        groups.setdefault(run.row, []).append(run)
    lines = []
    for members in groups.values():
        members.sort(key=lambda run: run.x0)
        current = [members[0]]
        reach = members[0].x1
        for run in members[1:]:
            leads = _ends_in_dot(part, current[-1]) and part.codes[run.start] == _DOT
            wide = _LEADER_GAP if leads else _WIDE_GAP
            if run.x0 - reach > wide * max(run.size, current[-1].size):
                lines.append(current)
                current = []
            current.append(run)
            reach = max(reach, run.x1) if len(current) > 1 else run.x1
        lines.append(current)
    return [
        np.concatenate([np.arange(run.start, run.end) for run in _reading_order(part, line)])
        for line in lines
    ]


def _ends_in_dot(part: Upright, run: _Run) -> bool:
    codes = part.codes[max(run.end - 2, run.start) : run.end]
    return bool(codes[codes != _SPACE][-1:] == [_DOT])


def _reading_order(part: Upright, line: list[_Run]) -> list[_Run]:
    """Runs of one line; from right to left where most of its letters are written so."""
    if len(line) > 1:
        codes = np.concatenate([part.codes[run.start : run.end] for run in line])
        if characters.mostly_right_to_left(codes):
            return line[::-1]
    return line


def _rows(runs: list[_Run]) -> list[list[_Run]]:
    """Runs by baseline, from the top."""
    rows: list[list[_Run]] = []
    last = -1e9
    for run in sorted(runs, key=lambda run: run.base):
        if run.base - last > _SAME_BASELINE * run.size:
            rows.append([])
        rows[-1].append(run)
        run.row = len(rows) - 1
        last = run.base
    return rows


@dataclass(slots=True, eq=False)
class _Rows:
    """Runs by baseline from the top, each row from left to right, and what is asked of them often."""

    rows: list[list[_Run]]
    bases: list[float]
    tallest: list[float]
    starts: list[list[float]]
    reach: float


def _attach_scripts(rows: list[list[_Run]]) -> None:
    """Move raised, lowered and small runs to the row of the larger text they adjoin."""
    for row in rows:
        row.sort(key=lambda run: run.x0)
    tallest = [max(run.size for run in row) for row in rows]
    index = _Rows(
        rows,
        bases=[row[0].base for row in rows],
        tallest=tallest,
        starts=[[run.x0 for run in row] for row in rows],
        reach=0.8 * max(tallest),
    )
    for number, row in enumerate(rows):
        for run in row:
            host = _host(run, number, index)
            if host is not None:
                run.row = host.row


_SHIFTED = 0.9
_ROWS_AROUND = 12


def _is_shifted(run: _Run, host: _Run, apart: float) -> bool:
    """Whether a character or two of about the same size are moved up or down within a word: the E of TeX."""
    short = run.end - run.start <= 2 and host.end - host.start > run.end - run.start
    return (
        short
        and host.size > run.size * _SHIFTED
        and abs(apart) < 0.45 * host.size
        and (max(run.x0 - host.x1, host.x0 - run.x1) < 0.15 * host.size)
    )


def _host(run: _Run, number: int, index: _Rows) -> _Run | None:
    """The run on another baseline that this one belongs to, if any."""
    best, best_gap = None, math.inf
    for step in (-1, 1):
        for other in range(number + step, number + step * (_ROWS_AROUND + 1), step):
            if not 0 <= other < len(index.rows) or abs(index.bases[other] - run.base) >= index.reach:
                break
            if index.tallest[other] <= run.size * _SHIFTED:
                continue
            # Pages of music or maps have thousands of runs: only the nearest of a row are looked at.
            place = bisect_left(index.starts[other], run.x0)
            for host in index.rows[other][max(place - 3, 0) : place + 3]:
                gap = _gap_to(run, host)
                if gap < best_gap:
                    best, best_gap = host, gap
    return best


def _gap_to(run: _Run, host: _Run) -> float:
    """White between a run and the one it may belong to; infinite where it does not."""
    apart = run.base - host.base
    smaller = host.size > run.size * 1.05 and -0.75 * host.size < apart < 0.4 * host.size
    if not smaller and not _is_shifted(run, host, apart):
        return math.inf
    gap = max(run.x0 - host.x1, host.x0 - run.x1)
    limit = _SCRIPT_GAP
    if apart < 0 and run.size < 0.85 * host.size:
        limit = _RAISED_GAP if run.x0 > host.x1 else _RAISED_GAP_BEFORE
    limit *= host.size
    return gap if -0.35 * host.size < gap < limit else math.inf
