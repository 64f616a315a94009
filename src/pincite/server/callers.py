"""Who makes a request, and through whose eyes it sees the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from pincite.domain import Account, TokenScope, Viewer
from pincite.errors import ForbiddenError, NotFoundError
from pincite.library import Library
from pincite.server.context import Context


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request.

    Attributes:
        account: None while the library has no accounts: then the caller may do everything.
        scopes: What the credential may be used for.
        address: Of the client, as far as proxies are believed.
        session: Id of the session; None for a token, and without accounts.
        token: Id of the token; None for a session, and without accounts.
    """

    account: Account | None
    scopes: frozenset[TokenScope]
    address: str
    session: str | None = None
    token: str | None = None

    @property
    def viewer(self) -> Viewer | None:
        """Whose eyes; None for everything."""
        return None if self.account is None else self.account.viewer

    @property
    def admin(self) -> bool:
        """Whether it may manage accounts and settings."""
        return self.account is None or self.account.admin

    def own_account(self) -> Account:
        """The account that calls.

        Raises:
            NotFoundError: if there are no accounts.
        """
        if self.account is None:
            raise NotFoundError(
                "this library has no accounts: everybody who reaches it may do everything",
                "`pincite accounts create NAME --admin` makes the first one.",
            )
        return self.account

    def require_session(self) -> Account:
        """The account that calls, by a login: what a token must not do, whatever its scopes.

        Raises:
            ForbiddenError: if a token calls.
            NotFoundError: if there are no accounts.
        """
        account = self.own_account()
        if self.session is None:
            raise ForbiddenError("a token cannot do this", "Log in.")
        return account


def context_of(request: Request) -> Context:
    """What the application works with."""
    return cast(Context, request.app.state.context)


def caller_of(request: Request) -> Caller:
    """Who makes the request; put there by the route's rule (`pincite.server.rules`)."""
    return cast(Caller, request.state.caller)


def library_of(request: Request) -> Library:
    """The library as the caller sees it."""
    return context_of(request).library.seen_by(caller_of(request).viewer)


InContext = Annotated[Context, Depends(context_of)]
ByCaller = Annotated[Caller, Depends(caller_of)]
InLibrary = Annotated[Library, Depends(library_of)]
"""What a route asks for, as the type of a parameter."""
