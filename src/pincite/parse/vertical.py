"""Chinese and Japanese written from the top down, in columns from the right to the left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pincite.parse import characters
from pincite.parse.turning import Floats

_LEAST_CHARACTERS = 3
"""Fewer that stand below each other are labels of a table, or chance."""

_LEAST_SHARE = 0.5
"""A page is written downwards when at least so much of its Chinese and Japanese is."""

_ASIDE = 0.6
"""Characters of one column have their middles closer than this many font sizes."""

_STEP = (0.5, 1.8)
"""How far below each other they stand, in font sizes."""


def columns(codes: NDArray[np.uint32], cells: Floats, size: Floats) -> NDArray[np.int64]:
    """The number of the column each character is part of, from 1; 0 for all where most of the page is in lines.

    Args:
        codes: Code points in the order of the file, (n,).
        cells: Boxes of the characters on the page as displayed, (n, 4).
        size: Font size of each, (n,).
    """
    nothing = np.zeros(len(codes), np.int64)
    wide = characters.unspaced(codes)
    if np.count_nonzero(wide) < _LEAST_CHARACTERS:
        return nothing
    middle = (cells[:, 0] + cells[:, 2]) / 2
    down = (cells[1:, 3] - cells[:-1, 3]) / size[1:]
    below = (np.abs(np.diff(middle)) < _ASIDE * size[1:]) & (down > _STEP[0]) & (down < _STEP[1])
    run = np.concatenate(([0], np.cumsum(~below)))
    length, eastern = np.bincount(run), np.bincount(run, wide)
    column = (length >= _LEAST_CHARACTERS) & (eastern > 0.5 * length)
    part = column[run]
    if np.count_nonzero(part & wide) < _LEAST_SHARE * np.count_nonzero(wide):
        return nothing
    return np.where(part, run + 1, 0)


def straighten(base: Floats, column: NDArray[np.int64]) -> Floats:
    """One baseline a column: full stops and small kana stand in a corner of their square."""
    straight = base.copy()
    for number in np.unique(column[column > 0]).tolist():
        straight[column == number] = np.median(base[column == number])
    return straight
