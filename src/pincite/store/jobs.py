"""The queue as those see it who hand work in: put, list, cancel, retry. Workers use `pincite.store.queue`."""

from __future__ import annotations

import datetime as dt
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from pincite.domain import Job, JobKind, JobProgress, JobState, Listed, Viewer
from pincite.errors import ConflictError, NotFoundError, UsageError
from pincite.store.incoming import Incoming
from pincite.store.job_rows import COLUMNS, ENDED, change, ending, iso, job, last_version, next_version
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import jobs

AT_ONCE = 0
FOLLOWED = 600
AGAIN = 1800
"""Seconds by which a job is put off while others wait: handed in by somebody, found in a watched folder, indexed again.

Each is as urgent as one of the first kind that was handed in so much later, so that none waits for ever."""

_BYTES_A_SECOND = 1_000_000
_MOST_FOR_SIZE = 600
_KEPT_SECONDS = 7 * 24 * 3600
_KEPT = 10_000
_MOST = 200
_LAST_DONE = 20
_LEAST_SHARE = 0.02
"""Before so much of a file is done, it does not tell how fast work goes."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """What is to be done.

    Attributes:
        kind: As in `Job`.
        collection: Id of the collection that the document goes to, or is in.
        file_name: As in `Job`.
        size: Bytes.
        account: Key of the account that wants it; None for nobody's.
        document: Id of the document that it concerns, if it is there already.
        batch: As in `Job`.
        put_off: Seconds, as AT_ONCE, FOLLOWED, AGAIN.
        payload: What the worker needs to know, as JSON.
    """

    kind: JobKind
    collection: str
    file_name: str
    size: int
    account: int | None = None
    document: str | None = None
    batch: str = ""
    put_off: int = AT_ONCE
    payload: Mapping[str, Any] = field(default_factory=dict)


class Jobs:
    """The jobs of one library. Safe to use from several threads, and by several processes at once.

    Args:
        backend: The database.
        incoming: Where files lie that were handed in.
        clock: Gives the Unix time in seconds.
    """

    def __init__(
        self, backend: SqliteBackend, incoming: Incoming, clock: Callable[[], float] = time.time
    ) -> None:
        self.backend = backend
        self.incoming = incoming
        self.clock = clock

    def put(self, connection: sa.Connection, new: NewJob) -> Job:
        """Put a job into the queue, within a transaction of the caller's; what it needs is on the disk already."""
        now = self.clock()
        for_size = min(new.size // _BYTES_A_SECOND, _MOST_FOR_SIZE)
        identity = secrets.token_hex(10)
        connection.execute(
            jobs.insert(),
            {
                "id": identity,
                "kind": new.kind.value,
                "state": JobState.QUEUED.value,
                "batch": new.batch,
                "account_pk": new.account,
                "collection_id": new.collection,
                "document_id": new.document,
                "file_name": new.file_name,
                "size": new.size,
                "payload": dict(new.payload),
                "priority": int(now) + new.put_off + for_size,
                "attempt": 0,
                "progress": {},
                "failure": "",
                "remedy": "",
                "permanent": False,
                "needs_password": False,
                "note": "",
                "cancelling": False,
                "created_at": iso(now),
                "version": next_version(connection),
            },
        )
        return _get(connection, identity, None)

    def get(self, identity: str, viewer: Viewer | None) -> Job:
        """The job with this id.

        Raises:
            NotFoundError: if there is none, or it is of another account.
        """
        with self.backend.reading() as connection:
            return _get(connection, identity, viewer)

    def all(
        self,
        viewer: Viewer | None,
        *,
        state: JobState | None = None,
        batch: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[Job]:
        """Jobs of an account, the last handed in first.

        Raises:
            UsageError: if the cursor is none that this gave.
        """
        limit = max(1, min(limit, _MOST))
        statement = sa.select(*COLUMNS).where(*_own(viewer)).order_by(jobs.c.pk.desc()).limit(limit + 1)
        if state is not None:
            statement = statement.where(jobs.c.state == state.value)
        if batch is not None:
            statement = statement.where(jobs.c.batch == batch)
        if cursor is not None:
            statement = statement.where(jobs.c.pk < _key(cursor))
        with self.backend.reading() as connection:
            rows = connection.execute(statement).all()
        following = f"{rows[limit - 1].pk:x}" if len(rows) > limit else None
        return Listed(tuple(job(row) for row in rows[:limit]), following)

    def since(self, version: int, viewer: Viewer | None, *, limit: int = _MOST) -> list[Job]:
        """Jobs that changed after a version, in the order of their last change; the first of them if they are many."""
        statement = sa.select(*COLUMNS).where(jobs.c.version > version, *_own(viewer))
        with self.backend.reading() as connection:
            if last_version(connection) <= version:
                return []
            return [job(row) for row in connection.execute(statement.order_by(jobs.c.version).limit(limit))]

    def version(self) -> int:
        """The version of the last change; 0 before the first."""
        with self.backend.reading() as connection:
            return last_version(connection)

    def under_way(self, document: str, viewer: Viewer | None = None) -> Job | None:
        """The job that waits or runs for a document, the first of several; only of an account where one is given."""
        statement = (
            sa.select(*COLUMNS)
            .where(jobs.c.document_id == document, jobs.c.state.not_in(ENDED), *_own(viewer))
            .order_by(jobs.c.pk)
            .limit(1)
        )
        with self.backend.reading() as connection:
            row = connection.execute(statement).first()
        return None if row is None else job(row)

    def counts(self) -> dict[JobState, int]:
        """How many jobs of all accounts there are in each state."""
        statement = sa.select(jobs.c.state, sa.func.count()).group_by(jobs.c.state)
        with self.backend.reading() as connection:
            found = {JobState(state): number for state, number in connection.execute(statement)}
        return {state: found.get(state, 0) for state in JobState}

    def seconds_left(self, viewer: Viewer | None) -> float | None:
        """How long what an account waits for will take, about: at the pace of what runs, else of what was done last.

        None when it waits for nothing, or nothing tells the pace.
        """
        pace = jobs.c.size, jobs.c.progress, jobs.c.started_at, jobs.c.finished_at
        with self.backend.reading() as connection:
            own = connection.execute(
                sa.select(jobs.c.state, *pace).where(jobs.c.state.not_in(ENDED), *_own(viewer))
            ).all()
            if not own:
                return None
            running = connection.execute(sa.select(*pace).where(jobs.c.state == JobState.RUNNING.value)).all()
            last = connection.execute(
                sa.select(*pace)
                .where(jobs.c.state == JobState.DONE.value, jobs.c.started_at.is_not(None))
                .order_by(jobs.c.version.desc())
                .limit(_LAST_DONE)
            ).all()
        now = self.clock()
        spent = [(_share(row), _seconds(row, now), row.size) for row in running]
        done = [(share * size, seconds) for share, seconds, size in spent if share > _LEAST_SHARE]
        done = done or [(float(row.size), _seconds(row, now)) for row in last]
        size, seconds = (sum(part) for part in zip(*done, strict=True)) if done else (0.0, 0.0)
        if not size:
            return None
        left = sum(row.size * (1 - _share(row) if row.state == JobState.RUNNING else 1) for row in own)
        return float(left * seconds / size / max(1, len(running)))

    def cancel(self, viewer: Viewer | None, *, identity: str | None = None, batch: str = "") -> list[Job]:
        """Stop jobs: those that wait at once, those that run at their next step; what has ended stays as it is.

        Args:
            viewer: Whose.
            identity: This one.
            batch: All of this batch, when no job is named.

        Returns:
            The jobs as they are now.

        Raises:
            NotFoundError: if there is no such job or batch, or it is of another account.
        """
        which = jobs.c.id == identity if identity is not None else jobs.c.batch == batch
        dropped: list[str | None] = []
        with self.backend.writing() as connection:
            rows = connection.execute(
                sa.select(jobs.c.pk, jobs.c.id, jobs.c.state, jobs.c.payload).where(which, *_own(viewer))
            ).all()
            if not rows:
                raise (
                    _missing(identity)
                    if identity is not None
                    else NotFoundError(
                        f"there is no batch {batch!r}", "`pincite jobs` lists jobs with their batches."
                    )
                )
            for row in rows:
                if row.state == JobState.QUEUED:
                    values, name = ending(JobState.CANCELLED, self.clock(), row.payload)
                    change(connection, jobs.c.pk == row.pk, **values)
                    dropped.append(name)
                elif row.state == JobState.RUNNING:
                    change(connection, jobs.c.pk == row.pk, cancelling=True)
            found = [_get(connection, row.id, None) for row in rows]
        self.drop(dropped)
        return found

    def retry(self, identity: str, viewer: Viewer | None, *, password: str | None = None) -> Job:
        """Try a job again that failed, or at once one that waits for its next attempt.

        Args:
            identity: Its id.
            viewer: Whose.
            password: For an encrypted file.

        Raises:
            NotFoundError: if there is no such job, or it is of another account.
            ConflictError: if it did not fail, or its file was not kept since trying again cannot help.
        """
        with self.backend.writing() as connection:
            found = _get(connection, identity, viewer)
            payload = dict(
                connection.execute(sa.select(jobs.c.payload).where(jobs.c.id == identity)).scalar_one()
            )
            if found.state not in (JobState.FAILED, JobState.QUEUED):
                raise ConflictError(
                    f"the job is {found.state.value}", "Only a job that failed can be tried again."
                )
            if found.kind is JobKind.ADD and "incoming" not in payload:
                raise ConflictError(
                    "the file was not kept, as trying again cannot help", "Hand in another file."
                )
            if password is not None:
                payload["password"] = password
            values: dict[str, Any] = {"payload": payload, "not_before": None}
            if found.state is JobState.FAILED:
                values |= {
                    "state": JobState.QUEUED.value,
                    "attempt": 0,
                    "progress": {},
                    "permanent": False,
                    "needs_password": False,
                    "finished_at": None,
                }
            change(connection, jobs.c.id == identity, **values)
            return _get(connection, identity, None)

    def sweep(self) -> int:
        """Forget jobs that ended a week ago, or long before ten thousand others, and files that no job wants.

        Returns:
            How many files were removed.
        """
        names: list[str | None] = []
        with self.backend.writing() as connection:
            ended = jobs.c.state.in_(ENDED)
            newest = sa.select(jobs.c.pk).where(ended).order_by(jobs.c.pk.desc()).offset(_KEPT).limit(1)
            last = connection.execute(newest).scalar()
            old = jobs.c.finished_at < iso(self.clock() - _KEPT_SECONDS)
            condition = sa.and_(ended, old if last is None else sa.or_(old, jobs.c.pk <= last))
            for (payload,) in connection.execute(sa.select(jobs.c.payload).where(condition)):
                names.append(payload.get("incoming"))
            connection.execute(jobs.delete().where(condition))
        swept = self.drop(names)
        for path in self.incoming.leftovers(self.wanted):
            path.unlink(missing_ok=True)
            swept += 1
        return swept

    def wanted(self) -> set[str]:
        """Names of the files that jobs want."""
        with self.backend.reading() as connection:
            payloads = connection.execute(sa.select(jobs.c.payload)).scalars()
            return {payload["incoming"] for payload in payloads if "incoming" in payload}

    def drop(self, names: Sequence[str | None]) -> int:
        """Remove files of jobs that have ended, after the commit; gives how many."""
        present = [name for name in names if name is not None]
        for name in present:
            self.incoming.remove(name)
        return len(present)


def _share(row: Any) -> float:
    return JobProgress(**row.progress).share


def _seconds(row: Any, now: float) -> float:
    end = now if row.finished_at is None else dt.datetime.fromisoformat(row.finished_at).timestamp()
    return max(0.001, end - dt.datetime.fromisoformat(row.started_at).timestamp())


def _own(viewer: Viewer | None) -> list[sa.ColumnElement[bool]]:
    return [] if viewer is None else [jobs.c.account_pk == viewer.pk]


def _missing(identity: str) -> NotFoundError:
    return NotFoundError(
        f"there is no job {identity!r}", "`pincite jobs` lists them; old ones are forgotten."
    )


def _get(connection: sa.Connection, identity: str, viewer: Viewer | None) -> Job:
    row = connection.execute(sa.select(*COLUMNS).where(jobs.c.id == identity, *_own(viewer))).first()
    if row is None:
        raise _missing(identity)
    return job(row)


def _key(cursor: str) -> int:
    if re.fullmatch("[0-9a-f]{1,15}", cursor):
        return int(cursor, 16)
    raise UsageError("the cursor is none that was given here", "Begin again without one.")
