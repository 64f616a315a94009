"""Evaluations and their results.

Whoever runs an evaluation holds a claim and renews its lease; when the process ends, the lease runs out, and the
evaluation is one that was broken off. Results are stored a few at a time, each time in a short transaction.
"""

from __future__ import annotations

import datetime as dt
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import sqlalchemy as sa

from pincite.domain import (
    Evaluation,
    EvaluationResult,
    EvaluationState,
    Listed,
    Measure,
    ResultFilter,
    ResultState,
)
from pincite.errors import ConflictError, NotFoundError, UsageError
from pincite.store import evaluation_rows as rows
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.evaluation_rows import Spread
from pincite.store.sharing import delete_evaluations
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import evaluation_results, evaluations

MOST_KEPT = 200
"""Evaluations of one account."""
LEASE_SECONDS = 30.0
_REMEDY = "Ask for the list of evaluations."
_AT_ONCE = 500
_OPEN = (EvaluationState.WAITING.value, EvaluationState.RUNNING.value)


@dataclass(frozen=True, slots=True)
class EvaluationClaim:
    """The right to ask the questions of an evaluation.

    Attributes:
        evaluation: Its id.
        pk: Its key.
        token: Changes when it is run again.
    """

    evaluation: str
    pk: int
    token: str


class Standing(Enum):
    """What has become of a claim."""

    HELD = "held"
    STOPPING = "stopping"
    """Somebody wants the evaluation to end."""
    LOST = "lost"
    """It was deleted, has ended, or is run by somebody else."""


@dataclass(frozen=True, slots=True)
class NewEvaluation:
    """An evaluation to be made; as `pincite.domain.Evaluation` has it."""

    name: str
    file_name: str
    collection: str | None
    settings: dict[str, str | float | int | bool | None]
    fingerprint: str
    version: str
    conditions: dict[str, Any]


