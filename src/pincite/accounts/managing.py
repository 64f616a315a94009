"""What administrators do with accounts, and how new ones come about."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

import sqlalchemy as sa

from pincite.accounts.names import clean_name, name_key
from pincite.accounts.own import Own
from pincite.accounts.records import OPERATOR, Actor, LinkKind
from pincite.accounts.rows import COLUMNS, account
from pincite.domain import Account, Role
from pincite.domain.listing import Listed
from pincite.errors import ConflictError, ForbiddenError, UsageError
from pincite.store.tables import accounts, collection_documents, conversations, grants


@dataclass(frozen=True, slots=True)
class Belongings:
    """What goes when an account goes.

    Attributes:
        collections: That nobody else owns.
        documents: That are in no other collection.
        conversations: Of the account.
    """

    collections: int
    documents: int
    conversations: int


class Managing(Own):
    """Makes, lists, changes and deletes accounts."""

    def create(
        self, name: str, password: str | None, admin: bool = False, *, by: Actor = OPERATOR
    ) -> Account:
        """Make an account. The first one is an administrator's, and gets all that is in the library.

        Args:
            name: What is typed to log in.
            password: None where it is to be set with a link; see `password_link`.
            admin: Whether it manages accounts and settings.
            by: For the audit log.

        Raises:
            UsageError: if the name or the password is not accepted, or the first account is no administrator's.
            ConflictError: if there is one of this name.
        """
        clean = clean_name(name)
        if password is not None:
            self._passwords.check_new(password, clean)
        kept = None if password is None else self._passwords.hash(password)
        with self._store.writing() as connection:
            made = self._insert(connection, clean, kept, admin=admin)
            self.audit.write(connection, by, "account.create", made.id, name=made.name, admin=admin)
        return made

    def sign_up(self, name: str, password: str, invitation: str = "", *, by: Actor) -> None:
        """Make an account for whoever asks, as far as the settings allow it.

        It takes as long, and says the same, whether or not the name is taken: who signs up logs in afterwards. An
        invitation that was not needed for the account, as the name was taken, can be used again.

        Raises:
            ForbiddenError: if nobody may sign up.
            NotFoundError: if an invitation is needed, and this is none, or not any more.
            UsageError: if the name or the password is not accepted.
            TooManyRequestsError: if too many signed up from this address.
        """
        if self._settings.sign_up == "off" or not self.exist():
            raise ForbiddenError("nobody can sign up here", "Ask an administrator for an account.")
        needed = self._settings.sign_up == "invitation" or bool(invitation)
        if needed:
            self.links.check(LinkKind.INVITATION, invitation)
        clean = clean_name(name)
        self._passwords.check_new(password, clean)
        self._attempts.begin_sign_up(by.address)
        kept = self._passwords.hash(password)
        with self._store.writing() as connection:
            if self._row(connection, accounts.c.name_key == name_key(clean)) is not None:
                self.audit.write(connection, by, "account.sign-up", outcome="failed", reason="taken")
                return
            admin = bool(needed and self.links.use(connection, LinkKind.INVITATION, invitation).admin)
            made = self._insert(connection, clean, kept, admin=admin)
            done = Actor(made, address=by.address, request=by.request)
            self.audit.write(connection, done, "account.sign-up", made.id, name=made.name, admin=admin)

    def listed(self, *, words: str = "", limit: int = 50, cursor: str | None = None) -> Listed[Account]:
        """Accounts by name.

        Args:
            words: Only those whose name holds this.
            limit: At most so many.
            cursor: The part that begins there.

        Raises:
            UsageError: if the cursor is none that was given.
        """
        statement = sa.select(*COLUMNS, accounts.c.name_key).order_by(accounts.c.name_key).limit(limit + 1)
        wanted = name_key(words)
        if wanted:
            statement = statement.where(accounts.c.name_key.contains(wanted, autoescape=True))
        if cursor is not None:
            statement = statement.where(accounts.c.name_key > _opened(cursor))
        with self._store.reading() as connection:
            rows = connection.execute(statement).all()
        following = _cursor(rows[limit - 1].name_key) if len(rows) > limit else None
        return Listed(tuple(account(row) for row in rows[:limit]), following)

    def set_admin(self, identity: str, admin: bool, *, by: Actor) -> Account:
        """Make an account an administrator's, or no longer.

        Raises:
            NotFoundError: if there is none of this id.
            ConflictError: if it is the last administrator.
        """
        with self._store.writing() as connection:
            target = self._get(connection, identity)
            if target.admin == admin:
                return target
            if not admin:
                self._require_other_admin(connection, target)
                self.links.forget(connection, target.pk, LinkKind.INVITATION)
            self._update(connection, target, admin=admin)
            self.audit.write(connection, by, "account.admin", identity, name=target.name, admin=admin)
            return self._get(connection, identity)

    def set_disabled(self, identity: str, disabled: bool, *, by: Actor) -> Account:
        """Let nobody log in as an account, or let them again. Disabling ends its sessions, tokens and links.

        Raises:
            NotFoundError: if there is none of this id.
            ConflictError: if it is the last administrator.
        """
        with self._store.writing() as connection:
            target = self._get(connection, identity)
            if target.disabled == disabled:
                return target
            if disabled:
                self._require_other_admin(connection, target)
                self._forget_logins(connection, target.pk)
            self._update(connection, target, disabled=disabled)
            action = "account.disable" if disabled else "account.enable"
            self.audit.write(connection, by, action, identity, name=target.name)
            return self._get(connection, identity)

    def password_link(self, identity: str, *, by: Actor) -> str:
        """Make a link with which a password can be set, once and within a day. Gives its secret.

        Raises:
            NotFoundError: if there is no account of this id.
        """
        with self._store.writing() as connection:
            target = self._get(connection, identity)
            secret = self.links.for_password(connection, target)
            self.audit.write(connection, by, "account.reset", identity, name=target.name)
        return secret

    def reset_second_factor(self, identity: str, *, by: Actor) -> Account:
        """Ask for no code any more, for somebody who lost their device.

        Raises:
            NotFoundError: if there is no account of this id.
        """
        with self._store.writing() as connection:
            target = self._get(connection, identity)
            self._second_factor.remove(connection, target.pk)
            self.audit.write(connection, by, "second-factor.reset", identity, name=target.name)
            return self._get(connection, identity)

    def belongings(self, identity: str) -> Belongings:
        """What would go with an account.

        Raises:
            NotFoundError: if there is none of this id.
        """
        with self._store.reading() as connection:
            target = self._get(connection, identity)
            owned = _owned(target.pk)
            kept = sa.select(collection_documents.c.document_pk).where(
                collection_documents.c.collection_pk.not_in(owned)
            )
            held = sa.select(sa.func.count(sa.distinct(collection_documents.c.document_pk))).where(
                collection_documents.c.collection_pk.in_(owned),
                collection_documents.c.document_pk.not_in(kept),
            )
            talks = sa.select(sa.func.count()).where(conversations.c.account_pk == target.pk)
            return Belongings(
                collections=connection.execute(
                    sa.select(sa.func.count()).select_from(owned.subquery())
                ).scalar_one(),
                documents=connection.execute(held).scalar_one(),
                conversations=connection.execute(talks).scalar_one(),
            )

    def delete(self, identity: str, *, by: Actor) -> None:
        """Remove an account and all that only it has: collections nobody else owns, their documents, conversations.

        Raises:
            NotFoundError: if there is none of this id.
            ConflictError: if it is the last administrator.
        """
        with self._store.writing() as connection:
            target = self._get(connection, identity)
            self._require_other_admin(connection, target)
            digests = self._store.forget_account(connection, target.pk)
            self._forget_logins(connection, target.pk)
            self._second_factor.remove(connection, target.pk)
            connection.execute(accounts.delete().where(accounts.c.pk == target.pk))
            self.audit.write(connection, by, "account.delete", identity, name=target.name)
        self._store.discard_originals(digests)

    def _update(self, connection: sa.Connection, target: Account, **values: object) -> None:
        connection.execute(accounts.update().where(accounts.c.pk == target.pk).values(values))

    def _require_other_admin(self, connection: sa.Connection, target: Account) -> None:
        """Somebody must be able to manage accounts and settings.

        Raises:
            ConflictError: if nobody else can.
        """
        if not target.admin or target.disabled:
            return
        others = sa.select(accounts.c.pk).where(
            accounts.c.admin,
            sa.not_(accounts.c.disabled),
            accounts.c.pk != target.pk,
            accounts.c.password.is_not(None) | accounts.c.subject.is_not(None),
        )
        if connection.execute(others.limit(1)).first() is None:
            raise ConflictError(
                f"{target.name!r} is the last administrator", "Make another account an administrator's first."
            )


def _owned(account_pk: int) -> sa.Select[tuple[int]]:
    """The collections that only this account owns."""
    others = grants.alias()
    shared = sa.exists().where(
        others.c.collection_pk == grants.c.collection_pk,
        others.c.account_pk != account_pk,
        others.c.role == Role.OWNER,
    )
    return sa.select(grants.c.collection_pk).where(
        grants.c.account_pk == account_pk, grants.c.role == Role.OWNER, sa.not_(shared)
    )


def _cursor(key: str) -> str:
    return base64.urlsafe_b64encode(f"account {key}".encode()).decode("ascii").rstrip("=")


def _opened(cursor: str) -> str:
    wrong = UsageError("this cursor is none that was given", "Leave it out to begin at the start.")
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        kind, separator, key = (
            base64.b64decode(padded, altchars=b"-_", validate=True).decode("utf-8").partition(" ")
        )
    except (ValueError, UnicodeError, binascii.Error):
        raise wrong from None
    if kind != "account" or not separator:
        raise wrong
    return key
