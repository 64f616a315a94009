"""The queue as workers see it: take a job, keep it by a lease, end it or give it back.

A job is taken by one UPDATE whose condition names the state it must still be in, and changed afterwards only under the
token of the worker that has it: whoever lost its lease changes nothing any more. Nothing here is SQLite's alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

import sqlalchemy as sa

from pincite.domain import Job, JobProgress, JobState, Viewer
from pincite.store.job_rows import COLUMNS, change, ending, iso, job
from pincite.store.jobs import Jobs
from pincite.store.tables import accounts, jobs

_DIED = "the worker that had it died, {} times"


class Standing(Enum):
    """How a worker stands to a job that it took."""

    OURS = "ours"
    CANCELLING = "cancelling"
    LOST = "lost"
    """Its lease ended, or the job is gone: nothing that is done for it may be stored."""


class InterruptedJobError(Exception):
    """A worker may not go on with its job.

    Attributes:
        standing: Why.
    """

    def __init__(self, standing: Standing) -> None:
        super().__init__(standing.value)
        self.standing = standing


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that a worker has.

    Attributes:
        job: As it was when it was taken.
        token: Under which the worker may change it.
        payload: What was put with it.
        viewer: Through whose eyes it is done; None for nobody's.
        barred: Whether its account may do nothing any more.
    """

    job: Job
    token: str
    payload: Mapping[str, Any]
    viewer: Viewer | None
    barred: bool


class Queue:
    """What a worker does with jobs.

    Args:
        jobs: All of them.
        lease_seconds: So long a job stays with a worker that is silent.
        attempts: So often a job is tried.
    """

    def __init__(self, jobs: Jobs, *, lease_seconds: float, attempts: int) -> None:
        self.jobs = jobs
        self.attempts = attempts
        self._lease = lease_seconds
        self._backend = jobs.backend

    def take(self) -> Claim | None:
        """The next job; None when there is none to be done now.

        Accounts take turns, the one that was served longest ago first. Of one account the job with the lowest
        priority number goes first, but for those whose very bytes are being worked on at this moment.
        """
        now = self.jobs.clock()
        if not self._anything(now):
            return None
        with self._backend.writing() as connection:
            self._end_leases(connection, now)
            pk = _next(connection, now)
            if pk is None:
                return None
            token = secrets.token_hex(16)
            taken = change(
                connection,
                jobs.c.pk == pk,
                jobs.c.state == JobState.QUEUED.value,
                state=JobState.RUNNING.value,
                worker=token,
                lease_until=now + self._lease,
                not_before=None,
                attempt=jobs.c.attempt + 1,
                progress={},
                started_at=iso(now),
            )
            return _claim(connection, pk, token) if taken else None

    def standing(self, claim: Claim) -> Standing:
        """How the worker stands to its job now."""
        with self._backend.reading() as connection:
            return _standing(connection, claim)

    def renew(self, claim: Claim, progress: JobProgress | None = None) -> Standing:
        """Keep the job for another lease; tell how far it is."""
        until = {"lease_until": self.jobs.clock() + self._lease}
        with self._backend.writing() as connection:
            if progress is None:
                connection.execute(jobs.update().where(*_ours(claim)).values(**until))
            else:
                change(connection, *_ours(claim), progress=asdict(progress), **until)
            return _standing(connection, claim)

    def finish(
        self, connection: sa.Connection, claim: Claim, *, document: str | None, note: str = "", pages: int = 0
    ) -> None:
        """The job is done: within the transaction that stores what it made, so that both are there or neither.

        Args:
            connection: Of that transaction.
            claim: The job.
            document: Id of what it made; None where that is other jobs.
            note: What the user should know.
            pages: How many pages the document has.

        Raises:
            InterruptedJobError: if it may not be stored any more; the transaction must be undone.
        """
        standing = _standing(connection, claim)
        if standing is not Standing.OURS:
            raise InterruptedJobError(standing)
        values, _ = ending(JobState.DONE, self.jobs.clock(), claim.payload)
        values |= {"document_id": document, "note": note, "failure": "", "remedy": "", "permanent": False}
        values["needs_password"] = False
        if pages:
            values["progress"] = asdict(JobProgress("", pages, pages))
        change(connection, *_ours(claim), **values)

    def fail(
        self,
        claim: Claim,
        failure: str,
        remedy: str = "",
        *,
        after: float | None = None,
        keep_file: bool = False,
        needs_password: bool = False,
    ) -> JobState:
        """The attempt failed.

        Args:
            claim: The job.
            failure: Why, in one sentence.
            remedy: What helps.
            after: Seconds after which it is tried again; None when that cannot help.
            keep_file: Whether the file stays for an attempt by hand, if this was the last.
            needs_password: Whether that is for want of the right password.

        Returns:
            The state of the job now.
        """
        now = self.jobs.clock()
        dropped = None
        permanent = after is None
        with self._backend.writing() as connection:
            standing = _standing(connection, claim)
            if standing is Standing.CANCELLING:
                state = JobState.CANCELLED
                values, dropped = ending(state, now, claim.payload)
            elif after is None or claim.job.attempt >= self.attempts:
                state = JobState.FAILED
                values, dropped = ending(state, now, claim.payload, keep_file=keep_file or not permanent)
            else:
                state = JobState.QUEUED
                values = {
                    "state": state.value,
                    "worker": None,
                    "lease_until": None,
                    "not_before": now + after,
                    "progress": {},
                }
            if state is not JobState.CANCELLED:
                values |= {"failure": failure, "remedy": remedy, "permanent": permanent}
                values["needs_password"] = needs_password
            if not change(connection, *_ours(claim), **values):
                dropped = None
        self.jobs.drop([dropped])
        return state

    def cancelled(self, claim: Claim, note: str = "") -> None:
        """The job was stopped, or what it was for is there no more."""
        values, dropped = ending(JobState.CANCELLED, self.jobs.clock(), claim.payload)
        with self._backend.writing() as connection:
            if not change(connection, *_ours(claim), note=note, **values):
                dropped = None
        self.jobs.drop([dropped])

    def hand_back(self, claim: Claim) -> None:
        """The worker ends before the job is done; that does not count as an attempt."""
        with self._backend.writing() as connection:
            change(
                connection,
                *_ours(claim),
                jobs.c.cancelling.is_(False),
                state=JobState.QUEUED.value,
                worker=None,
                lease_until=None,
                progress={},
                attempt=claim.job.attempt - 1,
            )
            cancelling = _standing(connection, claim) is Standing.CANCELLING
        if cancelling:
            self.cancelled(claim)

    def _anything(self, now: float) -> bool:
        waiting = sa.select(jobs.c.pk).where(_due(now)).limit(1)
        silent = sa.select(jobs.c.pk).where(_silent(now)).limit(1)
        with self._backend.reading() as connection:
            return any(connection.execute(statement).first() is not None for statement in (waiting, silent))

    def _end_leases(self, connection: sa.Connection, now: float) -> None:
        """Jobs of workers that are silent go back; one that was lost again and again may have killed them."""
        statement = sa.select(jobs.c.pk, jobs.c.attempt, jobs.c.cancelling, jobs.c.payload).where(
            _silent(now)
        )
        for row in connection.execute(statement).all():
            if row.cancelling:
                # Its file is swept later: nothing outside of the database is done within a transaction.
                values, _ = ending(JobState.CANCELLED, now, row.payload)
            elif row.attempt >= self.attempts:
                values, _ = ending(JobState.FAILED, now, row.payload, keep_file=True)
                values |= {
                    "failure": _DIED.format(row.attempt),
                    "remedy": "The file may need more memory than there is; try it alone, or split it.",
                    "permanent": False,
                    "needs_password": False,
                }
            else:
                values = {"state": JobState.QUEUED.value, "worker": None, "lease_until": None, "progress": {}}
            change(connection, jobs.c.pk == row.pk, _silent(now), **values)


