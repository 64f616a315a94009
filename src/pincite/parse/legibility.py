"""Whether the text that a page holds is what the page shows: fonts with a wrong or no code table give other letters."""

from __future__ import annotations

import functools
import math
import unicodedata
from enum import Enum

import numpy as np
from numpy.typing import NDArray

_BIGRAMS = (
    "25762455635879561888642264",
    "60216001610500500531500040",
    "70407008704500700416600030",
    "70028011700221700431610020",
    "64775454625769553987554444",
    "50005400600400600504500000",
    "50017014600413500533600010",
    "70018000700323700524601020",
    "74768463525769740777460145",
    "40004000200000400000300000",
    "50005005500422400344400030",
    "82258230703641710045620050",
    "75117000600341660031500010",
    "72687487723434601268641033",
    "55652643623769460876545333",
    "60106005500510630724500000",
    "00000000000000000000600000",
    "84458343804555730466642042",
    "62617214703442651158601030",
    "80208218802531700754603053",
    "64646442514758640766220054",
    "60007000600100500200300000",
    "50105004500103400021300000",
    "30002000300000030002200010",
    "51025010400313420131300000",
    "50015000400210400001402000",
)
"""How common a pair of letters is, a row for each first letter: 9 common, 5 as often as chance would have it, 0 never.

Logarithms of the mean share in English, German, Spanish, Romanian, Turkish and Vietnamese encyclopedia text, without
accents. Texts of these and other European languages have a mean of 6 to 7, letters shifted by any number 1 to 4.
"""

_LEAST_PAIRS = 40
_LEAST_MEAN = 4.3
_CHANCE = 4.0
"""What chance may take from the mean of a few pairs: in the index of a manual, 49 pairs have 4.1."""

_CLEAR_MEAN = 5.5
_SAMPLE, _FARTHEST = 2000, 40
_LEAST_LETTERS = 12
"""Words of 40 letters have more different ones."""
_MOST_BROKEN = 0.3
_LEAST_CHARACTERS = 8
_MOST_ACCENTED = 0.5
"""Of Latin letters; Vietnamese has a third. Cyrillic read with a western code table has nearly only such."""

_MOST_CHANGES = 0.25
"""Of letters that are followed by one of another script."""

_MIXED = frozenset({"HIRAGANA", "KATAKANA", "BOPOMOFO", "FULLWIDTH", "HALFWIDTH", "HANGUL"})

_COMMON_SYLLABLES = np.array(
    [ord(syllable) for syllable in "이다는의에가을를한고로서은지도기사어자인리시나대라"], np.uint32
)
_LEAST_SYLLABLES = 40
_LEAST_COMMON = 0.05
"""Endings and particles, which Korean text cannot do without; another script's letters shifted into Hangul can."""

_LEAST_SAME = 8
_MOST_SAME = 0.6
"""Of the letters of a script without capitals: where one sign stands for all that a font does not name."""

_LEAST_SIGNS = 3
_SIGNS = np.array([ord(sign) for sign in "!\"#$%&'*+<=>?@\\^_`{|}~"], np.uint32)

_NO_CHARACTERS = frozenset({"Co", "Cn", "Cs"})
_REPLACEMENT = 0xFFFD


class Legibility(Enum):
    """What the characters of a page are."""

    SOUND = "sound"
    DOUBTFUL = "doubtful"
    """No words of a European language: codes and names, or the letters of a wrong code table."""
    WRONG = "wrong"


