"""The word index: which chunks and pages hold a term, and BM25 over them.

A row of the table belongs to one term in one document and holds two arrays of `POSTING`, one for the
document's chunks and one for its pages. So a document is indexed and removed without touching any other's
rows, a search limited to some documents reads only their rows, and the same scores come from every database.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
inverse document frequency ln(1 + (N - n + 0.5) / (n + 0.5)), which never falls below zero. All statistics are
those of the documents searched, so what other collections hold changes no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from pincite.store.codec import storable
from pincite.store.records import Scope
from pincite.store.tables import documents, postings

Unit = Literal["chunks", "pages"]

POSTING = np.dtype([("ordinal", "<u4"), ("count", "<u2"), ("length", "<u2")])
"""One chunk or page (its number in the document, from 0) with a term: how often, among how many terms."""

K1 = 1.2
B = 0.75
_LONGEST = 65535
_TERMS_A_QUERY = 500


class Scored:
    """BM25 of everything in scope that holds a term.

    Attributes:
        pks: Keys of chunks or pages, ascending; int64 of shape (n,).
        document_pks: Keys of their documents; int64 of shape (n,).
        ordinals: Their numbers within the document, from 0; int64 of shape (n,).
        scores: float64 of shape (n,), all above zero.
    """

    def __init__(
        self,
        pks: NDArray[np.int64],
        document_pks: NDArray[np.int64],
        ordinals: NDArray[np.int64],
        scores: NDArray[np.float64],
    ) -> None:
        self.pks = pks
        self.document_pks = document_pks
        self.ordinals = ordinals
        self.scores = scores

    def best(self, limit: int) -> NDArray[np.intp]:
        """Positions of the highest scores, best first; equals in order of their keys."""
        count = len(self.scores)
        if limit < count:
            # All that tie with the last place stay in, so that the order among equals is the same every time.
            least = np.partition(self.scores, count - limit)[count - limit]
            kept = np.flatnonzero(self.scores >= least)
        else:
            kept = np.arange(count)
        order = np.argsort(-self.scores[kept], kind="stable")[:limit]
        return kept[order]


_EMPTY = Scored(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float64))


def lengths(texts: Sequence[str]) -> int:
    """Number of terms of all texts together, each counted up to what a posting can say."""
    return sum(min(len(text.split()), _LONGEST) for text in texts)


def build(chunk_terms: Sequence[str], page_terms: Sequence[str]) -> list[tuple[str, bytes, bytes]]:
    """Rows of a document: term, postings of its chunks, postings of its pages; in order of the terms."""
    chunk_rows = _arrays(chunk_terms)
    page_rows = _arrays(page_terms)
    terms = sorted(chunk_rows.keys() | page_rows.keys())
    return [(term, chunk_rows.get(term, b""), page_rows.get(term, b"")) for term in terms]


def _arrays(texts: Sequence[str]) -> dict[str, bytes]:
    split = [storable(text).split() for text in texts]
    sizes = np.array([len(terms) for terms in split], np.int64)
    ids: dict[str, int] = {}
    codes = np.array([ids.setdefault(term, len(ids)) for terms in split for term in terms], np.int64)
    if not len(codes):
        return {}
    keys = (codes * len(split) + np.repeat(np.arange(len(split)), sizes)).astype(np.int64)
    unique, counts = np.unique(keys, return_counts=True)
    term_of, ordinal = np.divmod(unique, len(split))
    rows = np.empty(len(unique), POSTING)
    rows["ordinal"] = ordinal
    rows["count"] = np.minimum(counts, _LONGEST)
    rows["length"] = np.minimum(sizes[ordinal], _LONGEST)
    ends = np.searchsorted(term_of, np.arange(len(ids)), side="right").tolist()
    data = rows.tobytes()
    starts = [0, *ends[:-1]]
    width = POSTING.itemsize
    return {
        term: data[start * width : end * width] for term, start, end in zip(ids, starts, ends, strict=True)
    }


def scope_clause(scope: Scope, column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """The condition that a row's document is in scope."""
    if scope.document_pks is None:
        return sa.true()
    # Beyond some hundred, numbers are written into the statement: the count of parameters is limited.
    many = len(scope.document_pks) > 500
    keys: sa.BindParameter[int] = sa.bindparam(
        "scope", list(scope.document_pks), expanding=True, literal_execute=many
    )
    return column.in_(keys)


