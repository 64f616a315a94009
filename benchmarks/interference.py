"""How fast a server answers while a large file is indexed, against how fast it answers when idle.

    python -m benchmarks.interference [--library DIR] [--pages 2000] [--idle 20] [--seconds 300] [--json]

A copy of the library is served as a user would serve it, with one worker. `/health` and `/search` are asked in turn, by
two clients that wait 50 ms between requests: first while nothing else happens, then from the moment at which a
generated book is handed in until five seconds after it is there, so that the first questions over the new chunks, for
which their vectors must be read, count as well. The requests are the same in both phases.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import numpy as np

from benchmarks.contracts import print_table
from benchmarks.load import served
from benchmarks.load_pdf import WORDS, small_pdf
from benchmarks.machine import machine_line
from pincite import Library

PAUSE_SECONDS = 0.05
AFTER_SECONDS = 5.0


class Asking:
    """Two clients that ask again and again, each in its thread, until told to end."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._over = threading.Event()
        self.seconds: dict[str, list[float]] = {"health": [], "search": []}
        self.errors = 0
        self._threads = [
            threading.Thread(target=self._ask, args=("health", lambda client, _: client.get("/health"))),
            threading.Thread(target=self._ask, args=("search", _search)),
        ]

    def __enter__(self) -> Asking:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _ask(self, name: str, ask: Callable[[httpx.Client, int], httpx.Response]) -> None:
        number = 0
        with httpx.Client(base_url=f"{self._address}/api/v1", timeout=60) as client:
            while not self._over.is_set():
                begin = time.perf_counter()
                answer = ask(client, number)
                self.seconds[name].append(time.perf_counter() - begin)
                self.errors += answer.status_code != httpx.codes.OK
                number += 1
                self._over.wait(PAUSE_SECONDS)


def _search(client: httpx.Client, number: int) -> httpx.Response:
    first, second = WORDS[number % len(WORDS)], WORDS[(7 * number + 3) % len(WORDS)]
    return client.post("/search", json={"question": f"What is said of the {first} and the {second}?"})


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--library", type=Path, help="copied; a small one is made when none is given")
    parser.add_argument("--pages", type=int, default=2000, help="of the book that is indexed")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds")
    parser.add_argument("--seconds", type=float, default=900.0, help="longest wait for the book")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "library")
        if arguments.library is None:
            _make(library, Path(folder))
        else:
            shutil.copytree(arguments.library, library)
        with served(library) as (address, _):
            found = measure(address, arguments.pages, arguments.idle, arguments.seconds)
    if arguments.json:
        print(json.dumps(found))
    else:
        _show(found)
    return 0


def measure(address: str, pages: int, idle_seconds: float, most_seconds: float) -> dict[str, Any]:
    """Ask while idle, then while a book is indexed."""
    book = small_pdf(time.time_ns() % 2**31, pages)
    with httpx.Client(base_url=f"{address}/api/v1", timeout=120) as client:
        for number in range(20):
            _search(client, number)
        with Asking(address) as idle:
            time.sleep(idle_seconds)
        with Asking(address) as busy:
            begin = time.monotonic()
            sent = client.post("/documents", files={"files": ("book.pdf", book, "application/pdf")})
            job = sent.raise_for_status().json()["files"][0]["job"]
            state: dict[str, Any] = {}
            while time.monotonic() - begin < most_seconds:
                state = client.get(f"/jobs/{job}").json()
                if state["state"] not in ("queued", "running"):
                    break
                time.sleep(0.5)
            took = time.monotonic() - begin
            time.sleep(AFTER_SECONDS)
    return {
        "pages": pages,
        "state": state.get("state"),
        "indexing_seconds": round(took, 1),
        "errors": idle.errors + busy.errors,
        "idle": _figures(idle),
        "busy": _figures(busy),
    }


def _figures(asking: Asking) -> dict[str, dict[str, float]]:
    return {
        name: {
            "requests": len(seconds),
            "median_ms": round(float(np.median(seconds)) * 1000, 1),
            "p95_ms": round(float(np.percentile(seconds, 95)) * 1000, 1),
            "worst_ms": round(max(seconds) * 1000, 1),
        }
        for name, seconds in asking.seconds.items()
    }


def _make(library: Path, folder: Path) -> None:
    file = folder / "base.pdf"
    file.write_bytes(small_pdf(1, 300))
    with Library.open(library) as made:
        made.add(file)


def _show(found: dict[str, Any]) -> None:
    rows = []
    for name in ("health", "search"):
        for phase in ("idle", "busy"):
            figures = found[phase][name]
            rows.append([name, phase, *(f"{value:g}" for value in figures.values())])
        ratio = found["busy"][name]["p95_ms"] / found["idle"][name]["p95_ms"]
        rows.append([name, "busy / idle", "", "", f"{ratio:.1f}x", ""])
    print(machine_line())
    print(
        f"{found['pages']:,} pages, {found['state']} after {found['indexing_seconds']:g} s, {found['errors']} errors"
    )
    print_table(
        "Answers while a book is indexed",
        ("request", "while", "requests", "median ms", "p95 ms", "worst ms"),
        rows,
    )


if __name__ == "__main__":
    sys.exit(main())
