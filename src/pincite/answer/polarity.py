"""What a sentence denies, and words that mean the opposite of each other."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Sequence

from pincite.answer.words import Word, fold_word

_NEGATIONS = {
    "en": """not no never without cannot neither nor nobody none nothing nowhere hardly scarcely barely fail
        fails failed failing failure unable refuse refuses refused refusing lack lacks lacked
        lacking absence absent deny denies denied instead rather except excluding dont doesnt didnt
        isnt arent wasnt werent wont cant couldnt shouldnt wouldnt""",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals ohne weder noch niemand nichts kaum",
    "fr": "ne n pas jamais sans ni aucun aucune personne rien nul nulle",
    "es": "no nunca jamas sin ni ningun ninguna ninguno nadie nada tampoco",
    "it": "non mai senza ne nessun nessuno nessuna niente nulla",
    "pt": "nao nunca jamais sem nem nenhum nenhuma ninguem nada",
    "nl": "niet geen nooit zonder noch niemand niets nauwelijks",
}
_REACH = 5
"""A negation denies the first content word among so many that follow it."""
_NOT_DENIED = {"not": ("only", "just", "merely", "necessarily")}

OPPOSITES = "opposites.txt"
"""A line for each pair of meanings: words of the one, a stroke, words of the other."""

_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_NOT_OPPOSITE = frozenset(
    """income inform intend inhabit discover unlike impress invest indeed unless under inside into until display dispute
    discuss discharge dispose important increase include industry instruct instead interest impose disease
    district""".split()
)
_SHORTEST = 4


def is_negation(word: Word, language: str) -> bool:
    """Whether a word denies what follows it."""
    return word.folded.replace("'", "") in _negations(language) or word.folded.endswith("n't")


def denied(words: Sequence[Word], language: str) -> frozenset[int]:
    """Positions of the content words that a text denies: the first behind each negation."""
    found: set[int] = set()
    for position, word in enumerate(words):
        if not is_negation(word, language):
            continue
        following = words[position + 1 : position + 1 + _REACH]
        if following and following[0].folded in _NOT_DENIED.get(word.folded, ()):
            continue
        target = next(
            (n for n, other in enumerate(following, start=position + 1) if _can_be_denied(other)), None
        )
        if target is None:  # "er zahlt nicht"
            target = next((n for n in range(position - 1, -1, -1) if _can_be_denied(words[n])), None)
        if target is not None:
            found.add(target)
    return frozenset(found)


def _can_be_denied(word: Word) -> bool:
    return bool(word.term) and not word.folded.isdigit()


def opposites(word: str) -> frozenset[str]:
    """Words that mean the opposite of a folded word, as far as they are known."""
    return _opposites().get(word, frozenset())


def opposed_by_prefix(one: str, other: str) -> bool:
    """Whether one of two words is the other with "un-", "in-", "dis-" or the like before it."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST or longer in _NOT_OPPOSITE:
        return False
    return any(longer == prefix + shorter for prefix in _PREFIXES)


@functools.cache
def _negations(language: str) -> frozenset[str]:
    return frozenset(fold_word(word) for word in _NEGATIONS.get(language, "").split())


@functools.cache
def _opposites() -> dict[str, frozenset[str]]:
    text = importlib.resources.files("pincite.answer").joinpath(OPPOSITES).read_text(encoding="utf-8")
    table: dict[str, set[str]] = {}
    for line in text.splitlines():
        one, other = (set(side.split()) for side in line.split("/"))
        for word in one:
            table.setdefault(word, set()).update(other - one)
        for word in other:
            table.setdefault(word, set()).update(one - other)
    return {word: frozenset(others) for word, others in table.items()}
