"""The own account: name, password, second factor, logins."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.domain import TokenScope
from pincite.errors import UsageError
from pincite.server.account_shapes import AccountInfo, Code, Name, Secret, SessionInfo
from pincite.server.callers import ByCaller, InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(prefix="/account", tags=["account"])


class AccountChange(Shape):
    """What is to be changed; what is left out stays."""

    name: Name | None = None
    password: Secret | None = None
    current_password: Secret | None = Field(None, description="Needed for a new password.")


class SecondFactor(Shape):
    """What an authenticator needs. It is shown only now."""

    secret: str = Field(examples=["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"])
    address: str = Field(
        examples=["otpauth://totp/Pincite:Ada?secret=JBSWY3DPEHPK3PXP&issuer=Pincite"],
        description="For a QR code.",
    )


class Confirmation(Shape):
    """A code from the authenticator."""

    code: Code


class Proof(Shape):
    """The own password."""

    password: Secret


class RecoveryCodes(Shape):
    """Codes that stand in for the authenticator, each once. They are shown only now."""

    codes: list[str] = Field(examples=[["abcd-efgh-ijkl-mnop"]])


class Ended(Shape):
    """How many logins were ended."""

    ended: int = Field(examples=[2])


@router.get("", **ruled(TokenScope.ACCOUNT))
def get_own_account(caller: ByCaller) -> AccountInfo:
    """The own account."""
    return AccountInfo.of(caller.own_account())


@router.patch("", **ruled(TokenScope.ACCOUNT))
def change_own_account(
    request: Request, context: InContext, caller: ByCaller, change: AccountChange
) -> AccountInfo:
    """Change the own name or password; not with a token.

    A new password needs the one so far, and ends all other logins and all tokens.
    """
    own, by = caller.require_session(), context.actor(request)
    if change.password is not None:
        if change.current_password is None:
            raise UsageError("the password so far is missing", "Give it as `current_password`.")
        context.accounts.change_password(
            own,
            change.current_password.get_secret_value(),
            change.password.get_secret_value(),
            session=caller.session,
            by=by,
        )
    if change.name is not None:
        own = context.accounts.rename(own, change.name, by=by)
    return AccountInfo.of(context.accounts.get(own.id))


@router.get("/sessions", **ruled(TokenScope.ACCOUNT))
def list_sessions(context: InContext, caller: ByCaller) -> Listing[SessionInfo]:
    """The own logins, the last used first."""
    found = context.accounts.sessions.all(caller.own_account())
    return Listing(items=[SessionInfo.of(session, caller.session) for session in found], next=None)


@router.delete("/sessions", **ruled(TokenScope.ACCOUNT))
def end_other_sessions(request: Request, context: InContext, caller: ByCaller) -> Ended:
    """End all own logins but the one in use; with a token, all."""
    ended = context.accounts.sessions.end_others(
        caller.own_account(), caller.session, by=context.actor(request)
    )
    return Ended(ended=ended)


@router.delete("/sessions/{session}", status_code=204, **ruled(TokenScope.ACCOUNT, own=True))
def end_session(request: Request, context: InContext, caller: ByCaller, session: str) -> None:
    """End one of the own logins."""
    context.accounts.sessions.end(caller.own_account(), session, by=context.actor(request))


@router.post("/totp", **ruled(TokenScope.ACCOUNT))
def set_up_second_factor(request: Request, context: InContext, caller: ByCaller) -> SecondFactor:
    """Begin to set up a second factor (TOTP); it is asked for once `PUT` confirmed it. Not with a token."""
    secret, address = context.accounts.set_up_second_factor(
        caller.require_session(), by=context.actor(request)
    )
    return SecondFactor(secret=secret, address=address)


@router.put("/totp", **ruled(TokenScope.ACCOUNT))
def confirm_second_factor(
    request: Request, context: InContext, caller: ByCaller, given: Confirmation
) -> RecoveryCodes:
    """Confirm the set-up with a first code: from now on one is asked for at login. Not with a token."""
    own = caller.require_session()
    codes = context.accounts.confirm_second_factor(
        own, given.code, session=caller.session, by=context.actor(request)
    )
    return RecoveryCodes(codes=codes)


@router.post("/totp/recovery-codes", **ruled(TokenScope.ACCOUNT))
def renew_recovery_codes(
    request: Request, context: InContext, caller: ByCaller, given: Proof
) -> RecoveryCodes:
    """New recovery codes in place of all old ones; needs the password. Not with a token."""
    own, by = caller.require_session(), context.actor(request)
    codes = context.accounts.renew_recovery_codes(own, given.password.get_secret_value(), by=by)
    return RecoveryCodes(codes=codes)


@router.post("/totp/off", **ruled(TokenScope.ACCOUNT))
def turn_off_second_factor(
    request: Request, context: InContext, caller: ByCaller, given: Proof
) -> AccountInfo:
    """Ask for no code any more; needs the password. Not with a token."""
    own, by = caller.require_session(), context.actor(request)
    context.accounts.turn_off_second_factor(own, given.password.get_secret_value(), by=by)
    return AccountInfo.of(context.accounts.get(own.id))
