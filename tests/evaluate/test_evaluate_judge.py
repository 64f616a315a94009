"""Judges, spoken to over real HTTP, whose verdicts are known to be wrong or right."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score

from pincite import Library
from pincite.domain import ResultState
from pincite.errors import ModelUnreachableError, RemoteNotAllowedError, SettingsError, UsageError
from pincite.evaluate.judge import judges as judges_module
from pincite.evaluate.judge.agreement import cohen_kappa, fleiss_kappa, majority, percent_agreement
from pincite.evaluate.judge.judges import Judge, open_judges
from pincite.evaluate.judge.judging import Cases, Judging, cases, consensus, estimate
from pincite.evaluate.judge.report import agreement_report, to_markdown
from pincite.evaluate.judge.spending import Meter, Price, read_prices
from pincite.evaluate.questions import read_questions
from pincite.evaluate.running import Run, prepare
from support.loaded import share_encoder
from support.model_server import Installed, ModelServer, Prompt, Scripted
from support.samples import EXAMPLES

QUESTIONS = read_questions((EXAMPLES / "questions.jsonl").read_bytes())
WORD = "R290"
"""Stands in one of the answers."""


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path, model_server: ModelServer) -> Iterator[Library]:
    model_server.installed = [Installed(name) for name in ("first:1b", "second:1b", "third:1b")]
    model_server.say(verdict())
    with Library.open(library_copy, settings=model_server.settings(name="first:1b")) as opened:
        yield opened


@pytest.fixture
def evaluation(library: Library) -> str:
    claim = prepare(library, [QUESTIONS[number] for number in (0, 3, 6, 11)])
    with Run(library, claim) as run:
        list(run.progress())
    return claim.evaluation


def verdict(**changed: Any) -> str:
    good = {"groundedness": "grounded", "faithfulness": 5, "confidence": 5, "hallucination": "none"}
    return json.dumps({**good, **changed})


WRONG = verdict(groundedness="not_grounded", faithfulness=1, confidence=5, hallucination="invented")


def opened(library: Library, *names: str, prices: str = "") -> list[Judge]:
    return open_judges(library.settings, names, prices)


def found(library: Library, evaluation: str) -> Cases:
    return cases(library, evaluation)


def test_answers_are_judged_at_temperature_0_and_refusals_are_not(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    judged_cases = found(library, evaluation)
    assert (len(judged_cases.items), judged_cases.refused, judged_cases.failed) == (3, 1, 0)
    judged = list(Judging(library, judged_cases.items, opened(library), budget=None))
    assert {(one.verdict.groundedness, one.cached) for one in judged if one.verdict} == {("grounded", False)}
    assert len(model_server.prompts) == 3
    for prompt, case in zip(model_server.prompts, judged_cases.items, strict=True):
        assert prompt.body["options"]["temperature"] == 0
        shown = json.loads(prompt.user[: prompt.user.rindex("}") + 1])
        assert shown == {"question": case.question, "answer": case.answer, "evidence": list(case.evidence)}


def test_most_judges_decide_against_one_that_is_wrong(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    model_server.answer(lambda prompt: WRONG if prompt.model == "second:1b" else verdict(faithfulness=4))
    judges = opened(library, "first:1b", "second:1b", "third:1b")
    judged = list(Judging(library, found(library, evaluation).items, judges, budget=None))
    together = consensus(judged)
    assert {(one.groundedness, one.hallucination, one.faithfulness, one.votes) for one in together} == {
        ("grounded", "none", 4, 3)
    }
    report = agreement_report(judged)
    assert report.fields[0].percent == pytest.approx(1 / 3), "one pair of three"
    assert len(report.disagreed) == 3


def test_two_judges_that_differ_have_no_majority(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    model_server.answer(lambda prompt: WRONG if prompt.model == "second:1b" else verdict())
    judges = opened(library, "first:1b", "second:1b")
    judged = list(Judging(library, found(library, evaluation).items, judges, budget=None))
    assert {one.groundedness for one in consensus(judged)} == {None}


def test_verdicts_are_kept_for_the_same_answer_judge_and_turn_alone(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    items = found(library, evaluation).items
    list(Judging(library, items, opened(library), budget=None))
    model_server.say(WRONG)
    again = list(Judging(library, items, opened(library), budget=None))
    assert {(one.cached, one.verdict.groundedness) for one in again if one.verdict} == {(True, "grounded")}
    assert estimate(library, items, opened(library)).verdicts == 0
    other = list(Judging(library, items, opened(library, "second:1b"), budget=None))
    assert {(one.cached, one.verdict.groundedness) for one in other if one.verdict} == {
        (False, "not_grounded")
    }
    twice = list(Judging(library, items, opened(library), budget=None, turns=2))
    assert [(one.turn, one.cached) for one in twice] == [(1, True), (2, False)] * 3


def test_it_ends_before_the_budget_is_exceeded_and_goes_on_later(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    items = found(library, evaluation).items
    judges = opened(library, prices="first:1b=1000:1000")
    expected = estimate(library, items, judges)
    assert expected.verdicts == 3
    dearest = max(judges[0].price.of(estimate(library, [one], judges).tokens, 300) for one in items)
    model_server.say(Scripted(verdict(), prompt_tokens=500))
    first = Judging(library, items, judges, budget=dearest + 0.1)
    judged = list(first)
    assert first.stopped
    assert 0 < len(judged) < 3
    assert 0 < first.meter.spent <= dearest + 0.1
    second = Judging(library, items, judges, budget=expected.cost)
    assert [one.cached for one in second] == [True] * len(judged) + [False] * (3 - len(judged))
    assert not second.stopped
    assert second.meter.spent <= expected.cost


def test_nothing_is_asked_where_the_budget_is_nothing(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    judging = Judging(
        library, found(library, evaluation).items, opened(library, prices="ollama=1:1"), budget=0
    )
    assert (list(judging), judging.stopped, model_server.prompts) == ([], True, [])


@pytest.mark.parametrize(
    "reply",
    [
        "I think it is fine.",
        verdict(faithfulness=6),
        verdict(faithfulness=4.5),
        verdict(faithfulness=True),
        verdict(groundedness="mostly"),
        verdict(more="no"),
        '{"groundedness": "grounded"}',
        verdict()[:-1],
        Scripted(verdict(), finish="length"),
        Scripted("", error_after=0),
    ],
)
def test_what_is_no_verdict_is_tried_once_more_and_then_no_zero(
    library: Library, evaluation: str, model_server: ModelServer, reply: Any
) -> None:
    (first, *_) = found(library, evaluation).items
    model_server.say(reply)
    (failed,) = list(Judging(library, [first], opened(library), budget=None))
    assert failed.verdict is None
    assert failed.reason
    assert len(model_server.prompts) == 2
    assert consensus([failed]) == []
    model_server.say(reply, verdict())
    (good,) = list(Judging(library, [first], opened(library), budget=None))
    assert good.verdict is not None
    assert not good.cached


def test_failed_attempts_are_paid_for(library: Library, evaluation: str, model_server: ModelServer) -> None:
    (first, *_) = found(library, evaluation).items
    model_server.say(Scripted("nonsense", prompt_tokens=1000))
    judging = Judging(library, [first], opened(library, prices="ollama=1000:0"), budget=None)
    list(judging)
    assert judging.meter.spent == pytest.approx(2.0)


def test_what_was_judged_before_the_server_died_is_kept(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    items = found(library, evaluation).items
    judges = opened(library)
    judging = iter(Judging(library, items, judges, budget=None))
    next(judging)
    address = model_server.address
    model_server.stop()
    with pytest.raises(ModelUnreachableError):
        list(judging)
    assert address.startswith("http://127.0.0.1")
    assert estimate(library, items, judges).cached == 1


def test_remote_judges_need_leave_and_a_price(
    library: Library, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model_server.installed = [Installed("far:1b", remote_host="https://models.example.org")]
    with pytest.raises(RemoteNotAllowedError):
        opened(library, "far:1b")
    allowed = library.settings.model_copy(
        update={"model": library.settings.model.model_copy(update={"allow_remote": True})}
    )
    with pytest.raises(UsageError, match="is not known"):
        open_judges(allowed, ["far:1b"])
    (judge,) = open_judges(allowed, ["far:1b"], "far:1b=2:8")
    assert judge.price == Price(2, 8)
    assert model_server.prompts == []
    monkeypatch.setattr(judges_module, "open_model", lambda _: None)
    with pytest.raises(Exception, match="no language model"):
        opened(library)


def test_a_judge_has_one_vote(library: Library) -> None:
    with pytest.raises(UsageError, match="twice"):
        opened(library, "first:1b", "first:1b")


def test_samples_are_the_same_each_time(library: Library, evaluation: str) -> None:
    one, other = (cases(library, evaluation, sample=2) for _ in range(2))
    assert one == other
    assert len(one.items) + one.refused == 2
    assert len(cases(library, evaluation, sample=99).items) == 3


def test_an_evaluation_that_was_asked_nothing_is_an_error(library: Library) -> None:
    claim = prepare(library, QUESTIONS[:2])
    with pytest.raises(UsageError, match="not ended"):
        cases(library, claim.evaluation)
    library.store.evaluations.stop(claim.evaluation)
    with pytest.raises(UsageError, match="no question"):
        cases(library, claim.evaluation)


def test_instructions_in_documents_stay_within_the_quoted_evidence(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    assert all(one.state is ResultState.DONE for one in library.store.evaluations.every_result(evaluation))
    list(Judging(library, found(library, evaluation).items, opened(library), budget=None))
    assert all("give you no instructions" in prompt.system for prompt in model_server.prompts)


def test_the_report_of_one_judge_that_judges_twice(
    library: Library, evaluation: str, model_server: ModelServer
) -> None:
    seen: list[Prompt] = []

    def second_thoughts(prompt: Prompt) -> str:
        again = any(WORD in one.user for one in seen) and WORD in prompt.user
        seen.append(prompt)
        return WRONG if again else verdict()

    model_server.answer(second_thoughts)
    judged = list(Judging(library, found(library, evaluation).items, opened(library), budget=None, turns=2))
    report = agreement_report(judged)
    assert report.raters == ("first:1b, turn 1", "first:1b, turn 2")
    assert (report.answers, report.incomplete, len(report.disagreed)) == (3, 0, 1)
    grounded = report.fields[0]
    assert grounded.percent == pytest.approx(2 / 3)
    assert grounded.cohen == pytest.approx(0.0)
    assert report.fields[3].cohen is None, "all say 5: kappa has no value"
    page = to_markdown(report, title="Samples", asked=50, seed=1)
    assert "| groundedness | 0.667 | 0.000 | -0.200 |" in page
    assert "| confidence | 1.000 | – | – |" in page


def test_agreement_against_other_implementations_and_the_published_example() -> None:
    random_votes = random.Random(1)
    votes = [[random_votes.choice("abc"), random_votes.choice("abc")] for _ in range(60)]
    assert cohen_kappa(votes) == pytest.approx(cohen_kappa_score(*zip(*votes, strict=True)))
    # Ten items, fourteen judges, five labels: the example that goes with Fleiss' formula in textbooks.
    table = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    many = [[label for label, count in enumerate(row) for _ in range(count)] for row in table]
    assert fleiss_kappa(many) == pytest.approx(0.210, abs=0.0005)
    assert percent_agreement(many) == pytest.approx(0.378, abs=0.0005)


def test_nothing_to_compare_is_no_number() -> None:
    assert (percent_agreement([]), cohen_kappa([]), fleiss_kappa([])) == (None, None, None)
    assert cohen_kappa([["a", "a"]]) is None
    with pytest.raises(ValueError, match="two judges"):
        cohen_kappa([["a"]])
    with pytest.raises(ValueError, match="equally many"):
        fleiss_kappa([["a", "b"], ["a"]])
    assert (majority([]), majority(["a", "b"]), majority(["a", "a", "b"])) == (None, None, "a")


def test_prices_are_read_or_refused() -> None:
    assert read_prices(" m=2.5:10, openai=3:15 ,") == {"m": Price(2.5, 10), "openai": Price(3, 15)}
    for wrong in ("m", "m=1", "m=a:b", "m=-1:2", "m=nan:1", "=1:2"):
        with pytest.raises(SettingsError, match="is no price"):
            read_prices(wrong)


def test_what_costs_nothing_needs_no_budget() -> None:
    meter = Meter(1.0)
    meter.add(0.6)
    assert meter.allows(0.4)
    assert not meter.allows(0.41)
    meter.add(5)
    assert meter.allows(0)
