"""What several documents have in common: the structure of a library, and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.domain import Level
from pincite.library.base import Base

if TYPE_CHECKING:
    from pincite.domain import Graph


class Comparing(Base):
    """Documents side by side."""

    def graph(
        self,
        *,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        level: Level = Level.DOCUMENTS,
    ) -> Graph:
        """The structure of the library, with links between documents that hold the same rare things.

        Computed from the index at this moment: what is removed is in it no more.

        Args:
            collection: Only the documents of this collection.
            documents: Only these documents.
            level: How far down: documents, their sections, or the chunks in these.

        Raises:
            NotFoundError: if a collection or document does not exist.
        """
        from pincite.research.graph import build_graph

        return build_graph(self._store, self._store.scope(collection, documents), Level(level))
