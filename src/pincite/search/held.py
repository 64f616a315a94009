"""What is held in memory of a library, for all who search it: nothing of it passes from one viewer to another."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pincite.domain import Document
from pincite.encode.contract import Floats
from pincite.search.dense import DenseIndex, DenseRows, counted
from pincite.search.slots import Slots
from pincite.store import Scope, Store

_KEPT_RARITIES = 64


class Held:
    """What all views of a library share in memory. Safe to use from several threads.

    Args:
        store: The whole library.

    Attributes:
        slots: As many searches run at a time as there are cores: more of them would only take turns on the cores and on
            the interpreter's lock, and all would be slower.
    """

    def __init__(self, store: Store) -> None:
        self.slots = Slots(max(2, os.cpu_count() or 1))
        self._store = store
        self._lock = threading.Lock()
        self._index: DenseIndex | None = None
        # In one tuple, so that threads never see documents of another revision.
        self._documents: tuple[int, dict[int, Document]] = (-1, {})
        self._rarities: OrderedDict[int, _Rarity] = OrderedDict()

    def rows(self, dims: int) -> DenseRows:
        """All vectors, as the snapshot has them."""
        with self._lock:
            if self._index is None:
                self._index = DenseIndex(self._store, dims)
        return self._index.current()

    def documents(self, view: Store, pks: set[int]) -> dict[int, Document]:
        """Documents by key, kept until the library changes: reading the outlines of ten books takes 10 ms.

        Which collections they are said to be in is what this view sees.
        """
        revision = self._store.revision()
        kept = self._documents
        known = kept[1] if kept[0] == revision else {}
        if missing := pks - known.keys():
            known = known | self._store.documents_by_pk(missing)
            self._documents = (revision, known)
        if view.access.everything:
            return known
        names = view.collection_names(pks)
        return {pk: replace(known[pk], collections=names[pk]) for pk in pks if pk in names}

    def rarity(self, view: Store, scope: Scope, rows: DenseRows) -> tuple[int, Floats]:
        """In how many chunks each vocabulary id occurs, of how many, in all that is seen.

        Counted anew only for documents that came since this viewer asked last.
        """
        viewer = view.access.viewer
        if viewer is None:
            return len(rows.chunk_pks), rows.token_chunks
        pks = (scope if scope.whole else view.scope()).document_pks or ()
        with self._lock:
            kept = self._rarities.get(viewer.pk)
        if kept is None or (kept.revision, kept.document_pks) != (rows.revision, pks):
            kept = self._counted(view, kept, pks, rows)
        with self._lock:
            self._rarities[viewer.pk] = kept
            self._rarities.move_to_end(viewer.pk)
            while len(self._rarities) > _KEPT_RARITIES:
                self._rarities.popitem(last=False)
        return kept.chunks, kept.token_chunks

    def _counted(self, view: Store, before: _Rarity | None, pks: tuple[int, ...], rows: DenseRows) -> _Rarity:
        documents = {pk: rows.documents[pk] for pk in pks}
        if before is None or not before.documents.items() <= documents.items():
            before = _Rarity(-1, (), {}, 0, np.zeros(0, np.float32))
        new = sorted(documents.keys() - before.documents.keys())
        chunks = int(np.isin(rows.document_pks, np.array(pks, np.int64)).sum())
        token_chunks = counted(view, new, before.token_chunks)
        return _Rarity(rows.revision, pks, documents, chunks, token_chunks)


class _Rarity(NamedTuple):
    """How often vocabulary ids occur in some documents.

    Attributes:
        revision: Of the library.
        document_pks: The documents.
        documents: Revision of each of them by key.
        chunks: How many they have.
        token_chunks: As `DenseRows.token_chunks`.
    """

    revision: int
    document_pks: tuple[int, ...]
    documents: dict[int, int]
    chunks: int
    token_chunks: Floats
