"""Watched folders, and what was last seen of each of their files."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pincite.domain import Viewer, WatchedFolder
from pincite.errors import ConflictError, NotFoundError
from pincite.store.job_rows import iso
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import accounts, meta, watched, watched_files

_LEADER = "watcher"


@dataclass(frozen=True, slots=True)
class FileState:
    """What was last seen of a file.

    Attributes:
        path: Relative to the folder, with slashes.
        size: Bytes.
        modified_ns: Time of its last change.
        sha256: Digest of its bytes.
        job: Id of the job that it was last handed in with.
        document: Id of the document that it became; None before, and where somebody added the same document to the
            collection as well: then it does not go with the file.
    """

    path: str
    size: int
    modified_ns: int
    sha256: str
    job: str | None
    document: str | None


@dataclass(frozen=True, slots=True)
class Followed:
    """A watched folder as its follower needs it.

    Attributes:
        folder: What others see of it.
        pk: Its key.
        account: Key of the account that wanted it; None for nobody's.
        viewer: Through whose eyes it is followed; None for nobody's.
        barred: Whether its account may do nothing any more.
    """

    folder: WatchedFolder
    pk: int
    account: int | None
    viewer: Viewer | None
    barred: bool


class Watched:
    """The watched folders of one library.

    Args:
        backend: The database.
        clock: Gives the Unix time in seconds.
    """

    def __init__(self, backend: SqliteBackend, clock: Callable[[], float] = time.time) -> None:
        self._backend = backend
        self._clock = clock

    def all(self) -> list[Followed]:
        """All of them, the first one first."""
        with self._backend.reading() as connection:
            return [_followed(row) for row in connection.execute(_select().order_by(watched.c.pk))]

    def get(self, identity: str) -> Followed:
        """The one with this id or path.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.reading() as connection:
            return _get(connection, identity)

    def add(self, path: str, collection: str, account: int | None, *, paused: bool) -> Followed:
        """Follow a folder from now on.

        Raises:
            ConflictError: if it is followed already.
        """
        identity = secrets.token_hex(10)
        with self._backend.writing() as connection:
            if connection.execute(sa.select(watched.c.pk).where(watched.c.path == path)).first() is not None:
                raise ConflictError(f"{path} is watched already", "Stop watching it first.")
            connection.execute(
                watched.insert(),
                {
                    "id": identity,
                    "path": path,
                    "collection_id": collection,
                    "account_pk": account,
                    "paused": paused,
                    "failure": "",
                    "created_at": iso(self._clock()),
                },
            )
            return _get(connection, identity)

    def remove(self, identity: str) -> WatchedFolder:
        """Follow a folder no more; its documents stay.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.writing() as connection:
            found = _get(connection, identity)
            connection.execute(watched_files.delete().where(watched_files.c.watched_pk == found.pk))
            connection.execute(watched.delete().where(watched.c.pk == found.pk))
        return found.folder

    def pause(self, identity: str, *, paused: bool) -> WatchedFolder:
        """Follow a folder for the time being no more, or again.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.writing() as connection:
            found = _get(connection, identity)
            connection.execute(watched.update().where(watched.c.pk == found.pk).values(paused=paused))
            return _get(connection, identity).folder

    def tell(self, found: Followed, failure: str) -> None:
        """Note why a folder cannot be followed; empty when all is well."""
        if found.folder.failure != failure:
            with self._backend.writing() as connection:
                connection.execute(watched.update().where(watched.c.pk == found.pk).values(failure=failure))

    def files(self, found: Followed) -> dict[str, FileState]:
        """What was last seen of its files, by path."""
        columns = watched_files.c
        statement = sa.select(
            columns.path,
            columns.size,
            columns.modified_ns,
            columns.sha256,
            columns.job_id,
            columns.document_id,
        )
        with self._backend.reading() as connection:
            rows = connection.execute(statement.where(columns.watched_pk == found.pk))
            return {row.path: FileState(*row) for row in rows}

    def lead(self, token: str, seconds: float) -> bool:
        """Whether this worker is the one that follows folders: one of all, until it is silent for so long."""
        now = self._clock()

        def leader(connection: sa.Connection) -> tuple[str, float]:
            value = connection.execute(sa.select(meta.c.value).where(meta.c.key == _LEADER)).scalar()
            told = json.loads(value) if value else {}
            return str(told.get("token", "")), float(told.get("until", 0.0))

        with self._backend.reading() as connection:
            who, until = leader(connection)
        if until > now and (who != token or until > now + seconds / 2):
            return who == token
        with self._backend.writing() as connection:
            who, until = leader(connection)
            if until > now and who != token:
                return False
            value = json.dumps({"token": token, "until": now + seconds})
            here = meta.c.key == _LEADER
            if not connection.execute(meta.update().where(here).values(value=value)).rowcount:
                connection.execute(meta.insert(), {"key": _LEADER, "value": value})
        return True

    # Within a transaction of the caller's

    def put(
        self, connection: sa.Connection, found: Followed, state: FileState, before: FileState | None
    ) -> bool:
        """Note what was seen of a file, if what was noted before is still so; else another one was quicker."""
        here = watched_files.c.watched_pk == found.pk
        values = {
            "path": state.path,
            "size": state.size,
            "modified_ns": state.modified_ns,
            "sha256": state.sha256,
            "job_id": state.job,
            "document_id": state.document,
        }
        if before is not None:
            as_before = (watched_files.c.path == before.path, watched_files.c.sha256 == before.sha256)
            result = connection.execute(watched_files.update().where(here, *as_before).values(**values))
            return bool(result.rowcount)
        taken = sa.select(watched_files.c.path).where(here, watched_files.c.path == state.path)
        known = connection.execute(sa.select(watched.c.pk).where(watched.c.pk == found.pk)).first()
        if known is None or connection.execute(taken).first() is not None:
            return False
        connection.execute(watched_files.insert(), {"watched_pk": found.pk, **values})
        return True

    def drop(self, connection: sa.Connection, found: Followed, path: str) -> None:
        """A file is gone."""
        connection.execute(
            watched_files.delete().where(watched_files.c.watched_pk == found.pk, watched_files.c.path == path)
        )

    def became(self, connection: sa.Connection, job: str, document: str | None) -> bool:
        """What was handed in with a job is this document now; False if the file is followed no more."""
        result = connection.execute(
            watched_files.update().where(watched_files.c.job_id == job).values(document_id=document)
        )
        return bool(result.rowcount)

    def holds(
        self, connection: sa.Connection, document: str, collection: str, *, but_for_job: str = ""
    ) -> bool:
        """Whether a file of a watched folder is the reason why a document is in a collection.

        Args:
            connection: Of the transaction.
            document: Its id.
            collection: Id of the collection.
            but_for_job: Not the file that was handed in with this job.
        """
        statement = (
            sa.select(watched_files.c.path)
            .join(watched, watched.c.pk == watched_files.c.watched_pk)
            .where(watched_files.c.document_id == document, watched.c.collection_id == collection)
            .where(sa.func.coalesce(watched_files.c.job_id, "") != but_for_job)
        )
        return connection.execute(statement.limit(1)).first() is not None

    def disown(self, document: str, collection: str) -> None:
        """Somebody added a document to a collection that a file is followed into: it stays when the file goes."""
        mine = sa.select(watched.c.pk).where(watched.c.collection_id == collection)
        condition = (watched_files.c.document_id == document) & watched_files.c.watched_pk.in_(mine)
        with self._backend.reading() as connection:
            if connection.execute(sa.select(watched_files.c.path).where(condition).limit(1)).first() is None:
                return
        with self._backend.writing() as connection:
            connection.execute(watched_files.update().where(condition).values(document_id=None))


def _select() -> sa.Select[Any]:
    counted = (
        sa.select(sa.func.count())
        .where(watched_files.c.watched_pk == watched.c.pk)
        .scalar_subquery()
        .label("files")
    )
    return sa.select(watched, accounts.c.space, accounts.c.disabled, counted).outerjoin(
        accounts, accounts.c.pk == watched.c.account_pk
    )


def _get(connection: sa.Connection, identity: str) -> Followed:
    condition = (watched.c.id == identity) | (watched.c.path == identity)
    row = connection.execute(_select().where(condition)).first()
    if row is None:
        raise NotFoundError(f"no watched folder is {identity!r}", "`pincite watched` lists them.")
    return _followed(row)


def _followed(row: Any) -> Followed:
    folder = WatchedFolder(
        id=row.id,
        path=row.path,
        collection=row.collection_id,
        paused=bool(row.paused),
        failure=row.failure,
        files=row.files,
        created_at=row.created_at,
    )
    nobody = row.account_pk is None
    viewer = None if nobody else Viewer(row.account_pk, row.space or "")
    return Followed(folder, row.pk, row.account_pk, viewer, not nobody and bool(row.disabled))
