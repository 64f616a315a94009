"""Documents side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field

from pincite.domain import (
    ComparedCell,
    ComparedDocument,
    Comparison,
    Dimension,
    Document,
    FieldState,
    FieldType,
    SkippedDimension,
    TokenScope,
)
from pincite.library import Library
from pincite.server.answers import CitationShape, ModelUsed, SentenceShape
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.questions import MOST_DOCUMENTS, Identity, Mode, existing
from pincite.server.routes.extractions import DocumentTold, Normalised, Reading, plain
from pincite.server.rules import ruled
from pincite.server.schemas import Schematic
from pincite.server.shapes import DocumentRef, Shape
from pincite.server.streams import Event, EventStream, Source, event_stream

router = APIRouter(tags=["research"])

MOST_DIMENSIONS = 40


class ComparisonWanted(Schematic):
    """Which documents shall be compared, by what."""

    documents: list[Identity] = Field(min_length=2, max_length=MOST_DOCUMENTS)
    dimensions: list[Annotated[str, Field(min_length=1, max_length=200)]] | None = Field(
        None,
        min_length=1,
        max_length=MOST_DIMENSIONS,
        description="Names or labels of the schema’s fields, or own words; null for all fields.",
        examples=[["Term", "Who pays for insurance?"]],
    )
    mode: Mode = Field("auto", description="Whether a language model takes part; auto: as set.")
    fresh: bool = Field(False, description="Whether it is looked again though results are kept.")


class DimensionShape(Shape):
    """What documents are compared by."""

    name: str = Field(examples=["term"])
    label: str = Field(examples=["Term"])
    type: FieldType
    own: bool = Field(description="Whether it was asked for in own words.")

    @classmethod
    def of(cls, dimension: Dimension) -> DimensionShape:
        """A dimension."""
        return cls(name=dimension.name, label=dimension.label, type=dimension.type, own=dimension.own)


class ComparedCellShape(Shape):
    """What one document says of one dimension."""

    state: FieldState = Field(description="Whether it says anything; only then the rest is filled.")
    value: str = Field(description="Verbatim; Yes or No for a yes/no dimension.", examples=["two years"])
    normalised: Normalised = Field(description="In one form; null where there is none.", examples=["P2Y"])
    unit: str = Field(examples=[""])
    citations: list[int] = Field(description="Numbers of citations.", examples=[[1]])
    confidence: float = Field(examples=[0.91])
    note: str = Field(examples=[""])

    @classmethod
    def of(cls, cell: ComparedCell) -> ComparedCellShape:
        """A cell."""
        return cls(
            state=cell.state,
            value=cell.value,
            normalised=plain(cell.normalised),
            unit=cell.unit,
            citations=list(cell.citations),
            confidence=cell.confidence,
            note=cell.note,
        )


class ComparedShape(Shape):
    """A document of a comparison."""

    document: DocumentRef
    name: str = Field(description="Short, unique in the comparison.", examples=["Storage contract"])
    cells: list[ComparedCellShape] = Field(description="One for each dimension, in their order.")

    @classmethod
    def of(cls, compared: ComparedDocument) -> ComparedShape:
        """A document."""
        cells = [ComparedCellShape.of(cell) for cell in compared.cells]
        return cls(document=DocumentRef.of(compared.document), name=compared.name, cells=cells)


class SkippedShape(Shape):
    """A dimension that fewer than two documents report."""

    dimension: DimensionShape
    name: str = Field(description="Short name of the document that reports it; empty when none does.")
    cell: ComparedCellShape | None = Field(description="What that one says; null when none does.")

    @classmethod
    def of(cls, skipped: SkippedDimension) -> SkippedShape:
        """A skipped dimension."""
        cell = None if skipped.cell is None else ComparedCellShape.of(skipped.cell)
        return cls(dimension=DimensionShape.of(skipped.dimension), name=skipped.name, cell=cell)


class ComparisonShape(Shape):
    """Documents side by side: what each says of the same things."""

    schema_name: str = Field(examples=["contract"])
    dimensions: list[DimensionShape] = Field(description="Those that two documents or more report.")
    documents: list[ComparedShape]
    skipped: list[SkippedShape]
    citations: list[CitationShape] = Field(description="Numbered through the whole comparison.")
    synthesis: list[SentenceShape] = Field(description="What can be said from the table alone.")
    mode: Literal["quoted", "composed"]
    model: ModelUsed | None = Field(description="Null where no language model read anything.")
    removed: list[SentenceShape] = Field(description="What the model wrote and the table does not carry.")
    notes: list[str] = Field(description="What to know about the whole.")
    seconds: float = Field(examples=[1.4])
    kept: int = Field(description="For how many documents the values had been made before.", examples=[1])

    @classmethod
    def of(cls, comparison: Comparison) -> ComparisonShape:
        """A comparison."""
        return cls(
            schema_name=comparison.schema,
            dimensions=[DimensionShape.of(dimension) for dimension in comparison.dimensions],
            documents=[ComparedShape.of(document) for document in comparison.documents],
            skipped=[SkippedShape.of(skipped) for skipped in comparison.skipped],
            citations=[CitationShape.of(citation) for citation in comparison.citations],
            synthesis=[SentenceShape.of(sentence) for sentence in comparison.synthesis],
            mode="composed" if comparison.mode == "composed" else "quoted",
            model=ModelUsed.of(comparison.model),
            removed=[SentenceShape.of(sentence) for sentence in comparison.removed],
            notes=list(comparison.notes),
            seconds=comparison.seconds,
            kept=comparison.kept,
        )


def compare(
    library: Library, wanted: ComparisonWanted, progress: Callable[[Document], None] | None = None
) -> Comparison:
    """Carry out a comparison.

    Raises:
        PinciteError: as `Library.compare`; NotFoundError if the caller does not see a document.
    """
    return library.compare(
        existing(library, wanted.documents),
        dimensions=wanted.dimensions,
        schema=wanted.chosen(),
        mode=wanted.mode,
        fresh=wanted.fresh,
        progress=progress,
    )


def comparing(library: Library, wanted: ComparisonWanted) -> Source:
    """The work of a comparison.

    Raises:
        NotFoundError: if the caller does not see a document, or there is no such schema.
        UsageError: if the schema is wrong.
    """
    documents = existing(library, wanted.documents)
    wanted.chosen()  # a wrong one must be told at once

    def work(tell: Callable[[Event], None]) -> None:
        made = compare(library, wanted, Reading(tell, len(documents)))
        tell(Event("done", ComparisonShape.of(made)))

    return Source(work, kept="What was found in the documents that were finished is kept.")


_TWO = ["5f0c3a9be1d24c7a8f10", "9d81f6a0c3b24e55a7c2"]
EXAMPLES = [{"documents": _TWO}, {"documents": _TWO, "dimensions": ["Term", "Who pays for insurance?"]}]
ComparisonBody = Annotated[ComparisonWanted, Body(examples=EXAMPLES)]


@router.post("/comparisons", summary="Compare documents", **ruled(TokenScope.ASK))
async def compare_documents(
    request: Request, library: InLibrary, context: InContext, caller: ByCaller, body: ComparisonBody
) -> ComparisonShape:
    """Put two or more documents side by side. What was found in each is kept, so that one more costs only itself."""
    context.limits.question(caller)
    return await context.streams.whole(request, lambda: comparing(library, body), ComparisonShape)


@router.post(
    "/comparisons/stream",
    summary="Compare documents, and follow it",
    **event_stream(progress=DocumentTold, done=ComparisonShape),
    **ruled(TokenScope.ASK),
)
async def compare_documents_stream(
    request: Request, library: InLibrary, context: InContext, caller: ByCaller, body: ComparisonBody
) -> EventStream:
    """Compare documents as it happens: `progress` with each document, `done` with the table. Leaving ends it."""
    context.limits.question(caller)
    return await context.streams.respond(request, lambda: comparing(library, body))
