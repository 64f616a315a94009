"""Exact search by meaning over all vectors in memory, kept in step with the library."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pincite.encode.contract import Floats
from pincite.store import Scope, Store


@dataclass(frozen=True, slots=True, eq=False)
class DenseRows:
    """All pooled vectors of one revision of the library. Immutable, so that searches never see half a change.

    Attributes:
        revision: Of the library.
        chunk_pks: int64 of shape (n,), ascending (keys only ever grow).
        document_pks: int64 of shape (n,).
        matrix: float32 of shape (n, dims).
        documents: Revision of each document by key.
        token_chunks: For each vocabulary id, in how many chunks it occurs; float32.
    """

    revision: int
    chunk_pks: NDArray[np.int64]
    document_pks: NDArray[np.int64]
    matrix: Floats
    documents: dict[int, int]
    token_chunks: Floats

    def in_scope(self, scope: Scope) -> NDArray[np.bool_] | None:
        """Which rows may be found; None for all."""
        if scope.document_pks is None:
            return None
        return np.isin(self.document_pks, np.array(scope.document_pks, np.int64))

    def rows_of(self, chunk_pks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of these chunks; -1 for those that are not there."""
        if not len(self.chunk_pks):
            return np.full(len(chunk_pks), -1, np.int64)
        rows = np.minimum(np.searchsorted(self.chunk_pks, chunk_pks), len(self.chunk_pks) - 1)
        return np.where(self.chunk_pks[rows] == chunk_pks, rows, -1)


class DenseIndex:
    """Hands out `DenseRows` of the library's present revision; reads only the documents that changed.

    Args:
        store: The library.
        dims: Dimensions of its vectors.
    """

    def __init__(self, store: Store, dims: int) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._rows = DenseRows(
            -1,
            np.zeros(0, np.int64),
            np.zeros(0, np.int64),
            np.zeros((0, dims), np.float32),
            {},
            np.zeros(0, np.float32),
        )

    def current(self) -> DenseRows:
        """The rows of the library's present revision.

        Call it within `Store.snapshot`, so that what is read afterwards belongs to the same revision.
        """
        if self._store.revision() != self._rows.revision:
            with self._lock:
                if (revision := self._store.revision()) != self._rows.revision:
                    self._rows = self._updated(revision)
        return self._rows

    def _updated(self, revision: int) -> DenseRows:
        old = self._rows
        documents = dict(self._store.document_revisions())
        kept = {pk for pk, number in old.documents.items() if documents.get(pk) == number}
        added = sorted(documents.keys() - kept)
        if not added and len(kept) == len(old.documents):
            return replace(old, revision=revision)  # names, titles or collections changed
        keep = np.isin(old.document_pks, np.array(sorted(kept), np.int64))
        token_chunks = old.token_chunks
        if len(kept) < len(old.documents):
            # Counts of removed documents are gone from the database: count the kept ones again.
            token_chunks = counted(self._store, sorted(kept), np.zeros(0, np.float32))
        new = self._store.vectors(added)
        matrix = new.matrix.astype(np.float32).reshape(-1, old.matrix.shape[1])
        return DenseRows(
            revision,
            np.concatenate((old.chunk_pks[keep], new.chunk_pks)),
            np.concatenate((old.document_pks[keep], new.document_pks)),
            np.concatenate((old.matrix[keep], matrix)),
            documents,
            counted(self._store, added, token_chunks),
        )


def counted(store: Store, documents: list[int], start: Floats) -> Floats:
    """For each vocabulary id in how many chunks of the documents it occurs, beside those of `start`."""
    total = start.copy()
    for ids, counts in store.token_counts(documents).values():
        if len(ids) and ids[-1] >= len(total):
            total = np.concatenate((total, np.zeros(int(ids[-1]) + 1 - len(total), np.float32)))
        total[ids] += counts
    return total


def top(scores: NDArray[np.float32], allowed: NDArray[np.bool_] | None, count: int) -> NDArray[np.int64]:
    """Positions of the highest scores among those allowed, highest first; ties by position."""
    if allowed is not None:
        positions = np.flatnonzero(allowed)
        scores = scores[positions]
    part = np.argpartition(-scores, count - 1)[:count] if len(scores) > count else np.arange(len(scores))
    order = part[np.lexsort((part, -scores[part]))]
    return order if allowed is None else positions[order]
