"""Logging in with an identity provider (OpenID Connect)."""

from __future__ import annotations

import logging
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from pydantic import Field

from pincite.accounts.provider import Identity
from pincite.domain import TokenScope
from pincite.errors import ConflictError, PinciteError
from pincite.server import cookies
from pincite.server.account_shapes import AccountInfo, Secret
from pincite.server.authentication import give_session, known
from pincite.server.callers import ByCaller, InContext
from pincite.server.context import Context
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter()
LOG = logging.getLogger("pincite.server")

COOKIE = "pincite_login"
LASTS = 600
_REDIRECT: dict[int | str, dict[str, Any]] = {
    303: {"description": "Leads on.", "headers": {"location": {"schema": {"type": "string"}}}}
}


class LinkBegun(Shape):
    """Where to send the browser."""

    address: str = Field(
        examples=["https://login.example.org/authorize?response_type=code&client_id=pincite"]
    )


class LinkProof(Shape):
    """The own password."""

    password: Secret


@router.get(
    "/oidc/start",
    tags=["session"],
    status_code=303,
    response_class=RedirectResponse,
    responses=_REDIRECT,
    **ruled(None),
)
def start_provider_login(request: Request, context: InContext) -> RedirectResponse:
    """Log in with the identity provider: open this in the browser."""
    if not context.accounts.exist():
        raise ConflictError("this library has no accounts", "Nobody needs to log in.")
    address, sealed = context.accounts.provider.begin(_callback(request, context))
    cookies.give(request, COOKIE, sealed, settings=context.settings, seconds=LASTS)
    return RedirectResponse(address, 303)


@router.get(
    "/oidc/callback",
    tags=["session"],
    status_code=303,
    response_class=RedirectResponse,
    responses=_REDIRECT,
    **ruled(None),
)
def finish_provider_login(
    request: Request,
    context: InContext,
    state: Annotated[str, Query(max_length=2000, description="As sent with the browser.")] = "",
    code: Annotated[str, Query(max_length=10_000, description="What the provider hands over.")] = "",
    iss: Annotated[str | None, Query(max_length=2000, description="The provider (RFC 9207).")] = None,
) -> RedirectResponse:
    """Where the provider sends the browser back to; leads on to `/`, to `/#/account`, or to `/#/login-failed`."""
    provider = context.accounts.provider
    sealed = request.cookies.get(cookies.cookie_name(COOKIE, request, context.settings), "")
    cookies.give(request, COOKIE, "", settings=context.settings, seconds=0)
    answer = {"state": state, "code": code, **({} if iss is None else {"iss": iss})}
    root = context.settings.server.root_path.rstrip("/")
    try:
        identity, session = provider.finish(sealed, answer, _callback(request, context))
        linked = _let_in(request, context, identity, session)
    except PinciteError as error:
        LOG.warning("a login with the identity provider failed: %s", error.message)
        return RedirectResponse(f"{root}/#/login-failed", 303)
    return RedirectResponse(f"{root}/#/account" if linked else f"{root}/", 303)


@router.post("/account/oidc", tags=["account"], **ruled(TokenScope.ACCOUNT))
def link_provider(request: Request, context: InContext, caller: ByCaller, given: LinkProof) -> LinkBegun:
    """Begin to link the own account with an identity at the provider; needs the password. Not with a token."""
    own = caller.require_session()
    provider = context.accounts.provider
    context.accounts.prove(own, given.password.get_secret_value(), by=context.actor(request))
    address, sealed = provider.begin(_callback(request, context), session=caller.session)
    cookies.give(request, COOKIE, sealed, settings=context.settings, seconds=LASTS)
    return LinkBegun(address=address)


@router.delete("/account/oidc", tags=["account"], **ruled(TokenScope.ACCOUNT))
def unlink_provider(request: Request, context: InContext, caller: ByCaller) -> AccountInfo:
    """Log in with the provider no more. Not with a token, and not without a password."""
    own = caller.require_session()
    context.accounts.unlink(own, by=context.actor(request))
    return AccountInfo.of(context.accounts.get(own.id))


def _let_in(request: Request, context: Context, identity: Identity, session: str | None) -> bool:
    """Log in, or link the account of the session; gives whether it was linked."""
    accounts = context.accounts
    if session is not None:
        caller = known(request)
        # The same login that began it: else somebody could link their identity with another one's account.
        if caller is None or caller.account is None or caller.session != session:
            raise ConflictError("the login that began this has ended", "Log in, and begin again.")
        accounts.link(caller.account, identity, by=context.actor(request))
        return True
    agent = request.headers.get("user-agent", "")
    secret, _ = accounts.log_in_elsewhere(identity, by=context.actor(request), agent=agent)
    give_session(request, secret)
    return False


def _callback(request: Request, context: Context) -> str:
    # The host was checked to be one of ours: `pincite.server.guards_origin`.
    root = context.settings.server.root_path.rstrip("/")
    return f"{request.url.scheme}://{request.url.netloc}{root}/api/v1/oidc/callback"
