"""Access to PDF files through PDFium; further modules of this package take its open pages.

PDFium is not thread-safe: one process reads one file at a time (see `pincite.parse.isolation`).
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError, PasswordNeededError, UnsupportedFileError
from pincite.parse.graphics import Graphics, no_graphics, read_graphics
from pincite.parse.hidden import find_hidden
from pincite.parse.showing import shows
from pincite.parse.symbols import joined_surrogates, readable
from pincite.parse.textpage import Font, read_boxes, read_codes, read_objects, read_owners
from pincite.parse.turning import Floats

_MAX_OUTLINE = 20_000
_MAX_OUTLINE_DEPTH = 12
_FARTHEST = 1e7
"""No place, length or font size is further than this many points."""


@dataclass(slots=True, eq=False)
class Glyphs:
    """The characters of a page in the order of the file, n of them.

    Lengths are in points on the page as displayed, y from the top.

    Attributes:
        width: Width of the page.
        height: Height of the page.
        codes: Code points, (n,) uint32.
        ink: Tight boxes x0, y0, x1, y1 of the glyphs, (n, 4); empty for spaces.
        cells: Boxes from the glyph's origin to its advance, over the font's height, (n, 4).
        objects: Number of the text-showing operation each belongs to, (n,); ascending except for repeats.
        origin: Origin of each operation's first character, (m, 2).
        size: Effective font size per operation, (m,).
        angle: Reading direction per operation in degrees, clockwise as displayed, (m,).
        font: Index into `fonts` per operation, (m,).
        fonts: The fonts used.
        hidden: Why each is not seen, as `pincite.parse.hidden` counts; 0 for those that are, (n,).
        painted: When each operation is painted, as `graphics.fill_order` counts, (m,); 0 where unknown.
        graphics: What is drawn beside text.
    """

    width: float
    height: float
    codes: NDArray[np.uint32]
    ink: Floats
    cells: Floats
    objects: NDArray[np.int64]
    origin: Floats
    size: Floats
    angle: NDArray[np.int64]
    font: NDArray[np.int64]
    fonts: list[Font]
    hidden: NDArray[np.uint8]
    painted: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    graphics: Graphics = field(default_factory=no_graphics)


class Bookmark(NamedTuple):
    """An entry of the file's outline; `y` is where it points on its page, from the top in points."""

    title: str
    level: int
    page_index: int
    y: float | None


