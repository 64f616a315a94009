"""Choosing the sentences that answer a question, verbatim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.answer.question import QuestionKind, asks_for_references, could_answer, question_kind
from pincite.domain import BlockKind, Sentence
from pincite.encode.contract import Floats
from pincite.search.engine import Evidence, Retrieval
from pincite.search.rerank import Interaction
from pincite.terms import analyse, numbered_terms

PASSAGES = 5
"""Sentences are taken from so many of the best passages."""

# How often the best sentence holds the answer is measured by benchmarks.squad and benchmarks.tables.
PASSAGE_SHARE = 0.25
KIND_BONUS = 0.04
TERM_SHARE = 0.1
"""Weight of the share of the question's terms that a sentence, or its document's title, holds: to the encoder 2017 is
much like 2018."""
NUMBERED_SHARE = 0.1
"""The same of the question's numbers with the word before each: of 300 pumps all but one are like Pump 190."""

_CLOSE = 0.95
"""A further sentence is shown with this share of the best one's score …"""
_NEAR = 0.85
_GAIN = 0.03
"""… or with the share _NEAR, if it adds this much to what the chosen ones cover of the question."""
_SAME = 0.75
"""Sentences that share more of their terms than this say the same."""

_REFERS_BACK = re.compile(
    r"^(?:(?:however|thus|hence|therefore|moreover|furthermore|also|instead|then|in addition|as a result),? )?"
    r"(?:it|its|this|these|those|that|they|their|them|he|she|his|her|such|both|the (?:latter|former|same)|here)\b",
    re.IGNORECASE,
)
_UNQUOTABLE = frozenset({BlockKind.HEADING})


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A sentence of a passage.

    Attributes:
        evidence: Its passage.
        number: Its position among the passage's sentences.
        late: Its own late-interaction score.
        score: What it is ranked by.
        best: Its best cosine for each question token.
    """

    evidence: Evidence
    number: int
    late: float
    score: float
    best: Floats

    @property
    def sentence(self) -> Sentence:
        """The sentence."""
        return self.evidence.stored.chunk.sentences[self.number]

    @property
    def text(self) -> str:
        """Its text."""
        return self.evidence.stored.chunk.text[self.sentence.start : self.sentence.end]

    @property
    def known_text(self) -> str:
        """What its reader knows: the title of its document, the context it is read with, and its text."""
        context = self.sentence.context
        before = self.evidence.stored.chunk.text[slice(*context)] if context else ""
        return f"{self.evidence.passage.document.title}\n{before}\n{self.text}"


def rank_sentences(question: str, retrieval: Retrieval, passages: int = PASSAGES) -> list[Candidate]:
    """The sentences of the best passages, best first; each place once."""
    interaction = retrieval.interaction
    if interaction is None:
        return []
    kind = question_kind(question)
    unquotable = _UNQUOTABLE if asks_for_references(question) else _UNQUOTABLE | {BlockKind.REFERENCE}
    found: dict[tuple[int, tuple[object, ...]], Candidate] = {}
    for evidence in retrieval.evidence[:passages]:
        sentences = evidence.stored.chunk.sentences
        language = evidence.passage.document.language
        scores, best = _scores(interaction, evidence.position, sentences)
        of_passage = evidence.passage.scores.late or 0.0
        for number, sentence in enumerate(sentences):
            if sentence.kind in unquotable:
                continue
            candidate = Candidate(evidence, number, float(scores[number]), 0.0, best[number])
            score = candidate.late + PASSAGE_SHARE * of_passage
            score += KIND_BONUS if could_answer(kind, candidate.text) else 0.0
            score += TERM_SHARE * _coverage(candidate.known_text, language, retrieval.term_groups)
            score += NUMBERED_SHARE * _numbered(candidate.known_text, language, retrieval.numbered)
            candidate = replace(candidate, score=score)
            place = (evidence.stored.document_pk, sentence.spans)
            if place not in found or found[place].score < score:
                found[place] = candidate
    return sorted(found.values(), key=lambda c: (-c.score, c.evidence.passage.rank, c.number))


def _coverage(text: str, language: str, groups: Sequence[tuple[str, ...]]) -> float:
    """Share of a question's terms that a text holds."""
    present = set(analyse(text, language))
    return sum(any(form in present for form in group) for group in groups) / len(groups) if groups else 0.0


def _numbered(text: str, language: str, terms: Sequence[str]) -> float:
    """Share of the question's numbers, each with the word before it, that a text holds."""
    return len(set(terms).intersection(numbered_terms(text, (language,)))) / len(terms) if terms else 0.0


