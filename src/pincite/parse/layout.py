"""Lines → reading order: columns, labels beside text, rows of cells.

The page is a grid of inked cells. A gutter is a strip of white that runs down between text on both sides. What
stands on its two sides decides how they are read: two columns of prose one after the other; a label and its
text together, label first; cells of a table row by row.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from pincite.parse.line import Line
from pincite.parse.rows import ITEM_LABEL, Row, baselines, rows_of
from pincite.parse.turning import Floats

_CELL_WIDTH, _CELL_HEIGHT = 2.0, 3.0
"""Size of a grid cell in points: fine enough for the narrowest gutter and the smallest line."""

_MAX_CELLS = 1000
"""Longest side of the grid: a page of 200 inches gets larger cells, not more memory."""

_MIN_GUTTER = 0.8
"""Narrowest gutter in font sizes."""

_OVERHANG = 4
"""A line that hangs over into a gutter is no higher than so many grid cells."""

_MAX_TRIES = 6
_LONG_RULE = 0.3
"""A rule over this share of the area's width may divide what is above from what is below."""

_NO_RULES: Floats = np.zeros((0, 4))
_MAX_DEPTH = 4


@dataclass(slots=True, eq=False)
class Region:
    """Rows that are read from top to bottom, within x0…x1.

    Attributes:
        role: "beside" for text beside the label that is the region before, "aside" for a column of notes, "box" for
            a box that has other text beside it.
        typewritten: Whether a fixed-width font is the document's ordinary one.
    """

    rows: list[Row]
    x0: float
    x1: float
    role: str = ""
    typewritten: bool = False


def regions(lines: list[Line], rules: Floats = _NO_RULES) -> list[Region]:
    """The regions of a page in reading order.

    Args:
        lines: Its lines, all in the same reading direction.
        rules: Its horizontal rules, (n, 4): columns end where one crosses the white between them.
    """
    return [_region(part, role) for part, role in _split(lines, rules, 0) if part]


def _region(lines: list[Line], role: str) -> Region:
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    return Region(rows_of(lines), x0, x1, role)


def _split(lines: list[Line], rules: Floats, depth: int) -> list[tuple[list[Line], str]]:
    if len(lines) < 4 or depth > _MAX_DEPTH:
        return [(lines, "")]
    found = _gutter(lines, rules)
    if found is None:
        return [(lines, "")]
    x, y0, y1, how = found
    above, left, right, below = _parts(lines, x, y0, y1)
    if not left or not right:
        return [(lines, "")]
    result = _split(above, rules, depth + 1) if above else []
    if how == "columns" and _is_aside(left, right):
        # A narrow column of notes in smaller type comes after the text it accompanies.
        result += [*_split(right, rules, depth + 1), (left, "aside")]
    elif how == "columns":
        result += _split(left, rules, depth + 1) + _split(right, rules, depth + 1)
    else:
        result += _interleaved(left, right)
    return result + (_split(below, rules, depth + 1) if below else [])


def _is_aside(left: list[Line], right: list[Line]) -> bool:
    widths = [max(line.x1 for line in side) - min(line.x0 for line in side) for side in (left, right)]
    return widths[0] < 0.45 * widths[1] and (
        median(line.size for line in left) < 0.95 * median(line.size for line in right)
    )


def _middle(line: Line) -> float:
    return line.base - 0.35 * line.size


def _parts(
    lines: list[Line], x: float, y0: float, y1: float
) -> tuple[list[Line], list[Line], list[Line], list[Line]]:
    above, left, right, below = [], [], [], []
    for line in lines:
        if _middle(line) < y0:
            above.append(line)
        elif _middle(line) > y1:
            below.append(line)
        elif (line.x0 + line.x1) / 2 < x:
            left.append(line)
        else:
            right.append(line)
    # A last line or two that stands on one side only, after a gap, before full-width text: its heading.
    for side, other in ((left, right), (right, left)):
        if below and side and other:
            end = max(line.base for line in other)
            tail = sorted((line for line in side if _middle(line) > end), key=lambda line: line.base)
            before = [line.base for line in side if line.base <= end]
            if (
                tail
                and len(tail) <= 2
                and before
                and tail[0].base - max(max(before), end) > 1.6 * tail[0].size
            ):
                for line in tail:
                    side.remove(line)
                below.extend(tail)
    if left and not _is_aside(left, right):
        start = min(other.base - other.size for other in left)
        early = [line for line in right if line.base < start - 0.5 * line.size]
        if len(early) <= 2:
            # A date or number at the right, above everything in the left column.
            right = [line for line in right if line not in early]
            above += early
    return above, left, right, below


