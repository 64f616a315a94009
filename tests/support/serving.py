"""A library behind a real server on a free port of this machine."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI

from pincite.server.listening import listen
from pincite.server.serve import uvicorn_config


@dataclass(frozen=True)
class Running:
    """A server that runs in this process.

    Attributes:
        app: What it serves.
        url: Where.
        port: At.
    """

    app: FastAPI
    url: str
    port: int

    def raw(self, data: bytes, *, seconds: float = 10.0, end: bool = False) -> bytes:
        """Send bytes as they are; what comes back until the server closes, or for so long.

        Args:
            data: To be sent.
            seconds: How long to listen.
            end: Whether to say that nothing more is sent.
        """
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(data)
            if end:
                connection.shutdown(socket.SHUT_WR)
            return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    """Everything until the other side closes or falls silent for the socket's time."""
    received = b""
    with contextlib.suppress(TimeoutError, ConnectionResetError):
        while piece := connection.recv(65536):
            received += piece
    return received


@contextlib.contextmanager
def running(app: FastAPI) -> Iterator[Running]:
    """Serve an application as `pincite serve` does, in a thread, until the block ends."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn_config(app, stop_seconds=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening.socket]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield Running(app, listening.url, int(listening.url.rpartition(":")[2]))
    finally:
        server.should_exit = True
        thread.join(30)
        listening.socket.close()
        app.state.context.close()
        assert not thread.is_alive()
