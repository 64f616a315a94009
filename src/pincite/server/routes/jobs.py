"""What is done in the background: files on their way to documents."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Generator
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.sse import format_sse_event
from pydantic import Field

from pincite.domain import Job, JobKind, JobState, TokenScope
from pincite.library import Library
from pincite.server.callers import InContext, InLibrary
from pincite.server.rules import ruled
from pincite.server.shapes import Shape
from pincite.server.streams import Event, EventStream, Source, event_stream

router = APIRouter(tags=["jobs"])

LOOK_SECONDS = 0.3
"""The database is asked for news so often, while somebody listens."""

LISTEN_SECONDS = 900.0
"""A stream ends after so long: the client comes back, and shows again who it is."""

_LEAST_SHARE = 0.02


class JobProgressShape(Shape):
    """How far a running job is."""

    stage: str = Field(description="reading, indexing or storing; empty before.", examples=["indexing"])
    pages_done: int = Field(examples=[120])
    pages: int = Field(description="0 as long as it is not known.", examples=[212])
    chunks_done: int = Field(examples=[480])
    share: float = Field(description="How much is done, from 0 to 1.", examples=[0.78])


class JobShape(Shape):
    """A job as it is at this moment."""

    id: str = Field(examples=["5b4bbc6ee38f41c2cf35"])
    kind: JobKind
    state: JobState
    batch: str = Field(description="The same for files handed in together.", examples=["9b1f6f0c52de"])
    collection: str = Field(
        description="Id of the collection that the document goes to, or is in.",
        examples=["261ecb43912e573399f1"],
    )
    file_name: str = Field(examples=["heat-pumps.pdf"])
    size: int = Field(description="Bytes.", examples=[1_843_200])
    attempt: int = Field(description="Number of the attempt that runs, or was the last.", examples=[1])
    progress: JobProgressShape
    seconds_left: float | None = Field(description="Of a running job, about.", examples=[12.5])
    failure: str = Field(description="Why the last attempt failed.", examples=[""])
    remedy: str = Field(description="What helps against the failure.", examples=[""])
    permanent: bool = Field(description="Whether trying again cannot help.")
    needs_password: bool = Field(
        description="Whether the last attempt failed for want of the file’s password: `/jobs/{job}/retry` takes it."
    )
    note: str = Field(description="What to know of the outcome.", examples=[""])
    document: str | None = Field(
        description="Id of the document that it made or concerns.", examples=["5f0c3a9be1d24c7a8f10"]
    )
    cancelling: bool = Field(description="Whether it was asked to stop, and has not yet.")
    created_at: str = Field(examples=["2026-11-30T21:06:59.203475+00:00"])
    started_at: str | None
    finished_at: str | None
    next_attempt_at: str | None = Field(description="When it is tried again by itself.")
    version: int = Field(description="Rises with every change of any job.", examples=[412])

    @classmethod
    def of(cls, job: Job) -> JobShape:
        """A job."""
        progress = job.progress
        return cls(
            id=job.id,
            kind=job.kind,
            state=job.state,
            batch=job.batch,
            collection=job.collection,
            file_name=job.file_name,
            size=job.size,
            attempt=job.attempt,
            progress=JobProgressShape(
                stage=progress.stage,
                pages_done=progress.pages_done,
                pages=progress.pages,
                chunks_done=progress.chunks_done,
                share=1.0 if job.state is JobState.DONE else progress.share,
            ),
            seconds_left=_seconds_left(job),
            failure=job.failure,
            remedy=job.remedy,
            permanent=job.permanent,
            needs_password=job.needs_password,
            note=job.note,
            document=job.document,
            cancelling=job.cancelling,
            created_at=job.created_at,
            started_at=job.started_at,
            finished_at=job.finished_at,
            next_attempt_at=job.next_attempt_at,
            version=job.version,
        )


class JobListing(Shape):
    """Jobs, the last handed in first."""

    items: list[JobShape]
    next: str | None = Field(description="Give this as `cursor` for the part after; null at the end.")
    version: int = Field(
        description="Give this as `version` to `/jobs/events`, to hear of every change after this list.",
        examples=[412],
    )
    seconds_left: float | None = Field(
        description="How long all that you wait for will take, about; null for nothing, or not known.",
        examples=[95.0],
    )


class JobChanges(Shape):
    """Jobs that changed, each as it is now."""

    jobs: list[JobShape]
    version: int = Field(description="Of the last change among them.", examples=[413])


class JobEnd(Shape):
    """The stream ends here; begin another one from this version."""

    version: int = Field(examples=[413])


class Cancel(Shape):
    """Which jobs to stop."""

    batch: str = Field(min_length=1, max_length=32, examples=["9b1f6f0c52de"])


class Cancelled(Shape):
    """The jobs as they are now."""

    items: list[JobShape]


class Retry(Shape):
    """How to try again."""

    password: str | None = Field(None, max_length=1000, description="For an encrypted file.", examples=[None])


@router.get("/jobs", **ruled(TokenScope.READ))
def list_jobs(
    library: InLibrary,
    state: Annotated[JobState | None, Query(description="Only those in this state.")] = None,
    batch: Annotated[str | None, Query(max_length=32, description="Only those of this upload.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=100)] = None,
) -> JobListing:
    """Your jobs, the last handed in first. They are forgotten a week after their end."""
    version = (
        library.jobs_version()
    )  # before the list: a change in between is told twice rather than not at all
    found = library.jobs(state=state, batch=batch, limit=limit, cursor=cursor)
    return JobListing(
        items=[JobShape.of(job) for job in found.items],
        next=found.next,
        version=version,
        seconds_left=library.seconds_left(),
    )


@router.get("/jobs/events", **event_stream(jobs=JobChanges, done=JobEnd), **ruled(TokenScope.READ))
async def follow_jobs(
    request: Request,
    context: InContext,
    library: InLibrary,
    version: Annotated[
        int | None, Query(ge=0, le=2**62, description="As a list or an event told it.")
    ] = None,
    last_event_id: Annotated[
        str | None, Header(pattern=r"^[0-9]{1,18}$", description="The last event that came.")
    ] = None,
) -> EventStream:
    """Every change of your jobs as it happens, as server-sent events.

    `jobs` brings jobs that changed, each as it is now, and is the id of the event at the same time: a browser that lost
    the connection goes on where it was. First come the changes after `version`, else only those from now on. After a
    while the stream ends with `done`.
    """
    known = int(last_event_id) if last_event_id is not None else version

    def begin() -> Source:
        ends = _Ends()
        start = library.jobs_version() if known is None else known
        return Source(_changes(library, start, ends), stop=ends.set, endless=True)

    return await context.streams.respond(request, begin, _encoded)


@router.get("/jobs/{job}", **ruled(TokenScope.READ, own=True))
def get_job(library: InLibrary, job: str) -> JobShape:
    """One of your jobs."""
    return JobShape.of(library.job(job))


@router.post("/jobs/cancel", **ruled(TokenScope.WRITE))
def cancel_batch(request: Request, context: InContext, library: InLibrary, which: Cancel) -> Cancelled:
    """Stop all that was handed in together: what waits at once, what runs at its next step."""
    jobs = library.cancel_batch(which.batch)
    context.audit(request, "job.cancel", which.batch, jobs=len(jobs))
    return Cancelled(items=[JobShape.of(job) for job in jobs])


@router.post("/jobs/{job}/cancel", **ruled(TokenScope.WRITE, own=True))
def cancel_job(request: Request, context: InContext, library: InLibrary, job: str) -> JobShape:
    """Stop a job: at once where it waits, at its next step where it runs. One that has ended stays as it is."""
    cancelled = library.cancel_job(job)
    context.audit(request, "job.cancel", cancelled.id)
    return JobShape.of(cancelled)


@router.post("/jobs/{job}/retry", **ruled(TokenScope.WRITE, own=True))
def retry_job(
    request: Request, context: InContext, library: InLibrary, job: str, how: Retry | None = None
) -> JobShape:
    """Try a job again that failed, or at once one that waits for its next attempt."""
    again = library.retry_job(job, password=None if how is None else how.password)
    context.audit(request, "job.retry", again.id)
    return JobShape.of(again)


class _Ends:
    """Whether a stream shall end."""

    def __init__(self) -> None:
        self.told = False

    def set(self) -> None:
        self.told = True


def _changes(
    library: Library, version: int, ends: _Ends, wait: Callable[[float], None] = time.sleep
) -> Generator[Event]:
    until = time.monotonic() + LISTEN_SECONDS
    while not ends.told and time.monotonic() < until:
        changed = library.jobs_since(version)
        if changed:
            version = changed[-1].version
            yield Event("jobs", JobChanges(jobs=[JobShape.of(job) for job in changed], version=version))
        else:
            wait(LOOK_SECONDS)
    yield Event("done", JobEnd(version=version))


def _encoded(event: Event) -> bytes:
    identity = str(getattr(event.data, "version", "")) or None
    return format_sse_event(event=event.name, data_str=event.data.model_dump_json(), id=identity)


def _seconds_left(job: Job) -> float | None:
    share = job.progress.share
    if job.state is not JobState.RUNNING or share < _LEAST_SHARE or job.started_at is None:
        return None
    spent = (dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(job.started_at)).total_seconds()
    return round(max(0.0, spent * (1 - share) / share), 1)
