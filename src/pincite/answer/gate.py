"""Is there enough evidence? A calibrated probability that the passages answer the question.

A logistic regression over four numbers that any retrieval gives. Its coefficients come from
`python -m benchmarks.refusal --fit` and are stored beside this module.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import math
from dataclasses import astuple, dataclass, fields

from pincite.answer.quote import Candidate
from pincite.search.engine import Retrieval
from pincite.terms import analyse

COEFFICIENTS = "gate.json"
_COVERING = 3

# Of rows of tables; measured by benchmarks.tables.
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


def row_evidence(retrieval: Retrieval, ranked: list[Candidate]) -> float:
    """What speaks for the best sentence if it is a row of a table, in logits; 0 for running text.

    Rows of the same label in other tables are as like the question as the right one; they lack some of its words,
    mostly the year.
    """
    if not ranked or not ranked[0].sentence.reading or not retrieval.term_groups:
        return 0.0
    passage = ranked[0].evidence.passage
    present = set(analyse(" ".join([*passage.section, ranked[0].known_text]), passage.document.language))
    missing = [group for group in retrieval.term_groups if not present.intersection(group)]
    evidence = ROW_COVERAGE * (1 - len(missing) / len(retrieval.term_groups) - EXPECTED_COVERAGE)
    if any(term.isdigit() for group in missing for term in group):
        return evidence - NUMBER_MISSING
    label = set(analyse(ranked[0].text.split(": ", 1)[0], passage.document.language))
    asked = bool(label) and label.issubset(form for group in retrieval.term_groups for form in group)
    return evidence + (LABEL_ASKED if asked else 0.0)


def probability(measured: Features, further: float = 0.0) -> float:
    """Probability that the question is answered, 0…1.

    Args:
        measured: The retrieval's features.
        further: What else speaks for it, in logits.
    """
    weights, bias = _coefficients()
    total = (
        bias + further + sum(weight * value for weight, value in zip(weights, astuple(measured), strict=True))
    )
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


@functools.cache
def _coefficients() -> tuple[tuple[float, ...], float]:
    text = importlib.resources.files("pincite.answer").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    stored = json.loads(text)
    return tuple(float(stored[field.name]) for field in fields(Features)), float(stored["bias"])
