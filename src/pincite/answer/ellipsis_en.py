"""English questions that leave out most of a sentence: "Why?", "And in 2018?", "What about the other gauge?"."""

from __future__ import annotations

import re

from pincite.answer.history import Exchange
from pincite.answer.phrases import (
    AUXILIARIES,
    DETERMINERS,
    LINKS,
    PREPOSITIONS,
    PRONOUNS,
    QUESTION_WORDS,
    Phrase,
    core_phrases,
    is_year,
    words_of,
)

_LONGEST_FRAGMENT = 9
_MORE = re.compile(
    r"(?:please\s+|and\s+)?(?:(?:can|could|would)\s+you\s+)?(?:please\s+)?"
    r"(?:tell\s+me\s+(?:some\s+)?more|(?:give\s+me\s+)?(?:some\s+)?more(?:\s+details?)?|elaborate|go\s+on|continue"
    r"|(?:explain|describe)(?:\s+(?:this|that|it))?\s+(?:further|more|in\s+(?:more\s+|greater\s+)?detail)"
    r"|explain\s+(?:this|that|it)|in\s+more\s+detail|(?:and\s+)?(?:what|anything)\s+else)"
    r"(?:\s+(?:about|on)\s+(?:this|that|it))?(?:,?\s+please)?",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:(?:and|but|so|ok|okay)\s*,?\s+)?(?P<lead>why\s+not|why|when|where|who|how"
    r"|how\s+(?:often|much|many|long|far|large|big|old|high|fast)"
    r"|(?:by|for|from|to|with|since|until|in|at)\s+(?:whom|what|when|which|where|how\s+long)(?:\s+[a-z]+)?"
    r"|where\s+(?:to|from))(?:(?<=why|how)\s+(?:is|was)\s+(?:that|this|it)(?:\s+so)?|\s+so|\s+exactly)?",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"(?:(?:and|but|so)\s*,?\s+)?(?:what|how)\s+about\s+(?P<new>.+)", re.IGNORECASE)
_AND = re.compile(r"(?:and|but|or)\s*,?\s+(?:what\s+)?(?:about\s+)?(?P<new>.+)", re.IGNORECASE)
_ADVERBIAL = frozenset(("why", "when", "where", "how"))
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


def filled(question: str, before: Exchange) -> str | None:
    """The whole question that a fragment stands for; None when it is no fragment."""
    bare = " ".join(question.split()).rstrip("?!. ")
    if _MORE.fullmatch(bare):
        return f"More on: {_lower_first(before.question)}"
    asked = _BARE.fullmatch(bare)
    if asked:
        return _asked_again(asked["lead"].lower(), before.question)
    for pattern in (_ABOUT, _AND):
        found = pattern.fullmatch(bare)
        if found and _is_fragment(found["new"]):
            return _exchanged(found["new"], before.question)
    first = bare.split(" ")[0].lower()
    begins_like_one = (
        first in PREPOSITIONS - {"about", "as", "per", "than"}
        or is_year(bare)
        or bare.lower().endswith((" one", " ones"))
    )
    if question.rstrip().endswith("?") and begins_like_one and _is_fragment(bare):
        return _exchanged(_lower_first(bare), before.question)
    return None


def _is_fragment(text: str) -> bool:
    """Whether it is a phrase and no sentence."""
    words = words_of(text)
    closed = AUXILIARIES | QUESTION_WORDS | (LINKS - {"and", "or"}) | (PRONOUNS - {"one", "ones"})
    return 0 < len(words) <= _LONGEST_FRAGMENT and not any(
        word.low in closed or word.low in ("its", "their", "his", "her", "this", "that") for word in words
    )


def _asked_again(lead: str, question: str) -> str:
    """A question with another question word: "How often is the level measured?"."""
    words = words_of(question)
    shown = lead[:1].upper() + lead[1:]
    if words and words[0].low in AUXILIARIES:
        return f"{shown} {_lower_first(question)}"
    auxiliary = next((word for word in words[:4] if word.low in AUXILIARIES), None)
    if auxiliary is not None and words[0].low in _ADVERBIAL:
        asked = [word.low for word in words if word.end <= auxiliary.start]
        if len(asked) == 1 or asked[1:] in (["often"], ["long"], ["far"], ["fast"]):
            return f"{shown} {question[auxiliary.start :]}"
    return f"{shown}: {_lower_first(question)}"


def _exchanged(new: str, question: str) -> str:
    """A question with one of its phrases exchanged for a new one."""
    words = new.split()
    preposition = words[0].lower() if words[0].lower() in PREPOSITIONS else ""
    body = " ".join(words[1:]) if preposition else new
    if is_year(body):
        if _YEAR.search(question):
            return _YEAR.sub(body, question)
        return _appended(question, f"{preposition or 'in'} {body}")
    phrases = core_phrases(question)
    if preposition:
        same = [phrase for phrase in phrases if phrase.after == preposition]
        return _put(question, same[-1], body) if same else _appended(question, f"{preposition} {body}")
    parts = core_phrases(new)
    old = _counterpart(parts[0], phrases, question) if parts else None
    if old is None:
        return _appended(question, new, ":")
    if words[-1].lower() in ("one", "ones"):
        return _put(question, old, " ".join([*words[:-1], old.core.split()[-1]]))
    return _put(question, old, new)


def _counterpart(new: Phrase, phrases: list[Phrase], question: str) -> Phrase | None:
    """Which phrase of a question a new one takes the place of."""
    others = [phrase for phrase in phrases if not phrase.asked and not phrase.time]
    same = [phrase for phrase in phrases if phrase.head == new.head]
    if same:
        return same[-1]
    definite = [phrase for phrase in others if phrase.definite]
    if new.text.lower().startswith(("the ", "a ", "an ")):
        return definite[0] if definite else None
    names = [phrase for phrase in others if phrase.name]
    if new.name and names:
        return names[-1]
    counted = [phrase for phrase in phrases if phrase.asked in ("many", "much")]
    if counted and re.match(r"how (?:many|much)\b", question, re.IGNORECASE):
        return counted[0]
    plain = [phrase for phrase in others if not phrase.definite and not phrase.name]
    alike = [phrase for phrase in (*definite, *plain) if phrase.plural == new.plural and not phrase.name]
    if alike:
        return alike[-1]
    if plain:
        return plain[-1]
    return others[0] if len(others) == 1 else None


def _put(question: str, old: Phrase, new: str) -> str:
    return question[: old.start] + new + question[old.end :]


def _appended(question: str, addition: str, joint: str = "") -> str:
    body = question.rstrip().rstrip("?!. ")
    return f"{body}{joint} {addition}?"


def _lower_first(text: str) -> str:
    """The text as it stands within a sentence; a name keeps its capital."""
    first, _, rest = text.partition(" ")
    closed = first.lower() in AUXILIARIES | QUESTION_WORDS | PREPOSITIONS | DETERMINERS
    return f"{first.lower()} {rest}".rstrip() if closed else text
