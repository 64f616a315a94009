"""Is there enough evidence? A calibrated probability that the passages answer the question.

A logistic regression over five numbers that any retrieval gives. Its coefficients come from
`python -m benchmarks.refusal --fit` and are stored beside this module, by encoder: cosines of one encoder are not those
of another.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import math
from dataclasses import astuple, dataclass, fields

from pincite.answer.quote import PASSAGES, Candidate
from pincite.search.engine import Retrieval
from pincite.terms import analyse

COEFFICIENTS = "gate.json"
_EMBEDDED = "all-MiniLM-L6-v2"
_COVERING = 3

# Measured by benchmarks.tables.
ROW_COVERAGE = 6.0
EXPECTED_COVERAGE = 0.75
NUMBER_MISSING = 2.0
LABEL_ASKED = 1.5
"""The question has all words of the row's label."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the probability is computed from.

    Attributes:
        sentence: Late-interaction score of the best sentence, 0…1.
        passage: Late-interaction score of the best passage.
        dense: Highest cosine.
        coverage: Share of the question's search terms that occur in one of the three best passages.
        length: Logarithm of 1 + the number of search terms: a question of one word is matched by chance.
    """

    sentence: float
    passage: float
    dense: float
    coverage: float
    length: float


def features(retrieval: Retrieval, ranked: list[Candidate]) -> Features:
    """Measure a retrieval."""
    passages = [evidence.passage for evidence in retrieval.evidence]
    groups = retrieval.term_groups
    coverage = 0.0
    if groups:
        for passage in passages[:_COVERING]:
            present = set(analyse(passage.text, passage.document.language))
            hit = sum(any(form in present for form in group) for group in groups)
            coverage = max(coverage, hit / len(groups))
    return Features(
        sentence=max((candidate.late for candidate in ranked), default=0.0),
        passage=max((passage.scores.late or 0.0 for passage in passages), default=0.0),
        dense=max((passage.scores.dense or 0.0 for passage in passages), default=0.0),
        coverage=coverage,
        length=math.log1p(len(groups)),
    )


def further_evidence(retrieval: Retrieval, ranked: list[Candidate]) -> float:
    """What else speaks for the best sentence, in logits; mostly 0 for running text.

    Rows of the same label in other tables are as like the question as the right one; they lack some of its words,
    mostly the year. To the encoder House 17 is much like House 18 in running text as well: where none of the
    passages that are quoted from has a number that is asked about, they tell of another house, year or article.
    """
    if not ranked or not retrieval.term_groups:
        return 0.0
    if not ranked[0].sentence.reading:
        return -NUMBER_MISSING if _lacks_a_number(retrieval) else 0.0
    passage = ranked[0].evidence.passage
    present = set(analyse(" ".join([*passage.section, ranked[0].known_text]), passage.document.language))
    missing = [group for group in retrieval.term_groups if not present.intersection(group)]
    evidence = ROW_COVERAGE * (1 - len(missing) / len(retrieval.term_groups) - EXPECTED_COVERAGE)
    if any(term.isdigit() for group in missing for term in group):
        return evidence - NUMBER_MISSING
    label = set(analyse(ranked[0].text.split(": ", 1)[0], passage.document.language))
    asked = bool(label) and label.issubset(form for group in retrieval.term_groups for form in group)
    return evidence + (LABEL_ASKED if asked else 0.0)


def _lacks_a_number(retrieval: Retrieval) -> bool:
    """Whether a number of the question stands in no passage that is quoted from, nor in what names its document.

    Not so for a single digit without a word before it: documents write small counts as words.
    """
    things = {term.rpartition("_")[2] for term in retrieval.numbered}
    wanted = {
        term
        for group in retrieval.term_groups
        for term in group
        if term.isdigit() and (len(term) > 1 or term in things)
    }
    for evidence in retrieval.evidence[:PASSAGES]:
        if not wanted:
            return False
        passage, document = evidence.passage, evidence.passage.document
        named = f"{document.title} {document.file_name} {document.year or ''}"
        text = "\n".join([named, *passage.section, passage.text])
        wanted.difference_update(analyse(text, document.language))
    return bool(wanted)


def probability(measured: Features, further: float = 0.0, encoder: str = "") -> float:
    """Probability that the question is answered, 0…1.

    Args:
        measured: The retrieval's features.
        further: What else speaks for it, in logits.
        encoder: Name of the encoder; one that nothing was calibrated for is taken for the embedded one.
    """
    weights, bias = _coefficients(encoder)
    total = (
        bias + further + sum(weight * value for weight, value in zip(weights, astuple(measured), strict=True))
    )
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


@functools.cache
def _coefficients(encoder: str) -> tuple[tuple[float, ...], float]:
    text = importlib.resources.files("pincite.answer").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    by_encoder = json.loads(text)
    stored = by_encoder.get(encoder) or by_encoder[_EMBEDDED]
    return tuple(float(stored[field.name]) for field in fields(Features)), float(stored["bias"])
