"""Question → retrieval → gate → sentences → verified answer."""

from __future__ import annotations

from pincite.answer.cite import Quote, cite
from pincite.answer.gate import features, probability, row_evidence
from pincite.answer.quote import choose, rank_sentences
from pincite.config import AnswerSettings
from pincite.domain import Answer, AnswerSentence, Passage
from pincite.search.engine import Engine, Stages
from pincite.store import Scope, Store

REFUSAL = "Your documents do not say."
RETRIEVED = 10
NEAREST = 3
"""Passages shown with a refusal."""


def answer_quoted(
    question: str,
    *,
    store: Store,
    engine: Engine,
    scope: Scope,
    settings: AnswerSettings,
    stages: Stages,
) -> Answer:
    """Answer a question with sentences of the documents, or refuse.

    Args:
        question: Any text.
        store: The library.
        engine: Its search.
        scope: What may be found.
        settings: Threshold and number of sentences.
        stages: Stages of the search; reranking is needed and always on.
    """
    if not any(character.isalnum() for character in question):
        return _refusal(question, "empty_question", (), 0.0, {})
    # One state of the library from the first search to the last citation: of a document that is removed
    # meanwhile a sentence would else be chosen, and its page no longer be there.
    with store.snapshot():
        return _answer(question, store, engine, scope, settings, stages)


def _answer(
    question: str, store: Store, engine: Engine, scope: Scope, settings: AnswerSettings, stages: Stages
) -> Answer:
    retrieval = engine.search(question, RETRIEVED, scope, stages)
    if not retrieval.passages:
        return _refusal(question, "no_documents", (), 0.0, retrieval.timings)
    with retrieval.timed("quote"):
        ranked = rank_sentences(question, retrieval)
        confidence = probability(features(retrieval, ranked), row_evidence(retrieval, ranked))
    if not ranked or confidence < settings.threshold or retrieval.interaction is None:
        reason = "weak_evidence" if ranked else "nothing_found"
        return _refusal(question, reason, tuple(retrieval.passages), confidence, retrieval.timings)
    with retrieval.timed("quote"):
        chosen = choose(question, ranked, retrieval.interaction.weights, settings.max_sentences)
    with retrieval.timed("cite"):
        quotes = [
            Quote(c.text, c.evidence.passage.document, c.sentence.spans, c.sentence.reading) for c in chosen
        ]
        citations = cite(store, quotes)
    sentences = tuple(
        AnswerSentence(c.text, (citation.number,)) for c, citation in zip(chosen, citations, strict=True)
    )
    return Answer(
        question=question,
        refused=False,
        reason="",
        text=" ".join(f"{s.text} [{s.citations[0]}]" for s in sentences),
        sentences=sentences,
        citations=tuple(citations),
        passages=tuple(retrieval.passages),
        confidence=confidence,
        timings=retrieval.timings,
    )


def _refusal(
    question: str, reason: str, passages: tuple[Passage, ...], confidence: float, timings: dict[str, float]
) -> Answer:
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
