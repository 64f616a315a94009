"""Results of evaluations as rows, and which of them are wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from pincite.domain import (
    AnswerScores,
    EvaluationResult,
    Expectation,
    Measure,
    PagePlace,
    ResultFilter,
    ResultState,
    Span,
)
from pincite.store.codec import storable
from pincite.store.tables import evaluation_results


@dataclass(frozen=True, slots=True)
class Spread:
    """How ranks and times are spread over the questions that were asked.

    Attributes:
        ranks: How many questions found the right place at each rank; those that did not, at None.
        milliseconds: How long each answer took, in any order.
    """

    ranks: dict[int | None, int]
    milliseconds: tuple[float, ...]


def question_key(expected: Expectation) -> str:
    """A digest of a question and what is right for it, wherever it stands in its file."""
    told = {**asdict(expected), "line": 0}
    del told["draft"]  # it is the same question when it was accepted
    if not expected.documents:  # so that questions have the key that they had before there were grades
        del told["documents"]
    text = json.dumps(told, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def encoded(result: EvaluationResult) -> dict[str, Any]:
    """The row of a result, without the key of its evaluation."""
    expected = asdict(result.expected)
    return {
        "number": result.number,
        "key": question_key(result.expected),
        "expected": json.loads(storable(json.dumps(expected, ensure_ascii=False))),
        "answerable": result.answerable,
        "scoring": result.scoring,
        "place": _place(result.place),
        "wanted": [[list(span) for span in spans] for spans in result.wanted],
        **outcome(result),
    }


def outcome(result: EvaluationResult) -> dict[str, Any]:
    """What changes in the row of a question when it is asked."""
    return {
        "state": result.state.value,
        "reason": storable(result.reason),
        "ranks": list(result.ranks),
        "first_rank": result.rank,
        "refused": result.refused,
        "held": result.held,
        "confidence": result.confidence,
        "milliseconds": result.milliseconds,
        "first": _place(result.first),
        "cited": _place(result.cited),
        "scores": None if result.scores is None else asdict(result.scores),
    }


def decoded(row: sa.Row[Any]) -> EvaluationResult:
    """A result."""
    expected = row.expected
    return EvaluationResult(
        number=row.number,
        expected=Expectation(
            **{
                **expected,
                "phrases": tuple(expected["phrases"]),
                "answers": tuple(expected["answers"]),
                "documents": tuple((name, grade) for name, grade in expected.get("documents", ())),
            }
        ),
        scoring=row.scoring,
        state=ResultState(row.state),
        place=_read_place(row.place),
        wanted=tuple(tuple(Span(*span) for span in spans) for spans in row.wanted),
        reason=row.reason,
        ranks=tuple(row.ranks),
        refused=row.refused,
        held=row.held,
        confidence=row.confidence,
        milliseconds=row.milliseconds,
        first=_read_place(row.first),
        cited=_read_place(row.cited),
        scores=None if row.scores is None else AnswerScores(**row.scores),
    )


def selected(pk: int, only: ResultFilter | None) -> sa.Select[Any]:
    """The wanted results of the evaluation with this key, in order."""
    table, placed = evaluation_results.c, _placed()
    conditions: dict[ResultFilter, sa.ColumnElement[bool]] = {
        ResultFilter.MISSED: placed & table.first_rank.is_(None),
        ResultFilter.NOT_FIRST: placed & (table.first_rank > 1),
        ResultFilter.REFUSED: table.answerable & table.refused.is_(True),
        ResultFilter.ANSWERED: ~table.answerable & table.refused.is_(False),
        ResultFilter.FAILED: table.state == ResultState.FAILED.value,
        ResultFilter.EXCLUDED: table.state == ResultState.EXCLUDED.value,
    }
    statement = sa.select(evaluation_results).where(table.evaluation_pk == pk).order_by(table.number)
    return statement if only is None else statement.where(conditions[only])


def spread(connection: sa.Connection, pk: int) -> Spread:
    """How ranks and times are spread in the evaluation with this key."""
    table = evaluation_results.c
    ranks = sa.select(table.first_rank, sa.func.count()).where(table.evaluation_pk == pk, _placed())
    times = sa.select(table.milliseconds).where(table.evaluation_pk == pk, table.milliseconds.is_not(None))
    found = {row[0]: row[1] for row in connection.execute(ranks.group_by(table.first_rank))}
    return Spread(found, tuple(connection.execute(times).scalars()))


def _placed() -> sa.ColumnElement[bool]:
    """The condition that a question was asked, and that its place is known."""
    table = evaluation_results.c
    return table.state.in_((ResultState.DONE.value, ResultState.FAILED.value)) & (table.scoring != "none")


def encoded_measures(measures: Sequence[Measure]) -> list[dict[str, Any]]:
    """Measures as plain values."""
    return [asdict(measure) for measure in measures]


def decoded_measures(value: Sequence[Mapping[str, Any]] | None) -> tuple[Measure, ...]:
    """The measures; none where there are none yet."""
    return tuple(Measure(**measure) for measure in value or ())


def _place(place: PagePlace | None) -> dict[str, Any] | None:
    return None if place is None else {**asdict(place), "page_label": storable(place.page_label)}


def _read_place(value: Mapping[str, Any] | None) -> PagePlace | None:
    return None if value is None else PagePlace(**value)
