"""English questions that lean on the one before, rewritten by rules so that they can be understood alone.

A question that may be understood as it is is left as it is: "it" is only replaced where nothing in the question
itself can be meant.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.answer.alike import Similarity
from pincite.answer.ellipsis_en import filled
from pincite.answer.history import Exchange
from pincite.answer.phrases import (
    AUXILIARIES,
    DOCUMENTS,
    LINKS,
    PREPOSITIONS,
    ROLES,
    VERBS,
    Phrase,
    Word,
    core_phrases,
    is_content,
    is_verb,
    listed,
    noun_phrases,
    words_of,
)
from pincite.sentences import sentence_ranges

_ONE = frozenset(("it", "its", "this", "that"))
_MANY = frozenset(("they", "them", "their", "these", "those"))
_PERSON = frozenset(("he", "him", "his", "she", "her"))
_POSSESSIVE = frozenset(("its", "their", "his"))
_POINTING = frozenset(("this", "that", "these", "those"))
_SAYING = frozenset(
    "say says said claim claims think thinks believe believes state states show shows".split()
)
_CLAUSE_LINKS = LINKS | {"what", "how"}
_BEFORE_CLAUSE = _SAYING | {"before", "after", "until", "since", "as", "than"}
_CAUSING = re.compile(r"caus(?:es?|ed|ing)|ma(?:kes?|de|king)|allow(?:s|ed|ing)?|enabl(?:es?|ed|ing)|lets?")
_WHERE = frozenset(("in", "on", "with", "around", "inside", "within", "to"))
_VAGUE = frozenset(
    "year date day month time percentage percent share number amount kind type sort way extent reason page".split()
)
"""Nouns of a question word that nothing later refers to: "in what year"."""
_DONE_TO_DOCUMENTS = re.compile(
    r"\b(?:terminat|cancel|renew|amend|assign|breach|sign|wr(?:ite|ote|itten)|publish|(?:end|ends|ended|expires?)\b)",
    re.IGNORECASE,
)
"""What is done to the agreement, and not to "the liability cap of the agreement"."""
_EMPTY_IT = re.compile(
    r"\b(?:is|was)\s+it\s+(?:(?:[a-z]+\s+){0,2}that\b|when\b|called\s+(?:when|if)\b"
    r"|(?:[a-z]+(?<!ed)\s+){1,3}(?:to|if)\b|[a-z]+(?<!ed)\s+for\b[^?]*\bto\b|[a-z]+\s+(?:how|whether|why)\b)"
    r"|\bit\s+(?:is|was|be|been)\s+(?:(?:[a-z]+\s+){0,2}that\b|(?:[a-z]+(?<!ed)\s+){1,3}(?:to|if)\b)"
    r"|\bma(?:ke|de|kes)\s+it\s+(?:to|in|through|back|[a-z]+\s+(?:\w+\s+)*to)\b|\bwhen\s+it\s+comes\s+to\b"
    r"|\b(?:does|did|do|will|would|can|could)\s+it\s+(?:take|cost|need|require|matter|mean|help|make|happen)\b"
    r"[^?]*\b(?:to\s+[a-z]+|if|when|that)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\bthe\s+(?P<which>first|second|third|fourth|fifth|last|former|latter)(?P<one>\s+ones?)?\b(?P<own>['’]s)?",
    re.IGNORECASE,
)
_ASKS_WHERE = re.compile(
    r"\b(?:where|city|country|place|capital|town|region|state|village|island)\b", re.IGNORECASE
)
_INSIDE = frozenset(("in", "at", "near", "from", "to"))
_INDEFINITE = re.compile(r"^an? ")
_PLACES = {
    "first": 0,
    "former": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "latter": -1,
}


def rewrite(question: str, before: Exchange, similarity: Similarity | None = None) -> str | None:
    """The question with what it leaves to the one before; None when it can be understood alone.

    Args:
        question: English.
        before: What was asked and answered last.
        similarity: Tells which nouns are alike, where only a fragment is asked.
    """
    whole = filled(question, before, similarity)
    if whole is not None:
        return whole
    changes = [*_ordinals(question, before), *_pronouns(question, before)]
    for start, end, text in sorted(changes, reverse=True):
        question = question[:start] + text + question[end:]
    return question if changes else None


# "the second one"


def _ordinals(question: str, before: Exchange) -> list[tuple[int, int, str]]:
    changes = []
    for found in _ORDINAL.finditer(question):
        following = next(iter(words_of(question[found.end() :])), None)
        if not found["one"] and following is not None and not _after_ordinal(found["which"], following):
            continue  # "the second gauge"
        items = _items(before)
        place = _PLACES[found["which"].lower()]
        if len(items) > max(1, place):
            changes.append((*found.span(), items[place] + (found["own"] or "")))
    return changes


def _after_ordinal(which: str, following: Word) -> bool:
    """Whether an ordinal without "one" stands for something by itself, by the word that follows it."""
    if following.low in AUXILIARIES or not following.text[0].isalnum():
        return True
    participle = following.text.islower() and following.low.endswith("ed")
    return which.lower() in ("former", "latter") and (participle or following.low in PREPOSITIONS)


def _items(before: Exchange) -> list[str]:
    """What the last answer, else the last question, enumerates."""
    for text in (*_sentences(before.answer), before.question):
        items = listed(text)
        if len(items) > 1:
            return [_INDEFINITE.sub("the ", _as_object(item, item.core, text)) for item in items]
    return []


# Pronouns


def _pronouns(question: str, before: Exchange) -> list[tuple[int, int, str]]:
    words = words_of(question)
    changes = []
    used: set[str] = set()
    for place, word in enumerate(words):
        if not _leans(question, words, place):
            continue
        meant = _meant(word.low, before, question)
        if meant is None or meant in used or meant.lower() in question.lower():
            continue  # what is named in the question already is meant by its pronouns
        used.add(meant)
        if word.low in _POSSESSIVE or (word.low == "her" and _before_noun(words, place)):
            meant = f"{meant}’" if meant.endswith("s") else f"{meant}’s"
        changes.append((word.start, word.end, meant))
    return changes


def _leans(question: str, words: list[Word], place: int) -> bool:
    """Whether a word is a pronoun for something outside the question."""
    low = words[place].low
    if place and words[place].text[0].isupper():
        return False  # part of a name
    if low == "there":
        before = words[place - 1].low if place else ""
        exists = place + 1 < len(words) and words[place + 1].low in AUXILIARIES
        return not exists and (is_verb(before) or before in ("from", "around", "near"))
    if low not in _ONE | _MANY | _PERSON:
        return False
    if low in _POINTING and not _stands_alone(words, place):
        return False
    if low == "it" and any(m.start() <= words[place].start < m.end() for m in _EMPTY_IT.finditer(question)):
        return False
    return not _meant_within(question, words, place)


def _stands_alone(words: list[Word], place: int) -> bool:
    """Whether "that" is a pronoun here, not "that clause", "says that …" or "seeds that …"."""
    before = words[place - 1] if place else None
    following = words[place + 1] if place + 1 < len(words) else None
    if before is not None and before.low not in AUXILIARIES | PREPOSITIONS and not is_verb(before.low):
        return False
    return (
        following is None
        or not following.text[0].isalnum()
        or (following.low in PREPOSITIONS and words[place].low in ("this", "these"))
        or (following.low in VERBS | {"been", "be"} and before is not None and before.low in AUXILIARIES)
    )


def _meant_within(question: str, words: list[Word], place: int) -> bool:
    """Whether a pronoun may stand for something that is said before it in the same question."""
    pronoun = words[place]
    before = [word.low for word in words[:place]]
    if pronoun.low in _POSSESSIVE and _is_subject(words, place):
        return True
    if place > 1 and words[0].low == "who" and any(word.low == "that" for word in words[1:place]):
        return True
    for phrase in core_phrases(question):
        if phrase.end > pronoun.start or phrase.time:
            continue
        if pronoun.low in ("it", "its") and phrase.plural:
            continue
        between = [word for word in words if phrase.end <= word.start < pronoun.start]
        if any(word.low in _CLAUSE_LINKS or word.text in ",;:" for word in between):
            return True
        if any(word.low in _BEFORE_CLAUSE for word in between[:-1]):
            return True
        if pronoun.low in _POSSESSIVE | {"her"} or (between and between[-1].low in _BEFORE_CLAUSE):
            return True
        if before[-1] in _WHERE and {"has", "have", "had"} & set(before):
            return True  # "which mountain has snow on it"
        if before[-1] not in AUXILIARIES and _begins_clause(words, place):
            return True
        if _CAUSING.fullmatch(before[-1]) or (before[-1].endswith("ing") and is_verb(before[-1])):
            return True  # "what makes it …", "a treaty granting them …"
    return False


def _is_subject(words: list[Word], place: int) -> bool:
    """Whether the question word itself is what something belongs to: "What gave its name to …"."""
    return words[0].low in ("who", "what", "which") and 1 < place <= 3 and is_verb(words[1].low)


def _begins_clause(words: list[Word], place: int) -> bool:
    """Whether a pronoun is the subject of a clause: "when rock folds it can …", "the tribes he conquered"."""
    if words[place].low not in ("it", "they", "he", "she") or place + 1 == len(words):
        return False
    following, before = words[place + 1].low, words[place - 1]
    return following in AUXILIARIES or (is_content(before) and not is_verb(before.low) and is_verb(following))


def _before_noun(words: list[Word], place: int) -> bool:
    return place + 1 < len(words) and is_content(words[place + 1])


# What they stand for


def _meant(pronoun: str, before: Exchange, question: str) -> str | None:
    """What a pronoun of a question stands for; None where that cannot be told."""
    asked, said = noun_phrases(before.question), _said(before)
    if pronoun == "there":
        found = _place(before, asked, said)
    elif pronoun in _PERSON:
        found = _person(before, asked, said)
    elif pronoun in _MANY:
        found = _several(before, asked, said)
    else:
        found = _document(before, question, asked) or _single(before, asked, said)
    if found is None:
        return None
    phrase, source = found
    text = phrase.core if pronoun in _POSSESSIVE | {"her"} else phrase.text
    if phrase.asked and source is asked:
        return f"the {text}"
    return _as_object(phrase, text, before.question if source is asked else before.answer)


_Found = tuple[Phrase, list[Phrase]] | None


def _document(before: Exchange, question: str, asked: list[Phrase]) -> _Found:
    """The document of the question before, where something is asked that is done to documents."""
    if not _DONE_TO_DOCUMENTS.search(question):
        return None
    for whole in noun_phrases(before.question):
        for part in core_phrases(before.question):
            inside = whole.start <= part.start < whole.end
            if inside and part.head in DOCUMENTS and part.definite:
                return replace(part, text=before.question[part.start : whole.end]), asked
    return None


def _single(before: Exchange, asked: list[Phrase], said: list[Phrase]) -> _Found:
    for phrase in asked:
        if phrase.asked in ("what", "which") and not phrase.plural and phrase.head not in _VAGUE:
            named = [p for p in said if p.head == phrase.head]
            return (named[0], said) if named else (phrase, asked)
    for phrases in (asked, said[:1] if _asks_who(before) else []):
        for phrase in phrases:
            if not (phrase.plural or phrase.time or phrase.person or phrase.asked):
                return phrase, phrases
    return None


def _several(before: Exchange, asked: list[Phrase], said: list[Phrase]) -> _Found:
    for phrase in asked:
        if phrase.head in ROLES and not phrase.asked:
            return phrase, asked
    for phrase in [*(p for p in asked if not p.asked), *(p for p in asked if p.asked)]:
        if phrase.plural and phrase.head not in _VAGUE:
            return phrase, asked
    if _asks_who(before) and said and (said[0].plural or said[0].head in ROLES):
        return said[0], said
    named = [p for p in core_phrases(before.question) if p.name and not p.person and not p.time]
    return (named[-1], asked) if named else None


def _person(before: Exchange, asked: list[Phrase], said: list[Phrase]) -> _Found:
    for phrase in asked:
        is_name = phrase.person or (phrase.single_name and phrase.start > 0)
        if is_name and phrase.after in ("", "by", "of"):
            return phrase, asked
    for phrase in asked:
        if phrase.head in ROLES:
            return phrase, asked
    named = [phrase for phrase in said if phrase.person] if _asks_who(before) else []
    return (named[0], said) if named else None


def _asks_who(before: Exchange) -> bool:
    """Whether the answer names what was asked for."""
    return (
        re.match(r"(?:by |to |from |with )?(?:who|whom|which|what)\b", before.question, re.IGNORECASE)
        is not None
    )


def _place(before: Exchange, asked: list[Phrase], said: list[Phrase]) -> _Found:
    if _ASKS_WHERE.search(before.question):
        named = [p for p in said if p.name and not p.person and not p.time]
        inside = [p for p in named if p.after in _INSIDE]
        if inside or named:
            return (inside or named)[0], said
    return next(((p, asked) for p in asked if p.after in ("in", "at", "near") and not p.time), None)


def _said(before: Exchange) -> list[Phrase]:
    """Noun phrases of the first sentences of the answer."""
    return [phrase for sentence in _sentences(before.answer)[:2] for phrase in noun_phrases(sentence)]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_ranges(text)]


def _as_object(phrase: Phrase, text: str, source: str) -> str:
    """A phrase as it stands within a sentence: a capital that only began one is made small."""
    first, _, rest = text.partition(" ")
    if phrase.start == 0 and (first in ("The", "A", "An", "This", "These") or f" {first.lower()}" in source):
        return f"{first.lower()} {rest}".rstrip()
    return text
