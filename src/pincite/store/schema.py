"""The version of a library's tables: made, checked and brought up to date.

A new library is made from the tables as they are now and stamped; a test holds that the migrations lead to
the very same tables. Alembic takes a second to import and is imported only when a migration must run.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import sqlalchemy as sa

from pincite.errors import LibraryDamagedError, LibraryVersionError
from pincite.store import collections
from pincite.store.sqlite import SqliteBackend, translated_errors
from pincite.store.tables import meta, metadata

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""All schema versions, oldest first: the revisions of `migrations/versions`."""

HEAD = REVISIONS[-1]
MIGRATIONS = Path(__file__).parent / "migrations"

_stamp = sa.table("alembic_version", sa.column("version_num", sa.String))


def create(connection: sa.Connection) -> None:
    """Tables and first rows of a new library."""
    metadata.create_all(connection)
    connection.execute(
        sa.schema.CreateTable(
            sa.Table(
                "alembic_version",
                sa.MetaData(),
                sa.Column("version_num", sa.String(32), nullable=False),
                sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
            )
        )
    )
    connection.execute(_stamp.insert(), {"version_num": HEAD})
    first_rows(connection)


def first_rows(connection: sa.Connection) -> None:
    """What every library holds from its first moment."""
    now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    values = {"created_at": now, "revision": "0", "next_page": "1", "next_chunk": "1"}
    connection.execute(meta.insert(), [{"key": key, "value": value} for key, value in values.items()])
    collections.create_default(connection, "")


def version(connection: sa.Connection) -> str:
    """The schema version that a library is stamped with.

    Raises:
        LibraryDamagedError: if there is none.
    """
    try:
        found = connection.execute(sa.select(_stamp.c.version_num)).scalar()
    except sa.exc.OperationalError:
        found = None
    if not found:
        raise LibraryDamagedError(
            "the library's database does not say which version it is of",
            "Restore the last backup with `pincite restore`.",
        )
    return str(found)


def ensure_current(backend: SqliteBackend, *, read_only: bool) -> None:
    """Bring the tables up to date, if they are of an older version.

    Raises:
        LibraryVersionError: if they are of a newer version, or of an older one and must not be written.
    """
    with backend.reading() as connection:
        found = version(connection)
    if found == HEAD:
        return
    if found not in REVISIONS:
        raise LibraryVersionError(
            f"the library was written by a newer version of Pincite (its tables are of version {found})",
            "Update Pincite.",
        )
    if read_only:
        raise LibraryVersionError(
            f"the library's tables are of the older version {found}",
            "Open the library once for writing, e.g. with `pincite doctor`; it is then brought up to date.",
        )
    migrate(backend)


def migrate(backend: SqliteBackend, *, scripts: Path = MIGRATIONS, to: str = "head") -> None:
    """Run the migrations that a library lacks, all in one transaction.

    Args:
        backend: The library's database.
        scripts: The folder of migrations.
        to: The version wanted.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    with backend.migrating() as connection, translated_errors():
        config.attributes["connection"] = connection
        # Another process may have been quicker: Alembic reads the stamp within this transaction.
        command.upgrade(config, to)
