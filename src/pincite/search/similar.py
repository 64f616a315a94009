"""Documents that are about the same as another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pincite.domain import Document
from pincite.search.dense import DenseRows


@dataclass(frozen=True, slots=True)
class SimilarDocument:
    """A document that resembles another one.

    Attributes:
        document: It.
        score: Cosine of the means of the vectors of their passages, -1 to 1; higher is more alike.
    """

    document: Document
    score: float


def most_similar(
    rows: DenseRows, document_pk: int, among: Sequence[int] | None, count: int
) -> list[tuple[int, float]]:
    """The documents whose passages resemble those of a document most, by key, the most similar first.

    Args:
        rows: Vectors of all passages; those of a document follow each other.
        document_pk: Key of the document, which is not among those found.
        among: Keys of the documents that may be found; None for all.
        count: At most so many.
    """
    if not len(rows.document_pks):
        return []
    first = np.flatnonzero(np.diff(rows.document_pks, prepend=rows.document_pks[0] - 1))
    pks = rows.document_pks[first]
    # A sum points where the mean does, and only that counts for the cosine.
    sums = np.add.reduceat(rows.matrix, first, axis=0)
    mine = pks == document_pk
    if not mine.any():
        return []  # it has no text
    found = ~mine
    if among is not None:
        found &= np.isin(pks, np.array(among, np.int64))
    own, others, pks = sums[mine][0], sums[found], pks[found]
    lengths = np.linalg.norm(others, axis=1) * np.linalg.norm(own)
    scores = np.divide(others @ own, lengths, out=np.zeros(len(pks), np.float32), where=lengths > 0)
    order = np.lexsort((pks, -scores))[:count]
    return [(int(pks[place]), float(np.clip(scores[place], -1, 1))) for place in order]
