"""Looking a library over: `pincite doctor`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa

from pincite.domain import Role
from pincite.errors import LibraryDamagedError
from pincite.store import codec
from pincite.store.files import Originals, Scratch, digest_of
from pincite.store.postings import POSTING
from pincite.store.records import Finding
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import (
    accounts,
    chunk_tokens,
    chunk_vectors,
    chunks,
    collection_documents,
    collections,
    documents,
    grants,
    meta,
    pages,
    postings,
)
from pincite.tables import is_read_from

_ADD_AGAIN = "Remove the document and add its file again."
_RESTORE = "Restore the last backup with `pincite restore`, or add the files to a new library."
_REPAIR = "`pincite doctor --repair` removes them."
_YOUNG_SECONDS = 3600
_LISTED = 5


def run(
    connection: sa.Connection, backend: SqliteBackend, originals: Originals, scratch: Scratch, *, deep: bool
) -> list[Finding]:
    """All findings, the gravest kinds first; all of the database's are of one state of it."""
    try:
        damage = backend.integrity(connection, deep=deep)
    except LibraryDamagedError as error:
        damage = [error.message]
    if damage:
        # Other queries on a damaged file may say anything.
        return [Finding("database_damaged", "error", f"the database is damaged: {damage[0]}", _RESTORE)]
    found = [*_orphans(connection), *_counts(connection), *_originals(connection, backend, originals, deep)]
    if deep:
        found += [*_words(connection), *_spans(connection)]
    leftovers = scratch.leftovers()
    if leftovers:
        message = f"{len(leftovers)} unfinished file(s) were left behind by processes that ended"
        found.append(Finding("leftover_files", "warning", message, _REPAIR))
    return found


def repair(
    backend: SqliteBackend, originals: Originals, scratch: Scratch, discard: Callable[[str], bool]
) -> list[str]:
    """Remove what nothing refers to: unfinished files, and originals that none has touched for an hour."""
    done = []
    swept = scratch.sweep()
    if swept:
        done.append(f"removed {swept} unfinished file(s)")
    with backend.reading() as connection:
        known = set(connection.execute(sa.select(documents.c.sha256)).scalars())
    # A young one may belong to a file that another process is adding at this moment.
    old = time.time() - _YOUNG_SECONDS
    candidates = {
        digest for digest, path in originals.all() if digest not in known and path.stat().st_mtime < old
    }
    removed = sum(discard(digest) for digest in sorted(candidates))
    if removed:
        done.append(f"removed {removed} original(s) that belonged to no document")
    return done


def _orphans(connection: sa.Connection) -> Iterator[Finding]:
    owned_by_document = (
        (pages, "page"),
        (chunks, "chunk"),
        (postings, "word"),
        (collection_documents, "membership"),
    )
    for table, noun in owned_by_document:
        missing = table.c.document_pk.not_in(sa.select(documents.c.pk))
        count = connection.execute(sa.select(sa.func.count()).select_from(table).where(missing)).scalar_one()
        if count:
            message = f"{count} {noun} row(s) belong to no document"
            yield Finding("orphan_rows", "error", message, _RESTORE)
    for table, noun in ((chunk_vectors, "vector"), (chunk_tokens, "token vector")):
        missing = table.c.chunk_pk.not_in(sa.select(chunks.c.pk))
        count = connection.execute(sa.select(sa.func.count()).select_from(table).where(missing)).scalar_one()
        if count:
            yield Finding("orphan_rows", "error", f"{count} {noun} row(s) belong to no chunk", _RESTORE)
    yield from _spaces(connection)
    homeless = documents.c.pk.not_in(sa.select(collection_documents.c.document_pk))
    for name in _names(connection, homeless):
        remedy = "Put it into one with `pincite collections`, or remove it."
        yield Finding("document_without_collection", "warning", f"{name} is in no collection", remedy)