def _side_by_side(lines: list[Line]) -> bool:
    """Whether at least two lines have another beside them: most pages of books end here."""
    count = 0
    ordered = sorted(lines, key=_middle)
    for before, line in itertools.pairwise(ordered):
        if line.base - line.size * 0.7 < before.base and (line.x0 > before.x1 or before.x0 > line.x1):
            count += 1
            if count >= 2:
                return True
    return False


@dataclass(slots=True)
class _Grid:
    inked: NDArray[np.bool_]
    x: float
    y: float
    width: float
    height: float


def _grid(lines: list[Line]) -> _Grid:
    """Which cells of the area that the lines cover have ink."""
    x, y = min(line.x0 for line in lines), min(line.base - line.size for line in lines)
    across, down = max(line.x1 for line in lines) - x, max(line.base for line in lines) - y
    width, height = max(_CELL_WIDTH, across / _MAX_CELLS), max(_CELL_HEIGHT, down / _MAX_CELLS)
    inked = np.zeros((int(down / height) + 2, int(across / width) + 2), bool)
    for line in lines:
        top, bottom = (
            int((line.base - 0.72 * line.size - y) / height),
            int((line.base + 0.1 * line.size - y) / height),
        )
        inked[top : bottom + 1, int((line.x0 - x) / width) : int((line.x1 - x) / width) + 1] = True
    return _Grid(inked, x, y, width, height)


def _add_rules(grid: _Grid, rules: Floats) -> None:
    """Ink the long rules between the lines."""
    height, width = grid.inked.shape
    for x0, y0, x1, _ in rules.tolist():
        row, left, right = (
            int((y0 - grid.y) / grid.height),
            (x0 - grid.x) / grid.width,
            (x1 - grid.x) / grid.width,
        )
        if 0 < row < height and right - left > _LONG_RULE * width:
            grid.inked[row, max(int(left), 0) : max(int(right), 0)] = True


def _gutter(lines: list[Line], rules: Floats) -> tuple[float, float, float, str] | None:
    """The best gutter: x, upper and lower end, and how its sides are read."""
    if not _side_by_side(lines):
        return None
    grid = _grid(lines)
    _add_rules(grid, rules)
    size = median(line.size for line in lines)
    wide = max(round(_MIN_GUTTER * size / grid.width), 2)
    free = _bridged(_free(grid.inked, wide), _free(grid.inked, 2))
    left = np.cumsum(np.maximum.accumulate(grid.inked, axis=1), axis=0, dtype=np.int32)
    right = np.cumsum(np.maximum.accumulate(grid.inked[:, ::-1], axis=1)[:, ::-1], axis=0, dtype=np.int32)
    for _ in range(_MAX_TRIES):
        best = _best_run(free, left, right)
        if best is None or best[3] * grid.height < 1.6 * size:
            return None
        column, start, end, _ = best
        x = grid.x + (column + 0.5) * grid.width
        y0, y1 = grid.y + start * grid.height, grid.y + end * grid.height
        how = _how(lines, x, y0, y1)
        part = _prose_part(lines, x, y0, y1) if how != "labels" else None
        if how == "columns" and part is not None and _has_table_beyond(lines, y0, y1, *part):
            return x, *part, how
        if how != "rows":
            return x, y0, y1, how
        if part is not None and _how(lines, x, *part) == "columns":
            # A table whose own gap lies above or below the gutter.
            return x, *part, "columns"
        near = max(int(2 * size / grid.width), 2)
        free[start:end, max(column - near, 0) : column + near + 1] = False
    return None


