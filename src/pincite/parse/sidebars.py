"""Boxes of text that stand beside other text: read by themselves, so that the text around them stays whole."""

from __future__ import annotations

from statistics import median

import numpy as np

from pincite.parse.grid import Rules
from pincite.parse.layout import Region, regions
from pincite.parse.line import Line
from pincite.parse.rows import baselines
from pincite.parse.turning import Floats

_LEAST_WIDTH, _LEAST_HEIGHT = 90.0, 40.0
_LARGEST = 0.5
"""A box that covers more of the area of the page's text is its ground."""
_LEAST_LINES = 4
_SLACK = 2.0


def cut_boxes(lines: list[Line], rules: Rules) -> tuple[list[Line], list[list[Line]]]:
    """Lines outside of boxes, and the lines of each box that has text beside it."""
    boxes: list[list[Line]] = []
    if len(lines) < 2 * _LEAST_LINES:
        return lines, boxes
    for box in _candidates(lines, rules):
        inside = [line for line in lines if _within(line, box)]
        if _is_box(inside, lines, box):
            taken = set(map(id, inside))
            lines = [line for line in lines if id(line) not in taken]
            boxes.append(inside)
    return lines, boxes


def with_boxes(found: list[Region], boxes: list[list[Line]]) -> list[Region]:
    """Regions with those of the boxes after the text that each stands in, or at the end."""
    result = list(found)
    for lines in boxes:
        x0, x1 = min(line.x0 for line in lines), max(line.x1 for line in lines)
        top = min(line.base for line in lines)
        around = [
            place
            for place, region in enumerate(result)
            if min(region.x1, x1) - max(region.x0, x0) > 0.5 * (x1 - x0) and region.rows[0].base < top
        ]
        own = regions(lines)
        for region in own:
            region.role = "box"
        place = around[-1] + 1 if around else len(result)
        result[place:place] = own
    return result


def _candidates(lines: list[Line], rules: Rules) -> list[tuple[float, float, float, float]]:
    """Filled boxes and frames that may hold text, the largest first."""
    across = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    down = max(line.base for line in lines) - min(line.base for line in lines)
    boxes: Floats = np.concatenate([rules.fills, _frames(rules)])
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    good = (widths > _LEAST_WIDTH) & (heights > _LEAST_HEIGHT) & (widths * heights < _LARGEST * across * down)
    chosen = boxes[good][np.argsort(-(widths * heights)[good])]
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in chosen[:20].tolist()]


def _frames(rules: Rules) -> Floats:
    """Rectangles that two horizontal and two vertical rules enclose."""
    found = []
    upright = rules.vertical.tolist()
    for place, (x0, y0, x1, _) in enumerate(rules.horizontal.tolist()):
        for left, low, right, _ in rules.horizontal[place + 1 :].tolist():
            if abs(left - x0) > _SLACK or abs(right - x1) > _SLACK:
                continue
            sides = [
                any(abs(x - end) < 3 and top < y0 + 3 and bottom > low - 3 for x, top, _, bottom in upright)
                for end in (x0, x1)
            ]
            if all(sides):
                found.append((x0, y0, x1, low))
            break
    return np.array(found, float).reshape(-1, 4)


def _within(line: Line, box: tuple[float, float, float, float]) -> bool:
    x0, y0, x1, y1 = box
    return x0 - _SLACK <= line.x0 and line.x1 <= x1 + _SLACK and y0 < line.base - 0.3 * line.size < y1


def _is_box(inside: list[Line], lines: list[Line], box: tuple[float, float, float, float]) -> bool:
    """Whether it holds running text, crosses no line, and has text beside it."""
    x0, y0, x1, y1 = box
    rows = baselines(inside)
    if len(rows) < _LEAST_LINES or any(line.grid is not None or line.mono for line in inside):
        return False
    if (
        sum(len(row.cells) > 1 for row in rows) > 0.3 * len(rows)
        or median(len(r.cells[0].text) for r in rows) < 12
    ):
        return False
    level = [line for line in lines if y0 < line.base - 0.3 * line.size < y1 and not _within(line, box)]
    if any(line.x0 < x1 - _SLACK and line.x1 > x0 + _SLACK for line in level):
        return False
    return sum(len(line.text) > 20 for line in level) >= _LEAST_LINES
