"""What the tools do, on what a caller sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pincite.answer.events import Stage
from pincite.domain import Answer, Incomplete, Summary
from pincite.errors import NotFoundError, UsageError
from pincite.library.questions import AnswerMode
from pincite.mcp.calls import Work
from pincite.mcp.seen import Seen
from pincite.mcp.shapes import (
    PAGE_LENGTH,
    AnswerShape,
    AspectShape,
    CellShape,
    CitationShape,
    CollectionShape,
    CollectionsShape,
    ComparedShape,
    ComparisonShape,
    DimensionShape,
    DocumentShape,
    DocumentsShape,
    ExtractionShape,
    ExtractionsShape,
    FieldShape,
    PageShape,
    PassageShape,
    SearchShape,
    SummaryShape,
    cut,
)
from pincite.mcp.telling import marked
from pincite.plain_text import clean, one_line, quoted
from pincite.research.comparison import with_dimensions
from pincite.research.schema import DEFAULT, Schema, builtin, builtin_names

NEAREST = 3
_STAGES = {
    "retrieve": "Finding passages",
    "read": "Reading them",
    "write": "Writing",
    "check": "Checking each sentence",
}
_ENDS = {
    Incomplete.CUT_OFF: "The answer ends early: the model reached its limit.",
    Incomplete.FAILED: "The answer ends early: the model failed.",
    Incomplete.STOPPED: "The answer ends early: it was stopped.",
}


@dataclass(frozen=True, slots=True)
class Where:
    """What is looked in, as the caller named it.

    Attributes:
        collection: Name or id; None for everything.
        documents: Ids or file names; None for all.
    """

    collection: str | None = None
    documents: list[str] | None = None


def search(seen: Seen, question: str, where: Where, k: int) -> SearchShape:
    """Passages that fit a question."""
    collection, documents = _looked_in(seen, where, "question.search", question)
    found = seen.library.search(question, k=k, collection=collection, documents=documents)
    return SearchShape(passages=[PassageShape.of(passage) for passage in found])


def ask(seen: Seen, question: str, where: Where, mode: AnswerMode | None, work: Work) -> AnswerShape:
    """An answer, or a refusal."""
    collection, documents = _looked_in(seen, where, "question.ask", question)
    with seen.library.ask_events(question, mode=mode, collection=collection, documents=documents) as asking:
        work.on_stop(asking.stop)
        for event in asking:
            if isinstance(event, Stage):
                work.tell(_STAGES[event.name])
            else:
                work.check()
        answer = asking.whole()
        seen.ended("refused" if answer.refused else "answered")
        return _answer(answer)


def read_page(seen: Seen, document: str, page: int, offset: int) -> PageShape:
    """Text of a page, from a character on."""
    found = seen.document(document)
    read = seen.library.page(found.id, page)
    if offset and offset >= len(read.text):
        raise UsageError(
            f"the page has {len(read.text):,} characters", "Take the offset that was told before."
        )
    end = offset + PAGE_LENGTH
    return PageShape(
        document=found.id,
        title=one_line(found.title),
        page=read.index,
        page_label=one_line(read.label),
        pages=found.pages,
        text=clean(read.text[offset:end]),
        next_offset=end if end < len(read.text) else None,
        read_from_picture=read.ocr_confidence is not None,
    )


def outline(seen: Seen, document: str) -> str:
    """The headings of a document with their pages, as lines."""
    found = seen.document(document)
    lines = [
        f"{'  ' * max(0, entry.level - 1)}{one_line(entry.title)} (page {entry.page_index})"
        for entry in found.outline
    ]
    head = f"{one_line(found.title)}, {found.pages} pages (document {found.id})"
    return "\n".join([head, *(lines or ["It has no headings."])])


def list_documents(
    seen: Seen, collection: str | None, words: str, limit: int, cursor: str | None
) -> DocumentsShape:
    """A part of the list of documents."""
    where = seen.collection(collection)
    listed = seen.library.find_documents(
        collection=where, words=words, sort="title", descending=False, limit=limit, cursor=cursor
    )
    return DocumentsShape(documents=[DocumentShape.of(found) for found in listed.items], next=listed.next)


def list_collections(seen: Seen) -> CollectionsShape:
    """All collections."""
    return CollectionsShape(
        collections=[
            CollectionShape(id=one.id, name=one_line(one.name), documents=one.documents)
            for one in seen.collections()
        ]
    )


def summarise(
    seen: Seen, document: str, aspects: list[str] | None, mode: AnswerMode | None, work: Work
) -> SummaryShape:
    """What a document says about each aspect."""
    found = seen.document(document)
    summary = seen.library.summarize(found.id, aspects=aspects, mode=mode, progress=work.tell)
    return SummaryShape(
        document=summary.document.id,
        title=one_line(summary.document.title),
        mode=_mode(summary.mode),
        sections=[
            AspectShape(title=one_line(part.title), reported=part.reported, text=marked(part.sentences))
            for part in summary.sections
        ],
        citations=[CitationShape.of(citation) for citation in summary.citations],
        notes=_summary_notes(summary),
    )


def extract(
    seen: Seen,
    documents: list[str],
    schema: str | None,
    fields: list[str] | None,
    mode: AnswerMode | None,
    work: Work,
) -> ExtractionsShape:
    """Fields of documents."""
    ids = seen.documents(documents) or []
    found = seen.library.extract(
        ids,
        schema=_schema(schema, fields),
        mode=mode or "auto",
        progress=lambda document: work.tell(one_line(document.title), len(ids)),
    )
    return ExtractionsShape(
        extractions=[
            ExtractionShape(
                document=one.document.id,
                title=one_line(one.document.title),
                schema_name=one.schema,
                mode=_mode(one.mode),
                fields=[FieldShape.of(field) for field in one.fields],
                notes=list(one.notes),
            )
            for one in found
        ]
    )


def compare(
    seen: Seen, documents: list[str], dimensions: list[str] | None, mode: AnswerMode | None, work: Work
) -> ComparisonShape:
    """Documents side by side."""
    ids = seen.documents(documents) or []
    table = seen.library.compare(
        ids,
        dimensions=dimensions,
        mode=mode or "auto",
        progress=lambda document: work.tell(one_line(document.title), len(ids)),
    )
    return ComparisonShape(
        documents=[
            ComparedShape(
                document=one.document.id, name=one_line(one.name), title=one_line(one.document.title)
            )
            for one in table.documents
        ],
        dimensions=[
            DimensionShape(
                name=dimension.name,
                label=one_line(dimension.label),
                cells=[
                    CellShape(
                        document=one.document.id,
                        state=one.cells[row].state.value,
                        value=cut(quoted(one.cells[row].value), 600),
                        unit=one.cells[row].unit,
                        citations=list(one.cells[row].citations),
                    )
                    for one in table.documents
                ],
            )
            for row, dimension in enumerate(table.dimensions)
        ],
        not_in_common=[one_line(skipped.dimension.label) for skipped in table.skipped],
        statements=[clean(sentence.text) for sentence in table.synthesis],
        citations=[CitationShape.of(citation) for citation in table.citations],
        mode=_mode(table.mode),
        notes=list(table.notes),
    )


def _looked_in(seen: Seen, where: Where, action: str, question: str) -> tuple[str | None, list[str] | None]:
    """Ids of the collection and the documents of a question, which is told of."""
    collection, documents = seen.collection(where.collection), seen.documents(where.documents)
    seen.asked(action, question, collection or "")
    return collection, documents


def _answer(answer: Answer) -> AnswerShape:
    notes = [_ENDS[answer.incomplete]] if answer.incomplete is not None else []
    if answer.failure:
        notes.append(one_line(answer.failure))
    return AnswerShape(
        answered=not answer.refused,
        reason=answer.reason if answer.refused else "",
        text=clean(answer.text),
        citations=[CitationShape.of(citation) for citation in answer.citations],
        mode=_mode(answer.mode),
        understood_as=one_line(answer.asked_as),
        confidence=round(answer.confidence, 3),
        nearest=[PassageShape.of(p) for p in answer.passages[:NEAREST]] if answer.refused else [],
        notes=notes,
    )


def _summary_notes(summary: Summary) -> list[str]:
    failures: Sequence[str] = [summary.failure, *(part.failure for part in summary.sections)]
    return list(dict.fromkeys(one_line(failure) for failure in failures if failure))


def _schema(name: str | None, fields: list[str] | None) -> Schema | None:
    """The list of fields that is meant; never a file's, as the caller names it."""
    if name is not None and name not in builtin_names():
        raise NotFoundError(f"there is no schema {name!r}", f"There are: {', '.join(builtin_names())}.")
    if fields is None:
        return builtin(name) if name is not None else None
    return with_dimensions(builtin(name or DEFAULT), fields)


def _mode(mode: str) -> Literal["quoted", "composed"]:
    return "composed" if mode == "composed" else "quoted"
