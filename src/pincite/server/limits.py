"""How often somebody may ask: token buckets in memory, for this process."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pincite.config import ServerSettings
from pincite.errors import TooManyRequestsError

if TYPE_CHECKING:
    from pincite.server.callers import Caller

MOST_KEYS = 10_000
"""Callers that are remembered at a time; those who asked for nothing lately are forgotten first."""


class Rate:
    """So many a minute for each caller; what was not used adds up to one minute's worth.

    Args:
        per_minute: How many.
        clock: Seconds that never go back.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = float(per_minute)
        self._each_second = per_minute / 60
        self._clock = clock
        self._lock = threading.Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Use one up; gives 0, or the seconds to wait where there is none."""
        now = self._clock()
        with self._lock:
            left, at = self._left.pop(key, (self._most, now))
            left = min(self._most, left + (now - at) * self._each_second)
            granted = left >= 1
            # Put at the end, so that the first ones are those who asked for nothing for longest.
            self._left[key] = (left - 1 if granted else left, now)
            while len(self._left) > MOST_KEYS:
                del self._left[next(iter(self._left))]
        return 0.0 if granted else (1 - left) / self._each_second


class Limits:
    """The rates of a server.

    Args:
        settings: The limits.
        refused: Told the name of a limit each time that it was reached.
    """

    def __init__(self, settings: ServerSettings, refused: Callable[[str], None] = lambda name: None) -> None:
        self._requests = Rate(settings.requests_per_minute)
        self._questions = Rate(settings.questions_per_minute)
        self._refused = refused

    def request(self, caller: Caller) -> None:
        """Count a request.

        Raises:
            TooManyRequestsError: if the caller made too many.
        """
        self._count(self._requests, "requests", caller)

    def question(self, caller: Caller) -> None:
        """Count a question, or something else that takes as long.

        Raises:
            TooManyRequestsError: if the caller asked too many.
        """
        self._count(self._questions, "questions", caller)

    def address(self, address: str) -> None:
        """Count a request of somebody who is not known; those of this machine itself are not counted.

        Raises:
            TooManyRequestsError: if too many came from there.
        """
        if not _is_this_machine(address):
            self._take(self._requests, "requests", f"address {address}")

    def _count(self, rate: Rate, name: str, caller: Caller) -> None:
        if caller.account is not None:
            self._take(rate, name, f"account {caller.account.id}")
        # Else there are no accounts: the one who reads here need not be kept from the own machine.

    def _take(self, rate: Rate, name: str, key: str) -> None:
        seconds = rate.take(key)
        if seconds:
            self._refused(name)
            raise TooManyRequestsError(
                f"too many {name}", f"Wait {max(1, round(seconds))} s, and try again.", retry_after=seconds
            )


def _is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False
