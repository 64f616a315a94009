"""SQLite: connections, pragmas, errors and what else only SQLite has.

Everything above this module speaks SQLAlchemy Core. A second database needs what `SqliteBackend` offers.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from pincite.errors import LibraryBusyError, LibraryDamagedError, LibraryError, LibraryFullError

APPLICATION_ID = 0x50494E43
"""Marks the file as ours: "PINC"."""
BUSY_SECONDS = 30.0
RECLAIM_PAGES = 4096
"""Free pages are not given back while they are fewer."""
_WRITE = "pincite_write"


class SqliteBackend:
    """One library's SQLite file.

    Args:
        path: The file; it exists.
        read_only: Never write, not even to recover; works on read-only media.
        busy_seconds: How long to wait for another process's transaction.
    """

    def __init__(self, path: Path, *, read_only: bool = False, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._read_only = read_only
        self._busy_seconds = busy_seconds
        self._uri = _uri(path, read_only)
        # Connections beyond the eighth are closed after use: each keeps a page cache of its own.
        self.engine = sa.create_engine(
            "sqlite+pysqlite://", creator=self._connect, poolclass=QueuePool, pool_size=8, max_overflow=-1
        )
        event.listen(self.engine, "begin", _begin)
        self._writing = self.engine.execution_options(**{_WRITE: True})

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._uri,
            uri=True,
            timeout=self._busy_seconds,
            isolation_level=None,  # the driver's own BEGIN comes too late, after the first read
            check_same_thread=False,  # the pool hands a connection to one thread at a time
            cached_statements=256,
        )
        try:
            _configure(connection, self._read_only)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection on which all reads see one state of the library."""
        with translated_errors(), self.engine.connect() as connection:
            connection.begin()  # rolled back at the end: there is nothing to commit
            yield connection

    @contextlib.contextmanager
    def writing(self, *, wait: bool = True) -> Iterator[sa.Connection]:
        """A transaction that holds the write lock from its beginning to its end.

        Args:
            wait: For the lock; else it fails at once while another one holds it.

        Raises:
            LibraryBusyError: if another process kept the lock.
            LibraryError: if the library was opened read-only.
        """
        if self._read_only:
            raise LibraryError(
                "the library was opened read-only",
                "Open it for writing; check that you may write to its folder.",
            )
        with translated_errors(), self._writing.connect() as connection:
            with self._patience(connection, 0) if not wait else contextlib.nullcontext():
                transaction = connection.begin()
            with transaction:
                yield connection

    @contextlib.contextmanager
    def _patience(self, connection: sa.Connection, milliseconds: int) -> Iterator[None]:
        """Another time-out for locks than the connection's own."""
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)  # noqa: S101
        driver.execute(f"PRAGMA busy_timeout={int(milliseconds)}")
        try:
            yield
        finally:
            driver.execute(f"PRAGMA busy_timeout={int(self._busy_seconds * 1000)}")

    @contextlib.contextmanager
    def migrating(self) -> Iterator[sa.Connection]:
        """A write transaction in which tables can be rebuilt without their rows' children being removed."""
        with translated_errors(), self._writing.connect() as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101
            driver.execute("PRAGMA foreign_keys=OFF")  # does nothing within a transaction
            try:
                with connection.begin():
                    yield connection
            finally:
                driver.execute("PRAGMA foreign_keys=ON")

    def integrity(self, connection: sa.Connection, *, deep: bool) -> list[str]:
        """What SQLite finds wrong with its own file; empty when it is sound.

        Raises:
            LibraryDamagedError: if it is too damaged to be looked over.
        """
        check = "PRAGMA integrity_check(20)" if deep else "PRAGMA quick_check(20)"
        with translated_errors():
            found = [str(row[0]) for row in connection.exec_driver_sql(check) if row[0] != "ok"]
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(20)
        return found + [
            f"row {row[1]} of {row[0]} refers to a row of {row[2]} that does not exist" for row in broken
        ]

    def copy_to(self, target: Path) -> None:
        """Write one consistent state of the database to a new file, while others may go on writing."""
        with translated_errors():
            raw = self.engine.raw_connection()
            try:
                destination = sqlite3.connect(target, isolation_level=None)
                try:
                    source = raw.driver_connection
                    assert isinstance(source, sqlite3.Connection)  # noqa: S101
                    source.backup(destination)
                    # A copy of a WAL file asks for WAL itself; the backup shall be one file.
                    destination.execute("PRAGMA journal_mode=DELETE")
                finally:
                    destination.close()
            finally:
                raw.close()

    def use_log(self) -> None:
        """Let readers and a writer work at once, as in every library; for a restored database."""
        with translated_errors(), contextlib.closing(self._connect()) as connection:
            connection.execute("PRAGMA journal_mode=WAL")

    def reclaim(self) -> None:
        """After a removal: wipe it from the log, give free pages back once they are a quarter of the file.

        Best effort: readers of older states may keep the log alive for the moment.
        """
        with contextlib.suppress(LibraryError), translated_errors(), self.engine.connect() as connection:
            # Outside of any transaction: the driver is in autocommit, SQLAlchemy's BEGIN must not be sent.
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101
            driver.execute("PRAGMA busy_timeout=100")
            try:
                free = driver.execute("PRAGMA freelist_count").fetchone()[0]
                total = driver.execute("PRAGMA page_count").fetchone()[0]
                if free > RECLAIM_PAGES and free * 4 > total:
                    # As a script: `execute` takes one step, and each step gives one page back.
                    driver.executescript(f"PRAGMA incremental_vacuum({int(free)});")
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                driver.execute(f"PRAGMA busy_timeout={int(self._busy_seconds * 1000)}")

    def close(self) -> None:
        """Close all connections; the last one of all processes folds the log into the file."""
        self.engine.dispose()