def score(connection: sa.Connection, groups: Sequence[Sequence[str]], scope: Scope, unit: Unit) -> Scored:
    """Score everything in scope that holds at least one term.

    Args:
        connection: Where to read.
        groups: For each word of the question its alternative forms. Of one group only the form that scores
            best in a chunk counts there; a word asked twice counts twice.
        scope: The documents searched.
        unit: What is scored.
    """
    total, length = _size(connection, scope, unit)
    wanted = [list(dict.fromkeys(storable(term) for term in group if term)) for group in groups]
    rows = _rows(connection, sorted({term for group in wanted for term in group}), scope, unit)
    if not rows or not total:
        return _EMPTY
    firsts = sorted({(first, document_pk) for found in rows.values() for document_pk, first, _ in found})
    locate = _locator(firsts, rows)
    average = length / total
    table = {term: _term_scores(found, locate, total, average) for term, found in rows.items()}
    slots = locate.slots
    scores = np.zeros(slots, np.float64)
    for group in wanted:
        found = [table[term] for term in group if term in table]
        if len(found) == 1:
            scores[found[0][0]] += found[0][1]
        elif found:
            best = np.zeros(slots, np.float64)
            for places, values in found:
                best[places] = np.maximum(best[places], values)
            scores += best
    hit = np.flatnonzero(scores)
    which = np.searchsorted(locate.offsets, hit, side="right") - 1
    ordinals = hit - locate.offsets[which]
    return Scored(locate.first[which] + ordinals, locate.document[which], ordinals, scores[hit])


class _Locator:
    # Gives each chunk of the documents that were hit a place in one dense array.
    def __init__(self, firsts: list[tuple[int, int]], highest: dict[int, int]) -> None:
        self.first = np.array([first for first, _ in firsts], np.int64)
        self.document = np.array([document for _, document in firsts], np.int64)
        sizes = np.array([highest[document] + 1 for _, document in firsts], np.int64)
        ends = np.cumsum(sizes)
        self.offsets = ends - sizes
        self.slots = int(ends[-1])
        self.offset_of = dict(zip(self.document.tolist(), self.offsets.tolist(), strict=True))


def _locator(
    firsts: list[tuple[int, int]], rows: dict[str, list[tuple[int, int, NDArray[np.void]]]]
) -> _Locator:
    highest: dict[int, int] = {}
    for found in rows.values():
        for document_pk, _, array in found:
            last = int(array[-1]["ordinal"])
            if last > highest.get(document_pk, -1):
                highest[document_pk] = last
    return _Locator(firsts, highest)


def _term_scores(
    found: list[tuple[int, int, NDArray[np.void]]], locate: _Locator, total: int, average: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    array = np.concatenate([part for _, _, part in found])
    offsets = np.repeat(
        np.array([locate.offset_of[document_pk] for document_pk, _, _ in found], np.int64),
        np.array([len(part) for _, _, part in found], np.int64),
    )
    count = array["count"].astype(np.float64)
    weight = np.log1p((total - len(array) + 0.5) / (len(array) + 0.5))
    damping = K1 * (1 - B + B / average * array["length"])
    return offsets + array["ordinal"], weight * count * (K1 + 1) / (count + damping)


def _size(connection: sa.Connection, scope: Scope, unit: Unit) -> tuple[int, int]:
    if unit == "chunks":
        columns = (documents.c.chunk_count, documents.c.chunk_terms)
    else:
        columns = (documents.c.page_count, documents.c.page_terms)
    statement = sa.select(*(sa.func.coalesce(sa.func.sum(column), 0) for column in columns))
    row = connection.execute(statement.where(scope_clause(scope, documents.c.pk))).one()
    return int(row[0]), int(row[1])


def _rows(
    connection: sa.Connection, terms: list[str], scope: Scope, unit: Unit
) -> dict[str, list[tuple[int, int, NDArray[np.void]]]]:
    first = documents.c.first_chunk if unit == "chunks" else documents.c.first_page
    statement = (
        sa.select(postings.c.term, postings.c.document_pk, first, postings.c[unit])
        .join(documents, documents.c.pk == postings.c.document_pk)
        .where(postings.c.term.in_(sa.bindparam("terms", expanding=True)))
        .where(scope_clause(scope, postings.c.document_pk))
    )
    found: dict[str, list[tuple[int, int, NDArray[np.void]]]] = {}
    for start in range(0, len(terms), _TERMS_A_QUERY):
        rows = connection.execute(statement, {"terms": terms[start : start + _TERMS_A_QUERY]})
        for term, document_pk, first_pk, data in rows:
            if data:
                found.setdefault(term, []).append((document_pk, first_pk, np.frombuffer(data, POSTING)))
    return found


def page_scores(
    connection: sa.Connection,
    groups: Sequence[Sequence[str]],
    scope: Scope,
    wanted: Sequence[tuple[int, int]],
) -> list[float]:
    """Scores of exactly these pages (document key, index from 1); 0 for those without a term."""
    found = score(connection, groups, scope, "pages")
    if not len(found.pks):
        return [0.0] * len(wanted)
    by_place = dict(
        zip(
            zip(found.document_pks.tolist(), (found.ordinals + 1).tolist(), strict=True),
            found.scores.tolist(),
            strict=True,
        )
    )
    return [by_place.get((int(document_pk), int(index)), 0.0) for document_pk, index in wanted]
