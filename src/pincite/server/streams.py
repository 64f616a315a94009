"""Long work of requests: told as it happens, by server-sent events, or waited for.

Each piece of work has a thread of its own: a model that thinks for a minute takes nothing from ordinary requests. The
thread makes events, the response sends them; neither is ever far ahead of the other. A client that leaves ends its
work, and so does a server that stops, after the time that it gives.

Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Every stream ends with an event
"done" or "error", between events a comment keeps the connection alive.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from fastapi import Request
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from pincite.errors import PinciteError, StoppingError, TooManyRequestsError
from pincite.server.problems import Problem, kind_of

if TYPE_CHECKING:
    from pincite.server.callers import Caller

MOST = 256
"""So many pieces of work are under way at a time, each with a thread."""
MOST_OF_ONE = 32
"""So many of them of one account."""
KEEP_ALIVE_SECONDS = 15.0
SLOW_CLIENT_SECONDS = 60.0
"""A client that takes nothing for so long has left."""
AHEAD = 64
"""Events that may wait to be sent."""
FINAL = frozenset({"done", "error"})

_log = logging.getLogger(__name__)

Result = TypeVar("Result", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Event:
    """What a client is told.

    Attributes:
        name: One word.
        data: Sent as JSON.
    """

    name: str
    data: BaseModel


@dataclass(frozen=True, slots=True)
class Source:
    """Work under way.

    Attributes:
        events: What happens; "done" is the last. Read, and closed, in the work's thread.
        stop: Lets the events end soon; called from any thread, perhaps more than once.
        close: Called in the work's thread after the last event that is read, also where none was.
        kept: What is kept of the work when it ends early, in a sentence; empty for nothing.
        endless: Whether it goes on until the client leaves: then a server that stops does not wait for it.
    """

    events: Generator[Event]
    stop: Callable[[], None] = lambda: None
    close: Callable[[], None] = lambda: None
    kept: str = ""
    endless: bool = False


class StreamProblem(Problem):
    """Why a stream ends early: its last event, "error"."""

    kept: str = Field("", description="What is kept of the work; empty for nothing.")


@dataclass(frozen=True, slots=True)
class _Failed:
    error: BaseException


class _Mark:
    """What passes through a pipe beside events."""


_BEGUN = _Mark()
_END = _Mark()

_Item = Event | _Failed | _Mark


class _Pipe:
    """From a thread to the event loop, a bounded number of items at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[_Item] = deque()
        self._room = threading.Semaphore(AHEAD)
        self._ready = asyncio.Event()
        self.closed = False

    def put(self, event: Event) -> bool:
        """From the thread: waits for room. False when nobody reads any more."""
        if not self._room.acquire(timeout=SLOW_CLIENT_SECONDS) or self.closed:
            return False
        self.put_at_once(event)
        return True

    def put_at_once(self, item: _Item) -> None:
        """From the thread, whether or not there is room."""
        self._items.append(item)
        self.wake()

    def wake(self) -> None:
        """From any thread: `take` returns, if only with nothing."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before this thread
            self._loop.call_soon_threadsafe(self._ready.set)

    def close(self) -> None:
        """From any thread: what is put from now on is lost, and who waits for room goes on."""
        self.closed = True
        self._room.release()

    async def take(self, seconds: float) -> _Item | None:
        """The next item; None when there was none for so long."""
        if not self._items:
            self._ready.clear()  # whoever puts an item sets it afterwards
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._ready.wait()
        if not self._items:
            return None
        self._room.release()
        return self._items.popleft()


class _Work:
    """A source in its thread."""

    def __init__(
        self, begin: Callable[[], Source], account: str | None, ended: Callable[[_Work], None]
    ) -> None:
        self.account = account
        self._begin = begin
        self._ended = ended
        self._pipe = _Pipe(asyncio.get_running_loop())
        self._source: Source | None = None
        self._deadline: float | None = None
        self._grace: float | None = None
        self._over = False
        context = contextvars.copy_context()  # log lines of the thread bear the request's id
        self._thread = threading.Thread(target=context.run, args=(self._run,), daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def kept(self) -> str:
        """What is kept of it when it ends early."""
        return self._source.kept if self._source else ""

    @property
    def overdue(self) -> bool:
        """Whether the server stops, and waited long enough."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    async def begun(self) -> None:
        """Wait until it has begun.

        Raises:
            Exception: with which it began.
        """
        item = None
        while item is None:
            item = await self.take()
        if isinstance(item, _Failed):
            raise item.error

    async def take(self) -> _Item | None:
        """The next item; None after KEEP_ALIVE_SECONDS without one, or when it is overdue."""
        seconds = KEEP_ALIVE_SECONDS
        if self._deadline is not None:
            seconds = min(seconds, max(0.0, self._deadline - time.monotonic()))
        return await self._pipe.take(seconds)

    def hurry(self, seconds: float) -> None:
        """From any thread: it has so long to end by itself."""
        self._grace = seconds
        if self._source is not None:
            endless = self._source.endless
            self._deadline = time.monotonic() + (0.0 if endless else seconds)
        self._pipe.wake()

    def stop(self) -> None:
        """Let it end soon, with what it has."""
        if self._source is not None and not self._over:
            # It may wait for a lock or a socket, which the event loop must not.
            threading.Thread(target=self._source.stop, daemon=True).start()

    def leave(self) -> None:
        """Nobody reads any more: end it."""
        self._pipe.close()
        self.stop()

    def _run(self) -> None:
        try:
            try:
                self._source = self._begin()
            except BaseException as error:
                self._pipe.put_at_once(_Failed(error))
                return
            self._pipe.put_at_once(_BEGUN)
            if self._grace is not None:
                self.hurry(self._grace)
            self._read(self._source)
        finally:
            self._over = True
            self._pipe.put_at_once(_END)
            self._ended(self)

    def _read(self, source: Source) -> None:
        try:
            with contextlib.closing(source.events) as events:
                if self._pipe.closed:  # left while it began
                    source.stop()
                    return
                for event in events:
                    self._over = self._over or event.name in FINAL
                    if not self._pipe.put(event):
                        source.stop()
                        return
        except Exception as error:
            if self._pipe.closed:
                _log.info("work that nobody waits for ended with %s", type(error).__name__)
            else:
                self._pipe.put_at_once(_Failed(error))
        finally:
            source.close()


