"""What documents say about themselves: kind, affiliations, abstract, DOI and the like."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; older documents have no facts until they are added again."""
    op.add_column("documents", sa.Column("facts", sa.JSON(), nullable=False, server_default="{}"))
