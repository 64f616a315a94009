"""Kills `pincite serve` during uploads and streams, again and again, and looks at what is there afterwards.

    python -m benchmarks.server_kill [--kills 10] [--files 20] [--streams 10] [--seed 1] [--json]

In each round a server is started on the same library. Files are uploaded at once, half of the streams follow jobs and
the others answers of conversations, and at a random moment, in every other round after the first upload was answered,
the server's process is killed with SIGKILL. Its workers are not: they must end by themselves. At last a server is left
to finish. Then:

* every file that was answered with 202 must have become a document, or its job must tell why not;
* no document may be there twice, nor one that nobody handed in;
* every job must have ended, no file may be left over, `pincite doctor` must find nothing;
* every conversation that was answered with 201 must be there, and its question can be answered.

The exit code is 1 if anything is lost, doubled, damaged, left over or survives.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.contracts import print_table
from benchmarks.load_pdf import small_pdf
from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import JobState

END_SECONDS = 60.0
FINISH_SECONDS = 600.0


@dataclass(slots=True)
class Outcome:
    """What was done, and what was found.

    Attributes:
        kills: Seconds that each server lived after all was begun, or after its first answer.
        uploads: Files sent.
        promised: Jobs that were answered with 202, by the digest of their file.
        conversations: Conversations that were answered with 201.
        jobs: Number of jobs by state at the end.
        documents: Documents at the end.
        faults: Everything that must not be.
    """

    kills: list[float] = field(default_factory=list)
    uploads: int = 0
    promised: dict[str, str] = field(default_factory=dict)
    conversations: list[str] = field(default_factory=list)
    jobs: dict[str, int] = field(default_factory=dict)
    documents: int = 0
    faults: list[str] = field(default_factory=list)


class Server:
    """A server process."""

    def __init__(self, library: Path) -> None:
        command = [
            sys.executable,
            "-m",
            "pincite",
            "serve",
            "--library",
            str(library),
            "--port",
            "0",
            "--json",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.address = json.loads(self.process.stdout.readline())["address"]

    def kill(self) -> None:
        """Without a chance to do anything."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def client(self) -> httpx.Client:
        """To ask it with."""
        return httpx.Client(base_url=f"{self.address}/api/v1", timeout=60)


def main() -> int:
    """Run the proof."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--streams", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=6.0, help="longest life of a server")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "library")
        Library.open(library).close()
        for number in range(arguments.kills):
            files = [small_pdf(1000 * number + n) for n in range(arguments.files)]
            lived = chance.uniform(0.2, arguments.seconds)
            interrupted(library, files, arguments.streams, lived, outcome, early=number % 2 == 1)
        finish(library, outcome)
        compare(library, outcome)
    if arguments.json:
        print(json.dumps(asdict(outcome)))
    else:
        show(outcome)
    return 1 if outcome.faults else 0


def interrupted(
    library: Path, files: list[bytes], streams: int, lived: float, outcome: Outcome, *, early: bool
) -> None:
    """One server's life: so many seconds after the first answer to an upload, or after all were begun if `early`."""
    server = Server(library)
    lock = threading.Lock()
    answered = threading.Event()

    def upload(data: bytes) -> None:
        with contextlib.suppress(httpx.HTTPError), server.client() as client:
            sent = {"files": (f"{hashlib.sha256(data).hexdigest()[:8]}.pdf", data, "application/pdf")}
            answer = client.post("/documents", files=sent)
            answered.set()
            if answer.status_code == httpx.codes.ACCEPTED:
                for taken in answer.json()["files"]:
                    with lock:
                        outcome.promised[hashlib.sha256(data).hexdigest()] = taken["job"]
            else:
                with lock:
                    outcome.faults.append(
                        f"an upload was answered with {answer.status_code}: {answer.text[:200]}"
                    )

    def follow() -> None:
        with (
            contextlib.suppress(httpx.HTTPError),
            server.client() as client,
            client.stream("GET", "/jobs/events", params={"version": 0}) as response,
        ):
            for _ in response.iter_lines():
                pass

    def converse() -> None:
        with contextlib.suppress(httpx.HTTPError), server.client() as client:
            begun = client.post("/conversations", json={})
            if begun.status_code != httpx.codes.CREATED:
                with lock:
                    outcome.faults.append(f"a conversation was answered with {begun.status_code}")
                return
            identity = begun.json()["id"]
            with lock:
                outcome.conversations.append(identity)
            question = {"question": "Where is the copper valve?"}
            with client.stream("POST", f"/conversations/{identity}/ask/stream", json=question) as response:
                for _ in response.iter_lines():
                    pass

    work: list[tuple[Any, ...]] = [(upload, data) for data in files]
    work += [(follow,) if number % 2 else (converse,) for number in range(streams)]
    threads = [threading.Thread(target=do, args=given) for do, *given in work]
    for thread in threads:
        thread.start()
    if not early:
        answered.wait(END_SECONDS)
    time.sleep(lived)
    server.kill()
    for thread in threads:
        thread.join()
    outcome.uploads += len(files)
    outcome.kills.append(round(lived, 2))
    if left := survivors(library):
        outcome.faults.append(f"processes {left} survived their server by {END_SECONDS:g} seconds")


