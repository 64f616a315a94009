"""Accounts that log in with an identity provider."""

from __future__ import annotations

import threading

import sqlalchemy as sa

from pincite.accounts.credentials import Credential
from pincite.accounts.managing import Managing
from pincite.accounts.names import LONGEST_NAME, clean_name, name_key
from pincite.accounts.provider import Identity, Provider
from pincite.accounts.records import Actor
from pincite.accounts.rows import account
from pincite.domain import Account
from pincite.errors import ConflictError, NotFoundError, NotSignedInError, UsageError
from pincite.store.tables import accounts

_SPARE = "Reader"
"""What somebody is called whose name cannot be used here."""


class Elsewhere(Managing):
    """Links accounts with identities, and lets these in."""

    _provider: Provider | None = None
    _making = threading.Lock()

    @property
    def provider(self) -> Provider:
        """The identity provider.

        Raises:
            NotFoundError: if the settings name none.
            SettingsError: if they do not fit.
        """
        if not self._settings.oidc_issuer:
            raise NotFoundError("no identity provider is set", "Log in with name and password.")
        with self._making:
            if self._provider is None:
                self._provider = Provider(self._settings)
            return self._provider

    def prove(self, owner: Account, password: str, *, by: Actor) -> None:
        """Let somebody prove, before an identity is linked, that the account is theirs.

        Raises:
            ForbiddenError: if the password is wrong.
            TooManyRequestsError: after too many failures.
        """
        self._prove(owner, password, by, "account.link")

    def link(self, owner: Account, identity: Identity, *, by: Actor) -> None:
        """Let an identity log in as an account, in place of the one that could so far.

        Raises:
            ConflictError: if another account is linked with it.
        """
        with self._store.writing() as connection:
            held = self._row(connection, accounts.c.subject == identity.key)
            if held is not None and held.pk != owner.pk:
                raise ConflictError("another account is linked with this identity", "Log in with that one.")
            self._update(connection, owner, subject=identity.key)
            self.audit.write(connection, by, "account.link", owner.id, subject=identity.key)

    def unlink(self, owner: Account, *, by: Actor) -> None:
        """Let no identity log in as an account any more.

        Raises:
            ConflictError: if it has no password to log in with.
        """
        with self._store.writing() as connection:
            if not self._get(connection, owner.id).has_password:
                raise ConflictError(
                    "without a password nobody could log in any more",
                    "Ask an administrator for a link to set one.",
                )
            self._update(connection, owner, subject=None)
            self.audit.write(connection, by, "account.unlink", owner.id)

    def log_in_elsewhere(self, identity: Identity, *, by: Actor, agent: str) -> tuple[str, Credential]:
        """Begin a session for whom the provider has let in. A second factor is the provider's affair.

        An identity that is linked with no account gets one, if the settings say so; it is never linked with one that
        happens to have its name.

        Raises:
            NotSignedInError: if no account is linked with it, or it is disabled.
        """
        with self._store.writing() as connection:
            row = self._row(connection, accounts.c.subject == identity.key)
            if row is None and self._settings.oidc_sign_up and self.exist():
                made = self._insert(
                    connection,
                    self._free_name(connection, identity.name),
                    None,
                    admin=False,
                    subject=identity.key,
                )
                done = Actor(made, address=by.address, request=by.request)
                self.audit.write(connection, done, "account.sign-up", made.id, name=made.name, provider=True)
                return self._begin(connection, made, by, agent)
            if row is not None and not row.disabled:
                return self._begin(connection, account(row), by, agent)
            self._failed(connection, row, by, "session.login", "disabled" if row else "not linked")
        raise NotSignedInError(
            "no account here is linked with this identity",
            "Log in with name and password, and link it in your account; or ask an administrator.",
        )

    def _free_name(self, connection: sa.Connection, suggested: str) -> str:
        try:
            name = clean_name(suggested[: LONGEST_NAME - 10])
        except UsageError:
            name = _SPARE
        number = 1
        while True:
            candidate = name if number == 1 else f"{name} {number}"
            if self._row(connection, accounts.c.name_key == name_key(candidate)) is None:
                return candidate
            number += 1
