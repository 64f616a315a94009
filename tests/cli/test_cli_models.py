from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from support.model_server import Installed, ModelServer, Scripted

Run = Callable[..., Result]


def test_the_language_model_in_force_and_the_others(
    run: Run, run_json: Callable[..., Any], model_server: ModelServer
) -> None:
    model_server.installed = [
        Installed("all-minilm:latest", capabilities=("embedding",)),
        Installed("tiny:1b"),
        Installed("big:120b-cloud"),
        Installed("bad\x1b[31mname:1b"),
    ]
    lines = run("models", env=model_server.environment()).stdout.splitlines()
    assert lines[1:] == [
        f"language model: tiny:1b on Ollama at {model_server.address}, a window of 8,192 tokens",
        "  all-minilm:latest  1.0 MB  does not write text",
        "  tiny:1b  1.0 MB",
        "  big:120b-cloud  1.0 MB  runs on another machine",
        "  bad[31mname:1b  1.0 MB",
    ]
    state = run_json("models", env=model_server.environment())["language_model"]
    assert state["use"] == {
        "provider": "ollama",
        "name": "tiny:1b",
        "address": model_server.address,
        "remote": False,
    }
    assert (state["window"], state["error"], len(state["installed"])) == (8192, None, 4)
    assert model_server.prompts == []


def test_a_language_model_that_cannot_be_used(
    run: Run, run_json: Callable[..., Any], model_server: ModelServer
) -> None:
    environment = model_server.environment(name="other:1b")
    lines = run("models", env=environment).stdout.splitlines()
    assert lines[1] == "language model: Ollama has no model 'other:1b'"
    assert lines[2].startswith("  Fetch it with `ollama pull other:1b`")
    assert lines[3] == "  tiny:1b  1.0 MB"
    state = run_json("models", env=environment)["language_model"]
    assert state["error"]["message"] == "Ollama has no model 'other:1b'"
    model_server.stop()
    shown = run("models", env=model_server.environment())
    assert shown.exit_code == 0
    assert "does not answer" in shown.stdout
    assert "ollama serve" in shown.stdout


def test_trying_the_language_model(run: Run, run_json: Callable[..., Any], model_server: ModelServer) -> None:
    model_server.say("ready\x1b[2J")
    shown = run("models", "test", env=model_server.environment())
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith(f"tiny:1b on Ollama at {model_server.address}, a window of 8,192 tokens\n")
    assert "the whole reply after" in shown.stdout
    assert shown.stdout.endswith("s: ready[2J\n")
    measured = run_json("models", "test", env=model_server.environment())
    assert 0 < measured["first_seconds"] <= measured["total_seconds"]
    assert measured["reply"] == "ready\x1b[2J"


def test_trying_a_language_model_that_fails(run: Run, model_server: ModelServer) -> None:
    none = run("models", "test")
    assert none.exit_code == 1
    assert none.stderr.startswith("error: no language model is set")
    model_server.say(Scripted("ready", break_after=1))
    broken = run("models", "test", env=model_server.environment())
    assert broken.exit_code == 1
    assert "broke off its reply" in broken.stderr


@pytest.mark.parametrize(
    ("provider", "message"), [("ollama", "has no model 'other:1b'"), ("auto", "do nothing while")]
)
def test_doctor_warns_of_a_language_model_that_cannot_be_used(
    run_json: Callable[..., Any], sample_library: Path, model_server: ModelServer, provider: str, message: str
) -> None:
    right = model_server.environment()
    assert run_json("doctor", library=sample_library, env=right)["findings"] == []
    wrong = model_server.environment(provider, name="other:1b")
    (finding,) = run_json("doctor", library=sample_library, env=wrong)["findings"]
    assert message in finding["message"]
    assert (finding["name"], finding["severity"]) == ("language model", "warning")
    assert finding["remedy"]


def test_doctor_warns_where_answers_cannot_be_composed(
    run_json: Callable[..., Any], sample_library: Path
) -> None:
    environment = {"PINCITE_ANSWER__MODE": "composed"}
    (finding,) = run_json("doctor", library=sample_library, env=environment)["findings"]
    assert finding["message"] == "answers shall be composed, and there is no language model"
