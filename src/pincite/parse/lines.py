"""Characters → lines: which glyphs stand side by side, where words end, what is drawn twice.

A line here is a run of characters on one baseline without a gap wide enough to separate columns or cells;
`pincite.parse.layout` decides what stands beside what.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pincite.domain import BOX_UNIT, Boxes
from pincite.parse import characters
from pincite.parse.pdf import Floats, Glyphs

_SAME_BASELINE = 0.08
"""Baselines closer than this times the font size are one."""

_WIDE_GAP = 1.0
"""A gap of this many font sizes ends a line: no justified space gets that wide but in very loose lines, and
column gutters are rarely narrower."""

_WORD_GAP = 0.17
"""A gap of this many font sizes separates words where the file has no space glyph."""

_SCRIPT_GAP = 0.3
"""A raised or lowered run belongs to the line it stands this many font sizes beside."""

_ASCENT, _DESCENT = 0.72, 0.22
"""Height and depth of a line's frame in font sizes, unless its ink reaches further."""


@dataclass(slots=True, eq=False)
class Line:
    """A piece of a line, with all that later steps ask about it.

    Coordinates are points on the page turned so that the text is upright; `boxes` are on the page as displayed.

    Attributes:
        x0: Left end of the first glyph.
        x1: Right end of the last glyph.
        top: Upper end.
        bottom: Lower end.
        base: Baseline.
        size: Font size of most of its characters.
        text: Normalised text.
        boxes: One box a character of `text`.
        bold: Whether most of it is bold.
        italic: Whether most of it is italic or slanted.
        mono: Whether most of it is in a fixed-width font.
        order: Place of its first character in the file.
        turned: Whether it runs in another direction than most of the page.
        divided: Whether it ends in a hyphen that says "this word goes on" by its own code (soft hyphen).
        wide: Places in `text` where a gap wider than a word gap follows (cells, labels).
    """

    x0: float
    x1: float
    top: float
    bottom: float
    base: float
    size: float
    text: str
    boxes: Boxes
    bold: bool = False
    italic: bool = False
    mono: bool = False
    order: int = 0
    turned: bool = False
    divided: bool = False

    @property
    def width(self) -> float:
        """Extent along the reading direction in points."""
        return self.x1 - self.x0


@dataclass(slots=True, eq=False)
class PageLines:
    """All lines of a page.

    Attributes:
        index: Page index from 1.
        width: Displayed width in points.
        height: Displayed height in points.
        across: Width of the page turned so that most text is upright.
        down: Height of the same.
        lines: In the order of the file.
        hidden: How many characters are invisible or off the page, and left out.
    """

    index: int
    width: float
    height: float
    across: float
    down: float
    lines: list[Line] = field(default_factory=list)
    hidden: int = 0


@dataclass(slots=True, eq=False)
class _Characters:
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

    def take(self, index: NDArray[np.int64] | NDArray[np.bool_]) -> _Characters:
        return _Characters(
            self.codes[index], self.ink[index], self.cells[index], self.base[index], self.size[index],
            self.bold[index], self.italic[index], self.mono[index], self.objects[index], self.order[index],
        )  # fmt: skip


