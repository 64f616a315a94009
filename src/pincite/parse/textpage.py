"""What PDFium knows of a page's characters, asked in as few calls as possible.

A call from Python costs ten times what PDFium does in it, so most of the reading time of a text page is the number
of calls. One is made a character, for its cell. Code points come in one call a page. To which text object a character
belongs is asked of every eighth, and between two of different objects by halving. Ink is asked once for each
letter of a font in a size: it lies at the same place in the cell every time.
"""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.parse.turning import Floats

Codes = NDArray[np.uint32]
Index = NDArray[np.int64]

_SPACE, _LINE_FEED, _RETURN = 32, 10, 13
_HYPHEN = 2
"""What PDFium calls a hyphen at the end of a line."""

_STRIDE = 8
"""Every so many characters are asked for their text object; a power of two."""

_CELL_UNIT = 0.02
"""Cells of one letter that differ by less than this many points are of one glyph."""

_MOST_STYLES = 1 << 14


_P, _I = ctypes.c_void_p, ctypes.c_int


def _function(function: Any, result: Any, *arguments: Any) -> Any:
    """A C function of PDFium that takes plain numbers: pypdfium2's own build pointer objects each time."""
    address = ctypes.cast(function, _P).value or 0
    return ctypes.CFUNCTYPE(result, *arguments)(address)


def _quick(function: Any, result: Any) -> Any:
    """The same for ready-made C arguments; keeps the interpreter's lock: handing it over costs more."""
    address = ctypes.cast(function, _P).value or 0
    return ctypes.PYFUNCTYPE(result)(address)


_get_text = _function(raw.FPDFText_GetText, _I, _P, _I, _I, _P)
_get_font_name = _function(raw.FPDFFont_GetBaseFontName, ctypes.c_size_t, _P, _P, ctypes.c_size_t)
_get_font_flags = _function(raw.FPDFFont_GetFlags, _I, _P)
_get_font_weight = _function(raw.FPDFFont_GetWeight, _I, _P)
_get_unicode = _quick(raw.FPDFText_GetUnicode, ctypes.c_uint)
_get_char_box = _quick(raw.FPDFText_GetCharBox, None)
_get_loose_box = _quick(raw.FPDFText_GetLooseCharBox, None)
_get_origin = _quick(raw.FPDFText_GetCharOrigin, None)
_get_matrix = _quick(raw.FPDFText_GetMatrix, None)
_get_font_size = _quick(raw.FPDFText_GetFontSize, ctypes.c_double)
_get_fill_color = _quick(raw.FPDFPageObj_GetFillColor, None)
_is_generated = _quick(raw.FPDFText_IsGenerated, _I)
# Sizes, not pointers, as results: a null pointer would come back as None, and each would need a look.
_get_text_object = _quick(raw.FPDFText_GetTextObject, ctypes.c_size_t)
_get_font = _quick(raw.FPDFTextObj_GetFont, ctypes.c_size_t)
_get_render_mode = _quick(raw.FPDFTextObj_GetTextRenderMode, _I)

_SLOTS = 4096
_SLOT_VALUES = 4
"""A slot takes four numbers of eight bytes."""

_UNTOUCHED = 256
"""What stands in a slot that no call wrote to: no colour has such a part, and as a length it is next to nothing."""


class _Slots:
    """Memory that PDFium writes to, and C arguments that point into it: making them anew takes longer than a call."""

    def __init__(self) -> None:
        self.memory = np.zeros((_SLOTS, _SLOT_VALUES))
        start = self.memory.ctypes.data
        places = range(start, start + self.memory.nbytes, 8)
        self.at = [[_P.from_param(place) for place in places[n::_SLOT_VALUES]] for n in range(_SLOT_VALUES)]

    def ask(self, function: Any, order: tuple[int, ...], count: int, *arguments: list[Any]) -> Floats:
        """What a function writes in each of its calls, as (n, 4) numbers of eight bytes.

        Args:
            function: Takes the arguments, and one pointer for each of `order`.
            order: Which of a slot's numbers the pointers point to.
            count: Number of calls, n.
            arguments: For each call, (n,).
        """
        found = np.zeros((count, _SLOT_VALUES))
        pointers = [self.at[place] for place in order]
        for first in range(0, count, _SLOTS):
            end = min(first + _SLOTS, count)
            self.memory[: end - first].view(np.uint64)[:] = _UNTOUCHED
            deque(map(function, *[argument[first:end] for argument in arguments], *pointers), 0)
            found[first:end] = self.memory[: end - first]
        return found


