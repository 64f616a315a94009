"""Reading documents, pages and chunks back as the nouns of `pincite.domain`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from pincite.domain import Chunk, Document, Page
from pincite.errors import LibraryDamagedError, NotFoundError
from pincite.store import codec
from pincite.store import collections as sets
from pincite.store.codec import storable
from pincite.store.postings import scope_clause
from pincite.store.records import ChunkPlace, Scope, StoredChunk, Vectors
from pincite.store.tables import (
    chunk_tokens,
    chunk_vectors,
    chunks,
    collection_documents,
    collections,
    documents,
    pages,
)

_BATCH = 500
_SHORTEST_PREFIX = 4
_LIST_REMEDY = "`pincite list` shows what is in the library."

_DOCUMENT_COLUMNS = [column for column in documents.c if column.name not in ("token_counts", "parameters")]


def batches(values: Sequence[int], size: int = _BATCH) -> Iterator[Sequence[int]]:
    """The values in parts that fit into one statement."""
    for start in range(0, len(values), size):
        yield values[start : start + size]


def documents_where(connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> dict[int, Document]:
    """Documents by key, in the order in which they were added."""
    statement = sa.select(*_DOCUMENT_COLUMNS).where(*conditions).order_by(documents.c.pk)
    rows = connection.execute(statement).all()
    names = _collection_names(connection, [row.pk for row in rows])
    return {row.pk: _document(row, names.get(row.pk, ())) for row in rows}


def documents_by_pk(connection: sa.Connection, pks: Iterable[int]) -> dict[int, Document]:
    """Those of the documents that exist."""
    found: dict[int, Document] = {}
    for part in batches(sorted(set(pks))):
        found |= documents_where(connection, documents.c.pk.in_(part))
    return found


def documents_by_id(connection: sa.Connection, ids: Iterable[str]) -> dict[str, tuple[int, Document]]:
    """Those of the documents that exist, each with its key."""
    wanted = sorted(set(ids))
    found: dict[str, tuple[int, Document]] = {}
    for start in range(0, len(wanted), _BATCH):
        here = documents_where(connection, documents.c.id.in_(wanted[start : start + _BATCH]))
        found |= {document.id: (pk, document) for pk, document in here.items()}
    return found


def _collection_names(connection: sa.Connection, pks: Sequence[int]) -> dict[int, tuple[str, ...]]:
    names: dict[int, tuple[str, ...]] = {}
    statement = (
        sa.select(collection_documents.c.document_pk, collections.c.name)
        .join(collections, collections.c.pk == collection_documents.c.collection_pk)
        .order_by(collections.c.name_key)
    )
    for part in batches(pks):
        for pk, name in connection.execute(statement.where(collection_documents.c.document_pk.in_(part))):
            names[pk] = (*names.get(pk, ()), name)
    return names


def _document(row: sa.Row[Any], names: tuple[str, ...]) -> Document:
    return Document(
        id=row.id,
        file_name=row.file_name,
        title=row.title or PurePath(row.file_name).stem,
        authors=tuple(row.authors),
        year=row.year,
        language=row.language,
        media_type=row.media_type,
        sha256=row.sha256,
        size=row.size,
        pages=row.page_count,
        chunks=row.chunk_count,
        warnings=codec.decode_notices(row.notices),
        outline=codec.decode_outline(row.outline),
        collections=names,
        added_at=row.added_at,
        facts=codec.decode_facts(row.facts),
    )


def find_document(connection: sa.Connection, name: str) -> int:
    """Key of the document with this id, unique beginning of an id (4 characters or more) or file name.

    Raises:
        NotFoundError: if there is none, or more than one; the remedy lists those.
    """
    name = storable(name)
    attempts = [documents.c.id == name]
    if len(name) >= _SHORTEST_PREFIX and re.fullmatch("[0-9a-f]+", name):
        attempts.append(documents.c.id.startswith(name))
    attempts.append(documents.c.file_name == name)
    for condition in attempts:
        statement = sa.select(documents.c.pk, documents.c.id, documents.c.file_name, documents.c.title)
        rows = connection.execute(statement.where(condition).order_by(documents.c.pk).limit(6)).all()
        if len(rows) == 1:
            return int(rows[0].pk)
        if rows:
            listed = "; ".join(f"{row.id} ({row.file_name}: {row.title})" for row in rows[:5])
            raise NotFoundError(
                f"{name!r} may be more than one document",
                f"Give the id of the one you mean: {listed}{'; …' if len(rows) > 5 else ''}",
            )
    raise NotFoundError(f"there is no document {name!r}", _LIST_REMEDY)


def resolve_scope(connection: sa.Connection, collection: str | None, names: Sequence[str] | None) -> Scope:
    """The keys of the documents named, or of all documents of a collection.

    Raises:
        NotFoundError: if a collection or document does not exist, or the document is not in the collection.
    """
    if collection is None and names is None:
        return Scope()
    members: set[int] | None = None
    collection_pk = None
    if collection is not None:
        collection_pk = sets.get(connection, collection)
        statement = sa.select(collection_documents.c.document_pk)
        members = set(
            connection.execute(
                statement.where(collection_documents.c.collection_pk == collection_pk)
            ).scalars()
        )
    if names is None:
        return Scope(tuple(sorted(members or ())), collection_pk)
    found = {find_document(connection, name): name for name in names}
    for pk, name in found.items():
        if members is not None and pk not in members:
            raise NotFoundError(f"there is no document {name!r} in collection {collection!r}", _LIST_REMEDY)
    return Scope(tuple(sorted(found)))


def pages_of(connection: sa.Connection, document_pk: int, indexes: Sequence[int] | None = None) -> list[Page]:
    """A document's pages in order; only those of the indexes when given."""
    statement = sa.select(pages).where(pages.c.document_pk == document_pk).order_by(pages.c.page_index)
    if indexes is None:
        return [_page(row) for row in connection.execute(statement)]
    found: list[Page] = []
    for part in batches(sorted(set(indexes))):
        found += [_page(row) for row in connection.execute(statement.where(pages.c.page_index.in_(part)))]
    return found


