"""Characters: what may stand in a page's text, and in which form.

Everything that changes the number of characters happens here, before offsets exist: ligatures are spelt out,
accents composed (NFC), control characters and lone surrogates replaced.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pincite.domain import Boxes

SOFT_HYPHEN = "\xad"
HYPHENS = "-\u2010"
"""Characters that may divide a word at a line's end. (U+2011 never breaks, dashes are not hyphens.)"""

REPLACEMENT = 0xFFFD
_PDFIUM_HYPHEN = 2
"""PDFium gives this code to a hyphen at the end of a line."""

_LIGATURES: dict[int, str] = {
    0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    0x0132: "IJ", 0x0133: "ij", 0x01C7: "LJ", 0x01C8: "Lj", 0x01C9: "lj", 0x01CA: "NJ", 0x01CB: "Nj",
    0x01CC: "nj",
}  # fmt: skip
_LIGATURE_CODES = np.array(sorted(_LIGATURES), np.uint32)

_ACCENTS: dict[str, str] = {
    "\u00b4": "\u0301", "\u0060": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302", "\u02dc": "\u0303",
    "\u00af": "\u0304", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a", "\u02dd": "\u030b",
    "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02db": "\u0328", "\u02ca": "\u0301", "\u02cb": "\u0300",
}  # fmt: skip
"""Spacing accents that old fonts draw over the letter that follows or precedes."""


SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_RAISED = np.array([ord(char) for char in SUPERSCRIPTS], np.uint32)
_LOWERED = np.array([ord(char) for char in SUBSCRIPTS], np.uint32)
_RAISED_SIGNS = {"+": "⁺", "-": "⁻", "\u2212": "⁻"}


class Class:
    """What to do with a code point (plain integers, for use in arrays)."""

    PLAIN, SPACE, HYPHEN, SOFT, VANISHING, BAD, ACCENT = range(7)


def _class_table() -> NDArray[np.uint8]:
    table = np.zeros(0x10000, np.uint8)
    table[
        [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, 0x2028, 0x2029]
    ] = Class.SPACE
    table[0x2000:0x200B] = Class.SPACE
    for low, high in ((0, 0x20), (0x7F, 0xA0), (0xD800, 0xE000), (0xFDD0, 0xFDF0), (0xFFFE, 0x10000)):
        bad = np.arange(low, high)
        table[bad[table[bad] == Class.PLAIN]] = Class.BAD
    table[[0x200B, 0x200C, 0x200E, 0x200F, 0x2060, 0xFEFF]] = Class.VANISHING
    table[0x202A:0x202F] = Class.VANISHING
    table[0x2066:0x206A] = Class.VANISHING
    table[[ord(accent) for accent in _ACCENTS]] = Class.ACCENT
    table[_PDFIUM_HYPHEN] = Class.HYPHEN
    table[ord(SOFT_HYPHEN)] = Class.SOFT
    return table


_CLASSES = _class_table()


