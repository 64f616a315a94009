"""Phrases that a schema says speak for a field: a small language in place of regular expressions.

Schemas are files that anybody may have written, and a regular expression can take for ever. A cue is words in order,
in any case: `word*` any ending, `a/b` either, `#` a number, `...` up to twelve words between.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

MOST_CUES = 80
LONGEST_CUE = 200
MOST_GAPS = 2
_GAP = r"(?:\W{1,4}[\w$%]+){0,12}?\W{1,4}"
_BETWEEN = r"\W{1,4}"
_NUMBER = r"[$€£¥]?\d[\d.,]*(?:%|st|nd|rd|th)?"
_ALLOWED = re.compile(r"(?:[\w'’&.$€£%+-]+\*?|#)(?:/(?:[\w'’&.$€£%+-]+\*?|#))*")


@dataclass(frozen=True, slots=True)
class Cue:
    """One phrase.

    Attributes:
        needs: For each of its words the alternatives, in lower case: a text without any of these cannot hold it.
        pattern: Finds it.
    """

    needs: tuple[tuple[str, ...], ...]
    pattern: re.Pattern[str]


class Cues:
    """Phrases, any of which counts.

    Looking for plain words first is what makes hundreds of phrases quick: most texts lack a word of most of them.

    Args:
        phrases: As a schema has them.

    Raises:
        ValueError: saying which cue is wrong and why.
    """

    def __init__(self, phrases: Sequence[str]) -> None:
        if len(phrases) > MOST_CUES:
            raise ValueError(f"{len(phrases)} cues are more than {MOST_CUES}")
        self._cues = [_cue(phrase) for phrase in phrases]

    def count(self, text: str, folded_text: str | None = None) -> int:
        """How many of them a text holds.

        Args:
            text: The text.
            folded_text: The same by `folded`, where many phrases are looked for in it.
        """
        if not self._cues:
            return 0
        plain = folded(text) if folded_text is None else folded_text
        return sum(1 for cue in self._cues if _possible(cue, plain) and cue.pattern.search(text))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where they stand in a text."""
        plain = folded(text)
        return [
            match.span()
            for cue in self._cues
            if _possible(cue, plain)
            for match in cue.pattern.finditer(text)
        ]


@functools.lru_cache(maxsize=2000)
def cues(phrases: tuple[str, ...]) -> Cues:
    """The cues of a field, kept; raises as `Cues`."""
    return Cues(phrases)


def folded(text: str) -> str:
    """A text as its plain words are looked for."""
    return text.lower().replace("’", "'")


def _possible(cue: Cue, plain: str) -> bool:
    return all(any(word in plain for word in choices) for choices in cue.needs)


def _cue(phrase: str) -> Cue:
    words = phrase.split()
    if not words or len(phrase) > LONGEST_CUE:
        raise ValueError(f"a cue has 1 to {LONGEST_CUE} characters: {phrase[:60]!r}")
    if words[0] == "..." or words[-1] == "..." or words.count("...") > MOST_GAPS:
        raise ValueError(f"a cue has at most {MOST_GAPS} gaps '...', all between words: {phrase[:60]!r}")
    pieces: list[str] = []
    needs: list[tuple[str, ...]] = []
    for number, word in enumerate(words):
        if word == "...":
            continue
        if not _ALLOWED.fullmatch(word):
            raise ValueError(f"{word!r} in a cue is no word, '#' or '...': {phrase[:60]!r}")
        if number:
            pieces.append(_GAP if words[number - 1] == "..." else _BETWEEN)
        choices = word.split("/")
        pieces.append("(?:" + "|".join(map(_word, choices)) + ")")
        if "#" not in choices:
            needs.append(tuple(folded(choice.removesuffix("*")) for choice in choices))
    return Cue(tuple(needs), re.compile(r"(?<!\w)" + "".join(pieces) + r"(?!\w)", re.IGNORECASE))


def _word(word: str) -> str:
    if word == "#":
        return _NUMBER
    stem = re.escape(word.removesuffix("*")).replace("'", "['’]")
    return stem + r"\w*" if word.endswith("*") else stem
