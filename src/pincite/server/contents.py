"""How much a library holds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from pincite.domain import JobState
from pincite.store import Store
from pincite.store.tables import documents, jobs


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
        rows = connection.execute(sa.select(jobs.c.state, sa.func.count()).group_by(jobs.c.state)).all()
    found = {str(state): int(count) for state, count in rows}
    return Contents(int(number), int(chunks), {state.value: found.get(state.value, 0) for state in JobState})
