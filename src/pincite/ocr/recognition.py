"""Lines of text on pictures of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.ocr.detection import Image
from pincite.runtime import CompiledModel

HEIGHT = 48
"""Height in pixels of a line's picture."""

_WIDTH_STEP = 64
_BATCH_WIDTH = 4096
_STRIDE = 8
"""Pixels of one step of the network."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What stands on the picture of a line.

    Attributes:
        text: The characters, n of them.
        centres: Their middles in pixels of the line's picture, (n,).
        likely: Their probabilities, (n,).
    """

    text: str
    centres: NDArray[np.float64]
    likely: NDArray[np.float64]

    @property
    def confidence(self) -> float:
        """Mean probability of its characters; 0 without any."""
        return float(self.likely.mean()) if len(self.likely) else 0.0


class Recogniser:
    """Reads lines.

    Args:
        model: The network.
        letters: Its alphabet; the first entry stands for nothing.
    """

    def __init__(self, model: CompiledModel, letters: Sequence[str]) -> None:
        self._model = model
        self._letters = letters

    def read(self, pictures: Sequence[Image]) -> list[Reading]:
        """Read pictures of lines, each `HEIGHT` high, in the order given."""
        order = sorted(range(len(pictures)), key=lambda number: pictures[number].shape[1])
        batches: list[list[int]] = []
        for number in order:
            width = _padded(pictures[number].shape[1])
            if not batches or (len(batches[-1]) + 1) * width > _BATCH_WIDTH:
                batches.append([])
            batches[-1].append(number)
        found: dict[int, Reading] = {}
        inputs = [[_pixels([pictures[number] for number in batch])] for batch in batches]
        for place, (likely, codes) in self._model.run_many(inputs):
            for row, number in enumerate(batches[place]):
                steps = -(-pictures[number].shape[1] // _STRIDE)
                found[number] = self._decode(codes[row, :steps, 0], likely[row, :steps, 0])
        return [found[number] for number in range(len(pictures))]

    def _decode(self, codes: NDArray[np.int32], likely: NDArray[np.float32]) -> Reading:
        """Connectionist temporal classification: repeats are one character, 0 is none."""
        if not len(codes):
            return Reading("", np.zeros(0), np.zeros(0))
        begins = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))
        lengths = np.diff(np.concatenate((begins, [len(codes)])))
        best = np.maximum.reduceat(likely, begins)
        inked = codes[begins] > 0
        centres = (begins + lengths / 2)[inked] * _STRIDE
        text = "".join(self._letters[code] for code in codes[begins][inked])
        return Reading(text, centres, best[inked].astype(np.float64))


def _padded(width: int) -> int:
    return -(-width // _WIDTH_STEP) * _WIDTH_STEP


def _pixels(pictures: Sequence[Image]) -> NDArray[np.float32]:
    """One batch, (n, 3, HEIGHT, w): -1 is black, 1 white, 0 beyond the end of a line."""
    width = _padded(max(picture.shape[1] for picture in pictures))
    pixels = np.zeros((len(pictures), 3, HEIGHT, width), np.float32)
    for row, picture in enumerate(pictures):
        pixels[row, :, :, : picture.shape[1]] = picture.astype(np.float32) / 127.5 - 1
    return pixels
