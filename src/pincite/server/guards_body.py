"""How much may be sent, and how slowly: counted while it arrives, whatever was declared."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.server.problems import problem

if TYPE_CHECKING:
    from pincite.server.context import Context

MOST_TARGET_BYTES = 8192
MOST_HEADERS = 100
BODY_SECONDS = 30.0
"""Time for the body of an ordinary request, and for each next piece of an upload."""

FREE_UPLOAD_SECONDS = 60.0
LEAST_UPLOAD_RATE = 4096
"""Bytes a second that an upload must reach on average, after its first minute."""

SEND_SECONDS = 60.0
"""A client that takes nothing of its answer for so long has left: it must not keep its turn for ever."""

DRAIN_BYTES = 8_000_000
DRAIN_SECONDS = 2.0
"""So much is still read of a request after its answer, and for so long."""

_UPLOAD = re.compile(r"/api/v1/((collections/[^/]+/)?documents|evaluations)/?")


def is_upload(scope: Scope) -> bool:
    """Whether a request brings files."""
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    return scope["method"] == "POST" and _UPLOAD.fullmatch(path) is not None


class SlowClientError(Exception):
    """A client does not take its answer."""


class Bodies:
    """Refuses what is too large, early, and ends what is too slow.

    Args:
        app: What is guarded.
        context: Of the server.
    """

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413, 414 or 431."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        settings = self._context.settings.server
        limit = settings.max_request_bytes if is_upload(scope) else settings.max_body_bytes
        body = _Body(scope, receive, send, limit)
        refusal = _refusal(scope, body.declared, limit)
        if refusal is None:
            await self._app(scope, body.receive, body.send)
            return
        status, detail, remedy = refusal
        self._context.metrics.refused("size")
        answer = problem(Request(scope), status, "too-large", detail, remedy)
        await answer(scope, body.receive, body.send)


def _refusal(scope: Scope, declared: int, limit: int) -> tuple[int, str, str] | None:
    if len(scope["path"]) + len(scope["query_string"]) > MOST_TARGET_BYTES:
        return 414, "the address is too long", f"At most {MOST_TARGET_BYTES:,} bytes are read."
    if len(scope["headers"]) > MOST_HEADERS:
        return 431, "the request has too many headers", f"At most {MOST_HEADERS} are read."
    if declared > limit:
        return 413, too_large(limit), _REMEDY
    return None


_REMEDY = "Send less at a time; the limits are in the settings of the server."


def too_large(limit: int) -> str:
    """What is said of a body that is larger than allowed."""
    return f"the request is larger than {limit:,} bytes"


class _Body:
    """The body of one request on its way in."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        self._receive = receive
        self._send = send
        self._limit = limit
        self._upload = is_upload(scope)
        self._began = time.monotonic()
        self._received = 0
        self.declared, chunked = _declared(scope)
        self._complete = not chunked and not self.declared
        self._failure: HTTPException | None = None

    async def receive(self) -> Message:
        """The next piece.

        Raises:
            HTTPException: 413 when there is more than allowed, 408 when it does not come.
        """
        if self._complete:
            return await self._receive()
        if self._failure is not None:
            raise self._failure
        try:
            async with asyncio.timeout(self._patience()):
                message = await self._receive()
        except TimeoutError:
            self._failure = HTTPException(408, "the body of the request did not arrive in time")
            raise self._failure from None
        self._count(message)
        if self._received > self._limit:
            self._failure = HTTPException(413, too_large(self._limit))
            raise self._failure
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer; after one to half a request the connection is of no more use.

        Raises:
            SlowClientError: if the client does not take it.
        """
        if self._complete:
            await self._pass_on(message)
        elif message["type"] == "http.response.start":
            headers = [pair for pair in message.get("headers", ()) if pair[0].lower() != b"connection"]
            await self._pass_on({**message, "headers": [*headers, (b"connection", b"close")]})
        elif message["type"] == "http.response.body" and not message.get("more_body", False):
            # Closing at once would make the client's machine throw away the answer that has just been sent,
            # because it finds the connection broken while it is still sending.
            await self._pass_on({**message, "more_body": True})
            await self._drain()
            await self._pass_on({"type": "http.response.body", "body": b"", "more_body": False})
        else:
            await self._pass_on(message)

    async def _pass_on(self, message: Message) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(message)
        except TimeoutError:
            raise SlowClientError from None

    def _patience(self) -> float:
        """Seconds that the next piece may take."""
        age = time.monotonic() - self._began
        if not self._upload:
            return max(0.0, BODY_SECONDS - age)
        late = age - FREE_UPLOAD_SECONDS
        return 0.0 if late > 0 and self._received < late * LEAST_UPLOAD_RATE else BODY_SECONDS

    def _count(self, message: Message) -> None:
        if message["type"] == "http.request":
            self._received += len(message.get("body", b""))
            self._complete = not message.get("more_body", False)
        else:
            self._complete = True  # the client has gone

    async def _drain(self) -> None:
        """Read some of what still comes, and forget it."""
        left = DRAIN_BYTES
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                while left > 0 and not self._complete:
                    message = await self._receive()
                    self._count(message)
                    left -= len(message.get("body", b""))
        except TimeoutError:
            return


def _declared(scope: Scope) -> tuple[int, bool]:
    """The length that the client says its body has, and whether it may have one without saying so."""
    length, chunked = 0, False
    for name, value in scope["headers"]:
        if name == b"content-length":
            length = int(value) if value.isdigit() and len(value) < 19 else 10**18
        elif name == b"transfer-encoding":
            chunked = True
    return length, chunked
