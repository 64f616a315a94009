"""`pincite eval judge`: what it costs is told first, and a run that was killed goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite import Library
from support.model_server import ModelServer, Scripted
from support.samples import EXAMPLES

Run = Callable[..., Result]
RunJson = Callable[..., Any]

VERDICT = json.dumps(
    {"groundedness": "grounded", "faithfulness": 5, "confidence": 4, "hallucination": "none"}
)


@pytest.fixture
def library(run_json: RunJson, library_copy: Path, tmp_path: Path, model_server: ModelServer) -> Path:
    lines = (EXAMPLES / "questions.jsonl").read_text("utf-8").splitlines()
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(lines[number] for number in (0, 3, 6, 11)), "utf-8")
    run_json("eval", file, library=library_copy)
    model_server.say(VERDICT)
    return library_copy


def evaluation(library: Path) -> str:
    with Library.open(library) as opened:
        return opened.store.evaluations.all().items[0].id


def test_verdicts_are_counted_and_come_from_the_store_the_next_time(
    run: Run, run_json: RunJson, library: Path, model_server: ModelServer
) -> None:
    done = run("eval", "judge", evaluation(library), library=library, env=model_server.environment())
    assert done.exit_code == 0, done.output
    assert "groundedness\tgrounded\t3\n" in done.stdout
    assert "3 answers to judge, 1 refused, 0 failed" in done.stdout
    assert "0.0000 USD spent" in done.stdout
    told = run_json("eval", "judge", evaluation(library), library=library, env=model_server.environment())
    assert (told["estimate"]["verdicts"], told["estimate"]["cached"], told["spent"]) == (0, 3, 0)
    assert len(model_server.prompts) == 3


def test_money_is_spent_only_when_that_was_said(run: Run, library: Path, model_server: ModelServer) -> None:
    call = ("eval", "judge", evaluation(library), "--price", "ollama=100:100")
    asked = run(*call, library=library, env=model_server.environment())
    assert asked.exit_code == 2
    assert "judging would cost about" in asked.stderr
    assert model_server.prompts == []
    broke = run(*call, "--budget", "0.01", "--yes", library=library, env=model_server.environment())
    assert broke.exit_code == 1
    assert "Ended at the budget" in broke.stdout
    assert "more than the budget of 0.01 USD" in broke.stderr
    assert model_server.prompts == []
    assert run(*call, "--yes", library=library, env=model_server.environment()).exit_code == 0


def test_the_report_of_a_sample_judged_twice(
    run: Run, library: Path, model_server: ModelServer, tmp_path: Path
) -> None:
    page = tmp_path / "agreement.md"
    call = ("eval", "judge", evaluation(library), "--double", "50", "--report", page)
    done = run(*call, library=library, env=model_server.environment())
    assert done.exit_code == 0, done.output
    assert "| groundedness | 1.000 | – | – |" in page.read_text("utf-8")
    assert len(model_server.prompts) == 6
    wrong = run("eval", "judge", "x", "--report", page, library=library, env=model_server.environment())
    assert wrong.exit_code == 2
    both = ("--double", "2", "--sample", "2")
    assert run("eval", "judge", "x", *both, library=library).exit_code == 2


def test_no_verdict_at_all_is_no_success(run: Run, library: Path, model_server: ModelServer) -> None:
    model_server.say("fine")
    done = run("eval", "judge", evaluation(library), library=library, env=model_server.environment())
    assert done.exit_code == 1
    assert "0 verdicts, 3 failed" in done.stdout
    assert "faithfulness\tmean, 1 to 5\t-" in done.stdout


def test_without_a_model_there_is_no_judge(run: Run, library: Path) -> None:
    done = run("eval", "judge", evaluation(library), library=library)
    assert done.exit_code != 0
    assert "no language model is set that could judge" in done.stderr


def test_a_run_that_was_killed_goes_on(run_json: RunJson, library: Path, model_server: ModelServer) -> None:
    model_server.say(VERDICT, VERDICT, Scripted(VERDICT, hang_after=0))
    call = [sys.executable, "-m", "pincite", "eval", "judge", evaluation(library)]
    environment = {**os.environ, **model_server.environment(), "PINCITE_LIBRARY": str(library)}
    process = subprocess.Popen(call, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while len(model_server.prompts) < 3 and time.monotonic() < until:
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    model_server.say(VERDICT)
    told = run_json("eval", "judge", evaluation(library), library=library, env=model_server.environment())
    assert (told["estimate"]["cached"], told["estimate"]["verdicts"]) == (2, 1)
    assert [one["cached"] for one in told["verdicts"]] == [True, True, False]


def test_common_options_may_stand_before_the_command_and_its_name_be_left_out(
    run: Run, library: Path, model_server: ModelServer
) -> None:
    file = EXAMPLES / "questions.jsonl"
    for call in (("--json", file), ("run", file, "--json"), ("--json", "run", file)):
        assert json.loads(run("eval", *call, library=library).stdout)["asked"] == 14
    before = ("eval", "--library", library, "--json", "judge", evaluation(library), "--sample", "1")
    assert json.loads(run(*before, env=model_server.environment()).stdout)["spent"] == 0
    assert "Missing argument" in run("eval", library=library).stderr


def test_that_documents_changed_since_is_told(
    run: Run, library: Path, tmp_path: Path, model_server: ModelServer
) -> None:
    call = ("eval", "judge", evaluation(library))
    assert "changed since" not in run(*call, library=library, env=model_server.environment()).stderr
    (tmp_path / "new.txt").write_text("Another document that says something.", "utf-8")
    run("add", tmp_path / "new.txt", library=library)
    assert "changed since" in run(*call, library=library, env=model_server.environment()).stderr
