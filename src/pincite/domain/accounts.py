"""Accounts, and what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What an account may do with a collection and the documents in it."""

    VIEWER = "viewer"
    """Read, search and ask."""
    EDITOR = "editor"
    """Also add, rename, move, index again and remove documents."""
    OWNER = "owner"
    """Also see originals whose text was redacted, rename, share and delete the collection."""

    def covers(self, needed: Role) -> bool:
        """Whether this role may do what the other one may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)


class TokenScope(StrEnum):
    """What an API token may be used for; a login may be used for all."""

    READ = "read"
    """List and read documents, collections, jobs and conversations; search."""
    ASK = "ask"
    """Ask, summarise, extract and compare; keep conversations."""
    WRITE = "write"
    """Add, change and remove documents and collections."""
    ACCOUNT = "account"
    """Change the own account, its sessions and tokens."""
    ADMIN = "admin"
    """Accounts, settings, audit log, where the account is an administrator's."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Through whose eyes a library is seen: everything else does not exist.

    Attributes:
        pk: Key of the account.
        space: Where new collections and documents of the account go. The same bytes in two spaces are two documents,
            so that nobody learns from a duplicate what others have.
    """

    pk: int
    space: str


@dataclass(frozen=True, slots=True)
class Share:
    """Who may do what with a collection.

    Attributes:
        account: Id of the account.
        name: Its name.
        role: What it may do.
        holder: Whether the collection is in its space: it stays an owner.
    """

    account: str
    name: str
    role: Role
    holder: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who may log in.

    Attributes:
        pk: Internal key.
        id: Stable and not guessable.
        name: What is typed to log in; names that differ only in case are the same.
        admin: Whether it manages accounts and settings; that alone shows it nobody's documents.
        disabled: Whether it may not log in.
        space: As in `Viewer`.
        totp: Whether a second factor is asked for.
        has_password: False for an account that logs in elsewhere only (OpenID Connect).
        created_at: ISO 8601 time, UTC.
        linked: Whether it can log in with the identity provider.
    """

    pk: int
    id: str
    name: str
    admin: bool
    disabled: bool
    space: str
    totp: bool
    has_password: bool
    created_at: str
    linked: bool = False

    @property
    def viewer(self) -> Viewer:
        """Its eyes."""
        return Viewer(self.pk, self.space)
