"""How fast books are read, where the time goes, and how much memory a very long one takes (memory: Linux only).

    python -m benchmarks.reading --books DIR [--count 12] [--seed 1]
    python -m benchmarks.reading --books DIR --long 16000 [--index 2000]

The first form reads books chosen by lot: once with two parser processes for pages a second, once in this process
for the processor time of each stage. The second puts books one after the other into one PDF of so many pages,
reads it, and prints the memory of the parser and of its parent over time, for each of the two passes of a reading
(lines of all pages, then pages); "flat" is the peak of the last quarter of a pass over that of its first. With
--index a PDF of so many pages is added to a library as well, and the time for which the write lock was held is taken.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import resource
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.machine import machine_line
from pincite import Library
from pincite.config import ParseSettings
from pincite.domain import Page
from pincite.ingest.report import Progress
from pincite.parse import ParserPool, document, frames, survey
from pincite.parse.annotations import Annotations
from pincite.parse.pdf import PdfPage
from pincite.parse.survey import Survey
from pincite.parse.whole import Structure
from pincite.store import sqlite

LARGEST = 8_000_000
"""Larger books are mostly pictures."""


def choose(folder: Path, count: int, seed: int) -> list[Path]:
    """Books by lot."""
    files = sorted(file for file in folder.glob("*.pdf") if file.stat().st_size < LARGEST)
    random.Random(seed).shuffle(files)
    return files[:count]


class Stages:
    """Processor time by stage, in this process; a stage within another counts for itself alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inner = [0.0]

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Take the time of what is done within."""
        begin = time.process_time()
        self._inner.append(0.0)
        try:
            yield
        finally:
            spent = time.process_time() - begin
            self.seconds[name] = self.seconds.get(name, 0.0) + spent - self._inner.pop()
            self._inner[-1] += spent

    def watch(self, owner: Any, attribute: str, name: str) -> None:
        """Take the time of every call of a function or method from now on."""
        call: Callable[..., Any] = getattr(owner, attribute)

        def watched(*arguments: Any, **named: Any) -> Any:
            with self.stage(name):
                result = call(*arguments, **named)
                # A generator does its work when it is asked.
                return iter(list(result)) if isinstance(result, Iterator) else result

        setattr(owner, attribute, watched)


def profile(books: list[Path]) -> tuple[dict[str, float], int]:
    """Seconds of processor time by stage over all books, and their pages."""
    stages = Stages()
    stages.watch(PdfPage, "glyphs", "glyphs")
    stages.watch(Annotations, "read", "notes")
    stages.watch(survey, "page_lines", "lines")
    stages.watch(Survey, "add", "survey")
    stages.watch(document, "page_blocks", "layout")
    stages.watch(Structure, "collect", "structure")
    stages.watch(Structure, "finish", "structure")
    stages.watch(document, "assemble", "assemble")
    pages = 0
    for book in books:
        batch: list[Page] = []
        with stages.stage("other"):
            document.stream_pdf(book, batch.append)
        with stages.stage("transfer"):
            pipe = io.BytesIO()
            for start in range(0, len(batch), 32):
                frames.send(pipe, ("pages", batch[start : start + 32]))
            pipe.seek(0)
            for _ in range(0, len(batch), 32):
                frames.receive(pipe)
        pages += len(batch)
    return stages.seconds, pages


def speed(books: list[Path]) -> None:
    """Print pages a second with two processes, and the profile."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin, pages = time.monotonic(), 0
    with ParserPool(ParseSettings(workers=2)) as pool:
        for reading in pool.readings(books):
            pages += sum(len(batch) for batch in reading.pages())
    seconds = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{len(books)} books, {pages:,} pages in {seconds:.1f} s: {pages / seconds:.0f} pages/s")
    print(f"processor time of the parsers {spent:.1f} s: {2 * pages / spent:.0f} pages/s on two free cores")
    print(f"peak memory of a parser {after.ru_maxrss / 1000:.0f} MB")
    times, pages = profile(books)
    total = sum(times.values())
    print(f"\nin one process: {pages / total:.0f} pages a second of processor time")
    for name, seconds in sorted(times.items(), key=lambda item: -item[1]):
        print(f"  {name:10} {1000 * seconds / pages:6.2f} ms/page {100 * seconds / total:5.1f} %")


