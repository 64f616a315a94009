from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import Result

import pincite
from pincite import Library
from pincite.cli.app import app
from pincite.cli.reference import COMMON, commands, parameters, reference

Run = Callable[..., Result]

COMMANDS = dict(commands(typer.main.get_command(app)))
CALLS = {
    "ask": ["what"],
    "search": ["what"],
    "eval": ["questions.csv"],
    "eval run": ["questions.csv"],
    "eval compare": ["a", "b"],
    "eval continue": ["a"],
    "eval report": ["a"],
    "eval draft": ["a.pdf", "-o", "drafts.jsonl"],
    "eval grid": ["questions.csv", "--to", "grid"],
    "eval judge": ["a"],
    "accounts admin": ["ada"],
    "accounts delete": ["ada", "--yes"],
    "accounts disable": ["ada"],
    "accounts enable": ["ada"],
    "accounts reset": ["ada"],
    "summarize": ["a.pdf"],
    "show": ["a.pdf"],
    "inspect": ["a.pdf"],
    "remove": ["a.pdf"],
    "backup": ["file"],
    "collections rename": ["a", "b"],
    "collections delete": ["a", "--yes"],
    "config unset": ["search.rrf_k"],
    "conversations delete": ["a", "--yes"],
    "conversations export": ["a", "file.md"],
    "conversations rename": ["a", "title"],
    "conversations show": ["a"],
    "jobs cancel": ["a"],
    "jobs retry": ["a"],
    "watched add": ["a"],
    "watched pause": ["a"],
    "watched remove": ["a"],
    "watched resume": ["a"],
}
MAKES_OR_NEEDS_NONE = {
    "eval accept",
    "eval import",
    "accounts create",
    "add",
    "restore",
    "collections create",
    "config",
    "ocr",
    "config get",
    "config set",
    "models",
    "models list",
    "models install",
    "models test",
    "serve",
    "watch",
}
HEAVY = ("numpy", "sqlalchemy", "openvino", "rich", "pydantic", "alembic", "huggingface_hub", "tokenizers")


def test_the_reference_in_the_documentation_is_up_to_date() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "cli.md"
    assert page.read_text(encoding="utf-8") == reference(), "python -m pincite.cli.reference > docs/cli.md"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    for parameter in parameters(command):
        assert parameter.help, parameter.name
        assert parameter.help[-1] in ".;", parameter.name
    assert {option for p in parameters(command) for option in p.opts} >= set(COMMON)
    shown = run(*name.split()[1:], "--help")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"Usage: {name} ")


@pytest.mark.parametrize(
    "name", sorted({name.removeprefix("pincite ") for name in COMMANDS} - MAKES_OR_NEEDS_NONE)
)
def test_a_library_that_does_not_exist(run: Run, tmp_path: Path, name: str) -> None:
    call = [*name.split(), *CALLS.get(name, [])]
    missing = tmp_path / "none"
    plain = run("--library", missing, *call)
    assert (plain.exit_code, plain.stdout) == (2, "")
    assert plain.stderr == f"error: there is no library in {missing}\n`pincite add FILE` makes one.\n"
    printed = run(*call, "--library", missing, "--json")
    assert (printed.exit_code, printed.stderr) == (2, "")
    assert json.loads(printed.stdout) == {
        "error": {
            "message": f"there is no library in {missing}",
            "remedy": "`pincite add FILE` makes one.",
        }
    }
    assert not missing.exists()


def test_common_options_count_before_and_after_the_name(run: Run, sample_library: Path) -> None:
    wanted = run("list", "--json", library=sample_library).stdout
    assert json.loads(wanted)
    assert run("--json", "list", library=sample_library).stdout == wanted
    assert run("--json", "--library", sample_library, "list").stdout == wanted
    assert run("list", "--library", sample_library, "--json").stdout == wanted
    collections = run("--json", "collections", "--library", sample_library).stdout
    assert [found["documents"] for found in json.loads(collections)] == [4]


def test_version_and_help(run: Run) -> None:
    assert run("--version").stdout == f"pincite {pincite.__version__}\n"
    assert json.loads(run("--version", "--json").stdout) == {"version": pincite.__version__}
    assert run().stdout == run("--help").stdout == run("-h").stdout
    assert json.loads(run("--json").stdout)["error"]["message"] == "no command was given"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["ask"], "Missing argument '"),
        (["list", "--nonsense"], "No such option: --nonsense"),
        (["show", "a.pdf", "--page", "two"], "Invalid value for '--page'"),
        (["nons\x1b[31mense"], "No such command"),
    ],
)
def test_wrong_calls(run: Run, call: list[str], message: str) -> None:
    plain = run(*call)
    assert (plain.exit_code, plain.stdout) == (2, "")
    assert plain.stderr.startswith(f"error: {message}")
    assert "--help` explains the call.\n" in plain.stderr
    assert "\x1b" not in plain.stderr
    printed = run(*call, "--json")
    assert (printed.exit_code, printed.stderr) == (2, "")
    assert json.loads(printed.stdout)["error"]["message"].startswith(message)


def test_json_after_two_dashes_is_a_word_of_the_question(run: Run, tmp_path: Path) -> None:
    done = run("ask", "--", "what", "is", "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("error: there is no library in ")


def test_unexpected_errors_are_one_line(
    run: Run, sample_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a\x1b[31m fault")

    monkeypatch.setattr(Library, "documents", fail)
    done = run("list", library=sample_library)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == (
        "error: unexpected ZeroDivisionError: a[31m fault\n"
        "This is a fault in Pincite. The same command with --debug shows where.\n"
    )
    debugged = run("list", "--debug", library=sample_library)
    assert debugged.stderr.startswith(done.stderr + "Traceback (most recent call last):\n")
    assert "in fail" in debugged.stderr
    assert "\x1b" not in debugged.stderr
    printed = json.loads(run("list", "--json", library=sample_library).stdout)
    assert set(printed["error"]) == {"message", "remedy"}


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from pincite.cli.app import app\n"
        "try:\n"
        "    app(['--help'])\n"
        "except SystemExit:\n"
        "    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])\n"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "[]"


def test_doctor_and_others_print_no_more_than_json(
    run_json: Callable[..., Any], sample_library: Path
) -> None:
    for call in (["doctor"], ["collections"], ["list"], ["config"], ["show", "heat-pumps.pdf"]):
        assert run_json(*call, library=sample_library) is not None
