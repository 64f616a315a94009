"""A piece of work in a thread of its own, whose events an event loop reads."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass

from pydantic import BaseModel

KEEP_ALIVE_SECONDS = 15.0
SLOW_CLIENT_SECONDS = 60.0
"""A client that takes nothing for so long has left."""
AHEAD = 64
"""Events that may wait to be sent."""
FINAL = frozenset({"done", "error"})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """What a client is told.

    Attributes:
        name: One word.
        data: Sent as JSON.
    """

    name: str
    data: BaseModel


Tell = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Source:
    """Work under way.

    Attributes:
        events: What happens; "done" is the last. Read, and closed, in the work's thread. Or a function that does the
            work and tells each event to the function that it is given, which raises when nobody waits any more.
        stop: Lets the events end soon; called from any thread, perhaps more than once.
        close: Called in the work's thread after the last event that is read, also where none was.
        kept: What is kept of the work when it ends early, in a sentence; empty for nothing.
        endless: Whether it goes on until the client leaves: then a server that stops does not wait for it.
    """

    events: Generator[Event] | Callable[[Tell], None]
    stop: Callable[[], None] = lambda: None
    close: Callable[[], None] = lambda: None
    kept: str = ""
    endless: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """What ended the work too early."""

    error: BaseException


class LeftError(Exception):
    """Nobody waits for the work any more."""


class Mark:
    """What passes through a pipe beside events."""


BEGUN = Mark()
END = Mark()

Item = Event | Failed | Mark


class Pipe:
    """From a thread to the event loop, a bounded number of items at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[Item] = deque()
        self._room = threading.Semaphore(AHEAD)
        self._ready = asyncio.Event()
        self.closed = False

    def put(self, event: Event) -> bool:
        """From the thread: waits for room. False when nobody reads any more."""
        if not self._room.acquire(timeout=SLOW_CLIENT_SECONDS) or self.closed:
            return False
        self.put_at_once(event)
        return True

    def put_at_once(self, item: Item) -> None:
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

    async def take(self, seconds: float) -> Item | None:
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


class Work:
    """A source in its thread."""

    def __init__(
        self, begin: Callable[[], Source], account: str | None, ended: Callable[[Work], None]
    ) -> None:
        self.account = account
        self._begin = begin
        self._ended = ended
        self._pipe = Pipe(asyncio.get_running_loop())
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
        if isinstance(item, Failed):
            raise item.error

    async def take(self) -> Item | None:
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
                self._pipe.put_at_once(Failed(error))
                return
            self._pipe.put_at_once(BEGUN)
            if self._grace is not None:
                self.hurry(self._grace)
            self._read(self._source)
        except Exception as error:
            if self._pipe.closed:  # nobody will hear of it
                _log.info("work that was left ended with %s: %s", type(error).__name__, error)
            else:
                self._pipe.put_at_once(Failed(error))
        finally:
            self._over = True
            self._pipe.put_at_once(END)
            self._ended(self)

    def _read(self, source: Source) -> None:
        try:
            if callable(source.events):
                if not self._pipe.closed:
                    source.events(self._tell)
                return
            with contextlib.closing(source.events) as events:
                if not self._pipe.closed:
                    for event in events:
                        self._tell(event)
        except LeftError:
            source.stop()
        finally:
            source.close()

    def _tell(self, event: Event) -> None:
        self._over = self._over or event.name in FINAL
        if not self._pipe.put(event):
            raise LeftError
