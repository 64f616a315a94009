"""Links with which others make an account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.accounts import LinkKind, link_path
from pincite.domain import TokenScope
from pincite.server.account_shapes import InvitationInfo, Link
from pincite.server.callers import InContext
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(prefix="/invitations", tags=["invitations"])


class NewInvitation(Shape):
    """An invitation to be made."""

    admin: bool = Field(False, description="Whether who signs up with it becomes an administrator.")
    note: str = Field("", max_length=200, examples=["for Ben"], description="Whom it is for.")
    days: int = Field(7, ge=1, le=365, examples=[7], description="How long it lasts.")


class MadeInvitation(Shape):
    """An invitation with its link, which is shown only now."""

    invitation: InvitationInfo
    link: Link


@router.get("", **ruled(TokenScope.ADMIN, admin=True))
def list_invitations(context: InContext) -> Listing[InvitationInfo]:
    """The invitations, the newest first; used ones too."""
    found = context.accounts.links.invitations()
    return Listing(items=[InvitationInfo.of(link) for link in found], next=None)


@router.post("", status_code=201, **ruled(TokenScope.ADMIN, admin=True))
def create_invitation(request: Request, context: InContext, given: NewInvitation) -> MadeInvitation:
    """Invite somebody: one account can be made with the link. It ends when its maker stops being an administrator."""
    secret, made = context.accounts.links.invite(
        days=given.days, admin=given.admin, note=given.note, by=context.actor(request)
    )
    path = link_path(LinkKind.INVITATION, secret, context.settings.server.root_path)
    return MadeInvitation(invitation=InvitationInfo.of(made), link=Link(secret=secret, path=path))


@router.delete("/{invitation}", status_code=204, **ruled(TokenScope.ADMIN, admin=True))
def revoke_invitation(request: Request, context: InContext, invitation: str) -> None:
    """Remove an invitation; its link works no more."""
    context.accounts.links.revoke(invitation, by=context.actor(request))
