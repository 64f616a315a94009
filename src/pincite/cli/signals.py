"""A closed terminal or a polite kill ends a command as Ctrl-C does, so that what it has is kept."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import Any


class Ending:
    """Whether the process was told to end.

    Attributes:
        told: True since then.
    """

    told = False

    def __call__(self, number: int, frame: Any) -> None:
        """Take the signal."""
        self.told = True
        raise KeyboardInterrupt


@contextlib.contextmanager
def ending_as_interrupt() -> Iterator[Ending]:
    """Within, SIGTERM and SIGHUP do what Ctrl-C does."""
    ending = Ending()
    if threading.current_thread() is not threading.main_thread():
        yield ending
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, ending) for number in numbers}
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
