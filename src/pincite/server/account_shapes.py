"""Forms in which accounts, logins, tokens and links are sent."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, SecretStr

from pincite.accounts import LinkRecord, SessionRecord, TokenRecord
from pincite.domain import Account, TokenScope
from pincite.server.shapes import Shape

ID = "5f0c3a9be1d24c7a8f10"
TIME = "2026-05-04T09:30:00.000+00:00"

Name = Annotated[str, Field(min_length=1, max_length=400, examples=["Ada"])]
Secret = Annotated[
    SecretStr, Field(max_length=1000, examples=["four words nobody guesses"], description="A password.")
]
LinkSecret = Annotated[
    SecretStr,
    Field(max_length=200, examples=["q3Z…"], description="What stands behind the last `/` of the link."),
]
Code = Annotated[
    str,
    Field(
        max_length=40,
        examples=["492039"],
        description="From the authenticator, or a recovery code.",
    ),
]


class AccountInfo(Shape):
    """An account."""

    id: str = Field(examples=[ID])
    name: str = Field(examples=["Ada"])
    admin: bool = Field(description="Whether it manages accounts and settings.")
    disabled: bool = Field(description="Whether nobody can log in as this account.")
    second_factor: bool = Field(description="Whether a code is asked for at login.")
    has_password: bool = Field(
        description="False for an account that logs in with the identity provider only."
    )
    linked: bool = Field(description="Whether it can log in with the identity provider.")
    created_at: str = Field(examples=[TIME])

    @classmethod
    def of(cls, account: Account) -> AccountInfo:
        """The form of an account."""
        return cls(
            id=account.id,
            name=account.name,
            admin=account.admin,
            disabled=account.disabled,
            second_factor=account.totp,
            has_password=account.has_password,
            linked=account.linked,
            created_at=account.created_at,
        )


class SessionInfo(Shape):
    """A login that lasts."""

    id: str = Field(examples=[ID])
    current: bool = Field(description="Whether this call was made with it.")
    created_at: str = Field(examples=[TIME])
    used_at: str = Field(examples=[TIME], description="The last use, to the minute.")
    expires_at: str = Field(examples=[TIME], description="When it ends if it is not used.")
    address: str = Field(examples=["192.0.2.7"])
    agent: str = Field(examples=["Mozilla/5.0"], description="What the browser calls itself.")

    @classmethod
    def of(cls, session: SessionRecord, current: str | None) -> SessionInfo:
        """The form of a session."""
        return cls(
            id=session.id,
            current=session.id == current,
            created_at=session.created_at,
            used_at=session.used_at,
            expires_at=session.expires_at,
            address=session.address,
            agent=session.agent,
        )


class TokenInfo(Shape):
    """An API token, without its secret."""

    id: str = Field(examples=[ID])
    name: str = Field(examples=["nightly upload"])
    scopes: list[TokenScope] = Field(examples=[["read", "write"]])
    created_at: str = Field(examples=[TIME])
    expires_at: str | None = Field(examples=[TIME], description="Null for one that does not end.")
    used_at: str | None = Field(examples=[TIME], description="The last use, to the minute.")

    @classmethod
    def of(cls, token: TokenRecord) -> TokenInfo:
        """The form of a token."""
        return cls(
            id=token.id,
            name=token.name,
            scopes=sorted(token.scopes),
            created_at=token.created_at,
            expires_at=token.expires_at,
            used_at=token.used_at,
        )


class InvitationInfo(Shape):
    """An invitation, without its secret."""

    id: str = Field(examples=[ID])
    admin: bool = Field(description="Whether who signs up with it becomes an administrator.")
    note: str = Field(examples=["for Ben"])
    created_at: str = Field(examples=[TIME])
    expires_at: str = Field(examples=[TIME])
    used_at: str | None = Field(examples=[TIME])

    @classmethod
    def of(cls, link: LinkRecord) -> InvitationInfo:
        """The form of an invitation."""
        return cls(
            id=link.id,
            admin=link.admin,
            note=link.note,
            created_at=link.created_at,
            expires_at=link.expires_at,
            used_at=link.used_at,
        )


class Link(Shape):
    """A link that works once. It is shown only now: its secret is not kept."""

    secret: str = Field(examples=["q3ZVt0cN2rP5mXwJ8yKd1aBfGhLsUeRi4oTzQ7vCx9M"])
    path: str = Field(
        examples=["/#/invitation/q3ZVt0cN2rP5mXwJ8yKd1aBfGhLsUeRi4oTzQ7vCx9M"],
        description="To be put behind the server's name. What follows the # is never sent, and so never logged.",
    )
