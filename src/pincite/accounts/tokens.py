"""API tokens: secrets for programs, which may do a part of what their account may."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from pincite.accounts.audit import Audit
from pincite.accounts.credentials import Credential
from pincite.accounts.records import Actor, TokenRecord
from pincite.accounts.rows import COLUMNS, account
from pincite.accounts.secret import digest, new_id, new_token
from pincite.accounts.sessions import NOTED_EVERY
from pincite.accounts.times import Clock, stamp
from pincite.domain import Account, TokenScope
from pincite.errors import (
    ConflictError,
    ForbiddenError,
    LibraryBusyError,
    NotFoundError,
    NotSignedInError,
    UsageError,
)
from pincite.store import Store
from pincite.store.tables import accounts, sessions, tokens

LONGEST_NAME = 100
MOST_TOKENS = 100
"""Of one account."""

_SELECTED = sa.select(
    *COLUMNS,
    tokens.c.pk.label("token_pk"),
    tokens.c.id.label("token_id"),
    tokens.c.scopes,
    tokens.c.expires_at,
    tokens.c.used_at,
).join_from(tokens, accounts)


class Tokens:
    """The tokens of a library's accounts.

    Args:
        store: Where they are kept.
        audit: Told of what is made and revoked.
        clock: Tells the time.
    """

    def __init__(self, store: Store, audit: Audit, clock: Clock) -> None:
        self._store = store
        self._audit = audit
        self._clock = clock

    def create(
        self,
        owner: Account,
        name: str,
        scopes: Iterable[TokenScope],
        *,
        days: float | None,
        maker: Credential,
        by: Actor,
    ) -> tuple[str, TokenRecord]:
        """Make a token; gives its secret, which is not kept.

        Args:
            owner: Whose it is.
            name: What it is for.
            scopes: What it may be used for.
            days: How long it lasts; None for one that does not end.
            maker: What the owner proved to be who they are with: a token makes none that may more, or lasts longer.
            by: For the audit log.

        Raises:
            UsageError: if the name or the scopes are empty, or the name is too long.
            NotSignedInError: if the login or token that makes it has ended.
            ForbiddenError: if the token that makes it may less, or ends earlier.
            ConflictError: if the account has too many.
        """
        clean, wanted = " ".join(name.split()), frozenset(scopes)
        if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
            raise UsageError(f"a token's name is 1 to {LONGEST_NAME} characters that can be seen")
        if not wanted:
            raise UsageError("a token without a scope is of no use", "Name what it may be used for.")
        if not wanted <= maker.scopes:
            more = ", ".join(sorted(wanted - maker.scopes))
            raise ForbiddenError(
                f"the token in use may not do this itself: {more}", "Log in to make this one."
            )
        now = self._clock()
        secret, identity = new_token(), new_id()
        row = {
            "id": identity,
            "account_pk": owner.pk,
            "name": clean,
            "digest": digest(secret),
            "scopes": sorted(wanted),
            "created_at": stamp(now),
            "expires_at": None if days is None else stamp(now + dt.timedelta(days=days)),
        }
        with self._store.writing() as connection:
            self._check_maker(connection, maker, row["expires_at"])
            have = sa.select(sa.func.count()).where(tokens.c.account_pk == owner.pk)
            if connection.execute(have).scalar_one() >= MOST_TOKENS:
                raise ConflictError(
                    f"there are {MOST_TOKENS} tokens already", "Revoke some that are not used."
                )
            connection.execute(tokens.insert(), row)
            scope_names = [str(scope) for scope in sorted(wanted)]
            self._audit.write(connection, by, "token.create", identity, name=clean, scopes=scope_names)
            made = connection.execute(sa.select(tokens).where(tokens.c.id == identity)).one()
        return secret, _record(made)

    def _check_maker(self, connection: sa.Connection, maker: Credential, expires_at: Any) -> None:
        """Whether what makes a token is there at this moment: what was ended shall leave nothing behind."""
        if maker.token is None:
            held = sa.select(sa.null()).where(sessions.c.id == maker.session)
        else:
            held = sa.select(tokens.c.expires_at).where(tokens.c.id == maker.token)
        found = connection.execute(held).first()
        if found is None:
            raise NotSignedInError("this login or token has ended", "Log in.")
        end = found[0]
        if end is not None and (expires_at is None or expires_at > end):
            raise ForbiddenError("the new token would last longer than the one in use", "Log in to make it.")

    def find(self, secret: str) -> Credential | None:
        """Whose token it is; None where it is none, or has ended."""
        now = self._clock()
        statement = _SELECTED.where(tokens.c.digest == digest(secret))
        with self._store.reading() as connection:
            row = connection.execute(statement).first()
        if row is None or row.disabled or (row.expires_at is not None and row.expires_at <= stamp(now)):
            return None
        if row.used_at is None or now - dt.datetime.fromisoformat(row.used_at) >= NOTED_EVERY:
            used = tokens.update().where(tokens.c.pk == row.token_pk).values(used_at=stamp(now))
            with contextlib.suppress(LibraryBusyError), self._store.writing(wait=False) as connection:
                connection.execute(used)
        return Credential(account(row), _scopes(row.scopes), token=row.token_id)

    def all(self, owner: Account) -> list[TokenRecord]:
        """Those of an account, the newest first."""
        statement = sa.select(tokens).where(tokens.c.account_pk == owner.pk).order_by(tokens.c.pk.desc())
        with self._store.reading() as connection:
            return [_record(row) for row in connection.execute(statement)]

    def revoke(self, owner: Account, identity: str, *, by: Actor) -> None:
        """End one of an account's tokens.

        Raises:
            NotFoundError: if it has none of this id.
        """
        mine = sa.and_(tokens.c.account_pk == owner.pk, tokens.c.id == identity)
        with self._store.writing() as connection:
            if not connection.execute(tokens.delete().where(mine)).rowcount:
                raise NotFoundError(f"there is no token {identity!r}", "It may have been revoked already.")
            self._audit.write(connection, by, "token.revoke", identity)

    def forget(self, connection: sa.Connection, account_pk: int) -> int:
        """Remove an account's tokens, within a transaction; gives how many there were."""
        return connection.execute(tokens.delete().where(tokens.c.account_pk == account_pk)).rowcount


def _scopes(kept: list[str]) -> frozenset[TokenScope]:
    return frozenset(TokenScope(scope) for scope in kept)


def _record(row: Any) -> TokenRecord:
    return TokenRecord(
        id=row.id,
        name=row.name,
        scopes=_scopes(row.scopes),
        created_at=row.created_at,
        expires_at=row.expires_at,
        used_at=row.used_at,
    )
