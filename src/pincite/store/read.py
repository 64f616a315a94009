"""Reading documents, pages and chunks back as the nouns of `pincite.domain`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from pincite.domain import Chunk, Document, Page
from pincite.errors import LibraryDamagedError, NotFoundError
from pincite.store import codec
from pincite.store import collections as sets
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.postings import among, scope_clause
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
from pincite.store.write import shown_title

_BATCH = 500
_SHORTEST_PREFIX = 4
_LIST_REMEDY = "`pincite list` shows what is in the library."

_DOCUMENT_COLUMNS = [column for column in documents.c if column.name not in ("token_counts", "parameters")]


def batches(values: Sequence[int], size: int = _BATCH) -> Iterator[Sequence[int]]:
    """The values in parts that fit into one statement."""
    for start in range(0, len(values), size):
        yield values[start : start + size]


def documents_where(
    connection: sa.Connection, access: Access, *conditions: sa.ColumnElement[bool]
) -> dict[int, Document]:
    """The documents that are seen by key, in the order in which they were added."""
    seen = access.sees_document(documents.c.pk)
    statement = sa.select(*_DOCUMENT_COLUMNS).where(*conditions, seen).order_by(documents.c.pk)
    rows = connection.execute(statement).all()
    names = collection_names(connection, access, [row.pk for row in rows])
    return {row.pk: _document(row, names.get(row.pk, ())) for row in rows}


def documents_by_pk(connection: sa.Connection, access: Access, pks: Iterable[int]) -> dict[int, Document]:
    """Those of the documents that exist."""
    found: dict[int, Document] = {}
    for part in batches(sorted(set(pks))):
        found |= documents_where(connection, access, documents.c.pk.in_(part))
    return found


def documents_by_id(
    connection: sa.Connection, access: Access, ids: Iterable[str]
) -> dict[str, tuple[int, Document]]:
    """Those of the documents that exist, each with its key."""
    wanted = sorted(set(ids))
    found: dict[str, tuple[int, Document]] = {}
    for start in range(0, len(wanted), _BATCH):
        here = documents_where(connection, access, documents.c.id.in_(wanted[start : start + _BATCH]))
        found |= {document.id: (pk, document) for pk, document in here.items()}
    return found


def collection_names(
    connection: sa.Connection, access: Access, pks: Sequence[int]
) -> dict[int, tuple[str, ...]]:
    """The names of the collections that are seen and hold these documents, by key of the document."""
    names: dict[int, tuple[str, ...]] = {}
    statement = (
        sa.select(collection_documents.c.document_pk, collections.c.name)
        .join(collections, collections.c.pk == collection_documents.c.collection_pk)
        .where(access.sees_collection(collections.c.pk))
        .order_by(collections.c.name_key)
    )
    for part in batches(pks):
        for pk, name in connection.execute(statement.where(collection_documents.c.document_pk.in_(part))):
            names[pk] = (*names.get(pk, ()), name)
    return names


def memberships(connection: sa.Connection, access: Access, pks: Sequence[int]) -> dict[str, list[int]]:
    """The keys of those of the documents that each collection holds, by the id of the collections that are seen."""
    held: dict[str, list[int]] = {}
    statement = (
        sa.select(collections.c.id, collection_documents.c.document_pk)
        .join(collections, collections.c.pk == collection_documents.c.collection_pk)
        .where(access.sees_collection(collections.c.pk))
        .order_by(collection_documents.c.document_pk)
    )
    for part in batches(pks):
        for identity, pk in connection.execute(statement.where(collection_documents.c.document_pk.in_(part))):
            held.setdefault(identity, []).append(pk)
    return held


def _document(row: sa.Row[Any], names: tuple[str, ...]) -> Document:
    return Document(
        id=row.id,
        file_name=row.file_name,
        title=shown_title(row.given_title, row.title, row.file_name),
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


def find_document(connection: sa.Connection, access: Access, name: str) -> int:
    """Key of the document with this id, unique beginning of an id (4 characters or more) or file name.

    Of several files of one name, the one in the viewer's own space is meant.

    Raises:
        NotFoundError: if there is none, or more than one; the remedy lists those.
    """
    name = storable(name)
    attempts = [documents.c.id == name]
    if len(name) >= _SHORTEST_PREFIX and re.fullmatch("[0-9a-f]+", name):
        attempts.append(documents.c.id.startswith(name))
    if access.viewer is not None:
        attempts.append((documents.c.file_name == name) & (documents.c.space == access.space))
    attempts.append(documents.c.file_name == name)
    seen = access.sees_document(documents.c.pk)
    for condition in attempts:
        statement = sa.select(documents.c.pk, documents.c.id, documents.c.file_name, documents.c.title)
        rows = connection.execute(statement.where(condition, seen).order_by(documents.c.pk).limit(6)).all()
        if len(rows) == 1:
            return int(rows[0].pk)
        if rows:
            listed = "; ".join(f"{row.id} ({row.file_name}: {row.title})" for row in rows[:5])
            raise NotFoundError(
                f"{name!r} may be more than one document",
                f"Give the id of the one you mean: {listed}{'; …' if len(rows) > 5 else ''}",
            )
    raise NotFoundError(f"there is no document {name!r}", _LIST_REMEDY)


def find_document_by_id(connection: sa.Connection, access: Access, identity: str) -> int:
    """Key of the document with exactly this id.

    Raises:
        NotFoundError: if there is none.
    """
    seen = access.sees_document(documents.c.pk)
    statement = sa.select(documents.c.pk).where(documents.c.id == storable(identity), seen)
    pk = connection.execute(statement).scalar()
    if pk is None:
        raise NotFoundError(f"there is no document {identity!r}", _LIST_REMEDY)
    return int(pk)


def space_of(connection: sa.Connection, document_pk: int) -> str:
    """The space that a document is in."""
    statement = sa.select(documents.c.space).where(documents.c.pk == document_pk)
    return str(connection.execute(statement).scalar_one())


def digest_of(connection: sa.Connection, document_pk: int) -> str:
    """The digest of a document's original."""
    statement = sa.select(documents.c.sha256).where(documents.c.pk == document_pk)
    return str(connection.execute(statement).scalar_one())


