"""Boxes on a page as displayed ↔ on the page turned so that text of one direction runs to the right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def turn(boxes: Floats, width: float, height: float, angle: int) -> Floats:
    """Boxes on the page turned so that text running at `angle` (clockwise) runs to the right.

    Args:
        boxes: x0, y0, x1, y1 on the page as displayed, (n, 4).
        width: Width of the page as displayed.
        height: Height of the page as displayed.
        angle: Reading direction in degrees; other angles than multiples of 90 leave the boxes as they are.
    """
    x0, y0, x1, y1 = boxes.T
    if angle == 90:
        return np.stack((y0, width - x1, y1, width - x0), axis=1)
    if angle == 180:
        return np.stack((width - x1, height - y1, width - x0, height - y0), axis=1)
    if angle == 270:
        return np.stack((height - y1, x0, height - y0, x1), axis=1)
    return boxes


def turn_back(boxes: Floats, width: float, height: float, angle: int) -> Floats:
    """The reverse of `turn`; width and height are those of the page as displayed."""
    x0, y0, x1, y1 = boxes.T
    if angle == 90:
        return np.stack((width - y1, x0, width - y0, x1), axis=1)
    if angle == 180:
        return np.stack((width - x1, height - y1, width - x0, height - y0), axis=1)
    if angle == 270:
        return np.stack((y0, height - x1, y1, height - x0), axis=1)
    return boxes
