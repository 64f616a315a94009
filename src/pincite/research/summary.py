"""Summaries: what a document tells about each aspect that its reader wants to know, cited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.domain import Document, DocumentKind, Summary
from pincite.encode.contract import Encoder, Floats
from pincite.research.aspects import Aspect
from pincite.research.chapters import MOST_PARTS, chapters, main_ideas
from pincite.research.choosing import Chosen, choose
from pincite.research.probes import probe_scores
from pincite.research.reading import Reading, read_document
from pincite.research.told import Told, ToldSentence, from_plain, numbered, to_plain
from pincite.store import Store
from pincite.store.results import result_key

VERSION = 1
"""Of this code and its aspects; a summary that another version made is made again."""

KIND = "summary"
SENTENCES = 3
MOST_SENTENCES = 10


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be summarised, and how.

    Attributes:
        document: The document.
        kind: The kind of document whose aspects these are.
        aspects: What to tell.
        sentences: Most sentences of an aspect.
        fresh: Whether to make again what was kept.
    """

    document: Document
    kind: str
    aspects: tuple[Aspect, ...]
    sentences: int = SENTENCES
    fresh: bool = False


class Summariser:
    """Makes one summary.

    Args:
        request: What is to be summarised.
        store: The library.
        encoder: Gives the encoder that the library was indexed with.
    """

    def __init__(self, request: Request, store: Store, encoder: Callable[[], Encoder]) -> None:
        self._request = request
        self._store = store
        self._encoder = encoder

    def run(self) -> Summary:
        """The summary.

        Raises:
            NotFoundError: if the document is removed meanwhile.
            LibraryDamagedError: if a quote is not what stands at its place.
        """
        begin = time.perf_counter()
        told: list[Told] = []
        made = 0
        for aspect in self._request.aspects:
            kept = None if self._request.fresh else self._kept(aspect)
            if kept is None:
                made += 1
                kept = self._quoted(aspect)
                self._keep(kept)
            told.append(kept)
        sections, citations = numbered(self._store, told)
        return Summary(
            document=self._request.document,
            kind=self._request.kind,
            mode="quoted",
            sections=sections,
            citations=citations,
            pages_read=_pages(page for section in sections for page in section.pages_read),
            pages_used=_pages(span.page_index for citation in citations for span in citation.spans),
            cached=not made,
            seconds=time.perf_counter() - begin,
        )

    # What is kept

    def _key(self, aspect: Aspect) -> str:
        request = self._request
        made_from = {
            "version": VERSION,
            "document": request.document.sha256,
            "kind": request.kind,
            "aspect": aspect.name,
            # A sentence is used once in a summary, so each aspect depends on the others.
            "aspects": [other.name for other in request.aspects],
            "sentences": request.sentences,
            "encoder": self._store.meta("encoder"),
        }
        return result_key(KIND, made_from)

    def _kept(self, aspect: Aspect) -> Told | None:
        kept = self._store.results.get(self._key(aspect))
        return None if kept is None else from_plain(kept, aspect, self._request.document)

    def _keep(self, told: Told) -> None:
        self._store.results.put(self._key(told.aspect), KIND, to_plain(told), [self._request.document.id])

    # Quoted

    @cached_property
    def _reading(self) -> Reading:
        contract = (
            self._request.document.facts.kind is DocumentKind.CONTRACT or self._request.kind == "contract"
        )
        return read_document(self._store, self._request.document, clauses=contract)

    @cached_property
    def _near(self) -> Floats:
        probes = [aspect.probes for aspect in self._request.aspects]
        return probe_scores(self._store, self._encoder, self._reading, probes)

    @cached_property
    def _chosen(self) -> dict[str, list[Chosen]]:
        """The sentences of each aspect by its name."""
        numbers = [n for n, aspect in enumerate(self._request.aspects) if not aspect.layout]
        aspects = [self._request.aspects[n] for n in numbers]
        found = choose(self._reading, aspects, self._near[:, numbers], self._request.sentences)
        return {aspect.name: chosen for aspect, chosen in zip(aspects, found, strict=True)}

    def _quoted(self, aspect: Aspect) -> Told:
        with self._store.snapshot():
            return Told(aspect, tuple(self._sentences(aspect)), pages_read=self._reading.pages)

    def _sentences(self, aspect: Aspect) -> Iterator[ToldSentence]:
        quote = self._reading.quote
        if aspect.layout == "parts":
            for chapter in chapters(self._reading)[:MOST_PARTS]:
                title = chapter.heading
                yield ToldSentence(" ".join(title.text.split()), (quote(title),), lead="\n- ")
        elif aspect.layout == "chapters":
            column = self._request.aspects.index(aspect)
            for chosen in main_ideas(self._reading, aspect, self._near[:, column]):
                yield ToldSentence(chosen.line.text, (quote(chosen.line),), lead="\n- ")
        else:
            for chosen in self._chosen[aspect.name]:
                yield ToldSentence(chosen.line.text, (quote(chosen.line),))


def _pages(pages: Iterator[int] | Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(set(pages)))
