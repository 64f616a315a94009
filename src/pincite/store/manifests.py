"""Signatures over documents: a digest of each page and chunk and of the rest, and one signature over all of them.

What a digest is of is written down in one way only: every part with its length before it, so that no two contents give
the same bytes. Digests are made while the spool is filled; the signature is made within the transaction that makes the
document visible, of the row as it is stored.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from pincite.domain import Discrepancy
from pincite.privacy.signing import SigningKey, is_signed
from pincite.store.tables import chunk_tokens, chunk_vectors, chunks, documents, manifests, pages, postings

KEYS = "keys"
"""Name of the folder of keys within the library's."""

VERSION = 1
"""Of the form in which digests are made."""

_SIZE = 32
_HEADER = struct.Struct(">II")
_RECORD = (
    "id", "space", "sha256", "size", "file_name", "media_type", "title", "authors", "year", "language", "notices",
    "outline", "facts", "parameters", "page_count", "page_terms", "chunk_count", "chunk_terms",
)  # fmt: skip
"""Columns of a document's row that are signed; keys and times change when others do."""

_PAGE = ("page_index", "label", "width", "height", "text", "blocks")
_CHUNK = ("ordinal", "first_page", "last_page", "overlap", "section", "sentences", "text")


class Digests(NamedTuple):
    """Digests of a document's parts, of 32 bytes each.

    Attributes:
        record: Of what is known of the document beside pages, chunks and words.
        words: Of its word index.
        pages: Of each page, in order.
        chunks: Of each chunk with its vectors, in order.
    """

    record: bytes
    words: bytes
    pages: Sequence[bytes]
    chunks: Sequence[bytes]

    def packed(self) -> bytes:
        """All in one."""
        counts = _HEADER.pack(len(self.pages), len(self.chunks))
        return b"".join([counts, self.record, self.words, *self.pages, *self.chunks])

    @classmethod
    def unpacked(cls, data: bytes) -> Digests:
        """What `packed` gave.

        Raises:
            ValueError: if it is damaged.
        """
        if len(data) < _HEADER.size:
            raise ValueError("too short")
        page_count, chunk_count = _HEADER.unpack_from(data)
        if len(data) != _HEADER.size + _SIZE * (2 + page_count + chunk_count):
            raise ValueError("of the wrong length")
        parts = [data[place : place + _SIZE] for place in range(_HEADER.size, len(data), _SIZE)]
        return cls(parts[0], parts[1], parts[2 : 2 + page_count], parts[2 + page_count :])


def page_digest(row: Mapping[Any, Any]) -> bytes:
    """Of a page's row: its text, blocks and geometry."""
    return _digest(b"page", [_json(row[name]) for name in _PAGE], [row["boxes"]])


def chunk_digest(row: Mapping[Any, Any], pooled: bytes, tokens: bytes) -> bytes:
    """Of a chunk's row with its vectors."""
    return _digest(b"chunk", [_json(row[name]) for name in _CHUNK], [pooled, tokens])


