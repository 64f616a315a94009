"""Who answers a turn, the words by which it is found, and the documents that its answer was made from."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("turns", sa.Column("claim", sa.String(length=32)))
    op.add_column("turns", sa.Column("words", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "turn_documents",
        sa.Column("turn_pk", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.String(length=32), nullable=False),
        sa.Column("quoted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["turn_pk"], ["turns.pk"], name="fk_turn_documents_turn_pk"),
        sa.PrimaryKeyConstraint("turn_pk", "document_id", name="pk_turn_documents"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_turn_documents_document_id", "turn_documents", ["document_id"])
