from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pincite.errors import DamagedFileError, UsageError
from pincite.ingest.files import digest, expand


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """b.pdf, a.pdf, sub/c.PDF, sub/[d].pdf, notes.txt and hidden ones; the working directory."""
    for name in ("b.pdf", "a.pdf", "sub/c.PDF", "sub/[d].pdf", "notes.txt", ".hidden.pdf", ".git/e.pdf"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def expanded(*given: str | Path) -> list[str]:
    return [path.as_posix() for path in expand(given)]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["."], ["a.pdf", "b.pdf", "notes.txt", "sub/[d].pdf", "sub/c.PDF"]),
        (["sub"], ["sub/[d].pdf", "sub/c.PDF"]),
        (["*.pdf"], ["a.pdf", "b.pdf"]),
        (["**/*.PDF"], ["sub/c.PDF"]),
        (["s*"], ["sub/[d].pdf", "sub/c.PDF"]),
        (["[ab].pdf"], ["a.pdf", "b.pdf"]),
        (["sub/[d].pdf"], ["sub/[d].pdf"]),
        (["notes.txt"], ["notes.txt"]),
        ([".hidden.pdf"], [".hidden.pdf"]),
        (["b.pdf", "a.pdf", "b.pdf", "*.pdf"], ["b.pdf", "a.pdf"]),
        ([], []),
    ],
    ids=str,
)
@pytest.mark.usefixtures("folder")
def test_what_is_meant(given: list[str], meant: list[str]) -> None:
    assert expanded(*given) == meant


def test_patterns_may_be_absolute(folder: Path) -> None:
    assert expanded(folder / "*.pdf") == [f"{folder}/a.pdf", f"{folder}/b.pdf"]


@pytest.mark.parametrize("given", ["none.pdf", "none*.pdf", "x/y.pdf", "empty", "[z].pdf"])
@pytest.mark.usefixtures("folder")
def test_what_means_nothing_is_named(given: str) -> None:
    Path("empty").mkdir()
    with pytest.raises(UsageError, match=given.replace("*", r"\*").replace("[", r"\[")) as caught:
        expand(["a.pdf", given])
    assert caught.value.remedy


def test_links_that_lead_in_a_circle_end(folder: Path) -> None:
    (folder / "sub" / "up").symlink_to(folder, target_is_directory=True)
    assert len(expanded(folder)) == 5


def test_digest(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"heron" * 100_000)
    assert digest(path) == hashlib.sha256(b"heron" * 100_000).hexdigest()


def test_what_cannot_be_read_is_a_damaged_file(tmp_path: Path) -> None:
    with pytest.raises(DamagedFileError, match="cannot be read"):
        digest(tmp_path)
    with pytest.raises(DamagedFileError, match="none"):
        digest(tmp_path / "none")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.pdf"
    os.mkfifo(pipe)
    with pytest.raises(DamagedFileError, match=r"pipe\.pdf"):
        digest(pipe)
