"""Long work of requests: told as it happens, by server-sent events, or waited for.

Each piece of work has a thread of its own: a model that thinks for a minute takes nothing from ordinary requests. The
thread makes events, the response sends them; neither is ever far ahead of the other. A client that leaves ends its
work, and so does a server that stops, after the time that it gives.

Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Every stream ends with an event
"done" or "error", between events a comment keeps the connection alive.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union

from fastapi import Request
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel, Field, GetJsonSchemaHandler, create_model
from pydantic_core import CoreSchema
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pincite.errors import PinciteError, StoppingError, TooManyRequestsError
from pincite.server.problems import Problem, kind_of, sendable, words_of
from pincite.server.work import END, FINAL, Event, Failed, Source, Work

if TYPE_CHECKING:
    from pincite.server.callers import Caller

__all__ = [
    "Event",
    "EventStream",
    "Source",
    "StreamProblem",
    "Streams",
    "event_stream",
    "problem_of",
    "server_sent",
]

MOST = 256
"""So many pieces of work are under way at a time, each with a thread."""
MOST_OF_ONE = 32
"""So many of them of one account."""

_log = logging.getLogger(__name__)

Result = TypeVar("Result", bound=BaseModel)


class StreamProblem(Problem):
    """Why a stream ends early: its last event, "error"."""

    kept: str = Field("", description="What is kept of the work; empty for nothing.")


def server_sent(event: Event) -> bytes:
    """An event on the wire."""
    return format_sse_event(event=event.name, data_str=event.data.model_dump_json())


class _AsText:
    """Describes data as it is on the wire: JSON within a string, as OpenAPI 3.2 has it for events."""

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": handler(schema),
        }


@functools.cache
def _event_shape(name: str, data: type[BaseModel]) -> type[BaseModel]:
    """How the description of the API tells of an event, once for all streams that have it."""
    title = f"{name.capitalize()}Event{data.__name__}"
    constant = Field(json_schema_extra={"const": name})
    as_text: Any = Annotated[data, _AsText()]
    return create_model(title, __doc__=data.__doc__, event=(str, constant), data=(as_text, ...))


def event_stream(**events: type[BaseModel]) -> dict[str, Any]:
    """What the description of the API says of a route that sends events, as arguments of the route.

    Args:
        events: What the data of each is, by name; "error" is always one of them.
    """
    shapes = [_event_shape(name, data) for name, data in {**events, "error": StreamProblem}.items()]
    described = {"description": "Events, by their names, with their data in JSON.", "model": Union[*shapes]}
    return {"status_code": 200, "response_class": EventStream, "responses": {200: described}}


class EventStream(StreamingResponse):
    """The events of a piece of work as a response; made by `Streams.respond`."""

    media_type = "text/event-stream"

    def __init__(self, work: Work, encode: Callable[[Event], bytes], request: Request) -> None:
        self._work = work
        self._encode = encode
        self._request = request
        # Without the last one nginx would collect the events.
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(self._body(), headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until they end or the client leaves."""
        try:
            await super().__call__(scope, receive, send)
        except ClientDisconnect:
            pass
        finally:
            self._work.leave()

    async def _body(self) -> AsyncIterator[bytes]:
        while True:
            item = await self._work.take()
            if self._work.overdue:
                yield self._error(_stopping())
                return
            if item is None:
                yield KEEPALIVE_COMMENT
            elif isinstance(item, Event):
                yield self._encode(item)
                if item.name in FINAL:
                    return
            elif isinstance(item, Failed):
                yield self._error(item.error)
                return
            elif item is END:
                yield self._error(RuntimeError("the work ended without a last event"))
                return

    def _error(self, error: BaseException) -> bytes:
        return self._encode(Event("error", problem_of(self._request, error, self._work.kept)))


