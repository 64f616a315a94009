"""How large a recognised line is, where its baseline lies and where each of its letters begins and ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.ocr.detection import Image
from pincite.ocr.recognition import Reading

Floats = NDArray[np.float64]

_TALL = frozenset("ABCDEFGHIJKLMNOPRSTUVWXYZbdfhkl0123456789")
_LOW = frozenset("acemnorsuvwxz")
_ON_BASE = _TALL | _LOW
_TALL_EM, _LOW_EM, _SQUARE_EM = 0.69, 0.47, 0.86
"""Heights of capitals, of small letters without ascender, and of ideographs, in font sizes: those of book types."""

_SQUARE_DEPTH = 0.08
_FRAME_EM = 1.3
"""Height of a line's frame in font sizes, where no letter tells better."""

_LEAST_SPACE = 0.16
"""Narrowest space in font sizes, so that later steps see it."""


@dataclass(slots=True, eq=False)
class Measured:
    """Places in pixels of the line's picture.

    Attributes:
        size: Font size.
        base: Baseline, from the top.
        cells: Left and right of each character, without white between letters of a word, (n, 2).
        top: Upper end of the ink.
        bottom: Lower end of the ink.
        stroke: Thickness of its strokes.
    """

    size: float
    base: float
    cells: Floats
    top: float
    bottom: float
    stroke: float


def measure(picture: Image, reading: Reading) -> Measured:
    """Measure a line.

    Args:
        picture: The line's picture, (h, w).
        reading: What stands on it; not empty.
    """
    ink = _ink(picture)
    cells = _cells(ink, reading)
    tops, bottoms = _extents(ink, cells)
    size, base = _size(reading.text, tops, bottoms, picture.shape[0])
    inked = np.flatnonzero(ink.any(axis=1))
    starts = np.count_nonzero(ink[:, 1:] & ~ink[:, :-1]) + np.count_nonzero(ink[:, 0])
    return Measured(
        size, base, _with_spaces(cells, reading.text, size),
        top=float(inked[0]) if len(inked) else 0.0,
        bottom=float(inked[-1] + 1) if len(inked) else float(picture.shape[0]),
        stroke=np.count_nonzero(ink) / max(int(starts), 1),
    )  # fmt: skip


def _ink(picture: Image) -> NDArray[np.bool_]:
    """Which pixels are ink, on light or dark ground."""
    dark, middle, light = np.percentile(picture, (2, 50, 98)).tolist()
    inked: NDArray[np.bool_] = picture > (light + middle) / 2
    if middle - dark >= light - middle:
        inked = picture < (dark + middle) / 2
    return inked


def _cells(ink: NDArray[np.bool_], reading: Reading) -> Floats:
    """Left and right of the characters; between two letters where the least ink is, spaces between ink."""
    width = ink.shape[1]
    solid = [number for number, letter in enumerate(reading.text) if letter != " "]
    cells = np.zeros((len(reading.text), 2))
    if not solid:
        cells[:] = (0, width)
        return cells
    column = np.count_nonzero(ink, axis=0)
    inked = np.flatnonzero(column)
    left = float(inked[0]) if len(inked) else 0.0
    right = float(inked[-1] + 1) if len(inked) else float(width)
    centres = np.clip(reading.centres, left, right)
    begin = min(left, float(centres[solid[0]]))
    for place, number in enumerate(solid):
        last = place + 1 == len(solid)
        following = solid[place + 1] if not last else number
        if last:
            cells[number] = (begin, max(right, begin))
        elif following == number + 1:
            cut = _thinnest(column, float(centres[number]), float(centres[following]))
            cells[number] = (begin, cut)
            begin = cut
        else:
            end, begin_next = _gap(column, float(centres[number]), float(centres[following]))
            cells[number] = (begin, end)
            between = np.linspace(end, begin_next, following - number)
            cells[number + 1 : following] = np.stack((between[:-1], between[1:]), axis=1)
            begin = begin_next
    return cells


def _thinnest(column: NDArray[np.int64], left: float, right: float) -> float:
    """The column with the least ink between two middles, the nearest to half-way."""
    low, high = int(left) + 1, max(int(right), int(left) + 2)
    part = column[low:high]
    if not len(part):
        return (left + right) / 2
    places = np.arange(low, low + len(part)) + 0.5
    away = np.abs(places - (left + right) / 2) / max(right - left, 1)
    return float(places[np.argmin(part + 4 * away)])


def _gap(column: NDArray[np.int64], left: float, right: float) -> tuple[float, float]:
    """The widest stretch without ink between two middles."""
    low, high = int(left), max(int(right) + 1, int(left) + 2)
    white = np.concatenate(([True], column[low:high] > 0, [True]))
    places = np.flatnonzero(white)
    widths = np.diff(places)
    if not len(widths) or widths.max() < 2:
        middle = (left + right) / 2
        return middle, middle
    widest = int(widths.argmax())
    return float(low + places[widest]), float(low + places[widest + 1] - 1)


def _extents(ink: NDArray[np.bool_], cells: Floats) -> tuple[Floats, Floats]:
    """First inked row of each character, and the row after its last; NaN where there is no ink."""
    tops, bottoms = np.full(len(cells), np.nan), np.full(len(cells), np.nan)
    for number, (left, right) in enumerate(np.round(cells).astype(int).tolist()):
        rows = np.flatnonzero(ink[:, left:right].any(axis=1))
        if len(rows):
            tops[number], bottoms[number] = rows[0], rows[-1] + 1
    return tops, bottoms


def _size(text: str, tops: Floats, bottoms: Floats, height: int) -> tuple[float, float]:
    """Font size and baseline."""
    inked = ~np.isnan(tops)
    tall = inked & np.array([letter in _TALL for letter in text])
    low = inked & np.array([letter in _LOW for letter in text])
    square = inked & np.array([0x2E80 <= ord(letter) <= 0x9FFF for letter in text])
    if square.sum() > (tall | low).sum():
        size = float(np.median(bottoms[square] - tops[square])) / _SQUARE_EM
        return max(size, 1.0), float(np.median(bottoms[square])) - _SQUARE_DEPTH * size
    standing = tall | low
    base = float(np.median(bottoms[standing])) if standing.any() else height * 0.75
    if tall.sum() >= 2 or (tall.any() and not low.any()):
        size = (base - float(np.median(tops[tall]))) / _TALL_EM
    elif low.any():
        size = (base - float(np.median(tops[low]))) / _LOW_EM
    else:
        size = height / _FRAME_EM
    return min(max(size, height / 3), float(height) * 1.2), base


def _with_spaces(cells: Floats, text: str, size: float) -> Floats:
    """Spaces that are too narrow to be seen take from their neighbours."""
    least = _LEAST_SPACE * size
    for number in range(1, len(text) - 1):
        if text[number] != " ":
            continue
        lacking = least - (cells[number, 1] - cells[number, 0])
        if lacking > 0:
            cells[number] += (-lacking / 2, lacking / 2)
            cells[number - 1, 1] = max(cells[number, 0], cells[number - 1, 0] + 1)
            cells[number + 1, 0] = min(cells[number, 1], cells[number + 1, 1] - 1)
    return cells
