"""Adding and removing documents. Every function runs within one write transaction of its caller's.

What takes time (compression, sorting words) is done by the `Spool` before the transaction begins: the write lock is
held only while rows are written.
"""

from __future__ import annotations

import datetime as dt
import re
import secrets
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any

import sqlalchemy as sa

from pincite.errors import ModelMismatchError
from pincite.store import codec, results
from pincite.store.codec import storable
from pincite.store.records import NewDocument
from pincite.store.spool import Rows, Spool
from pincite.store.tables import (
    chunk_tokens,
    chunk_vectors,
    chunks,
    collection_documents,
    documents,
    manifests,
    meta,
    pages,
    postings,
)
from pincite.terms import fold


def document_row(new: NewDocument, spool: Spool) -> dict[str, Any]:
    """The row of a document, but for the keys that only the transaction can give.

    Raises:
        ValueError: if its digest is none.
    """
    if not re.fullmatch("[0-9a-f]{64}", new.sha256):
        raise ValueError(f"{new.sha256!r} is not a SHA-256 digest in hexadecimal")
    return {
        "sha256": new.sha256,
        "file_name": storable(new.file_name),
        "media_type": new.media_type,
        "size": new.size,
        "title": storable(new.title),
        "authors": [storable(author) for author in new.authors],
        "year": new.year,
        "language": new.language,
        "notices": codec.encode_notices(new.notices),
        "outline": codec.encode_outline(new.outline),
        "facts": codec.encode_facts(new.facts),
        "parameters": dict(new.parameters),
        "token_counts": codec.encode_counts(*new.token_counts),
        "page_count": spool.page_count,
        "page_terms": spool.page_terms,
        "chunk_count": spool.chunk_count,
        "chunk_terms": spool.chunk_terms,
        "kind": new.facts.kind.value,
        **listed_as(storable(new.title), storable(new.file_name), [storable(a) for a in new.authors]),
    }


def listed_as(title: str, file_name: str, authors: Iterable[str], given_title: str = "") -> dict[str, str]:
    """What lists of documents are sorted and searched by."""
    shown = shown_title(given_title, title, file_name)
    return {"title_key": fold(shown), "words": fold("\n".join([shown, file_name, *authors]))}


def shown_title(given_title: str, title: str, file_name: str) -> str:
    """The title that a user gave, else the one that was found, else the file's name."""
    return given_title or title or PurePath(file_name).stem


def insert(
    connection: sa.Connection, document: dict[str, Any], spool: Spool, revision: int, space: str
) -> int:
    """Write a new document into a space; returns its key. It is in no collection yet.

    Raises:
        ModelMismatchError: if its vectors are not as long as those that are there.
    """
    _check_dimensions(connection, spool)
    row = {
        **document,
        **_keys(connection, spool),
        "id": secrets.token_hex(10),
        "space": space,
        "added_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "revision": revision,
    }
    result = connection.execute(documents.insert(), row)
    assert result.inserted_primary_key is not None  # noqa: S101
    pk = int(result.inserted_primary_key[0])
    _insert_contents(connection, pk, spool, row["first_page"], row["first_chunk"])
    return pk


def replace(
    connection: sa.Connection, pk: int, document: dict[str, Any], spool: Spool, revision: int
) -> None:
    """Write new content into an existing document, in place of the old; a title that a user gave it stays.

    Raises:
        ModelMismatchError: if its vectors are not as long as those of other documents.
    """
    _delete_contents(connection, pk)
    _check_dimensions(connection, spool)
    given = connection.execute(sa.select(documents.c.given_title).where(documents.c.pk == pk)).scalar_one()
    row = {
        **document,
        **listed_as(document["title"], document["file_name"], document["authors"], given),
        **_keys(connection, spool),
        "added_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "revision": revision,
    }
    connection.execute(documents.update().where(documents.c.pk == pk), row)
    _insert_contents(connection, pk, spool, row["first_page"], row["first_chunk"])


def rename(connection: sa.Connection, pk: int, title: str) -> None:
    """Give a document another title; when it is empty, the one that was found is its title again."""
    columns = (documents.c.title, documents.c.file_name, documents.c.authors)
    row = connection.execute(sa.select(*columns).where(documents.c.pk == pk)).one()
    values = {"given_title": title, **listed_as(row.title, row.file_name, row.authors, title)}
    connection.execute(documents.update().where(documents.c.pk == pk).values(values))


def delete(connection: sa.Connection, pk: int) -> None:
    """Remove a document and all that belongs to it, but for its original."""
    _delete_contents(connection, pk)
    connection.execute(collection_documents.delete().where(collection_documents.c.document_pk == pk))
    connection.execute(documents.delete().where(documents.c.pk == pk))


def next_revision(connection: sa.Connection) -> int:
    """Count one up, once a transaction: what search sees is about to change."""
    return _advance(connection, "revision", 1) + 1


def _advance(connection: sa.Connection, key: str, by: int) -> int:
    # Returns the value before.
    before = int(connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar_one())
    connection.execute(meta.update().where(meta.c.key == key), {"value": str(before + by)})
    return before


def _check_dimensions(connection: sa.Connection, spool: Spool) -> None:
    stored = connection.execute(sa.select(sa.func.length(chunk_vectors.c.pooled)).limit(1)).scalar()
    if stored is not None and spool.dimensions and 2 * spool.dimensions != stored:
        raise ModelMismatchError(
            f"the library holds vectors of {stored // 2} dimensions, the new document has {spool.dimensions}",
            "Use the encoder that the library was made with, or make a new library.",
        )


def _keys(connection: sa.Connection, spool: Spool) -> dict[str, int]:
    return {
        "first_page": _advance(connection, "next_page", spool.page_count),
        "first_chunk": _advance(connection, "next_chunk", spool.chunk_count),
    }


def _insert_contents(
    connection: sa.Connection, pk: int, spool: Spool, first_page: int, first_chunk: int
) -> None:
    own = {"document_pk": pk}
    _insert(connection, pages, spool.rows("pages"), "pk", first_page, own)
    _insert(connection, chunks, spool.rows("chunks"), "pk", first_chunk, own)
    _insert(connection, chunk_vectors, spool.rows("vectors"), "chunk_pk", first_chunk, {})
    _insert(connection, chunk_tokens, spool.rows("tokens"), "chunk_pk", first_chunk, {})
    for rows in spool.rows("postings"):
        connection.execute(postings.insert(), [{**row, **own} for row in rows])


def _insert(
    connection: sa.Connection,
    table: sa.Table,
    batches: Iterator[Rows],
    key: str,
    first: int,
    own: dict[str, int],
) -> None:
    """Insert rows with keys that count from `first`."""
    for rows in batches:
        connection.execute(table.insert(), [{**row, **own, key: first + n} for n, row in enumerate(rows)])
        first += len(rows)


def _delete_contents(connection: sa.Connection, pk: int) -> None:
    # By what the rows themselves say, not by the document's counts: a damaged library is emptied as well.
    results.delete_of_document(connection, pk)
    connection.execute(manifests.delete().where(manifests.c.document_pk == pk))
    own_chunks = sa.select(chunks.c.pk).where(chunks.c.document_pk == pk)
    connection.execute(chunk_tokens.delete().where(chunk_tokens.c.chunk_pk.in_(own_chunks)))
    connection.execute(chunk_vectors.delete().where(chunk_vectors.c.chunk_pk.in_(own_chunks)))
    connection.execute(chunks.delete().where(chunks.c.document_pk == pk))
    connection.execute(pages.delete().where(pages.c.document_pk == pk))
    connection.execute(postings.delete().where(postings.c.document_pk == pk))
