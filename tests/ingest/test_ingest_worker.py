"""Workers: what is handed in becomes a document once, whatever happens meanwhile."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_files import HERON, OSPREY, encrypted, found, names, write_pdf

from pincite import Library
from pincite.domain import Job, JobState
from pincite.errors import LibraryBusyError, ModelError
from pincite.ingest import task
from pincite.store import Store

OpenLibrary = Callable[..., Library]


def hand_in(library: Library, file: Path, **more: Any) -> Job:
    values = {"file_name": file.name, "collection": "default", **more}
    with library.receiving() as received:
        received.write(file.read_bytes())
        return library.hand_in(received, **values)


def work(library: Library) -> None:
    library.worker().run(once=True)


def originals(library: Library) -> list[str]:
    return sorted(path.name for path in (library.folder / "originals").rglob("*.*"))


def left_over(library: Library) -> list[str]:
    folders = (library.folder / name for name in ("incoming", "tmp", "work"))
    return [str(path) for folder in folders if folder.is_dir() for path in folder.iterdir()]


@contextlib.contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], Any]) -> Iterator[None]:
    """Something happens after a file was read and encoded, and before it is stored."""
    real = task.store_document

    def store_document(*arguments: Any, **more: Any) -> Any:
        do()
        return real(*arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(task, "store_document", store_document)
        yield


def test_a_file_becomes_a_document_of_its_own_name(library: Library, osprey: Path) -> None:
    job = hand_in(library, osprey, file_name="../../Ospreys: #1 50%.pdf", batch="b")
    assert library.job(job.id).state is JobState.QUEUED
    work(library)
    done = library.job(job.id)
    document = library.documents()[0]
    assert (done.state, done.document, done.failure) == (JobState.DONE, document.id, "")
    assert (document.file_name, document.title) == ("Ospreys: #1 50%.pdf", "Ospreys: #1 50%")
    assert found(library, "What is the fee?")[0] == "Ospreys: #1 50%.pdf"
    assert originals(library) == [f"{document.sha256}.pdf"]
    assert left_over(library) == []
    assert library.check(deep=True) == []


def test_the_same_file_twice_under_other_names_and_in_other_collections(
    library: Library, heron: Path, osprey: Path
) -> None:
    """FAULTS A06."""
    library.create_collection("birds")
    first = hand_in(library, heron)
    again = hand_in(library, heron)
    renamed = hand_in(library, heron, file_name="other.pdf")
    elsewhere = hand_in(library, heron, collection="birds")
    other = hand_in(library, osprey, file_name="heron.pdf")
    work(library)
    states = [library.job(job.id) for job in (first, again, renamed, elsewhere, other)]
    assert {state.state for state in states} == {JobState.DONE}
    assert len({state.document for state in states[:4]}) == 1
    assert states[4].document != states[0].document
    assert [state.note for state in states[1:3]] == [
        "the same content was in the library already",
        "the same content was in the library already, as heron.pdf",
    ]
    assert "in this collection as well" in states[3].note
    assert names(library) == ["heron.pdf", "heron.pdf"]
    assert names(library, "birds") == ["heron.pdf"]
    library.remove(states[0].document or "")
    assert [document.id for document in library.documents()] == [states[4].document]
    assert left_over(library) == []


def test_the_same_file_in_two_workers_at_once(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = hand_in(library, heron)
    with meanwhile(monkeypatch, lambda: library.add(heron)):
        work(library)
    assert names(library) == ["heron.pdf"]
    assert library.job(job.id).state is JobState.DONE
    assert library.check(deep=True) == []


def test_what_cannot_be_read_says_why_by_the_name_that_the_user_knows(
    library: Library, heron: Path, tmp_path: Path
) -> None:
    text = tmp_path / "notes.pdf"
    text.write_text("These are only notes.")
    locked = encrypted(tmp_path / "locked.pdf", heron, "sesame")
    jobs = {name: hand_in(library, path) for name, path in {"text": text, "locked": locked}.items()}
    work(library)
    failed = {name: library.job(job.id) for name, job in jobs.items()}
    assert all(job.state is JobState.FAILED and job.permanent for job in failed.values())
    assert failed["text"].failure == "notes.pdf is plain text, not a PDF"
    assert failed["locked"].failure.startswith("locked.pdf is encrypted")
    assert {name: job.needs_password for name, job in failed.items()} == {"text": False, "locked": True}
    library.retry_job(jobs["locked"].id, password="open")
    work(library)
    assert library.job(jobs["locked"].id).needs_password  # a wrong one is as good as none
    library.retry_job(jobs["locked"].id, password="sesame")
    work(library)
    assert not library.job(jobs["locked"].id).needs_password
    assert library.job(jobs["locked"].id).state is JobState.DONE
    assert names(library) == ["locked.pdf"]
    assert left_over(library) == []


def test_removing_the_collection_while_its_file_is_read(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.create_collection("birds")
    job = hand_in(library, heron, collection="birds")
    with meanwhile(monkeypatch, lambda: library.delete_collection("birds")):
        work(library)
    ended = library.job(job.id)
    assert (ended.state, library.documents()) == (JobState.CANCELLED, [])
    assert "removed meanwhile" in ended.note
    assert originals(library) == left_over(library) == []


def test_removing_the_document_while_it_is_indexed_again(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add(heron)
    document = library.documents()[0]
    job = library.reindex(document.id)
    assert library.reindex(document.id).id == job.id
    with meanwhile(monkeypatch, lambda: library.remove(document.id)):
        work(library)
    assert (library.job(job.id).state, library.documents()) == (JobState.CANCELLED, [])
    assert originals(library) == left_over(library) == []


def test_a_document_that_is_taken_out_meanwhile_does_not_come_back(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.create_collection("birds")
    library.add(heron)
    document = library.documents()[0]
    library.add_to_collection(document.id, "birds")
    library.reindex(document.id)
    with meanwhile(monkeypatch, lambda: library.remove(document.id, collection="default")):
        work(library)
    assert library.document(document.id).collections == ("birds",)


def test_cancelling_while_a_file_is_read(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = hand_in(library, heron)
    with meanwhile(monkeypatch, lambda: library.cancel_job(job.id)):
        work(library)
    assert (library.job(job.id).state, library.documents()) == (JobState.CANCELLED, [])
    assert originals(library) == left_over(library) == []


def test_a_worker_that_lost_its_job_stores_nothing(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = hand_in(library, heron)
    real = library.store.jobs.clock

    def sleep_for_an_hour() -> None:
        library.store.jobs.clock = lambda: real() + 3600
        assert library.worker().queue.take() is not None

    with meanwhile(monkeypatch, sleep_for_an_hour):
        claim = library.worker().queue.take()
        assert claim is not None
        library.worker().work_on(claim)
    assert library.documents() == []
    assert (library.job(job.id).state, library.job(job.id).attempt) == (JobState.RUNNING, 2)
    library.store.jobs.clock = lambda: real() + 7200
    work(library)
    assert names(library) == ["heron.pdf"]


def test_indexing_again_that_fails_leaves_what_is_there(
    library: Library, osprey: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAULTS A05."""
    library.add(osprey)
    before = library.documents()[0]

    def fail(*arguments: Any, **more: Any) -> None:
        assert found(library, "What is the fee?") == ["osprey.pdf"], "it answers meanwhile"
        raise ModelError("the encoder failed on the second batch")

    job = library.reindex(before.id)
    with monkeypatch.context() as patch:
        patch.setattr(task, "index_reading", fail)
        work(library)
    assert library.job(job.id).failure == "the encoder failed on the second batch"
    assert library.documents() == [before]
    assert found(library, "What is the fee?") == ["osprey.pdf"]
    library.retry_job(job.id)
    work(library)
    assert library.job(job.id).state is JobState.DONE
    assert library.documents()[0].id == before.id


