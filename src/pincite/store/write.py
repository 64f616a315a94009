"""Adding and removing documents. Every function runs within one write transaction of its caller's.

What takes time (compression, counting words) is done by `prepare` before the transaction begins: the write
lock is held only while rows are written.
"""

from __future__ import annotations

import datetime as dt
import re
import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from pincite.domain import Chunk, Page
from pincite.errors import ModelMismatchError
from pincite.store import codec
from pincite.store.codec import storable
from pincite.store.postings import build, lengths
from pincite.store.records import NewDocument
from pincite.store.tables import (
    chunk_tokens,
    chunk_vectors,
    chunks,
    collection_documents,
    documents,
    meta,
    pages,
    postings,
)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Rows of a document, but for the keys that only the transaction can give."""

    document: dict[str, Any]
    pages: list[dict[str, Any]]
    chunks: list[dict[str, Any]]
    vectors: list[bytes]
    tokens: list[bytes]
    postings: list[dict[str, Any]]


def prepare(new: NewDocument) -> Prepared:
    """Turn a document into rows.

    Raises:
        ValueError: if its parts do not fit together.
    """
    _check(new)
    chunk_terms = [chunk.terms for chunk in new.chunks]
    return Prepared(
        document={
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
            "page_count": len(new.pages),
            "page_terms": lengths(new.page_terms),
            "chunk_count": len(new.chunks),
            "chunk_terms": lengths(chunk_terms),
        },
        pages=[_page_row(page) for page in new.pages],
        chunks=[_chunk_row(ordinal, chunk.chunk) for ordinal, chunk in enumerate(new.chunks)],
        vectors=[chunk.pooled.astype("<f2").tobytes() for chunk in new.chunks],
        tokens=[bytes(chunk.tokens) for chunk in new.chunks],
        postings=[
            {"term": term, "chunks": in_chunks, "pages": in_pages}
            for term, in_chunks, in_pages in build(chunk_terms, new.page_terms)
        ],
    )


def _check(new: NewDocument) -> None:
    if not re.fullmatch("[0-9a-f]{64}", new.sha256):
        raise ValueError(f"{new.sha256!r} is not a SHA-256 digest in hexadecimal")
    if [page.index for page in new.pages] != list(range(1, len(new.pages) + 1)):
        raise ValueError("pages must be numbered from 1 without a gap")
    if len(new.page_terms) != len(new.pages):
        raise ValueError(f"{len(new.page_terms)} lists of terms do not belong to {len(new.pages)} pages")
    shapes = {chunk.pooled.shape for chunk in new.chunks}
    if len(shapes) > 1 or any(len(shape) != 1 or not shape[0] for shape in shapes):
        raise ValueError(f"pooled vectors must all have one dimension and one length, not {sorted(shapes)}")
    if any(not np.isfinite(chunk.pooled).all() for chunk in new.chunks):
        raise ValueError("a pooled vector holds a value that is not a number")


def _page_row(page: Page) -> dict[str, Any]:
    text = storable(page.text)
    return {
        "page_index": page.index,
        "label": storable(page.label),
        "width": float(page.width),
        "height": float(page.height),
        "text": text,
        "blocks": codec.encode_blocks(page.blocks) | codec.encode_confidence(page.ocr_confidence),
        "boxes": codec.encode_boxes(page.boxes, text),
    }


def _chunk_row(ordinal: int, chunk: Chunk) -> dict[str, Any]:
    return {
        "ordinal": ordinal,
        "first_page": min((span.page_index for span in chunk.spans), default=0),
        "last_page": max((span.page_index for span in chunk.spans), default=0),
        "overlap": chunk.overlap,
        "section": [storable(part) for part in chunk.section],
        "sentences": codec.encode_sentences(chunk.sentences),
        "text": storable(chunk.text),
    }


def insert(connection: sa.Connection, prepared: Prepared, revision: int) -> int:
    """Write a new document; returns its key. It is in no collection yet.

    Raises:
        ModelMismatchError: if its vectors are not as long as those that are there.
    """
    _check_dimensions(connection, prepared)
    row = {
        **prepared.document,
        **_keys(connection, prepared),
        "id": secrets.token_hex(10),
        "added_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "revision": revision,
    }
    result = connection.execute(documents.insert(), row)
    assert result.inserted_primary_key is not None  # noqa: S101
    pk = int(result.inserted_primary_key[0])
    _insert_contents(connection, pk, prepared, row["first_page"], row["first_chunk"])
    return pk


def replace(connection: sa.Connection, pk: int, prepared: Prepared, revision: int) -> None:
    """Write new content into an existing document, in place of the old.

    Raises:
        ModelMismatchError: if its vectors are not as long as those of other documents.
    """
    _delete_contents(connection, pk)
    _check_dimensions(connection, prepared)
    row = {
        **prepared.document,
        **_keys(connection, prepared),
        "added_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "revision": revision,
    }
    connection.execute(documents.update().where(documents.c.pk == pk), row)
    _insert_contents(connection, pk, prepared, row["first_page"], row["first_chunk"])


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


def _check_dimensions(connection: sa.Connection, prepared: Prepared) -> None:
    stored = connection.execute(sa.select(sa.func.length(chunk_vectors.c.pooled)).limit(1)).scalar()
    if stored is not None and prepared.vectors and len(prepared.vectors[0]) != stored:
        raise ModelMismatchError(
            f"the library holds vectors of {stored // 2} dimensions, the new document has "
            f"{len(prepared.vectors[0]) // 2}",
            "Use the encoder that the library was made with, or make a new library.",
        )


def _keys(connection: sa.Connection, prepared: Prepared) -> dict[str, int]:
    return {
        "first_page": _advance(connection, "next_page", len(prepared.pages)),
        "first_chunk": _advance(connection, "next_chunk", len(prepared.chunks)),
    }


def _insert_contents(
    connection: sa.Connection, pk: int, prepared: Prepared, first_page: int, first_chunk: int
) -> None:
    def numbered(rows: list[dict[str, Any]], first: int) -> list[dict[str, Any]]:
        return [{**row, "pk": first + number, "document_pk": pk} for number, row in enumerate(rows)]

    if prepared.pages:
        connection.execute(pages.insert(), numbered(prepared.pages, first_page))
    if prepared.chunks:
        connection.execute(chunks.insert(), numbered(prepared.chunks, first_chunk))
        connection.execute(
            chunk_vectors.insert(),
            [{"chunk_pk": first_chunk + n, "pooled": data} for n, data in enumerate(prepared.vectors)],
        )
        connection.execute(
            chunk_tokens.insert(),
            [{"chunk_pk": first_chunk + n, "data": data} for n, data in enumerate(prepared.tokens)],
        )
    if prepared.postings:
        connection.execute(postings.insert(), [{**row, "document_pk": pk} for row in prepared.postings])


def _delete_contents(connection: sa.Connection, pk: int) -> None:
    # By what the rows themselves say, not by the document's counts: a damaged library is emptied as well.
    own_chunks = sa.select(chunks.c.pk).where(chunks.c.document_pk == pk)
    connection.execute(chunk_tokens.delete().where(chunk_tokens.c.chunk_pk.in_(own_chunks)))
    connection.execute(chunk_vectors.delete().where(chunk_vectors.c.chunk_pk.in_(own_chunks)))
    connection.execute(chunks.delete().where(chunks.c.document_pk == pk))
    connection.execute(pages.delete().where(pages.c.document_pk == pk))
    connection.execute(postings.delete().where(postings.c.document_pk == pk))
