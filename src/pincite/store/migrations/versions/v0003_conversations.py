"""Conversations, and results that are kept: summaries, extractions and the like."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "conversations",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("scope", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.Column("updated_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_conversations"),
        sa.UniqueConstraint("id", name="uq_conversations_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conversations_updated_at", "conversations", ["updated_at"])
    op.create_table(
        "turns",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("conversation_pk", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["conversation_pk"], ["conversations.pk"], name="fk_turns_conversation_pk"),
        sa.PrimaryKeyConstraint("pk", name="pk_turns"),
        sa.UniqueConstraint("conversation_pk", "number", name="uq_turns_conversation_pk_number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "results",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("pk", name="pk_results"),
        sa.UniqueConstraint("key", name="uq_results_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "result_documents",
        sa.Column("result_pk", sa.Integer(), nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["result_pk"], ["results.pk"], name="fk_result_documents_result_pk"),
        sa.ForeignKeyConstraint(["document_pk"], ["documents.pk"], name="fk_result_documents_document_pk"),
        sa.PrimaryKeyConstraint("result_pk", "document_pk", name="pk_result_documents"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_documents_document_pk", "result_documents", ["document_pk"])
