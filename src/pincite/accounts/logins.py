"""Logging in."""

from __future__ import annotations

import sqlalchemy as sa

from pincite.accounts.base import Base
from pincite.accounts.credentials import Credential
from pincite.accounts.names import name_key
from pincite.accounts.records import Actor
from pincite.accounts.rows import account
from pincite.domain import Account
from pincite.errors import ForbiddenError, NotSignedInError, TooManyRequestsError
from pincite.store.tables import accounts

WRONG = "the name, the password or the code is wrong"
WRONG_REMEDY = "Check all three; a code is needed if the account has a second factor."


class Logins(Base):
    """Finds out who somebody is."""

    def log_in(
        self,
        name: str,
        password: str,
        code: str = "",
        *,
        address: str = "",
        agent: str = "",
        request: str = "",
    ) -> tuple[str, Credential]:
        """Begin a session.

        It takes as long, and says the same, whatever was wrong: that there is no such account, its password, its code,
        or that it is disabled.

        Args:
            name: As typed.
            password: As typed.
            code: Of the second factor, or a recovery code; ignored where the account has none.
            address: Of the client.
            agent: What the client calls itself.
            request: Id of the request.

        Returns:
            The session's secret, and whose it is.

        Raises:
            NotSignedInError: if anything does not fit.
            TooManyRequestsError: after too many failures.
        """
        mine = accounts.c.name_key == name_key(name)
        by = Actor(address=address, request=request)
        attempt = self._attempts.begin(name_key(name), address)
        with self._store.reading() as connection:
            before = self._row(connection, mine)
        kept = None if before is None else before.password
        try:
            fits, renewed = self._passwords.check(password, kept)
        except TooManyRequestsError:
            self._attempts.withdraw(attempt)
            raise
        with self._store.writing() as connection:
            row = self._row(connection, mine)  # again: it may have changed meanwhile
            fits = fits and row is not None and row.password == kept
            reason = ""
            if not fits:
                reason = "password"
            elif row.disabled:
                reason = "disabled"
            elif not self._second_factor.accepts(connection, account(row), code):
                reason = "code"
            if reason:
                self._failed(connection, row, by, "session.login", reason)
            else:
                self._attempts.succeeded(connection, attempt)
                if renewed is not None:
                    connection.execute(accounts.update().where(mine).values(password=renewed))
                return self._begin(connection, account(row), by, agent)
        raise NotSignedInError(WRONG, WRONG_REMEDY)

    def by_session(self, secret: str, address: str, *, rotate: bool = True) -> Credential | None:
        """Who holds the secret of a session; None where nobody does.

        Args:
            secret: From the cookie.
            address: Where it comes from.
            rotate: Whether a new secret can be given to the holder at once; see `Credential.rotated`.
        """
        return self.sessions.find(secret, address, rotate=rotate)

    def by_token(self, secret: str) -> Credential | None:
        """Who holds the secret of an API token; None where nobody does."""
        return self.tokens.find(secret)

    def log_out(self, credential: Credential, *, by: Actor) -> None:
        """End the session."""
        if credential.session is not None:
            self.sessions.end(credential.account, credential.session, by=by, action="session.logout")

    def _begin(
        self, connection: sa.Connection, owner: Account, by: Actor, agent: str, **details: str
    ) -> tuple[str, Credential]:
        secret, credential = self.sessions.begin(connection, owner, by.address, agent)
        done = Actor(owner, address=by.address, request=by.request)
        self.audit.write(connection, done, "session.login", credential.session or "", **details)
        return secret, credential

    def _prove(self, owner: Account, password: str, by: Actor, action: str) -> str:
        """Let somebody who is logged in prove to be who they are: a login may be left open, or be stolen.

        Returns:
            What was kept of the password, for `_require_still`.

        Raises:
            ForbiddenError: if the password is wrong.
            TooManyRequestsError: after too many failures.
        """
        mine = accounts.c.pk == owner.pk
        attempt = self._attempts.begin(f"\nown {owner.id}", by.address)
        with self._store.reading() as connection:
            row = self._row(connection, mine)
        kept = None if row is None else row.password
        try:
            fits, _ = self._passwords.check(password, kept)
        except TooManyRequestsError:
            self._attempts.withdraw(attempt)
            raise
        with self._store.writing() as connection:
            if fits:
                self._attempts.succeeded(connection, attempt)
                return str(kept)
            self._failed(connection, row, by, action, "password")
        raise _wrong_password()

    def _require_still(self, connection: sa.Connection, owner: Account, proven: str) -> None:
        """Refuse, within the transaction that acts on a proof, where the password was changed since.

        Raises:
            ForbiddenError: if it was.
        """
        row = self._row(connection, accounts.c.pk == owner.pk)
        if row is None or row.password != proven:
            raise _wrong_password()


def _wrong_password() -> ForbiddenError:
    return ForbiddenError("the password is wrong", "Give the one that you log in with.")
