"""Tokens for programs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.accounts import Credential
from pincite.domain import TokenScope
from pincite.server.account_shapes import TokenInfo
from pincite.server.callers import ByCaller, InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(prefix="/tokens", tags=["tokens"])


class NewToken(Shape):
    """A token to be made."""

    name: str = Field(
        min_length=1, max_length=100, examples=["nightly upload"], description="What it is for."
    )
    scopes: list[TokenScope] = Field(
        min_length=1, max_length=20, examples=[["read", "write"]], description="What it may be used for."
    )
    days: int | None = Field(
        90, ge=1, le=3650, examples=[90], description="How long it lasts; null for one that does not end."
    )


class MadeToken(Shape):
    """A token with its secret, which is shown only now."""

    token: TokenInfo
    secret: str = Field(examples=["pin_6f1e0c…"], description="Send it as `Authorization: Bearer …`.")


@router.get("", **ruled(TokenScope.ACCOUNT))
def list_tokens(context: InContext, caller: ByCaller) -> Listing[TokenInfo]:
    """The own tokens, the newest first."""
    found = context.accounts.tokens.all(caller.own_account())
    return Listing(items=[TokenInfo.of(token) for token in found], next=None)


@router.post("", status_code=201, **ruled(TokenScope.ACCOUNT))
def create_token(request: Request, context: InContext, caller: ByCaller, given: NewToken) -> MadeToken:
    """Make a token. A token can make others, but none that may more than itself, or lasts longer."""
    owner = caller.own_account()
    maker = Credential(owner, caller.scopes, session=caller.session, token=caller.token)
    secret, made = context.accounts.tokens.create(
        owner, given.name, given.scopes, days=given.days, maker=maker, by=context.actor(request)
    )
    return MadeToken(token=TokenInfo.of(made), secret=secret)


@router.delete("/{token}", status_code=204, **ruled(TokenScope.ACCOUNT, own=True))
def revoke_token(request: Request, context: InContext, caller: ByCaller, token: str) -> None:
    """Revoke one of the own tokens; it ends at once."""
    context.accounts.tokens.revoke(caller.own_account(), token, by=context.actor(request))
