"""Parsing in processes of their own: a file that crashes, hangs or eats memory fails alone, a page likewise.

Processes are started afresh, never forked: the parent has threads and may hold locks. They are given jobs over a
pipe and end when it closes, also when the parent is killed. The parent watches the clock and kills.
"""

from __future__ import annotations

import contextlib
import os
import queue
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pincite.domain import PageDetails, ParsedDocument
from pincite.errors import DocumentError, ParseLimitError, ParserCrashedError, PinciteError
from pincite.parse.formats.containers import Unpacked
from pincite.parse.process import DeathError, FileClock, Ocr, ParseJob, Process
from pincite.parse.reading import Ahead, Message, Reading, collect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.config import ParseSettings

Scratch = Callable[[], contextlib.AbstractContextManager[Path]]

MOST_PIXELS = 25_000_000
"""Of the image of a page: A4 at 500 dpi."""

FILES_PER_PROCESS = 200
"""A process is replaced after this many files, so that leaks of the C library stay bounded."""

_MOST_SKIPPED = 24
"""A file that kills the parser on more pages than this is given up."""


@dataclass(frozen=True, slots=True)
class ParseOutcome:
    """What became of a job: a document or an error, never both."""

    job: ParseJob
    document: ParsedDocument | None = None
    error: PinciteError | None = None


