"""A parser process as its parent sees it: started afresh, given jobs over a pipe, watched by a clock."""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from pincite.ocr.languages import codes
from pincite.ocr.options import OcrOptions
from pincite.parse import frames

if TYPE_CHECKING:
    from pincite.config import OcrSettings, ParseSettings

_START_SECONDS = 60.0
PROGRAM = "import sys; from pincite.parse.worker import main; main(*map(int, sys.argv[1:]))"


@dataclass(frozen=True, slots=True)
class ParseJob:
    """A file to parse.

    Attributes:
        path: The file.
        password: Tried after the empty one.
        work: Folder in which what was read of each page's picture is kept, so that a broken run loses none of it; ""
            for none. Who names it removes it.
        name: What the user calls the file, where it lies under another name: its ending tells formats of text apart.
    """

    path: Path
    password: str | None = None
    work: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ocr:
    """How pictures of pages are read.

    Attributes:
        settings: As the user wants it.
        cache: Folder of compiled networks, which makes the first page quicker; None for none.
    """

    settings: OcrSettings
    cache: Path | None = None

    def options(self, work: str) -> dict[str, Any]:
        """What the parser's process needs to know, see `pincite.ocr.options`."""
        return asdict(
            OcrOptions(
                languages=codes(self.settings.languages),
                dpi=self.settings.dpi,
                threads=self.settings.workers,
                least_confidence=self.settings.min_confidence,
                memory_mb=self.settings.memory_mb,
                cache=str(self.cache or ""),
                work=work,
            )
        )


class DeathError(Exception):
    """The process ended or was killed in the middle of a job."""

    def __init__(self, page: int | None, limit: str) -> None:
        super().__init__(page, limit)
        self.page = page
        self.limit = limit


class FileClock:
    """The time that a file may take.

    Args:
        seconds: For each thousand pages, and for a file that has fewer.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._allowed = seconds
        self._spent = 0.0

    @property
    def left(self) -> float:
        """Seconds left."""
        return self._allowed - self._spent

    def count(self, pages: int) -> None:
        """Allow what so many pages may take."""
        self._allowed = self._seconds * max(1.0, pages / 1000)

    def spend(self, seconds: float) -> None:
        """So much time has gone by."""
        self._spent += seconds


class Process:
    """One parser process and the clock that watches it.

    Args:
        memory_mb: Memory it may use.
        most_mb: The same while it reads pictures.
    """

    def __init__(self, memory_mb: int, most_mb: int) -> None:
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        # Each thread pool of a numeric library reserves memory that counts against the limit.
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", PROGRAM, str(memory_mb), str(most_mb)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._to = cast(IO[bytes], self._process.stdin)
        self._from = cast(IO[bytes], self._process.stdout)
        self.files = 0
        self._condition = threading.Condition()
        self._deadline = time.monotonic() + _START_SECONDS
        self._limit = "start"
        self._expired = ""
        self._closed = False
        self._watch = threading.Thread(target=self._watch_clock, daemon=True)
        self._watch.start()
        self._ready = False

    def _watch_clock(self) -> None:
        with self._condition:
            while not self._closed:
                left = self._deadline - time.monotonic()
                if left <= 0:
                    self._expired = self._limit
                    self._process.kill()
                    return
                # Deadlines mostly move away: this wakes at the old one and sleeps again.
                self._condition.wait(min(left, 3600.0))

    def _allow(self, deadline: float, limit: str) -> None:
        with self._condition:
            earlier = deadline < self._deadline
            self._deadline, self._limit = deadline, limit
            if earlier:
                self._condition.notify()

    def read(
        self,
        job: ParseJob,
        settings: ParseSettings,
        ocr: Ocr | None,
        skip: set[int],
        clock: FileClock,
        shelf: Path,
    ) -> Iterator[tuple[Any, ...]]:
        """Have a file read.

        Args:
            job: The file.
            settings: Limits.
            ocr: How to read pictures; None not to.
            skip: Pages to leave out.
            clock: The file's time.
            shelf: An empty file for pages of a large document, or what an earlier process left in it.

        Yields:
            The parser's messages, see `pincite.parse.worker`, up to and with "done". What the caller does meanwhile
            takes none of the file's time.

        Raises:
            DeathError: if the process ends without an answer.
            PinciteError: what the parser says.
        """
        page: int | None = None
        page_seconds = math.inf
        try:
            self._begin()
            self._allow(math.inf, "")
            limits = settings.max_pages, settings.max_bytes
            options = None if ocr is None else ocr.options(job.work)
            arguments = (*limits, frozenset(skip), str(shelf), options, job.name)
            frames.send(self._to, ("read", str(job.path), job.password, *arguments))
            clocks = clock
            while True:
                message = self._receive_within(page_seconds, clocks)
                kind, clocks = message[0], clock
                if kind == "page":
                    _, page, _, count = message
                    page_seconds = settings.seconds_per_page if page else math.inf
                    clock.count(count)
                elif kind == "scan" and ocr is not None:
                    page, page_seconds = message[1], ocr.settings.seconds_per_page
                    clocks = FileClock(math.inf)  # a file of a thousand pictures may take hours
                elif kind == "error":
                    self.files += 1
                    raise message[1]
                yield message
                if kind == "done":
                    self.files += 1
                    return
        except (EOFError, OSError, ValueError) as error:  # ValueError: the pool was closed meanwhile
            raise DeathError(page, self._expired) from error
        finally:
            self._allow(math.inf, "")

    def _receive_within(self, page_seconds: float, clock: FileClock) -> Any:
        begin = time.monotonic()
        limit = ("page", page_seconds) if page_seconds < clock.left else ("file", clock.left)
        self._allow(begin + limit[1], limit[0])
        try:
            return frames.receive(self._from)
        finally:
            clock.spend(time.monotonic() - begin)
            self._allow(math.inf, "")

    def ask(
        self,
        task: str,
        job: ParseJob,
        arguments: tuple[Any, ...],
        seconds: float,
        progress: Callable[[int, int], None] | None = None,
    ) -> Any:
        """Have something done with one page after another.

        Args:
            task: Its name, see `pincite.parse.worker`.
            job: The file.
            arguments: Of the task.
            seconds: What a page may take.
            progress: Told how many pages are done, and of how many.

        Raises:
            DeathError: if the process ends without an answer.
            PinciteError: what the parser says.
        """
        try:
            self._begin()
            self._allow(time.monotonic() + seconds, "file")
            self.files += 1
            frames.send(self._to, (task, str(job.path), job.password, *arguments))
            while (answer := frames.receive(self._from))[0] == "page":
                self._allow(time.monotonic() + seconds, "file")
                if progress is not None:
                    progress(*answer[2:])
            kind, value = answer
        except (EOFError, OSError, ValueError) as error:
            raise DeathError(None, self._expired) from error
        finally:
            self._allow(math.inf, "")
        if kind == "error":
            raise value
        return value

    def _begin(self) -> None:
        if not self._ready:
            frames.receive(self._from)
            self._ready = True

    def close(self) -> None:
        """End the process."""
        with self._condition:
            self._closed = True
            self._condition.notify()
        self._process.kill()
        for pipe in (self._to, self._from):
            with contextlib.suppress(OSError):
                pipe.close()
        self._process.wait()
        self._watch.join()