def _scores(interaction: Interaction, passage: int, sentences: Sequence[Sentence]) -> tuple[Floats, Floats]:
    """As `Interaction.range_scores`, a row of a table together with what it must be read with."""
    contexts = [sentence.context for sentence in sentences]
    ranges = [(sentence.start, sentence.end) for sentence in sentences]
    ranges += [context for context in dict.fromkeys(contexts) if context]
    places = {place: number for number, place in enumerate(ranges)}
    _, best = interaction.range_scores(passage, ranges)
    for number, context in enumerate(contexts):
        if context:
            best[number] = np.maximum(best[number], best[places[context]])
    best = best[: len(sentences)]
    return best @ interaction.weights, best


def choose(question: str, ranked: list[Candidate], weights: Floats, most: int) -> list[Candidate]:
    """One to `most` sentences that answer together, in the order in which to show them.

    The best one first; others only where they are nearly as good or add something, and do not repeat it. A
    sentence that refers back is preceded by the one it refers to, a table row by its head, a list item by its
    introduction.
    """
    if not ranked:
        return []
    kind = question_kind(question)
    chosen: list[Candidate] = []
    terms: list[frozenset[str]] = []
    covered = np.zeros_like(ranked[0].best)
    allowed = most if kind in (QuestionKind.LIST, QuestionKind.REASON) else min(most, 3)
    for candidate in ranked[:12]:
        if len(chosen) >= allowed:
            break
        own = frozenset(analyse(candidate.text))
        if any(_similar(own, other) > _SAME for other in terms):
            continue
        gain = float(np.maximum(candidate.best - covered, 0) @ weights)
        share = candidate.score / ranked[0].score if ranked[0].score > 0 else 0.0
        if chosen and share < (_NEAR if gain >= _GAIN else _CLOSE):
            continue
        if chosen and candidate.sentence.reading and gain < _GAIN:
            continue  # other rows of the table, or of another year's, are as like the question as the right one
        chosen.append(candidate)
        terms.append(own)
        covered = np.maximum(covered, candidate.best)
    return _in_reading_order(_with_context(chosen, most))


def _similar(one: frozenset[str], other: frozenset[str]) -> float:
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def _with_context(chosen: list[Candidate], most: int) -> list[Candidate]:
    """Add what a sentence cannot be understood without; the weakest sentences make room for it."""
    kept: list[Candidate] = []
    places: set[tuple[int, tuple[object, ...]]] = set()
    for candidate in chosen:
        group = [*_needed(candidate), candidate]
        new = [c for c in group if (c.evidence.stored.document_pk, c.sentence.spans) not in places]
        if kept and len(kept) + len(new) > most:
            continue
        kept.extend(new[-most:])
        places.update((c.evidence.stored.document_pk, c.sentence.spans) for c in new)
    return kept


def _needed(candidate: Candidate) -> list[Candidate]:
    sentences = candidate.evidence.stored.chunk.sentences
    number = candidate.number
    kind = candidate.sentence.kind
    if kind is BlockKind.TABLE and not candidate.sentence.reading:
        first = number
        while first > 0 and sentences[first - 1].kind is BlockKind.TABLE:
            first -= 1
        return [_sibling(candidate, first)] if first < number else []
    if kind is BlockKind.LIST_ITEM:
        first = number
        while first > 0 and sentences[first - 1].kind is BlockKind.LIST_ITEM:
            first -= 1
        if first > 0 and _text(candidate, first - 1).endswith(":"):
            return [_sibling(candidate, first - 1)]
        return []
    if number > 0 and sentences[number - 1].kind is kind and _REFERS_BACK.match(candidate.text):
        return [_sibling(candidate, number - 1)]
    return []


def _text(candidate: Candidate, number: int) -> str:
    sentence = candidate.evidence.stored.chunk.sentences[number]
    return candidate.evidence.stored.chunk.text[sentence.start : sentence.end]


def _sibling(candidate: Candidate, number: int) -> Candidate:
    return Candidate(candidate.evidence, number, 0.0, 0.0, np.zeros_like(candidate.best))


def _in_reading_order(chosen: list[Candidate]) -> list[Candidate]:
    """Sentences of one document stand together, in the order of its text; documents by their best sentence.

    A row of a table stands alone, so the best sentence comes first if it is one.
    """
    if chosen[0].sentence.reading:
        return [chosen[0], *(_in_reading_order(chosen[1:]) if len(chosen) > 1 else [])]
    documents: dict[int, list[Candidate]] = {}
    for candidate in chosen:
        documents.setdefault(candidate.evidence.stored.document_pk, []).append(candidate)
    return [
        candidate
        for group in documents.values()
        for candidate in sorted(group, key=lambda c: c.sentence.spans)
    ]
