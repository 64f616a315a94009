"""Parsing in processes of their own: a file that crashes, hangs or eats memory fails alone, a page likewise.

Processes are started afresh, never forked: the parent has threads and may hold locks. They are given jobs over a
pipe and end when it closes, also when the parent is killed. The parent watches the clock and kills.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar, cast

from pincite.domain import Page, PageDetails, ParsedDocument
from pincite.errors import DocumentError, ParseLimitError, ParserCrashedError, PinciteError
from pincite.parse import frames

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.config import ParseSettings

_T = TypeVar("_T")

MOST_PIXELS = 25_000_000
"""Of the image of a page: A4 at 500 dpi."""

_START_SECONDS = 60.0
_FILES_PER_PROCESS = 200
"""A process is replaced after this many files, so that leaks of the C library stay bounded."""

_MOST_SKIPPED = 24
"""A file that kills the parser on more pages than this is given up."""

_PROGRAM = "import sys; from pincite.parse.worker import main; main(int(sys.argv[1]))"


@dataclass(frozen=True, slots=True)
class ParseJob:
    """A file to parse."""

    path: Path
    password: str | None = None


@dataclass(frozen=True, slots=True)
class ParseOutcome:
    """What became of a job: a document or an error, never both."""

    job: ParseJob
    document: ParsedDocument | None = None
    error: PinciteError | None = None


class _DeathError(Exception):
    """The process ended or was killed in the middle of a job."""

    def __init__(self, page: int | None, limit: str) -> None:
        super().__init__(page, limit)
        self.page = page
        self.limit = limit


class _Process:
    """One parser process and the clock that watches it."""

    def __init__(self, memory_mb: int) -> None:
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
        # Each thread pool of a numeric library reserves memory that counts against the limit.
        environment |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [sys.executable, "-c", _PROGRAM, str(memory_mb)],
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

    def run(self, job: ParseJob, settings: ParseSettings, skip: set[int], end: float) -> ParsedDocument:
        """Parse one file.

        Args:
            job: The file.
            settings: Limits.
            skip: Pages to leave out.
            end: When the file's time is over, on the monotonic clock.

        Raises:
            _DeathError: if the process ends without an answer.
            PinciteError: what the parser says.
        """
        page: int | None = None
        pages: list[Page] = []
        try:
            self._begin()
            self._allow(end, "file")
            message: Any = (
                "read",
                str(job.path),
                job.password,
                settings.max_pages,
                settings.max_bytes,
                frozenset(skip),
            )
            frames.send(self._to, message)
            while True:
                message = frames.receive(self._from)
                if message[0] == "page":
                    page = message[1]
                    soon = time.monotonic() + settings.seconds_per_page
                    self._allow(*((soon, "page") if page and soon < end else (end, "file")))
                elif message[0] == "pages":
                    pages.extend(message[1])
                elif message[0] == "done":
                    self.files += 1
                    document: ParsedDocument = message[1]
                    return replace(document, pages=tuple(pages))
                else:
                    self.files += 1
                    raise message[1]
        except (EOFError, OSError, ValueError) as error:  # ValueError: the pool was closed meanwhile
            raise _DeathError(page, self._expired) from error
        finally:
            self._allow(float("inf"), "")

    def ask(self, task: str, job: ParseJob, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Have something short done with one page.

        Args:
            task: Its name, see `pincite.parse.worker`.
            job: The file.
            arguments: Of the task.
            seconds: What it may take.

        Raises:
            _DeathError: if the process ends without an answer.
            PinciteError: what the parser says.
        """
        try:
            self._begin()
            self._allow(time.monotonic() + seconds, "file")
            self.files += 1
            frames.send(self._to, (task, str(job.path), job.password, *arguments))
            kind, value = frames.receive(self._from)
        except (EOFError, OSError, ValueError) as error:
            raise _DeathError(None, self._expired) from error
        finally:
            self._allow(float("inf"), "")
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


