"""What a page looks like with and without some of its texts."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.parse.turning import Floats

_MOST_PIXELS = 4_000_000
_LEAST_SCALE = 0.25
"""Pixels a point below which text is not to be seen in any case."""

_LEAST_CHANGE = 16
"""Of 255: less is not to be seen."""

_INVISIBLE = 3


def shows(page: Any, texts: list[int], boxes: Floats, width: float, height: float) -> NDArray[np.bool_]:
    """Which texts change the look of the page.

    Args:
        page: PDFium's page.
        texts: Addresses of text objects, (k,).
        boxes: Where each stands on the page as displayed, (k, 4).
        width: Width of the page as displayed.
        height: Its height.
    """
    scale = min(1.0, float(np.sqrt(_MOST_PIXELS / (width * height))))
    columns, rows = max(int(width * scale), 1), max(int(height * scale), 1)
    if scale < _LEAST_SCALE or columns * rows > 2 * _MOST_PIXELS:
        return np.ones(len(texts), bool)
    before = _draw(page, columns, rows)
    handles = [ctypes.cast(text, raw.FPDF_PAGEOBJECT) for text in texts]
    modes = [raw.FPDFTextObj_GetTextRenderMode(handle) for handle in handles]
    for handle in handles:
        raw.FPDFTextObj_SetTextRenderMode(handle, _INVISIBLE)
    after = _draw(page, columns, rows)
    for handle, mode in zip(handles, modes, strict=True):
        raw.FPDFTextObj_SetTextRenderMode(handle, mode)
    changed = np.abs(before.astype(np.int16) - after).max(axis=2) > _LEAST_CHANGE
    low = np.floor(boxes[:, :2] * scale - 1).astype(np.int64).clip(0)
    high = np.ceil(boxes[:, 2:] * scale + 1).astype(np.int64).clip(0)
    return np.array(
        [changed[y0:y1, x0:x1].any() for (x0, y0), (x1, y1) in zip(low.tolist(), high.tolist(), strict=True)],
        bool,
    )


def _draw(page: Any, columns: int, rows: int) -> NDArray[np.uint8]:
    pixels = np.full((rows, columns, 4), 255, np.uint8)
    bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_BGRx, pixels.ctypes.data, 4 * columns)
    if bitmap:
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, columns, rows, 0, 0)
        raw.FPDFBitmap_Destroy(bitmap)
    return pixels[:, :, :3]