class PdfFile:
    """An open PDF.

    Args:
        path: The file.
        password: Tried after the empty one.

    Raises:
        DamagedFileError: if PDFium cannot make sense of the file, or it has no pages.
        PasswordNeededError: if neither the empty nor the given password opens it.
        UnsupportedFileError: if its encryption is unknown.
    """

    def __init__(self, path: Path, password: str | None = None) -> None:
        self._document = _load(path, password)
        self.pages: int = raw.FPDF_GetPageCount(self._document)
        if self.pages <= 0:
            self.close()
            raise DamagedFileError(
                f"{path.name} has no pages", "Get the file again, or print it to a new PDF and add that."
            )

    def close(self) -> None:
        """Free the file."""
        if self._document:
            raw.FPDF_CloseDocument(self._document)
            self._document = None

    def __enter__(self) -> PdfFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def handle(self) -> Any:
        """PDFium's document."""
        return self._document

    def metadata(self, key: str) -> str:
        """A value of the document information dictionary ("Title", "Author", "CreationDate"), or ""."""
        size = raw.FPDF_GetMetaText(self._document, key.encode(), None, 0)
        buffer = ctypes.create_string_buffer(size)
        raw.FPDF_GetMetaText(self._document, key.encode(), buffer, size)
        return _utf16(buffer.raw[:size])

    def page_label(self, index: int) -> str:
        """The label the file gives the page with this index from 1, or ""."""
        size = raw.FPDF_GetPageLabel(self._document, index - 1, None, 0)
        if size <= 2:
            return ""
        buffer = ctypes.create_string_buffer(size)
        raw.FPDF_GetPageLabel(self._document, index - 1, buffer, size)
        return _utf16(buffer.raw[:size])

    def outline(self) -> list[Bookmark]:
        """The file's outline in reading order; loops in it are cut."""
        found: list[Bookmark] = []
        seen: set[int] = set()
        stack: list[tuple[Any, int]] = [(raw.FPDFBookmark_GetFirstChild(self._document, None), 1)]
        while stack and len(found) < _MAX_OUTLINE:
            mark, level = stack.pop()
            address = ctypes.cast(mark, ctypes.c_void_p).value if mark else None
            if address is None or address in seen:
                continue
            seen.add(address)
            stack.append((raw.FPDFBookmark_GetNextSibling(self._document, mark), level))
            if level < _MAX_OUTLINE_DEPTH:
                stack.append((raw.FPDFBookmark_GetFirstChild(self._document, mark), level + 1))
            size = raw.FPDFBookmark_GetTitle(mark, None, 0)
            buffer = ctypes.create_string_buffer(size)
            raw.FPDFBookmark_GetTitle(mark, buffer, size)
            index, y = self._destination(mark)
            if index:
                found.append(Bookmark(_utf16(buffer.raw[:size]), level, index, y))
        return found

    def _destination(self, mark: Any) -> tuple[int, float | None]:
        target = raw.FPDFBookmark_GetDest(self._document, mark)
        if not target:
            action = raw.FPDFBookmark_GetAction(mark)
            target = raw.FPDFAction_GetDest(self._document, action) if action else None
        if not target:
            return 0, None
        page = raw.FPDFDest_GetDestPageIndex(self._document, target)
        if not 0 <= page < self.pages:
            return 0, None
        flags = [ctypes.c_int() for _ in range(3)]
        place = [ctypes.c_float() for _ in range(3)]
        known = raw.FPDFDest_GetLocationInPage(target, *flags, *place)
        return page + 1, float(place[1].value) if known and flags[1].value else None

    @contextmanager
    def page(self, index: int) -> Iterator[PdfPage]:
        """The page with this index from 1, loaded once for all that is read of it.

        Raises:
            DamagedFileError: if PDFium cannot load it.
        """
        page = raw.FPDF_LoadPage(self._document, index - 1)
        if not page:
            raise DamagedFileError(f"page {index} cannot be loaded")
        try:
            yield PdfPage(index, page, self._document)
        finally:
            raw.FPDF_ClosePage(page)

    def glyphs(self, index: int) -> Glyphs:
        """The characters of the page with this index from 1; see `PdfPage.glyphs`."""
        with self.page(index) as page:
            return page.glyphs()


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A loaded page of an open file.

    Attributes:
        index: Its index from 1.
        handle: PDFium's page.
        document: PDFium's document.
    """

    index: int
    handle: Any
    document: Any

    def glyphs(self) -> Glyphs:
        """Its characters.

        Raises:
            DamagedFileError: if PDFium cannot make out its text.
        """
        text = raw.FPDFText_LoadPage(self.handle)
        if not text:
            raise DamagedFileError(f"the text of page {self.index} cannot be loaded")
        try:
            return _read_glyphs(self.handle, text)
        finally:
            raw.FPDFText_ClosePage(text)

    def axes(self) -> tuple[Callable[[Floats], Floats], float, float]:
        """How PDF coordinates become displayed ones: a function on boxes (n, 4), the page's width and height."""
        transform, width, height, _ = _axes(self.handle)
        return transform, width, height


