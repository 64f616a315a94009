"""What kind of answer a question asks for, as far as its words tell."""

from __future__ import annotations

import re
from enum import StrEnum

from pincite.terms import fold


class QuestionKind(StrEnum):
    """The kind of thing that would answer it."""

    NUMBER = "number"
    TIME = "time"
    PERSON = "person"
    PLACE = "place"
    DEFINITION = "definition"
    REASON = "reason"
    LIST = "list"
    OTHER = "other"


_KINDS: tuple[tuple[QuestionKind, re.Pattern[str]], ...] = (
    (
        QuestionKind.NUMBER,
        re.compile(
            r"\bhow (?:many|much|long|old|large|big|high|tall|far|fast|deep|wide|heavy|often)\b"
            r"|\bwhat (?:percent\w*|proportion|share|number|amount|fraction|rate|price|cost|fee|sum|total)\b"
        ),
    ),
    (
        QuestionKind.TIME,
        re.compile(
            r"\bwhen\b|\bwhat (?:year|date|day|month|century|decade|time)\b|\b(?:in|by|since) (?:what|which) year\b"
        ),
    ),
    (QuestionKind.PERSON, re.compile(r"\bwho(?:m|se)?\b|\bwhich (?:person|author|company|party)\b")),
    (
        QuestionKind.PLACE,
        re.compile(r"\bwhere\b|\b(?:what|which) (?:city|country|place|state|town|region)\b"),
    ),
    (
        QuestionKind.REASON,
        re.compile(r"\bwhy\b|\bwhat (?:is|was|are|were) the (?:reasons?|causes?)\b|\bhow come\b"),
    ),
    (
        QuestionKind.LIST,
        re.compile(
            r"^(?:list|name|enumerate)\b|\b(?:what|which) are (?:the )?\w+s\b"
            r"|\b(?:which|what) (?:\w+ )?(?:kinds|types|steps|methods|reasons|parts|factors)\b"
        ),
    ),
    (
        QuestionKind.DEFINITION,
        re.compile(
            r"^(?:what(?:'s| is| are)|define|explain)\b(?!.*\b(?:of|in|for|by|on|at)\b)"
            r"|\bdefinition of\b|\bmean(?:s|ing)?\b"
        ),
    ),
)

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand"
    r"|million|half|third|quarter|dozen|none|no)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:1[0-9]|20)\d\d\b|\b(?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|decade)\b"
    r"|\b\d+ (?:days?|weeks?|months?"
    r"|years?|hours?|minutes?)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]+|[A-Z][a-z]+ [A-Z][a-z]+")
_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|in order to|so that|therefore|as a result|caused)\b", re.IGNORECASE
)
_DEFINING = re.compile(
    r"\b(?:is|are|was|means?|denotes?|refers? to|shall mean|defined as|known as)\b", re.IGNORECASE
)

_ANSWERS: dict[QuestionKind, re.Pattern[str]] = {
    QuestionKind.NUMBER: _NUMBER,
    QuestionKind.TIME: _TIME,
    QuestionKind.PERSON: _NAME,
    QuestionKind.PLACE: _NAME,
    QuestionKind.REASON: _REASON,
    QuestionKind.DEFINITION: _DEFINING,
}


_ASKS_FOR_REFERENCES = re.compile(
    r"\b(?:references?|bibliography|citations?|literature|cite[sd]?|citing|works? cited"
    r"|who (?:wrote|authored|published))\b"
)


def asks_for_references(question: str) -> bool:
    """Whether a list of references may answer a question: only one about what is cited, or who wrote something."""
    return _ASKS_FOR_REFERENCES.search(fold(question)) is not None


def question_kind(question: str) -> QuestionKind:
    """The kind of a question; OTHER when its words do not tell."""
    folded = fold(question).strip()
    return next((kind for kind, pattern in _KINDS if pattern.search(folded)), QuestionKind.OTHER)


def could_answer(kind: QuestionKind, sentence: str) -> bool:
    """Whether a sentence holds the kind of thing that is asked for; True where that cannot be told."""
    pattern = _ANSWERS.get(kind)
    return pattern is None or pattern.search(sentence) is not None
