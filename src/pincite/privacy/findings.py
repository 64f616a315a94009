"""What is found in a text, and what all detectors ask of the text around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_BEFORE, _AFTER = 60, 25
"""How far from a number the words that tell what it is are looked for, in characters."""

_SENTENCE_END = re.compile(r"[.!?;] +(?=[^\W\d_])|\n\n")
"""What is on the other side of such a place is said of something else; "No. 12" is no end."""

_JOINS = frozenset(".,/:-")


class Found(NamedTuple):
    """Personal data in a text: `text[start:end]`.

    Attributes:
        kind: What it is, e.g. "email".
        start: Offset of its first character.
        end: Offset after its last.
    """

    kind: str
    start: int
    end: int


Named = Callable[[int, int, re.Pattern[str]], bool]
"""Whether the words around a range of the text, or at the head of its column, match."""


def words_near(text: str) -> Named:
    """Looks for words in the text around a range."""

    def named(start: int, end: int, words: re.Pattern[str]) -> bool:
        low = max(0, start - _BEFORE)
        ends = [match.end() for match in _SENTENCE_END.finditer(text, low, start)]
        if words.search(text, ends[-1] if ends else low, start):
            return True
        after = _SENTENCE_END.search(text, end, end + _AFTER)
        return words.search(text, end, after.start() if after else end + _AFTER) is not None

    return named


def alone(text: str, start: int, end: int) -> bool:
    """Whether a number is not a part of a longer one: of a decimal, a date, a path, a row of numbers."""
    joins = _JOINS | {" "} if " " in text[start:end] else _JOINS
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before[-1:].isalnum() or before[-1:] == "_" or after[:1].isalnum() or after[:1] == "_":
        return False
    if len(before) == 2 and before[1] in joins and before[0].isdigit():
        return False
    return not (len(after) == 2 and after[0] in joins and after[1].isdigit())


def compact(text: str) -> str:
    """Its letters and digits, in capitals."""
    return "".join(character for character in text if character.isalnum()).upper()
