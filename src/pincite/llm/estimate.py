"""Estimating how many tokens a text has, where the server does not count.

Vocabularies differ; the estimate is meant to be too high for all usual ones rather than too low, because a prompt that
does not fit loses its beginning. Measurements are in docs/design/models.md.
"""

from __future__ import annotations

import math
import re

_WORD = re.compile(r"[A-Za-z]+")
_SPACES = re.compile(r" +")
LETTERS_A_TOKEN = 4.0
MARGIN = 1.1


def estimate_tokens(text: str) -> int:
    """Tokens of a text, rather too many."""
    words = _WORD.findall(text)
    in_words = sum(math.ceil(len(word) / LETTERS_A_TOKEN) for word in words)
    rest = _SPACES.sub("", _WORD.sub("", text))
    # Most vocabularies have signs and digits singly, and letters of other scripts in ones or twos; what they lack
    # altogether is written in bytes.
    others = sum(_tokens_of(character) for character in rest)
    return math.ceil(MARGIN * (in_words + others))


def _tokens_of(character: str) -> float:
    code = ord(character)
    if code < 0x3000:
        return 1.0
    return 1.25 if code < 0x10000 else 3.0
