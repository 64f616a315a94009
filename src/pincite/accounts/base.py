"""What all that is done with accounts builds on."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from pincite.accounts.attempts import Attempts
from pincite.accounts.audit import Audit
from pincite.accounts.links import Links
from pincite.accounts.names import clean_name, name_key
from pincite.accounts.passwords import Passwords
from pincite.accounts.records import Actor
from pincite.accounts.rows import COLUMNS, account
from pincite.accounts.second_factor import SecondFactor
from pincite.accounts.secret import new_id
from pincite.accounts.sessions import Sessions
from pincite.accounts.times import Clock, stamp, utc_now
from pincite.accounts.tokens import Tokens
from pincite.config import AccountSettings
from pincite.domain import Account
from pincite.errors import ConflictError, NotFoundError, UsageError
from pincite.store import Store
from pincite.store.tables import accounts


class Base:
    """Reads accounts, and writes new ones.

    Args:
        store: The library.
        settings: Rules for passwords, sessions and signing up.
        clock: Tells the time.

    Attributes:
        audit: Who did what.
        sessions: Logins that last.
        tokens: For programs.
        links: Invitations.
    """

    def __init__(self, store: Store, settings: AccountSettings, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock
        self._some = False
        self.audit = Audit(store, clock)
        self.sessions = Sessions(store, dt.timedelta(hours=settings.session_hours), self.audit, clock)
        self.tokens = Tokens(store, self.audit, clock)
        self.links = Links(store, self.audit, clock)
        self._attempts = Attempts(store, settings.lock_after, clock)
        self._passwords = Passwords(settings.min_password)
        self._second_factor = SecondFactor(clock)

    def exist(self) -> bool:
        """Whether there is any account; without one, everybody who reaches the server may do everything."""
        if not self._some:
            with self._store.reading() as connection:
                # The last administrator cannot be removed: once there are some, there always are.
                self._some = connection.execute(sa.select(accounts.c.pk).limit(1)).first() is not None
        return self._some

    def get(self, identity: str) -> Account:
        """The account with this id.

        Raises:
            NotFoundError: if there is none.
        """
        with self._store.reading() as connection:
            return self._get(connection, identity)

    def named(self, name: str) -> Account:
        """The account with this name, in any case.

        Raises:
            NotFoundError: if there is none.
        """
        with self._store.reading() as connection:
            row = self._row(connection, accounts.c.name_key == name_key(name))
        if row is None:
            raise NotFoundError(f"there is no account {name!r}", "`pincite accounts list` lists them.")
        return account(row)

    def _get(self, connection: sa.Connection, identity: str) -> Account:
        row = self._row(connection, accounts.c.id == identity)
        if row is None:
            raise NotFoundError(f"there is no account {identity!r}", "It may have been deleted.")
        return account(row)

    def _row(self, connection: sa.Connection, condition: sa.ColumnElement[bool]) -> Any:
        """An account with its password's hash; None where there is none."""
        return connection.execute(sa.select(*COLUMNS, accounts.c.password).where(condition)).first()

    def _insert(
        self,
        connection: sa.Connection,
        name: str,
        password: str | None,
        *,
        admin: bool,
        subject: str | None = None,
    ) -> Account:
        """Make an account; the first one gets all that is there already.

        Raises:
            UsageError: if the name cannot be used, or the first account would not be an administrator's.
            ConflictError: if there is one of this name.
        """
        clean = clean_name(name)
        if self._row(connection, accounts.c.name_key == name_key(clean)) is not None:
            raise ConflictError(f"there is an account {clean!r} already", "Choose another name.")
        first = connection.execute(sa.select(accounts.c.pk).limit(1)).first() is None
        if first and not admin:
            raise UsageError(
                "the first account must be an administrator's",
                "Else nobody could make others, or change the settings of the server.",
            )
        row = {
            "id": new_id(),
            "name": clean,
            "name_key": name_key(clean),
            "password": password,
            "admin": admin,
            "disabled": False,
            "space": "" if first else new_id(),
            "subject": subject,
            "created_at": stamp(self._clock()),
        }
        connection.execute(accounts.insert(), row)
        made = self._get(connection, str(row["id"]))
        if first:
            self._store.adopt_everything(connection, made.pk)
        return made

    def _forget_logins(self, connection: sa.Connection, account_pk: int, kept: str | None = None) -> None:
        """End all that lets somebody in as the account, but one session."""
        self.sessions.forget(connection, account_pk, kept)
        self.tokens.forget(connection, account_pk)
        self.links.forget(connection, account_pk)

    def _failed(self, connection: sa.Connection, row: Any, by: Actor, action: str, reason: str) -> None:
        """Write down that somebody could not prove to be who they claim; what they typed is not kept."""
        claimed = Actor(None if row is None else account(row), address=by.address, request=by.request)
        self.audit.write(connection, claimed, action, outcome="failed", reason=reason)
