"""Estimating how many tokens a text has, where the server does not count.

Vocabularies differ; the estimate is meant to be too high for all usual ones rather than too low, because a prompt that
does not fit loses its beginning. Measurements are in docs/design/models.md.
"""

from __future__ import annotations

import math
import re
from collections import Counter

_WORD = re.compile(r"[A-Za-z]+")
_SPACES = re.compile(r" +(?!\d)")  # one before a word belongs to its token, one before a number is a token
_ENGLISH = re.compile(r"\b(?:the|of|and|to)\b", re.IGNORECASE)
_ENGLISH_SHARE = 0.05

MARGIN = 1.05
_LETTERS_A_TOKEN = 3.0
"""Of a word in Latin letters. Vocabularies know English words best: in English, most words are one token."""
_ENGLISH_WORD = 7
_ENGLISH_LETTERS_A_TOKEN = 4.0


def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many.

    Each line counts by itself, so that a text has as many as its lines together, and rules in English do not change
    what sources in another language count.
    """
    return math.ceil(MARGIN * sum(_tokens_of_line(line) + 1 for line in text.split("\n"))) if text else 0


def _tokens_of_line(line: str) -> float:
    words = _WORD.findall(line)
    rest = Counter(_SPACES.sub("", _WORD.sub("", line)))
    return _tokens_in_words(line, words) + sum(count * _tokens_of(sign) for sign, count in rest.items())


def _tokens_in_words(line: str, words: list[str]) -> float:
    lengths = Counter(map(len, words))
    if len(_ENGLISH.findall(line)) >= _ENGLISH_SHARE * len(words):
        return sum(
            count * (1 + math.ceil(max(0, length - _ENGLISH_WORD) / _ENGLISH_LETTERS_A_TOKEN))
            for length, count in lengths.items()
        )
    return sum(count * math.ceil(length / _LETTERS_A_TOKEN) for length, count in lengths.items())


def _tokens_of(character: str) -> float:
    """Signs and digits are mostly single tokens, other letters one or less, and what is rare several bytes."""
    code = ord(character)
    if code < 0x370:  # ASCII, and Latin letters with marks, which split their word in two
        return 1.0
    if code < 0x2000:  # most alphabets
        return 1.2
    if 0x2190 <= code < 0x2C00:  # arrows, mathematics, pictures
        return 2.5
    if code < 0x3000:
        return 1.0
    return 1.3 if code < 0x10000 else 4.0
