"""Logging in and out, signing up, setting a password with a link."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.accounts import Credential
from pincite.domain import TokenScope
from pincite.errors import ConflictError
from pincite.server.account_shapes import AccountInfo, Code, LinkSecret, Name, Secret
from pincite.server.authentication import give_session, known, take_session
from pincite.server.callers import ByCaller, InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["session"])


class Session(Shape):
    """Who calls, and what is possible here."""

    account: AccountInfo | None = Field(description="Null without a login, and while there are no accounts.")
    scopes: list[TokenScope] = Field(
        description="What the login or token may be used for; without accounts, everything.",
        examples=[["read"]],
    )
    login_needed: bool = Field(description="Whether this server has accounts, and nobody is logged in.")
    accounts: bool = Field(description="Whether this server has accounts at all.")
    sign_up: Literal["off", "invitation", "open"] = Field(description="Who may sign up.")
    provider: bool = Field(description="Whether an identity provider can be used: `GET /oidc/start`.")
    min_password: int = Field(description="Fewest characters of a new password.", examples=[10])


class LogIn(Shape):
    """Name and password; the code, where the account has a second factor."""

    name: Name
    password: Secret
    code: Code = ""


class SignUp(Shape):
    """A new account."""

    name: Name
    password: Secret
    invitation: LinkSecret | None = None


class SetPassword(Shape):
    """A new password, and the secret of a link that an administrator made."""

    secret: LinkSecret
    password: Secret


class Said(Shape):
    """What happened."""

    message: str = Field(examples=["If the name was free, the account is there now. Log in."])


@router.get("/session", **ruled(None))
def get_session(request: Request, context: InContext) -> Session:
    """Who is logged in, and what is possible here. Open to everybody."""
    caller = known(request)
    account = None if caller is None else caller.account
    settings = context.settings.accounts
    return Session(
        account=None if account is None else AccountInfo.of(account),
        scopes=[] if caller is None else sorted(caller.scopes),
        login_needed=caller is None,
        accounts=context.accounts.exist(),
        sign_up=settings.sign_up,
        provider=bool(settings.oidc_issuer),
        min_password=settings.min_password,
    )


@router.post("/session", **ruled(None))
def log_in(request: Request, context: InContext, given: LogIn) -> AccountInfo:
    """Log in; the answer sets the cookie.

    Says the same, and takes as long, whether the name, the password or the code is wrong. After several failures there
    is a wait: 429.
    """
    if not context.accounts.exist():
        raise ConflictError("this library has no accounts", "Nobody needs to log in.")
    by = context.actor(request)
    secret, credential = context.accounts.log_in(
        given.name,
        given.password.get_secret_value(),
        given.code,
        address=by.address,
        agent=request.headers.get("user-agent", ""),
        request=by.request,
    )
    give_session(request, secret)
    return AccountInfo.of(credential.account)


@router.delete("/session", status_code=204, **ruled(TokenScope.ACCOUNT))
def log_out(request: Request, context: InContext, caller: ByCaller) -> None:
    """Log out: the session ends, and the cookie is removed."""
    account = caller.require_session()
    credential = Credential(account, caller.scopes, session=caller.session)
    context.accounts.log_out(credential, by=context.actor(request))
    take_session(request)


@router.post("/session/sign-up", status_code=202, **ruled(None))
def sign_up(request: Request, context: InContext, given: SignUp) -> Said:
    """Make an account, as far as the settings allow it.

    Says the same whether or not the name is taken: log in afterwards to find out.
    """
    invitation = "" if given.invitation is None else given.invitation.get_secret_value()
    context.accounts.sign_up(
        given.name, given.password.get_secret_value(), invitation, by=context.actor(request)
    )
    return Said(message="If the name was free, the account is there now. Log in.")


@router.post("/session/password", status_code=204, **ruled(None))
def set_password(request: Request, context: InContext, given: SetPassword) -> None:
    """Set a password with the secret of a link; all logins and tokens of the account end."""
    context.accounts.reset_password(
        given.secret.get_secret_value(), given.password.get_secret_value(), by=context.actor(request)
    )
