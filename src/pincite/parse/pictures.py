"""Picture files: as PDFs of one page a picture, and as they are shown."""

from __future__ import annotations

import ctypes
import math
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.saving import save

if TYPE_CHECKING:
    from PIL import Image

_SIGNATURES = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"RIFF")
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP")
_MOST_PIXELS = 100_000_000
_MOST_PAGES = 2000
_POINTS_PER_INCH = 72
_LETTER_WIDTH = 8.5
"""Inches: a picture that would be wider on paper is taken for a page of this width."""


@contextmanager
def as_pdf(path: Path, dpi: float, folder: Path | None = None) -> Iterator[Path]:
    """The file itself, or, for a PNG, JPEG, TIFF or WebP file, a temporary PDF that shows it.

    Args:
        path: The file.
        dpi: Pixels an inch to assume.
        folder: Where the PDF is made; the system's folder for such files when None.

    Raises:
        DamagedFileError: if a picture cannot be read.
        ParseLimitError: if it is too large.
    """
    if not is_picture(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="pincite-", dir=folder) as own:
        pdf = Path(own, "pictures.pdf")
        _write(_pictures(path), pdf, dpi)
        yield pdf


def is_picture(path: Path) -> bool:
    """Whether a file begins as a picture does.

    Raises:
        DamagedFileError: if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(8).startswith(_SIGNATURES)
    except OSError as error:
        raise DamagedFileError(
            f"{path.name} cannot be read: {error.strerror}", "Check its name and rights."
        ) from None


def draw(path: Path, index: int, columns: int, most_pixels: int) -> NDArray[np.uint8]:
    """A picture of a file, upright and on white, as an array (rows, columns, 3) of red-green-blue.

    Args:
        path: The file.
        index: Of the picture in the file, from 1.
        columns: Its width; a picture that has fewer is not stretched, as nothing would be gained.
        most_pixels: It is drawn smaller if it would have more.

    Raises:
        DamagedFileError: if there is no such picture, or it cannot be read.
        ParseLimitError: if it is too large.
    """
    for picture in _upright(path, index):
        width, height = picture.size
        share = min(1.0, columns / width, math.sqrt(most_pixels / (width * height)))
        size = (max(1, int(width * share)), max(1, int(height * share)))
        return np.asarray(picture if size == picture.size else picture.resize(size))
    raise DamagedFileError(f"{path.name} has no picture {index}")


def _pictures(path: Path) -> Iterator[NDArray[np.uint8]]:
    """The pictures of a file as blue-green-red, upright as their camera says, on white."""
    for picture in _upright(path):
        yield np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def _upright(path: Path, only: int | None = None) -> Iterator[Image.Image]:
    """The pictures of a file, or one of them, as red-green-blue, upright as their camera says, on white."""
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        # Pillow warns of large pictures; what is too large is decided here, before anything is decoded.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(path, formats=_FORMATS) as file:
                count = getattr(file, "n_frames", 1)
                if count > _MOST_PAGES:
                    raise ParseLimitError(
                        f"{path.name} has {count:,} pictures", f"{_MOST_PAGES:,} are allowed: split it."
                    )
                for number in range(count):
                    if only in (None, number + 1):
                        file.seek(number)
                        yield _on_white(file, path)
        except UnidentifiedImageError:
            # Its own message names the file's place on this machine.
            raise DamagedFileError(
                f"{path.name} is no picture that can be read", "Save it as PNG or PDF and try that."
            ) from None
        except (
            OSError,
            SyntaxError,
            ValueError,
            EOFError,
            IndexError,
            TypeError,
        ) as error:
            raise DamagedFileError(
                f"{path.name} is no picture that can be read: {error}", "Save it as PNG or PDF and try that."
            ) from None
        except Image.DecompressionBombError:
            raise _too_large(path) from None


def _on_white(picture: Image.Image, path: Path) -> Image.Image:
    from PIL import Image, ImageOps

    if picture.width * picture.height > _MOST_PIXELS:
        raise _too_large(path)
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        # Pillow would cut off what is above 255; scanners use the whole range.
        values = np.asarray(picture, np.float64)
        scale = 255 / max(1.0, float(values.max()))
        picture = Image.fromarray((values * scale).clip(0, 255).astype(np.uint8))
    upright = ImageOps.exif_transpose(picture)
    if upright.has_transparency_data:
        upright = upright.convert("RGBA")
        paper = Image.new("RGBA", upright.size, "white")
        upright = Image.alpha_composite(paper, upright)
    return upright.convert("RGB")


def _too_large(path: Path) -> ParseLimitError:
    return ParseLimitError(f"{path.name} is too large", f"A picture may have {_MOST_PIXELS:,} pixels.")


def _write(pictures: Iterator[NDArray[np.uint8]], target: Path, dpi: float) -> None:
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