def same_bytes(connection: sa.Connection, access: Access, sha256: str, space: str) -> int | None:
    """Key of the document of these bytes in a space, of those that are seen."""
    statement = sa.select(documents.c.pk).where(
        documents.c.sha256 == sha256, documents.c.space == space, access.sees_document(documents.c.pk)
    )
    return connection.execute(statement.order_by(documents.c.pk).limit(1)).scalar()


def scope_now(connection: sa.Connection, scope: Scope) -> Scope:
    """The scope with the keys of the documents that its viewer sees at this moment."""
    if scope.access.everything:
        return scope
    # The members of collections are read, not the documents themselves, whose rows are long.
    statement = scope.access.documents(scope.collection_pk).distinct()
    if scope.collection_pk is None and not scope.whole:
        statement = statement.where(among(scope.document_pks or (), collection_documents.c.document_pk))
    return replace(scope, document_pks=tuple(sorted(connection.execute(statement).scalars())))


def resolve_scope(
    connection: sa.Connection, access: Access, collection: str | None, names: Sequence[str] | None
) -> Scope:
    """The keys of the documents named, of all documents of a collection, or of all that are seen.

    Raises:
        NotFoundError: if a collection or document does not exist, or the document is not in the collection.
    """
    if collection is None and names is None:
        if access.everything:
            return Scope()
        return scope_now(connection, Scope((), None, access, whole=True))
    members: set[int] | None = None
    collection_pk = None
    if collection is not None:
        collection_pk = sets.get(connection, access, collection)
        statement = sa.select(collection_documents.c.document_pk)
        members = set(
            connection.execute(
                statement.where(collection_documents.c.collection_pk == collection_pk)
            ).scalars()
        )
    if names is None:
        return Scope(tuple(sorted(members or ())), collection_pk, access)
    found = {find_document(connection, access, name): name for name in names}
    for pk, name in found.items():
        if members is not None and pk not in members:
            raise NotFoundError(f"there is no document {name!r} in collection {collection!r}", _LIST_REMEDY)
    return Scope(tuple(sorted(found)), access=access)


def fingerprint(connection: sa.Connection, scope: Scope) -> str:
    """A digest of the documents of a scope, and of how each is indexed."""
    statement = sa.select(documents.c.id, documents.c.revision).order_by(documents.c.pk)
    if scope.document_pks is not None:
        statement = statement.where(among(scope.document_pks, documents.c.pk))
    digest = hashlib.sha256()
    for identity, revision in connection.execute(statement):
        digest.update(f"{identity} {revision}\n".encode())
    return digest.hexdigest()


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


