"""What is read from the picture of a page."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

_RULE, _MOST_SAME = 8, 0.8
"""So many characters, and of them more than this share the same: a rule or a row of dots."""


@dataclass(slots=True, eq=False)
class ScanLine:
    """A line, n characters; places in pixels of the picture turned upright and straightened.

    Attributes:
        text: The characters.
        cells: x0, y0, x1, y1 of each character, (n, 4).
        base: Baseline: y for upright lines, x for lines that run up or down.
        size: Font size.
        confidence: Mean probability of its characters, 0…1.
        angle: Direction of reading: 0, 90 (down) or 270 (up).
        bold: Whether its strokes are thick beside those of the page.
    """

    text: str
    cells: NDArray[np.float64]
    base: float
    size: float
    confidence: float
    angle: int = 0
    bold: bool = False


@dataclass(slots=True, eq=False)
class Scan:
    """The lines of a page.

    Attributes:
        width: Width of the picture turned upright, in pixels.
        height: Height of the same.
        turn: Direction in which its text runs on the picture as given: 0, 90, 180 or 270 degrees clockwise.
        skew: How far the upright picture's lines slope down to the right, in degrees.
        lines: In no order.
    """

    width: int
    height: int
    turn: int = 0
    skew: float = 0.0
    lines: list[ScanLine] = field(default_factory=list)

    @property
    def confidence(self) -> float:
        """Mean confidence of its characters; 0 without any."""
        characters = sum(len(line.text) for line in self.lines)
        return sum(line.confidence * len(line.text) for line in self.lines) / max(characters, 1)

    def sure(self, least_confidence: float) -> list[ScanLine]:
        """Lines that were read with so much confidence; a rule read as one letter over and over is no line."""
        return [
            line for line in self.lines if line.confidence >= least_confidence and not _is_rule(line.text)
        ]


def _is_rule(text: str) -> bool:
    letters = text.replace(" ", "")
    same = max(map(letters.count, set(letters)), default=0) if len(letters) >= _RULE else 0
    return same > _MOST_SAME * len(letters) and any(map(str.isalpha, letters))
