"""Rows of the queue: what is common to those who hand work in and those who do it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from pincite.domain import Job, JobKind, JobProgress, JobState
from pincite.store.tables import jobs, meta

VERSION = "jobs_version"
"""Key of the counter that rises with every change of any job."""

ENDED = tuple(state.value for state in JobState if state.ended)

COLUMNS = (
    *(column for column in jobs.c if column.name not in ("payload", "worker", "lease_until", "account_pk")),
)


def job(row: sa.Row[Any]) -> Job:
    """A row of COLUMNS as others see it."""
    return Job(
        id=row.id,
        kind=JobKind(row.kind),
        state=JobState(row.state),
        batch=row.batch,
        collection=row.collection_id,
        file_name=row.file_name,
        size=row.size,
        priority=row.priority,
        attempt=row.attempt,
        progress=JobProgress(**row.progress),
        failure=row.failure,
        remedy=row.remedy,
        permanent=bool(row.permanent),
        needs_password=bool(row.needs_password),
        note=row.note,
        document=row.document_id,
        cancelling=bool(row.cancelling),
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        next_attempt_at=iso(row.not_before) if row.state == JobState.QUEUED and row.not_before else None,
        version=row.version,
    )


def iso(seconds: float) -> str:
    """A Unix time as ISO 8601 in UTC, with fractions, so that the order of texts is that of times."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat(timespec="microseconds")


def next_version(connection: sa.Connection) -> int:
    """Count one up. Whoever does so holds the counter until the end of the transaction: versions appear in order."""
    raised = sa.cast(sa.cast(meta.c.value, sa.BigInteger) + 1, sa.Text)
    counter = meta.c.key == VERSION
    if not connection.execute(meta.update().where(counter).values(value=raised)).rowcount:
        connection.execute(meta.insert(), {"key": VERSION, "value": "1"})
    return int(connection.execute(sa.select(meta.c.value).where(counter)).scalar_one())


def last_version(connection: sa.Connection) -> int:
    """The version of the last change; 0 before the first."""
    return int(connection.execute(sa.select(meta.c.value).where(meta.c.key == VERSION)).scalar() or 0)


def change(connection: sa.Connection, *conditions: sa.ColumnElement[bool], **values: Any) -> int:
    """Change the jobs that meet all conditions; gives how many these were."""
    result = connection.execute(
        jobs.update().where(*conditions).values(version=next_version(connection), **values)
    )
    return result.rowcount


def ending(
    state: JobState, now: float, payload: Mapping[str, Any], *, keep_file: bool = False
) -> tuple[dict[str, Any], str | None]:
    """The values of a job that ends, and the name of the file that is to be removed after the commit.

    A password goes with it: it is needed no more, and a new attempt by hand may bring another one.
    """
    left = {key: value for key, value in payload.items() if key != "password"}
    dropped = None if keep_file else left.pop("incoming", None)
    values = {
        "state": state.value,
        "payload": left,
        "worker": None,
        "lease_until": None,
        "not_before": None,
        "cancelling": False,
        "finished_at": iso(now),
    }
    return values, dropped
