"""What is meant by a path, odd names, and what is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from small_files import HERON, found, names, write_pdf

from pincite import Library
from pincite.errors import (
    UnsupportedFileError,
    UsageError,
)
from pincite.ingest.report import Progress

OpenLibrary = Callable[..., Library]


# What is meant by a path


def test_folders_patterns_and_files(library: Library, tmp_path: Path) -> None:
    root = tmp_path / "files"
    write_pdf(root / "a.pdf", f"{HERON} a")
    write_pdf(root / "deep" / "er" / "B.PDF", f"{HERON} b")
    write_pdf(root / ".hidden" / "c.pdf", f"{HERON} c")
    write_pdf(root / ".d.pdf", f"{HERON} d")
    (root / "notes.bin").write_bytes(b"\x00\x01 not taken from a folder")
    report = library.add([root, root / "a.pdf", str(root / "*.pdf"), str(root / "**" / "*.PDF")])
    assert [entry.path.name for entry in report.added] == ["a.pdf", "B.PDF"]
    assert not report.unchanged
    assert not report.failed
    named = library.add(root / "notes.bin")
    assert [type(entry.error) for entry in named.failed] == [UnsupportedFileError]


@pytest.mark.parametrize("given", ["missing.pdf", "none/*.pdf", "empty"])
def test_a_path_that_means_no_file_stops_before_anything_is_added(
    library: Library, heron: Path, tmp_path: Path, given: str
) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError) as caught:
        library.add([heron, tmp_path / given], collection="new")
    assert given in caught.value.message
    assert caught.value.remedy
    assert library.documents() == []
    assert "new" not in [collection.name for collection in library.collections()]


# Odd names


@pytest.mark.parametrize(
    "name",
    [
        "Q1 #2 50% (final) [v3].pdf",
        "100%25 done.pdf",
        "résumé ?.pdf",
        "a&b=c.pdf",
        "<img src=x onerror=alert(1)>.pdf",
        "'; DROP TABLE documents; --.pdf",
        "two\nlines\tand tabs.pdf",
        "契約書.pdf",
        "-rf.pdf",
        "x" * 240 + ".pdf",
        "no ending",
        ".pdf",
    ],
)
def test_odd_file_names_are_kept(library: Library, tmp_path: Path, name: str) -> None:
    report = library.add(write_pdf(tmp_path / "files" / name, HERON))
    assert [entry.document.file_name for entry in report.added] == [name]
    assert library.document(name).id == report.added[0].document.id
    assert found(library, "heron", documents=[library.document(name).id]) == [name]
    (original,) = (library.folder / "originals").glob("*/*")
    assert original.read_bytes() == (tmp_path / "files" / name).read_bytes()
    assert library.check() == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are always Unicode")
def test_a_name_that_is_no_text_stops_nothing(library: Library, heron: Path, osprey: Path) -> None:
    odd = heron.rename(heron.parent / os.fsdecode(b"caf\xe9.pdf"))
    report = library.add([odd, osprey])
    assert [entry.document.file_name for entry in report.added] == ["caf\ufffd.pdf", "osprey.pdf"]
    assert library.document(odd.name).id == library.document("caf\ufffd.pdf").id
    assert [entry.note for entry in library.add(odd).unchanged] == [""], "known under the same name"
    assert "osprey.pdf" in names(library)
    for document in library.documents():
        document.file_name.encode("utf-8")
    assert library.check(deep=True) == []


# What is told


def test_progress_accounts_for_every_file(library: Library, heron: Path, osprey: Path) -> None:
    library.add(heron)
    broken = heron.with_name("broken.pdf")
    broken.write_bytes(b"%PDF-1.7")
    steps: list[Progress] = []
    library.add([heron, osprey, broken], progress=steps.append)
    assert sorted(step.file_number for step in steps if step.stage == "done") == [1, 2, 3]
    assert {step.files for step in steps} == {3}
    assert [step.path for step in steps if step.stage == "file"] == [osprey]
    chunks = [(step.chunks_done, step.pages_done) for step in steps if step.stage == "chunks"]
    assert chunks[0] == (0, 0)
    assert chunks[-1] == (library.document("osprey.pdf").chunks, 2)
    read = [step.pages_done for step in steps if step.stage == "reading" and step.path == osprey]
    assert read == sorted(read)
    assert read[-1] == 2
    assert {step.pages for step in steps if step.path == osprey} == {2}


def test_the_library_does_not_know_where_files_came_from(library: Library, heron: Path, osprey: Path) -> None:
    library.add([heron, osprey])
    library.close()
    for path in library.folder.rglob("*"):
        if path.is_file():
            assert str(heron.parent).encode() not in path.read_bytes(), path.name
