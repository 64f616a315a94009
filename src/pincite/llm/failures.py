"""What goes wrong with a model server, as errors with remedies.

Kinds of failures are told by the names of their classes, because `httpx` and its successor, which some providers'
clients use, share the names but not the classes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from pincite.errors import (
    ModelMissingError,
    ModelReplyError,
    ModelTimeoutError,
    ModelUnreachableError,
    ModelWindowError,
    PinciteError,
)
from pincite.llm.connection import Server, StatusError

LONGEST_PAUSE = 30.0
"""Seconds: a server that asks for a longer pause than this is not asked again."""

_NOT_REACHED = frozenset({"ConnectError", "ConnectTimeout", "ConnectionError"})
_TOO_SLOW = frozenset({"TimeoutException", "APITimeoutError"})
_BROKEN_OFF = frozenset({"TransportError", "APIConnectionError", "StreamError"})
_WINDOW = re.compile(
    r"context[ _](length|size|window)|maximum context|prompt is too long|too many tokens|available context",
    re.IGNORECASE,
)


_Kind = TypeVar("_Kind", bound=BaseException)


class BrokenOffError(Exception):
    """A reply ended without its end."""


class ServerSaidError(Exception):
    """A server reported a failure within a reply.

    Args:
        text: Its words.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


@dataclass(frozen=True, slots=True)
class Words:
    """How errors speak of a provider.

    Attributes:
        title: Its name, e.g. "Ollama".
        model: The model's name.
        start: What to do when it does not answer.
        fetch: What to do when it does not have the model; called only then.
    """

    title: str
    model: str
    start: str
    fetch: Callable[[], str]


def pause_of(error: Exception) -> float | None:
    """Seconds to wait before the one new attempt that a busy server asks for."""
    status = find_cause(error, StatusError)
    if status is None or status.status not in (429, 503, 529) or status.pause is None:
        return None
    return status.pause if status.pause <= LONGEST_PAUSE else None


def explain(error: Exception, server: Server, words: Words) -> PinciteError:
    """A failure as the error that the user sees."""
    known = find_cause(error, PinciteError)
    if known is not None:
        return known
    status = find_cause(error, StatusError)
    if status is not None:
        return _explain_status(status, server, words)
    said = find_cause(error, ServerSaidError)
    if said is not None:
        return _explain_words(said.text, server, words)
    names = {kind.__name__ for each in _chain(error) for kind in type(each).__mro__}
    where = f"{words.title} at {server.address.url}"
    if "SSLError" in names:
        return ModelUnreachableError(
            f"{where} does not speak TLS, or its certificate is not trusted here",
            "Correct `model.address`, or have this machine trust the certificate.",
        )
    if names & _NOT_REACHED:
        return ModelUnreachableError(f"{where} does not answer", words.start)
    if names & _TOO_SLOW:
        return ModelTimeoutError(
            f"{where} sent nothing for {server.seconds:g} seconds",
            "Raise `model.seconds`, or use a smaller model.",
        )
    if names & _BROKEN_OFF or isinstance(error, (BrokenOffError, OSError)):
        return ModelReplyError(f"{where} broke off its reply", "Try again; look at the server's own log.")
    return ModelReplyError(
        f"{where} sent what cannot be understood",
        "Check that `model.provider` and `model.address` fit together.",
    )


def _explain_status(error: StatusError, server: Server, words: Words) -> PinciteError:
    where = f"{words.title} at {server.address.url}"
    status = error.status
    if status in (401, 403):
        return ModelUnreachableError(
            f"{where} refuses the key" if server.key else f"{where} asks for a key",
            "Put a valid key into an environment variable, and its name into `model.key_variable`.",
        )
    if 300 <= status < 400:
        return ModelUnreachableError(
            f"{where} sends its callers to another address, which is not followed",
            "Set `model.address` to where the server really is.",
        )
    if status in (400, 404, 413, 422, 500) and _WINDOW.search(error.text):
        return too_long(words)
    if status in (400, 404) and "model" in error.text.lower() and _is_missing(error.text, status):
        return ModelMissingError(f"{words.title} has no model {words.model!r}", words.fetch())
    if status in (404, 405):
        return ModelUnreachableError(
            f"there is no {words.title} at {server.address.url}",
            "Check that `model.provider` and `model.address` fit together.",
        )
    if status == 429:
        return ModelReplyError(f"{where} is asked too often", "Wait a little, and try again.")
    reason = _in_its_words(error.text, server)
    if status >= 500:
        return ModelReplyError(
            f"{where} reports a failure (status {status}){reason}", "Try again; look at the server's own log."
        )
    return ModelReplyError(
        f"{where} rejects the request (status {status}){reason}", "Look at the server's own log."
    )


def _explain_words(text: str, server: Server, words: Words) -> PinciteError:
    if _WINDOW.search(text):
        return too_long(words)
    reason = _in_its_words(text, server, as_text=True)
    return ModelReplyError(
        f"{words.title} at {server.address.url} reports a failure{reason}", "Look at the server's own log."
    )


def too_long(words: Words) -> ModelWindowError:
    """The error for a prompt that the server found too long."""
    return ModelWindowError(
        f"the prompt does not fit into the window of {words.model}",
        "Set `model.window` to the number of tokens that the server was started with, or choose a model with a "
        "larger window.",
    )


def _is_missing(text: str, status: int) -> bool:
    lower = text.lower()
    return any(word in lower for word in ("not found", "not_found", "does not exist", "no such model")) or (
        status == 404
    )


def _in_its_words(text: str, server: Server, *, as_text: bool = False) -> str:
    """What a server on this machine said, in the form in which model servers say it; or just text, within a reply.

    The words of another machine, and those of something else on this one, are not repeated: they may be anything.
    """
    if server.address.remote:
        return ""
    try:
        body = json.loads(text)
        inner = body.get("error", body) if isinstance(body, dict) else text if as_text else ""
        text = str(inner.get("message", "")) if isinstance(inner, dict) else str(inner)
    except ValueError:
        text = text if as_text else ""
    if server.key:
        text = text.replace(server.key, "…")
    line = " ".join(text.split())
    return f": {line[:200]}" if line else ""


def _chain(error: BaseException | None) -> list[BaseException]:
    """An error with those that it was made from: clients of providers wrap what their HTTP client raises."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain


def find_cause(error: Exception, kind: type[_Kind]) -> _Kind | None:
    """An error of a kind, or the one of that kind which it was made from."""
    return next((each for each in _chain(error) if isinstance(each, kind)), None)