def survivors(library: Path) -> list[int]:
    """Worker processes of the library that do not end, though their server is gone."""
    end = time.monotonic() + END_SECONDS
    while (found := _workers(library)) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def _workers(library: Path) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if str(library) in entry.read_text(encoding="utf-8", errors="replace").split("\0"):
                found.append(int(entry.parent.name))
    return [pid for pid in found if pid != os.getpid()]


def finish(library: Path, outcome: Outcome) -> None:
    """Let a server do what is left, and answer what was asked."""
    server = Server(library)
    try:
        with server.client() as client:
            end = time.monotonic() + FINISH_SECONDS
            while any(
                client.get("/jobs", params={"state": state}).json()["items"]
                for state in ("queued", "running")
            ):
                if time.monotonic() > end:
                    outcome.faults.append(f"jobs did not end within {FINISH_SECONDS:g} seconds")
                    break
                time.sleep(0.3)
            for identity in outcome.conversations:
                found = client.get(f"/conversations/{identity}")
                if found.status_code != httpx.codes.OK:
                    outcome.faults.append(f"conversation {identity} is lost: {found.status_code}")
                    continue
                turns = client.get(f"/conversations/{identity}/turns").json()["items"]
                if len(turns) > 1:
                    outcome.faults.append(f"conversation {identity} has {len(turns)} turns")
                again = client.post(f"/conversations/{identity}/retry", json={}) if turns else None
                if again is not None and again.status_code != httpx.codes.OK:
                    outcome.faults.append(f"conversation {identity} cannot go on: {again.text[:200]}")
    finally:
        server.process.terminate()
        if server.process.wait(60) != 0:
            outcome.faults.append(f"the last server ended with {server.process.returncode}")
        server.kill()
    if left := survivors(library):
        outcome.faults.append(f"processes {left} survived the last server")


def compare(folder: Path, outcome: Outcome) -> None:
    """What is there against what was promised."""
    with Library.open(folder, create=False) as library:
        documents = library.documents()
        outcome.documents = len(documents)
        counts = library.store.jobs.counts()
        outcome.jobs = {state.value: number for state, number in counts.items()}
        for state in (JobState.QUEUED, JobState.RUNNING):
            if counts[state]:
                outcome.faults.append(f"{counts[state]} jobs are {state.value}")
        held = Counter(document.sha256 for document in documents)
        outcome.faults += [
            f"{sha256} is there {number} times" for sha256, number in held.items() if number > 1
        ]
        for sha256, identity in outcome.promised.items():
            job = library.job(identity)
            if job.state is JobState.FAILED:
                outcome.faults.append(f"job {identity} failed: {job.failure}")
            elif sha256 not in held:
                outcome.faults.append(f"the file of job {identity} ({job.state.value}) is lost")
        if len(documents) > sum(counts.values()):
            outcome.faults.append("there are more documents than jobs")
        outcome.faults += [f"{finding.name}: {finding.message}" for finding in library.check(deep=True)]
    for name in ("incoming", "tmp"):
        left = sorted(path.name for path in (folder / name).iterdir()) if (folder / name).is_dir() else []
        # What a killed server was receiving is locked by nobody: workers sweep it after an hour.
        if name == "incoming" and len(left) > outcome.uploads - len(outcome.promised):
            outcome.faults.append(f"{len(left)} files are left in {name}")


def show(outcome: Outcome) -> None:
    """Print what was found."""
    rows = [
        ["kills", str(len(outcome.kills))],
        ["uploads", str(outcome.uploads)],
        ["answered with 202", str(len(outcome.promised))],
        ["conversations begun", str(len(outcome.conversations))],
        ["documents", str(outcome.documents)],
        *([f"jobs {state}", str(number)] for state, number in outcome.jobs.items()),
        ["faults", str(len(outcome.faults))],
    ]
    print(machine_line())
    print_table("Killed servers", ("what", "number"), rows)
    for fault in outcome.faults:
        print(fault)


if __name__ == "__main__":
    sys.exit(main())
