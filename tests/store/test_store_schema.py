from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from store_builders import add

from pincite.domain import DocumentFacts, DocumentKind, JobKind
from pincite.errors import (
    LibraryDamagedError,
    LibraryError,
    LibraryVersionError,
    NotFoundError,
    UsageError,
)
from pincite.store import Store, schema
from pincite.store.jobs import NewJob
from pincite.store.queue import Queue
from pincite.store.sqlite import APPLICATION_ID, SqliteBackend
from pincite.store.store import DATABASE

TABLES_WITH_LASTING_KEYS = (
    *("accounts", "audit", "collections", "conversations", "documents", "evaluations", "jobs"),
    *("links", "results", "sessions", "tokens", "turns", "watched"),
)


def schema_of(path: Path) -> dict[str, object]:
    engine = sa.create_engine(f"sqlite:///{path}")
    inspector = sa.inspect(engine)
    found: dict[str, object] = {}
    for table in inspector.get_table_names():
        found[table] = (
            [{**column, "type": repr(column["type"])} for column in inspector.get_columns(table)],
            inspector.get_pk_constraint(table),
            sorted(inspector.get_foreign_keys(table), key=repr),
            sorted(inspector.get_unique_constraints(table), key=repr),
            sorted(inspector.get_indexes(table), key=repr),
            inspector.get_table_options(table),
        )
    with engine.connect() as connection:
        statements = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_schema WHERE sql LIKE '%AUTOINC%'"
        )
        found["autoincrement"] = sorted(row[0] for row in statements)
    engine.dispose()
    return found


def test_migrations_lead_to_the_very_tables_that_a_new_library_has(library: Path, tmp_path: Path) -> None:
    with Store.open(library):
        pass
    migrated = tmp_path / "migrated.sqlite3"
    sqlite3.connect(migrated).close()
    backend = SqliteBackend(migrated)
    schema.migrate(backend)
    backend.close()
    fresh = schema_of(library / DATABASE)
    assert schema_of(migrated) == fresh
    assert fresh["autoincrement"] == sorted(TABLES_WITH_LASTING_KEYS)


def test_a_key_is_not_used_again_after_the_tables_were_rebuilt(library: Path, tmp_path: Path) -> None:
    migrated = tmp_path / "migrated.sqlite3"
    sqlite3.connect(migrated).close()
    backend = SqliteBackend(migrated)
    schema.migrate(backend, to="0004")
    with backend.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO collections (pk, id, name, name_key) VALUES (77, 'x', 'x', 'x')"
        )
        connection.exec_driver_sql("DELETE FROM collections WHERE pk = 77")
    schema.migrate(backend)
    with backend.writing() as connection:
        connection.exec_driver_sql("INSERT INTO collections (id, name, name_key) VALUES ('y', 'y', 'y')")
        assert connection.exec_driver_sql("SELECT pk FROM collections WHERE id = 'y'").scalar() == 78
    backend.close()


def test_every_migration_is_known_by_name() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    revisions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(revisions)) == schema.REVISIONS


