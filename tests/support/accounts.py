"""What tests of accounts share."""

from __future__ import annotations

import datetime as dt

PASSWORD = "a long enough secret"


class Clock:
    """Stands still until it is turned."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 5, 4, 9, 30, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def turn(self, **by: float) -> None:
        self.now += dt.timedelta(**by)