def _load(path: Path, password: str | None) -> Any:
    error = raw.FPDF_ERR_FILE
    attempts: list[bytes | None] = [None]
    if password:
        # Old encryption takes Latin-1, new takes UTF-8.
        attempts += [password.encode(), password.encode("latin-1", "replace")]
    for attempt in attempts:
        document = raw.FPDF_LoadDocument(os.fsencode(path), attempt)
        if document:
            return document
        error = raw.FPDF_GetLastError()
        if error != raw.FPDF_ERR_PASSWORD:
            break
    if error == raw.FPDF_ERR_PASSWORD:
        raise PasswordNeededError(
            f"{path.name} is encrypted" + (", and the password given does not open it" if password else ""),
            "Give its password with --password.",
        )
    if error == raw.FPDF_ERR_SECURITY:
        raise UnsupportedFileError(
            f"{path.name} is encrypted in a way that cannot be read",
            "Save it without encryption and add that.",
        )
    raise DamagedFileError(
        f"{path.name} is damaged or incomplete", "Get the file again, or print it to a new PDF and add that."
    )


def _utf16(data: bytes) -> str:
    text = data.decode("utf-16-le", "replace")
    return text.split("\x00", 1)[0].strip()


def _read_glyphs(page: Any, text: Any) -> Glyphs:
    handle = ctypes.cast(text, ctypes.c_void_p).value or 0
    codes = read_codes(handle, max(raw.FPDFText_CountChars(text), 0))
    owners = read_owners(handle, codes)
    codes, second = joined_surrogates(codes)
    owners[second] = 0
    # PDFium puts in spaces and line ends of its own; here only the page's own count, and gaps are measured.
    keep = np.flatnonzero(owners)
    owners, codes = owners[keep], codes[keep]
    changes = np.concatenate(([True], owners[1:] != owners[:-1])) if len(keep) else np.zeros(0, bool)
    objects = np.cumsum(changes) - 1
    shown = read_objects(handle, owners[changes], keep[changes])
    ink, cells = read_boxes(handle, keep, codes, shown.style[objects])
    codes = readable(codes, shown.font[objects], [font.name for font in shown.fonts])
    transform, width, height, turn = _axes(page)
    texts = owners[changes]
    graphics, painted = read_graphics(page, transform, texts)
    cells = transform(cells)

    def shows_some(suspects: NDArray[np.int64], boxes: Floats) -> NDArray[np.bool_]:
        return shows(page, texts[suspects].tolist(), boxes, width, height)

    return Glyphs(
        width=width,
        height=height,
        codes=codes,
        ink=transform(ink),
        cells=cells,
        objects=objects,
        origin=transform(np.concatenate((shown.origin, shown.origin), axis=1))[:, :2],
        size=np.clip(np.nan_to_num(shown.size), 0, _FARTHEST),
        angle=((np.round(np.nan_to_num(-shown.angle)).astype(np.int64) + turn) % 360),
        font=shown.font,
        fonts=shown.fonts,
        hidden=find_hidden(
            cells, objects, shown.mode, shown.color, painted, graphics, (width, height), shows_some
        ),
        painted=painted,
        graphics=graphics,
    )


def _axes(page: Any) -> tuple[Any, float, float, int]:
    """How PDF coordinates become displayed ones: function on boxes, width, height, clockwise turn in degrees."""
    bounds = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(page, bounds)
    left, right = sorted((bounds.left, bounds.right))
    bottom, top = sorted((bounds.bottom, bounds.top))
    turn = max(raw.FPDFPage_GetRotation(page), 0) % 4

    def transform(boxes: Floats) -> Floats:
        x0, y0, x1, y1 = boxes.T
        if turn == 0:
            columns = (x0 - left, top - y1, x1 - left, top - y0)
        elif turn == 1:
            columns = (y0 - bottom, x0 - left, y1 - bottom, x1 - left)
        elif turn == 2:
            columns = (right - x1, y0 - bottom, right - x0, y1 - bottom)
        else:
            columns = (top - y1, right - x1, top - y0, right - x0)
        # Damaged files put text at places that are no numbers: off the page, where nothing is computed from them.
        boxes = np.nan_to_num(np.stack(columns, axis=1), nan=-_FARTHEST)
        return np.clip(boxes, -_FARTHEST, _FARTHEST)

    width, height = right - left, top - bottom
    if turn % 2:
        width, height = height, width
    return transform, max(width, 1.0), max(height, 1.0), turn * 90
