"""Links between documents: the rare terms, names and cited works that two of them hold and few others do.

Computed from the word index: a document that is removed takes its links with it. Documents are compared like vectors of
their rare terms (tf-idf, cosine), by the strongest terms of each, so that time and memory grow with the number of
documents and not with its square. Only then are the texts looked at, of the pairs that are most alike: a plain word
counts where both documents use it in several places, a name wherever it stands.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.domain import Document, Place, Shared, SharedKind
from pincite.research.mentions import Mention, mentions, shared_name
from pincite.research.references import Entry, citing, entries, same_works
from pincite.store import Scope, Store
from pincite.store.vocabulary import RareTerms
from pincite.terms import analyse, fold

MOST_DOCUMENTS = 12
"""What more documents than these hold is no link, however large the library."""
_LINKS = 6
"""A document is linked to so many others that are most like it, and to those that it is most like to."""
_CANDIDATES = 10
"""So many are looked at."""
_TERMS_A_DOCUMENT = 2000
"""The strongest of its rare terms, by which a document is compared."""
_TERMS_A_PAIR = 24
"""So many terms of a pair are looked up in the texts."""
_SHOWN = 10
"""A link tells of so many things at most."""
_WORK = 3.0
"""A work that both cite counts like so many mentions of a name."""
_LEAST_THINGS = 2
"""One name that two documents share may be chance: a link needs two things, or a work …"""
_LEAST_WEIGHT = 0.04
"""… and this weight."""
_WORD_PLACES = 2
"""A plain word must stand in so many chunks of both documents, and in half as many documents as a name."""

_CALENDAR_AND_ADDRESSES = """januar februar märz mai juni juli oktober dezember montag dienstag mittwoch
    donnerstag freitag samstag sonntag janvi fevri mar avril juin juillet aout septembr octobr novembr decembr
    lund mard mercred jeud vendred samed dimanch ener febrer abril agost septiembr octubr noviembr diciembr lun
    mart miercol juev viern sab gennai febbrai april maggi giugn lugl settembr ottobr dicembr janeir fevereir
    març junh julh setembr outubr dezembr januari februari maart mei augustus http https www doi org com net edu
    gov html htm monday tuesday wednesday thursday friday saturday sunday php
    pdf isbn issn arxiv email mail vol proc nonetheless etc"""
"""As search terms, in German, French, Spanish, Italian, Portuguese and Dutch; English ones are common words."""
_LETTERS = re.compile(r"[^\W\d_]")
_QUANTITY = re.compile(r"\d+[^\W\d_]{1,3}")
_ROMAN = re.compile(r"[ivxlcdm]+")
_REPEATED = re.compile(r"(.)\1\1")
_CONSONANTS = re.compile("[bcdfghjklmnpqrstvwxz]{7}")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Link:
    """Two documents that hold the same rare things.

    Attributes:
        source: Key of the document that was added first.
        target: Key of the other.
        weight: How alike they are in what they share, 0…1.
        shared: What they share, the weightiest first.
        count: How many things that are, with those left out.
    """

    source: int
    target: int
    weight: float
    shared: tuple[Shared, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A document whose list of references names another one of the library."""

    source: int
    target: int
    entry: Shared


class _Weighed(NamedTuple):
    """Rare terms with their weights: one row for each term (or work) in each of its documents, by term."""

    term: NDArray[np.int64]
    document: NDArray[np.int64]
    weight: NDArray[np.float64]