class ParserPool:
    """Parser processes, started when first needed. Safe to use from several threads.

    Args:
        settings: Number of processes and limits; the defaults when None.
        scratch: Makes an empty file for what is read of a large document, and removes it; in the system's folder for
            such files when None.
        ocr: How to read pages that have no sound text from their picture; None to leave them unread.
        files_per_process: A process is replaced after so many files or pages asked for one by one.
    """

    def __init__(
        self,
        settings: ParseSettings | None = None,
        scratch: Scratch | None = None,
        ocr: Ocr | None = None,
        files_per_process: int = FILES_PER_PROCESS,
    ) -> None:
        if settings is None:
            from pincite.config import ParseSettings

            settings = ParseSettings()
        self.settings = settings
        self.ocr = ocr
        self._files_per_process = files_per_process
        self._scratch = scratch or _temporary_file
        self._idle: queue.LifoQueue[Process | None] = queue.LifoQueue()
        for _ in range(settings.workers):
            self._idle.put(None)
        self._lock = threading.Lock()
        self._running: set[Process] = set()
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
        found = collect(Reading(job := ParseJob(path, password), self._messages(job)))
        if isinstance(found, PinciteError):
            raise found
        return found

    def readings(self, jobs: Iterable[Path | ParseJob]) -> Generator[Reading]:
        """Read files in the order of `jobs`, with all processes busy ahead of the caller.

        Of each file some pages are read ahead. When the next reading is asked for, the one before is broken off.
        """
        pending: deque[tuple[Reading, Ahead]] = deque()
        source = iter(jobs)
        current: Ahead | None = None
        with ThreadPoolExecutor(self.settings.workers, thread_name_prefix="pincite-parse") as executor:
            try:
                while True:
                    while len(pending) <= self.settings.workers:
                        item = next(source, None)
                        if item is None:
                            break
                        job = item if isinstance(item, ParseJob) else ParseJob(item)
                        ahead = Ahead()
                        executor.submit(ahead.fill, self._messages(job))
                        pending.append((Reading(job, ahead), ahead))
                    if not pending:
                        return
                    reading, current = pending.popleft()
                    yield reading
                    current.cancel()
            finally:
                for ahead in [*(ahead for _, ahead in pending), *([current] if current else [])]:
                    ahead.cancel()

    def imap(self, jobs: Iterable[Path | ParseJob]) -> Iterator[ParseOutcome]:
        """Parse files, results in the order of `jobs`; a file that fails is an outcome with its error."""
        for reading in self.readings(jobs):
            found = collect(reading)
            if isinstance(found, PinciteError):
                yield ParseOutcome(reading.job, error=found)
            else:
                yield ParseOutcome(reading.job, document=found)

    def _messages(self, job: ParseJob) -> Iterator[Message]:
        """The messages of the parser, see `worker`; after a death those of the next one go on from there."""
        clock = FileClock(self.settings.seconds_per_file)
        skip: set[int] = set()
        begun = False
        with self._scratch() as shelf:
            while True:
                try:
                    with self._borrowed() as process:
                        for message in process.read(job, self.settings, self.ocr, skip, clock, shelf):
                            begun = begun or message[0] == "begin"
                            yield message
                        return
                except DeathError as death:
                    if self._closed:
                        raise ParserCrashedError(f"reading {job.path.name} was broken off") from None
                    # What the caller has been given cannot be taken back: no second try then.
                    page = None if begun else death.page
                    skip.add(self._culprit(page, death.limit, job.path, skip))

    def _culprit(self, page: int | None, limit: str, path: Path, skip: set[int]) -> int:
        """The page to leave out in the next try.

        Raises:
            DocumentError: when leaving out a page does not help.
        """
        error: DocumentError
        if limit == "file":
            error = ParseLimitError(
                f"{path.name} took longer than {self.settings.seconds_per_file:g} seconds",
                "Raise the setting parse.seconds_per_file, or split the file.",
            )
        elif limit == "start":
            error = ParserCrashedError("the parser process does not start", "Run `pincite doctor`.")
        elif not page:
            error = ParserCrashedError(
                f"the parser died on {path.name}",
                "The file may be damaged or need more memory than parse.memory_mb; print it to a new PDF and add that.",
            )
        elif page in skip or len(skip) >= _MOST_SKIPPED:
            error = ParserCrashedError(
                f"the parser died on too many pages of {path.name}", "Print it to a new PDF and add that."
            )
        else:
            return page
        raise error from None

    def render(
        self,
        path: Path,
        index: int,
        *,
        dpi: float = 108,
        password: str | None = None,
        pixels: int = MOST_PIXELS,
        width: float | None = None,
    ) -> NDArray[np.uint8]:
        """The image of a page as rows, columns, red-green-blue; waits for a free process.

        Args:
            path: The file.
            index: Of the page, from 1.
            dpi: Pixels an inch, where the cap allows.
            password: For an encrypted file.
            pixels: A page that would have more is drawn smaller.
            width: Of the page in points, as it was read: a picture has none of its own, and is drawn only with it.

        Raises:
            DocumentError: as `parse`, and if the page cannot be drawn within the limits for one page.
        """
        image: NDArray[np.uint8] = self._ask("render", ParseJob(path, password), (index, dpi, pixels, width))
        return image

    def details(self, path: Path, index: int, *, password: str | None = None) -> PageDetails:
        """What is not kept of a page in a library.

        Raises:
            DocumentError: as `parse`, and if the page cannot be read within the limits for one page.
        """
        details: PageDetails = self._ask("details", ParseJob(path, password), (index,))
        return details

    def unpack(self, path: Path, name: str, folder: Path) -> Unpacked | None:
        """Write the files that a file holds into a folder; None for one that holds none (see `may_hold_files`).

        Args:
            path: The file.
            name: What the user calls it.
            folder: An empty folder, which the caller removes.

        Raises:
            DocumentError: as `parse`.
        """
        seconds = self.settings.seconds_per_file
        try:
            with self._borrowed() as process:
                found: Unpacked | None = process.ask("unpack", ParseJob(path), (name, str(folder)), seconds)
            if found is not None and not all(member.file.isdecimal() for member in found.members):
                # A parser that a file has taken over must not name files elsewhere.
                raise ParserCrashedError(f"unpacking {name} gave names that no unpacking gives")
            return found
        except DeathError as death:
            if death.limit:
                raise ParseLimitError(
                    f"unpacking {name} took longer than {seconds:g} seconds",
                    "Raise the setting parse.seconds_per_file, or unpack it yourself.",
                ) from None
            raise ParserCrashedError(f"unpacking {name} ended early", "Unpack it yourself.") from None

    def searchable(
        self,
        path: Path,
        target: Path,
        *,
        password: str | None = None,
        pages: Iterable[int] = (),
        force: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[tuple[int, float]]:
        """Write a copy of a PDF or a picture whose scanned pages have an invisible layer of their text.

        Args:
            path: A PDF, PNG, JPEG or TIFF file.
            target: The new PDF.
            password: For an encrypted file.
            pages: Only these, by index from 1; all when empty.
            force: Whether to read pages that have text as well.
            progress: Told how many pages are done, and of how many.

        Returns:
            The pages that got text, with the mean confidence of each.

        Raises:
            DocumentError: as `parse`.
        """
        ocr = self.ocr
        assert ocr is not None  # noqa: S101 - a pool without OCR is not asked
        arguments = (str(target), ocr.options(""), frozenset(pages), force)
        try:
            with self._borrowed() as process:
                found: list[tuple[int, float]] = process.ask(
                    "searchable", ParseJob(path, password), arguments, ocr.settings.seconds_per_page, progress
                )
                return found
        except DeathError as death:
            if death.limit:
                raise ParseLimitError(
                    f"a page of {path.name} took longer than {ocr.settings.seconds_per_page:g} seconds",
                    "Raise the setting ocr.seconds_per_page.",
                ) from None
            raise ParserCrashedError(
                f"reading {path.name} ended early",
                "It may need more memory: raise the setting ocr.memory_mb.",
            ) from None

    def _ask(self, task: str, job: ParseJob, arguments: tuple[Any, ...]) -> Any:
        seconds = self.settings.seconds_per_page
        try:
            with self._borrowed() as process:
                return process.ask(task, job, arguments, seconds)
        except DeathError as death:
            page = f"page {arguments[0]} of {job.path.name}"
            if death.limit == "file":
                raise ParseLimitError(
                    f"{page} took longer than {seconds:g} seconds",
                    "Raise the setting parse.seconds_per_page.",
                ) from None
            raise ParserCrashedError(f"the parser died on {page}") from None

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[Process]:
        """A process for one job."""
        process = self._idle.get()
        try:
            if self._closed:
                raise ParserCrashedError("the parser pool is closed")
            if process is not None and process.files >= self._files_per_process:
                self._end(process)
                process = None
            if process is None:
                process = self._start()
            yield process
        except BaseException as error:
            # After anything but a parser's own answer the state of the pipe is unknown.
            if process is not None and not isinstance(error, PinciteError):
                self._end(process)
                process = None
            raise
        finally:
            self._idle.put(process)

    def _start(self) -> Process:
        memory = self.settings.memory_mb
        process = Process(memory, memory + (self.ocr.settings.memory_mb if self.ocr else 0))
        with self._lock:
            if not self._closed:
                self._running.add(process)
                return process
        process.close()
        raise ParserCrashedError("the parser pool is closed")

    def _end(self, process: Process) -> None:
        with self._lock:
            self._running.discard(process)
        process.close()


@contextlib.contextmanager
def _temporary_file() -> Iterator[Path]:
    handle, name = tempfile.mkstemp(prefix="pincite-")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
