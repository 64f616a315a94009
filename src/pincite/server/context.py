"""What all requests of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.accounts import Accounts
from pincite.config import Settings
from pincite.library import Library
from pincite.server.limits import Limits
from pincite.server.metrics import Metrics
from pincite.server.readiness import Readiness
from pincite.server.streams import Streams


@dataclass(frozen=True, slots=True)
class Context:
    """What the application works with.

    Attributes:
        library: All of it: routes use what the caller sees of it, `pincite.server.callers.InLibrary`.
        accounts: Who may log in.
        metrics: What is counted.
        limits: How often somebody may ask.
        readiness: Whether everything is loaded that an answer needs.
        streams: Long work of requests.
    """

    library: Library
    accounts: Accounts
    metrics: Metrics
    limits: Limits
    readiness: Readiness
    streams: Streams = field(default_factory=Streams)

    @classmethod
    def of(cls, library: Library) -> Context:
        """What a server of this library works with."""
        metrics = Metrics(library)
        return cls(
            library=library,
            accounts=Accounts(library.store, library.settings.accounts),
            metrics=metrics,
            limits=Limits(library.settings.server, metrics.refused),
            readiness=Readiness(library),
        )

    @property
    def settings(self) -> Settings:
        """All settings."""
        return self.library.settings
