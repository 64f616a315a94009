"""Turns as they are kept: read with what has become of the documents they quote, and emptied when one is forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pincite.domain import Citation, Document, Lost, Span, Turn, TurnKind, TurnState
from pincite.store import answers, read
from pincite.store.access import Access
from pincite.store.records import StoredChunk
from pincite.store.tables import pages, turn_documents, turns
from pincite.terms import fold


def read_turns(
    connection: sa.Connection,
    access: Access,
    conversation_pk: int,
    *,
    before: int | None = None,
    last: int | None = None,
) -> list[Turn]:
    """Turns of a conversation in order.

    Answers that quote, or were made with, what the viewer does not see any more are left out: what is no longer shared
    shall not be read on in them.

    Args:
        connection: To the library.
        access: Whose eyes.
        conversation_pk: Key of the conversation.
        before: Only those with a lower number.
        last: Only so many, the latest.
    """
    statement = sa.select(turns).where(turns.c.conversation_pk == conversation_pk)
    if before is not None:
        statement = statement.where(turns.c.number < before)
    rows = connection.execute(statement.order_by(turns.c.number.desc()).limit(last)).all()[::-1]
    own = sa.select(turns.c.pk).where(turns.c.conversation_pk == conversation_pk)
    hidden = set() if access.everything else _hidden(connection, access, own)
    values = [
        row.answer["answer"] for row in rows if row.answer and "answer" in row.answer and row.pk not in hidden
    ]
    ids: set[str] = set().union(*(answers.document_ids(value) for value in values))
    keys: set[int] = set().union(*(answers.chunk_keys(value) for value in values))
    now = _Now(
        documents=read.documents_by_id(connection, access, ids),
        chunks={stored.pk: stored for stored in read.chunks_by_pk(connection, access, sorted(keys))},
    )
    return [_hidden_turn(row) if row.pk in hidden else _turn(connection, row, now) for row in rows]


def _hidden(connection: sa.Connection, access: Access, own: sa.Select[int]) -> set[int]:
    statement = access.hidden_turns().where(turn_documents.c.turn_pk.in_(own)).distinct()
    return set(connection.execute(statement).scalars())


def _hidden_turn(row: sa.Row[Any]) -> Turn:
    running = row.state == TurnState.RUNNING.value  # asked again
    state = TurnState.RUNNING if running else TurnState.FORGOTTEN
    return Turn(number=row.number, question=row.question, state=state, asked_at=row.created_at)


@dataclass(frozen=True, slots=True)
class _Now:
    """What is in the library now: documents by id, each with its key, and chunks by key."""

    documents: Mapping[str, tuple[int, Document]]
    chunks: Mapping[int, StoredChunk]


def _turn(connection: sa.Connection, row: sa.Row[Any], now: _Now) -> Turn:
    value = row.answer or {}
    answer = None
    lost: dict[int, Lost] = {}
    if "answer" in value:
        kept = answers.decode_documents(value["answer"]["documents"])
        # A document whose content was replaced is named as it was when it was quoted.
        same = {
            identity: document
            for identity, (_, document) in now.documents.items()
            if identity not in kept or kept[identity].sha256 == document.sha256
        }
        answer = answers.decode_answer(value["answer"], same, now.chunks)
        for citation in answer.citations:
            before = kept[citation.document.id].added_at
            reason = _why_lost(connection, citation, before, now.documents.get(citation.document.id))
            if reason is not None:
                lost[citation.number] = reason
    return Turn(
        number=row.number,
        question=row.question,
        state=TurnState(row.state),
        asked_at=row.created_at,
        kind=TurnKind(value.get("kind", TurnKind.ANSWER)),
        answer=answer,
        failure=value.get("failure", ""),
        lost=lost,
    )


def _why_lost(
    connection: sa.Connection, citation: Citation, read_at: str, found: tuple[int, Document] | None
) -> Lost | None:
    """Why a citation leads nowhere now; None if it does lead to its quote.

    Args:
        connection: To the library.
        citation: As kept; its document is the one that is there now, if that is of the same bytes.
        read_at: When the document was read that was quoted.
        found: The document of this id that is there now, with its key.
    """
    if found is None:
        return Lost.REMOVED
    document_pk, document = found
    if document.sha256 != citation.document.sha256:
        return Lost.CHANGED
    if document.added_at == read_at or _stands_there(connection, document_pk, citation.spans, citation.quote):
        return None
    return Lost.CHANGED


def _stands_there(connection: sa.Connection, document_pk: int, spans: Sequence[Span], quote: str) -> bool:
    """Whether a quote still is what stands at its place, white space apart."""
    statement = sa.select(pages.c.page_index, pages.c.text).where(
        pages.c.document_pk == document_pk, pages.c.page_index.in_({span.page_index for span in spans})
    )
    texts: dict[int, str] = {row.page_index: row.text for row in connection.execute(statement)}
    pieces = [texts.get(span.page_index, "")[span.start : span.end] for span in spans]
    return "".join("".join(pieces).split()) == "".join(quote.split())


def forget_document(connection: sa.Connection, document_id: str) -> None:
    """Remove the answers that quote a document, and what it left in others."""
    links = sa.select(turn_documents.c.turn_pk, turn_documents.c.quoted).where(
        turn_documents.c.document_id == document_id
    )
    for turn_pk, quoted in connection.execute(links).all():
        row = connection.execute(
            sa.select(turns.c.answer, turns.c.question).where(turns.c.pk == turn_pk)
        ).one()
        change: dict[str, Any]
        if quoted:
            change = {
                "answer": sa.null(),
                "state": TurnState.FORGOTTEN.value,
                "words": fold(row.question),
                "claim": None,
            }
        else:
            answer = answers.without_what_it_was_made_from(row.answer["answer"])
            change = {"answer": {**row.answer, "answer": answer}}
        connection.execute(turns.update().where(turns.c.pk == turn_pk).values(change))
    connection.execute(turn_documents.delete().where(turn_documents.c.document_id == document_id))
