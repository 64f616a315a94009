"""What becomes of a file, the first time and again."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from small_files import HERON, OSPREY, encrypted, found, names, write_pdf

from pincite import Library
from pincite.errors import (
    DamagedFileError,
    DocumentError,
    NotFoundError,
    ParseLimitError,
    PasswordNeededError,
    UnsupportedFileError,
)
from pincite.ingest.report import Progress

OpenLibrary = Callable[..., Library]


# The same file again


def test_the_same_file_twice_is_one_document(library: Library, heron: Path) -> None:
    first = library.add(heron)
    second = library.add([heron, heron])
    assert [entry.document.id for entry in first.added] == [entry.document.id for entry in second.unchanged]
    assert not second.added
    assert not second.failed
    assert [entry.note for entry in second.unchanged] == [""]
    assert names(library) == ["heron.pdf"]


def test_the_same_bytes_under_another_name_are_one_document_and_a_notice(
    library: Library, heron: Path, osprey: Path
) -> None:
    copy = Path(shutil.copy(heron, heron.with_name("copy of heron.pdf")))
    report = library.add([heron, copy, osprey])
    assert [entry.path for entry in report.added] == [heron, osprey]
    assert [(entry.path, entry.note) for entry in report.unchanged] == [(copy, "same content as heron.pdf")]
    assert library.add(copy).unchanged[0].note == "same content as heron.pdf"
    assert names(library) == ["heron.pdf", "osprey.pdf"]


def test_other_content_under_the_same_name_is_another_document(library: Library, tmp_path: Path) -> None:
    one = write_pdf(tmp_path / "one" / "report.pdf", HERON)
    two = write_pdf(tmp_path / "two" / "report.pdf", OSPREY)
    library.add([one, two])
    assert names(library) == ["report.pdf", "report.pdf"]
    top = library.search("osprey fee", k=1)[0]
    assert top.text == OSPREY
    assert top.document.id == library.documents()[1].id
    with pytest.raises(NotFoundError):
        library.document("report.pdf")


def test_one_file_in_two_collections(library: Library, heron: Path) -> None:
    library.add(heron, collection="birds")
    second = library.add(heron, collection="water")
    assert [entry.note for entry in second.unchanged] == ["now also in 'water'"]
    assert len(library.documents()) == 1
    assert names(library, "birds") == names(library, "water") == ["heron.pdf"]
    assert names(library, "default") == []
    library.remove("heron.pdf", collection="birds")
    assert names(library, "birds") == []
    assert found(library, "heron", collection="birds") == []
    assert found(library, "heron", collection="water") == ["heron.pdf"]
    library.remove("heron.pdf", collection="water")
    assert library.documents() == []


# Removing


def test_removing_leaves_no_trace_and_touches_nothing_else(
    library: Library, heron: Path, osprey: Path
) -> None:
    library.add([heron, osprey])
    before = [
        (p.text, p.spans) for p in library.search("osprey", documents=[library.document("osprey.pdf").id])
    ]
    removed = library.remove("heron.pdf")
    assert names(library) == ["osprey.pdf"]
    assert set(found(library, "heron nests weir")) == {"osprey.pdf"}
    assert [(p.text, p.spans) for p in library.search("osprey")] == before
    with pytest.raises(NotFoundError):
        library.search("heron", documents=[removed.id])
    library.remove(library.documents()[0].id)
    with sqlite3.connect(library.folder / "library.sqlite3") as connection:
        tables = (
            "documents",
            "pages",
            "chunks",
            "chunk_vectors",
            "chunk_tokens",
            "postings",
            "collection_documents",
        )
        counts = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables
        }
    connection.close()
    assert counts == dict.fromkeys(tables, 0)
    assert list((library.folder / "originals").rglob("*.pdf")) == []
    assert library.ask("heron").reason == "no_documents"


def test_a_removed_file_can_be_added_again(library: Library, heron: Path) -> None:
    library.add(heron)
    old = library.remove("heron.pdf")
    report = library.add(heron)
    assert [entry.document.sha256 for entry in report.added] == [old.sha256]
    assert report.added[0].document.id != old.id
    assert found(library, "heron") == ["heron.pdf"]


# Reading again


def test_reindexing_keeps_the_id_and_collections(open_library: OpenLibrary, osprey: Path) -> None:
    library = open_library()
    library.add(osprey, collection="birds")
    before = library.documents()[0]
    finer = open_library(chunk={"tokens": 16})
    report = finer.add(osprey, reindex=True)
    after = report.added[0].document
    assert after.id == before.id
    assert set(after.collections) == {"birds", "default"}
    assert after.chunks > before.chunks
    assert finer.check(deep=True) == []


def test_reindexing_that_fails_keeps_the_old_version(open_library: OpenLibrary, osprey: Path) -> None:
    library = open_library()
    library.add(osprey)
    before = [(p.text, p.document.id, p.chunk_id) for p in library.search("osprey fee")]
    report = open_library(parse={"max_pages": 1}).add(osprey, reindex=True)
    assert [type(entry.error) for entry in report.failed] == [ParseLimitError]
    assert [(p.text, p.document.id, p.chunk_id) for p in library.search("osprey fee")] == before
    assert library.check(deep=True) == []


# Files that cannot be read


def test_files_that_cannot_be_read_fail_alone_with_their_reason(
    library: Library, heron: Path, osprey: Path
) -> None:
    folder = heron.parent
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "half.pdf").write_bytes(osprey.read_bytes()[: osprey.stat().st_size * 6 // 10])
    (folder / "page.pdf").write_text(
        "<!DOCTYPE html><html><body><p>Not a PDF</p></body></html>", encoding="utf-8"
    )
    encrypted(folder / "locked.pdf", osprey, "heron")
    encrypted(folder / "open.pdf", osprey, "")
    report = library.add(folder)
    failed = {entry.path.name: entry.error for entry in report.failed}
    assert {name: type(error) for name, error in failed.items()} == {
        "empty.pdf": DamagedFileError,
        "half.pdf": DamagedFileError,
        "page.pdf": UnsupportedFileError,
        "locked.pdf": PasswordNeededError,
    }
    for name, error in failed.items():
        assert name in error.message
        assert error.remedy
    assert "--password" in failed["locked.pdf"].remedy
    assert sorted(names(library)) == ["heron.pdf", "open.pdf", "osprey.pdf"]
    assert library.check(deep=True) == []


def test_the_password_opens_an_encrypted_file_and_is_not_kept(
    library: Library, tmp_path: Path, osprey: Path
) -> None:
    locked = encrypted(tmp_path / "locked.pdf", osprey, "swordfish-91")
    assert isinstance(library.add(locked, password="wrong").failed[0].error, PasswordNeededError)
    assert len(library.add(locked, password="swordfish-91").added) == 1
    assert found(library, "osprey", k=1) == ["locked.pdf"]
    library.close()
    for path in library.folder.rglob("*"):
        assert not path.is_file() or b"swordfish-91" not in path.read_bytes(), path.name


def test_pages_without_text_are_named(library: Library, tmp_path: Path) -> None:
    report = library.add(write_pdf(tmp_path / "mixed.pdf", HERON, "", OSPREY, ""))
    (notice,) = [n for n in report.added[0].document.warnings if n.code == "pages_without_text"]
    assert notice.pages == (2, 4)


def test_a_file_changed_while_it_is_added_fails_and_leaves_nothing(
    library: Library, heron: Path, osprey: Path
) -> None:
    def change(progress: Progress) -> None:
        if progress.stage == "file" and progress.path == heron:
            write_pdf(heron, "Quite another text about a river and a lake, written meanwhile.")

    report = library.add([heron, osprey], progress=change)
    assert [(entry.path, type(entry.error)) for entry in report.failed] == [(heron, DocumentError)]
    assert "changed while it was being added" in report.failed[0].error.message
    assert names(library) == ["osprey.pdf"]
    assert library.check(deep=True) == []
    assert len(library.add(heron).added) == 1


def test_a_file_that_vanishes_while_it_is_added_fails_alone(
    library: Library, heron: Path, osprey: Path
) -> None:
    def remove(progress: Progress) -> None:
        if progress.stage == "file" and progress.path == heron:
            heron.unlink()

    report = library.add([heron, osprey], progress=remove)
    assert [entry.path for entry in report.failed] == [heron]
    assert names(library) == ["osprey.pdf"]


def test_copies_of_a_file_that_fails_fail_like_it(library: Library, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for path in (one, two):
        path.write_bytes(b"%PDF-1.7 and then nothing")
    report = library.add([one, two])
    assert [entry.path for entry in report.failed] == [one, two]
    assert not report.added
    assert not report.unchanged
