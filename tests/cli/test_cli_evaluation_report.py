"""`pincite eval list`, `continue`, `report` and `compare`."""

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

import pytest
from typer.testing import Result

from pincite import Library
from pincite.store import evaluations as kept
from support.samples import EXAMPLES

Run = Callable[..., Result]
RunJson = Callable[..., Any]
FILE = EXAMPLES / "questions.jsonl"


def test_a_report_in_each_form(run: Run, run_json: RunJson, library_copy: Path, tmp_path: Path) -> None:
    made = run_json("eval", FILE, library=library_copy)
    assert made["ranks"]["found"] > 0
    (listed,) = run_json("eval", "list", library=library_copy)
    assert (listed["id"], listed["state"]) == (made["id"], "done")
    printed = run("eval", "report", made["id"], library=library_copy)
    assert printed.stdout.startswith("# questions.jsonl\n")
    assert run_json("eval", "report", made["id"], library=library_copy)["id"] == made["id"]
    for ending, begins in (("md", "# "), ("html", "<!doctype html>"), ("json", "{")):
        file = tmp_path / f"report.{ending}"
        assert run("eval", "report", made["id"], "-o", file, library=library_copy).exit_code == 0
        assert file.read_text("utf-8").startswith(begins)
    for wrong in (tmp_path / "report.md", tmp_path / "report.pdf", tmp_path / "none" / "a.md"):
        refused = run("eval", "report", made["id"], "-o", wrong, library=library_copy)
        assert refused.exit_code == 2
        assert refused.stderr.startswith("error: ")
    assert run("eval", "report", "nothing", library=library_copy).exit_code == 2


def test_two_runs_are_compared(run: Run, run_json: RunJson, library_copy: Path, tmp_path: Path) -> None:
    one = run_json("eval", FILE, library=library_copy)["id"]
    worse = {"PINCITE_SEARCH__CANDIDATES": "1"}
    two = run_json("eval", FILE, library=library_copy, env=worse)["id"]
    told = run_json("eval", "compare", two, one, library=library_copy)
    assert told["shared"] == told["evaluation"]["asked"]
    assert told["warnings"] == ["search.candidates: 1 and 100"]
    found = {each["name"]: each for each in told["differences"]}
    assert found["hit@10"]["difference"] <= 0
    for question in told["questions"]:
        assert question["ranks"][0] != question["ranks"][1]
    printed = run("eval", "compare", one, one, library=library_copy)
    assert "the same" in printed.stdout
    with Library.open(library_copy) as library:
        library.remove("courtyard-noise.pdf")
    three = run_json("eval", FILE, library=library_copy)["id"]
    assert "different documents" in run("eval", "compare", three, one, library=library_copy).stdout
    other = tmp_path / "other.jsonl"
    other.write_text('{"question": "Who else?", "answerable": false}', "utf-8")
    four = run_json("eval", other, library=library_copy)["id"]
    refused = run("eval", "compare", four, one, library=library_copy)
    assert refused.exit_code == 2
    assert "no question was asked in both" in refused.stderr


def test_a_killed_evaluation_goes_on(
    run_json: RunJson, library_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = FILE.read_text("utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    many = tmp_path / "many.jsonl"
    # The same questions in other words, so that none is excluded as there twice.
    records = [
        {**one, "question": f"{one['question']} ({number})"} for number in range(40) for one in questions
    ]
    many.write_text("\n".join(map(json.dumps, records)), "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "pincite", "eval", "run", str(many), "--library", str(library_copy)],
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    asked = 0
    try:
        ends = time.monotonic() + 60
        while not asked and time.monotonic() < ends:
            time.sleep(0.1)
            with Library.open(library_copy) as library:
                asked = next((one.asked for one in library.store.evaluations.all().items), 0)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    (before,) = run_json("eval", "list", library=library_copy)
    assert 0 < before["asked"] < len(records)
    # The lease of the dead process runs out: as if half a minute had passed.
    later = time.time() + kept.LEASE_SECONDS + 1
    monkeypatch.setattr(kept.time, "time", lambda: later)
    told = run_json("eval", "continue", before["id"], library=library_copy)
    assert (told["id"], told["state"], told["asked"]) == (before["id"], "done", len(records))