class WordsDigest:
    """The digest of a word index, whose rows come in order of their terms."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"words")

    def add(self, rows: Iterable[tuple[str, bytes, bytes]]) -> None:
        """Take the next rows: term, chunks, pages."""
        for term, in_chunks, in_pages in rows:
            for part in (term.encode(), in_chunks, in_pages):
                self._hash.update(struct.pack(">Q", len(part)))
                self._hash.update(part)

    def value(self) -> bytes:
        """The digest of what was taken so far."""
        return self._hash.digest()


def _digest(kind: bytes, texts: Iterable[bytes], blobs: Iterable[bytes]) -> bytes:
    found = hashlib.sha256(kind)
    for part in (*texts, *blobs):
        found.update(struct.pack(">Q", len(part)))
        found.update(part)
    return found.digest()


def _json(value: Any) -> bytes:
    # Text as it is, all else as JSON: numbers and lists are the same before and after they were stored.
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _record(row: sa.Row[Any]) -> bytes:
    return _digest(b"document", [_json(getattr(row, name)) for name in _RECORD], [row.token_counts])


def _message(packed: bytes) -> bytes:
    return b"pincite manifest 1\0" + packed


class Contents(NamedTuple):
    """Digests of what a `Spool` holds: as `Digests`."""

    words: bytes
    pages: Sequence[bytes]
    chunks: Sequence[bytes]


def sign(connection: sa.Connection, pk: int, contents: Contents, key: SigningKey) -> None:
    """Sign a document within the transaction that stores it."""
    row = connection.execute(sa.select(documents).where(documents.c.pk == pk)).one()
    packed = Digests(_record(row), *contents).packed()
    values = {
        "document_pk": pk,
        "version": VERSION,
        "digests": packed,
        "key_id": key.public,
        "signature": key.sign(_message(packed)),
        "made_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
    }
    connection.execute(manifests.delete().where(manifests.c.document_pk == pk))
    connection.execute(manifests.insert(), values)


def is_there(connection: sa.Connection, pk: int) -> bool:
    """Whether a document has a manifest."""
    statement = sa.select(manifests.c.document_pk).where(manifests.c.document_pk == pk)
    return connection.execute(statement).first() is not None


def stored_contents(connection: sa.Connection, pk: int) -> Contents:
    """Digests of a document as it is stored now."""
    return Contents(
        _words(connection, pk),
        [digest for _, _, digest in _pages(connection, pk)],
        [digest for _, _, _, digest in _chunks(connection, pk)],
    )


class Checked(NamedTuple):
    """A document compared with its manifest.

    Attributes:
        key: Public key of the signature; empty without a manifest.
        discrepancies: What is not as it was signed.
        pages: How many pages were compared.
        chunks: How many chunks were compared.
    """

    key: str
    discrepancies: list[Discrepancy]
    pages: int
    chunks: int


def check(connection: sa.Connection, pk: int, trusted: Iterable[str]) -> Checked:
    """Compare a document with its manifest.

    Args:
        connection: All reads see one state.
        pk: Key of the document; it exists.
        trusted: Public keys that may have signed it.
    """
    manifest = connection.execute(sa.select(manifests).where(manifests.c.document_pk == pk)).one_or_none()
    if manifest is None:
        return Checked("", [], 0, 0)
    key = str(manifest.key_id)
    try:
        if manifest.version != VERSION:
            raise ValueError(f"of the unknown version {manifest.version}")
        signed = Digests.unpacked(manifest.digests)
    except ValueError as error:
        return Checked(key, [Discrepancy("manifest_damaged", f"Its manifest is {error}.")], 0, 0)
    row = connection.execute(sa.select(documents).where(documents.c.pk == pk)).one()
    found: list[Discrepancy] = []
    if key not in set(trusted):
        found.append(Discrepancy("foreign_key", f"It is signed with a key that is not trusted: {key}."))
    if not is_signed(key, manifest.signature, _message(manifest.digests)):
        found.append(Discrepancy("signature_wrong", "Its manifest is not the one that was signed."))
    if _record(row) != signed.record:
        message = "What is known of it (title, file, outline, counts) is not as it was signed."
        found.append(Discrepancy("record_changed", message))
    found += _compared_pages(connection, row, signed.pages)
    found += _compared_chunks(connection, row, signed.chunks)
    if _words(connection, pk) != signed.words:
        found.append(Discrepancy("words_changed", "Its word index was changed."))
    return Checked(key, found, len(signed.pages), len(signed.chunks))


def _compared_pages(
    connection: sa.Connection, document: sa.Row[Any], signed: Sequence[bytes]
) -> list[Discrepancy]:
    found: list[Discrepancy] = []
    seen: set[int] = set()
    for pk, index, digest in _pages(connection, document.pk):
        if not 1 <= index <= len(signed) or index in seen:
            found.append(Discrepancy("page_added", f"Page {index} was added.", pages=(index,)))
        elif signed[index - 1] != digest or pk != document.first_page + index - 1:
            found.append(Discrepancy("page_changed", f"Page {index} was changed.", pages=(index,)))
        seen.add(index)
    missing = sorted(set(range(1, len(signed) + 1)) - seen)
    found += [Discrepancy("page_missing", f"Page {index} is missing.", pages=(index,)) for index in missing]
    return found


def _compared_chunks(
    connection: sa.Connection, document: sa.Row[Any], signed: Sequence[bytes]
) -> list[Discrepancy]:
    found: list[Discrepancy] = []
    seen: dict[int, tuple[int, ...]] = {}
    for pk, ordinal, on_pages, digest in _chunks(connection, document.pk):
        if not 0 <= ordinal < len(signed) or ordinal in seen:
            found.append(Discrepancy("chunk_added", f"Chunk {ordinal} was added.", ordinal, on_pages))
        elif signed[ordinal] != digest or pk != document.first_chunk + ordinal:
            message = f"Chunk {ordinal}, or one of its vectors, was changed."
            found.append(Discrepancy("chunk_changed", message, ordinal, on_pages))
        seen.setdefault(ordinal, on_pages)
    for ordinal in sorted(set(range(len(signed))) - set(seen)):
        around = (*seen.get(ordinal - 1, ())[-1:], *seen.get(ordinal + 1, ())[:1])
        near = tuple(sorted(set(around)))
        found.append(Discrepancy("chunk_missing", f"Chunk {ordinal} is missing.", ordinal, near))
    return found


def _pages(connection: sa.Connection, pk: int) -> Iterator[tuple[int, int, bytes]]:
    """Key, index and digest of a document's pages."""
    statement = sa.select(pages).where(pages.c.document_pk == pk).order_by(pages.c.page_index, pages.c.pk)
    for row in connection.execute(statement):
        yield row.pk, row.page_index, page_digest(row._mapping)


def _chunks(connection: sa.Connection, pk: int) -> Iterator[tuple[int, int, tuple[int, ...], bytes]]:
    """Key, ordinal, pages and digest of a document's chunks."""
    statement = (
        sa.select(chunks, chunk_vectors.c.pooled, chunk_tokens.c.data)
        .outerjoin(chunk_vectors, chunk_vectors.c.chunk_pk == chunks.c.pk)
        .outerjoin(chunk_tokens, chunk_tokens.c.chunk_pk == chunks.c.pk)
        .where(chunks.c.document_pk == pk)
        .order_by(chunks.c.ordinal, chunks.c.pk)
    )
    for row in connection.execute(statement):
        digest = chunk_digest(row._mapping, row.pooled or b"", row.data or b"")
        yield row.pk, row.ordinal, tuple(range(row.first_page, row.last_page + 1)), digest


def _words(connection: sa.Connection, pk: int) -> bytes:
    statement = sa.select(postings.c.term, postings.c.chunks, postings.c.pages)
    rows = connection.execute(statement.where(postings.c.document_pk == pk)).all()
    digest = WordsDigest()
    # Databases order text each in its own way; here as in `Spool`.
    digest.add(sorted((str(row[0]), bytes(row[1]), bytes(row[2])) for row in rows))
    return digest.value()
