"""Finds out who makes a request: by an API token in its header, or by the session in its cookie."""

from __future__ import annotations

from fastapi import Request

from pincite.accounts import Credential
from pincite.domain import TokenScope
from pincite.errors import ForbiddenError, NotSignedInError
from pincite.server import cookies
from pincite.server.callers import Caller, context_of

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CALL_HEADER = "x-pincite"
"""What a program that uses a cookie sends with everything that changes something, as it sends no Origin. A page of
another site cannot send it without being allowed to by us, which nobody is."""


def authenticated(request: Request) -> Caller:
    """Who makes the request; kept in its state as well. While there are no accounts, everybody may do everything.

    Blocks: it reads the database.

    Raises:
        NotSignedInError: if nobody known does.
        ForbiddenError: if a page of another site may be behind it.
    """
    context = context_of(request)
    address = address_of(request)
    credential = _credential(request, address)
    if credential is not None:
        caller = Caller(
            credential.account, credential.scopes, address, session=credential.session, token=credential.token
        )
        if credential.rotated is not None:
            give_session(request, credential.rotated)
    elif not context.accounts.exist():
        caller = Caller(None, frozenset(TokenScope), address)
    else:
        raise NotSignedInError(
            "this needs a login", "Log in, or give an API token: `Authorization: Bearer …`."
        )
    request.state.caller = caller
    return caller


def known(request: Request) -> Caller | None:
    """Who makes the request, for routes that are open to everybody; None for anybody else."""
    try:
        return authenticated(request)
    except NotSignedInError:
        return None


def address_of(request: Request) -> str:
    """The client's address, as far as proxies are believed."""
    return request.client.host if request.client else ""


def give_session(request: Request, secret: str) -> None:
    """Have the session's secret set as a cookie."""
    settings = context_of(request).settings
    seconds = settings.accounts.session_hours * 3600
    cookies.give(request, cookies.NAME, secret, settings=settings, seconds=seconds)


def take_session(request: Request) -> None:
    """Have the session's cookie removed."""
    cookies.give(request, cookies.NAME, "", settings=context_of(request).settings, seconds=0)


def require_same_origin(request: Request) -> None:
    """Refuse what a page of another site may have made the browser send: cookies come with it by themselves.

    Raises:
        ForbiddenError: unless it is proven that one of our pages sent it, or a program that is no browser.
    """
    # An Origin that is there is the right one: `pincite.server.guards_origin` has let it pass.
    headers = request.headers
    proven = "origin" in headers or headers.get("sec-fetch-site") == "same-origin" or CALL_HEADER in headers
    if not proven:
        raise ForbiddenError(
            "the call does not come from a page of this server",
            f"Programs use an API token, or send the header {CALL_HEADER.title()} with any value.",
        )


def _credential(request: Request, address: str) -> Credential | None:
    context = context_of(request)
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, secret = header.partition(" ")
        # Nothing else is tried: a token that has ended must not turn into the login of a browser.
        return context.accounts.by_token(secret.strip()) if scheme.lower() == "bearer" else None
    secret = cookies.session_secret(request, context.settings) or ""
    if not secret:
        return None
    safe = request.method in SAFE_METHODS
    # The answer to an upload comes late: a secret that goes with it would replace later ones.
    credential = context.accounts.by_session(secret, address, rotate=safe)
    if credential is not None and not safe:
        require_same_origin(request)
    return credential
