"""Who may call a route. Every route declares its rule; an application with a route that has none is not made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.routing import APIRoute

from pincite.domain import Role, TokenScope
from pincite.errors import ForbiddenError, NotSignedInError
from pincite.server.authentication import address_of, authenticated
from pincite.server.callers import Caller, context_of

EXTENSION = "x-pincite-rule"
"""Where the API description tells a route's rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Who may call a route.

    Attributes:
        scope: What a token must allow; None for a route that is open to everybody, without login.
        admin: Whether the account must be an administrator's.
        role: The role needed on the collection or document that the path names; None where the path names none.
            Who does not see it at all gets 404, who has a lesser role 403.
        own: Whether what the path names (a conversation, job, session, token) exists for its own account only.
    """

    scope: TokenScope | None
    admin: bool = False
    role: Role | None = None
    own: bool = False

    def __call__(self, request: Request) -> None:
        """Find out who calls, and whether they may: as a dependency of the route.

        Raises:
            NotSignedInError: without a login or with one that has ended.
            ForbiddenError: if the token or the account does not allow it.
            TooManyRequestsError: if there were too many from the same account or, without a login, address.
        """
        if self.scope is None:
            context_of(request).limits.address(address_of(request))
            return
        caller = counted(request)
        if self.scope not in caller.scopes:
            raise ForbiddenError(
                f"the token does not allow this: it lacks the scope {self.scope.value!r}",
                "Make a token with this scope.",
            )
        if self.admin and not caller.admin:
            raise ForbiddenError("only an administrator may do this", "Ask one.")


def counted(request: Request) -> Caller:
    """Who makes a request that needs a login, which counts as one of theirs; as one of its address where nobody does.

    Raises:
        NotSignedInError: without a login or with one that has ended.
        ForbiddenError: if a page of another site may be behind it.
        TooManyRequestsError: if there were too many.
    """
    limits = context_of(request).limits
    try:
        caller = authenticated(request)
    except NotSignedInError:
        limits.address(address_of(request))
        raise
    limits.request(caller)
    return caller


def ruled(
    scope: TokenScope | None, *, admin: bool = False, role: Role | None = None, own: bool = False
) -> dict[str, Any]:
    """A rule as arguments of a route: `@router.get("/documents", **ruled(TokenScope.READ))`."""
    rule = Rule(scope, admin, role, own)
    return {"dependencies": [Depends(rule)], "openapi_extra": {EXTENSION: asdict(rule)}}


def without_rule(routers: Iterable[APIRouter]) -> list[str]:
    """Routes that declare no rule. What is no ordinary route counts among them, as it cannot have one."""
    return [
        f"{sorted(getattr(route, 'methods', None) or ())} {getattr(route, 'path', route)}"
        for router in routers
        for route in router.routes
        if not isinstance(route, APIRoute) or EXTENSION not in (route.openapi_extra or {})
    ]
