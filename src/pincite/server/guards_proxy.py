"""Who the client of a proxy is, and how it called the server: believed only from proxies that the settings name."""

from __future__ import annotations

import ipaddress
import re

from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.errors import SettingsError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_TOLD_BY_PROXIES = frozenset(
    {
        b"forwarded",
        b"x-forwarded-for",
        b"x-forwarded-host",
        b"x-forwarded-port",
        b"x-forwarded-prefix",
        b"x-forwarded-proto",
        b"x-real-ip",
    }
)
_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_HOST = re.compile(rb"[\x21-\x2b\x2d-\x7e]{1,260}")


def read_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, joined by commas.

    Raises:
        SettingsError: if one is neither.
    """
    found: list[Network] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(ipaddress.ip_network(part, strict=False))
        except ValueError:
            raise SettingsError(
                f"`server.proxies`: {part!r} is not an address",
                'Give addresses or networks, as in "127.0.0.1,10.0.0.0/8".',
            ) from None
    return tuple(found)


def read_root_path(text: str) -> str:
    """The path before all addresses; empty for none.

    Raises:
        SettingsError: if it is none.
    """
    path = text.rstrip("/")
    if path and not _PATH.fullmatch(path):
        raise SettingsError(f"`server.root_path`: {text!r} is not a path", 'Write it as in "/pincite".')
    return path


def is_within(address: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address belongs to one of the networks."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    return any((mapped or number) in network for network in networks)


class Proxies:
    """Puts the real client, scheme and host of a request in place, and takes away what others claim of them.

    Args:
        app: What is guarded.
        proxies: Whose X-Forwarded headers are believed.
        root_path: Path before all addresses; a proxy may leave it in place or strip it.
    """

    def __init__(self, app: ASGIApp, proxies: str, root_path: str) -> None:
        self._app = app
        self._proxies = read_networks(proxies)
        self._root = read_root_path(root_path)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http":
            self._settle(scope)
        await self._app(scope, receive, send)

    def _settle(self, scope: Scope) -> None:
        path = scope["path"]
        if self._root and path != self._root and not path.startswith(self._root + "/"):
            scope["path"] = self._root + path
            if "raw_path" in scope:
                scope["raw_path"] = self._root.encode() + (scope["raw_path"] or b"")
        scope["root_path"] = self._root
        told: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            if name in _TOLD_BY_PROXIES:
                told.setdefault(name, []).extend(part.strip() for part in value.split(b","))
        peer = scope["client"][0] if scope.get("client") else ""
        believed = bool(self._proxies) and is_within(peer, self._proxies)
        if not told:
            return
        scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in _TOLD_BY_PROXIES]
        if not believed:
            return
        scheme = told.get(b"x-forwarded-proto", [b""])[-1].lower()
        if scheme in (b"http", b"https"):
            scope["scheme"] = scheme.decode()
        host = told.get(b"x-forwarded-host", [b""])[-1]
        if _HOST.fullmatch(host):
            rest = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope["headers"] = [(b"host", host), *rest]
        client = self._client(told.get(b"x-forwarded-for", []))
        if client:
            scope["client"] = (client, 0)

    def _client(self, chain: list[bytes]) -> str:
        """The last address of the chain that is no proxy of ours: what stands before it, anybody may have written."""
        found = ""
        for part in reversed(chain):
            text = part.decode("latin-1")
            try:
                found = str(ipaddress.ip_address(text))
            except ValueError:
                break
            if not is_within(found, self._proxies):
                break
        return found
