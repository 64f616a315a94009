"""Which text of a page its reader does not see.

Geometry and colours only raise the suspicion that text is covered or has the colour of what it stands on: fills may
be transparent, images have holes, highlights multiply. Suspects are then taken off the page: what changes nothing
when it is gone was not to be seen. Pages without suspects, nearly all, are not drawn.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pincite.parse.graphics import Graphics
from pincite.parse.turning import Floats

Mask = NDArray[np.bool_]
Index = NDArray[np.int64]

SHOWN, OFF_PAGE, TINY, INVISIBLE, COVERED, PALE = range(6)
REASONS = (
    "",
    "off the page",
    "too small to read",
    "invisible",
    "covered by what is drawn over it",
    "of the colour of what it stands on",
)
"""What to call each of these."""

TO_MODELS = "speaks to a language model"
"""Noted beside the reasons where text that is not seen gives a model orders."""

_INVISIBLE_MODES = (3, 7)
_FILLING_MODES = (0, 4)

_SMALLEST = 1.0
"""Least height of readable text in points, on a page of usual height."""

_USUAL_HEIGHT = 400.0

_SAME_COLOR = 0.08
"""Colours that differ by less than this in each of red, green, blue (0…1) are hard to tell apart."""

_SOLID = 0.95
_MOST_PAIRS = 4_000_000
"""Most combinations of text operations and drawings that are looked at."""

_LAYER_COVER = 0.5
"""A scan's image covers at least so much of its page."""


def find_hidden(
    cells: Floats,
    objects: Index,
    mode: Index,
    color: Floats,
    painted: Index,
    graphics: Graphics,
    size: tuple[float, float],
    shows: Callable[[Index, Floats], Mask],
) -> NDArray[np.uint8]:
    """Why each character is not seen: SHOWN or one of the other constants, (n,).

    Args:
        cells: Boxes of the characters as displayed, (n, 4).
        objects: Number of the text operation each belongs to, (n,).
        mode: Rendering mode of each operation, (m,).
        color: Fill colour of each operation: red, green, blue, opacity, 0…1; NaN where unknown, (m, 4).
        painted: When each operation is painted, (m,); 0 where unknown.
        graphics: What is drawn beside text.
        size: Width and height of the page as displayed.
        shows: Of some operations and the boxes around each, which change the look of the page.
    """
    reason = np.zeros(len(cells), np.uint8)
    if not len(cells):
        return reason
    boxes = _bounds(cells, objects, len(mode))
    doubtful = np.zeros(len(mode), np.uint8)
    doubtful[_may_be_pale(boxes, mode, color, painted, graphics)] = PALE
    doubtful[_may_be_covered(boxes, painted, graphics)] = COVERED
    doubtful[np.isin(mode, _INVISIBLE_MODES)] = INVISIBLE
    reason[:] = doubtful[objects]
    height = np.maximum(cells[:, 3] - cells[:, 1], cells[:, 2] - cells[:, 0])
    reason[(height < _SMALLEST * min(1.0, size[1] / _USUAL_HEIGHT)) & (height > 0)] = TINY
    middle = (cells[:, :2] + cells[:, 2:]) / 2
    away = (middle < 0) | (middle > np.array(size))
    reason[away[:, 0] | away[:, 1]] = OFF_PAGE
    if not reason.any():
        return reason
    layer = _scan_layer(reason, middle, graphics, size)
    reason[layer] = SHOWN
    suspects = np.flatnonzero((doubtful == PALE) | (doubtful == COVERED))
    suspects = suspects[np.isin(suspects, objects[(reason == PALE) | (reason == COVERED)])]
    if len(suspects):
        seen = np.zeros(len(mode), bool)
        seen[suspects] = shows(suspects, boxes[suspects])
        reason[seen[objects] & ((reason == PALE) | (reason == COVERED))] = SHOWN
    return reason


