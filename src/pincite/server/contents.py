"""How much a library holds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from pincite.store import Store
from pincite.store.tables import documents


@dataclass(frozen=True, slots=True)
class Contents:
    """Numbers of a library.

    Attributes:
        documents: Of all spaces.
        chunks: Of all documents.
        jobs: By state; states without jobs too.
    """

    documents: int
    chunks: int
    jobs: dict[str, int]


def count_contents(store: Store) -> Contents:
    """Count.

    Raises:
        LibraryError: if the database cannot be read.
    """
    with store.reading() as connection:
        number, chunks = connection.execute(
            sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(documents.c.chunk_count), 0))
        ).one()
    jobs = {state.value: count for state, count in store.jobs.counts().items()}
    return Contents(int(number), int(chunks), jobs)
