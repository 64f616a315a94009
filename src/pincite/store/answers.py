"""An answer as plain values, and back.

What is kept of the documents is what the answer says: quotes, and name and title of their documents. Passages are
kept as the keys of their chunks: they are gone when their document is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple
from typing import Any

from pincite.domain import (
    Answer,
    AnswerSentence,
    BlockKind,
    Citation,
    Document,
    Incomplete,
    ModelUse,
    Passage,
    Rectangle,
    Scores,
    Span,
)
from pincite.store.codec import storable
from pincite.store.records import StoredChunk


def encode_answer(answer: Answer) -> dict[str, Any]:
    """An answer as JSON values."""
    return {
        "question": storable(answer.question),
        "refused": answer.refused,
        "reason": answer.reason,
        "text": storable(answer.text),
        "sentences": [_encode_sentence(sentence) for sentence in answer.sentences],
        "citations": [encode_citation(citation) for citation in answer.citations],
        "documents": encode_documents(citation.document for citation in answer.citations),
        "passages": [_encode_passage(passage) for passage in answer.passages],
        "confidence": answer.confidence,
        "timings": dict(answer.timings),
        "mode": answer.mode,
        "asked_as": storable(answer.asked_as),
        "model": list(astuple(answer.model)) if answer.model else None,
        "removed": [_encode_sentence(sentence) for sentence in answer.removed],
        "left_out": [_encode_passage(passage) for passage in answer.left_out],
        "incomplete": answer.incomplete.value if answer.incomplete else None,
        "failure": storable(answer.failure),
    }


def decode_answer(
    value: Mapping[str, Any], documents: Mapping[str, Document], chunks: Mapping[int, StoredChunk]
) -> Answer:
    """What `encode_answer` wrote.

    Args:
        value: As written.
        documents: Documents of the library by id; those that it no longer has are made from what was kept.
        chunks: Chunks by key; passages whose chunk is missing are left out.
    """
    known = {**decode_documents(value["documents"]), **documents}
    return Answer(
        question=value["question"],
        refused=value["refused"],
        reason=value["reason"],
        text=value["text"],
        sentences=tuple(_decode_sentence(row) for row in value["sentences"]),
        citations=tuple(decode_citation(row, known) for row in value["citations"]),
        passages=_decode_passages(value["passages"], documents, chunks),
        confidence=value["confidence"],
        timings=dict(value["timings"]),
        mode=value["mode"],
        asked_as=value["asked_as"],
        model=ModelUse(*value["model"]) if value["model"] else None,
        removed=tuple(_decode_sentence(row) for row in value["removed"]),
        left_out=_decode_passages(value["left_out"], documents, chunks),
        incomplete=Incomplete(value["incomplete"]) if value["incomplete"] else None,
        failure=value["failure"],
    )


def chunk_keys(value: Mapping[str, Any]) -> set[int]:
    """Keys of the chunks that a written answer's passages are."""
    return {row["chunk"] for name in ("passages", "left_out") for row in value[name]}


def document_ids(value: Mapping[str, Any]) -> set[str]:
    """Ids of the documents of a written answer's citations and passages."""
    rows = [row["document"] for name in ("passages", "left_out") for row in value[name]]
    return {*value["documents"], *rows}


def encode_citation(citation: Citation) -> dict[str, Any]:
    """A citation as JSON values; its document goes into `encode_documents`."""
    return {
        "number": citation.number,
        "quote": storable(citation.quote),
        "document": citation.document.id,
        "spans": [list(span) for span in citation.spans],
        "page_index": citation.page_index,
        "page_label": storable(citation.page_label),
        "section": [storable(title) for title in citation.section],
        "rectangles": [list(rectangle) for rectangle in citation.rectangles],
        "kind": citation.kind.value,
    }


def decode_citation(row: Mapping[str, Any], documents: Mapping[str, Document]) -> Citation:
    """What `encode_citation` wrote.

    Args:
        row: As written.
        documents: Documents by id, its own among them.
    """
    return Citation(
        number=row["number"],
        quote=row["quote"],
        document=documents[row["document"]],
        spans=tuple(Span(*span) for span in row["spans"]),
        page_index=row["page_index"],
        page_label=row["page_label"],
        section=tuple(row["section"]),
        rectangles=tuple(Rectangle(*frame) for frame in row["rectangles"]),
        kind=BlockKind(row["kind"]),
    )


def encode_documents(documents: Iterable[Document]) -> dict[str, dict[str, Any]]:
    """What has to be known of documents when they are gone, by id."""
    return {
        document.id: {
            "file_name": storable(document.file_name),
            "title": storable(document.title),
            "authors": [storable(author) for author in document.authors],
            "year": document.year,
            "language": document.language,
            "media_type": document.media_type,
            "sha256": document.sha256,
            "size": document.size,
            "pages": document.pages,
            "added_at": document.added_at,
        }
        for document in documents
    }


def decode_documents(value: Mapping[str, Mapping[str, Any]]) -> dict[str, Document]:
    """What `encode_documents` wrote: documents of which no more is known."""
    return {
        identity: Document(
            id=identity,
            file_name=row["file_name"],
            title=row["title"],
            authors=tuple(row["authors"]),
            year=row["year"],
            language=row["language"],
            media_type=row["media_type"],
            sha256=row["sha256"],
            size=row["size"],
            pages=row["pages"],
            chunks=0,
            warnings=(),
            outline=(),
            collections=(),
            added_at=row["added_at"],
        )
        for identity, row in value.items()
    }


def _encode_sentence(sentence: AnswerSentence) -> list[Any]:
    return [storable(sentence.text), list(sentence.citations), sentence.lead, storable(sentence.problem)]


def _decode_sentence(row: list[Any]) -> AnswerSentence:
    text, citations, lead, problem = row
    return AnswerSentence(text, tuple(citations), lead, problem)


def _encode_passage(passage: Passage) -> dict[str, Any]:
    return {
        "chunk": passage.chunk_id,
        "document": passage.document.id,
        "rank": passage.rank,
        "page_label": storable(passage.page_label),
        "scores": list(astuple(passage.scores)),
    }


def _decode_passages(
    rows: Iterable[Mapping[str, Any]], documents: Mapping[str, Document], chunks: Mapping[int, StoredChunk]
) -> tuple[Passage, ...]:
    found: list[Passage] = []
    for row in rows:
        stored, document = chunks.get(row["chunk"]), documents.get(row["document"])
        if stored is None or document is None:
            continue
        passage = Passage(
            rank=row["rank"],
            text=stored.chunk.text,
            document=document,
            section=stored.chunk.section,
            spans=stored.chunk.spans,
            scores=Scores(*row["scores"]),
            page_label=row["page_label"],
            sentences=stored.chunk.sentences,
            chunk_id=stored.pk,
        )
        found.append(passage)
    return tuple(found)


def without_what_it_was_made_from(value: Mapping[str, Any]) -> dict[str, Any]:
    """A written answer without what a document left in it that it does not quote."""
    return {**value, "removed": [], "asked_as": ""}