@cache
def _slots() -> _Slots:
    return _Slots()


class Font(NamedTuple):
    """A font as far as it says something about the role of its text."""

    name: str
    bold: bool
    italic: bool
    mono: bool


@dataclass(slots=True, eq=False)
class TextObjects:
    """What is common to the characters of each text-showing operation, m of them, in PDF coordinates.

    Attributes:
        origin: Origin of its first character, (m, 2).
        size: Effective font size, (m,).
        angle: Direction in degrees, counter-clockwise, (m,).
        font: Index into `fonts`, (m,).
        mode: Text rendering mode, (m,).
        color: Fill colour: red, green, blue, opacity, 0…1; NaN where unknown, (m, 4).
        style: Number of its combination of font, size and matrix, (m,).
        fonts: The fonts used.
    """

    origin: Floats
    size: Floats
    angle: Floats
    font: Index
    mode: Index
    color: Floats
    style: Index
    fonts: list[Font]


def read_codes(handle: int, count: int) -> Codes:
    """Code points of all characters of a text page."""
    units = np.zeros(count + 1, np.uint16)
    if _get_text(handle, 0, count, units.ctypes.data) == count + 1:
        # One call instead of one a character, where each is one UTF-16 unit; hyphens at line ends differ.
        codes = units[:count].astype(np.uint32)
        codes[codes == 0xFFFE] = _HYPHEN
        return codes
    return np.fromiter(map(_get_unicode, repeat(_P.from_param(handle)), range(count)), np.uint32, count)


def read_owners(handle: int, codes: Codes) -> NDArray[np.uint64]:
    """Address of the text object that each character belongs to; 0 for spaces and line ends that PDFium put in."""
    owners = np.zeros(len(codes), np.uint64)
    blank = (codes == _SPACE) | (codes == _LINE_FEED) | (codes == _RETURN)
    blanks = np.flatnonzero(blank)
    asked = map(_is_generated, repeat(_P.from_param(handle)), blanks.tolist())
    generated = np.fromiter(asked, np.int64, len(blanks)) != 0
    blank[blanks] = generated
    own = np.flatnonzero(~blank)
    # Where directions mix, PDFium puts characters of one object between those of another.
    mixed = ((codes >= 0x590) & (codes < 0x900)) | ((codes >= 0xFB1D) & (codes < 0xFF00))
    owners[own] = _ask_owners(handle, own) if mixed.any() else _owners_in_order(handle, own)
    return owners


def _ask_owners(handle: int, indexes: Index) -> NDArray[np.uint64]:
    asked = map(_get_text_object, repeat(_P.from_param(handle)), indexes.tolist())
    return np.fromiter(asked, np.uint64, len(indexes))


def _owners_in_order(handle: int, own: Index) -> NDArray[np.uint64]:
    """Owners of characters of which those of one object follow each other."""
    count = len(own)
    if not count:
        return np.zeros(0, np.uint64)
    padded = np.concatenate((own, np.repeat(own[-1:], -(count - 1) % _STRIDE)))
    owners = np.zeros(len(padded), np.uint64)
    ends = np.arange(0, len(padded), _STRIDE)
    owners[ends] = _ask_owners(handle, padded[ends])
    step = _STRIDE
    while step > 1:
        left = np.arange(0, len(padded) - 1, step)
        middle = left + step // 2
        owners[middle] = owners[left]
        unsure = middle[owners[left] != owners[left + step]]
        owners[unsure] = _ask_owners(handle, padded[unsure])
        step //= 2
    return owners[:count]


