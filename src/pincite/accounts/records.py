"""What is told of logins, tokens, links and the audit log: never a secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pincite.domain import Account, TokenScope


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, for the audit log.

    Attributes:
        account: None where nobody known does it.
        name: Told where there is no account.
        address: Where it comes from.
        request: Id of the request.
    """

    account: Account | None = None
    name: str = ""
    address: str = ""
    request: str = ""


OPERATOR = Actor(name="(on the command line)")
"""Whoever works on the library's folder."""


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A login.

    Attributes:
        id: Public id.
        created_at: ISO 8601 time, UTC, as below.
        used_at: The last use, to the minute.
        expires_at: When it ends if it is not used.
        address: Where it was used from last.
        agent: What the browser calls itself.
    """

    id: str
    created_at: str
    used_at: str
    expires_at: str
    address: str
    agent: str


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """An API token.

    Attributes:
        id: Public id.
        name: What it is for.
        scopes: What it may be used for.
        created_at: ISO 8601 time, UTC, as below.
        expires_at: None for one that does not end.
        used_at: The last use, to the minute; None before the first.
    """

    id: str
    name: str
    scopes: frozenset[TokenScope]
    created_at: str
    expires_at: str | None
    used_at: str | None


class LinkKind(StrEnum):
    """What a link that works once is for."""

    INVITATION = "invitation"
    PASSWORD = "password"  # noqa: S105 - a kind of link


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """An invitation.

    Attributes:
        id: Public id.
        admin: Whether who signs up with it becomes an administrator.
        note: Whom it is for.
        created_at: ISO 8601 time, UTC, as below.
        expires_at: When it ends.
        used_at: None before it was used.
    """

    id: str
    admin: bool
    note: str
    created_at: str
    expires_at: str
    used_at: str | None


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that somebody did.

    Attributes:
        at: ISO 8601 time, UTC.
        account_id: None where no account did it.
        account_name: As it was called then.
        address: Where it came from.
        action: What was done, as in "session.login".
        object: Id of what it was done with; empty where there is none.
        outcome: "done", "failed" or "refused".
        details: What else there is to say.
        request: Id of the request.
    """

    at: str
    account_id: str | None
    account_name: str
    address: str
    action: str
    object: str
    outcome: str
    details: dict[str, Any] = field(default_factory=dict)
    request: str = ""
