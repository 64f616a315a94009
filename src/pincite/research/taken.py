"""What was taken out of a document, between finding and citing it: this is what is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.answer.cite import Quote, cite
from pincite.domain import Document, ExtractedField, FieldState, Span
from pincite.research.schema import Field, Schema
from pincite.research.valued import NOTHING, Typed
from pincite.store import Store


@dataclass(frozen=True, slots=True)
class Taken:
    """One field.

    Attributes:
        item: The field.
        state: What became of it.
        typed: Its value.
        quotes: What it is taken from, the best first.
        confidence: Calibrated probability that the first quote is about the field.
        note: What the reader should know.
    """

    item: Field
    state: FieldState
    typed: Typed = NOTHING
    quotes: tuple[Quote, ...] = ()
    confidence: float = 0.0
    note: str = ""


def cited(store: Store, fields: Sequence[Taken]) -> tuple[ExtractedField, ...]:
    """Fields with citations, numbered through all of them; a place that several fields quote has one number.

    Raises:
        LibraryDamagedError: if a quote is not what stands at its place.
    """
    wanted: dict[tuple[Span, ...], Quote] = {}
    for field in fields:
        for quote in field.quotes:
            wanted.setdefault(quote.spans, quote)
    citations = dict(zip(wanted, cite(store, list(wanted.values())), strict=True))
    return tuple(
        ExtractedField(
            name=field.item.name,
            label=field.item.label,
            type=field.item.type,
            state=field.state,
            value=field.typed.text,
            normalised=field.typed.normalised,
            unit=field.typed.unit,
            citations=tuple(citations[quote.spans] for quote in field.quotes),
            confidence=round(field.confidence, 4),
            note=field.note,
        )
        for field in fields
    )


def to_plain(field: Taken) -> dict[str, Any]:
    """A field as plain values."""
    normalised = field.typed.normalised
    return {
        "name": field.item.name,
        "state": field.state.value,
        "text": field.typed.text,
        "normalised": list(normalised) if isinstance(normalised, tuple) else normalised,
        "unit": field.typed.unit,
        "confidence": field.confidence,
        "note": field.note,
        "quotes": [
            {"text": quote.text, "spans": [list(span) for span in quote.spans], "reading": quote.reading}
            for quote in field.quotes
        ],
    }


def from_plain(plain: Mapping[str, Any], schema: Schema, document: Document) -> Taken:
    """The field that `to_plain` was given."""
    normalised = plain["normalised"]
    return Taken(
        item=schema.field(plain["name"]),
        state=FieldState(plain["state"]),
        typed=Typed(
            plain["text"], tuple(normalised) if isinstance(normalised, list) else normalised, plain["unit"]
        ),
        quotes=tuple(
            Quote(quote["text"], document, tuple(Span(*span) for span in quote["spans"]), quote["reading"])
            for quote in plain["quotes"]
        ),
        confidence=plain["confidence"],
        note=plain["note"],
    )
