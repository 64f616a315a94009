"""`pincite jobs`, `pincite watched` and `pincite worker`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from pincite import Library
from pincite.store.queue import Queue

Run = Callable[..., Result]


def failed_job(folder: Path) -> str:
    with Library.open(folder) as library:
        with library.receiving() as received:
            received.write(b"locked")
            job = library.hand_in(received, file_name="locked.pdf", collection="default", batch="b1")
        queue = Queue(library.store.jobs, lease_seconds=60, attempts=4)
        claim = queue.take()
        assert claim is not None
        queue.fail(claim, "locked.pdf is encrypted", "Try it again with its password.", keep_file=True)
    return job.id


def test_jobs_are_listed_tried_again_and_stopped(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    identity = failed_job(folder)
    listed = run("jobs", library=folder)
    assert (listed.exit_code, listed.stdout.split("\t")[1:3]) == (0, ["failed", "locked.pdf"])
    assert "is encrypted. Try it again" in listed.stdout
    again = run("jobs", "retry", identity[:8], "--password", "sesame", library=folder)
    assert again.stdout == "locked.pdf is tried again\n"
    queued = json.loads(run("jobs", "list", "--state", "queued", "--json", library=folder).stdout)
    assert [job["id"] for job in queued] == [identity]
    assert "sesame" not in json.dumps(queued)
    assert run("jobs", "cancel", "--batch", "b1", library=folder).stdout == "stopped 1 job\n"
    assert run("jobs", "list", "--state", "none", library=folder).exit_code == 2
    assert run("jobs", "retry", "ffff", library=folder).exit_code == 2


def test_watched_folders(run: Run, tmp_path: Path) -> None:
    folder, papers = tmp_path / "library", tmp_path / "papers"
    papers.mkdir()
    Library.open(folder).close()
    added = run("watched", "add", papers, "--collection", "papers", library=folder)
    assert added.stdout == f"{papers} is followed by workers from now on\n"
    assert run("watched", "pause", papers, library=folder).exit_code == 0
    (shown,) = json.loads(run("watched", "--json", library=folder).stdout)
    assert (shown["path"], shown["paused"]) == (str(papers), True)
    assert run("watched", "resume", shown["id"][:6], library=folder).exit_code == 0
    assert "its documents stay" in run("watched", "remove", papers, library=folder).stdout
    assert run("watched", "remove", papers, library=folder).exit_code == 2
