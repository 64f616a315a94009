"""A copy of a PDF, or of a picture, whose scanned pages have an invisible layer of their text."""

from __future__ import annotations

import ctypes
import math
from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError
from pincite.ocr.options import OcrOptions
from pincite.ocr.scan import Scan, ScanLine
from pincite.parse import glyphless
from pincite.parse.lines import page_lines
from pincite.parse.pdf import PdfFile, PdfPage
from pincite.parse.saving import save
from pincite.parse.scans import Text, gray, has_ink, judge, make_room, read_picture, threads
from pincite.parse.turning import turn_back

_INVISIBLE = 3
_FINE = 64
"""Device pixels a point: places on a page are asked for in these."""

Progress = Callable[[int, int], None]


def make_searchable(
    path: Path,
    password: str | None,
    target: Path,
    options: OcrOptions,
    *,
    pages: Collection[int] = (),
    force: bool = False,
    progress: Progress | None = None,
) -> list[tuple[int, float]]:
    """Write a copy of a PDF with the text of its scanned pages; what was on the pages stays as it is.

    Args:
        path: The file.
        password: Tried after the empty one.
        target: The new file; may exist.
        options: How to read.
        pages: Only these, by index from 1; all when empty.
        force: Whether to read pages that have text as well.
        progress: Told the number of pages that are done, and of how many.

    Returns:
        The pages that got text, with the mean confidence of each.

    Raises:
        DamagedFileError: if the copy cannot be made.
        DocumentError: as `pincite.parse.document.read_pdf`.
    """
    with PdfFile(path, password) as file:
        wanted = [index for index in range(1, file.pages + 1) if not pages or index in pages]
        scans: dict[int, Scan] = {}
        for number, (index, scan) in enumerate(_read(file, wanted, options, force=force), start=1):
            if scan is not None:
                scan.lines = scan.sure(options.least_confidence)
                scans[index] = scan
            if progress is not None:
                progress(number, len(wanted))
        written = {index: scan for index, scan in scans.items() if scan.lines}
        with _font(file.handle, written.values()) as font:
            for index, scan in written.items():
                with file.page(index) as page:
                    _add_layer(page, scan, font)
        save(file.handle, target, incremental=True)
    return [(index, scan.confidence) for index, scan in sorted(written.items())]


def _read(
    file: PdfFile, indexes: list[int], options: OcrOptions, *, force: bool
) -> Iterator[tuple[int, Scan | None]]:
    """What was read from each page's picture, in order; None where the page has sound text or nothing."""
    pending: deque[tuple[int, Future[Scan] | None]] = deque()
    make_room(options.memory_mb)
    with ThreadPoolExecutor(threads(options)) as executor:
        for index in indexes:
            picture = _picture(file, index, options, force=force)
            pending.append(
                (index, None if picture is None else executor.submit(read_picture, options, index, picture))
            )
            while len(pending) > threads(options) + 1:
                yield _done(*pending.popleft())
        while pending:
            yield _done(*pending.popleft())


def _done(index: int, scan: Future[Scan] | None) -> tuple[int, Scan | None]:
    return index, None if scan is None else scan.result()


def _picture(file: PdfFile, index: int, options: OcrOptions, *, force: bool) -> NDArray[np.uint8] | None:
    with file.page(index) as page:
        if not force:
            glyphs = page.glyphs()
            if judge(glyphs, page_lines(glyphs, index)) in (Text.SOUND, Text.DOUBTFUL):
                return None
        return gray(page, options.dpi) if has_ink(page) else None


class _Font:
    """The invisible font of a file, and the code of each letter in it."""

    def __init__(self, document: Any, letters: list[str]) -> None:
        self.codes = {letter: code for code, letter in enumerate(letters, start=1)}
        data, glyphs = glyphless.font_file(), glyphless.to_glyphs(letters)
        self.handle = raw.FPDFText_LoadCidType2Font(
            document,
            _bytes(data),
            len(data),
            glyphless.to_unicode(letters).encode(),
            _bytes(glyphs),
            len(glyphs),
        )
        if not self.handle:
            raise DamagedFileError("the font for the layer of text cannot be put into the file")