def page_lines(glyphs: Glyphs, index: int) -> PageLines:
    """The lines of a page.

    Args:
        glyphs: Its characters.
        index: Its index from 1.
    """
    page = PageLines(index, glyphs.width, glyphs.height, glyphs.width, glyphs.height)
    visible = _visible(glyphs)
    page.hidden = int(np.count_nonzero(~visible & (glyphs.codes > 32)))
    kept = np.flatnonzero(visible)
    if not len(kept):
        return page
    angles = glyphs.angle[glyphs.objects[kept]]
    main = int(np.bincount(((angles + 45) // 90) % 4, minlength=4).argmax()) * 90
    if main % 180:
        page.across, page.down = page.down, page.across
    for angle in np.unique(angles).tolist():
        # Slightly skewed text (scans) is read with the upright; a diagonal watermark by itself.
        nearest = int((angle + 45) // 90 % 4 * 90)
        skew = (angle - nearest + 180) % 360 - 180
        if angle != nearest and abs(skew) <= 5:
            angles[angles == angle] = nearest
    for angle in np.unique(angles).tolist():
        part = _upright(glyphs, kept[angles == angle], angle)
        part = _once(_split_ligatures(part))
        for line in _lines(part, glyphs, angle):
            line.turned = angle != main
            page.lines.append(line)
    page.lines.sort(key=lambda line: line.order)
    return page


def _visible(glyphs: Glyphs) -> NDArray[np.bool_]:
    middle = (glyphs.ink[:, :2] + glyphs.ink[:, 2:]) / 2
    size = np.array([glyphs.width, glyphs.height])
    on_page: NDArray[np.bool_] = ((middle >= 0) & (middle <= size)).all(axis=1)
    invisible = glyphs.invisible[glyphs.objects]
    # A scan's text layer is invisible throughout; on other pages invisible text is not what the reader sees.
    if np.count_nonzero(invisible) > 0.9 * len(invisible):
        return on_page
    return on_page & ~invisible


def _upright(glyphs: Glyphs, kept: NDArray[np.int64], angle: int) -> _Characters:
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
    # Type 3 fonts may give any nominal size: then the cell's height says more.
    height = cell[:, 3] - cell[:, 1]
    odd = (size < 0.3 * height) | (size > 4 * height + 1)
    size = np.where(odd, np.maximum(height, 1), size)
    return _Characters(
        codes=glyphs.codes[kept], ink=ink, cells=cell, base=base, size=np.maximum(size, 0.5),
        bold=np.array([f.bold for f in fonts], bool)[font], italic=np.array([f.italic for f in fonts], bool)[font],
        mono=np.array([f.mono for f in fonts], bool)[font], objects=objects, order=kept,
    )  # fmt: skip


def _turn(boxes: Floats, glyphs: Glyphs, angle: int) -> Floats:
    """Boxes on the page turned so that text running at `angle` (clockwise) runs to the right."""
    x0, y0, x1, y1 = boxes.T
    if angle == 90:
        return np.stack((y0, glyphs.width - x1, y1, glyphs.width - x0), axis=1)
    if angle == 180:
        return np.stack(
            (glyphs.width - x1, glyphs.height - y1, glyphs.width - x0, glyphs.height - y0), axis=1
        )
    if angle == 270:
        return np.stack((glyphs.height - y1, x0, glyphs.height - y0, x1), axis=1)
    return boxes


def _turn_back(boxes: Floats, glyphs: Glyphs, angle: int) -> Floats:
    """The reverse of `_turn`."""
    x0, y0, x1, y1 = boxes.T
    if angle == 90:
        return np.stack((glyphs.width - y1, x0, glyphs.width - y0, x1), axis=1)
    if angle == 180:
        return np.stack(
            (glyphs.width - x1, glyphs.height - y1, glyphs.width - x0, glyphs.height - y0), axis=1
        )
    if angle == 270:
        return np.stack((y0, glyphs.height - x1, y1, glyphs.height - x0), axis=1)
    return boxes


def _split_ligatures(part: _Characters) -> _Characters:
    """Give each letter of a ligature its share of the glyph's box."""
    times = characters.expansion_lengths(part.codes)
    if times is not None:
        index = np.repeat(np.arange(len(part.codes)), times)
        codes = characters.expand(part.codes, times)
        part = part.take(index)
        part.codes = codes
    # PDFium expands some by itself, and so do fonts that map one glyph to several letters: same glyph, same box.
    same = (part.objects[1:] == part.objects[:-1]) & (part.ink[1:] == part.ink[:-1]).all(axis=1)
    same &= (part.cells[1:] == part.cells[:-1]).all(axis=1) & (part.ink[1:, 2] > part.ink[1:, 0])
    if not same.any():
        return part
    group = np.concatenate(([0], np.cumsum(~same)))
    count = np.bincount(group)[group]
    place = np.arange(len(group)) - np.concatenate(([0], np.flatnonzero(~same) + 1))[group]
    part.ink, part.cells = part.ink.copy(), part.cells.copy()
    for boxes in (part.ink, part.cells):
        left, step = boxes[:, 0].copy(), (boxes[:, 2] - boxes[:, 0]) / count
        boxes[:, 0] = left + place * step
        boxes[:, 2] = left + (place + 1) * step
    return part


def _once(part: _Characters) -> _Characters:
    """Without glyphs drawn again at nearly the same place (imitated bold, shadows)."""
    n = len(part.codes)
    drop = np.zeros(n, bool)
    cell = 4.0
    for shift in (0.0, 2.0):
        column = np.floor((part.cells[:, 0] + shift) / cell).astype(np.int64)
        row = np.floor((part.base + shift) / cell).astype(np.int64)
        key = (part.codes.astype(np.int64) << 40) + ((column + 4096) << 20) + (row + 4096)
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


def _lines(part: _Characters, glyphs: Glyphs, angle: int) -> list[Line]:
    runs = _runs(part)
    lines = []
    for chars in _group(part, runs):
        line = _build(part, chars, glyphs, angle)
        if line is not None:
            lines.append(line)
    return lines


def _runs(part: _Characters) -> NDArray[np.int64]:
    """Start of each run of glyphs that follow each other in the file and on the page, and the end of the last."""
    size = part.size[:-1]
    gap = part.cells[1:, 0] - part.cells[:-1, 2]
    breaks = np.abs(part.base[1:] - part.base[:-1]) > _SAME_BASELINE * np.minimum(size, part.size[1:])
    breaks |= (gap > _WIDE_GAP * size) | (gap < -0.6 * size)
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


def _group(part: _Characters, starts: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Indexes of the characters of each line, in reading order."""
    begin, end = starts[:-1], starts[1:]
    left = np.minimum.reduceat(part.cells[:, 0], begin)
    right = np.maximum.reduceat(part.cells[:, 2], begin)
    size = np.maximum.reduceat(part.size, begin)
    inked = np.add.reduceat((part.codes > 32).astype(np.int64), begin) > 0
    table = zip(begin.tolist(), end.tolist(), left.tolist(), right.tolist(), part.base[begin].tolist(),
                size.tolist(), inked.tolist(), strict=True)  # fmt: skip
    runs = [_Run(b, e, x0, x1, base, s) for b, e, x0, x1, base, s, ink in table if ink]
    if not runs:
        return []
    rows = _rows(runs)
    _attach_scripts(runs, rows)
    groups: dict[int, list[_Run]] = {}
    for run in runs:
        groups.setdefault(run.row, []).append(run)
    lines = []
    for members in groups.values():
        members.sort(key=lambda run: run.x0)
        current = [members[0]]
        reach = members[0].x1
        for run in members[1:]:
            if run.x0 - reach > _WIDE_GAP * max(run.size, current[-1].size):
                lines.append(current)
                current = []
            current.append(run)
            reach = max(reach, run.x1) if len(current) > 1 else run.x1
        lines.append(current)
    return [
        np.concatenate([np.arange(run.start, run.end) for run in _reading_order(part, line)])
        for line in lines
    ]


def _reading_order(part: _Characters, line: list[_Run]) -> list[_Run]:
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


def _attach_scripts(runs: list[_Run], rows: list[list[_Run]]) -> None:
    """Move raised, lowered and small runs to the row of the larger text they adjoin."""
    tallest = [max(run.size for run in row) for row in rows]
    bases = [row[0].base for row in rows]
    for number, row in enumerate(rows):
        for run in row:
            host = _host(run, number, rows, bases, tallest)
            if host is not None:
                run.row = host.row


def _host(
    run: _Run, number: int, rows: list[list[_Run]], bases: list[float], tallest: list[float]
) -> _Run | None:
    best, best_gap = None, 1e9
    for step in (-1, 1):
        other = number + step
        while 0 <= other < len(rows) and abs(bases[other] - run.base) < 40:
            if tallest[other] > run.size * 1.05:
                for host in rows[other]:
                    apart = run.base - host.base
                    if host.size <= run.size * 1.05 or not -0.75 * host.size < apart < 0.4 * host.size:
                        continue
                    gap = max(run.x0 - host.x1, host.x0 - run.x1)
                    if -0.35 * host.size < gap < min(_SCRIPT_GAP * host.size, best_gap):
                        best, best_gap = host, gap
            other += step
    return best


def _build(part: _Characters, chars: NDArray[np.int64], glyphs: Glyphs, angle: int) -> Line | None:
    codes = part.codes[chars]
    inked = codes > 32
    if not inked.any():
        return None
    cells, ink, size = part.cells[chars], part.ink[chars], part.size[chars]
    weight = np.bincount((size[inked] * 10).astype(np.int64))
    main = float(weight.argmax()) / 10
    regular = np.abs(size - main) < 0.2
    base = (
        float(np.median(part.base[chars][inked & regular]))
        if (inked & regular).any()
        else float(part.base[chars[0]])
    )
    top = min(base - _ASCENT * main, float(ink[inked, 1].min()))
    bottom = max(base + _DESCENT * main, float(ink[inked, 3].max()))
    frames = ink.copy()
    frames[:, 1], frames[:, 3] = top, bottom
    displayed = _turn_back(frames, glyphs, angle)
    scale = np.array([glyphs.width, glyphs.height, glyphs.width, glyphs.height]) / BOX_UNIT
    boxes = displayed / scale
    boxes[:, :2], boxes[:, 2:] = np.floor(boxes[:, :2]), np.ceil(boxes[:, 2:])
    boxes = np.clip(boxes, 0, BOX_UNIT).astype(np.uint16)
    boxes[~inked] = 0
    spaces = _space_after(codes, cells, ink, main)
    text, boxes, divided = characters.compose(codes, boxes, spaces)
    if not text.strip():
        return None
    span = cells[inked]
    share = max(int(inked.sum()), 1)
    return Line(
        x0=float(min(span[:, 0].min(), ink[inked, 0].min())), x1=float(max(span[:, 2].max(), ink[inked, 2].max())),
        top=top, bottom=bottom, base=base, size=main, text=text, boxes=boxes,
        bold=bool((part.bold[chars] & inked).sum() > 0.6 * share),
        italic=bool((part.italic[chars] & inked).sum() > 0.6 * share),
        mono=bool((part.mono[chars] & inked).sum() > 0.8 * share),
        order=int(part.order[chars].min()), divided=divided,
    )  # fmt: skip


def _space_after(codes: NDArray[np.uint32], cells: Floats, ink: Floats, size: float) -> NDArray[np.bool_]:
    """Where a gap says that a word ends though the file has no space there."""
    after = np.zeros(len(codes), bool)
    if len(codes) < 2:
        return after
    gap = np.maximum(cells[1:, 0] - cells[:-1, 2], ink[1:, 0] - ink[:-1, 2] - 0.12 * size)
    letters = (codes[1:] > 32) & (codes[:-1] > 32)
    threshold = _WORD_GAP * size
    wide = letters & (gap > threshold)
    count = int(wide.sum())
    if count >= 3 and count > 0.5 * letters.sum():
        # Most gaps are wide: letters are spaced out, and only a gap wider than these ends a word.
        usual = float(np.median(gap[letters]))
        if usual < 0.8 * size:
            threshold = usual + max(0.25 * size, 0.35 * usual)
            wide = letters & (gap > threshold)
    after[:-1] = wide & ~characters.unspaced_pair(codes[:-1], codes[1:])
    return after
