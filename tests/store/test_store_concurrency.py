from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from store_builders import add, document_of

from pincite.errors import LibraryBusyError
from pincite.store import Scope, Store

WORKER = Path(__file__).with_name("store_worker.py")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="uses POSIX signals")


def start(task: str, library: Path, folder: Path, number: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(WORKER), task, str(library), str(folder), str(number)]
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, text=True, **pipes)


def finish(process: subprocess.Popen[str]) -> None:
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "")


def in_threads(count: int, work: Callable[[int], object]) -> list[BaseException]:
    failures: list[BaseException] = []
    barrier = threading.Barrier(count)

    def run(number: int) -> None:
        barrier.wait()
        try:
            work(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_processes_make_add_and_remove_at_once(library: Path, tmp_path: Path) -> None:
    # None of them finds the library: they also race to make it.
    for process in [start("add_and_remove", library, tmp_path, number) for number in range(4)]:
        finish(process)
    with Store.open(library) as store:
        assert sorted(document.file_name for document in store.documents()) == sorted(
            [f"{number}-{turn}.txt" for number in range(4) for turn in (0, 2)] + ["same.txt"]
        )
        assert store.check(deep=True) == []
        for number in range(4):
            assert len(store.search_chunks([[f"word{number}"]], Scope(), 10)) == 2


def test_processes_that_fight_over_the_same_bytes_leave_no_document_without_its_file(
    library: Path, tmp_path: Path
) -> None:
    for process in [start("same_bytes", library, tmp_path, number) for number in range(4)]:
        finish(process)
    with Store.open(library) as store:
        assert store.check(deep=True) == []
        assert len(store.documents()) <= 1


def test_threads_add_remove_and_search_at_once(store: Store, tmp_path: Path) -> None:
    def work(number: int) -> None:
        folder = tmp_path / f"thread{number}"
        folder.mkdir()
        for turn in range(3):
            own = add(store, folder, f"ant {number} {turn}", name=f"{number}-{turn}.txt")
            with store.snapshot():
                hits = store.search_chunks([["ant"]], store.scope(), 50)
                assert len(store.chunks([hit.chunk_pk for hit in hits])) == len(hits) > 0
            if turn:
                store.remove_document(own)

    assert in_threads(8, work) == []
    assert len(store.documents()) == 8
    assert store.check(deep=True) == []


def test_the_same_bytes_at_the_same_instant_are_one_document(store: Store, tmp_path: Path) -> None:
    outcomes = []

    def work(number: int) -> None:
        folder = tmp_path / f"thread{number}"
        folder.mkdir()
        outcomes.append(store.add_document(document_of(store, folder, "text"), collection="default"))

    assert in_threads(6, work) == []
    assert sorted(result.outcome for result in outcomes) == ["added"] + ["existing"] * 5
    assert len({result.document.id for result in outcomes}) == 1
    assert store.check(deep=True) == []


def test_a_process_killed_before_its_commit_leaves_nothing_to_be_seen(library: Path, tmp_path: Path) -> None:
    with Store.open(library) as store:
        kept = add(store, tmp_path, "kept", name="kept.txt")
        revision = store.revision()
        process = start("die_before_commit", library, tmp_path, 1)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert [document.id for document in store.documents()] == [kept]
        assert store.revision() == revision
        assert store.search_chunks([["never"]], Scope(), 5) == []
        assert [finding.severity for finding in store.check(deep=True)] == ["info"]  # its original
        add(store, tmp_path, *["never seen"] * 300, name="1.txt")
        assert store.check(deep=True) == []


def test_what_was_reported_as_added_survives_a_kill_at_any_moment(library: Path, tmp_path: Path) -> None:
    process = start("add_until_killed", library, tmp_path, 1)
    assert process.stdout is not None
    done = [process.stdout.readline().strip() for _ in range(5)]
    process.kill()
    rest, _ = process.communicate()
    reported = {f"1-{turn}.txt" for turn in done + rest.split()}
    with Store.open(library) as store:
        names = {document.file_name for document in store.documents()}
        assert reported <= names
        assert len(names) <= len(reported) + 1
        assert {finding.severity for finding in store.check(deep=True)} <= {"info"}
        for document in store.documents():
            turn = document.file_name.partition("-")[2].removesuffix(".txt")
            assert len(store.search_chunks([[f"turn{turn}"]], Scope(), 50)) == 20
        assert len(store.vectors().chunk_pks) == 20 * len(names)


def test_a_library_that_stays_locked_is_busy_and_can_still_be_read(library: Path, tmp_path: Path) -> None:
    with Store.open(library) as store:
        add(store, tmp_path, "ant")
    process = start("hold", library, tmp_path, 1)
    assert process.stdout is not None
    assert process.stdout.readline() == "holding\n"
    with Store.open(library, busy_seconds=0.1) as store:
        assert len(store.search_chunks([["ant"]], store.scope(), 5)) == 1
        with pytest.raises(LibraryBusyError, match="another process") as caught:
            store.create_collection("law")
        assert caught.value.remedy
        finish(process)
        store.create_collection("law")
