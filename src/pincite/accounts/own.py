"""What somebody does with their own account."""

from __future__ import annotations

import sqlalchemy as sa

from pincite.accounts.logins import Logins
from pincite.accounts.names import clean_name, name_key
from pincite.accounts.records import Actor, LinkKind
from pincite.accounts.second_factor import new_totp_secret, totp_address
from pincite.domain import Account
from pincite.errors import ConflictError, ForbiddenError
from pincite.store.tables import accounts


class Own(Logins):
    """Changes of the own account: name, password, second factor."""

    def rename(self, owner: Account, name: str, *, by: Actor) -> Account:
        """Give an account another name.

        Raises:
            UsageError: if it cannot be used.
            ConflictError: if another account has it.
        """
        clean = clean_name(name)
        with self._store.writing() as connection:
            held = self._row(connection, accounts.c.name_key == name_key(clean))
            if held is not None and held.pk != owner.pk:
                raise ConflictError(f"there is an account {clean!r} already", "Choose another name.")
            values = {"name": clean, "name_key": name_key(clean)}
            connection.execute(accounts.update().where(accounts.c.pk == owner.pk).values(values))
            self.audit.write(connection, by, "account.rename", owner.id, name=clean)
            return self._get(connection, owner.id)

    def change_password(
        self, owner: Account, current: str, new: str, *, session: str | None, by: Actor
    ) -> None:
        """Set another password. All other sessions, and all tokens, end.

        Args:
            owner: Whose.
            current: The password so far.
            new: The new one.
            session: Id of the session in use, which goes on.
            by: For the audit log.

        Raises:
            ForbiddenError: if the password so far is wrong.
            UsageError: if the new one is not accepted.
            TooManyRequestsError: after too many failures.
        """
        self._passwords.check_new(new, owner.name)
        proven = self._prove(owner, current, by, "account.password")
        kept = self._passwords.hash(new)
        with self._store.writing() as connection:
            self._require_still(connection, owner, proven)
            self._set_password(connection, owner, kept, session)
            self.audit.write(connection, by, "account.password", owner.id)

    def reset_password(self, secret: str, new: str, *, by: Actor) -> None:
        """Set a password with a link that an administrator made. All sessions and tokens end.

        Raises:
            NotFoundError: if the link is not valid, or not any more.
            UsageError: if the password is not accepted; the link can be used again then.
        """
        self._passwords.check_new(new)
        self.links.check(LinkKind.PASSWORD, secret)
        kept = self._passwords.hash(new)
        with self._store.writing() as connection:
            pk = self.links.use(connection, LinkKind.PASSWORD, secret).account_pk
            identity = connection.execute(sa.select(accounts.c.id).where(accounts.c.pk == pk)).scalar_one()
            owner = self._get(connection, identity)
            self._set_password(connection, owner, kept, None)
            done = Actor(owner, address=by.address, request=by.request)
            self.audit.write(connection, done, "account.password", owner.id, link=True)

    def set_up_second_factor(self, owner: Account, *, by: Actor) -> tuple[str, str]:
        """Begin to set up codes from an authenticator; they are asked for once the first one was confirmed.

        Returns:
            The secret, and the address for a QR code that holds it.

        Raises:
            ConflictError: if it is set up already.
        """
        secret = new_totp_secret()
        with self._store.writing() as connection:
            if self._get(connection, owner.id).totp:
                raise ConflictError("a second factor is set up already", "Turn it off first.")
            values = {"totp": secret, "totp_step": None}
            connection.execute(accounts.update().where(accounts.c.pk == owner.pk).values(values))
            self.audit.write(connection, by, "second-factor.begin", owner.id)
        return secret, totp_address(secret, owner.name)

    def confirm_second_factor(
        self, owner: Account, code: str, *, session: str | None, by: Actor
    ) -> list[str]:
        """End the set-up with a first code: from now on one is asked for. Other sessions end.

        Returns:
            Recovery codes, each of which can be used once.

        Raises:
            ForbiddenError: if the code is wrong.
            ConflictError: if no set-up was begun.
        """
        with self._store.writing() as connection:
            statement = sa.select(accounts.c.totp, accounts.c.totp_step).where(accounts.c.pk == owner.pk)
            secret, last = connection.execute(statement).one()
            if secret is None or last is not None:
                raise ConflictError("no set-up of a second factor was begun", "Begin one.")
            step = self._second_factor.step(secret, "".join(code.split()))
            if step is None:
                raise ForbiddenError(
                    "the code is wrong",
                    "Check that the clocks of both devices are right, and take a new code.",
                )
            connection.execute(accounts.update().where(accounts.c.pk == owner.pk).values(totp_step=step))
            self.sessions.forget(connection, owner.pk, session)
            self.audit.write(connection, by, "second-factor.on", owner.id)
            return self._second_factor.new_recovery_codes(connection, owner)

    def renew_recovery_codes(self, owner: Account, password: str, *, by: Actor) -> list[str]:
        """New recovery codes in place of all old ones.

        Raises:
            ForbiddenError: if the password is wrong.
            ConflictError: if there is no second factor.
            TooManyRequestsError: after too many failures.
        """
        proven = self._prove(owner, password, by, "second-factor.codes")
        with self._store.writing() as connection:
            self._require_still(connection, owner, proven)
            if not self._get(connection, owner.id).totp:
                raise ConflictError("no second factor is set up", "Set one up first.")
            self.audit.write(connection, by, "second-factor.codes", owner.id)
            return self._second_factor.new_recovery_codes(connection, owner)

    def turn_off_second_factor(self, owner: Account, password: str, *, by: Actor) -> None:
        """Ask for no code any more.

        Raises:
            ForbiddenError: if the password is wrong.
            TooManyRequestsError: after too many failures.
        """
        proven = self._prove(owner, password, by, "second-factor.off")
        with self._store.writing() as connection:
            self._require_still(connection, owner, proven)
            self._second_factor.remove(connection, owner.pk)
            self.audit.write(connection, by, "second-factor.off", owner.id)

    def _set_password(
        self, connection: sa.Connection, owner: Account, kept: str, session: str | None
    ) -> None:
        connection.execute(accounts.update().where(accounts.c.pk == owner.pk).values(password=kept))
        self.sessions.forget(connection, owner.pk, session)
        self.tokens.forget(connection, owner.pk)
        self.links.forget(connection, owner.pk, LinkKind.PASSWORD)