def _spaces(connection: sa.Connection) -> Iterator[Finding]:
    """A document that is in a collection of another space would be shared by somebody who never added it."""
    strays = (
        sa.select(collection_documents.c.document_pk)
        .join(collections, collections.c.pk == collection_documents.c.collection_pk)
        .where(collection_documents.c.document_pk == documents.c.pk, collections.c.space != documents.c.space)
    )
    for name in _names(connection, sa.exists(strays.correlate(documents))):
        message = f"{name} is in a collection of another account"
        yield Finding("wrong_space", "error", message, _ADD_AGAIN)
    holder = accounts.c.space == collections.c.space
    owned = sa.select(grants.c.collection_pk).where(grants.c.role == Role.OWNER.value)
    statement = (
        sa.select(collections.c.name, collections.c.id)
        .where(collections.c.pk.not_in(owned))
        .where(sa.exists(sa.select(accounts.c.pk).where(holder).correlate(collections)))
        .order_by(collections.c.pk)
    )
    for row in connection.execute(statement.limit(_LISTED)):
        message = f"the collection {row.name} ({row.id}) has no owner"
        yield Finding("collection_without_owner", "error", message, _RESTORE)


def _counts(connection: sa.Connection) -> Iterator[Finding]:
    last_page = documents.c.first_page + documents.c.page_count - 1
    last_chunk = documents.c.first_chunk + documents.c.chunk_count - 1
    ranges = (
        ("pages", pages.c.pk, documents.c.page_count, documents.c.first_page, last_page, pages),
        ("chunks", chunks.c.pk, documents.c.chunk_count, documents.c.first_chunk, last_chunk, chunks),
    )
    for noun, key, expected, first, last, table in ranges:
        own = table.c.document_pk == documents.c.pk
        actual = sa.select(sa.func.count()).where(own, key.between(first, last)).scalar_subquery()
        whole = sa.select(sa.func.count()).where(own).scalar_subquery()
        for name in _names(connection, (actual != expected) | (whole != expected)):
            yield Finding("wrong_count", "error", f"{name} lacks {noun}, or has too many", _ADD_AGAIN)
    for table, noun in ((chunk_vectors, "vectors"), (chunk_tokens, "token vectors")):
        lacking = sa.select(chunks.c.document_pk).where(chunks.c.pk.not_in(sa.select(table.c.chunk_pk)))
        for name in _names(connection, documents.c.pk.in_(lacking)):
            yield Finding("wrong_count", "error", f"{name} has chunks without {noun}", _ADD_AGAIN)
    wordless = documents.c.pk.not_in(sa.select(postings.c.document_pk))
    for name in _names(connection, (documents.c.chunk_terms + documents.c.page_terms > 0) & wordless):
        yield Finding("words_missing", "error", f"{name} cannot be found by its words", _ADD_AGAIN)
    sizes = connection.execute(sa.select(sa.func.length(chunk_vectors.c.pooled)).distinct()).scalars().all()
    if len(sizes) > 1:
        yield Finding("mixed_vectors", "error", "the library holds vectors of different lengths", _RESTORE)
    for noun, key in (("next_page", pages.c.pk), ("next_chunk", chunks.c.pk)):
        counter = connection.execute(sa.select(meta.c.value).where(meta.c.key == noun)).scalar()
        highest = connection.execute(sa.select(sa.func.max(key))).scalar() or 0
        if counter is None or int(counter) <= highest:
            yield Finding("counter_behind", "error", f"the counter {noun} is behind", _RESTORE)


