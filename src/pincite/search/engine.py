"""A question → passages, each with what every stage thought of it."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from pincite.config import SearchSettings
from pincite.domain import Document, Passage, Scores
from pincite.encode.contract import Encoder, Floats, QuestionEncoding
from pincite.encode.cross import CrossEncoder
from pincite.encode.tokens import unpack_tokens
from pincite.languages import question_language, question_languages
from pincite.places import names_range, place_label
from pincite.search.dense import DenseRows, top
from pincite.search.fuse import reciprocal_rank, standardised, weighted
from pincite.search.held import Held
from pincite.search.rerank import Interaction, interact, token_weights
from pincite.search.similar import SimilarDocument, most_similar
from pincite.search.titles import title_scores
from pincite.search.words import instead_of, match_words
from pincite.store import ChunkPlace, Scope, Store, StoredChunk
from pincite.store.codec import storable
from pincite.terms import numbered_terms, question_terms

EVIDENCE = 10
"""How many of the best passages an answer may be made from."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Which stages take part in a search; each can be switched off."""

    lexical: bool = True
    dense: bool = True
    page: bool = True
    rerank: bool = True
    precise: bool = False

    @property
    def need_encoder(self) -> bool:
        """Whether any stage reads vectors."""
        return self.dense or self.rerank


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A passage with its token cosines, from which answers are made.

    Attributes:
        stored: The chunk.
        position: Row of `Retrieval.interaction`.
        passage: What the user sees of it.
    """

    stored: StoredChunk
    position: int
    passage: Passage


@dataclass(slots=True, eq=False)
class Retrieval:
    """Result of a search.

    Attributes:
        passages: Best first.
        evidence: The first EVIDENCE passages, ready for answering; empty without rerank.
        interaction: Token cosines of the evidence.
        term_groups: The question's search terms.
        numbered: Those of its numbers that stand behind a word: see `terms.numbered_terms`.
        languages: Of the documents searched, the most frequent first.
        encoder: Name of the one whose vectors took part; empty where none did, WORDS or PAIRS where it cannot read
            the question.
        timings: Seconds by stage.
    """

    passages: list[Passage] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    interaction: Interaction | None = None
    term_groups: list[tuple[str, ...]] = field(default_factory=list)
    numbered: list[str] = field(default_factory=list)
    languages: tuple[str, ...] = ()
    encoder: str = ""
    timings: dict[str, float] = field(default_factory=dict)

    @property
    def searched(self) -> list[tuple[str, ...]]:
        """All that is looked for in the index, each with its forms."""
        return [*self.term_groups, *((term,) for term in self.numbered)]

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to a stage."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.timings[stage] = self.timings.get(stage, 0.0) + time.perf_counter() - begin


@dataclass(slots=True, eq=False)
class _Candidates:
    """Arrays of one length, one entry a candidate."""

    pks: NDArray[np.int64]
    lexical: NDArray[np.float64]
    dense: NDArray[np.float64]
    fused: NDArray[np.float64]

    def first(self, count: int) -> _Candidates:
        order = np.argsort(-self.fused, kind="stable")[:count]
        return _Candidates(self.pks[order], self.lexical[order], self.dense[order], self.fused[order])


class Engine:
    """Searches one library. Safe to use from several threads.

    Args:
        store: The library.
        encoder: Gives the encoder; called when it is first needed.
        settings: Weights and numbers of candidates.
        cross_encoder: Gives the cross-encoder of "precise" mode.
    """

    def __init__(
        self,
        store: Store,
        encoder: Callable[[], Encoder],
        settings: SearchSettings,
        cross_encoder: Callable[[], CrossEncoder] | None = None,
    ) -> None:
        self._store = store
        self._encoder = encoder
        self._settings = settings
        self._cross_encoder = cross_encoder
        self._held = Held(store)

    def through(self, store: Store) -> Self:
        """The engine for those who see a part of the library only; what is held in memory is that of this one.

        Args:
            store: This engine's store as they see it, by `Store.seen_by`.
        """
        engine = copy.copy(self)
        engine._store = store
        return engine

    def searching_by(self, settings: SearchSettings) -> Self:
        """The engine with other settings; what is held in memory is that of this one."""
        engine = copy.copy(self)
        engine._settings = settings
        return engine

    def search(
        self, question: str, k: int, scope: Scope, stages: Stages, fusion: str | None = None
    ) -> Retrieval:
        """Find the k passages that fit a question best.

        Args:
            question: Any text; none of it is syntax.
            k: Number of passages, at least 1.
            scope: What may be found; applied before anything is ranked.
            stages: Which stages take part.
            fusion: "weighted" or "rrf"; as set when None.
        """
        # JSON can carry lone surrogates, which neither tokenizers nor SQL take.
        with self._held.slots:
            return self._search(storable(question), k, scope, stages, fusion)

    def _search(self, question: str, k: int, scope: Scope, stages: Stages, fusion: str | None) -> Retrieval:
        result = Retrieval()
        reranked = stages.rerank
        encoded: QuestionEncoding | None = None
        if stages.need_encoder:
            with result.timed("encode"):
                encoder = self._encoder()
                words = instead_of(encoder, question) if stages.lexical else ""
                if words:
                    stages = replace(stages, dense=False, rerank=False)
                else:
                    encoded = encoder.encode_question(question)
            result.encoder = words or encoder.identity.name
        with self._store.snapshot():
            scope = self._store.scope_now(scope)
            rows = self._rows() if stages.need_encoder else None
            result.languages = self._store.languages(scope) or ("en",)
            own = question_language(question, result.languages)
            asked = question_languages(question, result.languages)
            result.term_groups = question_terms(question, asked, own)
            result.numbered = list(dict.fromkeys(numbered_terms(question, (*asked[:1], own))))
            candidates = self._candidates(
                result, scope, stages, rows, encoded, fusion or self._settings.fusion
            )
            candidates = candidates.first(max(k, self._settings.candidates))
            with result.timed("load"):
                places = self._store.chunk_places(candidates.pks.tolist())
            scores = self._final(result, candidates, places, scope, stages, rows, encoded)
            order = sorted(range(len(places)), key=lambda i: (-scores[i].final, places[i].pk))
            if stages.precise and places:
                with result.timed("precise"):
                    order, scores = self._precise(question, order, scores, places)
            with result.timed("load"):
                self._finish(result, order[:k], places, scores, reranked)
            if reranked and not stages.rerank:
                with result.timed("rerank"):
                    self._by_words(result)
        return result

    def similar(self, document: str, count: int) -> list[SimilarDocument]:
        """The documents that resemble a document most, the most similar first; none if it has no text.

        Args:
            document: As for `Store.document`.
            count: At most so many, of those that are seen.
        """
        dims = self._encoder().identity.dims
        with self._store.snapshot():
            (pk,) = self._store.scope(documents=[document]).document_pks or ()
            among = self._store.scope().document_pks
            scores = dict(most_similar(self._held.rows(dims), pk, among, count))
            documents = self._held.documents(self._store, set(scores))
        return [SimilarDocument(documents[pk], score) for pk, score in scores.items() if pk in documents]

    def _rows(self) -> DenseRows:
        return self._held.rows(self._encoder().identity.dims)

    def _candidates(
        self,
        result: Retrieval,
        scope: Scope,
        stages: Stages,
        rows: DenseRows | None,
        encoded: QuestionEncoding | None,
        fusion: str,
    ) -> _Candidates:
        depth = self._settings.candidates
        hits: dict[int, float] = {}
        if stages.lexical and result.term_groups:
            with result.timed("lexical"):
                # Deeper than the candidates, so that most of those found by meaning have their BM25 too.
                hits = dict(self._store.search_chunks(result.searched, scope, 10 * depth))
        found = list(hits)[:depth]
        cosines = np.zeros(0, np.float32)
        if stages.dense and rows is not None and encoded is not None:
            with result.timed("dense"):
                cosines = rows.matrix @ encoded.pooled
                nearest = rows.chunk_pks[top(cosines, rows.in_scope(scope), depth)]
                found = list(dict.fromkeys([*found, *nearest.tolist()]))
        pks = np.array(found, np.int64)
        with result.timed("fuse"):
            lexical = np.array([hits.get(pk, 0.0) for pk in found], np.float64)
            if not (stages.dense and rows is not None):
                return _Candidates(pks, lexical, np.full(len(pks), np.nan), lexical)
            places = rows.rows_of(pks)
            known = places >= 0  # a chunk that another process added after the vectors were read has none yet
            pks, lexical, places = pks[known], lexical[known], places[known]
            dense = cosines[places].astype(np.float64)
            if not stages.lexical or not result.term_groups:
                fused = dense
            elif fusion == "rrf":
                fused = reciprocal_rank(lexical, dense, self._settings.rrf_k)
            else:
                fused = weighted(lexical, dense, self._settings.lexical_weight)
        return _Candidates(pks, lexical, dense, fused)

    def _final(
        self,
        result: Retrieval,
        candidates: _Candidates,
        places: Sequence[ChunkPlace],
        scope: Scope,
        stages: Stages,
        rows: DenseRows | None,
        encoded: QuestionEncoding | None,
    ) -> list[Scores]:
        pages = titles = np.zeros(len(places))
        has_words = stages.lexical and bool(result.term_groups)
        use_pages = stages.page and has_words
        use_titles = stages.rerank and encoded is not None and has_words
        if use_pages:
            with result.timed("page"):
                pages = self._page_scores(result.searched, scope, places)
        if use_titles:
            with result.timed("title"):
                documents = [place.document_pk for place in places]
                titles = title_scores(result.term_groups, self._store.titles(set(documents)), documents)
        late: Floats | None = None
        final = candidates.fused
        if stages.rerank and encoded is not None and rows is not None and places:
            with result.timed("rerank"):
                late = self._late(result, scope, encoded, rows, places)
                final = standardised(late.astype(np.float64))
                final = final + self._settings.late_lexical * standardised(candidates.lexical)
                final = final + self._settings.late_page * standardised(pages)
                if use_titles:
                    final = final + self._settings.late_title * standardised(titles)
                if stages.dense:
                    final = final + self._settings.late_dense * standardised(candidates.dense)
        return [
            Scores(
                lexical=float(candidates.lexical[i]) if stages.lexical else None,
                page=float(pages[i]) if use_pages else None,
                title=float(titles[i]) if use_titles else None,
                dense=float(candidates.dense[i]) if stages.dense else None,
                fused=float(candidates.fused[i]),
                late=None if late is None else float(late[i]),
                final=float(final[i]),
            )
            for i in range(len(places))
        ]

    def _late(
        self,
        result: Retrieval,
        scope: Scope,
        encoded: QuestionEncoding,
        rows: DenseRows,
        places: Sequence[ChunkPlace],
    ) -> Floats:
        encoder = self._encoder()
        chunks, token_chunks = self._held.rarity(self._store, scope, rows)
        weights = token_weights(encoded.token_ids, chunks, token_chunks, encoder.background)
        blobs = self._store.token_data([place.pk for place in places])
        tokens = unpack_tokens(blobs, encoder.identity.token_dims)
        result.interaction = interact(encoded, weights, tokens)
        return result.interaction.passage_scores()

    def _page_scores(
        self, terms: Sequence[tuple[str, ...]], scope: Scope, places: Sequence[ChunkPlace]
    ) -> NDArray[np.float64]:
        """BM25 of the best page of each chunk."""
        wanted = [
            (number, place.document_pk, index)
            for number, place in enumerate(places)
            for index in range(place.first_page, place.last_page + 1)
        ]
        values = self._store.page_scores(terms, scope, [(pk, index) for _, pk, index in wanted])
        best = np.zeros(len(places))
        for (number, _, _), value in zip(wanted, values, strict=True):
            best[number] = max(best[number], value)
        return best

    def _precise(
        self, question: str, order: list[int], scores: list[Scores], places: Sequence[ChunkPlace]
    ) -> tuple[list[int], list[Scores]]:
        """Let the cross-encoder order the first candidates; the others keep their order behind them."""
        assert self._cross_encoder is not None  # noqa: S101 - Library checks the setting first
        head = order[: self._settings.precise_candidates]
        read = self._store.chunks([places[i].pk for i in head])
        values = self._cross_encoder().score(question, [chunk.chunk.text for chunk in read])
        scores = list(scores)
        for i, value in zip(head, values, strict=True):
            scores[i] = replace(scores[i], precise=value)
        ranked = [i for _, i in sorted(zip(values, head, strict=True), key=lambda pair: -pair[0])]
        return [*ranked, *order[len(head) :]], scores

    def _finish(
        self,
        result: Retrieval,
        order: Sequence[int],
        places: Sequence[ChunkPlace],
        scores: Sequence[Scores],
        evidence: bool,
    ) -> None:
        stored = self._store.chunks([places[i].pk for i in order])
        documents = self._held.documents(self._store, {chunk.document_pk for chunk in stored})
        labels = self._labels(stored, documents)
        for rank, (i, item) in enumerate(zip(order, stored, strict=True), start=1):
            passage = Passage(
                rank=rank,
                text=item.chunk.text,
                document=documents[item.document_pk],
                section=item.chunk.section,
                spans=item.chunk.place,
                scores=scores[i],
                page_label=labels[item.pk],
                sentences=item.chunk.sentences,
                chunk_id=item.pk,
            )
            result.passages.append(passage)
            if evidence and rank <= EVIDENCE:
                result.evidence.append(Evidence(item, i, passage))

    def _by_words(self, result: Retrieval) -> None:
        """Give evidence that no vectors were compared for the scores of its words."""
        chunks = [(evidence.stored, evidence.passage.document.language) for evidence in result.evidence]
        result.interaction = match_words(result.searched, chunks)
        for number, late in enumerate(result.interaction.passage_scores().tolist()):
            passage = result.passages[number]
            passage = replace(passage, scores=replace(passage.scores, late=late))
            result.passages[number] = passage
            result.evidence[number] = Evidence(result.evidence[number].stored, number, passage)

    def _labels(self, stored: Sequence[StoredChunk], documents: Mapping[int, Document]) -> dict[int, str]:
        """The label of the page that each chunk begins on; where that names a range, narrowed to the chunk."""
        labels = self._store.page_labels({(chunk.document_pk, _first_page(chunk)) for chunk in stored})
        named = {item.pk: labels[item.document_pk, _first_page(item)] for item in stored}
        ranges = [item for item in stored if names_range(named[item.pk])]
        pages = self._store.page_many(
            {(documents[item.document_pk].id, _first_page(item)) for item in ranges}
        )
        for item in ranges:
            page = pages[documents[item.document_pk].id, _first_page(item)]
            named[item.pk] = place_label(page, item.chunk.place)
        return named


def _first_page(stored: StoredChunk) -> int:
    return stored.chunk.place[0].page_index
