"""The process that serves a library: where it listens, how it starts and stops."""

from __future__ import annotations

import contextlib
import math
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn
from fastapi import FastAPI

from pincite.library import Library
from pincite.server.app import create_app
from pincite.server.connections import Connection
from pincite.server.context import Context
from pincite.server.listening import Listening
from pincite.server.logs import Form
from pincite.server.readiness import Readiness
from pincite.server.supervise import Workers, worker_command

MOST_HEADER_BYTES = 32 * 1024
STORE_SECONDS = 5.0
"""How long answers that were broken off have to be stored."""


class _Server(uvicorn.Server):
    """Uvicorn's server: a first signal lets it finish, a second one does not, and both end in an ordinary exit."""

    def __init__(self, config: uvicorn.Config, context: Context, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._context = context
        self._when_started = started
        self.stopping = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections."""
        await super().startup(sockets)
        self._when_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let open answers end."""
        await super().shutdown(sockets)
        if not self.force_exit:
            await self._context.streams.finish(STORE_SECONDS)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal."""
        if self.should_exit:
            self.force_exit = True
            return
        self.should_exit = True
        # Not from within the handler: it may have interrupted what holds the locks that are needed.
        threading.Thread(target=self._tell, daemon=True).start()

    def _tell(self) -> None:
        self.stopping.set()
        self._context.streams.stop(self._context.settings.server.stop_seconds)


def uvicorn_config(app: FastAPI, *, stop_seconds: float) -> uvicorn.Config:
    """How uvicorn serves the application: what it could do by itself with headers and logs, the guards do.

    Args:
        app: Made by `create_app`.
        stop_seconds: Time that open answers have when it stops.
    """
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        # A little longer than streams have, so that their last event still goes out.
        timeout_graceful_shutdown=math.ceil(stop_seconds) + 2,
    )


def serve(
    library: Library,
    listening: Listening,
    readiness: Readiness,
    *,
    workers: int,
    started: Callable[[], None],
    log: Form = "text",
) -> None:
    """Answer requests until a signal says stop.

    Args:
        library: Stays open until then.
        listening: Where; closed at the end.
        readiness: Of the library; loading may have begun.
        workers: Processes that index.
        started: Called when requests are answered.
        log: Form of the workers' log.

    Raises:
        SettingsError: if the server's settings do not fit.
    """
    app = create_app(library, readiness)
    context: Context = app.state.context
    processes = Workers(worker_command(library.folder, log), workers)
    readiness.watch_workers(processes.alive)
    seconds = library.settings.server.stop_seconds
    server = _Server(uvicorn_config(app, stop_seconds=seconds), context, started)

    def begin() -> None:
        """Load models while the first requests may already come, and only then let others use the CPU."""
        readiness.load().join()
        if not server.stopping.is_set():
            processes.start()

    with contextlib.closing(listening.socket), _hang_up(server):
        threading.Thread(target=begin, name="begin", daemon=True).start()
        try:
            server.run(sockets=[listening.socket])
        finally:
            server.stopping.set()
            context.close()
            processes.stop(0 if server.force_exit else seconds)
            # A thread in the middle of compiling a model must not meet the end of the interpreter.
            readiness.load().join()


@contextlib.contextmanager
def _hang_up(server: _Server) -> Iterator[None]:
    """A closed terminal stops the server as a signal to stop does."""
    number = getattr(signal, "SIGHUP", None)
    if number is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(number, server.handle_exit)
    try:
        yield
    finally:
        signal.signal(number, before)
