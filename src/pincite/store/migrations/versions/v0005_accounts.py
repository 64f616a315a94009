"""Accounts, sessions, tokens and the audit log; the queue; watched folders; manifests; whose a collection is."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_KEYS = {"sqlite_autoincrement": True}


def upgrade() -> None:
    """Make the tables; what is there already is of the space without a name."""
    last = _last_keys()
    op.create_table(
        "accounts",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("password", sa.Text()),
        sa.Column("admin", sa.Boolean(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("space", sa.String(length=32), nullable=False),
        sa.Column("totp", sa.Text()),
        sa.Column("totp_step", sa.BigInteger()),
        sa.Column("subject", sa.Text()),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_accounts"),
        sa.UniqueConstraint("id", name="uq_accounts_id"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
        sa.UniqueConstraint("space", name="uq_accounts_space"),
        sa.UniqueConstraint("subject", name="uq_accounts_subject"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.String(length=40), nullable=False),
        sa.Column("locked_until", sa.String(length=40)),
        sa.PrimaryKeyConstraint("key", name="pk_attempts"),
    )
    op.create_table(
        "audit",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("account_id", sa.String(length=32)),
        sa.Column("account_name", sa.Text(), nullable=False),
        sa.Column("address", sa.String(length=100), nullable=False),
        sa.Column("action", sa.String(length=60), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("request", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_audit_account_id", "audit", ["account_id"])
    op.create_index("ix_audit_action", "audit", ["action"])
    op.create_index("ix_audit_at", "audit", ["at"])

    op.create_table(
        "grants",
        sa.Column("collection_pk", sa.Integer(), nullable=False),
        sa.Column("account_pk", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_grants_account_pk"),
        sa.ForeignKeyConstraint(["collection_pk"], ["collections.pk"], name="fk_grants_collection_pk"),
        sa.PrimaryKeyConstraint("collection_pk", "account_pk", name="pk_grants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_grants_account_pk", "grants", ["account_pk"])

    op.create_table(
        "jobs",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("batch", sa.String(length=32), nullable=False),
        sa.Column("account_pk", sa.Integer()),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("document_id", sa.String(length=32)),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("progress", sa.JSON(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("remedy", sa.Text(), nullable=False),
        sa.Column("permanent", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("cancelling", sa.Boolean(), nullable=False),
        sa.Column("worker", sa.String(length=100)),
        sa.Column("lease_until", sa.Float()),
        sa.Column("not_before", sa.Float()),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.String(length=40)),
        sa.Column("finished_at", sa.String(length=40)),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_jobs_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_jobs"),
        sa.UniqueConstraint("id", name="uq_jobs_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_jobs_account_pk", "jobs", ["account_pk"])
    op.create_index("ix_jobs_collection_id", "jobs", ["collection_id"])
    op.create_index("ix_jobs_document_id", "jobs", ["document_id"])
    op.create_index("ix_jobs_version", "jobs", ["version"])
    op.create_index("ix_jobs_waiting", "jobs", ["state", "priority", "pk"])

    op.create_table(
        "links",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("account_pk", sa.Integer()),
        sa.Column("admin", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40), nullable=False),
        sa.Column("used_at", sa.String(length=40)),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_links_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_links"),
        sa.UniqueConstraint("digest", name="uq_links_digest"),
        sa.UniqueConstraint("id", name="uq_links_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_links_account_pk", "links", ["account_pk"])

    op.create_table(
        "manifests",
        sa.Column("document_pk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("digests", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.String(length=64), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["document_pk"], ["documents.pk"], name="fk_manifests_document_pk"),
        sa.PrimaryKeyConstraint("document_pk", name="pk_manifests"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("account_pk", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_recovery_codes_account_pk"),
        sa.PrimaryKeyConstraint("account_pk", "digest", name="pk_recovery_codes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sessions",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_pk", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("old_digest", sa.String(length=64)),
        sa.Column("old_until", sa.String(length=40)),
        sa.Column("rotated_at", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("used_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=100), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_sessions_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_sessions"),
        sa.UniqueConstraint("digest", name="uq_sessions_digest"),
        sa.UniqueConstraint("id", name="uq_sessions_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sessions_account_pk", "sessions", ["account_pk"])
    op.create_index("ix_sessions_old_digest", "sessions", ["old_digest"])

    op.create_table(
        "tokens",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_pk", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("expires_at", sa.String(length=40)),
        sa.Column("used_at", sa.String(length=40)),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_tokens_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_tokens"),
        sa.UniqueConstraint("digest", name="uq_tokens_digest"),
        sa.UniqueConstraint("id", name="uq_tokens_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tokens_account_pk", "tokens", ["account_pk"])

    op.create_table(
        "watched",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32), nullable=False),
        sa.Column("account_pk", sa.Integer()),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_watched_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_watched"),
        sa.UniqueConstraint("id", name="uq_watched_id"),
        sa.UniqueConstraint("path", name="uq_watched_path"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_watched_account_pk", "watched", ["account_pk"])

    op.create_table(
        "watched_files",
        sa.Column("watched_pk", sa.Integer(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("modified_ns", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("job_id", sa.String(length=32)),
        sa.Column("document_id", sa.String(length=32)),
        sa.ForeignKeyConstraint(["watched_pk"], ["watched.pk"], name="fk_watched_files_watched_pk"),
        sa.PrimaryKeyConstraint("watched_pk", "path", name="pk_watched_files"),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("collections", table_kwargs=_KEYS) as batch_op:
        batch_op.add_column(sa.Column("space", sa.String(length=32), server_default="", nullable=False))
        batch_op.drop_constraint("uq_collections_name_key", type_="unique")
        batch_op.create_unique_constraint("uq_collections_space_name_key", ["space", "name_key"])

    with op.batch_alter_table("conversations", table_kwargs=_KEYS) as batch_op:
        batch_op.add_column(sa.Column("account_pk", sa.Integer()))
        batch_op.create_index("ix_conversations_account_pk", ["account_pk"], unique=False)
        batch_op.create_foreign_key("fk_conversations_account_pk", "accounts", ["account_pk"], ["pk"])

    with op.batch_alter_table("documents", table_kwargs=_KEYS) as batch_op:
        batch_op.add_column(sa.Column("space", sa.String(length=32), server_default="", nullable=False))
        batch_op.add_column(sa.Column("given_title", sa.Text(), server_default="", nullable=False))
        batch_op.drop_constraint("uq_documents_sha256", type_="unique")
        batch_op.create_index("ix_documents_sha256", ["sha256"], unique=False)
        batch_op.create_unique_constraint("uq_documents_space_sha256", ["space", "sha256"])

    _keep_last_keys(last)


def _last_keys() -> dict[str, int]:
    if op.get_bind().dialect.name != "sqlite":
        return {}
    return {row[0]: row[1] for row in op.get_bind().exec_driver_sql("SELECT name, seq FROM sqlite_sequence")}


def _keep_last_keys(last: dict[str, int]) -> None:
    """A table that was rebuilt would else give the keys of rows that are gone to new ones."""
    for name, key in last.items():
        op.get_bind().exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        op.get_bind().exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, key))
