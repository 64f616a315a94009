"""No test talks to the network: sockets connect to this machine only.

An attempt fails the test at once, and again when it ends: in another thread, or where a library hides errors, the
first failure could go unseen.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import Any

import pytest

attempts: list[str] = []
_LOCAL_NAMES = frozenset({"", "localhost", "localhost.localdomain", "ip6-localhost"})


def is_local(host: object) -> bool:
    """Whether a host given to the socket module is this machine, without asking a name server."""
    if host is None:
        return True
    name = host.decode() if isinstance(host, bytes) else str(host)
    if name.lower() in _LOCAL_NAMES:
        return True
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def forbid(target: str) -> None:
    """Fail the running test."""
    attempts.append(target)
    pytest.fail(f"a test tried to reach {target}: the network is forbidden in tests", pytrace=True)


def install() -> None:
    """Guard the socket module for the rest of the process."""
    for name in ("connect", "connect_ex"):
        setattr(socket.socket, name, _guarded_address(getattr(socket.socket, name)))
    socket.socket.sendto = _guarded_sendto(socket.socket.sendto)  # type: ignore[method-assign]
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        setattr(socket, name, _guarded_lookup(getattr(socket, name)))


def _check(sock: socket.socket, address: Any) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6) and not is_local(address[0]):
        forbid(str(address[0]))


def _guarded_address(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, address: Any, *rest: Any) -> Any:
        _check(self, address)
        return original(self, address, *rest)

    return guarded


def _guarded_sendto(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(self: socket.socket, data: Any, *rest: Any) -> Any:
        _check(self, rest[-1])
        return original(self, data, *rest)

    return guarded


def _guarded_lookup(original: Callable[..., Any]) -> Callable[..., Any]:
    def guarded(host: Any, *rest: Any, **named: Any) -> Any:
        if not is_local(host):
            forbid(str(host))
        return original(host, *rest, **named)

    return guarded