def long_book(books: list[Path], pages: int, target: Path) -> Path:
    """Put books one after the other, again and again, into one PDF of so many pages."""
    import pikepdf

    warnings.simplefilter("ignore")
    made = pikepdf.new()
    with contextlib.ExitStack() as stack:
        sources = [stack.enter_context(pikepdf.open(book)) for book in books]
        while len(made.pages) < pages:
            for source in sources:
                made.pages.extend(list(source.pages)[: pages - len(made.pages)])
        made.save(target)
    return target


@dataclass
class Memory:
    """Memory of processes over time, in MB, sampled four times a second."""

    samples: list[tuple[float, ...]] = field(default_factory=list)
    _stopped: threading.Event = field(default_factory=threading.Event)

    @contextlib.contextmanager
    def sampled(self, pids: Callable[[], list[int]]) -> Iterator[None]:
        """Sample while the body runs."""

        def sample() -> None:
            while not self._stopped.wait(0.25):
                with contextlib.suppress(OSError):
                    self.samples.append(tuple(map(_resident, pids())))

        thread = threading.Thread(target=sample, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            thread.join()

    def report(self, names: list[str], first: int = 0, end: int | None = None) -> None:
        """Print the peaks of eight parts of the time between two samples, and how flat they are."""
        for place, name in enumerate(names):
            values = [sample[place] for sample in self.samples[first:end] if len(sample) > place]
            parts = [
                max(values[len(values) * n // 8 : len(values) * (n + 1) // 8] or [0.0]) for n in range(8)
            ]
            flat = max(parts[-2:]) / max(parts[:2])
            print(f"  {name:8} {' '.join(f'{part:6.0f}' for part in parts)} MB  flat: {flat:.2f}")


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def read_long(path: Path) -> None:
    """Read a long PDF and print memory and time."""
    memory, pages, blocks, made = Memory(), 0, 0, 0
    begin = time.monotonic()
    with ParserPool(ParseSettings(workers=1, max_pages=1_000_000)) as pool:

        def pids() -> list[int]:
            return [*(process._process.pid for process in list(pool._running)), os.getpid()]

        with memory.sampled(pids):
            for reading in pool.readings([path]):
                for batch in reading.pages():
                    made = made or len(memory.samples)
                    pages += len(batch)
                    blocks += sum(len(page.blocks) for page in batch)
    print(f"{pages:,} pages, {blocks:,} blocks read in {time.monotonic() - begin:.0f} s")
    print("while lines are read:")
    memory.report(["parser", "parent"], end=made)
    print("while pages are made:")
    memory.report(["parser", "parent"], first=made)


def index_long(path: Path, folder: Path) -> None:
    """Add a long PDF to a library and print memory, time, and how long the write lock was held."""
    locks: list[float] = []
    writing = sqlite.SqliteBackend.writing

    @contextlib.contextmanager
    def timed(self: sqlite.SqliteBackend, *, wait: bool = True) -> Iterator[Any]:
        with writing(self, wait=wait) as connection:
            begin = time.monotonic()
            yield connection
        locks.append(time.monotonic() - begin)

    sqlite.SqliteBackend.writing = timed  # type: ignore[method-assign]
    memory, told = Memory(), set()
    begin = time.monotonic()
    with Library.open(folder) as library, memory.sampled(lambda: [os.getpid()]):

        def follow(step: Progress) -> None:
            told.add((step.stage, step.pages_done))

        report = library.add([path], progress=follow, ocr=False)
    seconds = time.monotonic() - begin
    for entry in report.added:
        print(f"{entry.document.pages:,} pages, {entry.document.chunks:,} chunks added in {seconds:.0f} s")
    print(f"write lock held at most {max(locks):.2f} s; {len(told):,} steps told")
    memory.report(["parent"])


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", type=int, default=0)
    parser.add_argument("--index", type=int, default=0)
    arguments = parser.parse_args()
    books = choose(arguments.books, arguments.count, arguments.seed)
    print(machine_line())
    if not (arguments.long or arguments.index):
        speed(books)
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments.long:
            read_long(long_book(books, arguments.long, folder / "long.pdf"))
        if arguments.index:
            index_long(long_book(books, arguments.index, folder / "index.pdf"), folder / "library")
    return 0


if __name__ == "__main__":
    sys.exit(main())
