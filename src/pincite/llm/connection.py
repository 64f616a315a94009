"""The connection to a model server: only to where it was allowed, and ended at any moment from any thread."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.llm.address import Address, require_lead, require_peer

CONNECT_SECONDS = 5.0
SHORT_SECONDS = 10.0
"""Longest wait for what a server tells about itself."""

MOST_ERROR_BYTES = 64 * 1024
"""Of the body of an error; more is not read."""

_SEPARATORS = {"\x85": rb"\u0085", "\u2028": rb"\u2028", "\u2029": rb"\u2029"}


class StatusError(Exception):
    """A server answered with another status than success.

    Args:
        status: The HTTP status.
        text: The body, or its beginning.
        pause: Seconds that the server asks to wait; None where it does not say.
    """

    def __init__(self, status: int, text: str, pause: float | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.text = text
        self.pause = pause


@dataclass(frozen=True, slots=True)
class Server:
    """How a model server is reached.

    Attributes:
        address: Where it is.
        key: Sent with each request; empty for none.
        seconds: Longest wait for the next piece of a reply.
    """

    address: Address
    key: str = field(default="", repr=False)
    seconds: float = 120.0

    def connect(self) -> Connection:
        """A connection for one exchange."""
        return Connection(self)

    def ask(self, method: str, url: str, **content: Any) -> Any:
        """What the server tells about itself, as JSON; any exception may come out."""
        import httpx

        asked = replace(self, seconds=min(self.seconds, SHORT_SECONDS))
        with httpx.Client(**asked.connect().options(httpx)) as client:
            return client.request(method, url, **content).json()


class Connection:
    """One exchange with a model server.

    It takes part in an HTTP client through the client's event hooks, which `httpx` and its successor share, and so
    serves providers with clients of their own, too.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self._lock = threading.Lock()
        self._cut = threading.Event()
        self._socket: socket.socket | None = None

    @property
    def is_cut(self) -> bool:
        """Whether `cut` was called."""
        return self._cut.is_set()

    def cut(self) -> None:
        """End the exchange, also while another thread waits for the server, which then stops writing."""
        with self._lock:
            self._cut.set()
            if self._socket is not None:
                # `shutdown` wakes a waiting thread; `close` would not. That of the plain socket, because TLS's own
                # takes away what the other thread is reading with.
                with contextlib.suppress(OSError):
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def wait(self, seconds: float) -> None:
        """Wait, unless the exchange is ended."""
        self._cut.wait(seconds)

    def options(self, module: Any, *, with_key: bool = True) -> dict[str, Any]:
        """What a client of `httpx` (or its successor, given as `module`) is made with.

        The key, if there is one, is sent as most servers expect it; `with_key` is for those that do not.

        Proxy variables of the environment and redirects are not followed: they would send text to other places than
        the one that was allowed.
        """
        seconds = self.server.seconds
        headers = {"Accept-Encoding": "identity"}
        if self.server.key and with_key:
            headers["Authorization"] = f"Bearer {self.server.key}"
        return {
            "timeout": module.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)),
            "trust_env": False,
            "follow_redirects": False,
            "headers": headers,
            "event_hooks": {"request": [self._prepare], "response": [_require_success]},
            "verify": _trusted() if self.server.address.secure else False,
        }

    def _prepare(self, request: Any) -> None:
        if not self.server.key and "Authorization" in request.headers:
            del request.headers["Authorization"]  # one that a provider's client found by itself
        require_lead(self.server.address)
        request.extensions = {**request.extensions, "trace": self._trace}

    def _trace(self, event: str, details: Mapping[str, Any]) -> None:
        """Look at the machine that was reached, before a byte is sent to it."""
        if event not in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            return
        stream = details["return_value"]
        reached = stream.get_extra_info("socket")
        with self._lock:
            self._socket = reached
        try:
            require_peer(self.server.address, str(reached.getpeername()[0]))
        except Exception:
            stream.close()
            raise
        if self.is_cut:
            self.cut()


def _trusted() -> ssl.SSLContext:
    """Whose certificates are trusted: those that this machine trusts, and the usual authorities."""
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _require_success(response: Any) -> None:
    """Raise `StatusError`; redirects are errors too."""
    if response.status_code < 300:
        return
    body = b""
    for piece in response.iter_bytes():
        body += piece
        if len(body) > MOST_ERROR_BYTES:
            break
    response.close()
    text = body[:MOST_ERROR_BYTES].decode("utf-8", "replace")
    raise StatusError(response.status_code, text, _pause(response.headers))


def _pause(headers: Mapping[str, str]) -> float | None:
    """The value of Retry-After in seconds; a date is not worth waiting for."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if seconds >= 0 else None


def lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Lines of a stream of bytes, however it was cut; only the newline byte ends one."""
    kept: list[bytes] = []
    for piece in pieces:
        first, *rest = piece.split(b"\n")
        kept.append(first)
        for part in rest:
            yield b"".join(kept)
            kept = [part]
    if any(kept):
        yield b"".join(kept)


def escape_separators(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The JSON lines of a stream, with the characters escaped that `str.splitlines` would end a line at.

    JSON allows them in strings, where the two forms mean the same.
    """
    for line in lines(pieces):
        for character, escaped in _SEPARATORS.items():
            line = line.replace(character.encode(), escaped)
        yield line + b"\n"
