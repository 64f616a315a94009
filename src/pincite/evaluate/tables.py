"""Evaluations as tables, with a row for each question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple, fields
from typing import Any

from pincite.domain import AnswerScores, Document, Evaluation, EvaluationResult, PagePlace
from pincite.library import Library
from pincite.research.tabular import Sheet, Value

HEADER = (
    *(
        "line",
        "question",
        "answerable",
        "document",
        "page",
        "quote",
        "answer",
        "scored by",
        "state",
        "reason",
    ),
    *("rank", "refused", "first quote right", "confidence", "milliseconds"),
    *("first passage: document", "first passage: page", "first quote: document", "first quote: page"),
    *(field.name.replace("_", " ") for field in fields(AnswerScores)),
)
_GONE = "(no longer there)"


def to_sheet(library: Library, evaluation: Evaluation) -> Sheet:
    """The results as a table.

    Args:
        library: As whoever reads it sees it.
        evaluation: Of this library.
    """
    results = list(library.store.evaluations.every_result(evaluation.id))
    documents = documents_of(library, results)
    return Sheet(evaluation.name, HEADER, tuple(_row(result, documents) for result in results))


def documents_of(library: Library, results: list[EvaluationResult]) -> dict[str, Document]:
    """Those of the documents that whoever reads it sees."""
    places = [place for result in results for place in (result.place, result.first, result.cited) if place]
    return library.store.documents_by_id({place.document for place in places})


def _row(result: EvaluationResult, documents: Mapping[str, Document]) -> tuple[Value, ...]:
    expected = result.expected
    return (
        expected.line,
        expected.question,
        _truth(result.answerable),
        expected.document or " | ".join(f"{name} ({grade})" for name, grade in expected.documents),
        expected.page,
        " | ".join(expected.texts),
        " | ".join(expected.answers),
        result.scoring,
        result.state.value,
        result.reason,
        result.rank,
        _truth(result.refused),
        _truth(result.held),
        None if result.confidence is None else round(result.confidence, 4),
        None if result.milliseconds is None else round(result.milliseconds, 1),
        *_named(result.first, documents),
        *_named(result.cited, documents),
        *(None if value is None else round(value, 4) for value in astuple(result.scores or AnswerScores())),
    )


def _truth(value: bool | None) -> Value:
    return None if value is None else "yes" if value else "no"


def _named(place: PagePlace | None, documents: Mapping[str, Document]) -> tuple[Value, Value]:
    if place is None:
        return None, None
    document = documents.get(place.document)
    return (_GONE, None) if document is None else (document.file_name, place.page_label)


def plain(result: EvaluationResult, documents: Mapping[str, Document]) -> dict[str, Any]:
    """A question and what came of it, with the names of the documents that are seen."""
    value = asdict(result)
    del value["wanted"]  # offsets of all places, of use to nobody but a run
    for name in ("place", "first", "cited"):
        if value[name] is not None:
            document = documents.get(value[name]["document"])
            value[name] = None if document is None else {**value[name], "file_name": document.file_name}
    return value
