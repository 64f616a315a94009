"""Extractions made by hand, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pincite.domain import (
    Citation,
    Document,
    DocumentFacts,
    DocumentKind,
    ExtractedField,
    Extraction,
    FieldState,
    FieldType,
    Rectangle,
    Span,
)
from pincite.research.schema import Field

Value = str | float | bool | tuple[str, ...] | None


def document(
    name: str, *, title: str = "", kind: DocumentKind = DocumentKind.PAPER, **changes: Any
) -> Document:
    """A document that is in no library."""
    values: dict[str, Any] = {
        "id": name,
        "file_name": f"{name}.pdf",
        "title": title or name,
        "authors": (),
        "year": None,
        "language": "en",
        "media_type": "application/pdf",
        "sha256": "0" * 64,
        "size": 1,
        "pages": 9,
        "chunks": 9,
        "warnings": (),
        "outline": (),
        "collections": ("default",),
        "added_at": "2024-01-01T00:00:00+00:00",
        "facts": DocumentFacts(kind=kind),
    }
    return Document(**{**values, **changes})


def found(
    item: Field,
    about: Document,
    value: str,
    normalised: Value = None,
    unit: str = "",
    *,
    page: int = 1,
    start: int = 0,
) -> ExtractedField:
    """A field that was found at a place of its document."""
    spans = (Span(page, start, start + len(value)),)
    frame = (Rectangle(page, 0.1, 0.1, 0.9, 0.2),)
    citation = Citation(1, f"It says {value}.", about, spans, page, f"p{page}", (), frame)
    return ExtractedField(
        item.name, item.label, item.type, FieldState.FOUND, value, normalised, unit, (citation,), 0.9
    )


def extraction(
    about: Document, fields: Sequence[Field], values: Sequence[ExtractedField | None], **changes: Any
) -> Extraction:
    """An extraction; None stands for what is not reported."""
    made = tuple(
        value or ExtractedField(item.name, item.label, item.type, FieldState.NOT_REPORTED)
        for item, value in zip(fields, values, strict=True)
    )
    return Extraction(about, "test", made, **changes)


def field(name: str, kind: FieldType = FieldType.TEXT) -> Field:
    """A field that is looked for nowhere."""
    return Field(name=name, label=name.replace("_", " ").capitalize(), type=kind)
