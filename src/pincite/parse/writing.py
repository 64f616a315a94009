"""Grouped characters → lines of text with a box a character, a whole page at a time."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.domain import BOX_UNIT, Boxes
from pincite.parse import characters
from pincite.parse.characters import Class
from pincite.parse.grouping import Upright
from pincite.parse.line import Line
from pincite.parse.turning import Floats

_WORD_GAP = 0.13
"""A gap of this many font sizes separates words where the file has no space glyph."""

_LEAST_WORD_GAP = 0.1
"""The same in lines that are set tightly throughout."""

_WORD_GAP_BESIDE_SPACES = 0.18
"""The same in lines where the file has spaces."""

_LONG_WORD = 12
"""A line with fewer spaces than one in so many letters has none of its own, or not all."""

_SPACED = 0.02
"""Letters further apart than this many font sizes are spaced out."""

_ASCENT, _DESCENT = 0.72, 0.22
"""Height and depth of a line's frame in font sizes, unless its ink reaches further."""

_SCRIPT_SIZE = 0.87
"""Exponents, marks and indices are smaller than so much of their line's size."""

_RAISED, _LOWERED = 0.12, 0.08
"""How far above or below the line they stand at least, in font sizes of the line."""

Mask = NDArray[np.bool_]
Index = NDArray[np.int64]


@dataclass(slots=True)
class Placement:
    """Where text is displayed.

    Attributes:
        width: Width of the page as displayed, in points.
        height: Its height.
        back: Turns boxes (n, 4) from upright coordinates to displayed ones.
    """

    width: float
    height: float
    back: Callable[[Floats], Floats]


@dataclass(slots=True, eq=False)
class _Flow:
    """The characters of all lines in reading order, n of them, m lines."""

    line: Index
    starts: Index
    codes: NDArray[np.uint32]
    kind: NDArray[np.uint8]
    ink: Floats
    cells: Floats
    base: Floats
    size: Floats
    solid: Mask


def write(part: Upright, groups: list[Index], place: Placement, *, turned: int) -> list[Line]:
    """Lines from the characters of each.

    Args:
        part: Characters of one reading direction.
        groups: Indexes of each line's characters, in reading order; each line has ink.
        place: Where the text is displayed.
        turned: Direction of the lines against most of the page's text, in degrees clockwise.
    """
    if not groups:
        return []
    index = _beside_letters(part, groups)
    flow = _flow(part, groups, index)
    lines = len(groups)
    size, base = _measures(flow, lines)
    flow.codes = characters.shift_digits(flow.codes, *_shifted(flow, size, base))
    low, high = flow.starts, flow.ink
    covered = np.where(flow.solid[:, None], high, np.array([np.inf, np.inf, -np.inf, -np.inf]))
    cells = np.where(flow.solid[:, None], flow.cells, np.array([np.inf, np.inf, -np.inf, -np.inf]))
    x0 = np.minimum.reduceat(np.minimum(covered[:, 0], cells[:, 0]), low)
    x1 = np.maximum.reduceat(np.maximum(covered[:, 2], cells[:, 2]), low)
    # Letters that are neither wide nor have ink are at least somewhere.
    hollow = x0 > x1
    x0[hollow] = np.minimum.reduceat(flow.cells[:, 0], low)[hollow]
    x1[hollow] = np.maximum.reduceat(flow.cells[:, 2], low)[hollow]
    top = np.minimum(base - _ASCENT * size, np.minimum.reduceat(covered[:, 1], low))
    bottom = np.maximum(base + _DESCENT * size, np.maximum.reduceat(covered[:, 3], low))
    boxes = _boxes(flow, top, bottom, place)
    spaces = _space_after(flow, size)
    share = np.maximum(np.bincount(flow.line, flow.solid, lines), 1)

    def most(flags: Mask, least: float) -> list[bool]:
        found: list[bool] = (
            np.bincount(flow.line, flags[index] & flow.solid, lines) > least * share
        ).tolist()
        return found

    order = np.minimum.reduceat(part.order[index], low)
    texts = _texts(flow, boxes, spaces, lines)
    table = zip(
        x0.tolist(), x1.tolist(), top.tolist(), bottom.tolist(), base.tolist(), size.tolist(), texts,
        most(part.bold, 0.6), most(part.italic, 0.6), most(part.mono, 0.8), order.tolist(), strict=True,
    )  # fmt: skip
    return [
        Line(left, right, high, deep, baseline, em, text, box, bold, italic, mono, first, turned, divided)
        for left, right, high, deep, baseline, em, (text, box, divided), bold, italic, mono, first in table
        if text
    ]


