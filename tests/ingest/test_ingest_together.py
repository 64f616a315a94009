"""Several at once: processes that add, threads that ask, others that remove."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from small_files import HERON, OSPREY, found, names, write_pdf

from pincite import Library
from pincite.answer.quote import choose

OpenLibrary = Callable[..., Library]


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

    def choose_late(*arguments: Any) -> Any:
        other.remove("heron.pdf")
        return choose(*arguments)

    monkeypatch.setattr("pincite.answer.gather.choose", choose_late)
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
