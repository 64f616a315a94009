"""So much at a time, and first come, first served."""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType


class Slots:
    """A context manager that so many threads are within at a time; the others wait in the order in which they came.

    The semaphores of the standard library let the thread in that happens to run first: under load some wait for ever.

    Args:
        count: So many.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    def __enter__(self) -> None:
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        try:
            turn.wait()
        except BaseException:  # an interrupt from the keyboard: somebody else must not wait for this one
            with self._lock:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                    raise
            self._leave()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()  # the slot passes on, it does not become free
            else:
                self._free += 1
