"""`pincite add`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli import STOPPED
from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural, with_pages
from pincite.errors import PinciteError

if TYPE_CHECKING:
    from rich.progress import TaskID

    from pincite.cli.terminal import Terminal
    from pincite.ingest.report import AddReport, OnProgress, Progress
    from pincite.library import Library

PARTIAL = 3
"""Exit code when some files failed and others did not."""


class StoppedError(PinciteError):
    """The user stopped the command; what was done stays."""

    exit_code = STOPPED


@with_session
def add(
    session: Session,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Files, folders (searched in depth), patterns.")
    ],
    collection: Annotated[
        str, typer.Option("--collection", metavar="NAME", help="Collection to add to; made if need be.")
    ] = "default",
    password: Annotated[
        str | None,
        typer.Option("--password", metavar="P", help='Opens encrypted files; "-" asks for it, unseen.'),
    ] = None,
    no_ocr: Annotated[
        bool,
        typer.Option(
            "--no-ocr", help="Never read pages without text, or with unreadable text, from their picture."
        ),
    ] = False,
    ocr_language: Annotated[
        str | None,
        typer.Option(
            "--ocr-language", metavar="CODES", help='Languages of scans, as in "ru,en"; as set if not given.'
        ),
    ] = None,
    reindex: Annotated[
        bool, typer.Option("--reindex", help="Read and index again what is there already.")
    ] = False,
) -> None:
    """Add documents to the library.

    The library is made if it does not exist. Unchanged files are skipped, and a file that fails does not stop
    the rest. A run that was broken off is continued by the same command. Exit code: 0 when all files are in the
    library, 3 when some failed, 1 when all did.
    """
    if password == "-":  # noqa: S105 - the word for "ask me", not a password
        password = _ask_password()
    follower = Follower(None if session.json else session.terminal)
    with session.open(create=True) as library:
        try:
            with follower.shown() as progress:
                report = library.add(
                    paths,
                    collection=collection,
                    password=password,
                    ocr=not no_ocr,
                    ocr_language=ocr_language,
                    reindex=reindex,
                    progress=progress,
                )
        except KeyboardInterrupt:
            raise _stopped(library, follower) from None
    if session.json:
        session.print_json(report)
    else:
        _summarise(report, session.terminal, follower)
    failed, sound = len(report.failed), len(report.added) + len(report.unchanged)
    raise typer.Exit((PARTIAL if sound else 1) if failed else 0)


def register(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command("add")(add)


_READING_SHARE = 0.5
"""So much of a file's time goes into reading it; the rest into encoding."""


class Follower:
    """Shows what `Library.add` tells: a progress bar on a terminal, else a line for each indexed file.

    Args:
        terminal: Where to; None to show nothing.
    """

    def __init__(self, terminal: Terminal | None) -> None:
        self._terminal = terminal
        self._shares: dict[Path, float] = {}
        self._chunks: dict[Path, int] = {}
        self._pages: dict[Path, int] = {}
        self._begin = time.monotonic()
        self.files = 0
        self.done = 0

    @property
    def pages(self) -> int:
        """Pages of the files indexed or being indexed."""
        return sum(self._pages.values())

    @property
    def chunks(self) -> int:
        """Chunks encoded so far."""
        return sum(self._chunks.values())

    @contextmanager
    def shown(self) -> Iterator[OnProgress]:
        """Follow a run; the bar is gone afterwards."""
        if self._terminal is None or not self._terminal.err.is_terminal:
            yield self._tell_lines
            return
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Column
        from rich.text import Text

        class File(TextColumn):
            def render(self, task: object) -> Text:
                return Text(str(getattr(task, "description", "")), no_wrap=True, overflow="ellipsis")

        bar = Progress(
            File("", table_column=Column(ratio=1)),
            BarColumn(bar_width=16),
            TextColumn("{task.fields[figures]}", markup=False),
            TimeRemainingColumn(compact=True),
            console=self._terminal.err,
            transient=True,
            expand=True,
        )
        with bar:
            task = bar.add_task("reading", total=None, figures="")
            yield lambda step: self._move(bar, task, step)

    def _move(self, bar: object, task: TaskID, step: Progress) -> None:
        from rich.progress import Progress as Bar

        assert isinstance(bar, Bar)  # noqa: S101 - given by `shown`; rich is not loaded when this module is
        self._count(step)
        rate = self.chunks / max(time.monotonic() - self._begin, 0.001)
        bar.update(
            task,
            description=one_line(step.path.name),
            total=step.files,
            completed=self.done + sum(self._shares.values()),
            figures=f"{self.done}/{step.files} files, {self.pages:,} pages, {self.chunks:,} chunks ({rate:.0f}/s)",
        )

    def _tell_lines(self, step: Progress) -> None:
        self._count(step)
        if self._terminal is None or step.stage != "done" or not step.pages:
            # Files that are unchanged or fail are told with their reason, in the summary.
            return
        chunks = self._chunks.get(step.path, 0)
        name = one_line(str(step.path))
        self._terminal.line(f"added {name}: {plural(step.pages, 'page')}, {plural(chunks, 'chunk')}")
        self._terminal.out.file.flush()

    def _count(self, step: Progress) -> None:
        self.files = step.files
        if step.stage == "done":
            self._shares.pop(step.path, None)
            self.done += 1
            return
        self._pages[step.path] = step.pages
        share = step.pages_done / step.pages if step.pages else 0.0
        if step.stage == "reading":
            self._shares[step.path] = _READING_SHARE * share
        elif step.stage == "chunks":
            self._chunks[step.path] = step.chunks_done
            self._shares[step.path] = _READING_SHARE + (1 - _READING_SHARE) * share


def _summarise(report: AddReport, terminal: Terminal, follower: Follower) -> None:
    from rich.text import Text

    if not terminal.err.is_terminal:
        for entry in report.unchanged:
            note = f" ({one_line(entry.note)})" if entry.note else ""
            terminal.line(f"unchanged {one_line(str(entry.path))}{note}")
    for failure in report.failed:
        text = Text("failed ", style="red")
        text.append(f"{one_line(str(failure.path))}: ", style="bold")
        text.append(one_line(failure.error.message), style="default")
        terminal.line(text)
        if failure.error.remedy:
            terminal.line(one_line(failure.error.remedy), style="dim", indent=7)
    for left in report.left_out:
        terminal.line(f"note {one_line(left.error.message)}")
    for entry in report.added:
        for notice in entry.document.warnings:
            said = with_pages(notice.message, notice.pages)
            terminal.line(f"note {one_line(str(entry.path))}: {said}")
    if terminal.err.is_terminal:
        for entry in report.unchanged:
            if entry.note:
                terminal.line(f"note {one_line(str(entry.path))}: {one_line(entry.note)}")
    counts = [plural(len(report.added), "file") + " added"]
    if report.added:
        page_count = sum(entry.document.pages for entry in report.added)
        chunk_count = sum(entry.document.chunks for entry in report.added)
        counts[0] += f" ({plural(page_count, 'page')}, {plural(chunk_count, 'chunk')})"
    if report.unchanged:
        counts.append(f"{len(report.unchanged):,} unchanged")
    if report.failed:
        counts.append(f"{len(report.failed):,} failed")
    terminal.line(f"{', '.join(counts)} in {report.seconds:.1f} s")


def _stopped(library: Library, follower: Follower) -> StoppedError:
    held = len(library.documents())
    return StoppedError(
        f"stopped after {follower.done} of {plural(follower.files, 'file')}; "
        f"the library holds {plural(held, 'document')}, each complete",
        "The same command continues where this one stopped.",
    )


def _ask_password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")
