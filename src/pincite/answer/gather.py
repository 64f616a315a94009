"""Question → retrieval → gate → the quoted answer, and what a language model may compose one from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pincite.answer.cite import Quote, cite
from pincite.answer.gate import features, further_evidence, probability
from pincite.answer.markdown import markdown
from pincite.answer.orders import without_orders
from pincite.answer.prompt import Asked
from pincite.answer.quote import choose, rank_sentences
from pincite.answer.sources import Source
from pincite.answer.verify import Verifier
from pincite.config import AnswerSettings
from pincite.domain import Answer, AnswerSentence, Page, Passage
from pincite.encode.contract import Encoder
from pincite.search.engine import Engine, Retrieval, Stages
from pincite.store import Scope, Store

REFUSAL = "Your documents do not say."
RETRIEVED = 10
NEAREST = 3
"""Passages shown with a refusal."""


@dataclass(frozen=True, slots=True, eq=False)
class Means:
    """What questions are answered with.

    Attributes:
        store: The library.
        engine: Its search.
        encoder: Gives its encoder.
        settings: Threshold, number of sentences and of sources.
    """

    store: Store
    engine: Engine
    encoder: Callable[[], Encoder]
    settings: AnswerSettings


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What a language model may compose an answer from.

    Attributes:
        passages: What was retrieved.
        sources: The first of them, numbered from 1.
        verifier: Checks sentences against them.
        pages: The pages that they stand on, by document id and index.
    """

    passages: tuple[Passage, ...]
    sources: tuple[Source, ...]
    verifier: Verifier
    pages: Mapping[tuple[str, int], Page]


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """What the library has for a question.

    Attributes:
        answer: In the documents' own sentences, or a refusal.
        material: For a language model; None where none was wanted or the evidence is too weak even for that. A model
            reads better than the rules of a quoted answer: less evidence will do.
    """

    answer: Answer
    material: Material | None = None


def gather(asked: Asked, means: Means, scope: Scope, stages: Stages, *, composing: bool) -> Gathered:
    """Seek the passages for a question, and answer it with their own sentences or refuse.

    Args:
        asked: Any text.
        means: What it is answered with.
        scope: What may be found.
        stages: Stages of the search; reranking is needed and always on.
        composing: Whether a language model is to compose an answer.
    """
    question, sought = asked.question, asked.sought
    if not any(character.isalnum() for character in sought):
        return Gathered(refusal(question, "empty_question", (), 0.0, {}))
    # One state of the library from the first search to the last citation: of a document that is removed
    # meanwhile a sentence would else be chosen, and its page no longer be there.
    with means.store.snapshot():
        count = max(RETRIEVED, means.settings.sources if composing else 0)
        retrieval = means.engine.search(sought, count, scope, stages)
        answer = _quoted(question, sought, retrieval, means)
        weak = answer.confidence < means.settings.compose_threshold
        if not composing or weak or not retrieval.passages:
            return Gathered(answer)
        with retrieval.timed("load"):
            return Gathered(answer, _material(retrieval, means))


def refusal(
    question: str, reason: str, passages: tuple[Passage, ...], confidence: float, timings: dict[str, float]
) -> Answer:
    """The answer that the documents do not say, with the nearest passages."""
    return Answer(
        question=question,
        refused=True,
        reason=reason,
        text=REFUSAL,
        sentences=(),
        citations=(),
        passages=passages[:NEAREST],
        confidence=confidence,
        timings=timings,
    )


def _quoted(question: str, sought: str, retrieval: Retrieval, means: Means) -> Answer:
    passages, settings = tuple(retrieval.passages), means.settings
    if not passages:
        return refusal(question, "no_documents", (), 0.0, retrieval.timings)
    with retrieval.timed("quote"):
        ranked = rank_sentences(sought, retrieval)
        confidence = probability(
            features(retrieval, ranked), further_evidence(retrieval, ranked), retrieval.encoder
        )
    if not ranked or confidence < settings.threshold or retrieval.interaction is None:
        reason = "weak_evidence" if ranked else "nothing_found"
        return refusal(question, reason, passages, confidence, retrieval.timings)
    with retrieval.timed("quote"):
        chosen = choose(sought, ranked, retrieval.interaction.weights, settings.max_sentences)
    with retrieval.timed("cite"):
        quotes = [
            Quote(c.text, c.evidence.passage.document, c.sentence.spans, c.sentence.reading) for c in chosen
        ]
        citations = cite(means.store, quotes)
    sentences = tuple(
        AnswerSentence(c.text, (citation.number,)) for c, citation in zip(chosen, citations, strict=True)
    )
    return Answer(
        question=question,
        refused=False,
        reason="",
        text=markdown(sentences),
        sentences=sentences,
        citations=tuple(citations),
        passages=passages,
        confidence=confidence,
        timings=retrieval.timings,
    )


def _material(retrieval: Retrieval, means: Means) -> Material:
    passages = retrieval.passages[: means.settings.sources]
    stored = means.store.chunks([passage.chunk_id for passage in passages])
    sources = tuple(
        Source(number, chunk, passage.document, passage)
        for number, (chunk, passage) in enumerate(zip(stored, passages, strict=True), start=1)
    )
    wanted = {
        (source.document.id, span.page_index)
        for source in sources
        for sentence in source.stored.chunk.sentences
        for span in sentence.spans
    }
    pages = means.store.page_many(wanted)
    verifier = Verifier(means.store, means.encoder, [without_orders(source, pages) for source in sources])
    verifier.prepare()
    return Material(tuple(retrieval.passages), sources, verifier, pages)
