"""Which names the server answers to, and which pages may call it.

A page of the web can make a browser send requests to a server on the reader's own machine, and can give the name
of that machine to itself (DNS rebinding). Both are told by headers that pages cannot forge: Host, Origin and
Sec-Fetch-Site. They are compared as a whole; a comparison of beginnings would let `127.0.0.1.attacker.test` in.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.errors import SettingsError
from pincite.server.problems import problem

if TYPE_CHECKING:
    from pincite.server.context import Context

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::([0-9]{1,5}))?")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_USUAL = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Place:
    """A host and a port."""

    host: str
    port: int


def read_host(text: str, usual: int) -> Place | None:
    """The value of a Host header; None if it is none."""
    found = _HOST.fullmatch(text.lower())
    if found is None:
        return None
    port = int(found[2]) if found[2] else usual
    return Place(found[1], port) if 0 < port < 65536 else None


def read_names(text: str) -> tuple[tuple[str, int | None], ...]:
    """The further names of a server, as in "docs.example.org,10.0.0.5:8443"; port None where none is given.

    Raises:
        SettingsError: if one is not a name.
    """
    found: list[tuple[str, int | None]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        place = read_host(part, 1)
        if place is None:
            raise SettingsError(
                f"`server.names`: {part!r} is not a name",
                'Give names as in "docs.example.org,10.0.0.5:8443".',
            )
        found.append((place.host, place.port if _HOST.fullmatch(part.lower())[2] else None))  # type: ignore[index]
    return tuple(found)


class _RefusedError(Exception):
    """A request that goes no further.

    Args:
        kind: Of the problem.
        detail: What is wrong.
        remedy: What helps.
    """

    def __init__(self, kind: str, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.remedy = remedy


class Origins:
    """Refuses requests that come under a foreign name, or from a foreign page.

    Args:
        app: What is guarded.
        context: Of the server.
    """

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._names = read_names(context.settings.server.names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403."""
        if scope["type"] == "http":
            try:
                place = self._require_host(scope)
                _require_origin(scope, place)
                _require_site(scope)
                if self._is_remote(scope, place) and not await run_in_threadpool(
                    self._context.accounts.exist
                ):
                    raise _RefusedError(
                        "no-accounts",
                        "without accounts, this library is read on its own machine only",
                        "Make the first account there: `pincite accounts create NAME --admin`.",
                    )
            except _RefusedError as error:
                self._context.metrics.refused(error.kind)
                answer = problem(Request(scope), 403, error.kind, error.detail, error.remedy)
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _require_host(self, scope: Scope) -> Place:
        """How the server was called, if that is one of its names."""
        given = [value for name, value in scope["headers"] if name == b"host"]
        usual = _USUAL.get(scope["scheme"], 80)
        place = read_host(given[0].decode("latin-1"), usual) if len(given) == 1 else None
        if place is not None and self._is_mine(scope, place, usual):
            return place
        raise _RefusedError(
            "foreign-host",
            "this server is not called so",
            "Use the address that `pincite serve` printed, or add the name to `server.names`.",
        )

    def _is_mine(self, scope: Scope, place: Place, usual: int) -> bool:
        bound, own = _bound(scope)
        if place.port == own and (place.host in _LOOPBACK or place.host == bound):
            return True
        return any(
            place.host == name and place.port in ((usual, own) if port is None else (port,))
            for name, port in self._names
        )

    def _is_remote(self, scope: Scope, place: Place) -> bool:
        """Whether a request may come from another machine."""
        client = scope["client"][0] if scope.get("client") else ""
        if any(_is_elsewhere(address) for address in (client, _bound(scope)[0])):
            return True
        return place.host not in _LOOPBACK and place.host != _bound(scope)[0]


def _bound(scope: Scope) -> tuple[str, int]:
    """Where the connection arrived, as a Host header says it."""
    host, port = scope.get("server") or ("", 0)
    host = str(host).partition("%")[0].lower().removeprefix("::ffff:")
    return (f"[{host}]" if ":" in host else host), port or 0


def _is_elsewhere(address: str) -> bool:
    """Whether it is the number of another machine than this one, or of this one in a network."""
    try:
        number = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return False  # no number: there is no network between (a test's client, a Unix socket)
    mapped = number.ipv4_mapped if isinstance(number, ipaddress.IPv6Address) else None
    return not (mapped or number).is_loopback


def _require_origin(scope: Scope, place: Place) -> None:
    """A page that calls must be of this server: browsers tell it with all calls that may change something."""
    given = [value for name, value in scope["headers"] if name == b"origin"]
    if not given:
        return
    scheme, _, host = given[0].decode("latin-1").partition("://")
    origin = read_host(host, _USUAL.get(scheme, 0)) if scheme in _USUAL else None
    if len(given) == 1 and origin == place and scheme == scope["scheme"]:
        return
    raise _RefusedError(
        "foreign-origin",
        "the call comes from a page of another server",
        "Behind a proxy: have it send Host and X-Forwarded-Proto, and name it in `server.proxies`.",
    )


def _require_site(scope: Scope) -> None:
    """Pages of other sites may link to this server, and nothing else: not show, embed, read or change it."""
    headers = {name: value for name, value in scope["headers"] if name.startswith(b"sec-fetch-")}
    if headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin"):
        return
    follows_link = (
        headers.get(b"sec-fetch-mode") == b"navigate"
        and headers.get(b"sec-fetch-dest", b"document") == b"document"
        and scope["method"] in _SAFE
    )
    if not follows_link:
        raise _RefusedError(
            "foreign-site", "the call comes from a page of another site", "Open this server itself."
        )