class Streams:
    """The long work of one server.

    Args:
        most: So much of it at a time.

    Attributes:
        most: The same.
    """

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._works: set[Work] = set()
        self._lock = threading.Lock()
        self._grace: float | None = None

    @property
    def running(self) -> int:
        """How much is under way."""
        return len(self._works)

    async def respond(
        self,
        request: Request,
        begin: Callable[[], Source],
        encode: Callable[[Event], bytes] = server_sent,
    ) -> EventStream:
        """Tell of work as it happens.

        Args:
            request: Whose it is.
            begin: Begins the work, in its thread; its errors are the request's, later ones an event "error".
            encode: The form of an event on the wire.

        Raises:
            TooManyRequestsError: if too much is under way.
            StoppingError: if the server stops.
            Exception: with which it begins.
        """
        work = self._start(request, begin)
        try:
            await work.begun()
        except BaseException:
            work.leave()
            raise
        return EventStream(work, encode, request)

    async def whole(self, request: Request, begin: Callable[[], Source], result: type[Result]) -> Result:
        """Wait for the end of work; a client that leaves ends it.

        Args:
            request: Whose it is.
            begin: As for `respond`.
            result: What the event "done" has.

        Raises:
            TooManyRequestsError: if too much is under way.
            StoppingError: if the server stops.
            Exception: with which it begins or fails.
        """
        work = self._start(request, begin)
        watch = asyncio.create_task(_watch(request.receive, work))
        try:
            while True:
                item = await work.take()
                if watch.done():
                    raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "the client has left")
                if work.overdue:
                    raise _stopping()
                if isinstance(item, Failed):
                    raise item.error
                if item is END:
                    raise RuntimeError("the work ended without a last event")
                if isinstance(item, Event) and item.name == "done":
                    if not isinstance(item.data, result):
                        raise TypeError(f"the work gave {type(item.data).__name__}")
                    return item.data
        finally:
            watch.cancel()
            work.leave()

    def stop(self, seconds: float) -> None:
        """The server stops: nothing new begins, and what is under way has so long. From any thread."""
        with self._lock:
            self._grace = seconds
            works = list(self._works)
        for work in works:
            work.hurry(seconds)

    async def finish(self, seconds: float) -> bool:
        """Wait for the threads, at most so long, e.g. for what they keep to be stored; whether all have ended."""
        until = time.monotonic() + seconds
        while self._works and time.monotonic() < until:
            await asyncio.sleep(0.02)
        return not self._works

    def _start(self, request: Request, begin: Callable[[], Source]) -> Work:
        caller: Caller | None = getattr(request.state, "caller", None)
        account = caller.account.id if caller is not None and caller.account is not None else None
        work = Work(begin, account, self._ended)
        with self._lock:
            if self._grace is not None:
                raise _stopping()
            own = sum(other.account == account for other in self._works) if account else 0
            if len(self._works) >= self.most or own >= MOST_OF_ONE:
                raise TooManyRequestsError(
                    "too many answers are under way", "Wait until one has ended, and ask again.", 5.0
                )
            self._works.add(work)
        work.start()
        return work

    def _ended(self, work: Work) -> None:
        with self._lock:
            self._works.discard(work)


def problem_of(request: Request, error: BaseException, kept: str = "") -> StreamProblem:
    """An error as the last event of a stream. What was not expected is logged, and told without its details.

    Args:
        request: Whose stream it is.
        error: What ended it.
        kept: What is kept of the work.
    """
    if isinstance(error, PinciteError):
        status, kind = error.http_status, kind_of(error)
        detail, remedy = words_of(request, error)
    else:
        _log.error("work of a request failed", exc_info=error)
        status, kind = HTTPStatus.INTERNAL_SERVER_ERROR, "internal"
        detail, remedy = "the server failed", "Its log has more under the id of the request."
    return StreamProblem(
        type=kind,
        title=HTTPStatus(status).phrase,
        status=status,
        detail=sendable(detail),
        remedy=sendable(remedy),
        request=getattr(request.state, "request_id", ""),
        kept=kept,
    )


def _stopping() -> StoppingError:
    return StoppingError("the server is stopping", "Ask again when it runs again.")


async def _watch(receive: Receive, work: Work) -> None:
    """End work whose client leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass
    work.leave()
