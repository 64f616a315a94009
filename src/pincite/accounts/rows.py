"""Accounts as the database holds them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from pincite.domain import Account
from pincite.store.tables import accounts

COLUMNS = (
    accounts.c.pk,
    accounts.c.id,
    accounts.c.name,
    accounts.c.admin,
    accounts.c.disabled,
    accounts.c.space,
    accounts.c.created_at,
    sa.and_(accounts.c.totp.is_not(None), accounts.c.totp_step.is_not(None)).label("second_factor"),
    accounts.c.password.is_not(None).label("has_password"),
    accounts.c.subject.is_not(None).label("linked"),
)
"""What `account` needs, free of secrets."""


def account(row: Any) -> Account:
    """The account in a row with `COLUMNS`."""
    return Account(
        pk=row.pk,
        id=row.id,
        name=row.name,
        admin=row.admin,
        disabled=row.disabled,
        space=row.space,
        totp=bool(row.second_factor),
        has_password=bool(row.has_password),
        created_at=row.created_at,
        linked=bool(row.linked),
    )
