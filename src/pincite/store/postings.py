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
from pincite.store.tables import collection_documents, documents, postings

Unit = Literal["chunks", "pages"]

POSTING = np.dtype([("ordinal", "<u4"), ("count", "<u2"), ("length", "<u2")])
"""One chunk or page (its number in the document, from 0) with a term: how often, among how many terms."""

K1 = 1.2
B = 0.75
_LONGEST = 65535
_TERMS_A_QUERY = 500


def lengths(texts: Sequence[str]) -> int:
    """Number of terms of all texts together, each counted up to what a posting can say."""
    return sum(min(len(text.split()), _LONGEST) for text in texts)


def build(
    chunk_terms: Sequence[str], page_terms: Sequence[str], *, first_chunk: int = 0, first_page: int = 0
) -> list[tuple[str, bytes, bytes]]:
    """Rows of a part of a document: term, postings of its chunks, postings of its pages; in order of the terms.

    Args:
        chunk_terms: The terms of each chunk.
        page_terms: The terms of each page.
        first_chunk: Number of the first of the chunks in the document.
        first_page: Number of the first of the pages, from 0.
    """
    chunk_rows = _arrays(chunk_terms, first_chunk)
    page_rows = _arrays(page_terms, first_page)
    terms = sorted(chunk_rows.keys() | page_rows.keys())
    return [(term, chunk_rows.get(term, b""), page_rows.get(term, b"")) for term in terms]


def _arrays(texts: Sequence[str], first: int) -> dict[str, bytes]:
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
    rows["ordinal"] = ordinal + first
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
    if not scope.access.everything:
        seen = column.in_(scope.access.documents(scope.collection_pk))
        if scope.collection_pk is not None or scope.whole:
            return seen
        return among(scope.document_pks, column) & seen
    if scope.collection_pk is not None:
        inside = collection_documents.c.collection_pk == scope.collection_pk
        return column.in_(sa.select(collection_documents.c.document_pk).where(inside))
    return among(scope.document_pks, column)


