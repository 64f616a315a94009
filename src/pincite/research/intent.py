"""Whether a question asks for a summary or a comparison of whole documents, rather than for a fact in them.

Narrow on purpose: a question taken for one of these is not answered at all, one that is missed still gets an answer. So
the whole of what was typed must be such a request; a word more about what is in the documents makes it a question.
The words of several languages are in `requests.toml`.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pincite.terms import fold


class Intent(StrEnum):
    """What is asked for."""

    QUESTION = "question"
    SUMMARISE = "summarise"
    COMPARE = "compare"


_MOST_WORDS = 14
"""A longer request says what it is after: it is left to the answer."""
_MOST_CHARACTERS = 300

_NAME = (
    r"(?:\"[^\"]{1,120}\"|“[^”]{1,120}”|«[^»]{1,120}»|'[^']{1,120}'"
    r"|[^\s\"]+\.(?:pdf|docx?|epub|html?|md|txt|pptx?|xlsx?|csv))"
)
"""A document's name, as far as it can be told from other words."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The compiled words.

    Attributes:
        opening: What may stand before a request.
        ending: What may stand after it.
        summarise: Requests for a summary.
        compare: Requests for a comparison.
    """

    opening: re.Pattern[str]
    ending: re.Pattern[str]
    summarise: tuple[re.Pattern[str], ...]
    compare: tuple[re.Pattern[str], ...]


def intent(question: str) -> Intent:
    """What is asked for; QUESTION unless it is surely something else."""
    if len(question) > _MOST_CHARACTERS:
        return Intent.QUESTION
    text = " ".join(fold(question).replace("’", "'").split())
    if len(re.sub(_NAME, "x", text).split()) > _MOST_WORDS:
        return Intent.QUESTION
    patterns = _patterns()
    text = patterns.ending.sub("", patterns.opening.sub("", text)).strip(" .!?:;¿¡,")
    if any(pattern.fullmatch(text) for pattern in patterns.compare):
        return Intent.COMPARE
    if text and any(pattern.fullmatch(text) for pattern in patterns.summarise):
        return Intent.SUMMARISE
    return Intent.QUESTION


@functools.cache
def _patterns() -> _Patterns:
    file = importlib.resources.files("pincite.research").joinpath("requests.toml")
    words = tomllib.loads(file.read_text(encoding="utf-8"))
    please = _any(words["please"])
    opening = (
        rf"^(?:{_any(words['greetings'])}\b[\s,!.]*|{please}\b[\s,]*"
        rf"|{_any(words['openings'])}\b[\s,]*(?:{_any(words['after_openings'])}\b)?[\s,]*)+"
    )
    ending = rf"(?:[\s,]*\b(?:{please}|{_any(words['endings'])}))+[\s.!?]*$"
    return _Patterns(
        re.compile(opening),
        re.compile(ending),
        _requests(words, "summarise"),
        _requests(words, "compare"),
    )


def _requests(words: dict[str, Any], name: str) -> tuple[re.Pattern[str], ...]:
    # The boundary behind every word keeps a long word from being read in many ways, which would take for ever.
    determiners = rf"(?:{_any(words['determiners'])}\b\s*)*"
    work = rf"{determiners}{_any(words['works'])}\b"
    thing = (
        rf"(?:{_any(words['prepositions'])}\b\s*)?{determiners}(?:{_any(words['works'])}\b)?"
        rf"(?:\s*(?:here|above|hier|ici|aqui|qui)\b)?(?:\s*{_NAME})?"
    )
    names = rf"{_NAME}(?:\s*(?:,|and|with|to|und|mit|et|avec|y|con|e)\s*{_NAME})+"
    several = rf"(?:{determiners}{_any(words['several_works'])}\b|{_any(words['them'])}\b|{names})"
    meanings = {"OBJECT": thing, "WORK": work, "SEVERAL": several}
    return tuple(
        re.compile(re.sub("OBJECT|WORK|SEVERAL", lambda found: meanings[found[0]], pattern))
        for pattern in words[name]
    )


def _any(words: Sequence[str]) -> str:
    return f"(?:{'|'.join(words)})"
