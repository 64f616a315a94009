"""Access to PDF files through PDFium; further modules of this package take its open pages.

PDFium is not thread-safe: one process reads one file at a time (see `pincite.parse.isolation`).

Characters come as NumPy arrays. PDFium is asked through plain C prototypes driven by `map`, because a Python
loop over characters costs five times the calls themselves.
"""

from __future__ import annotations

import ctypes
import math
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.errors import DamagedFileError, PasswordNeededError, UnsupportedFileError
from pincite.parse.graphics import Graphics, no_graphics, read_graphics
from pincite.parse.turning import Floats

_MAX_OUTLINE = 20_000
_MAX_OUTLINE_DEPTH = 12
_SPACE = 32
_HYPHEN = 2
"""What PDFium calls a hyphen at the end of a line."""
_INVISIBLE_MODES = (3, 7)


def _prototype(function: Any, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    return ctypes.CFUNCTYPE(result, *arguments)(address)


# Pointers as plain integers: with pypdfium2's own typed prototypes each call would build pointer objects.
_P, _I = ctypes.c_void_p, ctypes.c_int
_get_unicode = _prototype(raw.FPDFText_GetUnicode, ctypes.c_uint, _P, _I)
_get_text = _prototype(raw.FPDFText_GetText, _I, _P, _I, _I, _P)
_get_char_box = _prototype(raw.FPDFText_GetCharBox, _I, _P, _I, _P, _P, _P, _P)
_get_loose_box = _prototype(raw.FPDFText_GetLooseCharBox, _I, _P, _I, _P)
_get_origin = _prototype(raw.FPDFText_GetCharOrigin, _I, _P, _I, _P, _P)
_is_generated = _prototype(raw.FPDFText_IsGenerated, _I, _P, _I)
# Sizes, not pointers, as results: a null pointer would come back as None, and each would need a look.
_get_text_object = _prototype(raw.FPDFText_GetTextObject, ctypes.c_size_t, _P, _I)
_get_matrix = _prototype(raw.FPDFText_GetMatrix, _I, _P, _I, _P)
_get_font_size = _prototype(raw.FPDFText_GetFontSize, ctypes.c_double, _P, _I)
_get_font = _prototype(raw.FPDFTextObj_GetFont, _P, _P)
_get_render_mode = _prototype(raw.FPDFTextObj_GetTextRenderMode, _I, _P)
_get_font_name = _prototype(raw.FPDFFont_GetBaseFontName, ctypes.c_size_t, _P, _P, ctypes.c_size_t)
_get_font_flags = _prototype(raw.FPDFFont_GetFlags, _I, _P)
_get_font_weight = _prototype(raw.FPDFFont_GetWeight, _I, _P)


class Font(NamedTuple):
    """A font as far as it says something about the role of its text."""

    name: str
    bold: bool
    italic: bool
    mono: bool


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
        invisible: Whether the operation draws nothing, (m,).
        fonts: The fonts used.
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
    invisible: NDArray[np.bool_]
    fonts: list[Font]
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
    handle = ctypes.cast(text, ctypes.c_void_p).value
    count = max(raw.FPDFText_CountChars(text), 0)
    pointers = np.fromiter(map(_get_text_object, repeat(handle), range(count)), np.uint64, count)
    codes = _read_codes(handle, count)
    # PDFium puts in spaces and line ends of its own; here only the page's own count, and gaps are measured.
    own = pointers > 0
    spaces = np.flatnonzero(own & (codes == _SPACE))
    own[spaces] = np.fromiter(map(_is_generated, repeat(handle), spaces.tolist()), np.int64, len(spaces)) == 0
    keep = np.flatnonzero(own)
    pointers, codes = pointers[keep], codes[keep]
    ink, loose = _boxes(handle, keep)
    changes = np.concatenate(([0], np.flatnonzero(pointers[1:] != pointers[:-1]) + 1)) if len(keep) else keep
    objects = np.zeros(len(keep), np.int64)
    objects[changes[1:]] = 1
    objects = np.cumsum(objects)
    rows, fonts = _read_objects(handle, pointers[changes], keep[changes])
    transform, width, height, turn = _axes(page)
    graphics, painted = read_graphics(page, transform, pointers[changes])
    return Glyphs(
        width=width,
        height=height,
        codes=codes,
        ink=transform(ink),
        cells=transform(loose),
        objects=objects,
        origin=transform(np.repeat(rows[:, 0:2], 2, axis=0).reshape(-1, 4))[:, :2],
        size=rows[:, 2],
        angle=((np.round(rows[:, 3]).astype(np.int64) + turn) % 360),
        font=rows[:, 4].astype(np.int64),
        invisible=rows[:, 5] > 0,
        fonts=fonts,
        painted=painted,
        graphics=graphics,
    )


def _read_codes(handle: int | None, count: int) -> NDArray[np.uint32]:
    """Code points of all characters of a text page."""
    units = np.zeros(count + 1, np.uint16)
    if _get_text(handle, 0, count, units.ctypes.data) == count + 1:
        # One call instead of one a character, where each is one UTF-16 unit; hyphens at line ends differ.
        codes = units[:count].astype(np.uint32)
        codes[codes == 0xFFFE] = _HYPHEN
        return codes
    return np.fromiter(map(_get_unicode, repeat(handle), range(count)), np.uint32, count)


def _boxes(handle: int | None, keep: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Tight and loose boxes in PDF coordinates as left, bottom, right, top."""
    n = len(keep)
    indexes = keep.tolist()
    tight = np.zeros((n, 4))
    at = tight.ctypes.data
    # The C call writes left, right, bottom, top.
    columns = [range(at + 8 * column, at + 8 * column + 32 * n, 32) for column in (0, 2, 1, 3)]
    deque(map(_get_char_box, repeat(handle), indexes, *columns), 0)
    loose = np.zeros((n, 4), np.float32)
    at = loose.ctypes.data
    deque(map(_get_loose_box, repeat(handle), indexes, range(at, at + 16 * n, 16)), 0)
    # FS_RECTF is left, top, right, bottom.
    return tight, loose[:, [0, 3, 2, 1]].astype(np.float64)


def _read_objects(
    handle: int | None, pointers: NDArray[np.uint64], first: NDArray[np.int64]
) -> tuple[Floats, list[Font]]:
    """Per text-showing operation: origin x, y, size, angle (counter-clockwise), font, invisible."""
    rows = np.zeros((len(first), 6))
    fonts: list[Font] = []
    known: dict[int, int] = {}
    matrix = (ctypes.c_float * 6)()
    x, y = ctypes.c_double(), ctypes.c_double()
    x_at, y_at, matrix_at = ctypes.addressof(x), ctypes.addressof(y), ctypes.addressof(matrix)
    for row, (pointer, index) in enumerate(zip(pointers.tolist(), first.tolist(), strict=True)):
        font = _get_font(pointer) or 0
        if font not in known:
            known[font] = len(fonts)
            fonts.append(_read_font(font))
        _get_origin(handle, index, x_at, y_at)
        _get_matrix(handle, index, matrix_at)
        a, b, c, d, _, _ = matrix
        size = _get_font_size(handle, index) * math.hypot(c, d)
        angle = math.degrees(math.atan2(b, a))
        hidden = _get_render_mode(pointer) in _INVISIBLE_MODES
        rows[row] = (x.value, y.value, abs(size), -angle, known[font], hidden)
    return rows, fonts


def _read_font(font: int) -> Font:
    if not font:
        return Font("", bold=False, italic=False, mono=False)
    buffer = ctypes.create_string_buffer(256)
    _get_font_name(font, ctypes.addressof(buffer), 256)
    name = buffer.value.decode("utf-8", "replace").split("+", 1)[-1]
    plain = name.lower()
    flags, weight = max(_get_font_flags(font), 0), _get_font_weight(font)
    tokens = plain.replace("-", " ").replace(",", " ")
    bold = weight >= 600 or bool(flags & 1 << 18) or any(mark in tokens for mark in _BOLD)
    # TeX's bold fonts carry no weight that PDFium would know of.
    bold = bold or plain.startswith(("cmb", "cmssbx", "sfbx", "ecbx", "cmcsbx", "ptmb", "phvb"))
    italic = bool(flags & 1 << 6) or any(mark in tokens for mark in ("italic", "oblique", "slant"))
    mono = (
        bool(flags & 1) or any(mark in tokens for mark in _MONO) or plain.startswith(("cmtt", "sftt", "ectt"))
    )
    return Font(name, bold, italic, mono)


_BOLD = ("bold", "black", "heavy", "demi", "semib")
_MONO = ("mono", "courier", "consol", "typewriter", "menlo", "fixed")


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
        return np.stack(columns, axis=1)

    width, height = right - left, top - bottom
    if turn % 2:
        width, height = height, width
    return transform, max(width, 1.0), max(height, 1.0), turn * 90
