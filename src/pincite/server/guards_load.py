"""How many requests are answered at a time."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.server.guards_body import is_upload
from pincite.server.problems import problem

if TYPE_CHECKING:
    from pincite.server.context import Context

WAIT_SECONDS = 3.0
"""How long a request may wait for its turn."""

RETRY_SECONDS = 2
MOST_UPLOADS = 16
"""Uploads at a time: they take long, and must not take the turns of others."""

_ALWAYS = frozenset({"/", "/api/v1/health", "/api/v1/ready", "/metrics"})
_ASSETS = "/assets/"
"""The page's files: a browser asks for more of them at once than one address has turns, and each takes no time."""


class Load:
    """Lets so many requests in at a time; others wait a moment, and are then asked to come back.

    Streams give their turn back once they have begun: they are counted where they are made. An address other than
    this machine's gets at most half of the turns, and half of those of uploads.

    Args:
        app: What is guarded.
        context: Of the server.
    """

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context
        self._requests = _Turns(context.settings.server.max_requests)
        self._uploads = _Turns(MOST_UPLOADS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its turn, or answer 503."""
        if scope["type"] != "http" or _is_always_answered(scope):
            await self._app(scope, receive, send)
            return
        turns = self._uploads if is_upload(scope) else self._requests
        with contextlib.ExitStack() as held:
            if not await turns.taken(_address(scope), held):
                await self._refuse(scope, receive, send)
                return

            async def told(message: Message) -> None:
                await send(message)
                if message["type"] == "http.response.start" and _is_stream(message):
                    held.close()

            await self._app(scope, receive, told)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._context.metrics.refused("load")
        answer = problem(
            Request(scope),
            503,
            "busy",
            "the server is answering as many requests as it can",
            "Try again in a moment.",
            retry_after=RETRY_SECONDS,
        )
        await answer(scope, receive, send)


class _Turns:
    """So many turns, of which one address gets at most half, those included that it waits for."""

    def __init__(self, most: int) -> None:
        self._free = asyncio.Semaphore(most)
        self._most_of_one = max(1, most // 2)
        self._by_address: Counter[str] = Counter()

    async def taken(self, address: str, held: contextlib.ExitStack) -> bool:
        """Wait for a turn, which is given back when `held` is closed; whether there was one.

        Args:
            address: Whose turn it is; empty for one that is not counted.
            held: Of the request.
        """
        if address:
            if self._by_address[address] >= self._most_of_one:
                return False
            self._by_address[address] += 1
            held.callback(self._forget, address)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                await self._free.acquire()
                held.callback(self._free.release)
                return True
        return False

    def _forget(self, address: str) -> None:
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]


def _is_always_answered(scope: Scope) -> bool:
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    return path in _ALWAYS or path.startswith(_ASSETS)


def _is_stream(message: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message.get("headers", ())
    )


def _address(scope: Scope) -> str:
    """Of the client; empty for this machine."""
    address = scope["client"][0] if scope.get("client") else ""
    try:
        return "" if ipaddress.ip_address(address.partition("%")[0]).is_loopback else address
    except ValueError:
        return ""