class ParserPool:
    """Parser processes, started when first needed. Safe to use from several threads.

    Args:
        settings: Number of processes and limits; the defaults when None.
    """

    def __init__(self, settings: ParseSettings | None = None) -> None:
        if settings is None:
            from pincite.config import ParseSettings

            settings = ParseSettings()
        self.settings = settings
        self._idle: queue.LifoQueue[_Process | None] = queue.LifoQueue()
        for _ in range(settings.workers):
            self._idle.put(None)
        self._lock = threading.Lock()
        self._running: set[_Process] = set()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes; what is being parsed fails. May be called twice."""
        with self._lock:
            self._closed = True
            running, self._running = self._running, set()
        for process in running:
            process.close()

    def parse(self, path: Path, *, password: str | None = None) -> ParsedDocument:
        """Parse a file; waits for a free process.

        Pages that kill the parser or take too long are left out and reported on the document ("pages_failed").

        Raises:
            DamagedFileError: if the file is empty, cut off, or without pages.
            ParseLimitError: if it takes more time, memory or pages than allowed.
            ParserCrashedError: if the parser dies on it as a whole.
            PasswordNeededError: if it is encrypted and the password does not open it.
            UnsupportedFileError: if its content is not of a known format.
        """
        job = ParseJob(path, password)
        end = time.monotonic() + self.settings.seconds_per_file
        skip: set[int] = set()
        while True:
            try:
                return self._once(job, skip, end)
            except _DeathError as death:
                if self._closed:
                    raise ParserCrashedError(f"reading {path.name} was broken off") from None
                skip.add(self._culprit(death, path, skip))

    def _culprit(self, death: _DeathError, path: Path, skip: set[int]) -> int:
        """The page to leave out in the next try.

        Raises:
            DocumentError: when leaving out a page does not help.
        """
        error: DocumentError
        if death.limit == "file":
            error = ParseLimitError(
                f"{path.name} took longer than {self.settings.seconds_per_file:g} seconds",
                "Raise the setting parse.seconds_per_file, or split the file.",
            )
        elif death.limit == "start":
            error = ParserCrashedError("the parser process does not start", "Run `pincite doctor`.")
        elif not death.page:
            error = ParserCrashedError(
                f"the parser died on {path.name}",
                "The file may be damaged or need more memory than parse.memory_mb; print it to a new PDF and add that.",
            )
        elif death.page in skip or len(skip) >= _MOST_SKIPPED:
            error = ParserCrashedError(
                f"the parser died on too many pages of {path.name}", "Print it to a new PDF and add that."
            )
        else:
            return death.page
        raise error from None

    def render(
        self,
        path: Path,
        index: int,
        *,
        dpi: float = 108,
        password: str | None = None,
        pixels: int = MOST_PIXELS,
    ) -> NDArray[np.uint8]:
        """The image of a page as rows, columns, red-green-blue; waits for a free process.

        Args:
            path: The file.
            index: Of the page, from 1.
            dpi: Pixels an inch, where the cap allows.
            password: For an encrypted file.
            pixels: A page that would have more is drawn smaller.

        Raises:
            DocumentError: as `parse`, and if the page cannot be drawn within the limits for one page.
        """
        image: NDArray[np.uint8] = self._ask("render", ParseJob(path, password), (index, dpi, pixels))
        return image

    def details(self, path: Path, index: int, *, password: str | None = None) -> PageDetails:
        """What is not kept of a page in a library.

        Raises:
            DocumentError: as `parse`, and if the page cannot be read within the limits for one page.
        """
        details: PageDetails = self._ask("details", ParseJob(path, password), (index,))
        return details

    def _ask(self, task: str, job: ParseJob, arguments: tuple[Any, ...]) -> Any:
        seconds = self.settings.seconds_per_page
        try:
            return self._with_process(lambda process: process.ask(task, job, arguments, seconds))
        except _DeathError as death:
            page = f"page {arguments[0]} of {job.path.name}"
            if death.limit == "file":
                raise ParseLimitError(
                    f"{page} took longer than {seconds:g} seconds",
                    "Raise the setting parse.seconds_per_page.",
                ) from None
            raise ParserCrashedError(f"the parser died on {page}") from None

    def _once(self, job: ParseJob, skip: set[int], end: float) -> ParsedDocument:
        return self._with_process(lambda process: process.run(job, self.settings, skip, end))

    def _with_process(self, use: Callable[[_Process], _T]) -> _T:
        process = self._idle.get()
        try:
            if self._closed:
                raise ParserCrashedError("the parser pool is closed")
            if process is not None and process.files >= _FILES_PER_PROCESS:
                self._end(process)
                process = None
            if process is None:
                process = self._start()
            return use(process)
        except BaseException as error:
            # After anything but a parser's own answer the state of the pipe is unknown.
            if process is not None and not isinstance(error, PinciteError):
                self._end(process)
                process = None
            raise
        finally:
            self._idle.put(process)

    def _start(self) -> _Process:
        process = _Process(self.settings.memory_mb)
        with self._lock:
            if not self._closed:
                self._running.add(process)
                return process
        process.close()
        raise ParserCrashedError("the parser pool is closed")

    def _end(self, process: _Process) -> None:
        with self._lock:
            self._running.discard(process)
        process.close()

    def imap(self, jobs: Iterable[Path | ParseJob]) -> Iterator[ParseOutcome]:
        """Parse files, results in the order of `jobs`, with all processes busy ahead of the caller.

        At most one more result than there are processes is kept. A file that fails is an outcome with its error.
        """
        pending: deque[Future[ParseOutcome]] = deque()
        source = iter(jobs)
        with ThreadPoolExecutor(self.settings.workers, thread_name_prefix="pincite-parse") as executor:
            try:
                while True:
                    while len(pending) <= self.settings.workers:
                        item = next(source, None)
                        if item is None:
                            break
                        job = item if isinstance(item, ParseJob) else ParseJob(item)
                        pending.append(executor.submit(self._outcome, job))
                    if not pending:
                        return
                    yield pending.popleft().result()
            finally:
                for future in pending:
                    future.cancel()

    def _outcome(self, job: ParseJob) -> ParseOutcome:
        try:
            return ParseOutcome(job, document=self.parse(job.path, password=job.password))
        except PinciteError as error:
            return ParseOutcome(job, error=error)
