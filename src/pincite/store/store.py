"""The library's database and files behind one object."""

from __future__ import annotations

import copy
from pathlib import Path
from types import TracebackType
from typing import Self

import sqlalchemy as sa

from pincite.domain import Viewer
from pincite.errors import LibraryDamagedError, NotFoundError
from pincite.store import backup as backups
from pincite.store import check as checks
from pincite.store import schema, sqlite
from pincite.store.access import EVERYTHING, Access
from pincite.store.conversations import Conversations
from pincite.store.create import DATABASE, create_library
from pincite.store.evaluations import Evaluations
from pincite.store.files import disk_errors
from pincite.store.incoming import Incoming
from pincite.store.jobs import Jobs
from pincite.store.records import BackupReport, Finding
from pincite.store.results import Results
from pincite.store.shelving import Shelving
from pincite.store.tables import documents, meta
from pincite.store.verdicts import Verdicts
from pincite.store.watched import Watched
from pincite.store.writer import OnStored as OnStored

_ANALYSIS = "analysis"
_COUNTED = frozenset({"jobs_version", "next_chunk", "next_page", "revision"})


class Store(Shelving):
    """A library: documents with their pages, chunks, vectors and words, and the original files.

    Usable from several threads at once, and the same library from several processes. Each method is one
    transaction; inside `snapshot()` all reads of a thread see one state. Open it with `Store.open`.

    Attributes:
        folder: The library's folder.
        signing: Whether documents that are added are signed.
    """

    def __init__(self, folder: Path, backend: sqlite.SqliteBackend) -> None:
        super().__init__(folder, backend)
        self.results = Results(backend, EVERYTHING)
        self.conversations = Conversations(backend, EVERYTHING)
        self.evaluations = Evaluations(backend, EVERYTHING)
        self.verdicts = Verdicts(backend)
        self.jobs = Jobs(backend, Incoming(folder / "incoming"))
        self.watched = Watched(backend)

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        create: bool = True,
        read_only: bool = False,
        busy_seconds: float = sqlite.BUSY_SECONDS,
    ) -> Self:
        """Open the library in a folder.

        Args:
            folder: The library's folder.
            create: Make a new library when the folder does not exist or is empty.
            read_only: Never write; works on read-only media.
            busy_seconds: How long to wait for another process's transaction.

        Raises:
            NotFoundError: if there is no library and none shall be made.
            UsageError: if the folder holds something else.
            LibraryDamagedError: if the database is not one of Pincite's.
            LibraryVersionError: if a newer Pincite wrote it.
            LibraryBusyError: if another process kept it locked.
        """
        path = folder / DATABASE
        if not path.is_file():
            if read_only or not create:
                raise NotFoundError(f"there is no library in {folder}", "`pincite add FILE` makes one.")
            create_library(folder)
        if sqlite.application_id(path) != sqlite.APPLICATION_ID:
            raise LibraryDamagedError(
                f"{path} is not the database of a Pincite library", "Choose another folder with --library."
            )
        backend = sqlite.SqliteBackend(path, read_only=read_only, busy_seconds=busy_seconds)
        try:
            schema.ensure_current(backend, read_only=read_only)
            store = cls(folder, backend)
            if not read_only:
                with disk_errors(folder):
                    store._originals.folder.mkdir(exist_ok=True)
                    store._scratch.folder.mkdir(exist_ok=True)
                    store._scratch.sweep()
        except BaseException:
            backend.close()
            raise
        return store

    def close(self) -> None:
        """Close all connections; no other thread may be using the store any more."""
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def seen_by(self, viewer: Viewer | None) -> Self:
        """The store as an account sees it: what is not shared with it does not exist. It is closed with this one.

        Connections, snapshots and what is held in memory are those of this one.
        """
        view = copy.copy(self)
        view._access = Access(viewer)
        view.results = Results(self._backend, view._access)
        view.conversations = Conversations(self._backend, view._access)
        view.evaluations = Evaluations(self._backend, view._access)
        return view

    # Facts about the library

    def set_meta(self, key: str, value: str) -> None:
        """Record a fact about the library.

        Raises:
            ValueError: for a key that the store counts itself.
        """
        if key in _COUNTED:
            raise ValueError(f"{key!r} is counted by the store itself")
        with self._backend.writing() as connection:
            changed = connection.execute(meta.update().where(meta.c.key == key), {"value": value})
            if not changed.rowcount:
                connection.execute(meta.insert(), {"key": key, "value": value})

    def claim_meta(self, key: str, value: str) -> str:
        """Record a fact unless it was recorded before; returns what is recorded now.

        Of two processes that claim at once, both get the same answer. What is recorded already is only read: every
        question claims, and must not wait for the write lock.
        """
        if (recorded := self.meta(key)) is not None:
            return recorded
        with self._backend.writing() as connection:
            found = connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar()
            if found is None:
                connection.execute(meta.insert(), {"key": key, "value": value})
        return value if found is None else found

    def renew_analysis(self, version: str) -> bool:
        """Record that all search terms are of this version, once no document has others; tells whether they are."""
        if self.meta(_ANALYSIS) == version:
            return True
        with self._backend.writing() as connection:
            made = connection.execute(sa.select(documents.c.parameters)).scalars()
            if any(parameters.get(_ANALYSIS) != version for parameters in made):
                return False
            changed = connection.execute(meta.update().where(meta.c.key == _ANALYSIS), {"value": version})
            if not changed.rowcount:
                connection.execute(meta.insert(), {"key": _ANALYSIS, "value": version})
        return True

    # Care

    def check(self, *, deep: bool = False) -> list[Finding]:
        """What is wrong with the library; empty when it is sound.

        Args:
            deep: Also read every page, every word list and every original.
        """
        with self.reading() as connection:
            return checks.run(connection, self._backend, self._originals, self._scratch, deep=deep)

    def repair(self) -> list[str]:
        """Put right what can be without losing anything; returns what was done, in sentences."""
        done = checks.repair(self._backend, self._originals, self._scratch, self.discard_original)
        swept = self.work.sweep()
        return [*done, f"removed the unfinished reading of {swept} file(s)"] if swept else done

    def backup(self, file: Path) -> BackupReport:
        """Write the whole library into one file, consistent while others go on writing.

        Raises:
            UsageError: if the file exists already or its folder does not.
            LibraryError: if the disk is full or may not be written.
        """
        return backups.write(self.folder, self._backend, self._originals, file)
