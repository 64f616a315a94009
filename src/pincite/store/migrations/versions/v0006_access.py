"""What lists of documents are sorted and searched by; whose the documents were that an answer quotes."""

from pathlib import PurePath

import sqlalchemy as sa
from alembic import op

from pincite.terms import fold

revision = "0006"
down_revision = "0005"

_KEYS = {"sqlite_autoincrement": True}
_LAYOUT = [
    *("pk", "revision", "first_page", "page_count", "page_terms"),
    *("first_chunk", "chunk_count", "chunk_terms", "language"),
]


def upgrade() -> None:
    """Add the columns and fill them."""
    last = _last_keys()
    with op.batch_alter_table("documents", recreate="always", table_kwargs=_KEYS) as batch_op:
        for name, kind, after in (
            ("title_key", sa.Text(), "added_at"),
            ("words", sa.Text(), "title_key"),
            ("kind", sa.String(length=20), "words"),
        ):
            column = sa.Column(name, kind, server_default="", nullable=False)
            batch_op.add_column(column, insert_after=after)
        batch_op.drop_constraint("uq_documents_space_sha256", type_="unique")
        batch_op.create_index("ix_documents_space_sha256", ["space", "sha256"], unique=False)
        batch_op.drop_index("ix_documents_layout")
        batch_op.create_index("ix_documents_layout", _LAYOUT, unique=False)
        batch_op.create_index("ix_documents_added_at", ["added_at"], unique=False)
        batch_op.create_index("ix_documents_title_key", ["title_key"], unique=False)
    space = sa.Column("space", sa.String(length=32), nullable=False, server_default="")
    op.add_column("turn_documents", space)
    _keep_last_keys(last)
    _fill()


def _fill() -> None:
    documents = sa.table(
        "documents",
        *(
            sa.column(name)
            for name in ("pk", "title", "given_title", "file_name", "title_key", "words", "kind")
        ),
        sa.column("authors", sa.JSON),
        sa.column("facts", sa.JSON),
    )
    here = op.get_bind()
    for row in here.execute(sa.select(documents)).all():
        title = row.given_title or row.title or PurePath(row.file_name).stem
        values = {
            "title_key": fold(title),
            "words": fold("\n".join([title, row.file_name, *row.authors])),
            "kind": row.facts.get("kind", "other"),
        }
        here.execute(documents.update().where(documents.c.pk == row.pk).values(values))


def _last_keys() -> dict[str, int]:
    if op.get_bind().dialect.name != "sqlite":
        return {}
    return {row[0]: row[1] for row in op.get_bind().exec_driver_sql("SELECT name, seq FROM sqlite_sequence")}


def _keep_last_keys(last: dict[str, int]) -> None:
    """A table that was rebuilt would else give the keys of rows that are gone to new ones."""
    for name, key in last.items():
        op.get_bind().exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        op.get_bind().exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, key))