def create_file(path: Path, fill: Callable[[sa.Connection], None], scratch: Path) -> bool:
    """Make a database that appears under its name only when it is complete.

    Args:
        path: Its name.
        fill: Creates tables and first rows, within one transaction.
        scratch: An existing folder on the same file system for the unfinished file.

    Returns:
        False when another process was quicker; its file is left alone.
    """
    folder = scratch / f"new-{secrets.token_hex(8)}"
    folder.mkdir()
    unfinished = folder / path.name
    try:
        with (
            translated_errors(),
            contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as first,
        ):
            first.execute("PRAGMA auto_vacuum=INCREMENTAL")  # only possible before the first table
            first.execute("PRAGMA journal_mode=WAL")
            first.execute(f"PRAGMA application_id={APPLICATION_ID}")
        backend = SqliteBackend(unfinished)
        try:
            with backend.writing() as connection:
                fill(connection)
        finally:
            backend.close()
        return _publish(unfinished, path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _publish(unfinished: Path, path: Path) -> bool:
    try:
        path.hardlink_to(unfinished)  # unlike a rename, fails when the name is taken
    except FileExistsError:
        return False
    except OSError:
        # File systems without hard links (FAT, some network shares).
        if path.exists():
            return False
        unfinished.rename(path)
    return True


def application_id(path: Path) -> int:
    """The mark in a database file.

    Raises:
        LibraryDamagedError: if it is no database.
    """
    with translated_errors():
        connection = sqlite3.connect(_uri(path, read_only=True), uri=True, timeout=BUSY_SECONDS)
        with contextlib.closing(connection):
            return int(connection.execute("PRAGMA application_id").fetchone()[0])


def _uri(path: Path, read_only: bool) -> str:
    base = path.absolute().as_uri()
    if not read_only:
        return base + "?mode=rw"
    # Reading a WAL database needs its index beside it; where that cannot be made, nobody can be writing.
    log = path.with_name(path.name + "-wal")
    if not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size):
        return base + "?mode=ro&immutable=1"
    return base + "?mode=ro"


def _configure(connection: sqlite3.Connection, read_only: bool) -> None:
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA cache_size=-16000")
    connection.execute("PRAGMA temp_store=MEMORY")
    if read_only:
        connection.execute("PRAGMA query_only=ON")
        return
    connection.execute("PRAGMA synchronous=FULL")  # what was reported as stored survives a power cut
    connection.execute("PRAGMA secure_delete=ON")  # what was removed is not left in free pages
    connection.execute("PRAGMA journal_size_limit=67108864")


def _begin(connection: sa.Connection) -> None:
    # IMMEDIATE: a transaction that begins by reading and then writes can be refused the lock at once,
    # however long the time-out is, when another one wrote in between.
    writes = connection.get_execution_options().get(_WRITE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextlib.contextmanager
def translated_errors() -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except DBAPIError as error:
        _raise_translated(error.orig, error)
        raise
    except sqlite3.Error as error:
        _raise_translated(error, error)
        raise


def _raise_translated(original: Any, cause: Exception) -> None:
    code = getattr(original, "sqlite_errorcode", None)
    if code is None:
        return
    primary = code & 0xFF  # the rest of an extended code only says where
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise LibraryBusyError(
            "another process is writing to the library and did not finish in time",
            "Try again; if it stays busy, look for a stuck Pincite process.",
        ) from cause
    if primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        raise LibraryDamagedError(
            f"the library's database is damaged ({original})",
            "Run `pincite doctor`; restore the last backup with `pincite restore`.",
        ) from cause
    if primary == sqlite3.SQLITE_FULL:
        raise LibraryFullError(
            "the disk is full; nothing was changed", "Free some space and try again."
        ) from cause
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        raise LibraryError(
            f"the library's database cannot be opened or written ({original})",
            "Check that you may read and write the library's folder.",
        ) from cause
    if primary == sqlite3.SQLITE_IOERR:
        raise LibraryError(
            f"the library's disk failed ({original})", "Check the disk, then run `pincite doctor`."
        ) from cause
