"""The outermost guard: gives each request an id, logs and counts it, and answers what nobody expected."""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.server.guards_body import SlowClientError
from pincite.server.guards_headers import secured
from pincite.server.logs import REQUEST
from pincite.server.problems import problem
from pincite.server.routing import template_of

if TYPE_CHECKING:
    from pincite.server.context import Context

ACCESS = logging.getLogger("pincite.access")
ERRORS = logging.getLogger("pincite.server")
_SANE_ID = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._-]{7,39}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_MOUNTED = ("/mcp", "/v1", "/api/v1")


class Record:
    """One line of the log for each request, without what was asked.

    Args:
        app: What is guarded.
        context: Whose counts are kept.
    """

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app = app
        self._context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = _request_id(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        REQUEST.set(request_id)
        began = time.perf_counter()
        status = 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": secured(scope, message.get("headers", ()), request_id)}
            await send(message)

        self._context.metrics.opened()
        try:
            await self._app(scope, receive, told)
        except SlowClientError:
            ERRORS.info("the client did not take its answer")
        except Exception as error:
            if status:
                raise  # half an answer cannot be taken back: the connection is closed, and this is logged
            ERRORS.error("unexpected error", exc_info=error)
            answer = problem(
                Request(scope),
                500,
                "internal",
                "something went wrong in the server",
                "Its log tells what, under the request's id.",
            )
            await answer(scope, receive, told)
        finally:
            self._tell(scope, status, time.perf_counter() - began)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "OTHER"
        route = _route(scope)
        self._context.metrics.closed(method, route, status, seconds)
        caller = scope["state"].get("caller")
        account = getattr(caller, "account", None)
        facts: dict[str, Any] = {
            "id": scope["state"]["request_id"],
            "method": method,
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "account": account.id if account is not None else "",
            "address": scope["client"][0] if scope.get("client") else "",
        }
        level = logging.DEBUG if route.endswith(("/health", "/ready", "/metrics")) else logging.INFO
        ACCESS.log(level, "request", extra={"facts": facts})


def _request_id(scope: Scope) -> str:
    """The id that the client or the proxy gave, if it is harmless in a log; else a new one."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given.decode() if _SANE_ID.fullmatch(given) else secrets.token_hex(10)


def _route(scope: Scope) -> str:
    """The route as it was declared: with names where the ids are, so that logs and counts hold no id."""
    template = template_of(scope)
    if template:
        return template
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    return next((prefix for prefix in _MOUNTED if path == prefix or path.startswith(prefix + "/")), "other")