def classes(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The `Class` of each code point."""
    found = _CLASSES[np.minimum(codes, 0xFFFF)]
    beyond = codes > 0xFFFF
    if beyond.any():
        wrong = (codes > 0x10FFFF) | ((codes & 0xFFFE) == 0xFFFE)
        found[beyond] = np.where(wrong[beyond], Class.BAD, Class.PLAIN)
    return found


def expansion_lengths(codes: NDArray[np.uint32]) -> NDArray[np.int64] | None:
    """How many letters each character is spelt with; None when all are one."""
    ligature = np.isin(codes, _LIGATURE_CODES)
    if not ligature.any():
        return None
    times = np.ones(len(codes), np.int64)
    times[ligature] = [len(_LIGATURES[code]) for code in codes[ligature].tolist()]
    return times


def expand(codes: NDArray[np.uint32], times: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Code points with ligatures spelt out, in the order that `np.repeat(…, times)` has."""
    letters: list[int] = []
    for code in codes[times > 1].tolist():
        letters.extend(map(ord, _LIGATURES[code]))
    expanded = np.repeat(codes, times)
    expanded[np.repeat(times > 1, times)] = letters
    return expanded


def shift_digits(
    codes: NDArray[np.uint32], raised: NDArray[np.bool_], lowered: NDArray[np.bool_]
) -> NDArray[np.uint32]:
    """Code points with raised digits, and signs beside them, made superscripts and lowered digits subscripts.

    Raised letters stay: "26th" is read as it is written, "2018²" as 20182 would be wrong.

    Args:
        codes: Code points in reading order, (n,).
        raised: Which stand above the line, (n,).
        lowered: Which stand below it, (n,).
    """
    digit = (codes >= 48) & (codes <= 57)
    up, down = np.flatnonzero(raised & digit), np.flatnonzero(lowered & digit)
    if not len(up) and not len(down):
        return codes
    shifted = codes.copy()
    shifted[up] = _RAISED[codes[up] - 48]
    shifted[down] = _LOWERED[codes[down] - 48]
    beside = np.zeros(len(codes) + 2, bool)
    beside[up] = beside[up + 2] = True
    for sign, form in _RAISED_SIGNS.items():
        shifted[raised & beside[1:-1] & (codes == ord(sign))] = ord(form)
    return shifted


def right_to_left(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which are letters of Hebrew, Arabic or their kin."""
    if codes.max(initial=0) < 0x590:
        return np.zeros(len(codes), bool)
    right: NDArray[np.bool_] = ((codes >= 0x590) & (codes < 0x900)) | ((codes >= 0xFB1D) & (codes < 0xFE00))
    right |= (codes >= 0xFE70) & (codes < 0xFF00)
    return right


def mostly_right_to_left(codes: NDArray[np.uint32]) -> bool:
    """Whether most letters are Hebrew, Arabic or their kin."""
    return bool(right_to_left(codes).sum() * 2 > (codes > 64).sum())


@cache
def _arabic_ligatures() -> frozenset[str]:
    """What each character that stands for several Arabic or Hebrew letters is made of."""
    forms = (chr(code) for code in (*range(0xFB1D, 0xFE00), *range(0xFE70, 0xFF00)))
    return frozenset(made for form in forms if len(made := unicodedata.normalize("NFKC", form)) > 1)


def ordered_ligatures(codes: NDArray[np.uint32], group: NDArray[np.int64]) -> NDArray[np.uint32]:
    """Code points with the letters of each glyph that is written from right to left in the order they are read.

    PDFium turns round what it finds from right to left, also the letters that one glyph stands for; those of
    characters that Unicode has as one it leaves as they are.

    Args:
        codes: Code points, (n,).
        group: Number of the glyph each belongs to, ascending, (n,).
    """
    ordered = codes.copy()
    for number in np.unique(group[right_to_left(codes)]).tolist():
        start, end = np.searchsorted(group, [number, number + 1]).tolist()
        if end - start > 1 and "".join(map(chr, codes[start:end].tolist())) not in _arabic_ligatures():
            ordered[start:end] = codes[start:end][::-1]
    return ordered


def match_brackets(text: str) -> str:
    """A line written from right to left with its brackets as they are read, not as they look, if they look wrong."""
    mirrored = text.translate(_MIRRORED)
    return mirrored if _unmatched(mirrored) < _unmatched(text) else text


_PAIRS = {"(": ")", "[": "]", "{": "}", "«": "»"}
_MIRRORED = str.maketrans(_PAIRS | {close: opening for opening, close in _PAIRS.items()})


def _unmatched(text: str) -> int:
    """How many brackets close that were not opened."""
    count, depth = 0, dict.fromkeys(_PAIRS.values(), 0)
    for char in text:
        if char in _PAIRS:
            depth[_PAIRS[char]] += 1
        elif char in depth:
            count += depth[char] == 0
            depth[char] = max(depth[char] - 1, 0)
    return count


def is_unspaced(code: int) -> bool:
    """Whether the script of this character is written without spaces (Chinese, Japanese)."""
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFFEF or code >= 0x20000


def unspaced(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which are of scripts that are written without spaces, as `is_unspaced` says of one."""
    if codes.max(initial=0) < 0x2E80:
        return np.zeros(len(codes), bool)
    found: NDArray[np.bool_] = ((codes >= 0x2E80) & (codes <= 0x9FFF)) | (codes >= 0x20000)
    found |= (codes >= 0xF900) & (codes <= 0xFAFF)
    found |= (codes >= 0xFE30) & (codes <= 0xFFEF)
    return found


def unspaced_pair(before: NDArray[np.uint32], after: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Where no space can be between two characters, however wide the gap: both Chinese or Japanese."""
    return unspaced(before) & unspaced(after)


def clean(text: str) -> str:
    """A string from the file (title, outline) as NFC, on one line, without control characters."""
    if text.isprintable() and text.isascii():
        return " ".join(text.split())
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or _allowed(char))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def _allowed(char: str) -> bool:
    code = ord(char)
    category = unicodedata.category(char)
    return category not in ("Cc", "Cs") and char != "\ufeff" and code & 0xFFFE != 0xFFFE


def join_accents(text: str, boxes: Boxes) -> tuple[str, Boxes]:
    """Turn accents that are drawn over a letter into combining ones after it."""
    out: list[str] = []
    rows: list[NDArray[np.uint16]] = []
    position = 0
    while position < len(text):
        accent = _ACCENTS.get(text[position])
        follower = position + 1
        if (
            accent
            and follower < len(text)
            and _over(boxes[position], boxes[follower])
            and text[follower].isalpha()
        ):
            base = {"\u0131": "i", "\u0237": "j"}.get(text[follower], text[follower])
            out += [base, accent]
            rows += [boxes[follower], boxes[position]]
            position += 2
            continue
        over = accent and rows and _over(boxes[position], rows[-1]) and out[-1].isalpha()
        out.append(accent if accent and over else text[position])
        rows.append(boxes[position])
        position += 1
    return "".join(out), np.array(rows, np.uint16).reshape(-1, 4)


def _over(accent: NDArray[np.uint16], letter: NDArray[np.uint16]) -> bool:
    middle, width = (int(accent[0]) + int(accent[2])) / 2, int(accent[2]) - int(accent[0])
    return bool(letter[2] > letter[0] and letter[0] - 0.2 * width <= middle <= letter[2] + 0.2 * width)


def normalise(text: str, boxes: Boxes) -> tuple[str, Boxes]:
    """NFC, a composed character taking the union of its parts' boxes, a divided one sharing its box."""
    out: list[str] = []
    rows: list[NDArray[np.uint16]] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and (unicodedata.combining(text[end]) or _hangul_part(text[end])):
            end += 1
        composed = unicodedata.normalize("NFC", text[start:end])
        part = boxes[start:end]
        if len(composed) == end - start:
            rows.extend(part)
        else:
            inked = part[part[:, 2] > part[:, 0]]
            whole = (
                np.concatenate((inked[:, :2].min(axis=0), inked[:, 2:].max(axis=0)))
                if len(inked)
                else part[0]
            )
            rows.extend([whole] * len(composed))
        out.append(composed)
        start = end
    joined = "".join(out)
    return joined, np.array(rows, np.uint16).reshape(-1, 4)


def _hangul_part(char: str) -> bool:
    return "\u1160" <= char <= "\u11ff"
