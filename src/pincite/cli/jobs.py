"""`pincite jobs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.documents import id_length
from pincite.cli.session import Session, with_session
from pincite.cli.text import one_line, plural
from pincite.errors import NotFoundError

if TYPE_CHECKING:
    from pincite.domain import Job
    from pincite.library import Library

MOST = 1000
"""Jobs that are listed."""

Name = Annotated[str, typer.Argument(metavar="ID", help="A job's id, or the beginning of it.")]

group = typer.Typer(
    name="jobs",
    help="List what is added in the background; or stop it, or try it again.",
    rich_markup_mode=None,
)


@group.callback(invoke_without_command=True)
@with_session
def jobs(session: Session) -> None:
    """List what is added in the background, the last first; or stop it, or try it again."""
    _list(session, None)


@group.command("list")
@with_session
def list_jobs(
    session: Session,
    state: Annotated[
        str | None,
        typer.Option("--state", metavar="S", help="Only queued, running, done, failed or cancelled ones."),
    ] = None,
) -> None:
    """List jobs, the last handed in first."""
    _list(session, state)


@group.command("cancel")
@with_session
def cancel(
    session: Session,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Ids of jobs, or beginnings of ids.")
    ] = None,
    batch: Annotated[
        str, typer.Option("--batch", metavar="B", help="All that were handed in together under this name.")
    ] = "",
) -> None:
    """Stop jobs: those that wait at once, those that run at their next step."""
    with session.open() as library:
        changed = library.cancel_batch(batch) if batch else []
        changed += [library.cancel_job(found(library, name)) for name in names or []]
    if session.json:
        session.print_json(changed)
        return
    session.terminal.line(f"stopped {plural(len(changed), 'job')}")


@group.command("retry")
@with_session
def retry(
    session: Session,
    name: Name,
    password: Annotated[
        str | None, typer.Option("--password", metavar="P", help="Opens an encrypted file.")
    ] = None,
) -> None:
    """Try a job again that failed, or at once one that waits for its next attempt."""
    with session.open() as library:
        changed = library.retry_job(found(library, name), password=password)
    if session.json:
        session.print_json(changed)
    else:
        session.terminal.line(f"{one_line(changed.file_name)} is tried again")


def found(library: Library, name: str) -> str:
    """The id of the job that a name means.

    Raises:
        NotFoundError: if there is none, or more than one.
    """
    matching = [job.id for job in _all(library, None) if job.id.startswith(name)]
    if len(matching) == 1:
        return matching[0]
    if name in matching:
        return name
    said = "more than one job begins" if matching else "no job begins"
    raise NotFoundError(f"{said} with {name!r}", "`pincite jobs` lists them.")


def _all(library: Library, state: str | None) -> list[Job]:
    from pincite.domain import JobState
    from pincite.errors import UsageError

    if state is not None and state not in list(JobState):
        raise UsageError(f"there is no state {state!r}", f"One of: {', '.join(JobState)}.")
    listed: list[Job] = []
    cursor = None
    while len(listed) < MOST:
        part = library.jobs(state=None if state is None else JobState(state), limit=200, cursor=cursor)
        listed += part.items
        cursor = part.next
        if cursor is None:
            break
    return listed


def _list(session: Session, state: str | None) -> None:
    with session.open() as library:
        listed = _all(library, state)
    if session.json:
        session.print_json(listed)
        return
    terminal = session.terminal
    if not listed and terminal.interactive:
        terminal.line("No jobs.")
        return
    length = id_length([job.id for job in listed])
    rows = [
        (job.id[:length], job.state.value, one_line(job.file_name), one_line(_said(job))) for job in listed
    ]
    terminal.table(rows, ("id", "state", "file", "what of it"), wide=3)


def _said(job: Job) -> str:
    if job.failure and not job.state.ended:
        return f"{job.failure}; is tried again"
    if job.failure:
        return f"{job.failure}. {job.remedy}"
    progress = job.progress
    if job.state == "running" and progress.pages:
        return f"{progress.stage} page {progress.pages_done:,} of {progress.pages:,}"
    return job.note


def register(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.add_typer(group)
