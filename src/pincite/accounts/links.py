"""Links that work once: invitations to sign up, and links to set a password.

Their secret belongs behind the "#" of an address or into a request's body: neither is written into logs.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from pincite.accounts.audit import Audit
from pincite.accounts.records import Actor, LinkKind, LinkRecord
from pincite.accounts.secret import digest, new_id, new_secret
from pincite.accounts.times import Clock, stamp
from pincite.domain import Account
from pincite.errors import NotFoundError, UsageError
from pincite.store import Store
from pincite.store.codec import storable
from pincite.store.tables import links

PASSWORD_LINK_LASTS = dt.timedelta(hours=24)
LONGEST_NOTE = 200
INVALID = "this link is not valid, or not any more"


class Links:
    """The links of one library.

    Args:
        store: Where they are kept.
        audit: Told of what is made and revoked.
        clock: Tells the time.
    """

    def __init__(self, store: Store, audit: Audit, clock: Clock) -> None:
        self._store = store
        self._audit = audit
        self._clock = clock

    def invite(
        self, *, days: float, by: Actor, admin: bool = False, note: str = ""
    ) -> tuple[str, LinkRecord]:
        """Make an invitation; gives its secret, which is not kept.

        Args:
            days: How long it lasts.
            by: Who invites; the invitation ends when they stop being an administrator.
            admin: Whether who signs up with it becomes an administrator.
            note: Whom it is for.

        Raises:
            UsageError: if the note is too long.
        """
        clean = " ".join(note.split())
        if len(clean) > LONGEST_NOTE:
            raise UsageError(f"the note is longer than {LONGEST_NOTE} characters", "Give a shorter one.")
        maker = None if by.account is None else by.account.pk
        with self._store.writing() as connection:
            secret, identity = self._insert(
                connection, LinkKind.INVITATION, dt.timedelta(days=days), maker, admin, storable(clean)
            )
            self._audit.write(connection, by, "invitation.create", identity, admin=admin)
            made = connection.execute(sa.select(links).where(links.c.id == identity)).one()
        return secret, _record(made)

    def invitations(self) -> list[LinkRecord]:
        """All invitations, the newest first."""
        statement = (
            sa.select(links)
            .where(links.c.kind == LinkKind.INVITATION)
            .order_by(links.c.pk.desc())
            .limit(1000)
        )
        with self._store.reading() as connection:
            return [_record(row) for row in connection.execute(statement)]

    def revoke(self, identity: str, *, by: Actor) -> None:
        """Remove an invitation.

        Raises:
            NotFoundError: if there is none of this id.
        """
        mine = sa.and_(links.c.id == identity, links.c.kind == LinkKind.INVITATION)
        with self._store.writing() as connection:
            if not connection.execute(links.delete().where(mine)).rowcount:
                raise NotFoundError(
                    f"there is no invitation {identity!r}", "It may have been removed already."
                )
            self._audit.write(connection, by, "invitation.revoke", identity)

    def for_password(self, connection: sa.Connection, owner: Account) -> str:
        """Make a link with which a password can be set; earlier ones end."""
        mine = sa.and_(links.c.account_pk == owner.pk, links.c.kind == LinkKind.PASSWORD)
        connection.execute(links.delete().where(mine))
        return self._insert(connection, LinkKind.PASSWORD, PASSWORD_LINK_LASTS, owner.pk, False, "")[0]

    def check(self, kind: LinkKind, secret: str) -> None:
        """Whether a link can be used now.

        Raises:
            NotFoundError: if it is none, was used, or has ended.
        """
        with self._store.reading() as connection:
            self._valid(connection, kind, secret)

    def use(self, connection: sa.Connection, kind: LinkKind, secret: str) -> Any:
        """Use a link up, within the transaction that does what it is for. Gives its row.

        Raises:
            NotFoundError: if it is none, was used, or has ended.
        """
        row = self._valid(connection, kind, secret)
        used = links.update().where(links.c.pk == row.pk).values(used_at=stamp(self._clock()))
        connection.execute(used)
        return row

    def forget(self, connection: sa.Connection, account_pk: int, kind: LinkKind | None = None) -> None:
        """Remove what was not used of the links to an account's password, and of its invitations."""
        gone = links.delete().where(links.c.account_pk == account_pk)
        if kind is not None:
            gone = gone.where(links.c.kind == kind)
        connection.execute(gone)

    def _valid(self, connection: sa.Connection, kind: LinkKind, secret: str) -> Any:
        statement = sa.select(links).where(
            links.c.digest == digest(secret),
            links.c.kind == kind,
            links.c.used_at.is_(None),
            links.c.expires_at > stamp(self._clock()),
        )
        row = connection.execute(statement).first()
        if row is None:
            raise NotFoundError(INVALID, "Ask an administrator for a new one.")
        return row

    def _insert(
        self,
        connection: sa.Connection,
        kind: LinkKind,
        lasts: dt.timedelta,
        account_pk: int | None,
        admin: bool,
        note: str,
    ) -> tuple[str, str]:
        now, secret, identity = self._clock(), new_secret(), new_id()
        row = {
            "id": identity,
            "kind": kind,
            "digest": digest(secret),
            "account_pk": account_pk,
            "admin": admin,
            "note": note,
            "created_at": stamp(now),
            "expires_at": stamp(now + lasts),
        }
        connection.execute(links.insert(), row)
        return secret, identity


def _record(row: Any) -> LinkRecord:
    return LinkRecord(
        id=row.id,
        admin=row.admin,
        note=row.note,
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
    )


def link_path(kind: LinkKind, secret: str, root_path: str = "") -> str:
    """The path of a link on its server; what stands behind the "#" never leaves the browser by itself.

    Args:
        kind: What it is for.
        secret: Its secret.
        root_path: Path before all addresses.
    """
    return f"{root_path.rstrip('/')}/#/{kind}/{secret}"
