"""The word index read from its other side: which documents share a rare term."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from pincite.domain import BlockKind, Sentence
from pincite.store.codec import decode_sentences
from pincite.store.postings import POSTING, Layout, scope_clause
from pincite.store.records import Scope
from pincite.store.tables import chunks, postings

_BATCH = 500
_BEGINNING = 100


class RareTerms(NamedTuple):
    """Terms that some documents hold and most do not: one row for each term in each of its documents, by term.

    Attributes:
        terms: The terms.
        term: int64, row → position in `terms`, ascending.
        document: int64, row → key of the document.
        places: int64, row → how many chunks of it hold the term.
        first: int64, row → key of the first of these chunks.
    """

    terms: list[str]
    term: NDArray[np.int64]
    document: NDArray[np.int64]
    places: NDArray[np.int64]
    first: NDArray[np.int64]


class ReferenceChunk(NamedTuple):
    """A chunk that holds entries of a list of references."""

    pk: int
    document_pk: int
    text: str
    sentences: tuple[Sentence, ...]


class Outlined(NamedTuple):
    """A chunk's place in the structure of its document, and how it begins."""

    ordinal: int
    section: tuple[str, ...]
    first_page: int
    last_page: int
    beginning: str


def rare_terms(
    connection: sa.Connection,
    scope: Scope,
    most: int,
    wanted: Callable[[str], bool],
    without: NDArray[np.int64],
) -> RareTerms:
    """The terms that 2 to `most` documents in scope hold.

    Args:
        connection: Where to read.
        scope: The documents looked at.
        most: A term of more documents is not rare.
        wanted: Whether a term may count at all.
        without: Keys of chunks that do not count.
    """
    inside = scope_clause(scope, postings.c.document_pk)
    held = sa.func.length(postings.c.chunks) > 0
    number = sa.func.count()
    candidates = (
        sa.select(postings.c.term)
        .where(inside, held)
        .group_by(postings.c.term)
        .having(number.between(2, most))
        .order_by(postings.c.term)
    )
    names = [term for term in connection.execute(candidates).scalars() if wanted(term)]
    rows: list[tuple[int, int]] = []
    parts: list[bytes] = []
    for start in range(0, len(names), _BATCH):
        batch = names[start : start + _BATCH]
        positions = {term: start + number for number, term in enumerate(batch)}
        statement = (
            sa.select(postings.c.term, postings.c.document_pk, postings.c.chunks)
            .where(postings.c.term.in_(batch), inside, held)
            .order_by(postings.c.term, postings.c.document_pk)
        )
        for term, document_pk, data in connection.execute(statement):
            rows.append((positions[term], document_pk))
            parts.append(data)
    table = np.array(rows, np.int64).reshape(-1, 2)
    layout = Layout.read(connection)
    begin = layout.first["chunks"][np.searchsorted(layout.document_pks, table[:, 1])]
    return _counted(names, table, begin, parts, most, without)


def _counted(
    names: list[str],
    table: NDArray[np.int64],
    begin: NDArray[np.int64],
    parts: list[bytes],
    most: int,
    without: NDArray[np.int64],
) -> RareTerms:
    """Rows without the chunks that do not count, and without terms that then are in too few documents."""
    sizes = np.array([len(part) for part in parts], np.int64) // POSTING.itemsize
    row = np.repeat(np.arange(len(table)), sizes)
    keys = begin[row] + np.frombuffer(b"".join(parts), POSTING)["ordinal"]
    counted = ~np.isin(keys, without)
    row, keys = row[counted], keys[counted]
    places = np.bincount(row, minlength=len(table))
    first = np.full(len(table), np.iinfo(np.int64).max)
    np.minimum.at(first, row, keys)
    held = np.bincount(table[places > 0, 0], minlength=len(names))[table[:, 0]]
    kept = (places > 0) & (held >= 2) & (held <= most)
    return RareTerms(names, table[kept, 0], table[kept, 1], places[kept], first[kept])


def reference_chunks(connection: sa.Connection, scope: Scope) -> list[ReferenceChunk]:
    """The chunks in scope that hold references, in order."""
    statement = (
        sa.select(chunks.c.pk, chunks.c.document_pk, chunks.c.text, chunks.c.sentences)
        .where(scope_clause(scope, chunks.c.document_pk))
        .where(sa.cast(chunks.c.sentences, sa.Text).contains(f'"{BlockKind.REFERENCE.value}"'))
        .order_by(chunks.c.pk)
    )
    return [
        ReferenceChunk(row.pk, row.document_pk, row.text, decode_sentences(row.sentences))
        for row in connection.execute(statement)
    ]


def outlined(connection: sa.Connection, scope: Scope) -> dict[int, list[Outlined]]:
    """For each document in scope the places of its chunks, in order."""
    columns = (
        chunks.c.document_pk,
        chunks.c.ordinal,
        chunks.c.section,
        chunks.c.first_page,
        chunks.c.last_page,
    )
    statement = (
        sa.select(*columns, sa.func.substr(chunks.c.text, 1, _BEGINNING))
        .where(scope_clause(scope, chunks.c.document_pk))
        .order_by(chunks.c.pk)
    )
    found: dict[int, list[Outlined]] = {}
    for document_pk, ordinal, section, first, last, beginning in connection.execute(statement):
        place = Outlined(ordinal, tuple(section), first, last, beginning)
        found.setdefault(document_pk, []).append(place)
    return found
