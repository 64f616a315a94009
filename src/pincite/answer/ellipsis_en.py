"""English questions that leave out most of a sentence: "Why?", "And in 2018?", "What about the other gauge?"."""

from __future__ import annotations

import re

from pincite.answer.alike import Similarity, most_alike
from pincite.answer.history import Exchange
from pincite.answer.phrases import (
    AUXILIARIES,
    DETERMINERS,
    DOCUMENTS,
    LINKS,
    PREPOSITIONS,
    PRONOUNS,
    QUESTION_WORDS,
    ROLES,
    Phrase,
    core_phrases,
    is_year,
    noun_phrases,
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
_ACTING = ROLES | frozenset(
    "trust foundation university institute council committee board agency court team".split()
)
_PERIODS = frozenset("year quarter month week day".split())
_ADVERBIAL = frozenset(("why", "when", "where", "how"))
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


def filled(question: str, before: Exchange, similarity: Similarity | None) -> str | None:
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
            return _exchanged(found["new"], before.question, similarity)
    first = bare.split(" ")[0].lower()
    begins_like_one = (
        first in PREPOSITIONS - {"about", "as", "per", "than"}
        or is_year(bare)
        or bare.lower().endswith((" one", " ones"))
    )
    if question.rstrip().endswith("?") and begins_like_one and _is_fragment(bare):
        return _exchanged(_lower_first(bare), before.question, similarity)
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


def _exchanged(new: str, question: str, similarity: Similarity | None) -> str:
    """A question with the phrase that a new one takes the place of exchanged; a question of its own where none is."""
    words = new.split()
    preposition = words[0].lower() if words[0].lower() in PREPOSITIONS else ""
    body = " ".join(words[1:]) if preposition else new
    if is_year(body):
        if _YEAR.search(question):
            return _YEAR.sub(body, question)
        return _appended(question, f"{preposition or 'in'} {body}")
    if preposition:
        return _exchanged_behind(preposition, body, question, similarity)
    phrases = noun_phrases(question) if " of " in new else core_phrases(question)
    parts = core_phrases(f"about {new}")  # behind a preposition no word is taken for a verb
    if not parts or parts[0].head in _PERIODS:
        return _appended(question, new, ":")
    if words[-1].lower() in ("one", "ones"):
        several = words[-1].lower() == "ones"
        old = next((p for p in phrases if not p.asked and not p.name and p.plural == several), None)
        new = new if old is None else " ".join([*words[:-1], old.core.split()[-1]])
    else:
        old = _counterpart(parts[0], phrases, similarity)
    return _on_its_own(new, phrases) if old is None else _put(question, old, new)


def _exchanged_behind(preposition: str, new: str, question: str, similarity: Similarity | None) -> str:
    """A question with what stands behind a preposition exchanged: "at night" for "during the day"; else added."""
    behind = [phrase for phrase in core_phrases(question) if phrase.after and not phrase.time]
    same = [phrase for phrase in behind if phrase.after == preposition]
    if same:
        return _put(question, same[-1], new)
    others = [phrase for phrase in behind if phrase.after != "of"]
    best = most_alike(new, [phrase.core for phrase in others], similarity)
    if best is None:
        return _appended(question, f"{preposition} {new}")
    old = others[best]
    begin = question[: old.start].rstrip()[: -len(old.after)]
    shown = preposition if begin else preposition.capitalize()
    return f"{begin}{shown} {new}{question[old.end :]}"


def _counterpart(new: Phrase, phrases: list[Phrase], similarity: Similarity | None) -> Phrase | None:
    """Which phrase of a question is of one kind with a new one: by its noun, as a name, or by meaning."""
    same = [phrase for phrase in phrases if phrase.head == new.head]
    if not same and _sort(new):
        same = [phrase for phrase in phrases if _sort(phrase) == _sort(new) and not phrase.asked]
    if not same and _is_proper(new):
        same = [phrase for phrase in phrases if _is_proper(phrase) and _of_one_sort(phrase, new)]
    if same:
        return same[-1]
    others = [phrase for phrase in phrases if _may_be_alike(phrase, new)]
    best = most_alike(new.bare, [phrase.bare for phrase in others], similarity)
    return None if best is None else others[best]


def _sort(phrase: Phrase) -> str:
    """What nothing of another sort is like: one who acts, or what is read."""
    return "acting" if phrase.head in _ACTING else "document" if phrase.head in DOCUMENTS else ""


def _is_proper(phrase: Phrase) -> bool:
    """Whether it is a name, and not "the Provider"."""
    return phrase.name and not phrase.definite and not phrase.time


def _of_one_sort(name: Phrase, other: Phrase) -> bool:
    """Whether two names may both be of persons, or neither; one word can be either."""
    return name.person == other.person or name.single_name or other.single_name


def _may_be_alike(old: Phrase, new: Phrase) -> bool:
    """Whether both are of several things, of one thing, or of a stuff."""
    if old.time or _is_proper(old) or old.asked not in ("", "many", "much"):
        return False
    if _sort(old) != _sort(new) or old.plural != new.plural:
        return False
    return old.plural or old.definite == new.definite


def _on_its_own(new: str, phrases: list[Phrase]) -> str:
    """A question about a phrase alone, with the document or the thing that was asked about."""
    words = [word.low for word in words_of(new)]
    if any(word in PREPOSITIONS for word in words):
        return f"What about {new}?"
    named = [phrase for phrase in phrases if not phrase.asked and (phrase.definite or _is_proper(phrase))]
    documents = [phrase.core for phrase in named if phrase.head in DOCUMENTS]
    things = [phrase.core for phrase in named if phrase.after == "of" and not phrase.time]
    if words[0] == "the":
        whole = [f" of {thing}" for thing in documents or things]
    else:
        whole = [f" in {document}" for document in documents]
    return f"What about {new}{whole[-1] if whole else ''}?"


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
