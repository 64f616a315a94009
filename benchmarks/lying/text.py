"""What the writers of true and false sentences share; nothing of the product's own reading of claims is used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from pincite.sentences import sentence_ranges

NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-zé]+(?: (?:[A-Z][a-zé]+|of [A-Z][a-zé]+))*")
"""A run of capitalised words within a sentence."""
NUMBER = re.compile(
    r"(?<![\w.,$-])\d{1,3}(?:,\d{3})+(?![\d.,]\d)|(?<![\w.,$:/-])\d+(?:\.\d+)?(?![\w:/]|[.,]\d)"
)
YEAR = re.compile(r"\b1[5-9]\d\d\b|\b20[0-2]\d\b")
MONTHS = "January February March April May June July August September October November December".split()
MONTH = rf"\b(?:{'|'.join(MONTHS)})\b"
DATE = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})\b")
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()

OPENERS = frozenset(
    """The A An In On At He She They This These Those There When While After Before During By For From With As
    Its His Her Their Some Many Most Both Each Although However If Much Various Other Another One Two
    Three Four Five Six Seven Eight Nine Ten Several Such To Under Within Between Among Through Despite
    Because""".split()
)


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence that the lying model writes.

    Attributes:
        kind: How it was made.
        text: Without markers.
        true: Whether the sources say it.
    """

    kind: str
    text: str
    true: bool


def sentences(passage: str) -> list[str]:
    """The sentences of a passage that are whole."""
    found = [passage[low:high] for low, high in sentence_ranges(passage)]
    return [s for s in found if 40 <= len(s) <= 400 and s[0].isupper() and s[-1] == "." and "\n" not in s]


def in_words(number: int) -> str:
    """A number below a hundred in words."""
    if number < 20:
        return _ONES[number]
    ones = number % 10
    return _TENS[number // 10] + (f"-{_ONES[ones]}" if ones else "")


def from_words(word: str) -> int | None:
    """The number that a word below twenty means."""
    return _ONES.index(word) if word in _ONES else None


def other(chooser: Random, items: list[str], unlike: str) -> str | None:
    """One of the items that shares no word with another text."""
    taken = set(unlike.lower().split())
    free = [item for item in items if not taken & set(item.lower().split())]
    return chooser.choice(free) if free else None


def lower_first(sentence: str) -> str:
    """A sentence as it stands within another: its first word in lower case unless it may be a name."""
    word = sentence.split(" ", 1)[0]
    plain = word in OPENERS
    return sentence[0].lower() + sentence[1:] if plain else sentence
