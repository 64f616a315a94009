"""Adding and removing files through the library, with a small encoder built on the spot."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite import Library
from pincite.answer import ask as answering
from pincite.errors import (
    DamagedFileError,
    DocumentError,
    NotFoundError,
    ParseLimitError,
    PasswordNeededError,
    UnsupportedFileError,
    UsageError,
)
from pincite.ingest.report import Progress
from support.encoder import write_encoder

HERON = "The heron nests beside the upper weir and eats fish every morning of the year."
OSPREY = "The osprey nests at the lake and takes a fee of 417 per year for the vault."


def write_pdf(path: Path, *pages: str) -> Path:
    """A PDF with one line of text on each page; the same text gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path), invariant=1)
    for text in pages:
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("model") / "tiny", max_tokens=128)


OpenLibrary = Callable[..., Library]


@pytest.fixture
def open_library(tmp_path: Path, encoder: Path) -> Iterator[OpenLibrary]:
    """Opens the test's one library, with the small encoder and further settings."""
    opened: list[Library] = []

    def open_(**settings: dict[str, Any]) -> Library:
        opened.append(
            Library.open(tmp_path / "library", settings={"encoder": {"name": str(encoder)}, **settings})
        )
        return opened[-1]

    yield open_
    for library in opened:
        library.close()


@pytest.fixture
def library(open_library: OpenLibrary) -> Library:
    return open_library()


@pytest.fixture
def heron(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "files" / "heron.pdf", HERON)


@pytest.fixture
def osprey(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "files" / "osprey.pdf", OSPREY, HERON)


def names(library: Library, collection: str | None = None) -> list[str]:
    return [document.file_name for document in library.documents(collection)]


def found(library: Library, question: str, **scope: Any) -> list[str]:
    return [passage.document.file_name for passage in library.search(question, **scope)]


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


PROGRAM = """
import sys
from pincite import Library
with Library.open(sys.argv[1], settings={"encoder": {"name": sys.argv[2]}}) as library:
    report = library.add(sys.argv[3:])
    assert not report.failed, report.failed
    print(len(report.added), len(report.unchanged))
"""


def test_two_processes_add_the_same_files_at_once(
    open_library: OpenLibrary, tmp_path: Path, encoder: Path
) -> None:
    files = [write_pdf(tmp_path / "files" / f"{n}.pdf", f"{HERON} Number {n}.") for n in range(4)]
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "library"), str(encoder), *map(str, files)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    counts = [tuple(map(int, process.communicate(timeout=120)[0].split())) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert sum(added for added, _ in counts) == len(files)
    assert all(added + unchanged == len(files) for added, unchanged in counts)
    library = open_library()
    assert sorted(names(library)) == [file.name for file in files]
    assert sorted(found(library, "heron")) == [file.name for file in files]
    assert library.check(deep=True) == []


def test_searching_goes_on_while_files_are_added_and_removed(library: Library, tmp_path: Path) -> None:
    files = [write_pdf(tmp_path / "files" / f"{n}.pdf", f"{HERON} Number {n}.", OSPREY) for n in range(6)]
    library.add(files[0])
    seen: list[set[str]] = []
    with ThreadPoolExecutor(2) as pool:
        adding = pool.submit(library.add, files[1:])
        asking = pool.submit(ask_until, adding.done, library, seen)
        assert len(adding.result().added) == 5
        asking.result()
    assert all("0.pdf" in names for names in seen), "what was there before stays found"
    assert set(found(library, "heron", k=100)) == {file.name for file in files}
    seen.clear()
    with ThreadPoolExecutor(2) as pool:
        removing = pool.submit(lambda: [library.remove(file.name) for file in files[1:]])
        pool.submit(ask_until, removing.done, library, seen).result()
    assert set(found(library, "heron", k=100)) == {"0.pdf"}


def test_a_document_removed_while_it_is_quoted_is_still_cited_whole(
    open_library: OpenLibrary, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process's removal comes between the choice of sentences and the making of citations."""
    library, other = open_library(answer={"threshold": 0}), open_library()
    library.add(heron)
    real = answering.choose

    def choose_late(*arguments: Any) -> Any:
        other.remove("heron.pdf")
        return real(*arguments)

    monkeypatch.setattr(answering, "choose", choose_late)
    answer = library.ask("Where does the heron nest?")
    assert [citation.quote for citation in answer.citations] == [HERON]
    monkeypatch.undo()
    assert library.ask("Where does the heron nest?").reason == "no_documents"


def ask_until(done: Callable[[], bool], library: Library, seen: list[set[str]]) -> None:
    """Search and ask until something else is done, and once more."""
    last = False
    while not last:
        last = done()
        seen.append(set(found(library, "the heron nests", k=100)))
        library.ask("What does the osprey take per year?")


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


def encrypted(path: Path, source: Path, password: str) -> Path:
    with pikepdf.open(source) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user=password, owner="owner"))
    return path


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


# What is meant by a path


def test_folders_patterns_and_files(library: Library, tmp_path: Path) -> None:
    root = tmp_path / "files"
    write_pdf(root / "a.pdf", f"{HERON} a")
    write_pdf(root / "deep" / "er" / "B.PDF", f"{HERON} b")
    write_pdf(root / ".hidden" / "c.pdf", f"{HERON} c")
    write_pdf(root / ".d.pdf", f"{HERON} d")
    (root / "notes.txt").write_text("not taken from a folder", encoding="utf-8")
    report = library.add([root, root / "a.pdf", str(root / "*.pdf"), str(root / "**" / "*.PDF")])
    assert [entry.path.name for entry in report.added] == ["a.pdf", "B.PDF"]
    assert not report.unchanged
    assert not report.failed
    named = library.add(root / "notes.txt")
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
    chunks = [(step.chunks_done, step.chunks) for step in steps if step.stage == "chunks"]
    assert chunks[0][0] == 0
    assert chunks[-1] == (library.document("osprey.pdf").chunks,) * 2
    assert {step.pages for step in steps if step.path == osprey} == {2}


def test_the_library_does_not_know_where_files_came_from(library: Library, heron: Path, osprey: Path) -> None:
    library.add([heron, osprey])
    library.close()
    for path in library.folder.rglob("*"):
        if path.is_file():
            assert str(heron.parent).encode() not in path.read_bytes(), path.name
