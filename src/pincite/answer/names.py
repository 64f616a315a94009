"""Proper names in a text: runs of capitalised words, acronyms, codes such as "F-16"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pincite.answer.words import Word

_CONNECTORS = frozenset(
    "of the de la le du del della di da do dos das von van der den zu and y e et und al el bin ibn".split()
)
_BETWEEN = re.compile(r"[ \u00a0]|['’]s? |-|\. |, (?=Jr|Sr)")
_NOT_NAMES = frozenset(
    """i january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday mr mrs ms dr sir agreement party parties section article exhibit""".split()
)
_CODE = re.compile(r"[A-Za-z]+[-‐‑]?\d+[\w-]*|\d+[A-Za-z]+(?![a-z])")
_CASELESS = frozenset({"de"})
"""Languages that write every noun with a capital letter: there it says nothing about names."""

_STEM = 4
"""Letters that "Germany" and "German" must share at least."""


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name.

    Attributes:
        words: Its capitalised words, folded.
        text: As written.
        start: Offset of its first character.
        end: Offset after its last.
        sure: False where the capital may be that of the sentence.
    """

    words: tuple[str, ...]
    text: str
    start: int
    end: int
    sure: bool = True


def find_names(
    text: str, words: Sequence[Word], language: str = "en", counting: Collection[int] = ()
) -> list[Name]:
    """The names of a text in order.

    Args:
        text: Without Markdown.
        words: Its words.
        language: ISO 639-1 code of it.
        counting: Positions of words that belong to numbers and dates: no part of a name.
    """
    names: list[Name] = []
    position = 0
    while position < len(words):
        run = 0 if position in counting else _run(text, words, position, language)
        if run:
            last = max(n for n in range(run) if _is_capital(words[position + n], language))
            names.append(_name(words[position : position + last + 1], text, language))
        position += max(run, 1)
    return [name for name in names if name.words]


def _run(text: str, words: Sequence[Word], position: int, language: str) -> int:
    """How many words a name that begins here has; 0 if none does."""
    if not _is_capital(words[position], language) or (words[position].first and not words[position].term):
        return 0
    count = 1
    while position + count < len(words):
        word, before = words[position + count], words[position + count - 1]
        between = text[before.end : word.start]
        if not _BETWEEN.fullmatch(between) or (between == ". " and len(before.text) > 2):
            break
        if not _is_capital(word, language) and not _connects(text, words, position + count, language):
            break
        count += 1
    return count


def _connects(text: str, words: Sequence[Word], position: int, language: str) -> bool:
    word = words[position]
    if word.folded not in _CONNECTORS or word.folded in ("and", "y", "e", "et", "und", "the"):
        return False
    following = words[position + 1] if position + 1 < len(words) else None
    if following is not None and following.folded == "the" and position + 2 < len(words):
        following = words[position + 2]
    return following is not None and _is_capital(following, language) and text[word.end : word.end + 1] == " "


def _is_capital(word: Word, language: str) -> bool:
    if not word.capital or word.folded in _NOT_NAMES:
        return False
    return language not in _CASELESS or _is_acronym(word.text)


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


def _name(run: Sequence[Word], text: str, language: str) -> Name:
    capitals = [word for word in run if _is_capital(word, language)]
    while capitals and not capitals[0].term and not _is_acronym(capitals[0].text):
        capitals = capitals[1:]  # "The Times" is "Times", and "If" is none
    if not capitals:
        return Name((), "", run[0].start, run[-1].end)
    acronym = len(capitals) == 1 and _is_acronym(capitals[0].text)
    sure = not run[0].first or len(capitals) > 1 or acronym
    kept = tuple(word.folded for word in capitals)
    return Name(kept, text[run[0].start : run[-1].end], run[0].start, run[-1].end, sure)


def missing_words(name: Name, known: Collection[str], initials: Collection[str] = ()) -> list[str]:
    """The words of a name that are not among known ones.

    Args:
        name: The name.
        known: Folded words.
        initials: Acronyms that known names would have: "nfl" of "National Football League".
    """
    joined = "".join(word[0] for word in name.words)
    if len(name.words) > 1 and joined in known:
        return []
    return [word for word in name.words if not is_known(word, known) and word not in initials]


def is_known(word: str, known: Collection[str]) -> bool:
    """Whether a word of a name, or another form of it, is among known words."""
    if word in known:
        return True
    if len(word) == 1:
        return any(other.startswith(word) for other in known)
    return any(_same_origin(word, other) for other in known)


def _same_origin(one: str, other: str) -> bool:
    """Whether two words are like "Germany" and "German", "Paris" and "Parisian"."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _STEM or shorter[0] != longer[0]:
        return False
    shared = next((n for n, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return shared >= max(_STEM, len(shorter) - 1) and len(longer) - shared <= 4


def acronyms(names: Sequence[Name]) -> set[str]:
    """The initials of each name of several words."""
    return {"".join(word[0] for word in name.words) for name in names if len(name.words) > 1}
