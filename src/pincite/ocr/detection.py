"""Where the lines of text are on a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pincite.runtime import CompiledModel

Image = NDArray[np.uint8]

_INKED = 0.3
"""A pixel with this probability belongs to text."""

_LEAST_SCORE = 0.5
_GROWTH = 1.6
"""The network marks the core of a line; the line's frame is larger by this (as in Liao et al. 2020, eq. 10)."""

_MOST_LINES = 3000
_STEP = 32
_MEAN, _DEVIATION = 127.5, 127.5


@dataclass(frozen=True, slots=True)
class Frame:
    """A line's rectangle, in pixels of the picture.

    Attributes:
        x: Middle.
        y: Middle.
        width: Extent along `angle`.
        height: Extent across it.
        angle: Of its base against the horizontal, clockwise in degrees, within ±45.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float

    @property
    def upright(self) -> bool:
        """Whether it is rather high than wide: a line that runs up or down, or a single letter."""
        return self.height > 1.5 * self.width


class Detector:
    """Finds lines.

    Args:
        model: The network.
        side: Longest side in pixels of what it looks at.
    """

    def __init__(self, model: CompiledModel, side: int) -> None:
        self._model = model
        self._side = side

    def find(self, image: Image) -> list[Frame]:
        """Frames of the lines of a picture (h, w), in no order."""
        height, width = image.shape
        factor = min(1.0, self._side / max(height, width))
        small_width = max(_STEP, round(width * factor / _STEP) * _STEP)
        small_height = max(_STEP, round(height * factor / _STEP) * _STEP)
        small = cv2.resize(image, (small_width, small_height), interpolation=cv2.INTER_AREA)
        plane = (small.astype(np.float32) - _MEAN) / _DEVIATION
        pixels = np.broadcast_to(plane, (1, 3, small_height, small_width))
        (likely,) = self._model.run_one([np.ascontiguousarray(pixels)])
        return _frames(likely[0, 0], width / small_width, height / small_height)


def _frames(likely: NDArray[np.float32], across: float, down: float) -> list[Frame]:
    mask = (likely > _INKED).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    frames = []
    for contour in contours[:_MOST_LINES]:
        (x, y), (width, height), angle = cv2.minAreaRect(contour)
        if min(width, height) < 2 or _score(likely, contour) < _LEAST_SCORE:
            continue
        grow = width * height * _GROWTH / (width + height)
        width, height = width + grow, height + grow
        # OpenCV names any side the width: here it is the one nearer to the horizontal.
        quarter = round(angle / 90)
        angle -= 90 * quarter
        if quarter % 2:
            width, height = height, width
        frames.append(_scaled(Frame(x, y, width, height, angle), across, down))
    return frames


def _score(likely: NDArray[np.float32], contour: Any) -> float:
    """Mean probability within a contour."""
    x, y, width, height = cv2.boundingRect(contour)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.asarray(contour, np.int32) - np.array([x, y], np.int32)], 1)
    return float(cv2.mean(likely[y : y + height, x : x + width], mask)[0])


def _scaled(frame: Frame, across: float, down: float) -> Frame:
    """The frame on the full picture, whose pixels are all but square in the small one."""
    turn = math.radians(frame.angle)
    along = math.hypot(across * math.cos(turn), down * math.sin(turn))
    over = math.hypot(across * math.sin(turn), down * math.cos(turn))
    return Frame(frame.x * across, frame.y * down, frame.width * along, frame.height * over, frame.angle)