def _due(now: float) -> sa.ColumnElement[bool]:
    return sa.and_(
        jobs.c.state == JobState.QUEUED.value, sa.or_(jobs.c.not_before.is_(None), jobs.c.not_before <= now)
    )


def _silent(now: float) -> sa.ColumnElement[bool]:
    return sa.and_(jobs.c.state == JobState.RUNNING.value, jobs.c.lease_until < now)


def _ours(claim: Claim) -> tuple[sa.ColumnElement[bool], ...]:
    return jobs.c.id == claim.job.id, jobs.c.worker == claim.token, jobs.c.state == JobState.RUNNING.value


def _standing(connection: sa.Connection, claim: Claim) -> Standing:
    cancelling = connection.execute(sa.select(jobs.c.cancelling).where(*_ours(claim))).scalar()
    if cancelling is None:
        return Standing.LOST
    return Standing.CANCELLING if cancelling else Standing.OURS


def _next(connection: sa.Connection, now: float) -> int | None:
    first = sa.func.min(jobs.c.priority)
    waiting = connection.execute(
        sa.select(jobs.c.account_pk, first)
        .where(_due(now))
        .group_by(jobs.c.account_pk)
        .order_by(first, sa.func.min(jobs.c.pk))
    ).all()
    owners = [row.account_pk for row in waiting]
    if len(owners) > 1:
        rows = connection.execute(
            sa.select(jobs.c.account_pk, sa.func.max(jobs.c.started_at)).group_by(jobs.c.account_pk)
        )
        served = {owner: last for owner, last in rows}  # noqa: C416 - rows are no tuples to mypy
        owners.sort(key=lambda owner: served.get(owner) or "")  # stable: those never served by priority
    running = sa.select(jobs.c.payload).where(jobs.c.state == JobState.RUNNING.value)
    busy = {payload.get("sha256") for payload in connection.execute(running).scalars()} - {None}
    for owner in owners:
        of_owner = jobs.c.account_pk.is_(None) if owner is None else jobs.c.account_pk == owner
        rows = connection.execute(
            sa.select(jobs.c.pk, jobs.c.payload)
            .where(_due(now), of_owner)
            .order_by(jobs.c.priority, jobs.c.pk)
        )
        # The second of two that read the same bytes would only find that the first has stored them.
        pk = next((row.pk for row in rows if row.payload.get("sha256") not in busy), None)
        rows.close()
        if pk is not None:
            return int(pk)
    return None


def _claim(connection: sa.Connection, pk: int, token: str) -> Claim:
    row: Any = connection.execute(
        sa.select(*COLUMNS, jobs.c.payload, jobs.c.account_pk, accounts.c.space, accounts.c.disabled)
        .outerjoin(accounts, accounts.c.pk == jobs.c.account_pk)
        .where(jobs.c.pk == pk)
    ).one()
    viewer = None if row.account_pk is None else Viewer(row.account_pk, row.space or "")
    barred = row.account_pk is not None and (row.space is None or bool(row.disabled))
    return Claim(job(row), token, row.payload, viewer, barred)
