"""`pincite eval grid`: a table, files, and a run that is killed."""

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

from typer.testing import Result

from support.samples import EXAMPLES

Run = Callable[..., Result]
RunJson = Callable[..., Any]
FILE = EXAMPLES / "questions.jsonl"


def test_variants_are_compared_and_reports_written(
    run: Run, run_json: RunJson, library_copy: Path, tmp_path: Path
) -> None:
    call = ("eval", "grid", FILE, "--to", tmp_path / "grid", "--set", "rerank=off", "--sample", "8")
    done = run(*call, library=library_copy)
    assert done.exit_code == 0, done.output
    lines = [line.split("\t") for line in done.stdout.splitlines() if "\t" in line]
    assert [line[0] for line in lines] == ["as set", "rerank off"]
    report = (tmp_path / "grid" / "report.md").read_text("utf-8")
    assert "a sample of 14, stratified by length, seed 0" in report
    told = run_json(*call, library=library_copy)
    assert told == json.loads((tmp_path / "grid" / "report.json").read_text("utf-8"))
    assert told["variants"][1]["values"] == {"rerank": False}


def test_errors_come_before_any_work(run: Run, library_copy: Path, tmp_path: Path) -> None:
    for wrong in (["--grid", "all"], ["--set", "k=3"], ["--measure", "refused"], ["--seed", "-1"]):
        done = run("eval", "grid", FILE, "--to", tmp_path / "grid", *wrong, library=library_copy)
        assert done.exit_code == 2, done.output
    assert (
        run("eval", "grid", tmp_path / "no.jsonl", "--to", tmp_path / "g", library=library_copy).exit_code
        == 2
    )
    assert not (tmp_path / "grid").exists()


def test_a_killed_run_goes_on(run_json: RunJson, library_copy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "grid"
    call = ["eval", "grid", str(FILE), "--to", str(folder), "--grid", "weights-reranked", "--grid", "chunks"]
    process = subprocess.Popen(
        [sys.executable, "-m", "pincite", *call, "--library", str(library_copy)],
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        ends = time.monotonic() + 60
        while not any(folder.glob("results/*64*")) and process.poll() is None and time.monotonic() < ends:
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = {path: path.read_bytes() for path in folder.glob("results/*")}
    assert before
    told = run_json(*call, library=library_copy)
    asked = {variant["asked"] for variant in told["variants"]}
    assert len(told["variants"]) == 18
    assert len(asked) == 1
    for path, text in before.items():
        assert path.read_bytes().startswith(text[: text.rfind(b"\n") + 1])
    assert not list(folder.glob("library-*"))
