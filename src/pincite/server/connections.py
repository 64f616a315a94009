"""Connections: how long one may take to say what it wants, and how many there may be."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 15.0
"""From the first byte of a connection, or its opening, to the end of a request's headers."""

MOST_CONNECTIONS = 800
"""Open at a time, below the usual limit of 1,024 open files; more are closed at once."""


class Connection(H11Protocol):
    """Uvicorn's connection, which by itself would wait for the end of headers for ever."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.close()
            return
        self._expect()

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()
        elif self._patience is None:
            self._expect()

    def on_response_complete(self) -> None:
        """After an answer, uvicorn waits for the next request, and not for long."""
        super().on_response_complete()
        if not self._is_answering():
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect(self) -> None:
        self._patience = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self, *_: Any) -> None:
        self._patience = None
        if not self._is_answering() and not self.transport.is_closing():
            self.transport.close()
