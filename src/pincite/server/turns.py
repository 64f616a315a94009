"""Turns of conversations that this server answers at the moment, so that they can be stopped from elsewhere."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from pincite.library.talking import Talking


class Turns:
    """The turns under way. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: list[Talking] = []

    @contextlib.contextmanager
    def running(self, talking: Talking) -> Iterator[None]:
        """Know of a turn while the block runs."""
        with self._lock:
            self._running.append(talking)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(talking)

    def answering(self, conversation: str) -> frozenset[int]:
        """Numbers of the turns of a conversation that are being answered."""
        return frozenset(talking.number for talking in self._of(conversation))

    def stop(self, conversation: str) -> int:
        """End the answers of a conversation that are under way, with what there is of them; gives their number."""
        found = self._of(conversation)
        for talking in found:
            talking.stop()
        return len(found)

    def _of(self, conversation: str) -> list[Talking]:
        with self._lock:
            return [talking for talking in self._running if talking.conversation == conversation]
