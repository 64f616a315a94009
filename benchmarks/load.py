"""Many users at once on a server with a large library: requests a second, latencies, errors, and memory over time.

    python -m benchmarks.load --library DIR [--users 1 10 50] [--seconds 60] [--soak 600]

The library is copied and the copy is served, so that the uploads do not stay. The users (`benchmarks.load_users`,
locust) run on the same machine, so their own work is part of what is measured. They wait 1 to 3 seconds between
requests; with `--eager` they do not, which shows the most that the machine answers. With `--soak` ten users stay for so
many seconds, and the memory of the server with all its processes is sampled: its slope is that of a straight line
through the samples of the last three quarters.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import machine_line, memory_mb
from pincite import Library

MIXTURE = {"search": 50, "ask": 30, "page": 19, "upload": 1}
"""How often each request is made, in parts of a hundred."""
WARM_SECONDS = 10


def plan(library: Path, address: str, *, eager: bool) -> dict[str, Any]:
    """Questions about headings of the documents, and pages to look at; the same for the same library."""
    chance = random.Random(7)
    with Library.open(library, create=False) as opened:
        documents = opened.documents()
    headings = [entry.title for document in documents for entry in document.outline if len(entry.title) > 12]
    chosen = chance.sample(headings, min(500, len(headings)))
    return {
        "address": address,
        "questions": [f"What does the manual say about {title}?" for title in chosen],
        "documents": [[document.id, document.pages] for document in documents],
        "mixture": MIXTURE,
        "eager": eager,
        "chunks": sum(document.chunks for document in documents),
    }


@contextmanager
def served(library: Path) -> Iterator[tuple[str, int]]:
    """A server of a library; gives its address and process id."""
    settings = {
        "PINCITE_SERVER__REQUESTS_PER_MINUTE": "1000000",
        "PINCITE_SERVER__QUESTIONS_PER_MINUTE": "1000000",
        "PINCITE_MODEL__PROVIDER": "none",
    }
    command = [sys.executable, "-m", "pincite", "--library", str(library), "serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **settings}
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().rsplit(maxsplit=1)[-1].rstrip("/")
            _until_ready(address)
            yield address, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def _until_ready(address: str) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{address}/api/v1/ready", timeout=5) as reply:
                if reply.status == 200:
                    return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("the server did not get ready")


def load(plan_file: Path, users: int, seconds: float) -> list[dict[str, Any]]:
    """Figures by kind of request, all together last."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(sys.executable, "-m", "locust", "--locustfile", str(Path(__file__).with_name("load_users.py"))),
            *(
                "--headless",
                "--users",
                str(users),
                "--spawn-rate",
                str(users),
                "--run-time",
                f"{seconds:.0f}s",
            ),
            *(
                "--csv",
                str(Path(folder, "load")),
                "--only-summary",
                "--loglevel",
                "ERROR",
                "--stop-timeout",
                "30",
            ),
            *("--exit-code-on-error", "0"),
        ]
        environment = {**os.environ, "PINCITE_LOAD": str(plan_file)}
        subprocess.run(
            command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with Path(folder, "load_stats.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        with Path(folder, "load_failures.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                print(f"failed {row['Occurrences']} times: {row['Name']}: {row['Error']}")
    return [
        {
            "name": row["Name"],
            "requests": int(row["Request Count"]),
            "errors": int(row["Failure Count"]),
            "per_second": float(row["Requests/s"]),
            "p50": float(row["50%"]),
            "p95": float(row["95%"]),
            "p99": float(row["99%"]),
        }
        for row in rows
        if int(row["Request Count"])
    ]


def soak(plan_file: Path, pid: int, users: int, seconds: float) -> dict[str, Any]:
    """Figures of a long run, with memory: its samples in MB, and the slope in MB a minute."""
    samples: list[tuple[float, float]] = []
    begin = time.monotonic()
    from threading import Event, Thread

    over = Event()

    def sample() -> None:
        while not over.wait(5):
            samples.append((time.monotonic() - begin, memory_mb(pid)))

    thread = Thread(target=sample, daemon=True)
    thread.start()
    rows = load(plan_file, users, seconds)
    over.set()
    thread.join()
    later = [(at, size) for at, size in samples if at > seconds / 4]
    slope = float(np.polyfit([at / 60 for at, _ in later], [size for _, size in later], 1)[0])
    return {
        "rows": rows,
        "first": later[0][1],
        "last": later[-1][1],
        "peak": max(s for _, s in samples),
        "slope": slope,
    }


def main() -> int:
    """Run the loads; gives 1 if a request failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--library", type=Path, required=True, help="a library of 50,000 chunks or more")
    parser.add_argument("--users", type=int, nargs="*", default=[1, 10, 50])
    parser.add_argument("--seconds", type=float, default=60, help="how long each number of users stays")
    parser.add_argument("--soak", type=float, default=0, help="seconds of a last run with ten users")
    parser.add_argument("--eager", action="store_true", help="users do not wait between requests")
    arguments = parser.parse_args()
    failed = 0
    print(machine_line())
    with tempfile.TemporaryDirectory(dir=arguments.library.parent) as folder:
        copied = Path(shutil.copytree(arguments.library, Path(folder, "library")))
        with served(copied) as (address, pid):
            what = plan(copied, address, eager=arguments.eager)
            plan_file = Path(folder, "plan.json")
            plan_file.write_text(json.dumps(what), encoding="utf-8")
            print(f"{len(what['documents'])} documents, {what['chunks']:,} chunks; mixture {MIXTURE}")
            load(plan_file, 2, WARM_SECONDS)
            for users in arguments.users:
                rows = load(plan_file, users, arguments.seconds)
                failed += _print(f"{users} users, {arguments.seconds:.0f} s", rows)
            if arguments.soak:
                result = soak(plan_file, pid, 10, arguments.soak)
                failed += _print(f"soak: 10 users, {arguments.soak:.0f} s", result["rows"])
                print(
                    f"memory: {result['first']:.0f} MB after a quarter, {result['last']:.0f} MB at the end, "
                    f"peak {result['peak']:.0f} MB, slope {result['slope']:+.2f} MB a minute"
                )
    return int(failed > 0)


def _print(title: str, rows: list[dict[str, Any]]) -> int:
    print(f"\n{title}")
    print(f"{'':12} {'requests':>9} {'errors':>7} {'per s':>7} {'p50 ms':>7} {'p95 ms':>7} {'p99 ms':>7}")
    for row in rows:
        print(
            f"{row['name']:12} {row['requests']:9} {row['errors']:7} {row['per_second']:7.1f} "
            f"{row['p50']:7.0f} {row['p95']:7.0f} {row['p99']:7.0f}"
        )
    return int(rows[-1]["errors"]) if rows else 1


if __name__ == "__main__":
    sys.exit(main())
