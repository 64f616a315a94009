"""Jobs tell whether they failed for want of a password."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column; of jobs that failed before, their remedy tells it."""
    column: sa.Column[bool] = sa.Column(
        "needs_password", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("jobs", column)
    jobs = sa.table("jobs", sa.column("state"), sa.column("remedy"), sa.column("needs_password"))
    wanting = (jobs.c.state == "failed") & (jobs.c.remedy == "Try it again with its password.")
    op.execute(jobs.update().where(wanting).values(needs_password=sa.true()))
