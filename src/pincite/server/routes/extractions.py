"""Typed fields taken out of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field

from pincite.domain import (
    Document,
    ExtractedField,
    Extraction,
    FieldState,
    FieldType,
    TokenScope,
)
from pincite.library import Library
from pincite.server.answers import CitationShape, ModelUsed
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.questions import MOST_DOCUMENTS, Identity, Mode, existing
from pincite.server.rules import ruled
from pincite.server.schemas import SchemaShape, Schematic
from pincite.server.shapes import DocumentRef, Listing, Shape
from pincite.server.streams import Event, EventStream, Source, event_stream

router = APIRouter(tags=["research"])

Normalised = str | float | bool | list[str] | None


class ExtractionWanted(Schematic):
    """What shall be taken out of which documents."""

    documents: list[Identity] = Field(min_length=1, max_length=MOST_DOCUMENTS)
    mode: Mode = Field("auto", description="Whether a language model reads; auto: as set.")
    fresh: bool = Field(False, description="Whether it is looked again though a result is kept.")


class FieldShape(Shape):
    """One field of one document."""

    name: str = Field(examples=["governing_law"])
    label: str = Field(examples=["Governing law"])
    type: FieldType
    state: FieldState = Field(description="Whether the document says it; only then the rest is filled.")
    value: str = Field(description="Verbatim; Yes or No for a yes/no field.", examples=["the laws of Norway"])
    normalised: Normalised = Field(
        description="In one form: a date as 2024-03-01, a duration as P30D …; null where there is none."
    )
    unit: str = Field(examples=[""])
    citations: list[CitationShape] = Field(description="Where it stands, the best first.")
    confidence: float = Field(examples=[0.91])
    note: str = Field(description="What to know about it; empty for nothing.", examples=[""])

    @classmethod
    def of(cls, field: ExtractedField) -> FieldShape:
        """A field."""
        return cls(
            name=field.name,
            label=field.label,
            type=field.type,
            state=field.state,
            value=field.value,
            normalised=plain(field.normalised),
            unit=field.unit,
            citations=[CitationShape.of(citation) for citation in field.citations],
            confidence=field.confidence,
            note=field.note,
        )


class ExtractionShape(Shape):
    """What was taken out of one document."""

    document: DocumentRef
    schema_name: str = Field(examples=["contract"])
    fields: list[FieldShape]
    mode: Literal["quoted", "composed"]
    model: ModelUsed | None = Field(description="Null where no language model was sent any text.")
    notes: list[str] = Field(description="What to know about the whole.")
    seconds: float = Field(examples=[0.9])
    kept: bool = Field(description="Whether it had been made before.")

    @classmethod
    def of(cls, extraction: Extraction) -> ExtractionShape:
        """An extraction."""
        return cls(
            document=DocumentRef.of(extraction.document),
            schema_name=extraction.schema,
            fields=[FieldShape.of(field) for field in extraction.fields],
            mode="composed" if extraction.mode == "composed" else "quoted",
            model=ModelUsed.of(extraction.model),
            notes=list(extraction.notes),
            seconds=extraction.seconds,
            kept=extraction.kept,
        )


class Extractions(Shape):
    """One extraction a document, in the order asked for."""

    extractions: list[ExtractionShape]


class DocumentTold(Shape):
    """Event "progress": a document is read."""

    document: DocumentRef
    done: int = Field(description="Documents before it.", examples=[0])
    total: int = Field(examples=[3])


class Reading:
    """Tells a client each document before it is read; ends the work when the client has left.

    Args:
        tell: Tells the client.
        total: How many documents there are.
    """

    def __init__(self, tell: Callable[[Event], None], total: int) -> None:
        self._tell = tell
        self._total = total
        self._done = 0

    def __call__(self, document: Document) -> None:
        """A document is read next."""
        told = DocumentTold(document=DocumentRef.of(document), done=self._done, total=self._total)
        self._tell(Event("progress", told))
        self._done += 1


def plain(value: str | float | bool | Sequence[str] | None) -> Normalised:
    """A normalised value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value  # type: ignore[return-value]


def extract(
    library: Library, wanted: ExtractionWanted, progress: Callable[[Document], None] | None = None
) -> list[Extraction]:
    """Carry out an extraction.

    Raises:
        PinciteError: as `Library.extract`; NotFoundError if the caller does not see a document.
    """
    documents = existing(library, wanted.documents)
    return library.extract(
        documents, schema=wanted.chosen(), mode=wanted.mode, fresh=wanted.fresh, progress=progress
    )


def extracting(library: Library, wanted: ExtractionWanted) -> Source:
    """The work of an extraction.

    Raises:
        NotFoundError: if the caller does not see a document, or there is no such schema.
        UsageError: if the schema is wrong.
    """
    documents = existing(library, wanted.documents)
    wanted.chosen()  # a wrong one must be told at once

    def work(tell: Callable[[Event], None]) -> None:
        made = extract(library, wanted, Reading(tell, len(documents)))
        tell(Event("done", Extractions(extractions=[ExtractionShape.of(one) for one in made])))

    return Source(work, kept="What was taken out of the documents that were finished is kept.")


EXAMPLES = [
    {"documents": ["5f0c3a9be1d24c7a8f10"], "schema_name": "contract"},
    {
        "documents": ["5f0c3a9be1d24c7a8f10"],
        "own_schema": {"format": "toml", "text": '[[field]]\nname = "rent"\ntype = "money"\n'},
    },
]
ExtractionBody = Annotated[ExtractionWanted, Body(examples=EXAMPLES)]


@router.get("/schemas", summary="List schemas", **ruled(TokenScope.READ))
def list_schemas() -> Listing[SchemaShape]:
    """The built-in schemas of extraction and comparison, each also as text to start an own one from."""
    return Listing[SchemaShape](items=SchemaShape.all(), next=None)


@router.post("/extractions", summary="Extract fields", **ruled(TokenScope.ASK))
async def extract_fields(
    request: Request, library: InLibrary, context: InContext, caller: ByCaller, body: ExtractionBody
) -> Extractions:
    """Take the fields of a schema out of documents, each with its citation. Results are kept with the documents."""
    context.limits.question(caller)
    return await context.streams.whole(request, lambda: extracting(library, body), Extractions)


@router.post(
    "/extractions/stream",
    summary="Extract fields, and follow it",
    **event_stream(progress=DocumentTold, done=Extractions),
    **ruled(TokenScope.ASK),
)
async def extract_fields_stream(
    request: Request, library: InLibrary, context: InContext, caller: ByCaller, body: ExtractionBody
) -> EventStream:
    """Take fields out of documents as it happens: `progress` with each document, `done` with all. Leaving ends it."""
    context.limits.question(caller)
    return await context.streams.respond(request, lambda: extracting(library, body))
