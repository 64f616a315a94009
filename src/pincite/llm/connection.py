"""The connection to a model server: only to where it was allowed, and ended at any moment from any thread."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pincite.llm.address import Address, require_peer

CONNECT_SECONDS = 5.0
SHORT_SECONDS = 10.0
"""Longest wait for what a server tells about itself."""

_SEPARATORS = {"\x85": rb"\u0085", "\u2028": rb"\u2028", "\u2029": rb"\u2029"}


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

    def connect(self, seconds: float | None = None) -> Connection:
        """A connection for one exchange."""
        return Connection(self, self.seconds if seconds is None else seconds)


class Connection:
    """One exchange with a model server.

    It takes part in an HTTP client through the client's event hooks, which `httpx` and its successor share, and so
    serves providers with clients of their own, too.
    """

    def __init__(self, server: Server, seconds: float) -> None:
        self.server = server
        self.seconds = seconds
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

    def options(self, module: Any) -> dict[str, Any]:
        """What a client of `httpx` (or its successor, given as `module`) is made with.

        Proxy variables of the environment and redirects are not followed: they would send text to other places than
        the one that was allowed.
        """
        timeout = module.Timeout(self.seconds, connect=min(CONNECT_SECONDS, self.seconds))
        return {
            "timeout": timeout,
            "trust_env": False,
            "follow_redirects": False,
            "event_hooks": {"request": [self._prepare], "response": []},
            **({} if self.server.address.secure else {"verify": False}),
        }

    def _prepare(self, request: Any) -> None:
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


def once_more(
    connection: Connection,
    attempt: Callable[[], Iterator[Any]],
    wait_for: Callable[[Exception], float | None],
) -> Iterator[Any]:
    """What an attempt gives; repeated once if it fails before its first piece and the server names a waiting time.

    Args:
        connection: Whose end also ends the waiting.
        attempt: Begins the exchange anew.
        wait_for: Seconds that an error asks to wait; None if it is no use.
    """
    try:
        yield from attempt()
        return
    except Exception as error:
        seconds = wait_for(error)
        if seconds is None:
            raise
    connection.wait(seconds)
    yield from attempt()
