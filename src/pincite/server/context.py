"""What all requests of one server share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import Request

from pincite.accounts import Accounts, Actor
from pincite.config import Settings
from pincite.library import Library
from pincite.privacy.pii import Redactor
from pincite.server.backups import Backups
from pincite.server.evaluating import Evaluating
from pincite.server.examples import Examples
from pincite.server.limits import Limits
from pincite.server.metrics import Metrics
from pincite.server.pictures import Pictures
from pincite.server.readiness import Readiness
from pincite.server.streams import Streams
from pincite.server.turns import Turns


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
        turns: Turns of conversations that are being answered.
        evaluating: Evaluations that this server runs.
        pictures: Of pages.
        backups: Of all of the library.
        examples: Questions made of documents.
        redactor: Finds personal data where the settings ask for it: it is blacked out in the audit log.
    """

    library: Library
    accounts: Accounts
    metrics: Metrics
    limits: Limits
    readiness: Readiness
    pictures: Pictures
    backups: Backups
    streams: Streams = field(default_factory=Streams)
    turns: Turns = field(default_factory=Turns)
    examples: Examples = field(default_factory=Examples)
    evaluating: Evaluating = field(default_factory=Evaluating)
    redactor: Redactor | None = None

    @classmethod
    def of(cls, library: Library, readiness: Readiness | None = None) -> Context:
        """What a server of this library works with.

        Raises:
            SettingsError: if the patterns of personal data cannot be used.
        """
        metrics = Metrics(library)
        return cls(
            library=library,
            accounts=Accounts(library.store, library.settings.accounts),
            metrics=metrics,
            limits=Limits(library.settings.server, metrics.refused),
            readiness=readiness or Readiness(library),
            pictures=Pictures(library.settings.parse),
            backups=Backups(library),
            redactor=Redactor.of_settings(library.settings.privacy, library.folder),
        )

    def close(self) -> None:
        """End what works in the background, and leave no files behind. May be called twice, from any thread."""
        self.pictures.close()
        self.backups.close()

    @property
    def settings(self) -> Settings:
        """All settings."""
        return self.library.settings

    def actor(self, request: Request) -> Actor:
        """Who makes a request, for the audit log."""
        caller = getattr(request.state, "caller", None)
        return Actor(
            account=None if caller is None else caller.account,
            address=request.client.host if request.client else "",
            request=getattr(request.state, "request_id", ""),
        )

    def audit(
        self,
        request: Request,
        action: str,
        object: str = "",  # noqa: A002 - the word for it
        outcome: str = "done",
        **details: Any,
    ) -> None:
        """Write into the audit log what the caller did; nothing while there are no accounts, and so nobody else.

        Args:
            request: Says who, and from where.
            action: Noun and verb: "document.delete".
            object: Id of what it was done with.
            outcome: "done", "failed" or "refused".
            details: Text, numbers, truth values, and lists of them; never a password, token or key.
        """
        if self.accounts.exist():
            if self.redactor is not None:
                details = {name: _masked(self.redactor, value) for name, value in details.items()}
            self.accounts.audit.record(self.actor(request), action, object, outcome, **details)

    def audit_question(
        self,
        request: Request,
        action: str,
        question: str,
        object: str = "",  # noqa: A002 - the word for it
    ) -> None:
        """Write a question into the audit log, if the settings say that questions are kept there.

        Args:
            request: Says who, and from where.
            action: As for `audit`.
            question: As asked.
            object: Id of the conversation or collection, if there is one.
        """
        if self.settings.accounts.audit_questions:
            self.audit(request, action, object, question=question)


def _masked(redactor: Redactor, value: Any) -> Any:
    if isinstance(value, str):
        return redactor.mask(value)
    return [_masked(redactor, one) for one in value] if isinstance(value, list) else value
