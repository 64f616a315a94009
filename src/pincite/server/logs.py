"""The server's log: one line for each event, as text or as JSON, without secrets."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

from pincite.config import Settings

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""Id of the request that is being answered: threads started for it inherit it."""

Form = Literal["text", "json"]

HIDDEN = "…"
_LOGGERS = ("pincite", "uvicorn")
# What looks like a secret, wherever it stands: headers, cookies, tokens of ours, keys of model providers.
_SECRETS = re.compile(
    r"(?i)(?<=bearer )[^\s\"',;]+"
    r"|(?<=basic )[a-z0-9+/=]{8,}"
    r"|(?<=pincite_session=)[^\s\"',;]+"
    r"|\bpin_[A-Za-z0-9_-]{8,}"
    r"|\bsk-[A-Za-z0-9_-]{8,}"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)"
)
_BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """A text without the secrets given, and without what looks like one."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return _SECRETS.sub(HIDDEN, text)


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The secrets that the settings lead to: they themselves hold only names of environment variables."""
    names = (settings.model.key_variable, settings.accounts.oidc_secret_variable)
    values = (os.environ.get(name, "").strip() for name in names if name)
    return tuple(value for value in values if len(value) >= 4)


class _Lines(logging.Formatter):
    """Common to both forms.

    Args:
        secrets: Never to be written.
    """

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self._secrets = secrets

    def told(self, record: logging.LogRecord) -> tuple[str, dict[str, object], str]:
        """Message, facts and trace of an event, without secrets."""
        given = {"id": REQUEST.get(), **getattr(record, "facts", {})}
        facts = {
            name: redact(value, self._secrets) if isinstance(value, str) else value
            for name, value in given.items()
            if value != ""
        }
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        return redact(record.getMessage(), self._secrets), facts, redact(trace, self._secrets)

    @staticmethod
    def time(record: logging.LogRecord) -> str:
        """When it happened: UTC, to the millisecond."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class TextLines(_Lines):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the trace of an error below it."""
        message, facts, trace = self.told(record)
        parts = [f"{name}={value}" for name, value in facts.items()]
        line = " ".join([self.time(record), record.levelname.lower(), message, *parts])
        # What came from outside must not begin a line of its own.
        line = _BREAKS.sub("�", line)
        return f"{line}\n{trace}" if trace else line


class JsonLines(_Lines):
    """For programs."""

    def format(self, record: logging.LogRecord) -> str:
        """One object in one line."""
        message, facts, trace = self.told(record)
        entry: dict[str, object] = {
            "time": self.time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            **facts,
        }
        if trace:
            entry["trace"] = trace
        return json.dumps(entry, ensure_ascii=True, default=str)


def configure(form: Form, settings: Settings) -> None:
    """Write the log to the standard error stream of this process."""
    handler = logging.StreamHandler(sys.stderr)
    lines = JsonLines if form == "json" else TextLines
    handler.setFormatter(lines(secrets_of(settings)))
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO)
    # Its own lines about starting and stopping say nothing that `pincite serve` does not say.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