def _beside_letters(part: Upright, groups: list[Index]) -> Index:
    """The characters of all lines, accents that are drawn over a letter moved to it.

    TeX draws them before or after the rest of a line.
    """
    index = np.concatenate(groups)
    kind = characters.classes(part.codes[index])
    accents = np.flatnonzero(kind == Class.ACCENT)
    if not len(accents):
        return index
    ends = np.cumsum([len(group) for group in groups])
    left, right = part.ink[index, 0], part.ink[index, 2]
    letter = (kind == Class.PLAIN) & (part.codes[index] > 64) & (right > left)
    place = np.arange(len(index), dtype=np.float64)
    for accent in accents.tolist():
        line = int(np.searchsorted(ends, accent, "right"))
        members = np.arange(ends[line] - len(groups[line]), ends[line])
        middle = (left[accent] + right[accent]) / 2
        over = members[letter[members] & (left[members] < middle) & (middle < right[members])]
        if len(over):
            off = np.abs((left[over] + right[over]) / 2 - middle)
            place[accent] = over[off.argmin()] - 0.5
    return index[np.argsort(place, kind="stable")]


def _flow(part: Upright, groups: list[Index], index: Index) -> _Flow:
    lengths = np.array([len(group) for group in groups])
    codes = part.codes[index]
    kind = characters.classes(codes)
    ink, cells = part.ink[index], part.cells[index]
    # Text layers of scans use fonts whose glyphs have no outline: the cell is all there is to show.
    hollow = (ink[:, 2] <= ink[:, 0]) & (kind != Class.SPACE) & (kind != Class.SOFT) & (kind != Class.BAD)
    hollow &= kind != Class.VANISHING
    ink[hollow] = cells[hollow]
    _widen_accents(kind, ink, cells)
    solid = (ink[:, 2] > ink[:, 0]) & (kind != Class.SPACE) & (kind != Class.VANISHING)
    return _Flow(
        line=np.repeat(np.arange(len(groups)), lengths),
        starts=np.concatenate(([0], np.cumsum(lengths)[:-1])),
        codes=codes, kind=kind, ink=ink, cells=cells, base=part.base[index], size=part.size[index], solid=solid,
    )  # fmt: skip


def _widen_accents(kind: NDArray[np.uint8], ink: Floats, cells: Floats) -> None:
    """Give an accent over the next letter that letter's cell: no space is before it only because it is narrow."""
    accents = np.flatnonzero(kind[:-1] == Class.ACCENT)
    middle = (ink[accents, 0] + ink[accents, 2]) / 2
    over = accents[(middle > ink[accents + 1, 0]) & (middle < ink[accents + 1, 2])]
    cells[over] = cells[over + 1]