@contextmanager
def _font(document: Any, scans: Collection[Scan]) -> Iterator[_Font]:
    letters = {letter for scan in scans for line in scan.lines for letter in line.text} | {" "}
    font = _Font(document, sorted(letters)[:0xFFFE])
    try:
        yield font
    finally:
        raw.FPDFFont_Close(font.handle)


def _bytes(data: bytes) -> Any:
    return (ctypes.c_uint8 * len(data)).from_buffer_copy(data)


def _add_layer(page: PdfPage, scan: Scan, font: _Font) -> None:
    """Put the words of a page where they are seen."""
    _, width, height = page.axes()
    place = _Places(page, scan, width, height)
    for line in sorted(scan.lines, key=lambda line: (line.angle, line.base, line.cells[0, 0])):
        for start, end in _words(line.text):
            _add_word(page, line, start, end, place, font)
    if not raw.FPDFPage_GenerateContent(page.handle):
        raise DamagedFileError(f"page {page.index} cannot be changed")


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each word of a line."""
    start = 0
    for part in text.split(" "):
        if part:
            yield start, start + len(part)
        start += len(part) + 1


class _Places:
    """From places on the upright, straightened picture to places on the page as the file counts.

    Args:
        page: The page.
        scan: What was read from its picture.
        width: Width of the page as displayed.
        height: Its height.
    """

    def __init__(self, page: PdfPage, scan: Scan, width: float, height: float) -> None:
        self._page, self._scan = page, scan
        self._width, self._height = width, height
        self.scale = (height if scan.turn % 180 else width) / scan.width
        self._cosine, self._sine = math.cos(math.radians(scan.skew)), math.sin(math.radians(scan.skew))

    def of(self, x: float, y: float) -> tuple[float, float]:
        """A place on the page, in points from the file's own corner."""
        scan = self._scan
        x, y = x - scan.width / 2, y - scan.height / 2
        x, y = x * self._cosine - y * self._sine, x * self._sine + y * self._cosine
        x, y = (x + scan.width / 2) * self.scale, (y + scan.height / 2) * self.scale
        box = turn_back(np.array([[x, y, x, y]]), self._width, self._height, scan.turn)[0]
        across, down = ctypes.c_double(), ctypes.c_double()
        columns, rows = round(self._width * _FINE), round(self._height * _FINE)
        raw.FPDF_DeviceToPage(
            self._page.handle,
            0,
            0,
            columns,
            rows,
            0,
            round(box[0] * _FINE),
            round(box[1] * _FINE),
            across,
            down,
        )
        return across.value, down.value


def _add_word(page: PdfPage, line: ScanLine, start: int, end: int, place: _Places, font: _Font) -> None:
    """Put one word, and the space after it, on the page, as wide and as high as it is seen."""
    first, last = line.cells[start], line.cells[end - 1]
    if line.angle == 90:
        begin, finish = (line.base, first[1]), (line.base, last[3])
    elif line.angle == 270:
        begin, finish = (line.base, first[3]), (line.base, last[1])
    else:
        begin, finish = (first[0], line.base), (last[2], line.base)
    if line.angle == 0 and finish[0] <= begin[0]:  # written from right to left
        begin, finish = (last[0], line.base), (first[2], line.base)
    (x0, y0), (x1, y1) = place.of(*begin), place.of(*finish)
    size = line.size * place.scale
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return
    cosine, sine = (x1 - x0) / length, (y1 - y0) / length
    codes = [font.codes[letter] for letter in line.text[start:end] if letter in font.codes]
    stretch = length / (glyphless.ADVANCE * size * max(len(codes), 1))
    if end < len(line.text):
        codes.append(font.codes[" "])
    word = raw.FPDFPageObj_CreateTextObj(page.document, font.handle, size)
    raw.FPDFText_SetCharcodes(word, (ctypes.c_uint32 * len(codes))(*codes), len(codes))
    raw.FPDFTextObj_SetTextRenderMode(word, _INVISIBLE)
    matrix = raw.FS_MATRIX(cosine * stretch, sine * stretch, -sine, cosine, x0, y0)
    raw.FPDFPageObj_SetMatrix(word, matrix)
    raw.FPDFPage_InsertObject(page.handle, word)
