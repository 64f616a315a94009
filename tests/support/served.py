"""An application in the test's process, with accounts and clients that are logged in."""

from __future__ import annotations

import contextlib

from fastapi.testclient import TestClient

from pincite import Library
from pincite.accounts import Accounts, Actor
from pincite.domain import Account, TokenScope
from pincite.errors import NotFoundError
from pincite.server.app import create_app
from support.accounts import PASSWORD

ADDRESS = "http://127.0.0.1:8750"


class Served:
    """An application in this process.

    Args:
        library: What it serves.

    Attributes:
        app: The application.
        accounts: Those of the library.
    """

    def __init__(self, library: Library, stack: contextlib.ExitStack) -> None:
        self.library = library
        self.app = create_app(library)
        self.accounts: Accounts = self.app.state.context.accounts
        self._stack = stack

    def account(self, name: str, *, admin: bool = False) -> Account:
        """The account of this name, made if need be. The first one must be an administrator's."""
        with contextlib.suppress(NotFoundError):
            return self.accounts.named(name)
        return self.accounts.create(name, PASSWORD, admin)

    def anybody(self) -> TestClient:
        """A browser without login."""
        return self._client({"origin": ADDRESS})

    def client(self, name: str, *, admin: bool = False) -> TestClient:
        """A browser that is logged in as somebody, whose account is made if need be."""
        self.account(name, admin=admin)
        client = self.anybody()
        secret, _ = self.accounts.log_in(name, PASSWORD, address="testclient", agent="test")
        client.cookies.set("pincite_session", secret, domain="127.0.0.1", path="/")
        return client

    def program(self, name: str, *scopes: TokenScope) -> TestClient:
        """A client with a token of somebody; with all scopes where none is named."""
        return self._client({"authorization": f"Bearer {self.token(name, *scopes)}"})

    def token(self, name: str, *scopes: TokenScope) -> str:
        """A token of somebody."""
        owner = self.account(name)
        _, credential = self.accounts.log_in(name, PASSWORD)
        made = self.accounts.tokens.create(
            owner, "test", scopes or tuple(TokenScope), days=1, maker=credential, by=Actor(owner)
        )
        return made[0]

    def _client(self, headers: dict[str, str]) -> TestClient:
        return self._stack.enter_context(TestClient(self.app, ADDRESS, headers=headers))
