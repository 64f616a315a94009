"""A conversation on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from typer.testing import Result

from pincite import Library
from pincite.domain import Incomplete
from support.model_server import ModelServer, Scripted

Run = Callable[..., Result]
FEE = "What is the storage fee?"


def test_one_question_a_line(run: Run, library_copy: Path) -> None:
    done = run("chat", library=library_copy, input=f"{FEE}\n\nthanks\nWhen is it due?\n")
    assert done.exit_code == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == f"› {FEE}"
    assert "Understood as: When is the storage fee due?" in lines
    assert lines.index("› thanks") < lines.index("› When is it due?")
    with Library.open(library_copy) as library:
        (conversation,) = library.conversations()
        assert (conversation.title, conversation.turns) == (FEE, 3)


def test_commands_of_the_prompt(run: Run, library_copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "fees.docx"
    typed = [
        FEE,
        "/retry",
        f"/export {file}",
        "/new",
        "Who wrote Hamlet?",
        "/nonsense",
        "/help",
        "/quit",
        "Never?",
    ]
    done = run("chat", library=library_copy, input="\n".join(typed))
    assert done.exit_code == 1
    assert done.stderr == "error: there is no /nonsense\n/help lists what can be typed.\n"
    assert f"exported 1 question to {file}" in done.stdout
    assert "/retry          answer the last question once more" in done.stdout
    with Library.open(library_copy) as library:
        assert [c.title for c in library.conversations()] == ["Who wrote Hamlet?", FEE]
        assert all(c.turns == 1 for c in library.conversations())
    assert docx.Document(str(file)).paragraphs[1].text == FEE


def test_a_conversation_goes_on(run: Run, run_json: Callable[..., Any], library_copy: Path) -> None:
    run("chat", "--document", "seed-bank-agreement.pdf", library=library_copy, input=FEE)
    done = run("chat", "--conversation", "last", library=library_copy, input="When is it due?")
    assert "Understood as: When is the storage fee due?" in done.stdout
    printed = run_json("chat", "--conversation", FEE, library=library_copy, input="Who wrote Hamlet?")
    (said,) = printed["conversations"]
    assert (said["conversation"]["turns"], [turn["number"] for turn in said["turns"]]) == (3, [3])
    assert said["turns"][0]["answer"]["refused"]
    assert run("chat", "--conversation", "nowhere", library=library_copy, input=FEE).exit_code == 2


def test_an_error_does_not_end_the_conversation(run: Run, library_copy: Path) -> None:
    typed = f"/export\n{FEE}\n/export {library_copy}/x.txt\n"
    done = run("chat", library=library_copy, input=typed)
    assert done.exit_code == 1
    assert "error: nothing was asked yet" in done.stderr
    assert "'x.txt' does not say in which format" in done.stderr
    assert "[1]" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_terminal_keeps_what_there_is(
    library_copy: Path, model_server: ModelServer, number: signal.Signals
) -> None:
    said = "The Provider shall not subcontract any Service. "
    model_server.say(Scripted(said * 3, pieces=[said, "More ", "and ", "more"], hang_after=2))
    environment = {**os.environ, **model_server.environment(), "PINCITE_LIBRARY": str(library_copy)}
    command = [sys.executable, "-u", "-m", "pincite", "chat", "--document", "seed-bank-agreement.pdf"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("May the Provider subcontract any Service?\nNext?\n")
        process.stdin.flush()
        assert any("shall not subcontract" in line for line in iter(process.stdout.readline, ""))
        process.send_signal(number)
        process.stdout.read()
        assert process.wait(30) == 130
    with Library.open(library_copy) as library:
        (turn,) = library.turns(library.conversations()[0].id)
    assert turn.answer is not None
    assert turn.answer.incomplete is Incomplete.STOPPED
    assert turn.answer.sentences


def test_what_is_there_is_kept_while_the_answer_grows(library_copy: Path, model_server: ModelServer) -> None:
    said = "The Provider shall not subcontract any Service. "
    model_server.say(Scripted(said, pieces=[said, said, said, said, said, "x"], delay=0.7, hang_after=5))
    environment = {**os.environ, **model_server.environment(), "PINCITE_LIBRARY": str(library_copy)}
    command = [sys.executable, "-m", "pincite", "chat", "--document", "seed-bank-agreement.pdf"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stdin is not None
        process.stdin.write("May the Provider subcontract any Service?\n")
        process.stdin.flush()
        turns: list[Any] = []
        with Library.open(library_copy) as library:
            while not (turns and turns[0].answer):
                assert process.poll() is None
                time.sleep(0.2)
                found = library.conversations()
                turns = library.turns(found[0].id) if found else []
            process.kill()
            process.wait(30)
            (turn,) = library.turns(found[0].id)
    assert turn.state.value == "running"
    assert turn.answer is not None
    assert turn.answer.incomplete is Incomplete.STOPPED


# Conversations


def test_conversations_are_listed_shown_renamed_and_deleted(
    run: Run, run_json: Callable[..., Any], library_copy: Path
) -> None:
    assert run("conversations", library=library_copy).stdout == ""
    run("chat", library=library_copy, input=f"{FEE}\n/new\nWho wrote Hamlet?\n")
    listed = run("conversations", library=library_copy).stdout.splitlines()
    assert [line.split("\t")[1:3] for line in listed] == [["1", "Who wrote Hamlet?"], ["1", FEE]]
    assert run("conversations", "list", "--search", "STORAGE", library=library_copy).stdout.count("\n") == 1
    shown = run("conversations", "show", FEE, library=library_copy).stdout
    assert shown.startswith(f"{FEE}\n\nStorage")
    assert "[1]" in shown
    as_json = run_json("conversations", "show", "last", library=library_copy)
    assert as_json["conversation"]["title"] == as_json["turns"][0]["question"] == "Who wrote Hamlet?"
    name = as_json["conversation"]["id"][:8]
    assert run("conversations", "rename", name, "A", "play", library=library_copy).stdout.endswith("A play\n")
    assert run("conversations", "delete", "A play", library=library_copy).stdout.startswith("deleted A play")
    assert [c["title"] for c in run_json("conversations", library=library_copy)] == [FEE]
    for command in ("show", "delete"):
        assert run("conversations", command, "A play", library=library_copy).exit_code == 2


def test_a_conversation_is_exported(
    run: Run, run_json: Callable[..., Any], library_copy: Path, tmp_path: Path
) -> None:
    run("chat", library=library_copy, input=FEE)
    for ending in ("md", "json", "docx"):
        file = tmp_path / f"out.{ending}"
        done = run("conversations", "export", "last", file, library=library_copy)
        assert done.stdout == f"exported 1 question to {file}\n"
    said = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    quote = said["turns"][0]["answer"]["references"][0]["quote"]
    assert said["id"] == run_json("conversations", library=library_copy)[0]["id"]
    shown = " · ".join(quote.split("\t"))
    assert shown in (tmp_path / "out.md").read_text(encoding="utf-8")
    assert any(shown in p.text for p in docx.Document(str(tmp_path / "out.docx")).paragraphs)
    again = run("conversations", "export", "last", tmp_path / "out.md", library=library_copy)
    assert again.exit_code == 2
    assert "exists already" in again.stderr


def test_a_removed_document_is_told(run: Run, library_copy: Path) -> None:
    run("chat", library=library_copy, input=FEE)
    done = run("remove", "seed-bank-agreement.pdf", library=library_copy)
    assert "still quoted in 1 answer of 1 conversation" in done.stdout
    shown = run("conversations", "show", "last", library=library_copy).stdout
    assert "[1]: its document is no longer in the library." in shown


def test_a_forgotten_document_is_told(run: Run, library_copy: Path) -> None:
    run("chat", library=library_copy, input=FEE)
    done = run("remove", "--forget", "seed-bank-agreement.pdf", library=library_copy)
    assert "forgot 1 answer that quoted it" in done.stdout
    shown = run("conversations", "show", "last", library=library_copy).stdout
    assert "The answer was removed together with a document that it quoted." in shown


# ask


def test_ask_goes_on_with_the_last_conversation(
    run: Run, run_json: Callable[..., Any], library_copy: Path
) -> None:
    assert run("ask", FEE, library=library_copy).exit_code == 0
    assert run_json("conversations", library=library_copy) == []
    run("ask", "--continue", FEE, library=library_copy)
    done = run("ask", "--continue", "When", "is", "it", "due?", library=library_copy)
    assert done.stdout.startswith("Understood as: When is the storage fee due?\n")
    other = run_json("ask", "--conversation", "new", "Who wrote Hamlet?", library=library_copy)
    assert (other["conversation"]["turns"], other["turn"]["answer"]["refused"]) == (1, True)
    again = run_json("ask", "--conversation", FEE, "thanks", library=library_copy)
    assert (again["conversation"]["title"], again["turn"]["number"]) == (FEE, 3)
    assert run("ask", "--conversation", "nowhere", FEE, library=library_copy).exit_code == 2


def test_an_answer_is_exported(run: Run, library_copy: Path, tmp_path: Path) -> None:
    for ending in ("md", "json", "docx"):
        file = tmp_path / f"answer.{ending}"
        done = run("ask", FEE, "--export", file, library=library_copy)
        assert done.stdout.endswith(f"exported 1 question to {file}\n")
        assert file.stat().st_size > 100
    shown = (tmp_path / "answer.md").read_text(encoding="utf-8")
    assert shown.startswith(f"# {FEE}\n\n## {FEE}\n\nStorage")
    assert "[1] Services Agreement" in shown
    taken = run("ask", FEE, "--export", tmp_path / "answer.md", library=library_copy)
    assert (taken.exit_code, taken.stdout) == (2, "")
    assert run("ask", FEE, "--export", tmp_path / "x.pdf", library=library_copy).exit_code == 2
