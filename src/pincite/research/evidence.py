"""The sentences of one document that say most about something, found by several questions at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.cite import Quote
from pincite.answer.quote import Candidate, rank_sentences
from pincite.answer.sources import Source
from pincite.domain import Document, Sentence
from pincite.search.engine import Engine, Stages
from pincite.store import Store
from pincite.terms import analyse

PASSAGES = 20
"""Sentences are taken from so many of the best passages for each question."""
SECTION_BONUS = 0.1
"""Added to the score of a sentence under a heading that is hinted at."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A sentence of a document.

    Attributes:
        source: Its passage; passages are numbered from 1 in the order of their best sentences.
        sentence: Its position in `source.stored.chunk.sentences`.
        score: How well it fits the question that it fits best, about 0…1.
        text: Verbatim.
        quote: The same, to be cited.
    """

    source: Source
    sentence: int
    score: float
    text: str
    quote: Quote

    @property
    def place(self) -> Sentence:
        """Where it stands in its passage and on its page."""
        return self.source.stored.chunk.sentences[self.sentence]

    @property
    def section(self) -> tuple[str, ...]:
        """Titles of the headings above it."""
        return self.source.stored.chunk.section


class Finder:
    """Looks for sentences within single documents. Safe to use from several threads.

    Args:
        store: The library.
        engine: Its search.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine

    def find(
        self, document: Document, probes: Sequence[str], *, limit: int, sections: Sequence[str] = ()
    ) -> list[Found]:
        """The document's sentences that fit any of the probes best, best first; each place once.

        Args:
            document: Where to look.
            probes: Questions, or any other text.
            limit: At most so many sentences.
            sections: Words in titles of sections where it is likely to stand, e.g. "limitations".

        Raises:
            NotFoundError: if the document is gone.
            ModelError: if the encoder cannot be used.
        """
        hints = frozenset(term for title in sections for term in analyse(title, document.language))
        best: dict[tuple[object, ...], Candidate] = {}
        with self._store.snapshot():
            scope = self._store.scope(None, [document.id])
            for probe in probes:
                retrieval = self._engine.search(probe, PASSAGES, scope, Stages(), evidence=PASSAGES)
                for candidate in rank_sentences(probe, retrieval, PASSAGES):
                    place: tuple[object, ...] = candidate.sentence.spans
                    raised = _raised(candidate, hints)
                    if place not in best or best[place].score < raised.score:
                        best[place] = raised
        ranked = sorted(best.values(), key=lambda c: (-c.score, c.evidence.stored.ordinal, c.number))
        return _numbered(ranked[:limit], document)


def _raised(candidate: Candidate, hints: frozenset[str]) -> Candidate:
    passage = candidate.evidence.passage
    if not hints.intersection(analyse(" ".join(passage.section), passage.document.language)):
        return candidate
    return replace(candidate, score=candidate.score + SECTION_BONUS)


def _numbered(ranked: Sequence[Candidate], document: Document) -> list[Found]:
    sources: dict[int, Source] = {}
    found = []
    for candidate in ranked:
        stored = candidate.evidence.stored
        if stored.pk not in sources:
            sources[stored.pk] = Source(len(sources) + 1, stored, document, candidate.evidence.passage)
        sentence = candidate.sentence
        quote = Quote(candidate.text, document, sentence.spans, sentence.reading)
        found.append(Found(sources[stored.pk], candidate.number, candidate.score, candidate.text, quote))
    return found
