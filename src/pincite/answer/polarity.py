"""What a sentence denies, and words that mean the opposite of each other."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Sequence

from pincite.answer.words import Word, fold_word

_NEGATIONS = {
    "en": """not non no never without cannot neither nor nobody none nothing nowhere hardly scarcely barely fail
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
_ALWAYS = frozenset({"not", "never", "cannot", "without"})
"""Of English, in whatever language a text was taken to be: that of a short one may not have been recognised."""
_REACH = 5
"""A negation denies the first content word among so many that follow it."""
_NOT_DENIED = {"not": ("only", "just", "merely", "necessarily")}

OPPOSITES = "opposites.txt"
"""A line for each pair of meanings: words of the one, a stroke, words of the other."""
DEGREES = "degrees.txt"
"""The same for small words that contradict each other only where one stands in the other's place."""

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
        if (
            following
            and following[0].folded in _NOT_DENIED.get(word.folded, ())
            and _goes_on(words, position)
        ):
            continue
        target = next(
            (n for n, other in enumerate(following, start=position + 1) if _can_be_denied(other)), None
        )
        if target is None:  # "er zahlt nicht"
            target = next((n for n in range(position - 1, -1, -1) if _can_be_denied(words[n])), None)
        if target is not None:
            found.add(target)
    return frozenset(found)


def _goes_on(words: Sequence[Word], position: int) -> bool:
    """Whether "not only" is followed by "but"."""
    return any(word.folded in ("but", "also") for word in words[position + 2 :])


def _can_be_denied(word: Word) -> bool:
    return bool(word.term) and not word.folded.isdigit()


def opposites(word: str) -> frozenset[str]:
    """Words that mean the opposite of a folded word, as far as they are known."""
    return _meanings(OPPOSITES).get(word, _NO_MEANING)[1]


def same_side(word: str) -> frozenset[str]:
    """Words that have the same opposites as a folded word, itself included."""
    return _meanings(OPPOSITES).get(word, _NO_MEANING)[0]


def other_degrees(word: str) -> frozenset[str]:
    """Words that cannot stand in the place of a folded one without changing how much, how surely or when."""
    return _meanings(DEGREES).get(word, _NO_MEANING)[1]


@functools.lru_cache(maxsize=10_000)
def opposed_by_prefix(word: str) -> frozenset[str]:
    """What a folded word is with "un-", "in-", "dis-" or the like before it, and without that."""
    longer = {prefix + word for prefix in _PREFIXES if len(word) >= _SHORTEST}
    shorter = {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)}
    if word in _NOT_OPPOSITE:
        shorter = set()
    return frozenset(longer - _NOT_OPPOSITE) | {other for other in shorter if len(other) >= _SHORTEST}


@functools.cache
def _negations(language: str) -> frozenset[str]:
    own = _NEGATIONS.get(language, "").split()
    return frozenset(fold_word(word) for word in own) | _ALWAYS


_NO_MEANING: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


@functools.cache
def _meanings(file: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """For each word those of its side, and those of the others."""
    text = importlib.resources.files("pincite.answer").joinpath(file).read_text(encoding="utf-8")
    table: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for line in text.splitlines():
        sides = [frozenset(side.split()) for side in line.split("/")]
        for side in sides:
            against = frozenset().union(*(other for other in sides if other is not side))
            for word in side:
                allies, enemies = table.get(word, _NO_MEANING)
                table[word] = (allies | side, (enemies | against) - side)
    return table
