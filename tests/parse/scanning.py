"""Scans for tests: pages of text, drawn and put into a PDF as pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from parse.builders import wrap
from pincite.parse.pdf import PdfFile
from pincite.parse.scans import gray

Picture = NDArray[np.uint8]

LINES = (
    "The deposit is nine hundred dollars,",
    "payable on the first of each month",
    "by the tenant of the house.",
)


def picture(folder: Path, lines: Sequence[str] = LINES, size: float = 12, dpi: float = 150) -> Picture:
    """Lines of text at the top left of a small page (4 by 3 inches), drawn."""
    path = folder / "drawn.pdf"
    canvas = Canvas(str(path), pagesize=(288, 216), invariant=True)
    canvas.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        canvas.drawString(36, 170 - 1.4 * size * number, line)
    canvas.save()
    with PdfFile(path) as file, file.page(1) as page:
        return gray(page, dpi)


def sloped(image: Picture, degrees: float) -> Picture:
    """The picture turned clockwise about its middle, on white."""
    height, width = image.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1)
    return np.asarray(cv2.warpAffine(image, matrix, (width, height), borderValue=255), np.uint8)


def scan(path: Path, *pages: Picture | str, layer: str = "", dpi: float = 150) -> Path:
    """A PDF whose pages are pictures, or text where a string is given.

    Args:
        path: The new file.
        pages: Pictures or texts.
        layer: Invisible text on every picture.
        dpi: Pixels an inch of the pictures.
    """
    canvas = Canvas(str(path), invariant=True)
    for page in pages:
        if isinstance(page, str):
            canvas.setPageSize((288, 216))
            canvas.drawString(36, 170, page)
        else:
            height, width = (72 * pixels / dpi for pixels in page.shape)
            canvas.setPageSize((width, height))
            data = io.BytesIO(cv2.imencode(".png", page)[1].tobytes())
            canvas.drawImage(ImageReader(data), 0, 0, width, height)
            if layer:
                text = canvas.beginText(36, 170)
                text.setTextRenderMode(3)
                text.textLines(wrap(layer, 216, 12))
                canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return path