def _measures(flow: _Flow, lines: int) -> tuple[Floats, Floats]:
    """Font size of most characters and baseline of those, per line."""
    tenth = np.minimum(np.round(flow.size * 10), 99_999).astype(np.int64)
    keys, counts = np.unique((flow.line * 100_000 + tenth)[flow.solid], return_counts=True)
    order = np.lexsort((counts, keys // 100_000))
    keys = keys[order]
    last = np.concatenate((keys[1:] // 100_000 != keys[:-1] // 100_000, [True]))
    size, base = np.full(lines, 1.0), np.zeros(lines)
    size[keys[last] // 100_000] = keys[last] % 100_000 / 10
    size = np.maximum(size, 0.5)
    regular = flow.solid & (np.abs(tenth / 10 - size[flow.line]) < 0.2)
    where, values = flow.line[regular], flow.base[regular]
    order = np.lexsort((values, where))
    count = np.bincount(where, minlength=lines)
    middle = np.cumsum(count) - count + count // 2
    present = count > 0
    base[present] = values[order][middle[present]]
    base[~present] = flow.base[flow.starts[~present]]
    return size, base


def _shifted(flow: _Flow, size: Floats, base: Floats) -> tuple[Mask, Mask]:
    """Which characters are raised above their line, and which lowered: exponents, reference marks, indices."""
    em = size[flow.line]
    rise = (base[flow.line] - flow.base) / em
    small = flow.size < _SCRIPT_SIZE * em
    return flow.solid & small & (rise > _RAISED), flow.solid & small & (rise < -_LOWERED)


def _boxes(flow: _Flow, top: Floats, bottom: Floats, place: Placement) -> Boxes:
    frames = flow.ink.copy()
    # One height a line: frames look even, and the stored geometry compresses well.
    frames[:, 1], frames[:, 3] = top[flow.line], bottom[flow.line]
    shown = place.back(frames) * (BOX_UNIT / np.array([place.width, place.height] * 2))
    shown[:, :2], shown[:, 2:] = np.floor(shown[:, :2]), np.ceil(shown[:, 2:])
    boxes = np.clip(shown, 0, BOX_UNIT).astype(np.uint16)
    boxes[~flow.solid] = 0
    return boxes


def _space_after(flow: _Flow, size: Floats) -> Mask:
    """Where a gap says that a word ends though the file has no space there.

    Spaces of the file that no gap shows are turned into vanishing characters on the way.
    """
    n, lines = len(flow.codes), len(size)
    em = size[flow.line]
    _drop_false_spaces(flow, em)
    after = np.zeros(n, bool)
    where = flow.line[:-1]
    pair = (flow.line[1:] == where) & flow.solid[1:] & flow.solid[:-1]
    # A word of large type on a line of small dots has large gaps between its letters.
    em = np.maximum(em[:-1], np.maximum(flow.size[:-1], flow.size[1:]))
    bare = _gaps(flow) / em
    gap = bare + _swallowed(flow) * flow.size[:-1] / em
    spread = _letter_spacing(flow, bare, pair, lines)
    gap -= spread[where]
    wide = pair & (gap > _WORD_GAP)
    pairs, wides = np.bincount(where, pair, lines), np.bincount(where, wide, lines)
    threshold = np.full(lines, _WORD_GAP)
    usual = np.bincount(where, np.minimum(gap, 0.6) * wide, lines) / np.maximum(wides, 1)
    several = wides >= 3
    threshold[several] = np.clip(0.45 * usual, _LEAST_WORD_GAP, _WORD_GAP)[several]
    threshold[_has_own_spaces(flow, lines)] = _WORD_GAP_BESIDE_SPACES
    for line in np.flatnonzero(several & (wides > 0.5 * pairs)).tolist():
        # Most gaps are wide: letters are spaced out, and only a gap wider than these ends a word.
        middle = float(np.median(gap[pair & (where == line)]))
        if middle < 0.8:
            threshold[line] = middle + max(0.25, 0.35 * middle)
    after[:-1] = pair & (gap > threshold[where])
    after[:-1] &= ~characters.unspaced_pair(flow.codes[:-1], flow.codes[1:])
    return after


def _has_own_spaces(flow: _Flow, lines: int) -> Mask:
    """Lines in which the file has spaces where a text has them."""
    spaces = np.bincount(flow.line[flow.kind == Class.SPACE], minlength=lines)
    found: Mask = spaces * _LONG_WORD >= np.bincount(flow.line, flow.solid, lines)
    return found


def _letter_spacing(flow: _Flow, gap: Floats, pair: Mask, lines: int) -> Floats:
    """By how much the letters of each line are set apart, in font sizes; 0 where they are not."""
    spread = np.zeros(lines)
    where = flow.line[:-1]
    count = np.bincount(where, pair, lines)
    loose = np.bincount(where, pair & (gap > _SPACED), lines) > 0.5 * count
    for line in np.flatnonzero(loose & (count >= 4)).tolist():
        middle = float(np.median(gap[pair & (where == line)]))
        spread[line] = middle if middle < _WORD_GAP else 0.0
    return spread


def _gaps(flow: _Flow) -> Floats:
    """White between each character and the next, in whichever direction they follow each other."""
    left, right = flow.cells[:, 0], flow.cells[:, 2]
    gaps: Floats = np.maximum(left[1:] - right[:-1], left[:-1] - right[1:])
    return gaps


def _swallowed(flow: _Flow) -> Floats:
    """How much of the gap after each character its cell may cover, in font sizes.

    PDFium stretches the cell of an overhanging letter (an italic f) to its ink, and with it swallows the gap.
    """
    after = flow.cells[1:, 0] >= flow.ink[1:, 0] - 0.01
    before = flow.cells[:-1, 2] <= flow.ink[:-1, 2] + 0.01
    most: Floats = np.minimum(0.08 * after + 0.08 * before, 0.1)
    return most


def _drop_false_spaces(flow: _Flow, em: Floats) -> None:
    """Take away spaces that the page does not show: drawn on top of the word or with no width."""
    blank = np.flatnonzero(flow.kind == Class.SPACE)
    blank = blank[(blank > 0) & (blank < len(flow.kind) - 1)]
    blank = blank[flow.solid[blank - 1] & flow.solid[blank + 1]]
    blank = blank[(flow.line[blank - 1] == flow.line[blank]) & (flow.line[blank + 1] == flow.line[blank])]
    gap = np.maximum(
        flow.cells[blank + 1, 0] - flow.cells[blank - 1, 2],
        flow.cells[blank - 1, 0] - flow.cells[blank + 1, 2],
    )
    ink = np.maximum(
        flow.ink[blank + 1, 0] - flow.ink[blank - 1, 2], flow.ink[blank - 1, 0] - flow.ink[blank + 1, 2]
    )
    false = (gap < 0.02 * em[blank]) & (ink < 0.1 * em[blank])
    false |= characters.unspaced_pair(flow.codes[blank - 1], flow.codes[blank + 1]) & (gap < 0.6 * em[blank])
    flow.kind[blank[false]] = Class.VANISHING


def _texts(flow: _Flow, boxes: Boxes, spaces: Mask, lines: int) -> list[tuple[str, Boxes, bool]]:
    """Per line its normalised text, boxes, and whether it ends with a soft hyphen."""
    codes, kind, line = flow.codes, flow.kind, flow.line
    codes[kind == Class.SPACE] = 32
    codes[kind == Class.HYPHEN] = ord("-")
    soft = kind == Class.SOFT
    ends = np.concatenate((line[1:] != line[:-1], [True]))
    divided = np.zeros(lines, bool)
    divided[line[soft & ends]] = True
    # A soft hyphen with ink is a hyphen that the page shows; one without is only a place to divide.
    codes[soft] = ord("-")
    codes[kind == Class.BAD] = characters.REPLACEMENT
    keep = ~((soft | (kind == Class.BAD)) & ~flow.solid) & (kind != Class.VANISHING)
    times = keep.astype(np.int64) + spaces
    codes, line, boxes = np.repeat(codes, times), np.repeat(line, times), np.repeat(boxes, times, axis=0)
    inserted = np.cumsum(times)[spaces] - 1
    codes[inserted] = 32
    blank = codes == 32
    boxes[blank] = 0
    first = np.concatenate(([True], line[1:] != line[:-1]))
    keep = ~(blank & (first | np.concatenate(([True], blank[:-1]))))
    codes, line, boxes, blank = codes[keep], line[keep], boxes[keep], blank[keep]
    last = np.concatenate((line[1:] != line[:-1], [True]))
    keep = ~(blank & last)
    codes, line, boxes = codes[keep], line[keep], boxes[keep]
    right = characters.right_to_left(codes)
    leftward = set(np.flatnonzero(2 * np.bincount(line, right) > np.bincount(line, codes > 64)).tolist())
    accented = np.unique(line[characters.classes(codes) == Class.ACCENT]).tolist()
    text = codes.astype("<u4").tobytes().decode("utf-32-le")
    composed = unicodedata.is_normalized("NFC", text)
    bounds = np.concatenate(([0], np.cumsum(np.bincount(line, minlength=lines)))).tolist()
    out: list[tuple[str, Boxes, bool]] = []
    for number, (start, end) in enumerate(itertools.pairwise(bounds)):
        part, frames = text[start:end], boxes[start:end]
        if number in leftward:
            part = characters.match_brackets(part)
        if number in accented:
            part, frames = characters.join_accents(part, frames)
        if (number in accented or not composed) and not unicodedata.is_normalized("NFC", part):
            part, frames = characters.normalise(part, frames)
        out.append((part, frames, bool(divided[number])))
    return out
