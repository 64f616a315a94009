"""What all requests of one server share."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.accounts import Accounts
from pincite.config import Settings
from pincite.library import Library


@dataclass(frozen=True, slots=True)
class Context:
    """What the application works with.

    Attributes:
        library: All of it: routes use what the caller sees of it, `pincite.server.callers.InLibrary`.
        accounts: Who may log in.
    """

    library: Library
    accounts: Accounts

    @property
    def settings(self) -> Settings:
        """All settings."""
        return self.library.settings
