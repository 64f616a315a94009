"""Searching a library by words, and what search keeps in memory of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from pincite.store import postings, read, tables, vocabulary
from pincite.store.reader import REVISION, Reader
from pincite.store.records import ChunkHit, PageHit, Scope, Vectors
from pincite.store.sqlite import SqliteBackend


class _Kept:
    """The layout of all documents as it was last read; shared by all views, since it is the same for all."""

    def __init__(self) -> None:
        # With its revision in one tuple, so that threads never see one without the other.
        self.layout: tuple[str, postings.Layout] | None = None


class Searching(Reader):
    """Searching, for `Store`. What the viewer does not see is not found, and counts in no score."""

    def __init__(self, backend: SqliteBackend) -> None:
        super().__init__(backend)
        self._kept = _Kept()

    def revision(self) -> int:
        """A number that rises with every change of what search sees."""
        with self.reading() as connection:
            return int(connection.execute(REVISION).scalar_one())

    def document_revisions(self) -> list[tuple[int, int]]:
        """Key and revision of every document: which of them changed since they were last read."""
        with self.reading() as connection:
            statement = (
                sa.select(tables.documents.c.pk, tables.documents.c.revision)
                .where(self._access.sees_document(tables.documents.c.pk))
                .order_by(tables.documents.c.pk)
            )
            return [(row[0], row[1]) for row in connection.execute(statement)]

    def vectors(self, document_pks: Sequence[int] | None = None) -> Vectors:
        """Pooled vectors of the documents' chunks (of all documents when None), in order of their keys."""
        with self.reading() as connection:
            if document_pks is None:
                scope = read.resolve_scope(connection, self._access, None, None)
            else:
                scope = Scope(tuple(sorted({int(pk) for pk in document_pks})), access=self._access)
            return read.vectors(connection, scope)

    def token_counts(
        self, document_pks: Sequence[int]
    ) -> dict[int, tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
        """`NewDocument.token_counts` by document key."""
        with self.reading() as connection:
            return read.token_counts(connection, self._access, [int(pk) for pk in document_pks])

    def scope(self, collection: str | None = None, documents: Sequence[str] | None = None) -> Scope:
        """What a search limited to a collection, or to named documents, may see.

        Raises:
            NotFoundError: if a collection or document does not exist, or a document is not in the collection.
        """
        with self.reading() as connection:
            return read.resolve_scope(connection, self._access, collection, documents)

    def scope_now(self, scope: Scope) -> Scope:
        """The scope as it is at this moment: without what is no longer shared with its viewer.

        Call it within the `snapshot` of a search, whose other reads then see the very same documents.
        """
        if scope.access.everything:
            return scope
        with self.reading() as connection:
            return read.scope_now(connection, scope)

    def languages(self, scope: Scope) -> tuple[str, ...]:
        """Languages of the documents in scope, the most frequent first; in a search, of the scope as it is now."""
        with self.reading() as connection:
            return self._layout(connection).languages(scope)

    def search_chunks(self, terms: Sequence[Sequence[str]], scope: Scope, limit: int) -> list[ChunkHit]:
        """The chunks in scope that match the words best, by BM25 (see `postings`), best first.

        Args:
            terms: For each word of the question its alternative forms; a chunk needs to hold any one.
            scope: What may be found; statistics are those of the scope as well.
            limit: At most so many.
        """
        with self.reading() as connection:
            found = postings.score(connection, self._layout(connection), terms, scope, "chunks")
        return [ChunkHit(pk, score) for pk, _, _, score in found.best(limit)]

    def search_pages(self, terms: Sequence[Sequence[str]], scope: Scope, limit: int) -> list[PageHit]:
        """The pages in scope that match the words best; as `search_chunks`."""
        with self.reading() as connection:
            found = postings.score(connection, self._layout(connection), terms, scope, "pages")
        return [PageHit(pk, document, number + 1, score) for pk, document, number, score in found.best(limit)]

    def page_scores(
        self, terms: Sequence[Sequence[str]], scope: Scope, wanted: Sequence[tuple[int, int]]
    ) -> list[float]:
        """The scores that `search_pages` would give these pages (document key, index); 0 without a match."""
        with self.reading() as connection:
            found = postings.score(connection, self._layout(connection), terms, scope, "pages")
        return found.at([(int(document_pk), int(index) - 1) for document_pk, index in wanted])

    # The structure of the library

    def rare_terms(
        self, scope: Scope, most: int, *, wanted: Callable[[str], bool], without: NDArray[np.int64]
    ) -> vocabulary.RareTerms:
        """The terms that 2 to `most` documents in scope hold; see `vocabulary.rare_terms`."""
        with self.reading() as connection:
            return vocabulary.rare_terms(connection, scope, most, wanted, without)

    def reference_chunks(self, scope: Scope) -> list[vocabulary.ReferenceChunk]:
        """The chunks in scope that hold entries of a list of references, in order."""
        with self.reading() as connection:
            return vocabulary.reference_chunks(connection, scope)

    def outlined(self, scope: Scope) -> dict[int, list[vocabulary.Outlined]]:
        """For each document in scope the places of its chunks, in order."""
        with self.reading() as connection:
            return vocabulary.outlined(connection, scope)

    def _layout(self, connection: sa.Connection) -> postings.Layout:
        revision = connection.execute(REVISION).scalar_one()
        kept = self._kept.layout
        if kept is None or kept[0] != revision:
            kept = (revision, postings.Layout.read(connection))
            self._kept.layout = kept
        return kept[1]
