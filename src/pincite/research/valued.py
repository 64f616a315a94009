"""The value of a field in the sentences that were found for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain import FieldType
from pincite.research.cues import cues
from pincite.research.relevance import value_finder
from pincite.research.schema import Field
from pincite.research.value import Value

DIVIDER = "; "
MOST_ITEMS = 40
_NEGATED = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Typed:
    """A value as it is shown, and in one form.

    Attributes:
        text: Verbatim; "Yes" or "No" for a yes/no field.
        normalised: In one form; None where there is none.
        unit: Of a number or an amount.
        used: Which of the sentences it is taken from.
    """

    text: str
    normalised: str | float | bool | tuple[str, ...] | None = None
    unit: str = ""
    used: tuple[int, ...] = ()


NOTHING = Typed("")


def typed_value(item: Field, sentences: Sequence[str]) -> Typed:
    """The value in the sentences that were found for a field, the best first."""
    everything = tuple(range(len(sentences)))
    if item.type is FieldType.YES_NO:
        yes = not denied(item, sentences[0])
        return Typed("Yes" if yes else "No", yes, used=everything)
    find = value_finder(item)
    if item.type is FieldType.LIST:
        return _items(sentences, find(sentences[0]) if find else None)
    if find is None:
        return Typed(DIVIDER.join(sentences) if item.most > 1 else sentences[0], used=everything[: item.most])
    value = nearest_value(item, sentences[0], find(sentences[0]))
    return Typed(value.text, value.normalised, value.unit, (0,))


def nearest_value(item: Field, sentence: str, values: Sequence[Value]) -> Value:
    """The value that stands nearest to a cue; the first where there are no cues."""
    places = cues(item.cues).spans(sentence)
    if not places:
        return values[0]

    def distance(value: Value) -> int:
        return min(max(start - value.end, value.start - end, 0) for start, end in places)

    return min(values, key=distance)


def denied(item: Field, sentence: str) -> bool:
    """Whether a sentence says no to a yes/no field."""
    if cues(item.denied).count(sentence):
        return True
    # Where cues say what counts as yes, a "not" belongs to them: "may not assign".
    return not item.cues and not item.denied and _NEGATED.search(sentence) is not None


def _items(sentences: Sequence[str], values: Sequence[Value] | None) -> Typed:
    if values is None:
        return Typed(DIVIDER.join(sentences), tuple(sentences), used=tuple(range(len(sentences))))
    names: dict[str, str] = {}
    for value in values:
        names.setdefault(value.text.casefold().strip(" .,"), value.text)
    kept = tuple(names.values())[:MOST_ITEMS]
    return Typed(DIVIDER.join(kept), kept, used=(0,))
