"""The queue: who gets which job when, what a silent worker loses, what is kept of what was handed in."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from pincite.domain import Job, JobKind, JobProgress, JobState, Viewer
from pincite.errors import ConflictError, NotFoundError, UsageError
from pincite.store import Store
from pincite.store.jobs import AGAIN, AT_ONCE, FOLLOWED, NewJob
from pincite.store.queue import Claim, InterruptedJobError, Queue, Standing
from pincite.store.tables import accounts, jobs


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "library") as opened:
        opened.jobs.clock = Clock()
        yield opened


@pytest.fixture
def clock(store: Store) -> Clock:
    assert isinstance(store.jobs.clock, Clock)
    return store.jobs.clock


@pytest.fixture
def queue(store: Store) -> Queue:
    return Queue(store.jobs, lease_seconds=60, attempts=3)


def put(store: Store, name: str = "a.pdf", **more: object) -> Job:
    values: dict[str, object] = {"size": 1000, **more}
    with store.writing() as connection:
        return store.jobs.put(connection, NewJob(JobKind.ADD, "c" * 20, name, **values))  # type: ignore[arg-type]


def handed_in(store: Store, data: bytes = b"data") -> Job:
    with store.jobs.incoming.receiving() as received:
        received.write(data)
        job = put(store, payload={"incoming": received.settle("a.pdf"), "password": "sesame"})
        received.kept = True
    return job


def files(store: Store) -> list[str]:
    folder = store.jobs.incoming.folder
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def account(store: Store, name: str) -> int:
    with store.writing() as connection:
        values = {"id": name, "name": name, "name_key": name, "space": name, "created_at": ""}
        result = connection.execute(accounts.insert(), {**values, "admin": False, "disabled": False})
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])


def taken(queue: Queue) -> Claim:
    claim = queue.take()
    assert claim is not None
    return claim


def order(queue: Queue) -> list[str]:
    found = []
    while (claim := queue.take()) is not None:
        found.append(claim.job.file_name)
    return found


# Turns


def test_what_is_handed_in_goes_before_what_is_found_and_indexed_again(store: Store, queue: Queue) -> None:
    put(store, "again", put_off=AGAIN)
    put(store, "followed", put_off=FOLLOWED)
    put(store, "by hand", put_off=AT_ONCE)
    assert order(queue) == ["by hand", "followed", "again"]


def test_nothing_waits_for_ever(store: Store, clock: Clock, queue: Queue) -> None:
    put(store, "again", put_off=AGAIN)
    clock.now += AGAIN + 1
    put(store, "by hand")
    assert order(queue) == ["again", "by hand"]


def test_small_files_go_before_large_ones_that_came_with_them(store: Store, queue: Queue) -> None:
    put(store, "large", size=400_000_000)
    put(store, "small")
    assert order(queue) == ["small", "large"]


def test_accounts_take_turns(store: Store, clock: Clock, queue: Queue) -> None:
    ann, ben = account(store, "ann"), account(store, "ben")
    for number in range(5):
        put(store, f"ann {number}", account=ann)
    put(store, "ben 0", account=ben)
    put(store, "ben 1", account=ben)
    found = []
    for _ in range(7):
        found.append(taken(queue).job.file_name)
        clock.now += 1
    assert found == ["ann 0", "ben 0", "ann 1", "ben 1", "ann 2", "ann 3", "ann 4"]


def test_the_same_bytes_are_not_read_twice_at_once(store: Store, queue: Queue) -> None:
    put(store, "one", payload={"sha256": "x"})
    put(store, "twin", payload={"sha256": "x"})
    put(store, "other", payload={"sha256": "y"})
    first = taken(queue)
    assert taken(queue).job.file_name == "other"
    assert queue.take() is None
    queue.fail(first, "damaged")
    assert taken(queue).job.file_name == "twin"


def test_many_workers_never_take_one_job_twice(store: Store, queue: Queue) -> None:
    for number in range(40):
        put(store, f"{number}")
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.extend(order(queue))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=int) == [f"{number}" for number in range(40)]


# Leases


def test_a_silent_worker_loses_its_job_and_changes_nothing_any_more(
    store: Store, clock: Clock, queue: Queue
) -> None:
    put(store)
    first = taken(queue)
    clock.now += 59
    assert queue.renew(first) is Standing.OURS
    clock.now += 59
    assert queue.take() is None
    clock.now += 2
    second = taken(queue)
    assert second.job.attempt == 2
    assert queue.renew(first, JobProgress("indexing", 1, 2)) is Standing.LOST
    queue.fail(first, "too late")
    queue.hand_back(first)
    queue.cancelled(first)
    with pytest.raises(InterruptedJobError), store.writing() as connection:
        queue.finish(connection, first, document="d")
    assert store.jobs.get(second.job.id, None).state is JobState.RUNNING
    assert queue.standing(second) is Standing.OURS


def test_a_file_that_kills_its_worker_is_given_up(store: Store, clock: Clock, queue: Queue) -> None:
    job = handed_in(store)
    for _ in range(queue.attempts):
        taken(queue)
        clock.now += 61
    assert queue.take() is None
    failed = store.jobs.get(job.id, None)
    assert (failed.state, failed.failure) == (JobState.FAILED, "the worker that had it died, 3 times")
    assert files(store), "by hand it may be tried again"
    assert store.jobs.retry(job.id, None).state is JobState.QUEUED


def test_what_is_handed_back_counts_as_no_attempt(store: Store, queue: Queue) -> None:
    put(store)
    for _ in range(5):
        claim = taken(queue)
        assert claim.job.attempt == 1
        queue.hand_back(claim)


# Failures


def test_what_may_pass_is_tried_again_later_with_its_reason_kept(
    store: Store, clock: Clock, queue: Queue
) -> None:
    job = handed_in(store)
    for attempt in (1, 2):
        assert queue.fail(taken(queue), "the disk is full", "Free some.", after=10) is JobState.QUEUED
        waiting = store.jobs.get(job.id, None)
        assert (waiting.failure, waiting.permanent, waiting.attempt) == ("the disk is full", False, attempt)
        assert waiting.next_attempt_at is not None
        clock.now += 9
        assert queue.take() is None
        clock.now += 2
    assert queue.fail(taken(queue), "the disk is full", after=10) is JobState.FAILED
    assert files(store)


def test_what_ends_keeps_neither_password_nor_file(store: Store, queue: Queue) -> None:
    job = handed_in(store)
    queue.fail(taken(queue), "it is no PDF")
    assert files(store) == []
    with store.reading() as connection:
        payload = connection.execute(sa.select(jobs.c.payload).where(jobs.c.id == job.id)).scalar_one()
    assert payload == {}
    with pytest.raises(ConflictError, match="not kept"):
        store.jobs.retry(job.id, None)


def test_cancelling(store: Store, queue: Queue) -> None:
    waiting, running = handed_in(store, b"1"), handed_in(store, b"2")
    claim = taken(queue)
    assert claim.job.id == waiting.id
    (cancelled,) = store.jobs.cancel(None, identity=running.id)
    assert cancelled.state is JobState.CANCELLED
    store.jobs.cancel(None, identity=waiting.id)
    assert queue.renew(claim) is Standing.CANCELLING
    with pytest.raises(InterruptedJobError), store.writing() as connection:
        queue.finish(connection, claim, document="d")
    assert queue.fail(claim, "whatever", after=1) is JobState.CANCELLED
    assert files(store) == []
    assert store.jobs.cancel(None, identity=waiting.id)[0].state is JobState.CANCELLED
    with pytest.raises(ConflictError):
        store.jobs.retry(waiting.id, None)


def test_a_worker_that_dies_with_a_job_that_shall_stop(store: Store, clock: Clock, queue: Queue) -> None:
    job = handed_in(store)
    taken(queue)
    store.jobs.cancel(None, identity=job.id)
    clock.now += 61
    assert queue.take() is None
    assert store.jobs.get(job.id, None).state is JobState.CANCELLED


# Versions, lists, sweeping


def test_every_change_has_a_version_of_its_own(store: Store, clock: Clock, queue: Queue) -> None:
    first, second = put(store), put(store, "b.pdf")
    assert second.version > first.version
    assert [job.id for job in store.jobs.since(0, None)] == [first.id, second.id]
    claim = taken(queue)
    queue.renew(claim, JobProgress("reading", 1, 10))
    assert [job.id for job in store.jobs.since(second.version, None)] == [first.id]
    version = store.jobs.version()
    queue.renew(claim)
    assert store.jobs.since(version, None) == []
    queue.fail(claim, "x", after=1)
    assert store.jobs.since(version, None)[0].state is JobState.QUEUED


def test_of_another_account_there_is_nothing(store: Store, queue: Queue) -> None:
    ann = account(store, "ann")
    job = put(store, account=ann, batch="b")
    ben = Viewer(ann + 1, "ben")
    assert store.jobs.all(ben).items == ()
    assert store.jobs.since(0, ben) == []
    for call in (
        lambda: store.jobs.get(job.id, ben),
        lambda: store.jobs.cancel(ben, identity=job.id),
        lambda: store.jobs.cancel(ben, batch="b"),
        lambda: store.jobs.retry(job.id, ben),
    ):
        with pytest.raises(NotFoundError):
            call()
    assert store.jobs.get(job.id, Viewer(ann, "ann")).state is JobState.QUEUED
    for cursor in ("no cursor", "f" * 16, "-1", ""):
        with pytest.raises(UsageError):
            store.jobs.all(None, cursor=cursor)


def test_an_account_that_was_disabled_is_known_to_the_worker(store: Store, queue: Queue) -> None:
    ann = account(store, "ann")
    put(store, account=ann)
    with store.writing() as connection:
        connection.execute(accounts.update().values(disabled=True))
    claim = taken(queue)
    assert (claim.barred, claim.viewer) == (True, Viewer(ann, "ann"))


def test_old_jobs_and_files_that_no_job_wants_are_swept(store: Store, clock: Clock, queue: Queue) -> None:
    old = handed_in(store)
    queue.fail(taken(queue), "encrypted", keep_file=True)
    clock.now += 8 * 24 * 3600
    kept = handed_in(store, b"kept")
    orphan = store.jobs.incoming.folder / "received-0123456789abcdef.pdf"
    orphan.write_bytes(b"of a process that died")
    fresh = orphan.with_name("received-0123456789abcdee.pdf")
    fresh.write_bytes(b"of one that is about to put its job")
    os.utime(orphan, (time.time() - 4000,) * 2)
    assert store.jobs.sweep() == 2
    with pytest.raises(NotFoundError):
        store.jobs.get(old.id, None)
    assert store.jobs.get(kept.id, None)
    assert len(files(store)) == 2
    assert orphan.name not in files(store)


def test_how_long_it_will_take(store: Store, clock: Clock, queue: Queue) -> None:
    assert store.jobs.seconds_left(None) is None
    put(store, size=1000)
    put(store, size=3000)
    assert store.jobs.seconds_left(None) is None, "nothing tells the pace"
    claim = taken(queue)
    clock.now += 10
    queue.renew(claim, JobProgress("indexing", 0, 10))
    assert store.jobs.seconds_left(None) == pytest.approx(70), (
        "1,000 bytes in 20 s: 500 + 3,000 bytes are left"
    )


# What was handed in


@pytest.mark.parametrize("name", ["../../etc/passwd", "received-0123456789abcdef/../x", "a.pdf", ""])
def test_only_names_of_our_own_name_files(store: Store, name: str) -> None:
    with pytest.raises(ValueError, match="names no file"):
        store.jobs.incoming.path(name)


def test_what_was_not_handed_in_leaves_nothing(store: Store) -> None:
    with contextlib.suppress(RuntimeError), store.jobs.incoming.receiving() as received:
        received.write(b"half of it")
        raise RuntimeError
    with store.jobs.incoming.receiving() as received:
        received.write(b"all of it")
        received.settle("../x.pdf")
    assert files(store) == []


HALF_WAY = """
import os, signal, sys
from pathlib import Path
from pincite import Library
with Library.open(sys.argv[1]) as library, library.receiving() as received:
    received.write(b"x" * 100_000)
    if sys.argv[2] == "handed in":
        library.hand_in(received, file_name="a.pdf", collection="default")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("when", ["half way", "handed in"])
def test_a_process_that_is_killed(tmp_path: Path, when: str) -> None:
    folder = tmp_path / "library"
    subprocess.run([sys.executable, "-c", HALF_WAY, str(folder), when], check=False, timeout=120)
    with Store.open(folder) as store:
        found = store.jobs.all(None).items
        assert len(found) == (when == "handed in")
        if found:
            claim = taken(Queue(store.jobs, lease_seconds=60, attempts=3))
            path = store.jobs.incoming.path(claim.payload["incoming"])
            assert path.read_bytes() == b"x" * 100_000
        for path in store.jobs.incoming.folder.iterdir():
            os.utime(path, (time.time() - 4000,) * 2)
        assert store.jobs.sweep() == (when == "half way")
        assert len(files(store)) == len(found)