def test_a_busy_library_is_no_failure_of_the_file(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*arguments: Any, **more: Any) -> None:
        raise LibraryBusyError("another process is writing")

    job = hand_in(library, heron)
    with monkeypatch.context() as patch:
        patch.setattr(task, "store_document", busy)
        work(library)
    waiting = library.job(job.id)
    assert (waiting.state, waiting.permanent) == (JobState.QUEUED, False)
    assert waiting.next_attempt_at is not None
    library.retry_job(job.id)
    work(library)
    assert library.job(job.id).state is JobState.DONE


def test_a_file_that_is_missing_from_the_library(library: Library, heron: Path) -> None:
    job = hand_in(library, heron)
    for path in (library.folder / "incoming").iterdir():
        path.unlink()
    work(library)
    assert library.job(job.id).state is JobState.FAILED
    assert "not in the library's folder any more" in library.job(job.id).failure


def test_a_worker_that_ends_hands_back(
    library: Library, heron: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = hand_in(library, heron)
    worker = library.worker()
    claim = worker.queue.take()
    assert claim is not None
    real = task.index_reading

    def slowly(*arguments: Any, **more: Any) -> Any:
        worker.stop()
        time.sleep(0.6)
        return real(*arguments, **more)

    monkeypatch.setattr(task, "index_reading", slowly)
    assert worker.work_on(claim) is JobState.QUEUED
    assert library.job(job.id).attempt == 0
    monkeypatch.undo()
    work(library)
    assert names(library) == ["heron.pdf"]


def test_ten_files_at_once_while_others_search_and_remove(open_library: OpenLibrary, tmp_path: Path) -> None:
    """FAULTS A01 and A02: no lock is held while a file is read or encoded, and every page has its text."""
    library = open_library()
    stays = write_pdf(tmp_path / "stays.pdf", OSPREY)
    library.add(stays)
    files = [write_pdf(tmp_path / f"{n}.pdf", f"The heron of page {n} eats fish.") for n in range(10)]
    errors: list[BaseException] = []
    over = threading.Event()

    def guarded(do: Callable[[], Any]) -> threading.Thread:
        def run() -> None:
            try:
                do()
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        return thread

    def search() -> None:
        while not over.is_set():
            assert "stays.pdf" in found(library, "What is the fee of the vault?", k=20)

    def remove() -> None:
        while not over.is_set():
            for document in library.documents():
                if document.file_name == "0.pdf":
                    library.remove(document.id)
            time.sleep(0.05)

    others = [guarded(search), guarded(remove)]
    handing = [guarded(lambda file=file: hand_in(library, file)) for file in files]  # type: ignore[misc]
    for thread in handing:
        thread.join()
    workers = [guarded(lambda: work(library)) for _ in range(2)]
    for thread in workers:
        thread.join()
    time.sleep(0.2)
    over.set()
    for thread in others:
        thread.join()
    assert errors == []
    assert {job.state for job in library.jobs(limit=200).items} == {JobState.DONE}
    assert sorted(names(library)) == [*(f"{n}.pdf" for n in range(1, 10)), "stays.pdf"]
    for n in range(1, 10):
        assert f"page {n}" in library.page(library.document(f"{n}.pdf").id, 1).text
    assert library.check(deep=True) == []


WORKER = [sys.executable, "-m", "pincite", "worker", "--library"]


@contextlib.contextmanager
def started(library: Library, encoder: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process, killed at the end."""
    environment = {**os.environ, "PINCITE_ENCODER__NAME": str(encoder), "PINCITE_JOBS__LEASE_SECONDS": "2"}
    with subprocess.Popen(
        [*WORKER, str(library.folder), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return write_pdf(tmp_path / "many.pdf", *(f"{HERON} Page {n}." for n in range(200)))


def test_a_worker_process_that_is_killed(
    open_library: OpenLibrary, encoder: Path, pages: Path, heron: Path
) -> None:
    """FAULTS A03 and A10: another one goes on, nothing is lost or there twice, and what was done stays done."""
    library = open_library(jobs={"lease_seconds": 2})
    jobs = [hand_in(library, pages), hand_in(library, heron)]
    with started(library, encoder):
        wait_until(lambda: library.job(jobs[0].id).state is JobState.RUNNING)
    assert library.documents() == []
    with started(library, encoder):
        wait_until(lambda: all(library.job(job.id).state is JobState.DONE for job in jobs))
        # The file that was handed in goes once the job is done, and not in the same transaction.
        wait_until(lambda: left_over(library) == [])
    with Store.open(library.folder) as store:
        assert sorted(document.file_name for document in store.documents()) == ["heron.pdf", "many.pdf"]
        assert store.check(deep=True) == []
    assert library.document("many.pdf").pages == 200


@pytest.mark.parametrize("how", ["signal", "parent"])
def test_a_worker_process_that_is_told_to_end(
    open_library: OpenLibrary, encoder: Path, pages: Path, how: str
) -> None:
    library = open_library()
    job = hand_in(library, pages)
    with started(library, encoder, "--parent-pipe") as process:
        wait_until(lambda: library.job(job.id).state is JobState.RUNNING)
        if how == "signal":
            process.send_signal(signal.SIGTERM)
        else:
            assert process.stdin is not None
            process.stdin.close()
        assert process.wait(60) == 0
    state = library.job(job.id)
    assert state.state in (JobState.QUEUED, JobState.DONE)
    assert state.attempt == (1 if state.state is JobState.DONE else 0)
    if state.state is JobState.QUEUED:
        work(library)
    assert names(library) == ["many.pdf"]
