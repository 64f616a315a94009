"""`pincite ask` with a language model: what it tells beside the answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from support.model_server import ModelServer, Scripted

Run = Callable[..., Result]

QUESTION = "May the provider subcontract?"
TRUE = "The Provider remains responsible for its subcontractors as for itself [1]."
FALSE = "The Provider may subcontract to Rotterdam for 9,000 dollars [1]."


@pytest.fixture
def ask(run: Run, sample_library: Path, model_server: ModelServer) -> Run:
    """Asks with the scripted model."""

    def asked(*options: str, question: str = QUESTION, **environment: str) -> Result:
        env = {**model_server.environment(), **environment}
        return run("ask", question, *options, library=sample_library, env=env)

    return asked


def test_a_composed_answer_for_people(ask: Run, model_server: ModelServer) -> None:
    model_server.say(f"{TRUE} {FALSE}")
    done = ask()
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(
        "The Provider remains responsible for its subcontractors as for itself. [1]\n"
    )
    assert "Composed by tiny:1b on this machine." in done.stdout
    assert "1 sentence was removed: it is not supported by your documents" in done.stdout
    assert "Rotterdam" not in done.stdout
    assert "seed-bank-agreement.pdf" in done.stdout
    assert done.stderr == ""


def test_what_was_removed_is_listed_when_asked_for(ask: Run, model_server: ModelServer) -> None:
    model_server.say(f"{TRUE} {FALSE}")
    shown = ask("--show-unsupported").stdout.splitlines()
    assert shown[1].startswith(
        "The Provider may subcontract to Rotterdam for 9,000 dollars. (not supported: "
    )
    assert "1 sentence was not supported by your documents." in shown
    listed = ask("--passages").stdout
    assert "Sentences that were removed" in listed
    assert "Rotterdam" in listed


def test_refusals_say_whose_they_are(ask: Run, model_server: ModelServer) -> None:
    model_server.say("The sources do not say.")
    assert "tiny:1b found no answer in the passages it was given." in ask().stdout
    model_server.say(FALSE)
    done = ask()
    assert "Your documents do not say." in done.stdout
    assert "Nothing that tiny:1b wrote is in the passages it was given." in done.stdout


def test_modes_and_failures(ask: Run, model_server: ModelServer) -> None:
    model_server.say(Scripted(status=500, body={"error": "out of memory"}))
    done = ask()
    assert done.exit_code == 0
    assert "The Provider shall not subcontract any Service" in done.stdout
    assert "Quoted, because the language model could not be used." in done.stdout
    done = ask("--mode", "composed")
    assert done.exit_code == 1
    assert done.stderr.startswith("error: ")
    assert "Quoted" not in ask("--mode", "quoted").stdout
    assert ask("--mode", "verse").exit_code == 2


def test_an_answer_that_is_cut_off(ask: Run, model_server: ModelServer) -> None:
    model_server.say(Scripted(f"{TRUE} The Trust", finish="length"))
    assert "The answer is cut off" in ask().stdout


def test_the_shape_of_a_list(ask: Run, model_server: ModelServer) -> None:
    model_server.say(
        f"## Subcontractors\n\n- {TRUE}\n- Title to all Material remains with the Trust at all times [2]."
    )
    lines = ask().stdout.splitlines()
    assert lines[:4] == [
        "Subcontractors",
        "",
        "\u2022 The Provider remains responsible for its subcontractors as for itself. [1]",
        "\u2022 Title to all Material remains with the Trust at all times. [2]",
    ]


def test_json_is_complete(ask: Run, model_server: ModelServer) -> None:
    model_server.say(f"{TRUE} {FALSE}")
    answer: dict[str, Any] = json.loads(ask("--json").stdout)
    assert answer["mode"] == "composed"
    assert answer["model"]["name"] == "tiny:1b"
    assert [s["text"] for s in answer["removed"]] == [
        "The Provider may subcontract to Rotterdam for 9,000 dollars."
    ]
    assert answer["removed"][0]["problem"]
    assert (answer["left_out"], answer["incomplete"], answer["failure"]) == ([], None, "")


def test_a_greeting(ask: Run) -> None:
    assert ask(question="thanks").stdout.startswith("Ask a question about your documents")


def test_stopping_keeps_what_was_checked(sample_library: Path, model_server: ModelServer) -> None:
    model_server.say(Scripted(f"{TRUE} {TRUE[:-5]}", hang_after=15))
    with subprocess.Popen(
        [sys.executable, "-m", "pincite", "ask", QUESTION],
        env={**os.environ, **model_server.environment(), "PINCITE_LIBRARY": str(sample_library)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert first == "The Provider remains responsible for its subcontractors as for itself. [1]\n"
    assert "The answer was stopped, and is not whole." in rest
    assert "seed-bank-agreement.pdf" in rest
    assert process.returncode == 130
    assert model_server.dropped.wait(5)