def _page(row: sa.Row[Any]) -> Page:
    return Page(
        index=row.page_index,
        label=row.label,
        text=row.text,
        width=row.width,
        height=row.height,
        boxes=codec.decode_boxes(row.boxes, row.text),
        blocks=codec.decode_blocks(row.blocks),
        ocr_confidence=row.blocks.get("ocr_confidence"),
    )


def page_labels(connection: sa.Connection, wanted: Collection[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """Printed labels by document key and page index, without reading the pages; missing ones left out."""
    found: dict[tuple[int, int], str] = {}
    indexes = sorted({index for _, index in wanted})
    statement = sa.select(pages.c.document_pk, pages.c.page_index, pages.c.label)
    for documents_part in batches(sorted({pk for pk, _ in wanted})):
        for part in batches(indexes):
            rows = connection.execute(
                statement.where(pages.c.document_pk.in_(documents_part)).where(pages.c.page_index.in_(part))
            )
            found |= {(row[0], row[1]): row[2] for row in rows if (row[0], row[1]) in wanted}
    return found


def chunks_by_pk(connection: sa.Connection, pks: Sequence[int]) -> list[StoredChunk]:
    """Chunks in the order of the keys; those that no longer exist are left out."""
    found: dict[int, StoredChunk] = {}
    for part in batches(pks):
        for row in connection.execute(sa.select(chunks).where(chunks.c.pk.in_(part))):
            found[row.pk] = _chunk(row)
    return [found[pk] for pk in pks if pk in found]


def chunk_places(connection: sa.Connection, pks: Sequence[int]) -> list[ChunkPlace]:
    """Where chunks are, in the order of the keys, without reading them; missing ones are left out."""
    columns = (chunks.c.pk, chunks.c.document_pk, chunks.c.first_page, chunks.c.last_page)
    found: dict[int, ChunkPlace] = {}
    for part in batches(pks):
        rows = connection.execute(sa.select(*columns).where(chunks.c.pk.in_(part)))
        found |= {row[0]: ChunkPlace(*row) for row in rows}
    return [found[pk] for pk in pks if pk in found]


def neighbours(
    connection: sa.Connection, document_pk: int, ordinal: int, before: int, after: int
) -> list[StoredChunk]:
    """The chunks around one, and itself, in order."""
    statement = (
        sa.select(chunks)
        .where(chunks.c.document_pk == document_pk)
        .where(chunks.c.ordinal.between(ordinal - before, ordinal + after))
        .order_by(chunks.c.ordinal)
    )
    return [_chunk(row) for row in connection.execute(statement)]


def _chunk(row: sa.Row[Any]) -> StoredChunk:
    chunk = Chunk(row.text, tuple(row.section), codec.decode_sentences(row.sentences), row.overlap)
    return StoredChunk(row.pk, row.document_pk, row.ordinal, chunk)


def token_data(connection: sa.Connection, pks: Sequence[int]) -> list[bytes]:
    """Compressed token vectors in the order of the keys; empty for chunks that no longer exist."""
    found: dict[int, bytes] = {}
    for part in batches(pks):
        statement = sa.select(chunk_tokens.c.chunk_pk, chunk_tokens.c.data)
        rows = connection.execute(statement.where(chunk_tokens.c.chunk_pk.in_(part)))
        found |= {row[0]: row[1] for row in rows}
    return [found.get(pk, b"") for pk in pks]


def vectors(connection: sa.Connection, scope: Scope) -> Vectors:
    """Pooled vectors of all chunks in scope, in order of their keys.

    Raises:
        LibraryDamagedError: if they differ in length.
    """
    layout = connection.execute(
        sa.select(documents.c.first_chunk, documents.c.pk)
        .where(documents.c.chunk_count > 0)
        .where(scope_clause(scope, documents.c.pk))
        .order_by(documents.c.first_chunk)
    ).all()
    statement = sa.select(chunk_vectors.c.chunk_pk, chunk_vectors.c.pooled)
    if not scope.everything:
        inside = (chunk_vectors.c.chunk_pk >= documents.c.first_chunk) & (
            chunk_vectors.c.chunk_pk < documents.c.first_chunk + documents.c.chunk_count
        )
        statement = statement.join(documents, inside).where(scope_clause(scope, documents.c.pk))
    rows = connection.execute(statement.order_by(chunk_vectors.c.chunk_pk)).all()
    if not rows or not layout:
        return Vectors(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 0), np.float16))
    chunk_pks = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    if len({len(row[1]) for row in rows}) > 1:
        raise LibraryDamagedError("the library holds vectors of different lengths", "Run `pincite doctor`.")
    matrix = np.frombuffer(b"".join([row[1] for row in rows]), "<f2").reshape(len(rows), -1)
    first = np.array([row[0] for row in layout], np.int64)
    owner = np.array([row[1] for row in layout], np.int64)
    return Vectors(chunk_pks, owner[np.searchsorted(first, chunk_pks, side="right") - 1], matrix)


def token_counts(
    connection: sa.Connection, document_pks: Sequence[int]
) -> dict[int, tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
    """Token ids (ascending) and their counts, by document."""
    found = {}
    for part in batches(document_pks):
        statement = sa.select(documents.c.pk, documents.c.token_counts).where(documents.c.pk.in_(part))
        for pk, data in connection.execute(statement):
            found[pk] = codec.decode_counts(data)
    return found
