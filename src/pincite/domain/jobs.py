"""Work that is done later, by whoever has time for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JobKind(StrEnum):
    """What is to be done."""

    ADD = "add"
    """Make a document of a file that was handed in."""
    REINDEX = "reindex"
    """Read and index a document again."""


class JobState(StrEnum):
    """How far a job is."""

    QUEUED = "queued"
    """Waits, for a worker or for its next attempt."""
    RUNNING = "running"
    """A worker has it, as long as it renews its lease."""
    DONE = "done"
    FAILED = "failed"
    """Will not be tried again by itself: `Job.failure` says why."""
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        """Whether nothing more happens by itself."""
        return self in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How far a running job is.

    Attributes:
        stage: "reading", "indexing" or "storing"; empty before the first.
        pages_done: Pages read, then those whose chunks are encoded.
        pages: Pages in all, once known.
        chunks_done: Chunks encoded.
    """

    stage: str = ""
    pages_done: int = 0
    pages: int = 0
    chunks_done: int = 0

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1: reading and encoding take about the same time."""
        read = self.pages_done / self.pages if self.pages else 0.0
        return {"reading": 0.5 * read, "indexing": 0.5 + 0.5 * read, "storing": 1.0}.get(self.stage, 0.0)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is at this moment.

    Attributes:
        id: Stable and not guessable.
        batch: The same for all files that were handed in together; empty for none.
        collection: Id of the collection that the document goes to, or is in.
        file_name: As the user named the file; for showing only.
        size: Bytes.
        priority: The lower, the earlier: the second, as Unix time, since which it counts as waiting.
        attempt: Number of the attempt that is running, or was the last; 0 before the first.
        failure: Why the last attempt failed, with what remedy; kept while the next one waits.
        remedy: What helps against the failure.
        permanent: Whether trying again cannot help.
        needs_password: Whether the last attempt failed for want of the file's password, or for a wrong one.
        note: What the user should know of the outcome, e.g. that the same bytes are there under another name.
        document: Id of the document that it made or concerned; None before.
        cancelling: Whether it was asked to stop.
        next_attempt_at: When it is tried again; None when it waits for a worker only, or does not wait.
        version: Rises with every change of any job.
    """

    id: str
    kind: JobKind
    state: JobState
    batch: str
    collection: str
    file_name: str
    size: int
    priority: int
    attempt: int
    progress: JobProgress
    failure: str
    remedy: str
    permanent: bool
    needs_password: bool
    note: str
    document: str | None
    cancelling: bool
    created_at: str
    started_at: str | None
    finished_at: str | None
    next_attempt_at: str | None
    version: int
