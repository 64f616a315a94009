"""Characters → lines: which glyphs stand side by side, where words end, what is drawn twice.

A line here is a run of characters on one baseline without a gap wide enough to separate columns or cells;
`pincite.parse.layout` decides what stands beside what.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pincite.orders import gives_orders
from pincite.parse import characters
from pincite.parse.grouping import Upright, group
from pincite.parse.hidden import REASONS, SHOWN, TO_MODELS
from pincite.parse.line import PageLines
from pincite.parse.pdf import Glyphs
from pincite.parse.symbols import is_extension
from pincite.parse.turning import Floats, turn, turn_back
from pincite.parse.vertical import columns, straighten
from pincite.parse.writing import Placement, write

_AXIS = 0.25
"""Brackets and operators of formulas are centred so many font sizes above the line's baseline."""

_DOWN = 90
"""Direction of text that runs down the page, in degrees clockwise."""

_SAME_PLACE = 0.001
"""Boxes closer than this many points are one: ink is known from the cell and the glyph, not exactly."""


def page_lines(glyphs: Glyphs, index: int) -> PageLines:
    """The lines of a page.

    Args:
        glyphs: Its characters.
        index: Its index from 1.
    """
    page = PageLines(
        index, glyphs.width, glyphs.height, glyphs.width, glyphs.height, graphics=glyphs.graphics
    )
    page.hidden = _hidden(glyphs)
    kept = np.flatnonzero(glyphs.hidden == SHOWN)
    if not len(kept):
        return page
    angles = glyphs.angle[glyphs.objects[kept]]
    size = glyphs.size[glyphs.objects[kept]]
    column = columns(glyphs.codes[kept], glyphs.cells[kept], size)
    angles[column > 0] = _DOWN
    main = int(np.bincount(((angles + 45) // 90) % 4, minlength=4).argmax()) * 90
    page.angle = main
    if main % 180:
        page.across, page.down = page.down, page.across
    for angle in np.flatnonzero(np.bincount(angles)).tolist():
        # Slightly skewed text (scans) is read with the upright; a diagonal watermark by itself.
        nearest = int((angle + 45) // 90 % 4 * 90)
        skew = (angle - nearest + 180) % 360 - 180
        if angle != nearest and abs(skew) <= 5:
            angles[angles == angle] = nearest
    for angle in np.flatnonzero(np.bincount(angles)).tolist():
        part = _upright(glyphs, kept[angles == angle], angle)
        if column.any():
            mine = column[angles == angle]
            part.ink = np.where((mine > 0)[:, None], part.cells, part.ink)
            part.base = straighten(part.base, mine)
        part = _once(_split_ligatures(part))
        groups = group(part) if angle % 90 == 0 else _by_operation(part)
        page.lines += write(part, groups, _placement(glyphs, angle), turned=(angle - main) % 360)
    page.lines.sort(key=lambda line: line.order)
    return page


def _placement(glyphs: Glyphs, angle: int) -> Placement:
    return Placement(
        glyphs.width, glyphs.height, lambda boxes: turn_back(boxes, glyphs.width, glyphs.height, angle)
    )


def _by_operation(part: Upright) -> list[NDArray[np.int64]]:
    """Lines of slanted text (watermarks): what the file draws at once."""
    ends = np.flatnonzero(np.diff(part.objects)) + 1
    pieces = np.split(np.arange(len(part.codes)), ends)
    return [piece for piece in pieces if (part.codes[piece] > 32).any()]


def _hidden(glyphs: Glyphs) -> dict[str, int]:
    """How many characters are not seen, by reason; and whether they speak to a language model."""
    counts = np.bincount(glyphs.hidden[glyphs.codes > 32], minlength=len(REASONS)).tolist()
    found = {reason: count for reason, count in zip(REASONS, counts, strict=True) if reason and count}
    if found and gives_orders("".join(map(chr, glyphs.codes[glyphs.hidden != SHOWN].tolist()))):
        found[TO_MODELS] = 1
    return found


def _upright(glyphs: Glyphs, kept: NDArray[np.int64], angle: int) -> Upright:
    objects = glyphs.objects[kept]
    cells, origin = glyphs.cells, glyphs.origin
    fonts = glyphs.fonts
    font = glyphs.font[objects]
    size = glyphs.size[objects]
    ink = _turn(glyphs.ink[kept], glyphs, angle)
    cell = _turn(cells[kept], glyphs, angle)
    first = np.concatenate(([0], np.flatnonzero(np.diff(glyphs.objects)) + 1))
    # The baseline lies at a fixed distance from the cell's lower end within one operation.
    start = _turn(np.concatenate((origin, origin), axis=1), glyphs, angle)[:, 1]
    first_cell = _turn(cells[first], glyphs, angle)
    base = cell[:, 3] + (start - first_cell[:, 3])[objects]
    hanging = np.array([is_extension(f.name) for f in fonts], bool)[font]
    base[hanging] = (ink[hanging, 1] + ink[hanging, 3]) / 2 + _AXIS * size[hanging]
    # Type 3 fonts may give any nominal size: then the cell's height says more.
    height = cell[:, 3] - cell[:, 1]
    odd = (size < 0.3 * height) | (size > 4 * height + 1)
    size = np.where(odd, np.maximum(height, 1), size)
    return Upright(
        codes=glyphs.codes[kept], ink=ink, cells=cell, base=base, size=np.maximum(size, 0.5),
        bold=np.array([f.bold for f in fonts], bool)[font], italic=np.array([f.italic for f in fonts], bool)[font],
        mono=np.array([f.mono for f in fonts], bool)[font], objects=objects, order=kept,
    )  # fmt: skip


def _turn(boxes: Floats, glyphs: Glyphs, angle: int) -> Floats:
    return turn(boxes, glyphs.width, glyphs.height, angle)


def _split_ligatures(part: Upright) -> Upright:
    """Give each letter of a ligature its share of the glyph's box."""
    times = characters.expansion_lengths(part.codes)
    if times is not None:
        index = np.repeat(np.arange(len(part.codes)), times)
        codes = characters.expand(part.codes, times)
        part = part.take(index)
        part.codes = codes
    # PDFium expands some by itself, and so do fonts that map one glyph to several letters: same glyph, same box.
    same = (part.objects[1:] == part.objects[:-1]) & (part.ink[1:, 2] > part.ink[1:, 0])
    for boxes in (part.ink, part.cells):
        for side in (0, 2):
            same &= np.abs(boxes[1:, side] - boxes[:-1, side]) < _SAME_PLACE
    if not same.any():
        return part
    group = np.concatenate(([0], np.cumsum(~same)))
    count = np.bincount(group)[group]
    place = np.arange(len(group)) - np.concatenate(([0], np.flatnonzero(~same) + 1))[group]
    right = characters.right_to_left(part.codes)
    if (right & (count > 1)).any():
        part.codes = characters.ordered_ligatures(part.codes, group)
        place = np.where(right, count - 1 - place, place)
    part.ink, part.cells = part.ink.copy(), part.cells.copy()
    for boxes in (part.ink, part.cells):
        left, step = boxes[:, 0].copy(), (boxes[:, 2] - boxes[:, 0]) / count
        boxes[:, 0] = left + place * step
        boxes[:, 2] = left + (place + 1) * step
    return part


def _once(part: Upright) -> Upright:
    """Without glyphs drawn again at nearly the same place (imitated bold, shadows)."""
    n = len(part.codes)
    drop = np.zeros(n, bool)
    cell = 4.0
    for shift in (0.0, 2.0):
        column = np.floor((part.cells[:, 0] + shift) / cell).astype(np.int64)
        row = np.floor((part.base + shift) / cell).astype(np.int64)
        key = (part.codes.astype(np.int64) << 40) + ((column + 4096) << 20) + (row + 4096)
        in_order = np.sort(key)
        if not (in_order[1:] == in_order[:-1]).any():
            continue
        order = np.argsort(key, kind="stable")
        first, second = order[:-1], order[1:]
        near = (key[first] == key[second]) & (part.codes[first] > 32)
        if not near.any():
            continue
        first, second = first[near], second[near]
        size = part.size[second]
        advance = part.cells[second, 2] - part.cells[second, 0]
        near = np.abs(part.cells[first, 0] - part.cells[second, 0]) < np.minimum(0.4 * advance, 0.15 * size)
        near &= np.abs(part.base[first] - part.base[second]) < 0.15 * size
        near &= np.abs(part.size[first] - size) < 0.1 * size
        drop[second[near]] = True
        part.bold[first[near]] = True
    return part.take(~drop) if drop.any() else part