def _bounds(cells: Floats, objects: Index, count: int) -> Floats:
    """The box around the characters of each operation, (m, 4)."""
    first = np.flatnonzero(np.concatenate(([True], objects[1:] != objects[:-1])))
    if len(first) != count:
        raise ValueError("characters of one operation do not follow each other")
    low = np.minimum.reduceat(cells[:, :2], first)
    return np.concatenate((low, np.maximum.reduceat(cells[:, 2:], first)), axis=1)


def _covering(boxes: Floats, over: Floats) -> Mask:
    """Which boxes have their middle in which others, (m, k)."""
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    inside: Mask = (x[:, None] > over[:, 0]) & (x[:, None] < over[:, 2])
    inside &= (y[:, None] > over[:, 1]) & (y[:, None] < over[:, 3])
    return inside


def _may_be_covered(boxes: Floats, painted: Index, graphics: Graphics) -> Mask:
    solid = graphics.colors[:, 3] >= _SOLID
    over = np.concatenate((graphics.fills[solid], graphics.images))
    order = np.concatenate((graphics.fill_order[solid], graphics.image_order))
    covered = np.zeros(len(boxes), bool)
    early = np.flatnonzero((painted > 0) & (painted < order.max(initial=0)))
    if len(early) and len(early) * len(over) <= _MOST_PAIRS:
        later = order > painted[early][:, None]
        covered[early] = (_covering(boxes[early], over) & later).any(axis=1)
    return covered


def _may_be_pale(boxes: Floats, mode: Index, color: Floats, painted: Index, graphics: Graphics) -> Mask:
    """Text of the colour of the last fill under it, or else of white paper; text on an image is not judged."""
    filling = np.isin(mode, _FILLING_MODES) & ~np.isnan(color[:, 0])
    pale = filling & (color[:, :3].min(axis=1) > 1 - _SAME_COLOR)
    clear = filling & (color[:, 3] < _SAME_COLOR)
    same: Mask = pale | clear
    if not len(graphics.fills) and not len(graphics.images):
        return same
    under = np.concatenate((graphics.fills, graphics.images))
    order = np.concatenate((graphics.fill_order, graphics.image_order))
    judged = np.flatnonzero(filling)
    if len(judged) * len(under) > _MOST_PAIRS:
        return clear
    time = np.where(painted > 0, painted, order.max() + 1)[judged]
    below = np.where(_covering(boxes[judged], under) & (order < time[:, None]), order, -1)
    last = below.argmax(axis=1)
    paper = np.concatenate((graphics.colors[:, :3], np.full((len(graphics.images), 3), np.nan)))
    ground = np.where((below.max(axis=1) >= 0)[:, None], paper[last], 1.0)
    same = clear
    same[judged] = (np.abs(color[judged, :3] - ground) < _SAME_COLOR).all(axis=1) | clear[judged]
    return same


def _scan_layer(
    reason: NDArray[np.uint8], middle: Floats, graphics: Graphics, size: tuple[float, float]
) -> Mask:
    """Hidden text that is a scan's own text layer: most of the page's text, and it stands on the scan's image."""
    behind = (reason == INVISIBLE) | (reason == COVERED)
    nothing = np.zeros(len(reason), bool)
    if 2 * np.count_nonzero(reason == SHOWN) > np.count_nonzero(behind):
        return nothing
    low, high = np.maximum(graphics.images[:, :2], 0), np.minimum(graphics.images[:, 2:], np.array(size))
    area = np.prod(np.maximum(high - low, 0), axis=1).sum()
    if area < _LAYER_COVER * size[0] * size[1]:
        return nothing
    layer = np.zeros(len(reason), bool)
    for x0, y0, x1, y1 in graphics.images[:_MOST_STRIPS].tolist():
        on = (middle[:, 0] >= x0) & (middle[:, 0] <= x1) & (middle[:, 1] >= y0) & (middle[:, 1] <= y1)
        layer |= on
    kept: Mask = layer & behind
    return kept


_MOST_STRIPS = 500
"""Some scanners cut a page into strips; tiles of a map are more."""
