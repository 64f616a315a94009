"""What only all lines of a page together tell: common sizes, common baselines, bold type."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.ocr.scan import ScanLine

_SAME_SIZE = 0.1
"""Measured sizes that differ by less are one: a pixel more or less at 200 dpi."""

_SAME_BASE = 0.2
"""Baselines that differ by less than this many font sizes are those of one row."""

_BOLD = 1.28
"""Strokes thicker than the page's usual by this factor are bold."""


def tidy(lines: Sequence[ScanLine], strokes: Sequence[float]) -> None:
    """Settle sizes, baselines and weights, in place.

    Args:
        lines: All lines of a page.
        strokes: Thickness of each line's strokes in font sizes.
    """
    if not lines:
        return
    _settle_sizes(lines)
    for angle in {line.angle for line in lines}:
        _settle_baselines([line for line in lines if line.angle == angle])
    weights = np.array([len(line.text) for line in lines])
    usual = _median(np.array(strokes), weights)
    for line, stroke in zip(lines, strokes, strict=True):
        line.bold = stroke > _BOLD * usual


def _median(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    order = np.argsort(values)
    totals = np.cumsum(weights[order])
    return float(values[order][int(np.searchsorted(totals, totals[-1] / 2))])


def _settle_sizes(lines: Sequence[ScanLine]) -> None:
    """Give lines of nearly one size the size of most of their characters; common sizes first."""
    left = list(lines)
    while left:
        sizes = np.array([line.size for line in left])
        weights = np.array([len(line.text) for line in left])
        near = np.abs(np.log(sizes[:, None] / sizes[None, :])) < _SAME_SIZE
        centre = int((near @ weights).argmax())
        members = near[centre]
        size = _median(sizes[members], weights[members])
        for line, member in zip(left, members.tolist(), strict=True):
            if member:
                line.size = size
        left = [line for line, member in zip(left, members.tolist(), strict=True) if not member]


def _settle_baselines(lines: Sequence[ScanLine]) -> None:
    """Give pieces of one row one baseline."""
    row: list[ScanLine] = []
    for line in sorted(lines, key=lambda line: line.base):
        if row and abs(line.base - _base(row)) > _SAME_BASE * min(line.size, row[0].size):
            _level(row)
            row = []
        row.append(line)
    _level(row)


def _base(row: Sequence[ScanLine]) -> float:
    return sum(line.base * len(line.text) for line in row) / sum(len(line.text) for line in row)


def _level(row: Sequence[ScanLine]) -> None:
    base = _base(row)
    for line in row:
        line.base = base
