"""The picture of a page → its lines, however the page was laid on the scanner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pincite.ocr.detection import Detector, Frame, Image
from pincite.ocr.measuring import Measured, measure
from pincite.ocr.models import load_detector, load_recogniser
from pincite.ocr.recognition import HEIGHT, Reading, Recogniser
from pincite.ocr.scan import Scan, ScanLine
from pincite.ocr.tidying import tidy

DETECTION_SIDE = 1280
"""Longest side of the picture in which lines are looked for: letters of 8 points are 9 pixels high in it."""

_SAMPLE = 8
_SAMPLE_WIDTH = 640
_CLEARLY_UPRIGHT = 0.85
"""Mean confidence of the sample from which on no other direction is tried."""

_MOST_SKEW = 20.0
_WIDEST = 6400


class Engine:
    """Reads pictures of pages with the embedded networks. Safe to use from several threads.

    Args:
        threads: How many cores to use at a time; 0 for all.
        cache: Folder for compiled networks, which makes the next start quick; None for none.
    """

    def __init__(self, threads: int = 0, cache: Path | None = None) -> None:
        # Arithmetic of 16 bits is five times slower than f32 where the processor only imitates it.
        self._detector = Detector(load_detector(precision="f32", streams=1, cache=cache), DETECTION_SIDE)
        model, letters = load_recogniser(precision="f32", streams=threads, cache=cache)
        self._recogniser = Recogniser(model, letters)

    def read(self, picture: Image) -> Scan:
        """Read the picture of a page, (h, w), 0 black to 255 white."""
        turn, upright, frames = self._turned(picture)
        skew = _skew(frames)
        scan = Scan(upright.shape[1], upright.shape[0], turn, skew)
        cuts = [_cut(upright, frame, skew) for frame in frames]
        readings = self._recogniser.read([cut.image for cut in cuts])
        strokes = []
        for frame, level, standing in zip(frames, cuts, readings, strict=True):
            cut, reading = level, standing
            if frame.upright:
                cut, reading = self._up_or_down(upright, frame, skew, (level, standing))
            if reading.text.strip():
                found = measure(cut.image, reading)
                scan.lines.append(_place(cut, reading.text, reading.confidence, found, scan))
                strokes.append(found.stroke / found.size)
        tidy(scan.lines, strokes)
        return scan

    def _turned(self, picture: Image) -> tuple[int, Image, list[Frame]]:
        """How the picture's text runs, the picture turned upright, and its lines."""
        frames = self._detector.find(picture)
        wide = sum(frame.width for frame in frames if not frame.upright)
        high = sum(frame.height for frame in frames if frame.upright)
        order = (0, 180, 90, 270) if wide >= high else (90, 270, 0, 180)
        best, best_turn = -1.0, 0
        for number, turn in enumerate(order):
            if number == 2 and best > 0.5:
                break  # lines were found along the other direction, and they make some sense
            sample = sorted(_turned_frames(frames, picture, turn), key=lambda frame: -frame.width)[:_SAMPLE]
            upright = _rotated(picture, turn)
            cuts = [_cut(upright, frame, frame.angle).image for frame in sample if not frame.upright]
            readings = self._recogniser.read([cut[:, :_SAMPLE_WIDTH] for cut in cuts])
            sure = float(np.mean([reading.confidence for reading in readings])) if readings else 0.0
            if sure > best:
                best, best_turn = sure, turn
            if sure >= _CLEARLY_UPRIGHT:
                break
        return best_turn, _rotated(picture, best_turn), _turned_frames(frames, picture, best_turn)

    def _up_or_down(
        self, picture: Image, frame: Frame, skew: float, standing: tuple[_Cut, Reading]
    ) -> tuple[_Cut, Reading]:
        """A line that is higher than wide: read upwards or downwards, if that makes more sense than as it stands."""
        cuts = [_cut(picture, frame, skew, angle) for angle in (270, 90)]
        readings = self._recogniser.read([cut.image for cut in cuts])
        best = max((0, 1), key=lambda number: readings[number].confidence)
        if len(readings[best].text) <= 1 or readings[best].confidence <= standing[1].confidence:
            return standing
        return cuts[best], readings[best]


