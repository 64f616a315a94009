"""Lists of references: their entries, which entries of two documents name the same work, and which name a document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pincite.domain import BlockKind, Document, Sentence, Span
from pincite.store.vocabulary import ReferenceChunk
from pincite.terms import analyse, fold

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
_BROKEN_DOI = re.compile(r"(\b10\.\d{4,9}/\S*[./_-])\s+(?=[\w(]*\d)")
_ARXIV = re.compile(r"\barXiv[:\s]*((?:\d{4}\.\d{4,5})|(?:[a-z-]+(?:\.[A-Z]{2})?/\d{7}))", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d/.:-])(1[5-9]\d\d|20\d\d)(?![\d/:-])")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+|\b10\.\d{4,9}/\S+", re.IGNORECASE)
_LABEL = re.compile(r"^\s*(?:\[[^\]]{1,12}\]|\d{1,3}\.(?=\s))\s*")

_LEAST_SHARED = 5
"""So many words must two entries without a common DOI share to be of the same work …"""
_SHARED_PART = 0.7
"""… and so large a part of the shorter one."""
_TITLE_WORDS = 4
"""A title of fewer words may stand in the title of another work."""
_CANDIDATES = 40
"""Words that more entries hold are not used to look for others of the same work."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a list of references.

    Attributes:
        document_pk: Key of the document whose list it is in.
        text: Without its label, on one line.
        span: Where it begins.
        doi: Lower case; empty when it names none.
        arxiv_id: Without its version.
        year: The first one it names; 0 when it names none.
        words: Its search terms, without addresses.
    """

    document_pk: int
    text: str
    span: Span
    doi: str
    arxiv_id: str
    year: int
    words: frozenset[str]


def entries(chunks: Iterable[ReferenceChunk]) -> list[Entry]:
    """The entries of all lists of references, in order.

    Args:
        chunks: In order; an entry may go over from one into the next.
    """
    found: list[Entry] = []
    pieces: list[str] = []
    start: Span | None = None
    before: Span | None = None
    document_pk = 0
    for chunk in chunks:
        for sentence in chunk.sentences:
            if sentence.kind is not BlockKind.REFERENCE or not sentence.spans:
                continue
            if chunk.document_pk == document_pk and before is not None and sentence.spans[-1] <= before:
                continue  # repeated from the chunk before
            text = chunk.text[sentence.start : sentence.end]
            begins = chunk.document_pk != document_pk or _begins(before, sentence, text)
            if begins and start is not None:
                found.append(_entry(document_pk, pieces, start))
                pieces, start = [], None
            start = start or sentence.spans[0]
            pieces.append(text)
            document_pk, before = chunk.document_pk, sentence.spans[-1]
    if start is not None:
        found.append(_entry(document_pk, pieces, start))
    return found


def _begins(before: Span | None, sentence: Sentence, text: str) -> bool:
    """Whether a sentence is the first of its entry: after a blank line, or with a label of its own."""
    if before is None or _LABEL.match(text):
        return True
    first = sentence.spans[0]
    return first.page_index == before.page_index and first.start - before.end > 1


def _entry(document_pk: int, pieces: Sequence[str], start: Span) -> Entry:
    text = _LABEL.sub("", " ".join(" ".join(pieces).split()))
    whole = _BROKEN_DOI.sub(r"\1", text)
    doi = _DOI.search(whole)
    arxiv = _ARXIV.search(whole)
    plain = _ADDRESS.sub(" ", whole)
    year = _YEAR.search(plain)
    return Entry(
        document_pk,
        text,
        start,
        normal_doi(doi[0]) if doi else "",
        arxiv[1].lower() if arxiv else "",
        int(year[1]) if year else 0,
        frozenset(word for word in analyse(plain) if len(word) > 2),
    )


def normal_doi(doi: str) -> str:
    """A DOI as it is compared."""
    return doi.casefold().removeprefix("https://doi.org/").rstrip(".,;:)]/’”'\"")


def same_works(found: Sequence[Entry]) -> list[list[int]]:
    """Groups of entries, by position, that name the same work; those that stand alone are left out."""
    leader = list(range(len(found)))

    def root(position: int) -> int:
        while leader[position] != position:
            leader[position] = leader[leader[position]]
            position = leader[position]
        return position

    holders: dict[object, list[int]] = defaultdict(list)
    for position, entry in enumerate(found):
        for key in filter(None, (entry.doi, entry.arxiv_id)):
            holders[key].append(position)
    for positions in holders.values():
        for other in positions[1:]:
            leader[root(other)] = root(positions[0])
    by_word: dict[tuple[int, str], list[int]] = defaultdict(list)
    for position, entry in enumerate(found):
        for word in entry.words:
            by_word[entry.year, word].append(position)
    for position, entry in enumerate(found):
        for other in _nearby(position, entry, by_word):
            if root(other) != root(position) and _same(entry, found[other]):
                leader[root(other)] = root(position)
    groups: dict[int, list[int]] = defaultdict(list)
    for position in range(len(found)):
        groups[root(position)].append(position)
    return [group for group in groups.values() if len(group) > 1]


def _nearby(position: int, entry: Entry, by_word: Mapping[tuple[int, str], list[int]]) -> set[int]:
    """Later entries of the same year that share one of the rarer words."""
    near: set[int] = set()
    for word in entry.words:
        holders = by_word[entry.year, word]
        if len(holders) <= _CANDIDATES:
            near.update(other for other in holders if other > position)
    return near


def _same(one: Entry, other: Entry) -> bool:
    if one.doi and other.doi:
        return one.doi == other.doi
    shared = len(one.words & other.words)
    return shared >= _LEAST_SHARED and shared >= _SHARED_PART * min(len(one.words), len(other.words))


def citing(found: Sequence[Entry], documents: Mapping[int, Document]) -> list[tuple[int, int]]:
    """Which entries name a document of the library: (position of the entry, key of the document).

    By DOI or arXiv id, else by the whole title.
    """
    by_id: dict[str, int] = {}
    titles: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for pk, document in documents.items():
        facts = document.facts
        for key in (normal_doi(facts.doi), facts.arxiv_id.lower()):
            if key:
                by_id[key] = pk
        words = _plain(document.title)
        if len(set(words.split())) >= _TITLE_WORDS:
            titles[max(words.split(), key=len)].append((words, pk))
    cited: list[tuple[int, int]] = []
    for position, entry in enumerate(found):
        pk = by_id.get(entry.doi) or by_id.get(entry.arxiv_id) or 0
        if not pk and not entry.doi:
            pk = _titled(entry.text, titles)
        if pk and pk != entry.document_pk:
            cited.append((position, pk))
    return cited


def _titled(text: str, titles: Mapping[str, list[tuple[str, int]]]) -> int:
    """Key of the document whose title stands in a text, the longest; 0 for none."""
    plain = f" {_plain(text)} "
    fitting = [
        (len(title), pk)
        for word in set(plain.split())
        for title, pk in titles.get(word, ())
        if f" {title} " in plain
    ]
    return max(fitting)[1] if fitting else 0


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(text)))
