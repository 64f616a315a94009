"""`/mcp`: the Model Context Protocol over HTTP, for accounts and tokens as everything else."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pincite.domain import TokenScope
from pincite.errors import ForbiddenError
from pincite.server.callers import caller_of
from pincite.server.context import Context
from pincite.server.rules import counted

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from pincite.mcp import Seen

PATH = "/mcp"
_STATE = "mcp"


class _Running:
    """The protocol while the application runs."""

    def __init__(self) -> None:
        self.wanted = anyio.Event()
        self.ready = anyio.Event()
        self.manager: StreamableHTTPSessionManager | None = None


class McpEndpoint:
    """Answers the protocol's messages; each request stands alone, so that there is no session to steal.

    Args:
        context: Of the server.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    def route(self) -> Route:
        """Where the application finds it."""
        return Route(PATH, self, include_in_schema=False)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[dict[str, Any]]:
        """Answer for as long as this lasts; gives what the application's lifespan hands on to requests."""
        running = _Running()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._answer_when_wanted, running)
            try:
                yield {_STATE: running}
            finally:
                tasks.cancel_scope.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a message."""
        request = Request(scope, receive)
        if request.method != "POST":
            # No stream that would stand open beside requests, and no session to end: the protocol allows that.
            raise HTTPException(405, "Messages are sent with POST.", {"allow": "POST"})
        await run_in_threadpool(_sign_in, request)
        running: _Running | None = scope["state"].get(_STATE)
        if running is not None:
            running.wanted.set()
            await running.ready.wait()
        if running is None or running.manager is None:
            raise HTTPException(503, "The server is not running.")
        await running.manager.handle_request(scope, receive, send)

    async def _answer_when_wanted(self, running: _Running) -> None:
        """Loading the protocol takes a second, which a server that nobody asks so does not spend."""
        await running.wanted.wait()
        try:
            manager = await run_in_threadpool(self._make)
            async with manager.run():
                running.manager = manager
                running.ready.set()
                await anyio.sleep_forever()
        finally:
            running.manager = None
            running.ready.set()

    def _make(self) -> StreamableHTTPSessionManager:
        from mcp.server.transport_security import TransportSecuritySettings

        from pincite.mcp import make_server

        server = make_server(self._access)
        server.streamable_http_app(
            stateless_http=True,
            max_request_body_size=self._context.settings.server.max_body_bytes,
            # The server's own guards look at Host and Origin.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
        return server.session_manager

    def _access(self, request: Any, scope: TokenScope) -> Seen:
        from pincite.mcp import Seen

        caller = caller_of(request)
        if scope not in caller.scopes:
            raise ForbiddenError(
                f"the token does not allow to {scope.value}", f"Make one with the scope {scope.value!r}."
            )
        if scope is TokenScope.ASK:
            self._context.limits.question(caller)
        return Seen(
            self._context.library.seen_by(caller.viewer),
            ended=self._context.metrics.question,
            asked=partial(self._context.audit_question, request),
        )


def _sign_in(request: Request) -> None:
    """Find out who calls. What they may is asked with each tool: a token for questions alone lists tools, too."""
    if not counted(request).scopes & {TokenScope.READ, TokenScope.ASK}:
        raise ForbiddenError("the token does not allow this", "Make one with the scopes 'read' and 'ask'.")
