"""The audit log: who did what."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from pincite.accounts.records import Actor, AuditEntry
from pincite.accounts.times import Clock, stamp
from pincite.domain.listing import Listed
from pincite.errors import UsageError
from pincite.store import Store
from pincite.store.codec import storable
from pincite.store.tables import audit

LONGEST_DETAIL = 10_000


class Audit:
    """Writes and reads the audit log of a library.

    Args:
        store: Where it is kept.
        clock: Tells the time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def record(
        self,
        by: Actor,
        action: str,
        object: str = "",  # noqa: A002 - the word for it
        outcome: str = "done",
        **details: Any,
    ) -> None:
        """Write down what somebody did, on its own; never a password, token or key.

        Args:
            by: Who.
            action: What, as noun and verb: "document.delete".
            object: Id of what it was done with.
            outcome: "done", "failed" or "refused".
            details: Text, numbers, truth values, and lists of them.
        """
        with self._store.writing() as connection:
            self.write(connection, by, action, object, outcome, **details)

    def write(
        self,
        connection: sa.Connection,
        by: Actor,
        action: str,
        object: str = "",  # noqa: A002 - the word for it
        outcome: str = "done",
        **details: Any,
    ) -> None:
        """As `record`, within the transaction that does it: the one is not kept without the other."""
        account = by.account
        connection.execute(
            audit.insert(),
            {
                "at": stamp(self._clock()),
                "account_id": None if account is None else account.id,
                "account_name": by.name if account is None else account.name,
                "address": storable(by.address[:100]),
                "action": action,
                "object": storable(object[:LONGEST_DETAIL]),
                "outcome": outcome,
                "details": {key: _plain(value) for key, value in details.items()},
                "request": storable(by.request[:40]),
            },
        )

    def entries(
        self,
        *,
        account: str | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Listed[AuditEntry]:
        """What was done, the last first.

        Args:
            account: Id of the account that did it.
            action: What was done; "session" stands for all that begins with "session.".
            since: ISO 8601 time, UTC: not before.
            until: ISO 8601 time, UTC: before.
            limit: At most so many.
            cursor: The part that begins there.

        Raises:
            UsageError: if the cursor is none of ours.
        """
        chosen = _chosen(account, action, since, until)
        if cursor is not None:
            chosen.append(audit.c.pk < _pk(cursor))
        statement = sa.select(audit).where(*chosen).order_by(audit.c.pk.desc()).limit(limit + 1)
        with self._store.reading() as connection:
            rows = connection.execute(statement).all()
        following = _cursor(rows[limit - 1].pk) if len(rows) > limit else None
        return Listed(tuple(_entry(row) for row in rows[:limit]), following)

    def all(
        self,
        *,
        account: str | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> Iterator[AuditEntry]:
        """All of them, the last first, as for `entries`; read in parts, so that nothing is held open meanwhile."""
        cursor: str | None = None
        while True:
            part = self.entries(
                account=account, action=action, since=since, until=until, limit=1000, cursor=cursor
            )
            yield from part.items
            cursor = part.next
            if cursor is None:
                return


def _chosen(
    account: str | None, action: str | None, since: str | None, until: str | None
) -> list[sa.ColumnElement[bool]]:
    chosen: list[sa.ColumnElement[bool]] = []
    if account is not None:
        chosen.append(audit.c.account_id == account)
    if action:
        group = audit.c.action.startswith(action + ".", autoescape=True)
        chosen.append(sa.or_(audit.c.action == action, group))
    if since is not None:
        chosen.append(audit.c.at >= since)
    if until is not None:
        chosen.append(audit.c.at < until)
    return chosen


def _entry(row: Any) -> AuditEntry:
    return AuditEntry(
        at=row.at,
        account_id=row.account_id,
        account_name=row.account_name,
        address=row.address,
        action=row.action,
        object=row.object,
        outcome=row.outcome,
        details=row.details,
        request=row.request,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value[:LONGEST_DETAIL])
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (bool, int, float)) else _plain(str(value))


def _cursor(pk: int) -> str:
    return base64.urlsafe_b64encode(f"audit {pk}".encode()).decode("ascii").rstrip("=")


def _pk(cursor: str) -> int:
    wrong = UsageError("this cursor is none that was given", "Leave it out to begin at the start.")
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode(
            "ascii"
        )
        kind, _, pk = text.partition(" ")
        number = int(pk)
    except (ValueError, UnicodeError, binascii.Error):
        raise wrong from None
    if kind != "audit" or not 0 < number < 2**63:
        raise wrong
    return number
