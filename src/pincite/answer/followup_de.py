"""German questions that lean on the one before, rewritten by rules so that they can be understood alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from pincite.answer.alike import Similarity, most_alike
from pincite.answer.history import Exchange
from pincite.answer.phrases import Word, is_year, words_of
from pincite.answer.phrases_de import (
    ACCUSATIVE,
    DATIVE,
    NOMINATIVE,
    PREPOSITIONS,
    QUESTION_WORDS,
    GermanPhrase,
    enumerated,
    german_phrases,
    is_noun,
)
from pincite.sentences import sentence_ranges

_PRONOUNS: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "er": ("m", NOMINATIVE),
        "ihn": ("m", ACCUSATIVE),
        "ihm": ("mn", DATIVE),
        "sie": ("fp", NOMINATIVE),
        "es": ("n", NOMINATIVE),
        "ihnen": ("p", DATIVE),
        "diese": ("fp", NOMINATIVE),
        "dieser": ("m", NOMINATIVE),
        "dieses": ("n", NOMINATIVE),
        "dies": ("mfnp", NOMINATIVE),
        "das": ("mfnp", NOMINATIVE),
    }
)
"""Genders that a pronoun may stand for, and its case."""
_WITH_PREPOSITION: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        "dafür": ("für", ACCUSATIVE),
        "dagegen": ("gegen", ACCUSATIVE),
        "davon": ("von", DATIVE),
        "daraus": ("aus", DATIVE),
        "darin": ("in", DATIVE),
        "daran": ("an", DATIVE),
        "darauf": ("auf", ACCUSATIVE),
        "darüber": ("über", ACCUSATIVE),
        "darunter": ("unter", ACCUSATIVE),
        "dazu": ("zu", DATIVE),
        "damit": ("mit", DATIVE),
    }
)
_POSSESSIVES = frozenset("sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres".split())
_EMPTY_ES = re.compile(
    r"\b(?:gibt|gab|geht|ging|handelt|dauert|kommt|kam|bedarf|braucht|heißt|gilt)\s+es\b|\bes\s+(?:gibt|gab|sich)\b"
    r"|\b(?:ist|war|wäre)\s+es\s+\w+\s*,|\bes\s+(?:ist|war)\s+\w+\s*,",
    re.IGNORECASE,
)
_LINKS = frozenset(
    "und oder aber wenn dass ob weil da sobald falls obwohl damit bevor nachdem während als sodass denn sondern".split()
)
_ORDINAL = re.compile(
    r"\b(?:der|die|das|den|dem)\s+(?P<which>erste|zweite|dritte|vierte|letzte|erstere|letztere)[nrs]?\b",
    re.IGNORECASE,
)
_PLACES = {"erste": 0, "erstere": 0, "zweite": 1, "dritte": 2, "vierte": 3, "letzte": -1, "letztere": -1}
_MORE = re.compile(
    r"(?:bitte\s+)?(?:(?:kannst|können|könntest|könnten)\s+(?:du|sie)\s+)?(?:(?:mir|das|dies|es)\s+)*"
    r"(?:erzähl\w*\s+(?:mir\s+)?mehr|mehr(?:\s+(?:dazu|darüber|details|davon))?|genauer|weiter|was\s+noch|sonst\s+noch\s+etwas"
    r"|(?:genauer|näher|ausführlicher)\s+(?:erklären|erläutern|beschreiben)"
    r"|erklär\w*\s+(?:(?:mir|das|dies)\s+)*(?:genauer|näher|ausführlicher)?)(?:\s+bitte)?",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:(?:und|aber)\s+)?(?P<lead>warum\s+nicht|warum|wieso|weshalb|wann|wo|wer|wie|woher|wohin"
    r"|wie\s+(?:oft|viele?|lange?|weit|hoch|groß|teuer|schnell|häufig)"
    r"|(?:von|mit|für|seit|bis|ab|durch|zu|an|bei)\s+(?:wem|wen|wann|wo|was|wie\s+lange))"
    r"(?:(?<=warum)\s+ist\s+(?:das|dies)\s+so|\s+genau)?",
    re.IGNORECASE,
)
_ABOUT = (
    re.compile(r"(?:und\s+)?was\s+ist\s+mit\s+(?P<new>.+)", re.IGNORECASE),
    re.compile(
        r"(?:und\s+)?wie\s+(?:sieht|ist|steht)\s+es\s+(?:mit|bei|um)\s+(?P<new>.+?)(?:\s+aus)?", re.IGNORECASE
    ),
    re.compile(r"(?:und|oder|aber)\s+(?:was\s+ist\s+mit\s+)?(?P<new>.+)", re.IGNORECASE),
)
_VERBS = frozenset(
    """ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können konnte muss müssen soll sollen
    darf dürfen will wollen gibt""".split()
)
_DEGREES = frozenset(
    "hoch lang groß viel viele weit schnell alt teuer genau breit tief schwer stark gut".split()
)
_SINGLE = frozenset("oft lange häufig".split())
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_SHARED_ENDING = 5
_LONGEST_FRAGMENT = 8


def rewrite(question: str, before: Exchange, similarity: Similarity | None = None) -> str | None:
    """The question with what it leaves to the one before; None when it can be understood alone.

    Args:
        question: German.
        before: What was asked and answered last.
        similarity: Tells which nouns are alike, where only a fragment is asked.
    """
    whole = _filled(question, before, similarity)
    if whole is not None:
        return whole
    changes = [*_ordinals(question, before), *_pronouns(question, before)]
    for start, end, text in sorted(changes, reverse=True):
        question = question[:start] + text + question[end:]
    return question if changes else None


# Fragments


def _filled(question: str, before: Exchange, similarity: Similarity | None) -> str | None:
    bare = " ".join(question.split()).rstrip("?!. ")
    if _MORE.fullmatch(bare):
        return f"Mehr dazu: {before.question}"
    asked = _BARE.fullmatch(bare)
    if asked:
        return _asked_again(asked["lead"].lower(), before.question)
    for pattern in _ABOUT:
        found = pattern.fullmatch(bare)
        if found and _is_fragment(found["new"]):
            return _exchanged(found["new"], before.question, similarity)
    begins_like_one = is_year(bare) or bare.split(" ")[0].lower() in PREPOSITIONS
    if question.rstrip().endswith("?") and begins_like_one and _is_fragment(bare):
        return _exchanged(bare[0].lower() + bare[1:], before.question, similarity)
    return None


def _is_fragment(text: str) -> bool:
    words = words_of(text)
    closed = (
        QUESTION_WORDS
        | _VERBS
        | _POSSESSIVES
        | (_LINKS - {"und", "oder", "während"})
        | set(_PRONOUNS) - {"das"}
    )
    if not 0 < len(words) <= _LONGEST_FRAGMENT or any(word.low in closed for word in words):
        return False
    return any(is_noun([words[0], *words], place + 1) for place in range(len(words)))


def _asked_again(lead: str, question: str) -> str:
    words = words_of(question)
    shown = lead[:1].upper() + lead[1:]
    first, second = ([word.low for word in words] + ["", ""])[:2]
    if words and first in _VERBS:
        return f"{shown} {question[0].lower()}{question[1:]}"
    if (
        first in ("warum", "wieso", "weshalb", "wann", "wo", "wie", "woher", "wohin")
        and second not in _DEGREES
    ):
        rest = words[2] if second in _SINGLE and len(words) > 2 else words[1] if len(words) > 1 else None
        if rest is not None:
            return f"{shown} {question[rest.start :]}"
    return f"{shown}: {question}"


def _exchanged(new: str, question: str, similarity: Similarity | None) -> str | None:
    """A question with the phrase that a new one takes the place of exchanged; None where there is none."""
    words = new.split()
    preposition = words[0].lower() if words[0].lower() in PREPOSITIONS else ""
    body = " ".join(words[1:]) if preposition else new
    if is_year(body):
        return _YEAR.sub(body, question) if _YEAR.search(question) else _appended(question, new)
    phrases = german_phrases(question)
    if preposition:
        same = [phrase for phrase in phrases if phrase.after == preposition and not is_year(phrase.noun)]
        return _put(question, same[-1], body) if same else _appended(question, new)
    parts = german_phrases(f"- {new}")
    if not parts:
        return _appended(question, new, ":")
    old = _counterpart(parts[0], phrases, similarity)
    if old is None:
        return None
    if old.article and parts[0].article:
        same_noun = _shared_ending(old.noun, parts[0].noun)
        body = f"{old.article} {' '.join(words[1:])}" if same_noun else parts[0].declined(NOMINATIVE)
    return _put(question, old, body)


def _counterpart(
    new: GermanPhrase, phrases: list[GermanPhrase], similarity: Similarity | None
) -> GermanPhrase | None:
    """Which phrase of a question is of one kind with a new one: by its noun, or by meaning."""
    same = [phrase for phrase in phrases if _shared_ending(phrase.noun, new.noun)]
    if same:
        return same[-1]
    others = [
        p for p in phrases if bool(p.article) == bool(new.article) and not p.asked and not is_year(p.noun)
    ]
    best = most_alike(new.noun, [phrase.noun for phrase in others], similarity)
    return None if best is None else others[best]


def _shared_ending(one: str, other: str) -> bool:
    """Whether two nouns end in the same one: "Radarsensor", "Drucksensor"."""
    one, other = one.lower(), other.lower()
    shared = min(len(one), len(other)) >= _SHARED_ENDING and one.endswith(other[-_SHARED_ENDING:])
    return one == other or shared


def _put(question: str, old: GermanPhrase, new: str) -> str:
    return question[: old.start] + new + question[old.start + len(old.core) :]


def _appended(question: str, addition: str, joint: str = "") -> str:
    return f"{question.rstrip().rstrip('?!. ')}{joint} {addition}?"


# Pronouns


def _ordinals(question: str, before: Exchange) -> list[tuple[int, int, str]]:
    changes = []
    for found in _ORDINAL.finditer(question):
        following = words_of(question[found.end() :])[:1]
        if following and following[0].text[0].isupper():
            continue  # "die zweite Pumpe"
        items = next((items for text in _texts(before) if len(items := enumerated(text)) > 1), [])
        place = _PLACES[found["which"].lower()]
        if len(items) > max(1, place):
            changes.append((*found.span(), items[place].declined(NOMINATIVE)))
    return changes


def _pronouns(question: str, before: Exchange) -> list[tuple[int, int, str]]:
    words = words_of(question)
    changes = []
    for place, word in enumerate(words):
        text = None
        if word.text == "dort":
            text = _place(before)
        elif word.low in _WITH_PREPOSITION and _is_pronominal(words, place):
            preposition, case = _WITH_PREPOSITION[word.low]
            meant = _meant("mfnp", before)
            text = f"{preposition} {meant.declined(case)}" if meant else None
        elif word.text in _PRONOUNS and _leans(question, words, place):
            genders, case = _PRONOUNS[word.low]
            meant = _meant(genders, before)
            text = meant.declined(case) if meant else None
        if text is not None:
            changes.append((word.start, word.end, text))
    return changes


def _is_pronominal(words: list[Word], place: int) -> bool:
    """Whether "dafür" is for something said before, and not "dafür, dass …" or the link "damit"."""
    before = words[place - 1].text if place else ","
    following = words[place + 1].text if place + 1 < len(words) else "?"
    within = any(is_noun(words, other) for other in range(1, place))
    return before != "," and following != "," and not within


def _leans(question: str, words: list[Word], place: int) -> bool:
    word = words[place]
    if word.text == "es" and any(m.start() <= word.start < m.end() for m in _EMPTY_ES.finditer(question)):
        return False
    if word.low.startswith(("dies", "das")):
        following = words[place + 1] if place + 1 < len(words) else None
        if following is not None and following.text[0].isalpha() and _noun_follows(words, place):
            return False
        if place and words[place - 1].text == ",":
            return False
    for other in range(1, place):
        if not is_noun(words, other):
            continue
        between = words[other + 1 : place]
        if any(w.low in _LINKS or w.text == "," for w in between):
            return False
    return True


def _noun_follows(words: list[Word], place: int) -> bool:
    """Whether a pointing word belongs to a noun: "diese Pumpe", "diese neue Pumpe"."""
    return any(is_noun(words, other) for other in range(place + 1, min(place + 4, len(words))))


def _meant(genders: str, before: Exchange) -> GermanPhrase | None:
    """What a pronoun of these genders stands for; None where that cannot be told."""
    asked = german_phrases(before.question)
    said = [phrase for text in _sentences(before.answer)[:2] for phrase in german_phrases(text)]
    for phrase in asked:
        if phrase.asked:
            named = [p for p in said if p.noun.lower().endswith(phrase.noun.lower())]
            chosen = named[0] if named else phrase
            if _agrees(chosen, genders):
                return chosen
    if genders in ("m", "fp"):
        person = next((p for p in [*asked, *said] if p.person), None)
        fitting = next((p for p in asked if p.article and _agrees(p, genders)), None)
        if person is not None and (fitting is None or genders == "fp"):
            return fitting or person
    return next((p for p in [*asked, *said] if _agrees(p, genders) and not p.person), None)


def _agrees(phrase: GermanPhrase, genders: str) -> bool:
    if is_year(phrase.noun):
        return False
    if genders == "n":  # "es" stands for little else than what "das" was said of
        return phrase.genders == "n"
    return not phrase.genders or any(gender in genders for gender in phrase.genders)


def _place(before: Exchange) -> str | None:
    for text in (*_sentences(before.answer)[:2], before.question):
        phrases = german_phrases(text)
        inside = next((p for p in phrases if p.after in ("in", "im", "bei", "nach")), None)
        first = re.match(r"([A-ZÄÖÜ][\w-]+) (?:ist|war|liegt|hat)\b", text)
        if first and first[1].lower() not in ("der", "die", "das", "es"):
            return f"in {first[1]}"
        if inside is not None:
            return f"{inside.after} {inside.text}"
    return None


def _texts(before: Exchange) -> list[str]:
    return [*_sentences(before.answer), before.question]


def _sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_ranges(text)]
