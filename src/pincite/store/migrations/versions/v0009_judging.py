"""How good answers of evaluations are, under what conditions they were made, and what judges said of them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("evaluations", sa.Column("conditions", sa.JSON()))
    op.add_column("evaluation_results", sa.Column("scores", sa.JSON()))
    op.create_table(
        "judge_verdicts",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("judge", sa.Text(), nullable=False),
        sa.Column("prompt_version", sa.String(length=20), nullable=False),
        sa.Column("verdict", sa.JSON(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("made_at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_judge_verdicts"),
        sqlite_with_rowid=False,
    )
