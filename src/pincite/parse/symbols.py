"""Symbols whose code the file does not explain, by what their font is known to hold.

Old TeX fonts name their glyphs in ways of their own, and PDFium then gives the bare position in the font: a sum
reads as "P". Symbol fonts of office programs use private code points. Mathematical letters are made plain ones:
neither search nor an encoder knows an italic n (U+1D45B).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
Index = NDArray[np.int64]

_TEX_FONT = re.compile(r"^cmb?(?P<kind>ex|sy|mi)b?\d", re.IGNORECASE)

_EXTENSION_FONT = re.compile(r"^cmb?ex\d|math-?ext", re.IGNORECASE)

# By position from 0: Greek, then the rest of what lies where control characters do.
_MATH_ITALIC = "ΓΔΘΛΞΠΣΥΦΨΩαβγδϵζηθικλμνξπρστυϕχ"
_MATH_SYMBOLS_FROM_A = "⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕\\≀√⨿∇∫⊔⊓⊑⊒§†‡"
_EXTENSION = "()[]⌊⌋⌈⌉{}⟨⟩|∥/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\"
_EXTENSION_FROM_0 = "⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫"
_EXTENSION_FROM_AT = "⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫"
_EXTENSION_FROM_GRAVE = "∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√√"


@cache
def _table(kind: str) -> Codes:
    """What stands at each of the first 128 positions of a TeX font; those that read right are left."""
    table = np.arange(
        128, dtype=np.uint32
    )  # brackets and slashes of the extension font mostly are themselves
    parts = {
        "mi": {0: _MATH_ITALIC},
        # Symbols before these are not sure: some programs number the few that they embed anew.
        "sy": {ord("a"): _MATH_SYMBOLS_FROM_A},
        "ex": {
            0: _EXTENSION,
            ord("0"): _EXTENSION_FROM_0,
            ord("@"): _EXTENSION_FROM_AT,
            ord("`"): _EXTENSION_FROM_GRAVE,
        },
    }[kind]
    for start, symbols in parts.items():
        table[start : start + len(symbols)] = [ord(symbol) for symbol in symbols]
    return table


# The pieces of tall brackets that Adobe's glyph list puts into its private area.
_PIECES = dict(zip((*range(0xF8EB, 0xF8EE), *range(0xF8F6, 0xF8F9), *range(0xF8EE, 0xF8F1), *range(0xF8F9, 0xF8FC),
                    *range(0xF8F1, 0xF8F5), *range(0xF8FC, 0xF8FF), 0xF8F5),
                   (*range(0x239B, 0x23AE), 0x23AE), strict=True))  # fmt: skip

_SYMBOL = "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
_SYMBOL_FROM_A1 = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…"
_WINGDINGS = {0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x75: "◆", 0x76: "❖", 0xA7: "▪", 0xA8: "◻", 0xB7: "•",
              0xD8: "➢", 0xE0: "→", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑"}  # fmt: skip


@cache
def _private(font: str) -> dict[int, int]:
    """What private code points stand for in a font."""
    if "symbol" in font.lower():
        marks = {0x21 + place: char for place, char in enumerate(_SYMBOL)}
        marks |= {0xA1 + place: char for place, char in enumerate(_SYMBOL_FROM_A1)}
    else:
        marks = _WINGDINGS
    return _PIECES | {0xF000 + place: ord(char) for place, char in marks.items()}


@cache
def _plain_letters() -> Codes:
    """For the mathematical letters and digits from U+1D400, the plain ones."""
    plain = (unicodedata.normalize("NFKC", chr(code)) for code in range(0x1D400, 0x1D800))
    return np.array([ord(char) for char in plain], np.uint32)


def readable(codes: Codes, font: Index, names: Sequence[str]) -> Codes:
    """Code points with those replaced that are known to stand for something else.

    Args:
        codes: Code points, (n,).
        font: Index into `names` of each, (n,).
        names: Names of the fonts.
    """
    for number, name in enumerate(names):
        tex = _TEX_FONT.match(name)
        if tex:
            mine = np.flatnonzero((font == number) & (codes < 128))
            codes[mine] = _table(tex.group("kind").lower())[codes[mine]]
    for place in np.flatnonzero((codes >= 0xF000) & (codes < 0xF900)).tolist():
        code = int(codes[place])
        codes[place] = _private(names[font[place]]).get(code, code)
    letters = np.flatnonzero((codes >= 0x1D400) & (codes < 0x1D800))
    codes[letters] = _plain_letters()[codes[letters] - 0x1D400]
    return codes


def is_extension(name: str) -> bool:
    """Whether a font holds tall brackets and large operators, which hang from their baseline."""
    return bool(_EXTENSION_FONT.search(name))


def joined_surrogates(codes: Codes) -> tuple[Codes, NDArray[np.bool_]]:
    """Code points with the two halves of a surrogate pair made one, and which characters are second halves."""
    second = np.zeros(len(codes), bool)
    halves = (codes[:-1] & 0xFC00 == 0xD800) & (codes[1:] & 0xFC00 == 0xDC00)
    first = np.flatnonzero(halves)
    if not len(first):
        return codes, second
    joined = codes.copy()
    joined[first] = 0x10000 + ((codes[first] & 0x3FF) << 10) + (codes[first + 1] & 0x3FF)
    second[first + 1] = True
    return joined, second
