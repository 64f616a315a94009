"""All accounts, for administrators."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from pincite.accounts import LinkKind, link_path
from pincite.domain import TokenScope
from pincite.errors import UsageError
from pincite.server.account_shapes import AccountInfo, Link, Name, Secret
from pincite.server.callers import InContext
from pincite.server.context import Context
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(prefix="/accounts", tags=["accounts"])


class NewAccount(Shape):
    """An account to be made."""

    name: Name
    admin: bool = False
    password: Secret | None = Field(None, description="Left out: the answer holds a link to set one.")


class MadeAccount(Shape):
    """A new account."""

    account: AccountInfo
    link: Link | None = Field(description="To set its password, once and within a day; null if it has one.")


class AccountManaged(Shape):
    """What is to be changed; what is left out stays."""

    name: Name | None = None
    admin: bool | None = None
    disabled: bool | None = Field(None, description="Disabling ends all logins and tokens.")


@router.get("", **ruled(TokenScope.ADMIN, admin=True))
def list_accounts(
    context: InContext,
    words: Annotated[
        str, Query(max_length=400, description="Only those whose name holds this.", examples=["ad"])
    ] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=2000)] = None,
) -> Listing[AccountInfo]:
    """Accounts by name."""
    found = context.accounts.listed(words=words, limit=limit, cursor=cursor)
    return Listing(items=[AccountInfo.of(account) for account in found.items], next=found.next)


@router.post("", status_code=201, **ruled(TokenScope.ADMIN, admin=True))
def create_account(request: Request, context: InContext, given: NewAccount) -> MadeAccount:
    """Make an account. The first one must be an administrator's, and gets all that is in the library."""
    by = context.actor(request)
    password = None if given.password is None else given.password.get_secret_value()
    account = context.accounts.create(given.name, password, given.admin, by=by)
    link = None
    if password is None:
        link = _link(context, context.accounts.password_link(account.id, by=by))
    return MadeAccount(account=AccountInfo.of(account), link=link)


@router.get("/{account}", **ruled(TokenScope.ADMIN, admin=True))
def get_account(context: InContext, account: str) -> AccountInfo:
    """An account."""
    return AccountInfo.of(context.accounts.get(account))


@router.patch("/{account}", **ruled(TokenScope.ADMIN, admin=True))
def manage_account(request: Request, context: InContext, account: str, change: AccountManaged) -> AccountInfo:
    """Rename an account, make it an administrator's or no longer, disable or enable it.

    The last administrator can be neither disabled nor demoted.
    """
    by = context.actor(request)
    found = context.accounts.get(account)
    if change.name is not None:
        found = context.accounts.rename(found, change.name, by=by)
    if change.admin is not None:
        found = context.accounts.set_admin(account, change.admin, by=by)
    if change.disabled is not None:
        found = context.accounts.set_disabled(account, change.disabled, by=by)
    return AccountInfo.of(found)


@router.delete("/{account}", status_code=204, **ruled(TokenScope.ADMIN, admin=True))
def delete_account(
    request: Request,
    context: InContext,
    account: str,
    confirm: Annotated[str, Query(max_length=400, description="The account's name.", examples=["Ada"])] = "",
) -> None:
    """Delete an account, and all that only it has: collections nobody else owns, their documents, conversations."""
    found = context.accounts.get(account)
    if confirm != found.name:
        goes = context.accounts.belongings(account)
        raise UsageError(
            f"with {found.name!r} would go: {goes.collections} collections, {goes.documents} documents, "
            f"{goes.conversations} conversations",
            "Give the account's name as `confirm` to delete it.",
        )
    context.accounts.delete(account, by=context.actor(request))


@router.post("/{account}/reset", status_code=201, **ruled(TokenScope.ADMIN, admin=True))
def reset_account(request: Request, context: InContext, account: str) -> Link:
    """Make a link with which the account's password can be set, once and within a day. Earlier ones end."""
    return _link(context, context.accounts.password_link(account, by=context.actor(request)))


@router.delete("/{account}/totp", **ruled(TokenScope.ADMIN, admin=True))
def reset_second_factor(request: Request, context: InContext, account: str) -> AccountInfo:
    """Ask the account for no code any more, after its holder lost the authenticator."""
    return AccountInfo.of(context.accounts.reset_second_factor(account, by=context.actor(request)))


def _link(context: Context, secret: str) -> Link:
    path = link_path(LinkKind.PASSWORD, secret, context.settings.server.root_path)
    return Link(secret=secret, path=path)
