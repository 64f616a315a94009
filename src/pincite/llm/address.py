"""Where a model server is, and whether text may be sent there."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from pincite.errors import RemoteNotAllowedError, SettingsError

_LOCAL_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost"})
_EXAMPLE = "Write it like http://127.0.0.1:11434."


@dataclass(frozen=True, slots=True)
class Address:
    """A model server's address.

    Attributes:
        url: With scheme, host and port where it is not the usual one; without a slash at the end.
        host: Name or number of the machine.
        port: Of its server.
        secure: Whether it is asked through TLS.
        remote: Whether it is another machine.
    """

    url: str
    host: str
    port: int
    secure: bool
    remote: bool


def read_address(text: str, *, default_port: int | None = None) -> Address:
    """Read an address as people write it.

    Args:
        text: With or without "http://".
        default_port: Where the text names none; that of the scheme when None.

    Raises:
        SettingsError: if it is not an address of a web server, or holds a password.
    """
    written = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(written)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise SettingsError("the address of the model server is not valid", _EXAMPLE) from None
    if parts.username is not None or parts.query or parts.fragment:
        raise SettingsError(
            "the address of the model server holds more than a host, a port and a path",
            "A key belongs into the environment variable that `model.key_variable` names.",
        )
    if parts.scheme not in ("http", "https") or not host:
        raise SettingsError(f"{text!r} is not the address of a model server", _EXAMPLE)
    secure = parts.scheme == "https"
    usual = 443 if secure else 80
    port = port or default_port or usual
    if host in ("0.0.0.0", "::"):  # noqa: S104 - what servers listen on, never where they are reached
        host = "127.0.0.1"
    shown = f"[{host}]" if ":" in host else host
    place = shown if port == usual else f"{shown}:{port}"
    url = f"{parts.scheme}://{place}{parts.path.rstrip('/')}"
    return Address(url, host, port, secure, remote=not is_loopback(host))


def is_number(host: str) -> bool:
    """Whether a host is written as a number, so that it is known without asking where it leads."""
    return _number(host) is not None


def is_loopback(host: str) -> bool:
    """Whether a host's name or number can only be this machine."""
    if host.lower() in _LOCAL_NAMES:
        return True
    number = _number(host)
    return number is not None and number.is_loopback


def require_peer(address: Address, peer: str) -> None:
    """Check the machine that a connection has really reached, whatever the name in the address led to.

    Raises:
        RemoteNotAllowedError: if an address of this machine led to another one, or any to one where no model
            server can be: the services that cloud machines find at link-local addresses hand out keys.
    """
    number = _number(peer)
    if number is None:
        allowed = False
    elif number.is_loopback:
        allowed = True
    else:
        allowed = address.remote and not _is_never_allowed(number)
    if not allowed:
        raise RemoteNotAllowedError(
            f"the model server's address {address.url} leads to {peer}, where nothing may be sent",
            "Correct `model.address`.",
        )


def require_lead(address: Address) -> None:
    """Check where an address leads, before a connection is made: even that would tell what is there.

    A name can lead elsewhere a moment later, so that `require_peer` is still needed. One that leads nowhere is left to
    the connection, which fails in the usual way.

    Raises:
        RemoteNotAllowedError: as `require_peer`.
    """
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, place in found:
        require_peer(address, str(place[0]))


_METADATA = frozenset(
    map(
        ipaddress.ip_address,
        (
            "fd00:ec2::254",  # Amazon
            "100.100.100.200",  # Alibaba
            "168.63.129.16",  # Azure
            "192.0.0.192",  # Oracle
        ),
    )
)
"""Where machines of clouds find their keys, beside link-local addresses."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses as seen through a translator (RFC 6052)."""

_BROADCAST = ipaddress.ip_address("255.255.255.255")


def _is_never_allowed(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    inner = _within(number)
    if inner is not None and _is_never_allowed(inner):
        return True
    return (
        number.is_link_local
        or number.is_multicast
        or number.is_unspecified
        or number == _BROADCAST
        or number in _METADATA
    )


def _within(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for."""
    if isinstance(number, ipaddress.IPv4Address):
        return None
    if number in _TRANSLATED or int(number) >> 32 == 0:
        return ipaddress.IPv4Address(int(number) & 0xFFFF_FFFF)
    return number.sixtofour


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        number = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    return mapped or number