class Evaluations:
    """The evaluations of one library, or those of one account: whose eyes these are sees only its own."""

    def __init__(self, backend: SqliteBackend, access: Access) -> None:
        self._backend = backend
        self._access = access

    # Made, listed, removed

    def create(self, new: NewEvaluation, results: Sequence[EvaluationResult]) -> EvaluationClaim:
        """Keep an evaluation that waits for being run, and claim to run it.

        Raises:
            ConflictError: if there are too many already.
        """
        identity, token = secrets.token_hex(10), secrets.token_hex(10)
        row = {
            "id": identity,
            "account_pk": self._access.account_pk,
            "name": storable(new.name),
            "file_name": storable(new.file_name),
            "collection_id": new.collection,
            "state": EvaluationState.WAITING.value,
            "claim": token,
            "lease_until": time.time() + LEASE_SECONDS,
            "stopping": False,
            "settings": new.settings,
            "fingerprint": new.fingerprint,
            "changed": False,
            "version": new.version,
            "conditions": new.conditions,
            "created_at": _now(),
            "failure": "",
            "remedy": "",
            "questions": len(results),
            "excluded": sum(result.state is ResultState.EXCLUDED for result in results),
            "asked": 0,
            "failed": 0,
        }
        encoded = [rows.encoded(result) for result in results]  # which takes longer than to write them
        mine = evaluations.c.account_pk.is_not_distinct_from(self._access.account_pk)
        with self._backend.writing() as connection:
            kept = connection.execute(sa.select(sa.func.count()).select_from(evaluations).where(mine))
            if kept.scalar_one() >= MOST_KEPT:
                raise ConflictError(
                    f"there are {MOST_KEPT} evaluations already", "Delete those that you do not need."
                )
            pk = connection.execute(evaluations.insert().returning(evaluations.c.pk), row).scalar_one()
            for start in range(0, len(encoded), _AT_ONCE):
                part = encoded[start : start + _AT_ONCE]
                connection.execute(
                    evaluation_results.insert(), [{**one, "evaluation_pk": pk} for one in part]
                )
        return EvaluationClaim(identity, pk, token)

    def all(self, *, limit: int = 50, cursor: str | None = None) -> Listed[Evaluation]:
        """Evaluations, the last made first.

        Args:
            limit: At most so many.
            cursor: `Listed.next` of the part before.

        Raises:
            UsageError: if the cursor is none.
        """
        statement = sa.select(evaluations).where(self._access.has_evaluation())
        with self._backend.reading() as connection:
            if cursor is not None:
                before = sa.select(evaluations.c.pk).where(evaluations.c.id == storable(cursor))
                pk = connection.execute(before.where(self._access.has_evaluation())).scalar()
                if pk is None:
                    raise UsageError(
                        "the cursor is none that was given", "Begin the list anew, without a cursor."
                    )
                statement = statement.where(evaluations.c.pk < pk)
            found = connection.execute(statement.order_by(evaluations.c.pk.desc()).limit(limit + 1)).all()
        items = tuple(_evaluation(row) for row in found[:limit])
        return Listed(items, items[-1].id if len(found) > limit else None)

    def get(self, identity: str) -> Evaluation:
        """The evaluation with exactly this id.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.reading() as connection:
            return _evaluation(self._row(connection, identity))

    def delete(self, identity: str) -> None:
        """Remove an evaluation with its results; a run of it ends.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.writing() as connection:
            pk = self._row(connection, identity).pk
            delete_evaluations(connection, evaluations.c.pk == pk)
        self._backend.reclaim()

    # Results

    def results(
        self,
        identity: str,
        *,
        only: ResultFilter | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[EvaluationResult]:
        """Results of an evaluation, in the order of its file.

        Args:
            identity: As for `get`.
            only: Which; all when None.
            limit: At most so many.
            cursor: `Listed.next` of the part before.

        Raises:
            NotFoundError: if there is no such evaluation.
            UsageError: if the cursor is none.
        """
        if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
            raise UsageError("the cursor is none that was given", "Begin the list anew, without a cursor.")
        with self._backend.reading() as connection:
            pk = self._row(connection, identity).pk
            statement = rows.selected(pk, only).where(evaluation_results.c.number > int(cursor or 0))
            found = connection.execute(statement.limit(limit + 1)).all()
        items = tuple(rows.decoded(row) for row in found[:limit])
        return Listed(items, str(items[-1].number) if len(found) > limit else None)

    def every_result(self, identity: str) -> Iterator[EvaluationResult]:
        """All results of an evaluation in order, read a few at a time.

        Raises:
            NotFoundError: if there is no such evaluation.
        """
        cursor: str | None = "0"
        while cursor is not None:
            part = self.results(identity, limit=_AT_ONCE, cursor=cursor)
            yield from part.items
            cursor = part.next

    def spread(self, identity: str) -> Spread:
        """How the ranks and times of an evaluation are spread, as far as it was asked.

        Raises:
            NotFoundError: if there is no such evaluation.
        """
        with self._backend.reading() as connection:
            return rows.spread(connection, self._row(connection, identity).pk)

    # Runs

    def take(self, identity: str) -> EvaluationClaim:
        """Claim to go on with an evaluation that has ended before its end.

        Raises:
            NotFoundError: if there is no such evaluation.
            ConflictError: if it waits, runs, or has nothing left to ask.
        """
        token = secrets.token_hex(10)
        with self._backend.writing() as connection:
            row = self._row(connection, identity)
            if _state(row) not in (EvaluationState.STOPPED, EvaluationState.BROKEN_OFF):
                raise ConflictError("there is nothing to go on with", "Run it again.")
            change = {
                "state": EvaluationState.WAITING.value,
                "claim": token,
                "lease_until": time.time() + LEASE_SECONDS,
                "stopping": False,
                "finished_at": None,
                "measures": None,
            }
            connection.execute(evaluations.update().where(evaluations.c.pk == row.pk).values(change))
        return EvaluationClaim(identity, row.pk, token)

    def stop(self, identity: str) -> Evaluation:
        """Let an evaluation end soon; one that has ended stays as it is.

        Raises:
            NotFoundError: if there is none.
        """
        running = {"stopping": True}
        waiting = {"state": EvaluationState.STOPPED.value, "claim": None, "finished_at": _now()}
        with self._backend.writing() as connection:
            row = self._row(connection, identity)
            state = _state(row)
            if not state.ended:
                change = running if state is EvaluationState.RUNNING else waiting
                connection.execute(evaluations.update().where(evaluations.c.pk == row.pk).values(change))
            return _evaluation(self._row(connection, identity))

    def begin(self, claim: EvaluationClaim) -> bool:
        """The questions are asked from now on; False if they shall not be any more."""
        now = _now()
        change = {
            "state": EvaluationState.RUNNING.value,
            "started_at": sa.func.coalesce(evaluations.c.started_at, now),
            "lease_until": time.time() + LEASE_SECONDS,
        }
        wanted = _mine(claim) & ~evaluations.c.stopping
        with self._backend.writing() as connection:
            return bool(connection.execute(evaluations.update().where(wanted).values(change)).rowcount)

    def renew(self, claim: EvaluationClaim) -> Standing:
        """Keep a claim for another while."""
        change = evaluations.update().where(_mine(claim)).values(lease_until=time.time() + LEASE_SECONDS)
        with self._backend.writing() as connection:
            if not connection.execute(change).rowcount:
                return Standing.LOST
            return _standing(connection, claim)

    def store(self, claim: EvaluationClaim, results: Sequence[EvaluationResult]) -> Standing:
        """Keep what came of some questions, which were waiting, and renew the claim."""
        failed = sum(result.state is ResultState.FAILED for result in results)
        change = {
            "asked": evaluations.c.asked + len(results),
            "failed": evaluations.c.failed + failed,
            "lease_until": time.time() + LEASE_SECONDS,
        }
        with self._backend.writing() as connection:
            if not connection.execute(evaluations.update().where(_mine(claim)).values(change)).rowcount:
                return Standing.LOST
            for result in results:
                here = (evaluation_results.c.evaluation_pk == claim.pk) & (
                    evaluation_results.c.number == result.number
                )
                values = rows.outcome(result)
                connection.execute(evaluation_results.update().where(here).values(values))
            return _standing(connection, claim)

    def finish(
        self,
        claim: EvaluationClaim,
        state: EvaluationState,
        measures: Sequence[Measure],
        *,
        changed: bool,
        failure: str = "",
        remedy: str = "",
    ) -> bool:
        """The run has ended; False when it is not this one's any more."""
        change = {
            "state": state.value,
            "claim": None,
            "lease_until": None,
            "stopping": False,
            "changed": sa.or_(evaluations.c.changed, sa.literal(changed)),
            "finished_at": _now(),
            "failure": storable(failure),
            "remedy": storable(remedy),
            "measures": rows.encoded_measures(measures),
        }
        with self._backend.writing() as connection:
            return bool(connection.execute(evaluations.update().where(_mine(claim)).values(change)).rowcount)

    def give_up(self, claim: EvaluationClaim) -> None:
        """The process that runs it ends: it is broken off from now on, and not only when the lease has run out."""
        with self._backend.writing() as connection:
            connection.execute(evaluations.update().where(_mine(claim)).values(lease_until=0.0))

    def _row(self, connection: sa.Connection, identity: str) -> sa.Row[Any]:
        statement = sa.select(evaluations).where(
            evaluations.c.id == storable(identity), self._access.has_evaluation()
        )
        row = connection.execute(statement).first()
        if row is None:
            raise NotFoundError(f"there is no evaluation {identity!r}", _REMEDY)
        return row


def _mine(claim: EvaluationClaim) -> sa.ColumnElement[bool]:
    return (evaluations.c.pk == claim.pk) & (evaluations.c.claim == claim.token)


def _standing(connection: sa.Connection, claim: EvaluationClaim) -> Standing:
    stopping = sa.select(evaluations.c.stopping).where(evaluations.c.pk == claim.pk)
    return Standing.STOPPING if connection.execute(stopping).scalar_one() else Standing.HELD


def _state(row: sa.Row[Any]) -> EvaluationState:
    if row.state in _OPEN and (row.lease_until is None or row.lease_until < time.time()):
        return EvaluationState.BROKEN_OFF
    return EvaluationState(row.state)


def _evaluation(row: sa.Row[Any]) -> Evaluation:
    return Evaluation(
        id=row.id,
        name=row.name,
        file_name=row.file_name,
        state=_state(row),
        collection=row.collection_id,
        settings=row.settings,
        fingerprint=row.fingerprint,
        changed=row.changed,
        version=row.version,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        failure=row.failure,
        remedy=row.remedy,
        questions=row.questions,
        excluded=row.excluded,
        asked=row.asked,
        failed=row.failed,
        measures=rows.decoded_measures(row.measures),
        conditions=row.conditions or {},
    )


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