def test_an_older_library_is_brought_up_to_date_and_keeps_its_rows(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(library) as store:
        kept = add(store, tmp_path, "ant bee")
    scripts = tmp_path / "migrations"
    (scripts / "versions").mkdir(parents=True)
    for source in (schema.MIGRATIONS / "env.py", *schema.MIGRATIONS.glob("versions/v*.py")):
        (scripts / source.relative_to(schema.MIGRATIONS)).write_text(source.read_text())
    # Rebuilds a table that others refer to, which with foreign keys on would fail or remove their rows.
    (scripts / "versions" / "v9999.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = '9999'\ndown_revision = '{schema.HEAD}'\n"
        "def upgrade():\n    with op.batch_alter_table('documents', recreate='always') as table:\n"
        "        table.add_column(sa.Column('extra', sa.Integer(), server_default='7'))\n"
    )
    before = schema.HEAD
    monkeypatch.setattr(schema, "REVISIONS", (*schema.REVISIONS, "9999"))
    monkeypatch.setattr(schema, "HEAD", "9999")
    with pytest.raises(LibraryVersionError, match=f"older version {before}"):
        Store.open(library, read_only=True)
    migrate = schema.migrate
    monkeypatch.setattr(schema, "migrate", lambda backend: migrate(backend, scripts=scripts))
    with Store.open(library) as store:
        assert [document.id for document in store.documents()] == [kept]
        assert store.check(deep=True) == []
    with sqlite3.connect(library / DATABASE) as connection:
        assert connection.execute("SELECT extra FROM documents").fetchall() == [(7,)]
    connection.close()


def test_a_library_without_facts_is_given_them(library: Path, tmp_path: Path) -> None:
    facts = DocumentFacts(
        DocumentKind.PAPER, ("A University",), "We did.", "10.1/x", "2101.00001", "J. Things"
    )
    with Store.open(library) as store:
        kept = add(store, tmp_path, "ant bee", facts=facts)
        assert store.document(kept).facts == facts
    make_older(library, "0001")
    with Store.open(library) as store:
        assert store.document(kept).facts == DocumentFacts()
        assert store.check(deep=True) == []


def test_a_library_from_before_accounts_is_listed_as_one_made_now(library: Path, tmp_path: Path) -> None:
    with Store.open(library) as store:
        facts = DocumentFacts(DocumentKind.PAPER)
        kept = add(store, tmp_path, "ant", title="Über Ameisen", authors=("Zoë Ü",), facts=facts)
        untitled = add(store, tmp_path, "bee", name="Bees 2.txt", title="")
    make_older(library, "0004")
    with Store.open(library) as store:
        assert [d.id for d in store.find_documents(words="uber ZOE", kind="paper").items] == [kept]
        assert [d.id for d in store.find_documents(words="bees").items] == [untitled]
        listed = store.find_documents(sort="title", descending=False)
        assert [d.id for d in listed.items] == [untitled, kept]
        assert store.check(deep=True) == []


def test_opening_and_making_a_library_imports_no_alembic(library: Path) -> None:
    code = (
        "import sys, pathlib; from pincite.store import Store\n"
        "for _ in range(2): Store.open(pathlib.Path(sys.argv[1])).close()\n"
        "print([name for name in sys.modules if name.partition('.')[0] in ('alembic', 'openvino')])"
    )
    command = [sys.executable, "-c", code, str(library)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_jobs_that_failed_for_want_of_a_password_before_that_was_kept_tell_it(library: Path) -> None:
    with Store.open(library) as store:
        queue = Queue(store.jobs, lease_seconds=60, attempts=3)
        with store.writing() as connection:
            new = NewJob(JobKind.ADD, "c" * 20, "a.pdf", size=1)
            made = [store.jobs.put(connection, new).id for _ in range(2)]
        for remedy in ("Try it again with its password.", "Print it to a new PDF."):
            claim = queue.take()
            assert claim is not None
            queue.fail(claim, "it cannot be read", remedy, keep_file=True)
    make_older(library, "0007")
    with Store.open(library) as store:
        assert [store.jobs.get(one, None).needs_password for one in made] == [True, False]


def make_older(library: Path, version: str) -> None:
    """Give a library the tables of an older version, with all rows that these can hold."""
    older = library / "older.sqlite3"
    with contextlib.closing(sqlite3.connect(older)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    backend = SqliteBackend(older)
    schema.migrate(backend, to=version)
    backend.close()
    with contextlib.closing(sqlite3.connect(older)) as connection:
        connection.execute("ATTACH ? AS newer", [str(library / DATABASE)])
        tables = [
            row[0] for row in connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
        ]
        for table in tables:
            if table not in ("alembic_version", "sqlite_sequence"):
                names = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
                connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
        connection.commit()
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
        (library / name).unlink(missing_ok=True)
    older.rename(library / DATABASE)


def execute(library: Path, statement: str) -> None:
    connection = sqlite3.connect(library / DATABASE)
    with connection:
        connection.execute(statement)
    connection.close()


def test_a_newer_library_is_left_alone(library: Path) -> None:
    Store.open(library).close()
    execute(library, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(LibraryVersionError, match="newer version") as caught:
        Store.open(library)
    assert "Update" in caught.value.remedy


def test_a_library_without_version_is_damaged(library: Path) -> None:
    Store.open(library).close()
    execute(library, "DELETE FROM alembic_version")
    with pytest.raises(LibraryDamagedError, match="version"):
        Store.open(library)


def test_a_folder_with_other_things_is_not_made_a_library(library: Path) -> None:
    library.mkdir()
    (library / "holiday.jpg").write_bytes(b"")
    with pytest.raises(UsageError, match=r"not a Pincite library.*holiday\.jpg"):
        Store.open(library)
    assert [path.name for path in library.iterdir()] == ["holiday.jpg"]


def test_a_folder_with_settings_only_is_made_a_library(library: Path) -> None:
    library.mkdir()
    (library / "settings.toml").write_text("")
    with Store.open(library) as store:
        assert [collection.name for collection in store.collections()] == ["default"]


def test_a_missing_library_is_not_made_unasked(library: Path) -> None:
    for options in ({"create": False}, {"read_only": True}):
        with pytest.raises(NotFoundError, match="no library"):
            Store.open(library, **options)
    assert not library.exists()


def test_a_file_is_no_library(library: Path) -> None:
    library.write_text("a file")
    with pytest.raises(UsageError, match="is a file"):
        Store.open(library)


@pytest.mark.parametrize("content", [b"not a database at all, but longer than a header" * 20, b""])
def test_a_foreign_database_is_not_opened(library: Path, content: bytes) -> None:
    library.mkdir()
    (library / DATABASE).write_bytes(content)
    with pytest.raises(LibraryDamagedError):
        Store.open(library)
    assert (library / DATABASE).read_bytes() == content


def test_a_read_only_library_refuses_to_be_written(library: Path, tmp_path: Path) -> None:
    with Store.open(library) as store:
        add(store, tmp_path, "ant")
    with Store.open(library, read_only=True) as store:
        assert len(store.search_chunks([["ant"]], store.scope(), 5)) == 1
        with pytest.raises(LibraryError, match="read-only"):
            store.create_collection("new")


def test_a_library_on_a_read_only_medium_can_be_read(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(library) as store:
        add(store, tmp_path, "ant")
    # The superuser may write everywhere, so the medium is only said to be read-only.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store.open(library, read_only=True) as store:
        assert len(store.documents()) == 1
        assert [path.name for path in library.glob(DATABASE + "*")] == [DATABASE]


def test_no_file_of_a_failed_creation_is_left(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: sa.Connection) -> None:
        raise RuntimeError("stop")

    with monkeypatch.context() as patched:
        patched.setattr(schema, "create", fail)
        with pytest.raises(RuntimeError):
            Store.open(library)
    assert [path for path in library.rglob("*") if path.is_file()] == []
    Store.open(library).close()
