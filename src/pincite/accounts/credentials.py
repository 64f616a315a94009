"""What somebody proved to be who they are with."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain import Account, TokenScope


@dataclass(frozen=True, slots=True)
class Credential:
    """An account, and the session or token that stands for it.

    Attributes:
        account: Whose it is.
        scopes: What it may be used for.
        session: Id of the session; None for a token.
        token: Id of the token; None for a session.
        rotated: The session's new secret, which its holder must be given; None when it stays.
    """

    account: Account
    scopes: frozenset[TokenScope]
    session: str | None = None
    token: str | None = None
    rotated: str | None = None
