"""Images of pages."""

from __future__ import annotations

import math

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.pdf import PdfPage

Pixels = NDArray[np.uint8]
"""An image: rows, columns, red-green-blue."""

_POINTS_PER_INCH = 72


def image_size(width: float, height: float, dpi: float, most_pixels: int) -> tuple[int, int]:
    """Columns and rows of a page's image, within the cap.

    Args:
        width: Of the page in points.
        height: Of the page in points.
        dpi: Pixels an inch, where the cap allows.
        most_pixels: The cap.
    """
    scale = min(dpi / _POINTS_PER_INCH, math.sqrt(most_pixels / (width * height)))
    columns, rows = max(1, int(width * scale)), max(1, int(height * scale))
    # A page of one point by a million is one pixel wide and would still be too many.
    return min(columns, most_pixels // rows or 1), min(rows, most_pixels)


def render(page: PdfPage, dpi: float, most_pixels: int, *, annotations: bool = True) -> Pixels:
    """A page as it is displayed, as an array (rows, columns, 3) of bytes.

    Args:
        page: The loaded page.
        dpi: Pixels an inch, where the cap allows.
        most_pixels: The cap.
        annotations: Whether to draw fields and comments as well.

    Raises:
        DamagedFileError: if PDFium cannot draw it.
        ParseLimitError: if there is not enough memory.
    """
    _, width, height = page.axes()
    columns, rows = image_size(width, height, dpi, most_pixels)
    try:
        pixels = np.full((rows, columns, 3), 255, np.uint8)
    except MemoryError:
        raise ParseLimitError(
            f"the image of page {page.index} takes more memory than the parser may use",
            "Ask for a smaller image, or raise the setting parse.memory_mb.",
        ) from None
    bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_BGR, pixels.ctypes.data, 3 * columns)
    if not bitmap:
        raise DamagedFileError(f"page {page.index} cannot be drawn")
    try:
        flags = raw.FPDF_REVERSE_BYTE_ORDER | (raw.FPDF_ANNOT if annotations else 0)
        raw.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, columns, rows, 0, flags)
    finally:
        raw.FPDFBitmap_Destroy(bitmap)
    return pixels