def most_documents(documents: int) -> int:
    """How many of some documents may hold a thing that links them."""
    return max(2, min(MOST_DOCUMENTS, -(-documents // 4)))


def find_links(
    store: Store, scope: Scope, documents: Mapping[int, Document]
) -> tuple[list[Link], list[Reference]]:
    """The links between documents, and their references to each other, in order of their keys.

    Args:
        store: The library.
        scope: The documents looked at.
        documents: The same, by key.
    """
    lists = store.reference_chunks(scope)
    found = entries(lists)
    without = np.array(sorted(chunk.pk for chunk in lists), np.int64)
    most = most_documents(len(documents))
    rare = store.rare_terms(scope, most, wanted=wanted, without=without)
    works = _works(found, most)
    finder = _Links(store, documents, rare, works, found)
    return finder.links(), _references(store, found, documents)


def wanted(term: str) -> bool:
    """Whether a search term may be a link: no number, quantity, garbage or everyday word."""
    if len(term) < 3 or len(term) > 40 or _UNSPACED.search(term):
        return False
    letters = len(_LETTERS.findall(term))
    if letters < 2 or letters * 2 < len(term) or _QUANTITY.fullmatch(term):
        return False
    if _REPEATED.search(term) or _ROMAN.fullmatch(term) or _CONSONANTS.search(term):
        return False
    return term not in common_words() and ("_" not in term or not all(map(_everyday, term.split("_"))))


@functools.cache
def _everyday(part: str) -> bool:
    """Whether a part of a compound, which is not stemmed, says nothing."""
    return not _LETTERS.search(part) or common_words().issuperset(analyse(part))


@functools.cache
def common_words() -> frozenset[str]:
    """Search terms that are common everywhere, with names of months and days and parts of addresses."""
    text = resources.files("pincite.research").joinpath("common_words.txt").read_text(encoding="utf-8")
    return frozenset(text.split()) | frozenset(fold(_CALENDAR_AND_ADDRESSES).split())


def _works(found: Sequence[Entry], most: int) -> list[dict[int, int]]:
    """For each work that 2 to `most` documents cite: by document the position of its entry."""
    works = []
    for group in same_works(found):
        held: dict[int, int] = {}
        for position in group:
            known = held.get(found[position].document_pk)
            if known is None or len(found[known].text) < len(found[position].text):
                held[found[position].document_pk] = position
        if 2 <= len(held) <= most:
            works.append(held)
    return works


class _Links:
    """Finds the links of some documents."""

    def __init__(
        self,
        store: Store,
        documents: Mapping[int, Document],
        rare: RareTerms,
        works: Sequence[dict[int, int]],
        found: Sequence[Entry],
    ) -> None:
        self._store = store
        self._documents = documents
        self._pks = np.array(sorted(documents), np.int64)
        self._rare = rare
        self._works = works
        self._entries = found
        self._most = most_documents(len(documents))
        self._first_work = len(rare.terms)
        self._weighed = self._weigh()
        self._held = np.bincount(self._weighed.term, minlength=self._first_work + len(works))
        squares = np.bincount(self._weighed.document, self._weighed.weight**2, minlength=len(self._pks))
        self._norms = np.sqrt(squares)
        rows = zip(rare.term.tolist(), rare.document.tolist(), strict=True)
        self._row = {key: row for row, key in enumerate(rows)}

    def _weigh(self) -> _Weighed:
        """Rows of terms and works; `document` is a position in `_pks`."""
        rare = self._rare
        of_works = [
            (number, pk) for number, held in enumerate(self._works, self._first_work) for pk in sorted(held)
        ]
        table = np.array(of_works, np.int64).reshape(-1, 2)
        term = np.concatenate((rare.term, table[:, 0]))
        document = np.searchsorted(self._pks, np.concatenate((rare.document, table[:, 1])))
        # One mention may be chance; more of them say less and less.
        strength = np.concatenate((np.log2(rare.places + 0.5), np.full(len(table), _WORK)))
        idf = np.log1p(len(self._pks) / np.maximum(np.bincount(term), 1))[term]
        return _Weighed(term, document, idf * strength)

    def links(self) -> list[Link]:
        """The strongest links of each document."""
        pairs = self._alike()
        seen = self._looked_up(pairs)
        links = [link for pair, terms in pairs.items() if (link := self._link(pair, terms, seen)) is not None]
        return sorted(_strongest_links(links), key=lambda link: (link.source, link.target))

    def _alike(self) -> dict[tuple[int, int], list[int]]:
        """The terms of the pairs of documents that are most alike, the weightiest first, by positions in `_pks`."""
        keys, weights, terms = self._products()
        if not len(keys):
            return {}
        unique, inverse = np.unique(keys, return_inverse=True)
        one, other = np.divmod(unique, len(self._pks))
        alike = np.bincount(inverse, weights) / (self._norms[one] * self._norms[other])
        chosen = np.zeros(len(unique), np.bool_)
        chosen[_best_of_each(one, other, alike, _CANDIDATES, len(self._pks))] = True
        inside = chosen[inverse]
        order = np.lexsort((terms[inside], -weights[inside], keys[inside]))
        pairs: dict[tuple[int, int], list[int]] = defaultdict(list)
        for key, term in zip(keys[inside][order].tolist(), terms[inside][order].tolist(), strict=True):
            pair = divmod(key, len(self._pks))
            if len(pairs[pair]) < _TERMS_A_PAIR:
                pairs[pair].append(term)
        return pairs

    def _products(self) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """For each term and each two of its documents: the pair, the product of the weights, the term."""
        term, document, weight = _strongest_rows(self._weighed, _TERMS_A_DOCUMENT)
        starts = np.flatnonzero(np.diff(term, prepend=-1))
        sizes = np.diff(starts, append=len(term))
        parts = [
            (np.zeros(0, np.int64), np.zeros(0), np.zeros(0, np.int64)),
        ]
        for size in np.unique(sizes[sizes > 1]).tolist():
            rows = starts[sizes == size][:, None] + np.arange(size)
            low, high = np.triu_indices(size, 1)
            one, other = rows[:, low].ravel(), rows[:, high].ravel()
            keys = document[one] * len(self._pks) + document[other]
            parts.append((keys, weight[one] * weight[other], term[one]))
        keys, weights, terms = (np.concatenate(column) for column in zip(*parts, strict=True))
        return keys, weights, terms

    def _looked_up(self, pairs: Mapping[tuple[int, int], Sequence[int]]) -> dict[tuple[int, int], Mention]:
        """Mentions by (term, document key), read chunk by chunk."""
        needed: dict[int, set[int]] = defaultdict(set)
        for pair, terms in pairs.items():
            for position in pair:
                pk = int(self._pks[position])
                for term in terms:
                    if term < self._first_work:
                        needed[int(self._rare.first[self._row[term, pk]])].add(term)
        seen: dict[tuple[int, int], Mention] = {}
        keys = sorted(needed)
        for start in range(0, len(keys), _BATCH):
            for stored in self._store.chunks(keys[start : start + _BATCH]):
                named = {self._rare.terms[term]: term for term in needed[stored.pk]}
                language = self._documents[stored.document_pk].language
                for name, mention in mentions(stored, named, language).items():
                    seen[named[name], stored.document_pk] = mention
        return seen

    def _link(
        self, pair: tuple[int, int], terms: Sequence[int], seen: Mapping[tuple[int, int], Mention]
    ) -> Link | None:
        things = _distinct(self._things(pair, terms, seen))
        works = sum(thing.kind is SharedKind.WORK for thing in things)
        one, other = pair
        scale = float(self._norms[one] * self._norms[other])
        things = [replace(thing, weight=round(thing.weight / scale, 4)) for thing in things]
        weight = sum(thing.weight for thing in things)
        if not works and (len(things) < _LEAST_THINGS or weight < _LEAST_WEIGHT):
            return None
        shown = sorted(things, key=lambda thing: (-thing.weight, thing.text))[:_SHOWN]
        source, target = int(self._pks[one]), int(self._pks[other])
        return Link(source, target, min(weight, 1.0), tuple(shown), len(things))

    def _things(
        self, pair: tuple[int, int], terms: Sequence[int], seen: Mapping[tuple[int, int], Mention]
    ) -> Iterator[Shared]:
        source, target = (int(self._pks[position]) for position in pair)
        for term in terms:
            if term >= self._first_work:
                yield self._work(self._works[term - self._first_work], source, target, term)
                continue
            one, other = seen.get((term, source)), seen.get((term, target))
            named = shared_name(one, other) if one and other else None
            if one is None or other is None or named is None:
                continue
            rows = self._row[term, source], self._row[term, target]
            places, held = int(self._rare.places[list(rows)].min()), int(self._held[term])
            if named[0] is SharedKind.WORD and (places < _WORD_PLACES or held > max(2, self._most // 2)):
                continue
            weight = float(np.prod(self._weighed.weight[list(rows)]))
            yield Shared(*named, weight, held, _page(one.page_index), _page(other.page_index))

    def _work(self, held: Mapping[int, int], source: int, target: int, term: int) -> Shared:
        one, other = self._entries[held[source]], self._entries[held[target]]
        text = max((one.text, other.text), key=len)
        weight = float((np.log1p(len(self._pks) / len(held)) * _WORK) ** 2)
        places = _page(one.span.page_index), _page(other.span.page_index)
        return Shared(SharedKind.WORK, text, weight, int(self._held[term]), *places)


_BATCH = 400
"""Chunks are read so many at a time."""


def _page(index: int) -> Place:
    return Place(index, str(index))


def _strongest_rows(weighed: _Weighed, most: int) -> _Weighed:
    """The rows of the strongest terms of each document, in order of their terms."""
    order = np.lexsort((weighed.term, -weighed.weight, weighed.document))
    first = np.searchsorted(weighed.document[order], weighed.document[order])
    kept = np.sort(order[np.arange(len(order)) - first < most])
    by_term = kept[np.lexsort((weighed.document[kept], weighed.term[kept]))]
    return _Weighed(weighed.term[by_term], weighed.document[by_term], weighed.weight[by_term])


def _best_of_each(
    one: NDArray[np.int64], other: NDArray[np.int64], alike: NDArray[np.float64], most: int, documents: int
) -> list[int]:
    """Positions of the pairs that are among the `most` best of either of their documents."""
    left = np.zeros(documents, np.int64)
    chosen = []
    for position in np.lexsort((other, one, -alike)).tolist():
        if left[one[position]] < most or left[other[position]] < most:
            chosen.append(position)
            left[one[position]] += 1
            left[other[position]] += 1
    return chosen


def _strongest_links(links: Sequence[Link]) -> list[Link]:
    if not links:
        return []
    pks = np.array(sorted({pk for link in links for pk in (link.source, link.target)}), np.int64)
    one = np.searchsorted(pks, np.array([link.source for link in links]))
    other = np.searchsorted(pks, np.array([link.target for link in links]))
    alike = np.array([link.weight for link in links])
    return [links[position] for position in _best_of_each(one, other, alike, _LINKS, len(pks))]


def _distinct(things: Iterator[Shared]) -> list[Shared]:
    """Each thing once: the parts of a name and of a compound are one."""
    best: dict[str, Shared] = {}
    for thing in things:
        key = thing.text.casefold()
        if key not in best or best[key].weight < thing.weight:
            best[key] = thing
    return list(best.values())


def _references(store: Store, found: Sequence[Entry], documents: Mapping[int, Document]) -> list[Reference]:
    cited: dict[tuple[int, int], Reference] = {}
    for position, pk in citing(found, documents):
        entry = found[position]
        shared = Shared(SharedKind.WORK, entry.text, 1.0, 1, _page(entry.span.page_index))
        cited.setdefault((entry.document_pk, pk), Reference(entry.document_pk, pk, shared))
    return [cited[key] for key in sorted(cited)]
