"""What was read from the picture of a page → its lines, by way of the characters that a PDF would have given."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pincite.domain import BOX_UNIT, Boxes
from pincite.ocr.scan import Scan, ScanLine
from pincite.parse.line import PageLines
from pincite.parse.lines import page_lines
from pincite.parse.pdf import Glyphs
from pincite.parse.textpage import Font
from pincite.parse.turning import Floats, turn_back

_FONTS = [
    Font("", bold=False, italic=False, mono=False),
    Font("", bold=True, italic=False, mono=False),
]
_INSET = 0.03
"""White in points between a letter's cell and its ink: a glyph that fills its cell counts as overhanging."""


def scan_lines(scan: Scan, index: int, width: float, height: float, least_confidence: float) -> PageLines:
    """The lines of a page.

    Args:
        scan: What was read.
        index: The page's index from 1.
        width: Width of the page as displayed, in points.
        height: Its height.
        least_confidence: Lines that were read with less are left out.
    """
    lines = scan.sure(least_confidence)
    lines.sort(key=lambda line: (line.angle, line.base, line.cells[0, 0]))
    page = page_lines(_glyphs(scan, lines, width, height), index)
    if scan.skew:
        for line in page.lines:
            line.boxes = sloped(line.boxes, scan.skew, width, height)
    page.ocr_confidence = _confidence(lines)
    return page


def _confidence(lines: list[ScanLine]) -> float:
    characters = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / max(characters, 1)


def _glyphs(scan: Scan, lines: list[ScanLine], width: float, height: float) -> Glyphs:
    """The characters on the page as displayed, but straightened."""
    across = height if scan.turn % 180 else width
    scale = across / scan.width
    counts = [len(line.text) for line in lines]
    cells = np.concatenate([line.cells for line in lines]) * scale if lines else np.zeros((0, 4))
    size = np.array([across, width + height - across])
    # Straightening moves what stands at an edge of the picture beyond it.
    cells = np.clip(cells, 0.5, np.concatenate((size, size)) - 0.5)
    cells[:, 2:] = np.maximum(cells[:, 2:], cells[:, :2] + 4 * _INSET)
    ink = cells + np.array([_INSET, _INSET, -_INSET, -_INSET])
    codes = np.frombuffer("".join(line.text for line in lines).encode("utf-32-le"), np.uint32)
    ink[codes == 32, 2:] = ink[codes == 32, :2]
    origin = np.array([_origin(line, scale) for line in lines]).reshape(-1, 2)
    origin = turn_back(np.concatenate((origin, origin), axis=1), width, height, scan.turn)[:, :2]
    return Glyphs(
        width=width,
        height=height,
        codes=codes,
        ink=turn_back(ink, width, height, scan.turn),
        cells=turn_back(cells, width, height, scan.turn),
        objects=np.repeat(np.arange(len(lines)), counts),
        origin=origin,
        size=np.array([line.size * scale for line in lines]),
        angle=np.array([(line.angle + scan.turn) % 360 for line in lines], np.int64),
        font=np.array([line.bold for line in lines], np.int64),
        hidden=np.zeros(len(codes), np.uint8),
        fonts=_FONTS,
        painted=np.zeros(len(lines), np.int64),
    )


def _origin(line: ScanLine, scale: float) -> tuple[float, float]:
    x0, y0, _, y1 = line.cells[0]
    if line.angle:
        return line.base * scale, (y1 if line.angle == 270 else y0) * scale
    return x0 * scale, line.base * scale


def sloped(boxes: Boxes, skew: float, width: float, height: float) -> Boxes:
    """Boxes of a straightened page on the page as it is: each keeps its size, its middle turns with the page."""
    inked = (boxes[:, 2] > boxes[:, 0]) | (boxes[:, 3] > boxes[:, 1])
    size = np.array([width, height])
    places: Floats = boxes[inked].astype(np.float64) / BOX_UNIT * np.concatenate((size, size))
    middle, half = (places[:, :2] + places[:, 2:]) / 2, (places[:, 2:] - places[:, :2]) / 2
    angle = math.radians(skew)
    turned = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = (middle - size / 2) @ turned.T + size / 2
    corners = np.concatenate((middle - half, middle + half), axis=1) / np.concatenate((size, size))
    sloped: NDArray[np.uint16] = boxes.copy()
    sloped[inked] = np.clip(np.round(corners * BOX_UNIT), 0, BOX_UNIT).astype(np.uint16)
    return sloped
