"""Picture files as PDFs of one page a picture."""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.saving import save

_SIGNATURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*")
_MOST_PIXELS = 100_000_000
_MOST_PAGES = 2000
_POINTS_PER_INCH = 72
_LETTER_WIDTH = 8.5
"""Inches: a picture that would be wider on paper is taken for a page of this width."""


@contextmanager
def as_pdf(path: Path, dpi: float) -> Iterator[Path]:
    """The file itself, or, for a PNG, JPEG or TIFF file, a temporary PDF that shows it.

    Args:
        path: The file.
        dpi: Pixels an inch to assume.

    Raises:
        DamagedFileError: if a picture cannot be read.
        ParseLimitError: if it is too large.
    """
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except OSError as error:
        raise DamagedFileError(
            f"{path.name} cannot be read: {error.strerror}", "Check its name and rights."
        ) from None
    if not head.startswith(_SIGNATURES):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="pincite-") as folder:
        pdf = Path(folder, "pictures.pdf")
        _write(_pictures(path), pdf, dpi)
        yield pdf


def _pictures(path: Path) -> list[NDArray[np.uint8]]:
    import cv2

    data = np.frombuffer(path.read_bytes(), np.uint8)
    sound, pictures = cv2.imdecodemulti(data, cv2.IMREAD_COLOR)
    if not sound or not pictures:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
        pictures = () if picture is None else (picture,)
    if not pictures:
        raise DamagedFileError(
            f"{path.name} is no picture that can be read", "Save it as PNG or PDF and try that."
        )
    if len(pictures) > _MOST_PAGES or any(
        picture.shape[0] * picture.shape[1] > _MOST_PIXELS for picture in pictures
    ):
        raise ParseLimitError(f"{path.name} is too large", f"A picture may have {_MOST_PIXELS:,} pixels.")
    return [np.ascontiguousarray(picture, np.uint8) for picture in pictures]


def _write(pictures: list[NDArray[np.uint8]], target: Path, dpi: float) -> None:
    document = raw.FPDF_CreateNewDocument()
    try:
        for number, picture in enumerate(pictures):
            _add_page(document, number, picture, dpi)
        save(document, target, incremental=False)
    finally:
        raw.FPDF_CloseDocument(document)


def _add_page(document: Any, number: int, picture: NDArray[np.uint8], dpi: float) -> None:
    rows, columns, _ = picture.shape
    scale = _POINTS_PER_INCH / max(dpi, min(rows, columns) / _LETTER_WIDTH)
    width, height = columns * scale, rows * scale
    page = raw.FPDFPage_New(document, number, width, height)
    pixels = picture.ctypes.data_as(ctypes.c_void_p)
    bitmap = raw.FPDFBitmap_CreateEx(columns, rows, raw.FPDFBitmap_BGR, pixels, 3 * columns)
    image = raw.FPDFPageObj_NewImageObj(document)
    raw.FPDFImageObj_SetBitmap(page, 1, image, bitmap)
    raw.FPDFPageObj_SetMatrix(image, raw.FS_MATRIX(width, 0, 0, height, 0, 0))
    raw.FPDFPage_InsertObject(page, image)
    sound = raw.FPDFPage_GenerateContent(page)
    raw.FPDFBitmap_Destroy(bitmap)
    raw.FPDF_ClosePage(page)
    if not sound:
        raise DamagedFileError("the picture cannot be put on a page")
