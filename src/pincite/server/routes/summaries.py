"""Summaries of documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Request
from pydantic import Field

from pincite.domain import Role, Summary, SummarySection, TokenScope
from pincite.library import Library
from pincite.server.answers import CitationShape, ModelUsed, SentenceShape
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.questions import Mode, existing
from pincite.server.rules import ruled
from pincite.server.shapes import DocumentRef, Shape
from pincite.server.streams import Event, EventStream, Source, event_stream

router = APIRouter(tags=["research"])

MOST_ASPECTS = 20
MOST_SENTENCES = 10
Kind = Literal["paper", "contract", "manual", "book", "report", "letter", "form", "slides", "other"]


class SummaryWanted(Shape):
    """What a summary shall tell."""

    aspects: list[Annotated[str, Field(min_length=1, max_length=200)]] | None = Field(
        None,
        min_length=1,
        max_length=MOST_ASPECTS,
        description="Names of the kind’s aspects, or own words; null for all of the kind’s.",
        examples=[["methods", "Who paid for it?"]],
    )
    kind: Kind | None = Field(
        None, description="Kind of document whose aspects are told; null: as it was recognised."
    )
    mode: Mode | None = Field(None, description="As for a question.")
    sentences: int = Field(3, ge=1, le=MOST_SENTENCES, description="Most sentences of an aspect.")
    fresh: bool = Field(False, description="Whether it is made again though it was kept.")


class SectionShape(Shape):
    """What a document says about one aspect."""

    aspect: str = Field(description="Stable name, or the own words.", examples=["methods"])
    title: str = Field(examples=["Methods"])
    reported: bool = Field(description="Whether the document says anything about it.")
    mode: Literal["quoted", "composed"]
    sentences: list[SentenceShape]
    removed: list[SentenceShape] = Field(description="What the model wrote and nothing supports.")
    pages_read: list[int] = Field(description="Places in the file of the pages that were read for it.")
    failure: str = Field(description="Why it is quoted or ends early though a model was to write it.")

    @classmethod
    def of(cls, section: SummarySection) -> SectionShape:
        """A section of a summary."""
        return cls(
            aspect=section.aspect,
            title=section.title,
            reported=section.reported,
            mode="composed" if section.mode == "composed" else "quoted",
            sentences=[SentenceShape.of(sentence) for sentence in section.sentences],
            removed=[SentenceShape.of(sentence) for sentence in section.removed],
            pages_read=list(section.pages_read),
            failure=section.failure,
        )


class SummaryShape(Shape):
    """What a document says about each aspect that a reader wants to know."""

    document: DocumentRef
    kind: str = Field(description='The kind whose aspects are told; "own" for own words.', examples=["paper"])
    mode: Literal["quoted", "composed"]
    sections: list[SectionShape]
    citations: list[CitationShape] = Field(description="Numbered through the whole summary.")
    pages_read: list[int] = Field(description="Places in the file of the pages that were looked at.")
    pages_used: list[int] = Field(description="Of those that are cited.")
    model: ModelUsed | None = Field(description="Null where no language model saw any text.")
    failure: str = Field(description="Why it is quoted though a model was to write it.", examples=[""])
    kept: bool = Field(description="Whether all of it had been made before.")
    seconds: float = Field(examples=[0.8])

    @classmethod
    def of(cls, summary: Summary) -> SummaryShape:
        """A summary."""
        return cls(
            document=DocumentRef.of(summary.document),
            kind=summary.kind,
            mode="composed" if summary.mode == "composed" else "quoted",
            sections=[SectionShape.of(section) for section in summary.sections],
            citations=[CitationShape.of(citation) for citation in summary.citations],
            pages_read=list(summary.pages_read),
            pages_used=list(summary.pages_used),
            model=ModelUsed.of(summary.model),
            failure=summary.failure,
            kept=summary.cached,
            seconds=summary.seconds,
        )


class AspectTold(Shape):
    """Event "progress": an aspect is sought."""

    title: str = Field(examples=["Methods"])
    done: int = Field(description="Aspects before it.", examples=[2])


def summarising(library: Library, document: str, wanted: SummaryWanted) -> Source:
    """The work of summarising a document.

    Raises:
        NotFoundError: if the caller does not see it.
    """
    (identity,) = existing(library, [document])

    def work(tell: Callable[[Event], None]) -> None:
        begun = 0

        def progress(title: str) -> None:
            nonlocal begun
            tell(Event("progress", AspectTold(title=title, done=begun)))
            begun += 1

        made = library.summarize(
            identity,
            aspects=wanted.aspects,
            kind=wanted.kind,
            mode=wanted.mode,
            sentences=wanted.sentences,
            fresh=wanted.fresh,
            progress=progress,
        )
        tell(Event("done", SummaryShape.of(made)))

    return Source(work, kept="The aspects that were finished are kept.")


_EXAMPLES = [{}, {"aspects": ["methods", "Who paid for it?"], "mode": "quoted"}]
_Wanted = Annotated[SummaryWanted, Body(examples=_EXAMPLES)]


@router.post(
    "/documents/{document}/summary",
    summary="Summarise a document",
    **ruled(TokenScope.ASK, role=Role.VIEWER),
)
async def summarize_document(
    document: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: _Wanted,
) -> SummaryShape:
    """Tell what a document says about each aspect that a reader wants to know, cited. Summaries are kept with it."""
    context.limits.question(caller)
    return await context.streams.whole(request, lambda: summarising(library, document, body), SummaryShape)


@router.post(
    "/documents/{document}/summary/stream",
    summary="Summarise a document, and follow it",
    **event_stream(progress=AspectTold, done=SummaryShape),
    **ruled(TokenScope.ASK, role=Role.VIEWER),
)
async def summarize_document_stream(
    document: str,
    request: Request,
    library: InLibrary,
    context: InContext,
    caller: ByCaller,
    body: _Wanted,
) -> EventStream:
    """Summarise a document as it happens: `progress` with each aspect, `done` with the summary. Leaving ends it."""
    context.limits.question(caller)
    return await context.streams.respond(request, lambda: summarising(library, document, body))
