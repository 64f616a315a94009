"""Evaluations as they are run and measured."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite import Library
from pincite.domain import (
    AnswerScores,
    Evaluation,
    EvaluationResult,
    EvaluationState,
    Expectation,
    PagePlace,
    ResultState,
    Span,
)
from pincite.errors import ConflictError, ModelMissingError, PinciteError, UsageError
from pincite.evaluate.measures import SCORES, WORDS, differences, measures, shared
from pincite.evaluate.questions import read_questions
from pincite.evaluate.report import to_report
from pincite.evaluate.running import Run, again, ask, prepare
from pincite.evaluate.tables import to_sheet
from pincite.store import evaluations as kept
from support.loaded import share_encoder
from support.model_server import ModelServer
from support.samples import EXAMPLES, PAPERS
from support.viewers import make_account

OF_WHAT_IS_SHOWN = {"refusal_precision", "citation_precision", "verbatim", "supported"}
"""Shares of what was refused, cited or written: a question that failed has none of it."""
QUESTIONS = read_questions((EXAMPLES / "questions.jsonl").read_bytes())


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy) as opened:
        yield opened


def run(library: Library, questions: list[Expectation]) -> Evaluation:
    claim = prepare(library, questions)
    with Run(library, claim) as running:
        told = list(running.progress())
    found = library.store.evaluations.get(claim.evaluation)
    assert told[-1].asked == found.asked
    return found


def results(library: Library, evaluation: Evaluation) -> list[EvaluationResult]:
    return list(library.store.evaluations.every_result(evaluation.id))


def values(evaluation: Evaluation) -> dict[str, tuple[float | None, int]]:
    return {measure.name: (measure.value, measure.count) for measure in evaluation.measures}


def test_refusals_have_a_measure_of_their_own_and_what_has_no_gold_counts_nowhere(library: Library) -> None:
    """Three ordinary questions, one that the documents do not answer, and one of which nothing is known."""
    mixed = [QUESTIONS[3], QUESTIONS[6], QUESTIONS[8], QUESTIONS[12], Expectation("What else is there?", 99)]
    found = run(library, mixed)
    assert (found.questions, found.excluded, found.asked) == (5, 1, 4)
    assert found.state is EvaluationState.DONE
    measured = values(found)
    assert measured["refused"] == (1.0, 1)
    assert measured["hit@1"] == (1.0, 3)
    assert measured["answered"] == (1.0, 3)
    whole = json.loads(to_report(library, found, "json"), parse_constant=pytest.fail)
    assert (whole["questions"], whole["excluded"]) == (5, 1)


def test_a_measure_without_questions_is_null_and_no_number(library: Library) -> None:
    found = run(library, [QUESTIONS[3]])
    assert values(found)["refused"] == (None, 0)
    assert '"value": null' in to_report(library, found, "json")


def fails(expected: Expectation) -> EvaluationResult:
    return EvaluationResult(1, expected, "quote", ResultState.FAILED)


def test_questions_that_fail_are_failures_of_every_measure() -> None:
    where = PagePlace("a", 1, "1", 0, 9)
    placed = EvaluationResult(
        1,
        replace(QUESTIONS[0], answers=("R290",)),
        "quote",
        ResultState.DONE,
        place=where,
        wanted=((Span(1, 0, 9),),),
        ranks=(1,),
        refused=False,
        held=True,
        first=where,
        scores=AnswerScores(1, 1, 1, 1, 1, 1, 1),
    )
    unanswerable = EvaluationResult(2, QUESTIONS[11], "none", ResultState.DONE, refused=True)
    good = {measure.name: measure.value for measure in measures([placed, unanswerable])}
    assert set(good.values()) == {1.0}
    bad = [
        replace(one, state=ResultState.FAILED, ranks=(), refused=None, held=None, scores=None, first=None)
        for one in (placed, unanswerable)
    ]
    half = {
        measure.name: (measure.value, measure.count) for measure in measures([placed, unanswerable, *bad])
    }
    assert {half.pop(name) for name in OF_WHAT_IS_SHOWN} == {(1.0, 1)}
    assert set(half.values()) == {(0.5, 2)}
    none = {measure.name: measure.value for measure in measures(bad)}
    assert {none.pop(name) for name in OF_WHAT_IS_SHOWN} == {None}
    assert set(none.values()) == {0.0}


def test_all_measures_are_explained() -> None:
    assert set(SCORES) == set(WORDS)


def test_a_question_that_raises_is_a_result(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PinciteError("the encoder is gone")

    monkeypatch.setattr(Library, "ask", fail)
    found = run(library, QUESTIONS)
    assert (found.state, found.failed) == (EvaluationState.FAILED, 14)
    assert "every question failed" in found.failure
    assert {value for name, (value, _) in values(found).items() if name not in OF_WHAT_IS_SHOWN} == {0.0}


def test_a_fault_of_pincite_itself_hides_no_other_question(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Library.ask

    def fail(self: Library, question: str, **options: Any) -> Any:
        if "Hagg Bridge" in question:
            raise KeyError("secret")
        return asked(self, question, **options)

    monkeypatch.setattr(Library, "ask", fail)
    found = run(library, QUESTIONS)
    assert (found.state, found.asked, found.failed) == (EvaluationState.DONE, 14, 1)
    (failed,) = [one for one in results(library, found) if one.state is ResultState.FAILED]
    assert failed.reason == "unexpected KeyError"


def test_ranks_go_beyond_the_passages_that_a_refusal_shows(library: Library) -> None:
    strict = Library.open(library.folder, settings={"answer": {"threshold": 1.0}})
    with strict:
        found = run(strict, QUESTIONS[:11])
    assert values(found)["answered"] == (0.0, 11)
    assert values(found)["best_quote"] == (0.0, 11)
    assert values(found)["hit@10"] == (1.0, 11), "refused, and found all the same"


def test_the_same_answer_scores_the_same_after_documents_are_cut_anew(library: Library) -> None:
    questions = [QUESTIONS[number] for number in (0, 2, 3, 6, 7, 8)]
    before = run(library, questions)
    with Library.open(library.folder, settings={"chunk": {"tokens": 48, "overlap_tokens": 8}}) as other:
        other.add([PAPERS], reindex=True)
        after = run(other, questions)
        first, second = results(other, before), results(other, after)
    assert [one.wanted for one in first] == [one.wanted for one in second], "gold is pages and words"
    assert values(after)["hit@10"] == values(before)["hit@10"] == (1.0, 6)
    assert before.fingerprint != after.fingerprint
    assert shared(first, second) == 6
    compared = {one.name: one for one in differences(second, first)}
    assert compared["hit@10"].difference == 0
    assert not any(
        isinstance(value, float) and math.isnan(value)
        for one in compared.values()
        for value in (one.value, one.other, one.difference, one.low, one.high)
    )


def test_a_run_that_was_left_is_gone_on_with(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.evaluate.running.STORE_SECONDS", 0.0)
    claim = prepare(library, QUESTIONS)
    with Run(library, claim) as running:
        told = running.progress()
        for _ in range(4):
            next(told)
        running.leave()
        list(told)
    found = library.store.evaluations.get(claim.evaluation)
    assert (found.state, found.asked) == (EvaluationState.BROKEN_OFF, 3)
    next_claim = again(library, found.id)
    assert next_claim.evaluation == found.id
    with Run(library, next_claim) as running:
        asked = [progress.asked for progress in running.progress()]
    assert asked[0] == 3
    assert library.store.evaluations.get(found.id).state is EvaluationState.DONE
    assert again(library, found.id).evaluation != found.id, "one that is done is run anew"


def test_what_changed_meanwhile_is_told_and_not_gone_on_with(library: Library) -> None:
    claim = prepare(library, QUESTIONS)
    with Run(library, claim) as running:
        told = running.progress()
        next(told)
        library.remove("river-gauges.pdf")
        list(told)
    found = library.store.evaluations.get(claim.evaluation)
    assert found.changed
    assert found.state is EvaluationState.DONE
    early = prepare(library, QUESTIONS)
    library.store.evaluations.stop(early.evaluation)
    library.remove("heat-pumps.pdf")
    assert again(library, early.evaluation).evaluation != early.evaluation


def test_nothing_is_written_for_who_lost_the_claim(library: Library) -> None:
    store = library.store.evaluations
    claim = prepare(library, QUESTIONS)
    library.store.evaluations.stop(claim.evaluation)
    newer = store.take(claim.evaluation)
    assert store.renew(claim) is kept.Standing.LOST
    assert store.store(claim, []) is kept.Standing.LOST
    assert not store.begin(claim)
    assert not store.finish(claim, EvaluationState.DONE, [], changed=False)
    assert store.begin(newer)
    with pytest.raises(ConflictError):
        store.take(claim.evaluation)
    with pytest.raises(UsageError, match="not ended"):
        again(library, claim.evaluation)


def test_a_lease_is_renewed_while_a_question_takes_long(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.evaluate.running.LEASE_SECONDS", 0.03)
    claim = prepare(library, QUESTIONS[:1])
    with Run(library, claim) as running:
        told = running.progress()
        next(told)
        library.store.evaluations.delete(claim.evaluation)
        running._thread.join(10)  # it finds out by itself
        assert list(told) == [] or running._standing is kept.Standing.LOST
    assert library.store.evaluations.all().items == ()


def test_no_more_are_kept_than_can_be_looked_through(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    ann = library.seen_by(make_account(library.store, "Ann", first=True))
    ben = library.seen_by(make_account(library.store, "Ben"))
    for _ in range(2):
        prepare(ann, QUESTIONS)
    with pytest.raises(ConflictError, match="2 evaluations"):
        prepare(ann, QUESTIONS)
    prepare(ben, QUESTIONS)
    assert [len(view.store.evaluations.all().items) for view in (ann, ben, library)] == [2, 1, 3]


def test_lists_come_in_parts(library: Library) -> None:
    made = [prepare(library, QUESTIONS[:1]).evaluation for _ in range(3)]
    first = library.store.evaluations.all(limit=2)
    rest = library.store.evaluations.all(limit=2, cursor=first.next)
    assert [one.id for one in (*first.items, *rest.items)] == made[::-1]
    assert rest.next is None


def test_names_of_models_are_kept_without_their_folders(library: Library) -> None:
    settings = {"encoder": {"name": "/home/somebody/models/own"}}
    with Library.open(library.folder, settings=settings) as other:
        found = other.store.evaluations.get(prepare(other, QUESTIONS).evaluation)
    assert found.settings["encoder.name"] == "own"
    assert "/home" not in json.dumps(found.settings)


def test_surrogates_and_zeros_do_not_end_anything(library: Library) -> None:
    odd = Expectation("What \ud800 is \0 R290?", 1, "heat-pumps.pdf", quote="R290")
    found = run(library, [odd])
    assert found.state is EvaluationState.DONE
    assert results(library, found)[0].expected.question.encode()


def test_a_table_has_a_row_for_each_question(library: Library) -> None:
    found = run(library, QUESTIONS)
    sheet = to_sheet(library, found)
    assert len(sheet.rows) == 14
    assert {len(row) for row in sheet.rows} == {len(sheet.header)}


def test_a_greeting_has_no_passages_and_is_searched_for(library: Library) -> None:
    wanted = EvaluationResult(1, Expectation("Hello", 1, answerable=False), "none", ResultState.WAITING)
    assert ask(library, wanted).state is ResultState.DONE


def test_answers_are_composed_where_that_is_wanted(
    library_copy: Path, model_server: ModelServer, tmp_path: Path
) -> None:
    """A true sentence with its source stands; one that no document says is removed, and lowers what is supported."""
    model_server.say(
        "All houses received a monobloc unit with the refrigerant R290 [1]. The unit was painted green [1]."
    )
    asked = [one for one in QUESTIONS if one.quote and "R290" in one.quote]
    with Library.open(library_copy, settings=model_server.settings()) as library:
        claim = prepare(library, asked, mode="composed")
        with Run(library, claim) as running:
            list(running.progress())
        found = library.store.evaluations.get(claim.evaluation)
        assert (found.settings["answer.mode"], found.asked, found.failed) == ("composed", 1, 0)
        assert found.settings["model.name"]
        (result,) = results(library, found)
        assert result.scores is not None
        assert result.scores.supported == 0.5
        assert result.scores.verbatim == 1
        assert model_server.prompts
        next_one = again(library, found.id)
        assert library.store.evaluations.get(next_one.evaluation).settings == found.settings
    with Library.open(library_copy) as without, pytest.raises(ModelMissingError):
        prepare(without, asked, mode="composed")
