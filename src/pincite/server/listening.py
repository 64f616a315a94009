"""Where a server listens, and who may come in there. Imports little, so that a wrong call is told at once."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
from dataclasses import dataclass

from pincite.accounts import Accounts
from pincite.errors import UsageError
from pincite.library import Library

BACKLOG = 512


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that accepts connections.

    Attributes:
        socket: It.
        url: How it is reached from this machine.
        local: Whether only from this machine.
    """

    socket: socket.socket
    url: str
    local: bool


def listen(host: str, port: int) -> Listening:
    """Listen at an address.

    Args:
        host: Name or number of an address of this machine; "0.0.0.0" or "::" for all.
        port: 0 for any that is free.

    Raises:
        UsageError: if that is not possible.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise UsageError(
            f"{host!r} is not an address of this machine", "Use 127.0.0.1, or 0.0.0.0 for all addresses."
        ) from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Connections of an earlier run that are not quite over must not keep the address.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from None
    number, bound = listener.getsockname()[:2]
    reached = ipaddress.ip_address(str(number).partition("%")[0])
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(str(reached), str(reached))  # noqa: S104
    url = f"http://[{shown}]:{bound}" if ":" in shown else f"http://{shown}:{bound}"
    return Listening(listener, url, reached.is_loopback)


def _cannot_listen(host: str, port: int, error: OSError) -> UsageError:
    if error.errno == errno.EADDRINUSE:
        return UsageError(
            f"something else listens at port {port} of {host}",
            "Is Pincite running already? Else choose another one with --port; 0 takes any that is free.",
        )
    if error.errno == errno.EACCES:
        return UsageError(f"port {port} may not be used", "Choose one above 1023 with --port.")
    return UsageError(
        f"{host} port {port} cannot be listened at: {error.strerror}", "Check --host and --port."
    )


def require_accounts(library: Library, listening: Listening) -> None:
    """Nobody may be let in from other machines while there are no accounts.

    Raises:
        UsageError: saying how the first one is made.
    """
    accounts = Accounts(library.store, library.settings.accounts)
    if not listening.local and not accounts.exist():
        raise UsageError(
            "without accounts, a library is served to its own machine only",
            "Make the first account: `pincite accounts create NAME --admin`.",
        )
