from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas
from typer.testing import Result

from pincite import Library
from support.samples import PAPERS

Run = Callable[..., Result]


def write_pdf(path: Path, *pages: str) -> Path:
    """A PDF whose pages hold one line of text each, or nothing."""
    canvas = Canvas(str(path))
    for text in pages:
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    write_pdf(folder / "heron.pdf", "The heron nests beside the upper weir every spring.", "")
    write_pdf(folder / "otter.pdf", "The otter sleeps below the lower bridge all day.")
    return folder


def test_adding_tells_each_file_once(run: Run, papers: Path) -> None:
    (papers / "bad.pdf").write_text("not a PDF")
    done = run("add", papers)
    assert done.exit_code == 3
    assert f"added {papers}/heron.pdf: 2 pages, 1 chunk\n" in done.stdout
    assert f"added {papers}/otter.pdf: 1 page, 1 chunk\n" in done.stdout
    assert re.search(rf"failed {re.escape(str(papers))}/bad\.pdf: .+\n {{7}}\S.+\n", done.stdout)
    assert re.search(rf"note {re.escape(str(papers))}/heron\.pdf: .+ \(page 2\)\n", done.stdout)
    assert re.search(
        r"^2 files added \(3 pages, 2 chunks\), 1 failed in \d+\.\d s\n\Z", done.stdout, re.MULTILINE
    )
    again = run("add", papers)
    assert again.exit_code == 3
    assert f"unchanged {papers}/heron.pdf\n" in again.stdout
    assert "0 files added, 2 unchanged, 1 failed" in again.stdout
    renamed = shutil.copy(papers / "otter.pdf", papers / "lutra.pdf")
    assert f"unchanged {renamed} (same content as otter.pdf)\n" in run("add", renamed).stdout


def test_exit_codes(run: Run, papers: Path, tmp_path: Path) -> None:
    assert run("add", papers / "otter.pdf").exit_code == 0
    assert run("add", papers / "otter.pdf", "--reindex").stdout.startswith("added ")
    bad = tmp_path / "bad.pdf"
    bad.write_text("not a PDF")
    assert run("add", bad).exit_code == 1
    missing = run("add", tmp_path / "missing.pdf")
    assert missing.exit_code == 2
    assert missing.stderr.splitlines()[0] == f"error: {tmp_path}/missing.pdf does not exist"


def test_the_report_in_json(run_json: Callable[..., Any], papers: Path) -> None:
    (papers / "bad.pdf").write_text("not a PDF")
    report = run_json("add", papers, "--collection", "Birds", code=3)
    assert set(report) == {"added", "unchanged", "failed", "left_out", "seconds"}
    assert [entry["path"] for entry in report["added"]] == [f"{papers}/heron.pdf", f"{papers}/otter.pdf"]
    heron = report["added"][0]["document"]
    assert heron["collections"] == ["Birds"]
    assert [warning["pages"] for warning in heron["warnings"]] == [[2]]
    assert report["failed"][0]["path"] == f"{papers}/bad.pdf"
    assert set(report["failed"][0]["error"]) == {"message", "remedy"}
    assert [entry["note"] for entry in run_json("add", papers, code=3)["unchanged"]] == [
        "now also in 'default'",
        "now also in 'default'",
    ]


def test_passwords(run: Run, papers: Path) -> None:
    locked = papers / "locked.pdf"
    with pikepdf.open(papers / "otter.pdf") as pdf:
        pdf.save(locked, encryption=pikepdf.Encryption(owner="owner", user="håndtag"))
    for options in ([], ["--password", "wrong"]):
        refused = run("add", locked, *options)
        assert refused.exit_code == 1
        assert "password" in refused.stdout
    assert run("add", locked, "--password", "-", input="håndtag\n").exit_code == 0


HOSTILE = "<img src=x onerror=alert(1)> [bold]b \x1b]0;owned\x07 \x9b31m \u202efdp.pdf"


def test_hostile_names_and_texts_are_only_text(run: Run, papers: Path) -> None:
    (papers / "otter.pdf").rename(papers / HOSTILE)
    markup = write_pdf(
        papers / "markup.pdf", "[red]The kingfisher[/red] [link=file:///x]waits[/link] on a branch."
    )
    added = run("add", papers)
    assert added.exit_code == 0
    name = "<img src=x onerror=alert(1)> [bold]b ]0;owned 31m fdp.pdf"
    assert name in added.stdout
    with Library.open(papers.parent / "new-library") as library:
        otter = next(d.id for d in library.documents() if "img" in d.file_name)
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "200"}
    for arguments in (
        ["list"],
        ["show", otter],
        ["show", "markup.pdf", "--page", "1"],
        ["ask", "Where does the kingfisher wait?"],
        ["ask", "Where does the otter sleep?"],
        ["search", "otter kingfisher", "--no-rerank", "--no-dense"],
        ["remove", otter],
    ):
        piped = run(*arguments)
        assert piped.exit_code == 0, piped.output
        assert not set(piped.stdout) & {"\x1b", "\x07", "\x9b", "\u202e"}
        if arguments[0] != "remove":
            shown = run(*arguments, env=terminal).stdout
            assert not set(shown) & {"\x07", "\x9b", "\u202e"}
            assert "\x1b]0;" not in shown
    shown = run("show", markup.name, "--page", "1", env=terminal).stdout
    assert "[red]The kingfisher[/red] [link=file:///x]waits[/link]" in shown


def test_stopping_keeps_what_is_done_and_the_same_command_continues(run: Run, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pincite", "--library", str(tmp_path / "library"), "add", str(PAPERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert first.startswith("added ")
    assert process.returncode == 130
    stopped, remedy = errors.splitlines()
    found = re.fullmatch(
        r"error: stopped after (\d) of 4 files; the library holds (\d) documents?, each complete", stopped
    )
    assert found, errors
    assert remedy == "The same command continues where this one stopped."
    with Library.open(tmp_path / "library") as library:
        held = {document.file_name for document in library.documents()}
        assert len(held) == int(found[2])
        assert not [finding for finding in library.check() if finding.severity == "error"]
    again = run("add", PAPERS, library=tmp_path / "library")
    assert again.exit_code == 0
    assert again.stdout.count("unchanged ") >= len(held)
    assert re.search(rf"^{4 - len(held)} files? added", again.stdout, re.MULTILINE)
