"""Points in time as the database holds them: ISO 8601 in UTC, which sort as text does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

Clock = Callable[[], dt.datetime]
"""Tells the time, aware of its zone."""


def utc_now() -> dt.datetime:
    """The time of this machine."""
    return dt.datetime.now(dt.UTC)


def stamp(moment: dt.datetime) -> str:
    """A time as text; always of the same length and zone, so that texts compare as the times do."""
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds")
