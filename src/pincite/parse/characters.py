"""Characters: what may stand in a page's text, and in which form.

Everything that changes the number of characters happens here, before offsets exist: ligatures are spelt out,
accents composed (NFC), control characters and lone surrogates replaced.
"""

from __future__ import annotations

import unicodedata

import numpy as np
from numpy.typing import NDArray

from pincite.domain import Boxes

SOFT_HYPHEN = "\xad"
HYPHENS = "-\u2010"
"""Characters that may divide a word at a line's end. (U+2011 never breaks, dashes are not hyphens.)"""

_REPLACEMENT = 0xFFFD
_PDFIUM_HYPHEN = 2
"""PDFium gives this code to a hyphen at the end of a line."""

_LIGATURES: dict[int, str] = {
    0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
    0x0132: "IJ", 0x0133: "ij", 0x01C7: "LJ", 0x01C8: "Lj", 0x01C9: "lj", 0x01CA: "NJ", 0x01CB: "Nj",
    0x01CC: "nj", 0x2026: "...",
}  # fmt: skip
del _LIGATURES[0x2026]  # An ellipsis is one character of its own: a quote must show it as printed.
_LIGATURE_CODES = np.array(sorted(_LIGATURES), np.uint32)

_ACCENTS: dict[str, str] = {
    "\u00b4": "\u0301", "\u0060": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302", "\u02dc": "\u0303",
    "\u00af": "\u0304", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02da": "\u030a", "\u02dd": "\u030b",
    "\u02c7": "\u030c", "\u00b8": "\u0327", "\u02db": "\u0328", "\u02ca": "\u0301", "\u02cb": "\u0300",
}  # fmt: skip
"""Spacing accents that old fonts draw over the letter that follows or precedes."""
_ACCENT_CODES = np.array(sorted(map(ord, _ACCENTS)), np.uint32)
_SPACES = np.array([0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
                    *range(0x2000, 0x200B)], np.uint32)  # fmt: skip
_VANISHING = np.array([0x200B, 0x200C, 0x2060, 0xFEFF, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
                      np.uint32)  # fmt: skip


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


def mostly_right_to_left(codes: NDArray[np.uint32]) -> bool:
    """Whether most letters are Hebrew, Arabic or their kin."""
    right = ((codes >= 0x590) & (codes < 0x900)) | ((codes >= 0xFB1D) & (codes < 0xFE00))
    right |= (codes >= 0xFE70) & (codes < 0xFF00)
    return bool(right.sum() * 2 > (codes > 64).sum())


def is_unspaced(code: int) -> bool:
    """Whether the script of this character is written without spaces (Chinese, Japanese)."""
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFFEF or code >= 0x20000


def unspaced_pair(before: NDArray[np.uint32], after: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Where no space can be between two characters, however wide the gap: both Chinese or Japanese."""

    def unspaced(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        return (
            ((codes >= 0x2E80) & (codes <= 0x9FFF))
            | ((codes >= 0xF900) & (codes <= 0xFFEF))
            | (codes >= 0x20000)
        )

    return unspaced(before) & unspaced(after)


def clean(text: str) -> str:
    """A string from the file (title, outline) as NFC, on one line, without control characters."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or _allowed(char))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def _allowed(char: str) -> bool:
    code = ord(char)
    category = unicodedata.category(char)
    return category not in ("Cc", "Cs") and char != "\ufeff" and code & 0xFFFE != 0xFFFE


def compose(
    codes: NDArray[np.uint32], boxes: Boxes, space_after: NDArray[np.bool_]
) -> tuple[str, Boxes, bool]:
    """The text of a line with one box a character.

    Args:
        codes: Code points in reading order, (n,).
        boxes: Their boxes, (n, 4); empty ones for characters without ink.
        space_after: Where a space is to be put in, (n,).

    Returns:
        Text without white space at its ends and without double spaces, its boxes, and whether it ends with a
        hyphen that by its code divides a word.
    """
    codes = codes.copy()
    blank = boxes[:, 2] <= boxes[:, 0]
    codes[np.isin(codes, _SPACES)] = 32
    codes[codes == _PDFIUM_HYPHEN] = ord("-")
    soft = codes == ord(SOFT_HYPHEN)
    divided = bool(soft[-1]) if len(soft) else False
    # A soft hyphen with ink is a hyphen that the page shows; one without is only a place to divide.
    codes[soft & ~blank] = ord("-")
    keep = ~((soft & blank) | np.isin(codes, _VANISHING))
    bad = (codes < 32) | ((codes >= 0x7F) & (codes < 0xA0)) | ((codes >= 0xD800) & (codes < 0xE000))
    bad |= ((codes & 0xFFFE) == 0xFFFE) | (codes > 0x10FFFF) | ((codes >= 0xFDD0) & (codes < 0xFDF0))
    codes[bad] = _REPLACEMENT
    keep &= ~(bad & blank)
    # A space that is drawn inside the word before or after it stands for nothing.
    if space_after.any() or not keep.all():
        times = (1 + space_after) * keep
        codes_out, boxes_out = np.repeat(codes, times), np.repeat(boxes, times, axis=0)
        second = np.cumsum(times)[space_after & keep] - 1
        codes_out[second] = 32
        boxes_out[second] = 0
        codes, boxes = codes_out, boxes_out
    spaces = codes == 32
    keep = ~(spaces & np.concatenate(([True], spaces[:-1])))
    if len(keep) and spaces[-1]:
        keep[-1] = False
    codes, boxes = codes[keep], boxes[keep]
    boxes[codes == 32] = 0
    if np.isin(codes, _ACCENT_CODES).any():
        codes, boxes = _join_accents(codes, boxes)
    text = codes.astype("<u4").tobytes().decode("utf-32-le")
    if not unicodedata.is_normalized("NFC", text):
        text, boxes = _normalise(text, boxes)
    return text, boxes, divided


def _join_accents(codes: NDArray[np.uint32], boxes: Boxes) -> tuple[NDArray[np.uint32], Boxes]:
    """Turn accents that are drawn over a letter into combining ones after it."""
    out: list[int] = []
    rows: list[NDArray[np.uint16]] = []
    values = codes.tolist()
    position = 0
    while position < len(values):
        accent = _ACCENTS.get(chr(values[position]))
        follower = position + 1
        if (
            accent
            and follower < len(values)
            and _over(boxes[position], boxes[follower])
            and _letter(values[follower])
        ):
            base = {0x131: ord("i"), 0x237: ord("j")}.get(values[follower], values[follower])
            out += [base, ord(accent)]
            rows += [boxes[follower], boxes[position]]
            position += 2
            continue
        if accent and rows and _over(boxes[position], rows[-1]) and _letter(out[-1]):
            out.append(ord(accent))
        else:
            out.append(values[position])
        rows.append(boxes[position])
        position += 1
    return np.array(out, np.uint32), np.array(rows, np.uint16).reshape(-1, 4)


def _letter(code: int) -> bool:
    return chr(code).isalpha()


def _over(accent: NDArray[np.uint16], letter: NDArray[np.uint16]) -> bool:
    middle = (int(accent[0]) + int(accent[2])) / 2
    return bool(letter[2] > letter[0] and int(letter[0]) <= middle <= int(letter[2]))


def _normalise(text: str, boxes: Boxes) -> tuple[str, Boxes]:
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