def _rotated(picture: Image, turn: int) -> Image:
    """The picture turned so that text running at `turn` degrees clockwise runs to the right."""
    return np.ascontiguousarray(np.rot90(picture, turn // 90)) if turn else picture


def _turned_frames(frames: Sequence[Frame], picture: Image, turn: int) -> list[Frame]:
    """The frames on the picture turned."""
    height, width = picture.shape
    if turn == 90:
        return [Frame(f.y, width - f.x, f.height, f.width, f.angle) for f in frames]
    if turn == 180:
        return [Frame(width - f.x, height - f.y, f.width, f.height, f.angle) for f in frames]
    if turn == 270:
        return [Frame(height - f.y, f.x, f.height, f.width, f.angle) for f in frames]
    return list(frames)


def _skew(frames: Sequence[Frame]) -> float:
    """Median slope of the long lines, by length; 0 where there is none."""
    long = [frame for frame in frames if frame.width > 5 * frame.height and abs(frame.angle) <= _MOST_SKEW]
    if not long:
        return 0.0
    order = sorted(long, key=lambda frame: frame.angle)
    lengths = np.cumsum([frame.width for frame in order])
    return order[int(np.searchsorted(lengths, lengths[-1] / 2))].angle


def _slope(frame: Frame, skew: float) -> float:
    """The angle to cut a line at: that of a short one is chance, the page's is not."""
    return frame.angle if frame.width > 5 * frame.height and abs(frame.angle - skew) < 5 else skew


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """The picture of a line, and the way back from its pixels to those of the upright page.

    Attributes:
        image: `HEIGHT` high, text running to the right.
        back: Affine transformation, (2, 3).
        scale: Its pixels for one of the page's.
        angle: Direction of reading on the upright page: 0, 90 or 270.
    """

    image: Image
    back: NDArray[np.float64]
    scale: float
    angle: int = 0


def _cut(picture: Image, frame: Frame, skew: float, angle: int = 0) -> _Cut:
    """Cut a line out, level."""
    length, thickness = (frame.height, frame.width) if angle else (frame.width, frame.height)
    scale = HEIGHT / max(thickness, 1.0)
    width = min(max(round(length * scale), 8), _WIDEST)
    turn = math.radians(_slope(frame, skew) + angle)
    cosine, sine = math.cos(turn) / scale, math.sin(turn) / scale
    back = np.array([
        [cosine, -sine, frame.x - cosine * width / 2 + sine * HEIGHT / 2],
        [sine, cosine, frame.y - sine * width / 2 - cosine * HEIGHT / 2],
    ])  # fmt: skip
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    image = cv2.warpAffine(picture, back, (width, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return _Cut(np.asarray(image, np.uint8), back, scale, angle)


def _place(cut: _Cut, text: str, confidence: float, found: Measured, scan: Scan) -> ScanLine:
    """The line on the page turned upright and straightened."""
    middle = np.array([scan.width, scan.height]) / 2
    turn = math.radians(-scan.skew)
    level = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])

    def placed(across: NDArray[np.float64], down: NDArray[np.float64]) -> NDArray[np.float64]:
        points = cut.back @ np.stack((across, down, np.ones_like(across)))
        result: NDArray[np.float64] = (level @ (points - middle[:, None])).T + middle
        return result

    left, right = found.cells.T
    rows = np.full(len(left), (found.top + found.bottom) / 2)
    centres = placed((left + right) / 2, rows)
    half = np.stack((right - left, np.full(len(left), found.bottom - found.top)), axis=1) / (2 * cut.scale)
    if cut.angle:
        half = half[:, ::-1]
    cells = np.concatenate((centres - half, centres + half), axis=1)
    base = placed(np.array([(left[0] + right[-1]) / 2]), np.array([found.base]))[0]
    return ScanLine(
        text, cells, base=float(base[0] if cut.angle else base[1]), size=found.size / cut.scale,
        confidence=confidence, angle=cut.angle,
    )  # fmt: skip
