"""A document read from end to end: its sentences in order, each with where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.answer.cite import Quote
from pincite.domain import BlockKind, Document, Sentence, Span
from pincite.store import Store, StoredChunk

_EVERY_CHUNK = 1_000_000
_NUMBERING = re.compile(
    r"^(?:(?:article|section|chapter|part|appendix|annex|clause|kapitel|abschnitt|teil|artikel|chapitre|partie|"
    r"cap[ií]tulo|capitolo|parte|sezione|articolo)\s+[\dIVXLA-H]{1,5}(?:[.\-]\d{1,3})*[.):]?|"
    r"\d{1,3}(?:[.\-]\d{1,3})*[.):]?|[IVXLA-H]{1,5}(?:\.\d{1,3})*[.):])\s+|^§+\s*[\d.]+\s*",
    re.IGNORECASE,
)
_CLAUSE_TITLE = re.compile(
    r"^(?:(?:section|article|clause|§)\s*)?(?:\(?\d{1,2}(?:\.\d{1,2})*[.)]?|\(?[a-z][.)]|[IVX]{1,5}\.)\s+"
    r"(?P<title>[A-Z][^.:;–—]{2,70}?)(?:\s*[.:]|\s+[-–—])(?:\s|$)",
)
_SMALL_WORDS = frozenset("and of or the to in on for with by a an from upon as at &".split())
_MOST_TITLE_WORDS = 9
_TEXT = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_STOPS = tuple(".!?:;。！？…")
_OPENERS = frozenset(
    "The A An In It This That These We If For However On At By All No Any Such Each Our Its As When To And But".split()
)
_COMPANY = re.compile(r"(?:Inc|Corp|Ltd|Co|L\.L\.C|LLC|S\.A|N\.V|Bros)\.$")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A sentence of a document.

    Attributes:
        position: Its number in the document, from 0.
        stored: The chunk it begins in.
        number: Its number there.
        kind: Kind of its block.
        text: Its text; parts that indexing cut it into, because it was too long, are joined.
        spans: Their places on the pages.
        reading: Whether the text is a reading of a table's row.
        section: Titles of the headings it stands under.
        place: How far into the document it stands, 0…1.
        first: How many sentences of its section stand before it.
    """

    position: int
    stored: StoredChunk
    number: int
    kind: BlockKind
    text: str
    spans: tuple[Span, ...]
    reading: bool
    section: tuple[str, ...]
    place: float
    first: int

    @property
    def pages(self) -> tuple[int, ...]:
        """Pages it stands on."""
        return tuple(dict.fromkeys(span.page_index for span in self.spans))


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A sentence as it was indexed."""

    stored: StoredChunk
    number: int
    section: tuple[str, ...]
    place: float

    @property
    def sentence(self) -> Sentence:
        return self.stored.chunk.sentences[self.number]

    @property
    def text(self) -> str:
        return self.stored.chunk.text[self.sentence.start : self.sentence.end]


@dataclass(frozen=True, eq=False)
class Reading:
    """A document with all its indexed text.

    Attributes:
        document: The document.
        chunks: In order.
        clauses: Whether titles may begin the sentence that they name, as in contracts: "8. Term. This …".
    """

    document: Document
    chunks: Sequence[StoredChunk]
    clauses: bool = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its sentences in order, each once."""
        return self._read[0]

    @property
    def bounds(self) -> tuple[int, ...]:
        """For each line the number of the first indexed sentence it is made of, those repeated in chunks left out."""
        return self._read[1]

    @cached_property
    def pages(self) -> tuple[int, ...]:
        """Pages that have indexed text."""
        found = {span.page_index for chunk in self.chunks for s in chunk.chunk.sentences for span in s.spans}
        return tuple(sorted(found))

    def quote(self, line: Line) -> Quote:
        """A sentence of the document as what is to be cited."""
        return Quote(line.text, self.document, line.spans, line.reading)

    @cached_property
    def _read(self) -> tuple[tuple[Line, ...], tuple[int, ...]]:
        lines: list[Line] = []
        bounds: list[int] = []
        first = number = 0
        section: tuple[str, ...] = ()
        for group in _joined(self._parts()):
            begin = group[0]
            first = first + 1 if begin.section == section else 0
            section = begin.section
            lines.append(
                Line(
                    len(lines),
                    begin.stored,
                    begin.number,
                    begin.sentence.kind,
                    " ".join(part.text for part in group),
                    tuple(span for part in group for span in part.sentence.spans),
                    begin.sentence.reading,
                    section,
                    begin.place,
                    first,
                )
            )
            bounds.append(number)
            number += len(group)
        return tuple(lines), tuple(bounds)

    def _parts(self) -> Iterator[_Part]:
        total = sum(len(stored.chunk.text) for stored in self.chunks) or 1
        before = 0
        clause = ""
        above: tuple[str, ...] = ()
        for stored in self.chunks:
            for number, section in self._sections(stored):
                sentence = stored.chunk.sentences[number]
                place = (before + sentence.start) / total
                part = _Part(stored, number, section, place)
                if section != above:
                    above, clause = section, ""
                if self.clauses and sentence.kind in _TEXT:
                    clause = _clause_title(part.text) or clause
                yield _Part(stored, number, (*section, clause), place) if clause else part
            before += len(stored.chunk.text)

    def _sections(self, stored: StoredChunk) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The new sentences of a chunk with their sections: it knows that of its beginning, small ones may follow."""
        chunk = stored.chunk
        section = chunk.section
        body = False
        for number in range(chunk.overlap, len(chunk.sentences)):
            sentence = chunk.sentences[number]
            if sentence.kind is not BlockKind.HEADING or sentence.reading:
                body = True
            elif body:
                title = " ".join(chunk.text[sentence.start : sentence.end].split())
                above = self._levels.get(section[-1], 1) if section else 0
                deeper = self._levels.get(title, above) > above
                section = (*section, title) if deeper else (*section[:-1], title)
            yield number, section

    @cached_property
    def _levels(self) -> dict[str, int]:
        return {" ".join(entry.title.split()): entry.level for entry in self.document.outline}


def read_document(store: Store, document: Document, *, clauses: bool = False) -> Reading:
    """Read a document.

    Raises:
        NotFoundError: if it is no longer there.
    """
    pks = store.scope(None, [document.id]).document_pks or ()
    chunks = [chunk for pk in pks for chunk in store.neighbours(pk, 0, 0, _EVERY_CHUNK)]
    return Reading(document, chunks, clauses)


def bare_title(title: str) -> str:
    """A heading without its number: "3.2 Limitations" → "Limitations"."""
    bare = _NUMBERING.sub("", title.strip(), count=1).strip(" .:[]—–-")
    return bare or title.strip()


def _joined(parts: Iterator[_Part]) -> Iterator[list[_Part]]:
    """Sentences in one piece again."""
    group: list[_Part] = []
    for part in parts:
        if group and _continues(group[-1], part):
            group.append(part)
            continue
        if group:
            yield group
        group = [part]
    if group:
        yield group


def _continues(one: _Part, other: _Part) -> bool:
    """Whether a sentence was cut between the two: too long for a chunk, or a company's "Inc." taken for its end."""
    if one.sentence.kind is not other.sentence.kind or one.sentence.kind not in _TEXT:
        return False
    if one.stored is other.stored and "\n" in one.stored.chunk.text[one.sentence.end : other.sentence.start]:
        return False
    begin = other.text[:1]
    if one.text.endswith("U.S.") and begin.isupper():
        return other.text.split()[0] not in _OPENERS
    if _COMPANY.search(one.text):
        return begin == "(" or begin.islower()
    if one.text.endswith(_STOPS):
        return False
    last, first = one.sentence.spans[-1], other.sentence.spans[0]
    adjacent = last.page_index == first.page_index and 0 <= first.start - last.end <= 1
    return adjacent or begin.islower() or begin in "(“\"'"


def _clause_title(text: str) -> str:
    """The title that a clause begins with; empty where it begins with none."""
    match = _CLAUSE_TITLE.match(text)
    if match is None:
        return ""
    title = match["title"].strip()
    words = title.split()
    named = all(word[0].isupper() or not word[0].isalpha() or word in _SMALL_WORDS for word in words)
    return title if named and len(words) <= _MOST_TITLE_WORDS else ""