def server_sent(event: Event) -> bytes:
    """An event on the wire."""
    return format_sse_event(event=event.name, data_str=event.data.model_dump_json())


class EventStream(StreamingResponse):
    """The events of a piece of work as a response; made by `Streams.respond`."""

    media_type = "text/event-stream"

    def __init__(self, work: _Work, encode: Callable[[Event], bytes], request_id: str) -> None:
        self._work = work
        self._encode = encode
        self._request_id = request_id
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
            elif isinstance(item, _Failed):
                yield self._error(item.error)
                return
            elif item is _END:
                yield self._error(RuntimeError("the work ended without a last event"))
                return

    def _error(self, error: BaseException) -> bytes:
        return self._encode(Event("error", problem_of(error, self._request_id, self._work.kept)))


class Streams:
    """The long work of one server.

    Args:
        most: So much of it at a time.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._works: set[_Work] = set()
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
        return EventStream(work, encode, getattr(request.state, "request_id", ""))

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
                if isinstance(item, _Failed):
                    raise item.error
                if item is _END:
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

    def _start(self, request: Request, begin: Callable[[], Source]) -> _Work:
        caller: Caller | None = getattr(request.state, "caller", None)
        account = caller.account.id if caller is not None and caller.account is not None else None
        work = _Work(begin, account, self._ended)
        with self._lock:
            if self._grace is not None:
                raise _stopping()
            own = sum(other.account == account for other in self._works) if account else 0
            if len(self._works) >= self._most or own >= MOST_OF_ONE:
                raise TooManyRequestsError(
                    "too many answers are under way", "Wait until one has ended, and ask again.", 5.0
                )
            self._works.add(work)
        work.start()
        return work

    def _ended(self, work: _Work) -> None:
        with self._lock:
            self._works.discard(work)


def problem_of(error: BaseException, request_id: str = "", kept: str = "") -> StreamProblem:
    """An error as the last event of a stream. What was not expected is logged, and told without its details."""
    if isinstance(error, PinciteError):
        status, kind, detail, remedy = error.http_status, kind_of(error), error.message, error.remedy
    else:
        _log.error("work of a request failed", exc_info=error)
        status, kind = HTTPStatus.INTERNAL_SERVER_ERROR, "internal"
        detail, remedy = "the server failed", "Its log has more under the id of the request."
    return StreamProblem(
        type=kind,
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        remedy=remedy,
        request=request_id,
        kept=kept,
    )


def _stopping() -> StoppingError:
    return StoppingError("the server is stopping", "Ask again when it runs again.")


async def _watch(receive: Receive, work: _Work) -> None:
    """End work whose client leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass
    work.leave()
