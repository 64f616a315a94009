"""What `benchmarks.odd_files` expects, and that it notices what is not so."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.odd_files import Expected, Row, add, expectations

from pincite import errors
from pincite.domain import Notice


@dataclass
class StandIn:
    """A library in which every file ends the same way, and that keeps `kept` for it."""

    folder: Path
    failure: Exception | None = None
    notices: tuple[Notice, ...] = ()
    kept: str = ""
    text: str = "The rent is 900."
    documents: list[str] = field(default_factory=list)

    def add(self, path: Path, **_: Any) -> Any:
        if self.kept:
            (self.folder / self.kept).write_bytes(b"")
        if self.failure is not None:
            return SimpleNamespace(failed=[SimpleNamespace(error=self.failure)])
        document = SimpleNamespace(id="a", pages=1, chunks=1, warnings=self.notices)
        return SimpleNamespace(failed=[], unchanged=[], added=[SimpleNamespace(document=document)])

    def pages(self, _: str) -> list[Any]:
        return [SimpleNamespace(text=self.text)]


def outcome(library: StandIn, *, notices: str = "", words: str = "", expected: str = "indexed") -> Row:
    wanted = Expected("a.pdf", expected, tuple(notices.split()), tuple(filter(None, [words])))
    return add(library, Path("a.pdf"), None, wanted, seconds=60)  # type: ignore[arg-type]


def test_expectations_name_what_exists() -> None:
    rows = expectations()
    assert len({row.file for row in rows}) == len(rows) > 70
    for row in rows:
        assert row.outcome == "indexed" or issubclass(getattr(errors, row.outcome), errors.DocumentError)
        assert row.outcome == "indexed" or not row.words + row.notices


@pytest.mark.parametrize(
    ("notices", "reported", "wrong"),
    [
        ("", (), []),
        ("", (Notice("hidden_text", "x", (1,)),), ["reported: hidden_text"]),
        ("hidden_text:1", (Notice("hidden_text", "x", (1,)),), []),
        ("hidden_text:2", (Notice("hidden_text", "x", (1,)),), ["not reported: hidden_text:2"]),
        ("hidden_text", (), ["not reported: hidden_text"]),
        ("?hidden_text", (), []),
        ("?hidden_text", (Notice("hidden_text", "x"),), []),
        ("pages_doubtful/hidden_text:1,2", (Notice("hidden_text", "x", (1, 2)),), []),
        ("pages_failed", (Notice("pages_failed", "x", (1,)),), ["reported: pages_failed"]),
    ],
)
def test_notices(tmp_path: Path, notices: str, reported: tuple[Notice, ...], wrong: list[str]) -> None:
    assert outcome(StandIn(tmp_path, notices=reported), notices=notices).wrong == wrong


def test_a_process_that_was_there_before_is_not_one_that_stays(tmp_path: Path) -> None:
    running = [subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)]

    class Leaving(StandIn):
        def add(self, path: Path, **_: Any) -> Any:
            running.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
            return super().add(path)

    try:
        assert outcome(StandIn(tmp_path)).wrong == []
        assert outcome(Leaving(tmp_path)).wrong == ["a process stays"]
    finally:
        for process in running:
            process.communicate()


def test_words_and_outcomes(tmp_path: Path) -> None:
    assert outcome(StandIn(tmp_path), words="rent  IS 900").wrong == []
    assert outcome(StandIn(tmp_path), words="deposit").wrong == ["not on its pages: deposit"]
    assert outcome(StandIn(tmp_path), expected="DamagedFileError").wrong == ["expected DamagedFileError"]
    damaged = errors.DamagedFileError("it is empty", "Get it again.")
    assert outcome(StandIn(tmp_path, damaged), expected="DamagedFileError").wrong == []
    assert outcome(StandIn(tmp_path, damaged)).wrong == ["expected indexed"]


def test_what_a_refused_file_leaves(tmp_path: Path) -> None:
    damaged = errors.DamagedFileError("it is empty", "")
    row = outcome(StandIn(tmp_path, damaged, kept="a.pdf"), expected="DamagedFileError")
    assert row.wrong == ["no remedy", "the refused file was kept"]
