"""Evaluations: files of questions that were asked, and what came of each question."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_COUNTS = ("questions", "excluded", "asked", "failed")


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "evaluations",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_pk", sa.Integer()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("collection_id", sa.String(length=32)),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("claim", sa.String(length=32)),
        sa.Column("lease_until", sa.Float()),
        sa.Column("stopping", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("started_at", sa.String(length=40)),
        sa.Column("finished_at", sa.String(length=40)),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("remedy", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _COUNTS),
        sa.Column("measures", sa.JSON()),
        sa.ForeignKeyConstraint(["account_pk"], ["accounts.pk"], name="fk_evaluations_account_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_evaluations"),
        sa.UniqueConstraint("id", name="uq_evaluations_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_evaluations_account_pk", "evaluations", ["account_pk"])
    op.create_table(
        "evaluation_results",
        sa.Column("evaluation_pk", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("expected", sa.JSON(), nullable=False),
        sa.Column("answerable", sa.Boolean(), nullable=False),
        sa.Column("scoring", sa.String(length=20), nullable=False),
        sa.Column("place", sa.JSON()),
        sa.Column("wanted", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("ranks", sa.JSON(), nullable=False),
        sa.Column("first_rank", sa.Integer()),
        sa.Column("refused", sa.Boolean()),
        sa.Column("held", sa.Boolean()),
        sa.Column("confidence", sa.Float()),
        sa.Column("milliseconds", sa.Float()),
        sa.Column("first", sa.JSON()),
        sa.Column("cited", sa.JSON()),
        sa.ForeignKeyConstraint(
            ["evaluation_pk"], ["evaluations.pk"], name="fk_evaluation_results_evaluation_pk"
        ),
        sa.PrimaryKeyConstraint("evaluation_pk", "number", name="pk_evaluation_results"),
        sqlite_with_rowid=False,
    )