def titles(connection: sa.Connection, access: Access, pks: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Title and language of documents by key; missing ones left out."""
    table = documents.c
    statement = sa.select(table.pk, table.given_title, table.title, table.file_name, table.language)
    found: dict[int, tuple[str, str]] = {}
    for part in batches(sorted(pks)):
        rows = connection.execute(statement.where(table.pk.in_(part), access.sees_document(table.pk)))
        found |= {row[0]: (shown_title(row[1], row[2], row[3]), row[4]) for row in rows}
    return found


def page_labels(
    connection: sa.Connection, access: Access, wanted: Collection[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """Printed labels by document key and page index, without reading the pages; missing ones left out."""
    found: dict[tuple[int, int], str] = {}
    indexes = sorted({index for _, index in wanted})
    statement = sa.select(pages.c.document_pk, pages.c.page_index, pages.c.label)
    statement = statement.where(access.sees_document(pages.c.document_pk))
    for documents_part in batches(sorted({pk for pk, _ in wanted})):
        for part in batches(indexes):
            rows = connection.execute(
                statement.where(pages.c.document_pk.in_(documents_part)).where(pages.c.page_index.in_(part))
            )
            found |= {(row[0], row[1]): row[2] for row in rows if (row[0], row[1]) in wanted}
    return found


def chunks_by_pk(connection: sa.Connection, access: Access, pks: Sequence[int]) -> list[StoredChunk]:
    """Chunks in the order of the keys; those that no longer exist are left out."""
    found: dict[int, StoredChunk] = {}
    seen = access.sees_document(chunks.c.document_pk)
    for part in batches(pks):
        for row in connection.execute(sa.select(chunks).where(chunks.c.pk.in_(part), seen)):
            found[row.pk] = _chunk(row)
    return [found[pk] for pk in pks if pk in found]


def chunk_places(connection: sa.Connection, access: Access, pks: Sequence[int]) -> list[ChunkPlace]:
    """Where chunks are, in the order of the keys, without reading them; missing ones are left out."""
    columns = (chunks.c.pk, chunks.c.document_pk, chunks.c.first_page, chunks.c.last_page)
    found: dict[int, ChunkPlace] = {}
    seen = access.sees_document(chunks.c.document_pk)
    for part in batches(pks):
        rows = connection.execute(sa.select(*columns).where(chunks.c.pk.in_(part), seen))
        found |= {row[0]: ChunkPlace(*row) for row in rows}
    return [found[pk] for pk in pks if pk in found]


def neighbours(
    connection: sa.Connection, access: Access, document_pk: int, ordinal: int, before: int, after: int
) -> list[StoredChunk]:
    """The chunks around one, and itself, in order."""
    statement = (
        sa.select(chunks)
        .where(chunks.c.document_pk == document_pk)
        .where(chunks.c.ordinal.between(ordinal - before, ordinal + after))
        .where(access.sees_document(chunks.c.document_pk))
        .order_by(chunks.c.ordinal)
    )
    return [_chunk(row) for row in connection.execute(statement)]


def _chunk(row: sa.Row[Any]) -> StoredChunk:
    chunk = Chunk(row.text, tuple(row.section), codec.decode_sentences(row.sentences), row.overlap)
    return StoredChunk(row.pk, row.document_pk, row.ordinal, chunk)


def token_data(connection: sa.Connection, access: Access, pks: Sequence[int]) -> list[bytes]:
    """Compressed token vectors in the order of the keys; empty for chunks that no longer exist."""
    found: dict[int, bytes] = {}
    statement = sa.select(chunk_tokens.c.chunk_pk, chunk_tokens.c.data)
    if not access.everything:
        statement = statement.join(chunks, chunks.c.pk == chunk_tokens.c.chunk_pk)
        statement = statement.where(access.sees_document(chunks.c.document_pk))
    for part in batches(pks):
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
    connection: sa.Connection, access: Access, document_pks: Sequence[int]
) -> dict[int, tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
    """Token ids (ascending) and their counts, by document."""
    found = {}
    for part in batches(document_pks):
        statement = sa.select(documents.c.pk, documents.c.token_counts).where(documents.c.pk.in_(part))
        for pk, data in connection.execute(statement.where(access.sees_document(documents.c.pk))):
            found[pk] = codec.decode_counts(data)
    return found