def _originals(
    connection: sa.Connection, backend: SqliteBackend, originals: Originals, deep: bool
) -> Iterator[Finding]:
    rows = connection.execute(
        sa.select(documents.c.sha256, documents.c.size, documents.c.file_name, documents.c.id)
    ).all()
    for row in rows:
        name = f"{row.file_name} ({row.id})"
        path = originals.find(row.sha256)
        if path is None:
            # The files are as they are now; the document may have been removed since the check began.
            with backend.reading() as now:
                still = now.execute(sa.select(documents.c.pk).where(documents.c.sha256 == row.sha256)).first()
            if still is None:
                continue
            yield Finding("original_missing", "error", f"the original of {name} is missing", _ADD_AGAIN)
        elif _differs(path, row.size, row.sha256 if deep else None):
            yield Finding("original_changed", "error", f"the original of {name} was changed", _ADD_AGAIN)
    known = {row.sha256 for row in rows}
    orphans = [path for digest, path in originals.all() if digest not in known]
    young = [path for path in orphans if path.stat().st_mtime > time.time() - _YOUNG_SECONDS]
    if len(orphans) > len(young):
        message = f"{len(orphans) - len(young)} original(s) belong to no document"
        yield Finding("orphan_originals", "warning", message, _REPAIR)
    if young:
        message = f"{len(young)} original(s) of the last hour belong to no document (yet)"
        remedy = "If nothing is being added: add the files again, or repair in an hour."
        yield Finding("orphan_originals", "info", message, remedy)


def _differs(path: Path, size: int, sha256: str | None) -> bool:
    try:
        return path.stat().st_size != size or (sha256 is not None and digest_of(path).sha256 != sha256)
    except FileNotFoundError:
        return False  # removed at this moment, with its document


def _names(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> list[str]:
    statement = sa.select(documents.c.file_name, documents.c.id).where(condition).order_by(documents.c.pk)
    rows = connection.execute(statement.limit(_LISTED)).all()
    return [f"{row.file_name} ({row.id})" for row in rows]


def _words(connection: sa.Connection) -> Iterator[Finding]:
    # A document's word counts, added up over its postings, must be the number of its words.
    statement = sa.select(
        documents.c.pk, documents.c.file_name, documents.c.id, documents.c.chunk_terms, documents.c.page_terms
    )
    for row in connection.execute(statement).all():
        rows = connection.execute(
            sa.select(postings.c.chunks, postings.c.pages).where(postings.c.document_pk == row.pk)
        ).all()
        try:
            totals = tuple(
                int(np.frombuffer(b"".join(part), POSTING)["count"].sum(dtype=np.int64))
                for part in (zip(*rows, strict=True) if rows else ((), ()))
            )
        except ValueError:
            totals = ()
        if totals != (row.chunk_terms, row.page_terms):
            message = f"the words of {row.file_name} ({row.id}) are incomplete"
            yield Finding("words_wrong", "error", message, _ADD_AGAIN)


def _spans(connection: sa.Connection) -> Iterator[Finding]:
    for row in connection.execute(sa.select(documents.c.pk, documents.c.file_name, documents.c.id)).all():
        texts: dict[int, str] = {}
        unreadable = 0
        own_pages = sa.select(pages.c.page_index, pages.c.text, pages.c.boxes).where(
            pages.c.document_pk == row.pk
        )
        for index, text, boxes in connection.execute(own_pages):
            texts[index] = text
            try:
                codec.decode_boxes(boxes, text)
            except ValueError:
                unreadable += 1
        if unreadable:
            message = f"the geometry of {unreadable} page(s) of {row.file_name} ({row.id}) is damaged"
            yield Finding("geometry_damaged", "error", message, _ADD_AGAIN)
        own_chunks = sa.select(chunks.c.text, chunks.c.sentences).where(chunks.c.document_pk == row.pk)
        wrong = sum(_misquoted(texts, text, rows) for text, rows in connection.execute(own_chunks))
        if wrong:
            message = f"{wrong} sentence(s) of {row.file_name} ({row.id}) are not where they are said to be"
            yield Finding("spans_wrong", "error", message, _ADD_AGAIN)


def _misquoted(texts: dict[int, str], chunk: str, rows: list[list[Any]]) -> int:
    # White space apart: between the parts of a sentence that crosses a page, it is the chunk's own.
    wrong = 0
    for sentence in codec.decode_sentences(rows):
        parts = [texts.get(page_index, "")[start:end] for page_index, start, end in sentence.spans]
        said = chunk[sentence.start : sentence.end]
        if sentence.reading:
            wrong += not is_read_from(said, parts)
        else:
            wrong += "".join("".join(parts).split()) != "".join(said.split())
    return wrong
