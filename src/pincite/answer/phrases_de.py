"""Words and noun phrases of German questions and answers: nouns are told by their capital, genders by their article."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pincite.answer.phrases import Word, is_year, longest_list, words_of

PREPOSITIONS = frozenset(
    """in im ins an am ans auf aufs aus bei beim durch für gegen mit nach ohne seit über um unter von vom vor während
    wegen zu zum zur zwischen bis laut trotz pro je ab""".split()
)
QUESTION_WORDS = frozenset(
    """was wer wen wem wessen wie wo wohin woher wann warum wieso weshalb welche welcher welches welchen welchem wodurch
    womit wofür wovon woran worauf worin worüber wozu inwiefern inwieweit""".split()
)
_ARTICLES: Mapping[str, str] = MappingProxyType(
    {
        "der": "m",
        "den": "m",
        "dem": "mn",
        "des": "mn",
        "die": "fp",
        "das": "n",
        "ein": "mn",
        "eine": "f",
        "einer": "f",
        "einen": "m",
        "einem": "mn",
        "eines": "mn",
        "welcher": "m",
        "welche": "fp",
        "welches": "n",
        "welchen": "mp",
        "welchem": "mn",
        "kein": "mn",
        "keine": "fp",
    }
)
_ENDINGS = (
    ("f", re.compile(r".+(?:ung|heit|keit|schaft|tion|tät|ie|ik|enz|anz|frist)$")),
    ("n", re.compile(r".+(?:chen|lein|ment|um)$")),
    ("m", re.compile(r".+(?:ling|ismus|or)$")),
    ("p", re.compile(r".+(?:ungen|heiten|keiten|schaften|tionen|täten|daten|parteien)$|^daten$")),
)
_DECLENSION: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "m": ("der", "den", "dem"),
        "f": ("die", "die", "der"),
        "n": ("das", "das", "dem"),
        "p": ("die", "die", "den"),
    }
)
NOMINATIVE, ACCUSATIVE, DATIVE = range(3)
_FORMAL = frozenset(("Sie", "Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer", "Ihnen"))
_BETWEEN_ITEMS = frozenset((",", "und", "oder", "sowie"))


@dataclass(frozen=True, slots=True)
class GermanPhrase:
    """A noun phrase.

    Attributes:
        text: With its article and adjectives, and what "von" or a genitive adds to it.
        core: The same without that.
        article: In lower case; empty where there is none.
        noun: The last noun of the core.
        genders: Which it may have: letters of "mfnp"; empty when nothing tells.
        start: Where it begins in its text.
        end: Where it ends.
        after: The preposition before it, in lower case; else empty.
    """

    text: str
    core: str
    article: str
    noun: str
    genders: str
    start: int
    end: int
    after: str = ""

    @property
    def asked(self) -> bool:
        """Whether it belongs to the question word."""
        return self.article.startswith("welch")

    @property
    def person(self) -> bool:
        """Whether it looks like a person's name."""
        words = self.core.split()
        return (
            not self.article
            and len(words) >= 2
            and not any(word.isupper() or "mbH" in word for word in words)
        )

    def declined(self, case: int) -> str:
        """With the definite article in a case, where it has an article at all."""
        if not self.article:
            return self.text
        gender = self.genders[:1] or "m"
        rest = self.text[len(self.text.split()[0]) :]
        return _DECLENSION[gender][case] + rest


def german_phrases(text: str) -> list[GermanPhrase]:
    """The noun phrases of a sentence in order."""
    words = words_of(text)
    found: list[GermanPhrase] = []
    place = 0
    while place < len(words):
        core = _core(words, place)
        if core is None:
            place += 1
            continue
        first, end = core
        last = end
        while last < len(words):
            if words[last].low in ("von", "vom"):
                more = _core(words, last + 1)
            else:
                more = _core(words, last) if words[last].low in ("des", "der") else None
            if more is None:
                break
            last = more[1]
        found.append(_phrase(text, words, first, end, last))
        place = last
    return found


def enumerated(text: str) -> list[GermanPhrase]:
    """The phrases of the longest enumeration of a sentence."""
    return longest_list(text, german_phrases(text), _BETWEEN_ITEMS)


def is_noun(words: list[Word], place: int) -> bool:
    """Whether a word is a noun: it has a capital that does not begin the sentence, or is a year or part of a name."""
    word = words[place]
    if word.text in _FORMAL or not word.text[0].isalnum():
        return False
    if place == 0:
        closed = word.low in _ARTICLES or word.low in QUESTION_WORDS or word.low in PREPOSITIONS
        return not closed and word.text[0].isupper() and len(words) > 1 and words[1].text[0].isupper()
    return word.text[0].isupper() or is_year(word.text)


def _core(words: list[Word], place: int) -> tuple[int, int] | None:
    if place >= len(words):
        return None
    first = place
    if words[place].low in _ARTICLES:
        place += 1
        # Adjectives between article and noun.
        for _ in range(3):
            if place < len(words) and words[place].text[0].isalpha() and words[place].text[0].islower():
                place += 1
        if place >= len(words) or not is_noun(words, place):
            return None
    elif not is_noun(words, place):
        return None
    while place < len(words) and (is_noun(words, place) or words[place].text[0].isdigit()):
        place += 1
    return first, place


def _phrase(text: str, words: list[Word], first: int, end: int, last: int) -> GermanPhrase:
    article = words[first].low if words[first].low in _ARTICLES else ""
    nouns = [word for word in words[first:end] if word.text[0].isalpha()]
    noun = nouns[-1].text if nouns else words[end - 1].text
    before = words[first - 1].low if first else ""
    return GermanPhrase(
        text=text[words[first].start : words[last - 1].end],
        core=text[words[first].start : words[end - 1].end],
        article=article,
        noun=noun,
        genders=_genders(article, noun.lower()),
        start=words[first].start,
        end=words[last - 1].end,
        after=before if before in PREPOSITIONS else "",
    )


def _genders(article: str, noun: str) -> str:
    """What article and ending agree on; what the article says where they do not."""
    by_article = _ARTICLES.get(article, "")
    by_ending = next((gender for gender, ending in _ENDINGS if ending.match(noun)), "")
    if by_ending and (not by_article or by_ending in by_article or article == "der"):
        return by_ending
    return by_article
