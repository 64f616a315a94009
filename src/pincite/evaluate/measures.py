"""What the results of an evaluation come to: means over questions, each with an interval.

A question that failed counts as not found, not answered and not refused; one that cannot be scored counts in nothing.
Questions that the documents do not answer have a measure of their own: a refusal is right there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal

from pincite.domain import Difference, Evaluation, EvaluationResult, Measure, ResultState
from pincite.evaluate.bootstrap import interval, paired_difference
from pincite.evaluate.metrics import average_precision, hit, ndcg, recall, reciprocal_rank
from pincite.library import Library
from pincite.store.evaluation_rows import question_key

DEEPEST = 10
"""Passages that are looked at."""
HITS = (1, 3, 5, 10)

Kind = Literal["retrieval", "answers"]
Score = Callable[[EvaluationResult], float | None]
"""What a question counts in a measure; None where it does not count."""


def _found(result: EvaluationResult, *, score: Callable[[EvaluationResult], float]) -> float | None:
    if result.scoring == "none" or not result.answerable:
        return None
    return score(result) if result.ranks else 0.0


def _answered(result: EvaluationResult) -> float | None:
    return float(result.refused is False) if result.answerable else None


def _refused(result: EvaluationResult) -> float | None:
    return None if result.answerable else float(result.refused is True)


def _held(result: EvaluationResult) -> float | None:
    known = bool(result.expected.answers or result.scoring == "quote")
    return float(result.held is True) if known and result.answerable else None


def _right_to_refuse(result: EvaluationResult) -> float | None:
    return float(not result.answerable) if result.refused else None


def _scored(result: EvaluationResult, *, name: str) -> float | None:
    return None if result.scores is None else getattr(result.scores, name)


def _worded(result: EvaluationResult, *, name: str) -> float | None:
    """A score that needs a right wording: 0 for a question that failed, as it would have been told."""
    if result.state is ResultState.FAILED:
        return 0.0 if result.expected.answers and result.answerable else None
    return _scored(result, name=name)


def _recalled(result: EvaluationResult) -> float | None:
    if result.state is ResultState.FAILED:
        return 0.0 if result.scoring != "none" and result.answerable else None
    return _scored(result, name="citation_recall")


def _hit(k: int) -> Score:
    return partial(_found, score=lambda result: hit(result.ranks, k))


def _recall(k: int) -> Score:
    return partial(_found, score=lambda result: recall(result.ranks, k))


def _ndcg(result: EvaluationResult) -> float:
    return ndcg(result.ranks, DEEPEST, [grade for _, grade in result.expected.documents] or None)


def _first_page(result: EvaluationResult) -> float | None:
    if result.scoring not in ("quote", "page") or not result.answerable:
        return None
    if result.place is None or result.first is None or result.first.document != result.place.document:
        return 0.0
    pages = {span.page_index for spans in result.wanted for span in spans}
    return float(result.first.page_index in pages)


SCORES: Mapping[str, tuple[Kind, Score]] = {
    **{f"hit@{k}": ("retrieval", _hit(k)) for k in HITS},
    **{f"recall@{k}": ("retrieval", _recall(k)) for k in HITS},
    "page@1": ("retrieval", _first_page),
    f"mrr@{DEEPEST}": (
        "retrieval",
        partial(_found, score=lambda result: reciprocal_rank(result.ranks, DEEPEST)),
    ),
    f"ndcg@{DEEPEST}": ("retrieval", partial(_found, score=_ndcg)),
    f"map@{DEEPEST}": (
        "retrieval",
        partial(_found, score=lambda result: average_precision(result.ranks, DEEPEST)),
    ),
    "answered": ("answers", _answered),
    "best_quote": ("answers", _held),
    "refused": ("answers", _refused),
    "refusal_precision": ("answers", _right_to_refuse),
    **{
        name: ("answers", partial(_worded, name=name))
        for name in ("answer_covered", "exact_match", "token_f1")
    },
    "citation_precision": ("answers", partial(_scored, name="citation_precision")),
    "citation_recall": ("answers", _recalled),
    "verbatim": ("answers", partial(_scored, name="verbatim")),
    "supported": ("answers", partial(_scored, name="supported")),
}
"""All measures, in the order in which they are told."""

WORDS: Mapping[str, str] = {
    **{
        f"hit@{k}": f"The right place is in {'the first passage' if k == 1 else f'the first {k} passages'}"
        for k in HITS
    },
    **{
        f"recall@{k}": f"The share of what is to be found in the first {'passage' if k == 1 else f'{k} passages'}"
        for k in HITS
    },
    "page@1": "The first passage begins on a right page",
    f"mrr@{DEEPEST}": "1 / rank of the first right passage",
    f"ndcg@{DEEPEST}": "How near the ranking is to the ideal one",
    f"map@{DEEPEST}": "Precision at each right passage",
    "answered": "Answered, of the questions that the documents answer",
    "best_quote": "The first quote of the answer holds the right answer",
    "refused": "Refused, of the questions that the documents do not answer",
    "refusal_precision": "Right to be refused, of the questions that were refused",
    "answer_covered": "A quote that is shown holds the right answer",
    "exact_match": "The answer is a right wording and nothing else",
    "token_f1": "How far the words of the answer are those of a right wording (F1)",
    "citation_precision": "Citations that are right, of those that are shown",
    "citation_recall": "Right places that are cited, of those that are wanted",
    "verbatim": "Quotes that are on their page word for word",
    "supported": "Sentences that the documents support, of those that were written",
}
"""The measures in words."""


def measures(results: Iterable[EvaluationResult]) -> list[Measure]:
    """The measures over the questions that were asked."""
    asked = [result for result in results if _was_asked(result)]
    return [_measure(name, _scores(asked, score)) for name, (_, score) in SCORES.items()]


def measured(library: Library, evaluation: Evaluation) -> tuple[Measure, ...]:
    """The measures of an evaluation that has ended; of one that was broken off they are not kept, but made anew."""
    if evaluation.measures or not evaluation.state.ended:
        return evaluation.measures
    return tuple(measures(library.store.evaluations.every_result(evaluation.id)))


def differences(first: Iterable[EvaluationResult], second: Iterable[EvaluationResult]) -> list[Difference]:
    """How two evaluations differ, over the questions that were asked in both."""
    pairs = asked_in_both(first, second)
    mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    return [_difference(name, score, mine, theirs) for name, (_, score) in SCORES.items()]


def asked_in_both(
    first: Iterable[EvaluationResult], second: Iterable[EvaluationResult]
) -> list[tuple[EvaluationResult, EvaluationResult]]:
    """The results of questions that were asked in both of two evaluations: same question, same right answer."""
    one, other = _by_key(first), _by_key(second)
    return [(one[key], other[key]) for key in one if key in other]


def verdict(difference: Difference) -> str:
    """What a difference comes to, in a word; empty without any question."""
    if difference.low is None or difference.high is None:
        return ""
    if not (difference.better or difference.worse):
        return "the same"
    return "better" if difference.low > 0 else "worse" if difference.high < 0 else "unclear"


def shared(first: Iterable[EvaluationResult], second: Iterable[EvaluationResult]) -> int:
    """How many questions were asked in both of two evaluations."""
    return len(asked_in_both(first, second))


def _was_asked(result: EvaluationResult) -> bool:
    return result.state in (ResultState.DONE, ResultState.FAILED)


def _scores(results: Sequence[EvaluationResult], score: Score) -> list[float]:
    return [value for value in map(score, results) if value is not None]


def _measure(name: str, values: Sequence[float]) -> Measure:
    found = interval(values)
    if found is None:
        return Measure(name, None, None, None, 0)
    return Measure(name, found.mean, found.low, found.high, len(values))


def _by_key(results: Iterable[EvaluationResult]) -> dict[str, EvaluationResult]:
    return {question_key(result.expected): result for result in results if _was_asked(result)}


def _difference(
    name: str, score: Score, first: Sequence[EvaluationResult], second: Sequence[EvaluationResult]
) -> Difference:
    pairs = [
        (one, other)
        for one, other in zip(map(score, first), map(score, second), strict=True)
        if one is not None and other is not None
    ]
    mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    found = paired_difference(mine, theirs)
    if found is None:
        return Difference(name, None, None, None, None, None, 0, 0, 0)
    return Difference(
        name,
        sum(mine) / len(pairs),
        sum(theirs) / len(pairs),
        found.mean,
        found.low,
        found.high,
        better=sum(one > other for one, other in pairs),
        worse=sum(one < other for one, other in pairs),
        count=len(pairs),
    )
