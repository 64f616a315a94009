"""Everything that is only read from a library."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import sqlalchemy as sa

from pincite.domain import Collection, Document, Listed, Page, Role, Share
from pincite.errors import NotFoundError
from pincite.store import collections as sets
from pincite.store import listing, read, sharing, tables, within
from pincite.store.access import EVERYTHING, Access
from pincite.store.records import ChunkPlace, StoredChunk
from pincite.store.sqlite import SqliteBackend, translated_errors

_Key = TypeVar("_Key", int, str)
REVISION = sa.select(tables.meta.c.value).where(tables.meta.c.key == "revision")


class Reader:
    """The reading half of `Store`: each method is one transaction, any thread may call it.

    What the viewer does not see (`Store.seen_by`) does not exist for any of them.
    """

    def __init__(self, backend: SqliteBackend) -> None:
        self._backend = backend
        self._access = EVERYTHING
        self._local = threading.local()

    @property
    def access(self) -> Access:
        """Whose eyes these are."""
        return self._access

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all reads of this thread see one state of the library, whatever others write meanwhile.

        Keep it short, and write nothing within it that you then want to read.
        """
        if getattr(self._local, "connection", None) is not None:
            yield
            return
        with self._backend.reading() as connection:
            # A transaction sees the state of its first read, not of its begin.
            connection.execute(REVISION)
            self._local.connection = connection
            try:
                yield
            finally:
                self._local.connection = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection on which all reads see one state of the library: that of `snapshot` within one."""
        connection = getattr(self._local, "connection", None)
        if connection is None:
            with self._backend.reading() as connection:
                yield connection
        else:
            with translated_errors():
                yield connection

    # Documents and collections

    def document_by_sha256(self, sha256: str, collection: str | None = None) -> Document | None:
        """The document of these bytes, of those that are seen.

        Args:
            sha256: Their digest.
            collection: A collection: only in its space, where the same bytes are added once. When None, in the
                viewer's own.

        Raises:
            NotFoundError: if there is no such collection.
        """
        with self.reading() as connection:
            space = self._access.space
            if collection is not None:
                space = sets.space_of(connection, sets.get(connection, self._access, collection))
            pk = read.same_bytes(connection, self._access, sha256, space)
            return None if pk is None else read.documents_by_pk(connection, self._access, [pk])[pk]

    def titles(self, pks: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Title and language of documents by key, without reading all else of them."""
        with self.reading() as connection:
            return read.titles(connection, self._access, pks)

    def documents(self, collection: str | None = None) -> list[Document]:
        """All documents, or those of a collection, in the order in which they were added.

        Raises:
            NotFoundError: if there is no such collection.
        """
        with self.reading() as connection:
            scope = read.resolve_scope(connection, self._access, collection, None)
            if scope.document_pks is None:
                return list(read.documents_where(connection, self._access).values())
            return list(read.documents_by_pk(connection, self._access, scope.document_pks).values())

    def document(self, name: str) -> Document:
        """The document with this id, unique beginning of an id (4 characters or more) or file name.

        Raises:
            NotFoundError: if there is none, or more than one; the remedy lists those.
        """
        with self.reading() as connection:
            pk = read.find_document(connection, self._access, name)
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def document_by_id(self, identity: str) -> Document:
        """The document with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        with self.reading() as connection:
            pk = read.find_document_by_id(connection, self._access, identity)
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def documents_left(self, ids: Sequence[str]) -> list[str]:
        """Those of the ids that are still of documents, in their order."""
        with self.reading() as connection:
            found = read.documents_by_id(connection, self._access, ids)
        return [identity for identity in ids if identity in found]

    def documents_by_id(self, ids: Iterable[str]) -> dict[str, Document]:
        """Those of the documents that exist, by id."""
        with self.reading() as connection:
            found = read.documents_by_id(connection, self._access, ids)
        return {identity: document for identity, (_, document) in found.items()}

    def fingerprint(self, collection: str | None = None) -> str:
        """A digest of what may be found: the same as long as the documents are the same and indexed as they are.

        Raises:
            NotFoundError: if there is no such collection.
        """
        with self.reading() as connection:
            scope = read.resolve_scope(connection, self._access, collection, None)
            return read.fingerprint(connection, scope)

    def documents_by_pk(self, pks: Iterable[int]) -> dict[int, Document]:
        """Those of the documents that exist, by key."""
        with self.reading() as connection:
            return read.documents_by_pk(connection, self._access, pks)

    def collection_names(self, pks: Iterable[int]) -> dict[int, tuple[str, ...]]:
        """The names of the collections that each of the documents is in; those that are not seen are left out."""
        with self.reading() as connection:
            return read.collection_names(connection, self._access, sorted(set(pks)))

    def memberships(self, pks: Iterable[int]) -> dict[str, list[int]]:
        """The keys of those of the documents that each collection holds, by the collection's id."""
        with self.reading() as connection:
            return read.memberships(connection, self._access, sorted(set(pks)))

    def find_documents(
        self,
        *,
        collection: str | None = None,
        words: str = "",
        language: str | None = None,
        kind: str | None = None,
        warnings: bool | None = None,
        sort: listing.Sort = "added",
        descending: bool = True,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[Document]:
        """A part of a sorted list of documents; see `Library.find_documents`."""
        wanted = listing.Wanted(words, language, kind, warnings, sort, descending, limit)
        with self.reading() as connection:
            return listing.find_documents(connection, self._access, collection, wanted, cursor)

    def count_documents(self, collection: str | None = None) -> listing.DocumentCounts:
        """How many documents there are, and of each sort; see `Library.count_documents`."""
        with self.reading() as connection:
            return listing.count_documents(connection, self._access, collection)

    def parameters(self, name: str) -> dict[str, object]:
        """What a document was made with: `NewDocument.parameters`.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            pk = read.find_document(connection, self._access, name)
            statement = sa.select(tables.documents.c.parameters).where(tables.documents.c.pk == pk)
            return dict(connection.execute(statement).scalar_one())

    def collections(self) -> list[Collection]:
        """All collections by name."""
        with self.reading() as connection:
            return sets.all_collections(connection, self._access)

    def collection(self, name: str) -> Collection:
        """The collection with this name or id.

        Raises:
            NotFoundError: if there is none.
        """
        with self.reading() as connection:
            pk = sets.get(connection, self._access, name)
            return sets.by_pk(connection, self._access, pk)

    def collection_by_id(self, identity: str) -> Collection:
        """The collection with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        with self.reading() as connection:
            pk = sets.get_by_id(connection, self._access, identity)
            return sets.by_pk(connection, self._access, pk)

    def only_in(self, collection: str) -> int:
        """How many documents of a collection are in no other one: they would go with it.

        Raises:
            NotFoundError: if there is no such collection.
        """
        with self.reading() as connection:
            return sets.count_only_in(connection, sets.get(connection, self._access, collection))

    def collections_of(self, document: str) -> list[Collection]:
        """The collections that a document is in.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            pk = read.find_document(connection, self._access, document)
            held = sa.select(tables.collection_documents.c.collection_pk).where(
                tables.collection_documents.c.document_pk == pk
            )
            return sets.all_collections(connection, self._access, tables.collections.c.pk.in_(held))

    def role_in(self, collection: str) -> Role:
        """What the viewer may do in a collection.

        Raises:
            NotFoundError: if there is no such collection.
        """
        return self.collection(collection).role

    def role_on(self, document: str) -> Role:
        """What the viewer may do with a document: the highest role in the collections that it is in.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            pk = read.find_document(connection, self._access, document)
            role = self._access.role_on(connection, pk)
        assert role is not None  # noqa: S101 - it is seen
        return role

    def require_editor(self, collection: str) -> None:
        """Refuse who may not add to a collection: at once, before the work; what writes checks it again.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not an editor of it.
        """
        with self.reading() as connection:
            pk = sets.get(connection, self._access, collection)
            self._access.require_in(connection, pk, Role.EDITOR)

    def document_to_change(self, name: str) -> Document:
        """As `document`, for who may change it.

        Raises:
            NotFoundError: as for `document`.
            ForbiddenError: if the viewer is no editor of any of its collections.
        """
        with self.reading() as connection:
            pk = read.find_document(connection, self._access, name)
            self._access.require_on(connection, pk, Role.EDITOR)
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def shares(self, collection: str) -> list[Share]:
        """Who may do what with a collection, by name.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
        """
        with self.reading() as connection:
            return sharing.shares(connection, self._access, collection)

    # Pages and chunks

    def pages(self, document: str) -> list[Page]:
        """All pages of a document in order.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            return read.pages_of(connection, read.find_document(connection, self._access, document))

    def page(self, document: str, index: int) -> Page:
        """One page of a document.

        Raises:
            NotFoundError: if there is no such document or page.
        """
        return self.page_many([(document, index)])[document, index]

    def page_many(self, wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Page]:
        """Pages by document and index.

        Raises:
            NotFoundError: if one of the documents or pages does not exist.
        """
        found: dict[tuple[str, int], Page] = {}
        with self.reading() as connection:
            for name, indexes in _grouped(wanted).items():
                pk = read.find_document(connection, self._access, name)
                found |= {(name, page.index): page for page in read.pages_of(connection, pk, indexes)}
                for index in indexes:
                    if (name, index) not in found:
                        raise NotFoundError(f"document {name!r} has no page {index}", "Pages count from 1.")
        return found

    def page_facts(self, document: str, *, after: int = 0, limit: int = 100) -> list[within.PageFacts]:
        """What can be told of the pages after one without reading them, in order.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            return within.page_facts(
                connection, read.find_document(connection, self._access, document), after, limit
            )

    def page_texts(self, document: str, *, first: int = 1, limit: int = 100) -> list[tuple[int, str]]:
        """Index and text of pages, from the first on, in order.

        Raises:
            NotFoundError: as for `document`.
        """
        with self.reading() as connection:
            return within.page_texts(
                connection, read.find_document(connection, self._access, document), first, limit
            )

    def page_labels(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
        """Printed labels by document key and page index, without reading the pages; missing ones left out."""
        with self.reading() as connection:
            return read.page_labels(connection, self._access, set(wanted))

    def chunks(self, pks: Sequence[int]) -> list[StoredChunk]:
        """Chunks in the order of the keys; those that no longer exist are left out."""
        with self.reading() as connection:
            return read.chunks_by_pk(connection, self._access, [int(pk) for pk in pks])

    def chunk_places(self, pks: Sequence[int]) -> list[ChunkPlace]:
        """Where chunks are, in the order of the keys; those that no longer exist are left out."""
        with self.reading() as connection:
            return read.chunk_places(connection, self._access, [int(pk) for pk in pks])

    def neighbours(
        self, document_pk: int, ordinal: int, before: int = 1, after: int = 1
    ) -> list[StoredChunk]:
        """The chunk of this number with those around it, in order."""
        with self.reading() as connection:
            return read.neighbours(connection, self._access, document_pk, ordinal, before, after)

    def token_data(self, pks: Sequence[int]) -> list[bytes]:
        """Compressed token vectors in the order of the keys; empty for chunks that no longer exist."""
        with self.reading() as connection:
            return read.token_data(connection, self._access, [int(pk) for pk in pks])

    # Facts about the library

    def meta(self, key: str) -> str | None:
        """A fact about the library, e.g. "encoder" or "created_at"; None when it was never set."""
        statement = sa.select(tables.meta.c.value).where(tables.meta.c.key == key)
        with self.reading() as connection:
            return connection.execute(statement).scalar()


def _grouped(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, list[int]]:
    grouped: dict[_Key, list[int]] = {}
    for key, index in pairs:
        grouped.setdefault(key, []).append(index)
    return grouped
