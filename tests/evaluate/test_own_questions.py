"""The project's own questions about the sample documents, and that a drop in quality is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import regression

from pincite import Library
from pincite.domain import EvaluationResult, ResultState
from pincite.evaluate.gold import examined
from pincite.evaluate.questions import read_questions
from pincite.store.evaluation_rows import question_key


@pytest.fixture(scope="module")
def results(sample_library: Path) -> Iterator[list[EvaluationResult]]:
    with Library.open(sample_library) as library:
        yield examined(library, read_questions(regression.QUESTIONS.read_bytes()))


def test_every_quote_stands_on_its_page_and_no_question_is_there_twice(
    results: list[EvaluationResult],
) -> None:
    assert [(result.expected.line, result.reason) for result in results if result.reason] == []
    asked = Counter(" ".join(result.expected.question.casefold().split()) for result in results)
    assert [question for question, times in asked.items() if times > 1] == []


def test_there_are_enough_questions_of_each_kind(results: list[EvaluationResult]) -> None:
    assert len(results) >= 120
    assert sum(not result.answerable for result in results) >= 30
    several = [result for result in results if regression.needs_several(result)]
    assert len(several) >= 20
    # One that names two texts of which either stands in several places would be found too easily.
    assert all(len(spans) == 1 for result in several for spans in result.wanted)
    documents = Counter(result.place.document for result in results if result.place is not None)
    assert len(documents) == 4
    assert min(documents.values()) >= 20


def test_what_one_passage_answers_has_document_page_quote_and_answer(
    results: list[EvaluationResult],
) -> None:
    for result in results:
        if result.answerable and not regression.needs_several(result):
            expected = result.expected
            assert expected.document, expected.question
            assert expected.page is not None, expected.question
            assert expected.quote, expected.question
            assert expected.answers, expected.question


def test_the_baseline_has_every_question(results: list[EvaluationResult]) -> None:
    kept = regression.read_baseline(regression.BASELINE)
    assert kept.keys() == {question_key(result.expected) for result in results}
    assert all(these.keys() == regression.MEASURES.keys() for these in kept.values())


def test_a_drop_is_told_and_chance_is_not() -> None:
    kept = regression.read_baseline(regression.BASELINE)
    assert regression.drops(kept, kept) == []
    found = [key for key, these in kept.items() if these["hit@10"] == 1]
    one_worse = {**kept, found[0]: {**kept[found[0]], "hit@10": 0.0}}
    assert regression.drops(kept, one_worse) == []
    many_worse = {**kept, **{key: {**kept[key], "hit@10": 0.0} for key in found[:12]}}
    (told,) = regression.drops(kept, many_worse)
    assert told.startswith("hit@10 (right place in the first 10 passages) has dropped from ")
    assert regression.drops(many_worse, kept) == []


def test_questions_without_a_counterpart_are_told() -> None:
    kept = regression.read_baseline(regression.BASELINE)
    fewer = dict(list(kept.items())[3:])
    (told,) = regression.drops(fewer, kept)
    assert told.startswith(f"3 of {len(kept)} questions are not in the baseline")
    (told,) = regression.drops(kept, fewer)
    assert told.startswith(f"3 of {len(kept)} questions are in the baseline and cannot be scored")


def test_a_baseline_that_is_missing_or_damaged_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="There is no baseline"):
        regression.read_baseline(tmp_path / "baseline.json")
    (tmp_path / "baseline.json").write_text("[{", encoding="utf-8")
    with pytest.raises(SystemExit, match="cannot be read"):
        regression.read_baseline(tmp_path / "baseline.json")


def test_a_question_that_failed_is_a_failure(results: list[EvaluationResult]) -> None:
    failed = [replace(one, state=ResultState.FAILED, reason="the encoder is gone") for one in results]
    assert regression.failures(failed[0]) == ["the encoder is gone"]
    kept = regression.read_baseline(regression.BASELINE)
    told = " ".join(regression.drops(kept, regression.scores(failed)))
    assert all(name in told for name in ("hit@1 ", "hit@10 ", "all_found ", "answer_covered ", "refused "))
