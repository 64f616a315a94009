"""Fields of a document, each with the words that it is taken from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.domain import BlockKind, Document, FieldState, FieldType
from pincite.encode.contract import Encoder
from pincite.research.cues import cues
from pincite.research.relevance import (
    Reading,
    confidence,
    measure,
    probabilities,
    read,
    threshold,
    usable,
)
from pincite.research.scan import Line, scan
from pincite.research.schema import Field, Schema
from pincite.research.taken import Taken
from pincite.research.valued import NOTHING, Typed, typed_value
from pincite.store import Store

VERSION = "1"
"""Of what this module and the ones it uses find: kept results of other versions are not used."""
NEAR = 0.6
"""A further sentence is cited with this share of the best one's probability."""
USUAL = 0.5
"""What is left of the threshold where most documents of the kind say it, or only few values are possible."""
ROW_SHARE = 0.3
"""What is left of the probability of a table's row, for fields of text."""
FURTHER = 6
"""Sentences that a language model is shown for a field."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What was found for a field, not yet cited.

    Attributes:
        item: The field.
        state: What became of it.
        typed: Its value.
        lines: The sentences it stands in, the best first.
        nearest: The best sentences, whether good enough or not: what a language model is shown.
        confidence: Calibrated probability that the first line is about the field.
    """

    item: Field
    state: FieldState
    typed: Typed = NOTHING
    lines: tuple[Line, ...] = ()
    nearest: tuple[Line, ...] = ()
    confidence: float = 0.0


def choose(store: Store, encoder: Encoder, document: Document, schema: Schema) -> list[Choice]:
    """The best sentences of a document for each field of a schema, and the value in them.

    Raises:
        NotFoundError: if the document is gone.
    """
    probes = [probe for item in schema.fields for probe in item.probes]
    reading = read(scan(store, encoder, document, probes))
    choices = []
    first = 0
    for item in schema.fields:
        choices.append(_choice(reading, item, slice(first, first + len(item.probes))))
        first += len(item.probes)
    return without_senseless(choices, reading.texts)


def without_senseless(choices: Sequence[Choice], texts: Sequence[str]) -> list[Choice]:
    """Fields that make no sense for the document are marked as such."""
    found = {choice.item.name for choice in choices if choice.state is FieldState.FOUND}
    result = []
    for choice in choices:
        item = choice.item
        senseless = bool(item.requires) and not found.intersection(item.requires)
        if item.applies and not senseless:
            senseless = not any(cues(item.applies).count(text) for text in texts)
        if senseless:
            result.append(replace(choice, state=FieldState.NOT_APPLICABLE, typed=NOTHING, lines=()))
        else:
            result.append(choice)
    return result


def _choice(reading: Reading, item: Field, columns: slice) -> Choice:
    cued = item.cued
    allowed = usable(reading, item)
    scored = probabilities(measure(reading, item, columns), cued=cued) * allowed
    if item.type is FieldType.TEXT:
        # A row of a table holds all words of a question, and says little by itself.
        scored *= np.where(
            [line.sentence.kind is BlockKind.TABLE for line in reading.scan.lines], ROW_SHARE, 1
        )
    order = np.argsort(-scored, kind="stable")[:FURTHER]
    lines = reading.scan.lines
    nearest = tuple(lines[i] for i in order.tolist() if allowed[i])
    if not nearest:
        return Choice(item, FieldState.NOT_REPORTED)
    best = float(scored[order[0]])
    sure = confidence(best, cued=cued)
    if sure < threshold(cued=cued) * (USUAL if item.usual or item.choices else 1):
        return Choice(item, FieldState.NOT_REPORTED, nearest=nearest, confidence=sure)
    chosen = [lines[i] for i in order.tolist()[: item.most] if allowed[i] and scored[i] >= NEAR * best]
    typed = typed_value(item, [line.text for line in chosen])
    kept = tuple(chosen[i] for i in typed.used)
    return Choice(item, FieldState.FOUND, typed, kept, nearest, sure)


def taken(document: Document, choices: Sequence[Choice]) -> list[Taken]:
    """What was found, with its quotes."""
    return [
        Taken(
            choice.item,
            choice.state,
            choice.typed,
            tuple(line.quote(document) for line in choice.lines),
            choice.confidence,
        )
        for choice in choices
    ]
