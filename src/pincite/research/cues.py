"""Phrases that a schema says speak for a field: a small language in place of regular expressions.

Schemas are files that anybody may have written, and a regular expression can take for ever. A cue is words in order,
in any case: `word*` any ending, `a/b` either, `#` a number, `...` up to twelve words between.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_CUES = 80
LONGEST_CUE = 200
MOST_GAPS = 2
_GAP = r"(?:\W{1,4}[\w$%]+){0,12}?\W{1,4}"
_BETWEEN = r"\W{1,4}"
_NUMBER = r"[$€£¥]?\d[\d.,]*(?:%|st|nd|rd|th)?"
_ALLOWED = re.compile(r"(?:[\w'’&.$€£%+-]+\*?|#)(?:/(?:[\w'’&.$€£%+-]+\*?|#))*")


def compile_cues(cues: Sequence[str]) -> re.Pattern[str] | None:
    """One pattern that finds any of the cues; None without cues.

    Raises:
        ValueError: saying which cue is wrong and why.
    """
    if len(cues) > MOST_CUES:
        raise ValueError(f"{len(cues)} cues are more than {MOST_CUES}")
    patterns = [_pattern(cue) for cue in cues]
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _pattern(cue: str) -> str:
    words = cue.split()
    if not words or len(cue) > LONGEST_CUE:
        raise ValueError(f"a cue has 1 to {LONGEST_CUE} characters: {cue[:60]!r}")
    if words[0] == "..." or words[-1] == "..." or words.count("...") > MOST_GAPS:
        raise ValueError(f"a cue has at most {MOST_GAPS} gaps '...', all between words: {cue[:60]!r}")
    pieces: list[str] = []
    for number, word in enumerate(words):
        if word == "...":
            continue
        if not _ALLOWED.fullmatch(word):
            raise ValueError(f"{word!r} in a cue is no word, '#' or '...': {cue[:60]!r}")
        if number:
            pieces.append(_GAP if words[number - 1] == "..." else _BETWEEN)
        pieces.append("(?:" + "|".join(_word(choice) for choice in word.split("/")) + ")")
    return r"(?<!\w)" + "".join(pieces) + r"(?!\w)"


def _word(word: str) -> str:
    if word == "#":
        return _NUMBER
    stem = re.escape(word.removesuffix("*")).replace("'", "['’]")
    return stem + r"\w*" if word.endswith("*") else stem
