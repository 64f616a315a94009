"""What all requests of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.accounts import Accounts
from pincite.config import Settings
from pincite.library import Library
from pincite.server.streams import Streams


@dataclass(frozen=True, slots=True)
class Context:
    """What the application works with.

    Attributes:
        library: All of it: routes use what the caller sees of it, `pincite.server.callers.InLibrary`.
        accounts: Who may log in.
        streams: Long work of requests.
    """

    library: Library
    accounts: Accounts
    streams: Streams = field(default_factory=Streams)

    @property
    def settings(self) -> Settings:
        """All settings."""
        return self.library.settings