def legibility(codes: NDArray[np.uint32]) -> Legibility:
    """Whether characters are likely to be those that the page shows; SOUND where too few tell.

    Args:
        codes: Code points as the file says, in reading order, with spaces or line ends between words.
    """
    values, place = np.unique(codes, return_inverse=True)
    kinds = np.array([_kind(value) for value in values.tolist()], np.int64)[place]
    solid = np.count_nonzero(codes > 32)
    letters = np.count_nonzero(kinds > _BROKEN)
    if not letters and np.count_nonzero(np.isin(values, _SIGNS)) >= _LEAST_SIGNS:
        return Legibility.WRONG  # nothing but signs of several kinds
    if solid < _LEAST_CHARACTERS:
        return Legibility.SOUND
    if np.count_nonzero(kinds == _BROKEN) > _MOST_BROKEN * solid or _is_no_script(values, place):
        return Legibility.WRONG
    if letters >= _LEAST_PAIRS:
        following = (kinds[1:] > _BROKEN) & (kinds[:-1] > _BROKEN)
        changes = np.count_nonzero(following & (kinds[1:] != kinds[:-1]))
        if changes > _MOST_CHANGES * letters:
            return Legibility.WRONG
        joined = np.count_nonzero(following)
        accented = (codes >= 0xC0) & (codes <= 0xFF)
        if joined >= _LEAST_PAIRS and np.count_nonzero(following & accented[1:]) > _MOST_ACCENTED * joined:
            return Legibility.DOUBTFUL
    mean, pairs = _commonness(values, place)
    # In text of another script the few Latin letters are names and units.
    if pairs < max(_LEAST_PAIRS, 0.3 * letters) or mean >= _LEAST_MEAN - _CHANCE / math.sqrt(pairs):
        return Legibility.SOUND
    return Legibility.WRONG if _shifted(codes) else Legibility.DOUBTFUL


def _is_no_script(values: NDArray[np.uint32], place: NDArray[np.intp]) -> bool:
    """Whether text of scripts without capitals is none: no common syllable, or one sign over and over."""
    beyond = values >= 0x0590
    if not beyond.any():
        return False
    counts = np.bincount(place, minlength=len(values))
    syllables = (values >= 0xAC00) & (values <= 0xD7A3)
    total = counts[syllables].sum()
    if total >= _LEAST_SYLLABLES:
        return bool(counts[np.isin(values, _COMMON_SYLLABLES)].sum() < _LEAST_COMMON * total)
    of_scripts = [
        count
        for value, count in zip(values[beyond].tolist(), counts[beyond].tolist(), strict=True)
        if value <= 0x10FFFF and unicodedata.category(chr(value)) == "Lo"
    ]
    return bool(of_scripts) and max(of_scripts) > max(_MOST_SAME * sum(of_scripts), _LEAST_SAME)


def _shifted(codes: NDArray[np.uint32]) -> bool:
    """Whether the text makes sense when all its codes are moved by one number: a code table that is off."""
    sample = codes[codes > 32][:_SAMPLE].astype(np.int64)
    if len(np.unique(sample)) < _LEAST_LETTERS:
        return False
    for shift in range(-_FARTHEST, _FARTHEST + 1):
        moved = np.clip(sample + shift, 1, 0x10FFFF).astype(np.uint32)
        mean, pairs = _commonness(*np.unique(moved, return_inverse=True))
        if pairs >= _LEAST_PAIRS and mean >= _CLEAR_MEAN:
            return True
    return False


_NOTHING, _BROKEN = 0, 1
_scripts: dict[str, int] = {}


@functools.lru_cache(100_000)
def _kind(code: int) -> int:
    """A number for the script of a letter; those that one language mixes count as one."""
    if code == _REPLACEMENT or code > 0x10FFFF or 0x7F <= code < 0xA0:
        return _BROKEN
    letter = chr(code)
    category = unicodedata.category(letter)
    if category in _NO_CHARACTERS:
        return _BROKEN
    if not category.startswith("L"):
        return _NOTHING
    script = unicodedata.name(letter, "?").split(" ", 1)[0].split("-", 1)[0]
    return _scripts.setdefault("CJK" if script in _MIXED else script, len(_scripts) + _BROKEN + 1)


@functools.lru_cache(10_000)
def _plain(code: int) -> int:
    """0…25 for a Latin letter, whatever its accent and case, else -1."""
    if code >= 0x2000:
        return -1
    base = unicodedata.normalize("NFD", chr(code).casefold())[:1]
    return ord(base) - ord("a") if "a" <= base <= "z" else -1


def _commonness(values: NDArray[np.uint32], place: NDArray[np.intp]) -> tuple[float, int]:
    letters = np.array([_plain(value) for value in values.tolist()], np.int64)[place]
    both = (letters[:-1] >= 0) & (letters[1:] >= 0)
    if not both.any():
        return 0.0, 0
    return float(_TABLE[letters[:-1][both], letters[1:][both]].mean()), int(np.count_nonzero(both))


_TABLE = np.array([[int(figure) for figure in row] for row in _BIGRAMS])