def among(document_pks: Sequence[int], column: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """The condition that a key is one of these."""
    # Beyond some hundred, numbers are written into the statement: the count of parameters is limited.
    many = len(document_pks) > 500
    keys: sa.BindParameter[int] = sa.bindparam(
        "scope", list(document_pks), expanding=True, literal_execute=many
    )
    return column.in_(keys)


class Layout:
    """Where the chunks and pages of all documents lie, how long they are, and their languages: what every search needs.

    It belongs to one revision of the library and may be kept until that changes.

    Attributes:
        document_pks: int64 of shape (documents,), ascending.
        first: By unit, the key of each document's first chunk or page.
        count: By unit, how many each document has.
        terms: By unit, how many terms all of a document's have together.
    """

    def __init__(self, rows: Sequence[Sequence[int]], languages: Sequence[str]) -> None:
        table = np.array([tuple(row) for row in rows], np.int64).reshape(len(rows), 7).T
        self.document_pks = table[0]
        self._languages = sorted(set(languages))
        codes = {language: code for code, language in enumerate(self._languages)}
        self._language = np.array([codes[language] for language in languages], np.int64)
        self.first: dict[Unit, NDArray[np.int64]] = {"chunks": table[1], "pages": table[4]}
        self.count: dict[Unit, NDArray[np.int64]] = {"chunks": table[2], "pages": table[5]}
        self.terms: dict[Unit, NDArray[np.int64]] = {"chunks": table[3], "pages": table[6]}

    @classmethod
    def read(cls, connection: sa.Connection) -> Layout:
        """The layout of the library as this connection sees it."""
        names = ("pk", "first_chunk", "chunk_count", "chunk_terms", "first_page", "page_count", "page_terms")
        columns = [documents.c[name] for name in names]
        statement = sa.select(documents.c.language, *columns).order_by(documents.c.pk)
        rows = connection.execute(statement).all()
        return cls([row[1:] for row in rows], [row[0] for row in rows])

    def chosen(self, scope: Scope) -> NDArray[np.int64]:
        """Positions of the documents whose keys a scope has."""
        if scope.document_pks is None:
            return np.arange(len(self.document_pks))
        return np.flatnonzero(np.isin(self.document_pks, np.array(scope.document_pks, np.int64)))

    def languages(self, scope: Scope) -> tuple[str, ...]:
        """Languages of these documents, the most frequent first."""
        counts = np.bincount(self._language[self.chosen(scope)], minlength=len(self._languages))
        order = np.argsort(-counts, kind="stable")
        return tuple(self._languages[code] for code in order if counts[code])


class _Places:
    # One dense row of numbers for all chunks (or pages) in scope, document after document.
    def __init__(self, layout: Layout, scope: Scope, unit: Unit) -> None:
        chosen = layout.chosen(scope)
        self.document_pks = layout.document_pks[chosen]
        self.first = layout.first[unit][chosen]
        count = layout.count[unit][chosen]
        self.total = int(count.sum())
        self.terms = int(layout.terms[unit][chosen].sum())
        self.ends = np.cumsum(count)
        self.offsets = self.ends - count


class Scored:
    """BM25 of everything in scope; zero for what holds no term."""

    def __init__(self, places: _Places, scores: NDArray[np.float64]) -> None:
        self._places = places
        self._scores = scores

    def best(self, limit: int) -> list[tuple[int, int, int, float]]:
        """The highest scores, best first; equals in order of their documents and places.

        Returns:
            Key of the chunk or page, key of its document, its number in the document from 0, its score.
        """
        scores = self._scores
        if 0 < limit < len(scores):
            # All that tie with the last place stay in, so that the order among equals is the same every time.
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = np.flatnonzero(scores >= least) if least > 0 else np.flatnonzero(scores)
        else:
            kept = np.flatnonzero(scores)
        slots = kept[np.argsort(-scores[kept], kind="stable")[: max(limit, 0)]]
        places = self._places
        which = np.searchsorted(places.ends, slots, side="right")
        ordinals = slots - places.offsets[which]
        pks = places.first[which] + ordinals
        columns = (pks, places.document_pks[which], ordinals, scores[slots])
        return list(zip(*(column.tolist() for column in columns), strict=True))

    def at(self, wanted: Sequence[tuple[int, int]]) -> list[float]:
        """Scores of exactly these (key of the document, number from 0); 0 for those out of scope."""
        if not wanted:
            return []
        documents_wanted, ordinals = np.array(wanted, np.int64).reshape(-1, 2).T
        places = self._places
        if not len(places.document_pks):
            return [0.0] * len(wanted)
        which = np.searchsorted(places.document_pks, documents_wanted).clip(max=len(places.document_pks) - 1)
        inside = (
            (places.document_pks[which] == documents_wanted)
            & (ordinals >= 0)
            & (ordinals < places.ends[which] - places.offsets[which])
        )
        found = np.zeros(len(wanted))
        found[inside] = self._scores[places.offsets[which[inside]] + ordinals[inside]]
        return [float(value) for value in found]


def score(
    connection: sa.Connection, layout: Layout, groups: Sequence[Sequence[str]], scope: Scope, unit: Unit
) -> Scored:
    """Score everything in scope.

    Args:
        connection: Where to read.
        layout: The layout of the same revision.
        groups: For each word of the question its alternative forms. Of one group only the form that scores
            best in a chunk counts there; a word asked twice counts twice.
        scope: The documents searched.
        unit: What is scored.

    Raises:
        TypeError: if a group is a bare string.
    """
    if any(isinstance(group, str) for group in groups):
        raise TypeError("terms are given in groups: a bare string would be taken for its letters")
    places = _Places(layout, scope, unit)
    scores = np.zeros(places.total, np.float64)
    wanted = [list(dict.fromkeys(storable(term) for term in group if term)) for group in groups]
    rows = _rows(connection, sorted({term for group in wanted for term in group}), scope, unit, places)
    table = {term: _term_scores(found, places) for term, found in rows.items()}
    for group in wanted:
        found = [table[term] for term in group if term in table]
        if len(found) == 1:
            scores[found[0][0]] += found[0][1]
        elif found:
            best = np.zeros(places.total, np.float64)
            for where, values in found:
                best[where] = np.maximum(best[where], values)
            scores += best
    return Scored(places, scores)


def _term_scores(
    found: list[tuple[int, bytes]], places: _Places
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    array = np.frombuffer(b"".join([data for _, data in found]), POSTING)
    sizes = np.array([len(data) for _, data in found], np.int64) // POSTING.itemsize
    which = np.searchsorted(places.document_pks, np.array([pk for pk, _ in found], np.int64))
    count = array["count"].astype(np.float64)
    weight = np.log1p((places.total - len(array) + 0.5) / (len(array) + 0.5))
    damping = K1 * (1 - B) + (K1 * B * places.total / places.terms) * array["length"]
    slots = np.repeat(places.offsets[which], sizes) + array["ordinal"]
    return slots, weight * (K1 + 1) * count / (count + damping)


def _rows(
    connection: sa.Connection, terms: list[str], scope: Scope, unit: Unit, places: _Places
) -> dict[str, list[tuple[int, bytes]]]:
    column = postings.c[unit]
    statement = (
        sa.select(postings.c.term, postings.c.document_pk, column)
        .where(postings.c.term.in_(sa.bindparam("terms", expanding=True)))
        .where(scope_clause(scope, postings.c.document_pk))
    )
    # A collection may have got more documents since its scope was made: those stay out of sight.
    known = set(places.document_pks.tolist())
    found: dict[str, list[tuple[int, bytes]]] = {}
    for start in range(0, len(terms), _TERMS_A_QUERY):
        part = {"terms": terms[start : start + _TERMS_A_QUERY]}
        for term, document_pk, data in connection.execute(statement, part).all():
            if data and document_pk in known:
                found.setdefault(term, []).append((document_pk, data))
    return found
