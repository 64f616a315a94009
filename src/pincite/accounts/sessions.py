"""Logins that last: their secret is in the browser's cookie, its digest in the database.

The secret is changed every hour of use. The old one counts until a minute after the new one was used, for requests that
were under way, and for a holder whom the new one never reached. Who uses it later has a copy of it: the session ends,
for both.
"""

from __future__ import annotations

import contextlib
import datetime as dt
from typing import Any

import sqlalchemy as sa

from pincite.accounts.audit import Audit
from pincite.accounts.credentials import Credential
from pincite.accounts.records import Actor, SessionRecord
from pincite.accounts.rows import COLUMNS, account
from pincite.accounts.secret import digest, new_id, new_secret
from pincite.accounts.times import Clock, stamp
from pincite.domain import Account, TokenScope
from pincite.errors import LibraryBusyError, NotFoundError
from pincite.store import Store
from pincite.store.codec import storable
from pincite.store.tables import accounts, sessions

ROTATED_AFTER = dt.timedelta(hours=1)
OLD_COUNTS_FOR = dt.timedelta(minutes=1)
NOTED_EVERY = dt.timedelta(minutes=1)
"""How exact the time of the last use is: a request shall not have to write."""
LONGEST_AGENT = 300

_SELECTED = sa.select(
    *COLUMNS,
    sessions.c.pk.label("session_pk"),
    sessions.c.id.label("session_id"),
    sessions.c.digest,
    sessions.c.old_digest,
    sessions.c.old_until,
    sessions.c.rotated_at,
    sessions.c.used_at,
    sessions.c.expires_at,
).join_from(sessions, accounts)


class Sessions:
    """The sessions of a library's accounts.

    Args:
        store: Where they are kept.
        lasts: How long one lasts without being used.
        audit: Told of stolen ones.
        clock: Tells the time.
    """

    def __init__(self, store: Store, lasts: dt.timedelta, audit: Audit, clock: Clock) -> None:
        self._store = store
        self._lasts = lasts
        self._audit = audit
        self._clock = clock

    def begin(
        self, connection: sa.Connection, owner: Account, address: str, agent: str
    ) -> tuple[str, Credential]:
        """Begin one, within the transaction in which the login was checked; gives its secret."""
        now = self._clock()
        secret, identity = new_secret(), new_id()
        connection.execute(sessions.delete().where(sessions.c.expires_at <= stamp(now)))
        connection.execute(
            sessions.insert(),
            {
                "id": identity,
                "account_pk": owner.pk,
                "digest": digest(secret),
                "rotated_at": stamp(now),
                "created_at": stamp(now),
                "used_at": stamp(now),
                "expires_at": stamp(now + self._lasts),
                "address": storable(address[:100]),
                "agent": storable(agent[:LONGEST_AGENT]),
            },
        )
        return secret, Credential(owner, frozenset(TokenScope), session=identity)

    def find(self, secret: str, address: str, *, rotate: bool) -> Credential | None:
        """Whose session it is; None where it is none, or has ended.

        Args:
            secret: From the cookie.
            address: Where the request comes from.
            rotate: Whether the holder can be given a new secret with the answer, at once.
        """
        mine, now = digest(secret), self._clock()
        statement = _SELECTED.where(sa.or_(sessions.c.digest == mine, sessions.c.old_digest == mine))
        with self._store.reading() as connection:
            row = connection.execute(statement).first()
        if row is None or row.disabled or row.expires_at <= stamp(now):
            return None
        current = row.digest == mine
        if not current and row.old_until is not None and row.old_until <= stamp(now):
            self._end_stolen(row, address)
            return None
        rotated: str | None = None
        # What is noted here can as well be noted with the next request: none waits for others that write.
        with contextlib.suppress(LibraryBusyError):
            rotated = self._note_use(row, current, address, now, rotate)
        return Credential(account(row), frozenset(TokenScope), session=row.session_id, rotated=rotated)

    def _note_use(self, row: Any, current: bool, address: str, now: dt.datetime, rotate: bool) -> str | None:
        """Write down that it was used, where there is anything to write. Gives its new secret."""
        values: dict[str, object] = {}
        used_at = dt.datetime.fromisoformat(row.used_at)
        if now - used_at >= NOTED_EVERY:
            expires_at = stamp(now + self._lasts)
            values |= {"used_at": stamp(now), "expires_at": expires_at, "address": storable(address[:100])}
        if current and row.old_digest is not None and row.old_until is None:
            values["old_until"] = stamp(now + OLD_COUNTS_FOR)
        age = now - dt.datetime.fromisoformat(row.rotated_at)
        secret: str | None = None
        if rotate and age >= (ROTATED_AFTER if current else OLD_COUNTS_FOR):
            secret = new_secret()
            old = {"old_digest": row.digest, "old_until": None} if current else {}
            values |= {"digest": digest(secret), "rotated_at": stamp(now), **old}
        if not values:
            return None
        # Of several requests at once, one changes the secret.
        mine = sa.and_(sessions.c.pk == row.session_pk, sessions.c.digest == row.digest)
        with self._store.writing(wait=False) as connection:
            changed = connection.execute(sessions.update().where(mine).values(values)).rowcount
        return secret if changed else None

    def _end_stolen(self, row: Any, address: str) -> None:
        with self._store.writing() as connection:
            gone = connection.execute(sessions.delete().where(sessions.c.pk == row.session_pk)).rowcount
            if gone:
                by = Actor(account(row), address=address)
                self._audit.write(connection, by, "session.stolen", row.session_id, "refused")

    def all(self, owner: Account) -> list[SessionRecord]:
        """Those of an account, the last used first."""
        statement = (
            sa.select(sessions)
            .where(sessions.c.account_pk == owner.pk, sessions.c.expires_at > stamp(self._clock()))
            .order_by(sessions.c.used_at.desc(), sessions.c.pk.desc())
        )
        with self._store.reading() as connection:
            rows = connection.execute(statement).all()
        return [
            SessionRecord(
                id=row.id,
                created_at=row.created_at,
                used_at=row.used_at,
                expires_at=row.expires_at,
                address=row.address,
                agent=row.agent,
            )
            for row in rows
        ]

    def end(self, owner: Account, identity: str, *, by: Actor, action: str = "session.end") -> None:
        """End one of an account's sessions.

        Raises:
            NotFoundError: if it has none of this id.
        """
        mine = sa.and_(sessions.c.account_pk == owner.pk, sessions.c.id == identity)
        with self._store.writing() as connection:
            if not connection.execute(sessions.delete().where(mine)).rowcount:
                raise NotFoundError(f"there is no session {identity!r}", "It may have ended already.")
            self._audit.write(connection, by, action, identity)

    def end_others(self, owner: Account, kept: str | None, *, by: Actor) -> int:
        """End all of an account's sessions but one; gives how many there were."""
        with self._store.writing() as connection:
            ended = self.forget(connection, owner.pk, kept)
            if ended:
                self._audit.write(connection, by, "session.end-others", ended=ended)
        return ended

    def forget(self, connection: sa.Connection, account_pk: int, kept: str | None = None) -> int:
        """Remove an account's sessions but one, within a transaction; gives how many there were."""
        gone = sessions.delete().where(sessions.c.account_pk == account_pk)
        if kept is not None:
            gone = gone.where(sessions.c.id != kept)
        return connection.execute(gone).rowcount