def read_objects(handle: int, pointers: NDArray[np.uint64], first: Index) -> TextObjects:
    """What is common to the characters of each text object.

    Args:
        handle: The text page.
        pointers: Addresses of the text objects, (m,).
        first: Index of a character of each, (m,).
    """
    count = len(first)
    page, indexes = [_P.from_param(handle)] * count, first.tolist()
    objects = [_P.from_param(pointer) for pointer in pointers.tolist()]
    origin = _slots().ask(_get_origin, (0, 1), count, page, indexes)[:, :2]
    matrix = _slots().ask(_get_matrix, (0,), count, page, indexes).view(np.float32)[:, :4]
    nominal = np.fromiter(map(_get_font_size, page, indexes), np.float64, count)
    color = _slots().ask(_get_fill_color, (0, 1, 2, 3), count, objects).view(np.uint32)[:, ::2]
    a, b, c, d = matrix.astype(np.float64).T
    known: dict[int, int] = {}
    font = np.array([known.setdefault(font, len(known)) for font in map(_get_font, objects)], np.int64)
    styles: dict[tuple[float, ...], int] = {}
    looks = zip(font.tolist(), nominal.tolist(), *matrix.T.tolist(), strict=True)
    return TextObjects(
        origin=origin,
        size=np.abs(nominal * np.hypot(c, d)),
        angle=np.degrees(np.arctan2(b, a)),
        font=font,
        mode=np.fromiter(map(_get_render_mode, objects), np.int64, count),
        color=np.where((color == _UNTOUCHED).any(axis=1, keepdims=True), np.nan, color / 255),
        style=np.array([styles.setdefault(look, len(styles)) for look in looks], np.int64),
        fonts=[_read_font(font) for font in known],
    )


def read_boxes(handle: int, indexes: Index, codes: Codes, style: Index) -> tuple[Floats, Floats]:
    """Boxes of the ink and cells of characters, in PDF coordinates as left, bottom, right, top.

    Args:
        handle: The text page.
        indexes: Of the characters, (n,).
        codes: Their code points, (n,).
        style: Number of the font, size and matrix of each, (n,).
    """
    cells = _ask_cells(handle, indexes)
    if int(style.max(initial=0)) >= _MOST_STYLES:
        return _ask_ink(handle, indexes), cells
    # Two glyphs of one font may have one code point; mostly they differ in width.
    sides = np.round((cells[:, 2:] - cells[:, :2]) / _CELL_UNIT).astype(np.int64)
    sides = np.clip(sides, 0, (1 << 14) - 1)
    key = (((style << 21) + codes << 14) + sides[:, 0] << 14) + sides[:, 1]
    order = np.argsort(key)
    fresh = np.concatenate(([True], np.diff(key[order]) != 0))[: len(key)]
    first = order[fresh]
    glyph = np.empty(len(key), np.int64)
    glyph[order] = np.cumsum(fresh) - 1
    corner = cells[:, [0, 1, 0, 1]]
    inset = _ask_ink(handle, indexes[first]) - corner[first]
    return corner + inset[glyph], cells


def _ask_cells(handle: int, indexes: Index) -> Floats:
    # FS_RECTF is four floats: left, top, right, bottom.
    cells = (
        _slots()
        .ask(_get_loose_box, (0,), len(indexes), [_P.from_param(handle)] * len(indexes), indexes.tolist())
        .view(np.float32)[:, :4]
    )
    return cells[:, [0, 3, 2, 1]].astype(np.float64)


def _ask_ink(handle: int, indexes: Index) -> Floats:
    # PDFium's order is left, right, bottom, top.
    return _slots().ask(
        _get_char_box, (0, 2, 1, 3), len(indexes), [_P.from_param(handle)] * len(indexes), indexes.tolist()
    )


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
