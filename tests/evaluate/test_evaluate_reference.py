"""Formulas against other people's programs, on random rankings."""

from __future__ import annotations

import random

import ir_measures
import pytest
from ir_measures import AP, RR, Qrel, R, ScoredDoc, Success, nDCG
from sklearn.metrics import recall_score

from pincite.domain import EvaluationResult, Expectation, ResultState
from pincite.evaluate.measures import measures


def ranked(numbers: random.Random, number: int) -> tuple[list[Qrel], list[ScoredDoc], EvaluationResult]:
    """A question, the judgements of its documents and a run, as both sides have them."""
    query = f"q{number}"
    names = [f"d{place}" for place in range(30)]
    relevant = numbers.sample(names, numbers.randint(1, 14))
    grades = {name: numbers.randint(1, 4) for name in relevant}
    run = numbers.sample(names, numbers.randint(1, 20))
    judged = [Qrel(query, name, grade) for name, grade in grades.items()]
    scored = [ScoredDoc(query, name, 100.0 - place) for place, name in enumerate(run)]
    result = EvaluationResult(
        number,
        Expectation(query, number, documents=tuple(grades.items())),
        "document",
        ResultState.DONE,
        ranks=tuple(run.index(name) + 1 if name in run else None for name in grades),
        refused=False,
    )
    return judged, scored, result


@pytest.mark.parametrize("seed", range(5))
def test_retrieval_is_measured_as_by_ir_measures(seed: int) -> None:
    numbers = random.Random(seed)
    judged, scored, results = [], [], []
    for number in range(40):
        more, found, result = ranked(numbers, number)
        judged += more
        scored += found
        results.append(result)
    wanted = {
        **{f"hit@{k}": Success @ k for k in (1, 3, 5, 10)},
        **{f"recall@{k}": R @ k for k in (1, 3, 5, 10)},
        "mrr@10": RR @ 10,
        "ndcg@10": nDCG @ 10,
        "map@10": AP @ 10,
    }
    theirs = ir_measures.calc_aggregate(list(wanted.values()), judged, scored)
    ours = {measure.name: measure.value for measure in measures(results)}
    assert {name: ours[name] for name in wanted} == {
        name: pytest.approx(theirs[measure]) for name, measure in wanted.items()
    }


@pytest.mark.parametrize("seed", range(5))
def test_refusals_are_measured_as_by_scikit_learn(seed: int) -> None:
    numbers = random.Random(seed)
    answerable = [True, False, *(numbers.random() < 0.7 for _ in range(60))]
    answered = [numbers.random() < 0.6 for _ in answerable]
    results = [
        EvaluationResult(
            number,
            Expectation(f"q{number}", number, answerable=truth),
            "none",
            ResultState.DONE,
            refused=not said,
        )
        for number, (truth, said) in enumerate(zip(answerable, answered, strict=True))
    ]
    ours = {measure.name: measure.value for measure in measures(results)}
    assert ours["answered"] == pytest.approx(recall_score(answerable, answered, pos_label=True))
    assert ours["refused"] == pytest.approx(recall_score(answerable, answered, pos_label=False))
