"""Summaries: what a document tells about each aspect that its reader wants to know, cited."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pincite.answer.ask import Composing
from pincite.domain import Document, Summary
from pincite.encode.contract import Encoder, Floats
from pincite.research.aspects import Aspect
from pincite.research.central import CENTRAL, central_sentences
from pincite.research.chapters import MOST_PARTS, chapters, main_ideas
from pincite.research.choosing import Chosen, choose, rank
from pincite.research.probes import probe_scores
from pincite.research.reading import Reading, read_document
from pincite.research.summary_compose import AspectWriter
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
        chosen: Whether the user named the aspects.
        fresh: Whether to make again what was kept.
    """

    document: Document
    kind: str
    aspects: tuple[Aspect, ...]
    sentences: int = SENTENCES
    chosen: bool = False
    fresh: bool = False


class Summariser:
    """Makes one summary.

    Args:
        request: What is to be summarised.
        store: The library.
        encoder: Gives the encoder that the library was indexed with.
        composing: How a language model takes part. If it is required, its failure at the first aspect is the summary's
            failure; otherwise what it fails at is quoted, and said to be.
        progress: Told the title of each aspect before it is sought.
    """

    def __init__(
        self,
        request: Request,
        store: Store,
        encoder: Callable[[], Encoder],
        composing: Composing,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self._request = request
        self._store = store
        self._encoder = encoder
        self._model = composing.model
        self._composing = composing
        self._progress = progress
        self._failure = composing.failure
        self._made = 0
        self._written = 0
        self._model_has_read = False

    def run(self) -> Summary:
        """The summary.

        Raises:
            NotFoundError: if the document is removed meanwhile.
            ModelError: if the encoder, or a language model that is required, cannot be used.
            LibraryDamagedError: if a quote is not what stands at its place.
        """
        begin = time.perf_counter()
        told = [self._told(aspect) for aspect in self._request.aspects]
        if not self._request.chosen and not any(one.sentences for one in told):
            told.append(self._told(CENTRAL))
        sections, citations = numbered(self._store, told)
        composed = any(section.mode == "composed" for section in sections)
        model = self._composing.model if self._model_has_read or composed else None
        return Summary(
            document=self._request.document,
            kind=self._request.kind,
            mode="composed" if composed else "quoted",
            sections=sections,
            citations=citations,
            pages_read=_pages(page for section in sections for page in section.pages_read),
            pages_used=_pages(span.page_index for citation in citations for span in citation.spans),
            model=model.use if model else None,
            failure=self._failure,
            cached=not self._made,
            seconds=time.perf_counter() - begin,
        )

    def _told(self, aspect: Aspect) -> Told:
        written = self._model is not None and aspect.layout != "parts"
        if kept := self._kept(aspect, written=written):
            return kept
        self._made += 1
        if self._progress is not None:
            self._progress(aspect.title)
        if not written:
            return self._keep(self._quoted(aspect), written=False)
        made = self._write(aspect)
        # What a failure has spoilt is not kept: the next time it may go well.
        return made if made.failure else self._keep(made, written=True)

    # What is kept

    def _key(self, aspect: Aspect, *, written: bool) -> str:
        request, model = self._request, self._composing.model if written else None
        made_from = {
            "version": VERSION,
            "document": request.document.sha256,
            "kind": request.kind,
            "aspect": aspect.name,
            # A sentence is quoted once in a summary, so each aspect depends on the others.
            "aspects": [other.name for other in request.aspects],
            "sentences": request.sentences,
            "encoder": self._store.meta("encoder"),
            "model": [model.use.provider, model.use.name, model.version] if model else None,
            "max_tokens": self._composing.max_tokens if model else None,
        }
        return result_key(KIND, made_from)

    def _kept(self, aspect: Aspect, *, written: bool) -> Told | None:
        if self._request.fresh:
            return None
        kept = self._store.results.get(self._key(aspect, written=written))
        return None if kept is None else from_plain(kept, aspect, self._request.document)

    def _keep(self, told: Told, *, written: bool) -> Told:
        key = self._key(told.aspect, written=written)
        self._store.results.put(key, KIND, to_plain(told), [self._request.document.id])
        return told

    # Composed

    def _write(self, aspect: Aspect) -> Told:
        """In the model's words; in the document's own where that fails."""
        with self._store.snapshot():
            lines = [chosen.line for chosen in self._candidates(aspect)]
        if self._model is None or not lines:
            return self._quoted(aspect, failure=self._failure if lines else "")
        writer = AspectWriter(
            self._reading, self._store, self._encoder, self._model, self._composing.max_tokens
        )
        attempt = writer.write(aspect, lines, self._request.sentences)
        self._model_has_read |= attempt.read
        if attempt.told is not None:
            self._written += 1
            return attempt.told
        if attempt.error is not None and self._composing.required and not self._written:
            raise attempt.error
        if attempt.hopeless:
            self._model, self._failure = None, attempt.failure
        return self._quoted(aspect, attempt.removed, attempt.failure)

    # Quoted

    @cached_property
    def _reading(self) -> Reading:
        document = self._request.document
        contract = "contract" in (self._request.kind, document.facts.kind)
        return read_document(self._store, document, clauses=contract)

    @cached_property
    def _near(self) -> Floats:
        probes = [aspect.probes for aspect in self._request.aspects]
        return probe_scores(self._store, self._encoder, self._reading, probes)

    @cached_property
    def _ranked(self) -> list[list[Chosen]]:
        """For each aspect the sentences that may tell it, best first."""
        ranked = rank(self._reading, self._request.aspects, self._near)
        return [
            main_ideas(self._reading, aspect, self._near[:, number]) if aspect.layout == "chapters" else found
            for number, (aspect, found) in enumerate(zip(self._request.aspects, ranked, strict=True))
        ]

    @cached_property
    def _chosen(self) -> list[list[Chosen]]:
        """For each aspect the sentences that are quoted."""
        plain = [
            [] if aspect.layout else ranked
            for aspect, ranked in zip(self._request.aspects, self._ranked, strict=True)
        ]
        chosen = choose(self._reading, plain, self._request.sentences)
        return [
            ranked if aspect.layout else found
            for aspect, ranked, found in zip(self._request.aspects, self._ranked, chosen, strict=True)
        ]

    def _candidates(self, aspect: Aspect) -> list[Chosen]:
        if aspect is CENTRAL:
            return central_sentences(self._reading, self._request.sentences)
        return self._ranked[self._request.aspects.index(aspect)]

    def _quoted(self, aspect: Aspect, removed: tuple[ToldSentence, ...] = (), failure: str = "") -> Told:
        with self._store.snapshot():
            sentences = tuple(self._sentences(aspect))
            return Told(aspect, sentences, "quoted", self._reading.pages, removed, failure)

    def _sentences(self, aspect: Aspect) -> Iterator[ToldSentence]:
        quote = self._reading.quote
        if aspect.layout == "parts":
            for chapter in chapters(self._reading)[:MOST_PARTS]:
                title = chapter.heading
                yield ToldSentence(" ".join(title.text.split()), (quote(title),), lead="\n- ")
            return
        lead = "\n- " if aspect.layout == "chapters" else " "
        central = aspect is CENTRAL
        found = self._candidates(aspect) if central else self._chosen[self._request.aspects.index(aspect)]
        for chosen in found:
            yield ToldSentence(chosen.line.text, (quote(chosen.line),), lead)


def _pages(pages: Iterator[int]) -> tuple[int, ...]:
    return tuple(sorted(set(pages)))