def _free(inked: NDArray[np.bool_], wide: int) -> NDArray[np.bool_]:
    """Where so many cells side by side have no ink, by the one in their middle."""
    before, after = wide // 2, wide - wide // 2 - 1
    sums = np.cumsum(np.pad(inked, ((0, 0), (before + 1, after))), axis=1, dtype=np.int32)
    free: NDArray[np.bool_] = (sums[:, wide:] - sums[:, :-wide]) == 0
    return free


def _bridged(free: NDArray[np.bool_], narrow: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """White that goes on past single lines that hang over into it, where they leave a narrow strip."""
    above, below = np.zeros_like(free), np.zeros_like(free)
    for step in range(1, _OVERHANG + 1):
        above[step:] |= free[:-step]
        below[:-step] |= free[step:]
    return free | (narrow & above & below)


def _prose_part(lines: list[Line], x: float, y0: float, y1: float) -> tuple[float, float] | None:
    """The part of a gutter beside which lines fill both sides: its upper and lower end, if it is not all of it."""
    inside = sorted((line for line in lines if y0 <= _middle(line) <= y1), key=_middle)
    sides = [[line for line in inside if ((line.x0 + line.x1) / 2 >= x) == right] for right in (False, True)]
    if min(map(len, sides)) < 4:
        return None
    widths = [max(line.x1 for line in side) - min(line.x0 for line in side) for side in sides]
    best, total, first, chosen = 0.0, 0.0, 0, (0, 0)
    for place, line in enumerate(inside):
        width = widths[(line.x0 + line.x1) / 2 >= x]
        full = line.width > 0.7 * width and len(line.text) > 14
        if total <= 0:
            total, first = 0.0, place
        total += 1.0 if full else -1.0
        if total > best:
            best, chosen = total, (first, place)
    if best < 8 or chosen == (0, len(inside) - 1):
        return None
    top, bottom = inside[chosen[0]], inside[chosen[1]]
    # Short last lines and headings beside and below still belong to the columns, down to the next wide gap.
    end = chosen[1]
    while end + 1 < len(inside) and inside[end + 1].base - inside[end].base < 2.5 * bottom.size:
        end += 1
    start = chosen[0]
    while start and inside[start].base - inside[start - 1].base < 1.7 * top.size:
        start -= 1
    return _middle(inside[start]) - 1, _middle(inside[end]) + 1


def _has_table_beyond(lines: list[Line], y0: float, y1: float, top: float, bottom: float) -> bool:
    """Whether what lies beside a gutter above or below its prose is a table: level rows of three cells and more."""
    for low, high in ((y0, top), (bottom, y1)):
        rows = baselines([line for line in lines if low <= _middle(line) < high])
        if len(rows) >= 3 and sum(len(row.cells) >= 3 for row in rows) >= 0.7 * len(rows):
            return True
    return False


def _best_run(
    free: NDArray[np.bool_], left: NDArray[np.int32], right: NDArray[np.int32]
) -> tuple[int, int, int, int] | None:
    """The strip of white with most text on both sides: grid column, first row, end row, rows of text."""
    edges = np.diff(np.pad(free.astype(np.int8), ((1, 1), (0, 0))), axis=0)
    columns, starts = np.nonzero(edges.T == 1)
    _, ends = np.nonzero(edges.T == -1)
    if not len(columns):
        return None
    last = ends - 1
    on_left = left[last, columns] - np.where(starts > 0, left[starts - 1, columns], 0)
    on_right = right[last, columns] - np.where(starts > 0, right[starts - 1, columns], 0)
    score = np.minimum(on_left, on_right)
    top = int(score.max())
    if top <= 0:
        return None
    # The middle of the widest strip among the best.
    good = np.flatnonzero(score >= top)
    runs = np.split(good, np.flatnonzero(np.diff(columns[good]) > 1) + 1)
    widest = max(runs, key=len)
    chosen = int(widest[len(widest) // 2])
    return int(columns[chosen]), int(starts[chosen]), int(ends[chosen]), top


@dataclass(slots=True)
class _Side:
    rows: list[list[Line]]
    width: float
    cover: float
    chars: float
    digits: float
    starts: list[float]


def _how(lines: list[Line], x: float, y0: float, y1: float) -> str:
    """How text beside a gutter is read: "columns", "labels" or "rows"."""
    inside = [line for line in lines if y0 <= _middle(line) <= y1]
    left_lines = [line for line in inside if (line.x0 + line.x1) / 2 < x]
    right_lines = [line for line in inside if (line.x0 + line.x1) / 2 >= x]
    if len(left_lines) < 2 or len(right_lines) < 2:
        return "rows"
    left, right = _side(left_lines), _side(right_lines)
    sequence = [line.x0 >= x for line in sorted(inside, key=lambda line: line.order)]
    switches = sum(one != other for one, other in itertools.pairwise(sequence))
    if _is_aside(left_lines, right_lines) and len(left.rows) >= 4 and switches <= 4 and left.digits < 0.4:
        return "columns"
    if min(len(left.rows), len(right.rows)) < 2:
        return "rows"
    if all(ITEM_LABEL.match(row[0].text.strip()) for row in left.rows):
        return "rows"
    prose = [side.cover > 0.62 and side.chars > 14 and side.digits < 0.4 for side in (left, right)]
    if _aligned_starts(left, right):
        return (
            "labels"
            if right.cover > 0.5 and right.chars > 14 and len(right.rows) > len(right.starts)
            else "rows"
        )
    if _is_label(left, right):
        return "labels" if prose[1] else "rows"
    if all(prose) and min(len(left.rows), len(right.rows)) >= 3:
        return "columns"
    few = min(len(left.rows), len(right.rows))
    if (
        few >= 5
        and switches <= 1 + 0.1 * few
        and max(left.digits, right.digits) < 0.4
        and min(left.cover, right.cover) > 0.35
    ):
        return "columns"
    return "rows"


def _side(lines: list[Line]) -> _Side:
    rows = [row.cells for row in baselines(lines)]
    x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
    width = max(x1 - x0, 1.0)
    cover = sum(min(sum(cell.width for cell in row) / width, 1) for row in rows) / len(rows)
    text = "".join(cell.text for row in rows for cell in row)
    digits = sum(map(str.isdigit, text)) / max(len(text), 1)
    steps = [after[0].base - before[0].base for before, after in itertools.pairwise(rows)]
    usual = float(np.percentile(steps, 30)) if steps else 12.0
    starts = [rows[0][0].base]
    starts += [row[0].base for row, step in zip(rows[1:], steps, strict=True) if step > 1.25 * usual]
    return _Side(rows, width, cover, len(text) / len(rows), digits, starts)


def _aligned_starts(left: _Side, right: _Side) -> bool:
    """Whether paragraphs on both sides begin at the same heights, as cells of a table do."""
    if min(len(left.starts), len(right.starts)) < 3:
        return False
    together = sum(any(abs(one - other) < 2.5 for other in right.starts) for one in left.starts)
    return together >= 3 and together >= 0.75 * max(len(left.starts), len(right.starts))


def _is_label(left: _Side, right: _Side) -> bool:
    if left.width > 0.6 * right.width or len(left.rows) > 0.7 * len(right.rows):
        return False
    bases = [row[0].base for row in right.rows]
    aligned = sum(any(abs(row[0].base - base) < 3 for base in bases) for row in left.rows)
    return aligned >= 0.8 * len(left.rows) and left.chars < 40


def _interleaved(left: list[Line], right: list[Line]) -> list[tuple[list[Line], str]]:
    """Labels and the text beside each, one after the other."""
    rows = baselines(left)
    steps = [after.base - before.base for before, after in itertools.pairwise(rows)]
    groups: list[list[Row]] = [[rows[0]]]
    for row, step in zip(rows[1:], steps, strict=True):
        if step > 1.4 * row.size:
            groups.append([])
        groups[-1].append(row)
    tops = [group[0].base for group in groups]
    texts: list[list[Line]] = [[] for _ in range(len(groups) + 1)]
    for line in right:
        texts[sum(top <= line.base + 0.4 * line.size for top in tops)].append(line)
    result = [(texts[0], "")]
    for group, text in zip(groups, texts[1:], strict=True):
        result += [([cell for row in group for cell in row.cells], ""), (text, "beside")]
    return result
