"""Failed logins, and the waits that follow from them.

Three things are counted: the failures of a name from one address, of a name from everywhere, and of an address with
any name. Names that no account has are counted just the same, so that a wait tells nothing about them.

An attempt is counted before its password is compared and taken back when it fits: who sends a hundred at once has a
hundred counted. While there is a wait, nothing is compared and nothing is counted, so that it ends by itself however
often somebody tries. The wait of a name from everywhere does not concern an address from which the account was logged
in lately: others cannot keep somebody out of an account by failing on purpose.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import ipaddress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pincite.accounts.times import Clock, stamp
from pincite.errors import TooManyRequestsError
from pincite.store import Store
from pincite.store.tables import attempts

LONGEST_WAIT = dt.timedelta(minutes=15)
FORGOTTEN_AFTER = dt.timedelta(hours=1)
"""Failures are forgotten when no other one follows for so long."""
KNOWN_FOR = dt.timedelta(days=90)
"""So long an address counts as one of the account's own."""
MANY = 10
"""So many times as many failures are allowed to an address, behind which there may be many people, and to a name from
everywhere."""

TOO_MANY = "there were too many failed attempts"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that was counted.

    Attributes:
        counted: The keys it was counted under, with the wait that it began, if any.
        known: The key that says that the address is one of the account's own.
    """

    counted: dict[str, str | None]
    known: str


class Attempts:
    """Counts failed logins.

    Args:
        store: Where they are kept.
        free: Failures of a name from one address before it must wait.
        clock: Tells the time.
    """

    def __init__(self, store: Store, free: int, clock: Clock) -> None:
        self._store = store
        self._free = free
        self._clock = clock
        self._swept_at: dt.datetime | None = None

    def begin(self, name_key: str, address: str) -> Attempt:
        """Count an attempt to prove to be somebody.

        Args:
            name_key: Of the name; of any other secret that is tried, what it is to be counted as.
            address: Where it comes from.

        Raises:
            TooManyRequestsError: if there is a wait; the attempt must not be looked at then.
        """
        place = _network(address)
        name, pair = f"name:{_short(name_key)}", f"pair:{_short(name_key, place)}"
        known = f"known:{_short(name_key, place)}"
        return self._count({pair: 1, name: MANY, f"address:{place}": MANY}, known, exempt=name)

    def begin_sign_up(self, address: str) -> Attempt:
        """Count that somebody tries to sign up, whether or not it succeeds.

        Raises:
            TooManyRequestsError: if too many did from this address.
        """
        return self._count({f"sign-up:{_network(address)}": MANY}, "", exempt="")

    def succeeded(self, connection: sa.Connection, attempt: Attempt) -> None:
        """Take the attempt back, forget the failures of this name from this address, and know the address."""
        self._take_back(connection, attempt)
        pair = next(key for key in attempt.counted if key.startswith("pair:"))
        connection.execute(attempts.delete().where(attempts.c.key.in_([pair, attempt.known])))
        row = {"key": attempt.known, "failures": 0, "last_at": stamp(self._clock())}
        connection.execute(attempts.insert(), row)

    def withdraw(self, attempt: Attempt) -> None:
        """Take the attempt back: it could not be looked at."""
        with self._store.writing() as connection:
            self._take_back(connection, attempt)

    def _count(self, free: dict[str, int], known: str, *, exempt: str) -> Attempt:
        now = self._clock()
        with self._store.writing() as connection:
            self._sweep(connection, now)
            statement = sa.select(attempts).where(attempts.c.key.in_([*free, known]))
            rows = {row.key: row for row in connection.execute(statement)}
            waits = [
                dt.datetime.fromisoformat(row.locked_until) - now
                for key, row in rows.items()
                if row.locked_until and not (key == exempt and known in rows)
            ]
            wait = max(waits, default=dt.timedelta())
            if wait <= dt.timedelta():
                return Attempt(self._counted(connection, free, rows, now), known)
        seconds = max(1, round(wait.total_seconds() + 0.5))
        raise TooManyRequestsError(TOO_MANY, f"Wait {seconds} seconds.", retry_after=seconds)

    def _counted(
        self,
        connection: sa.Connection,
        free: dict[str, int],
        rows: dict[str, Any],
        now: dt.datetime,
    ) -> dict[str, str | None]:
        counted: dict[str, str | None] = {}
        oldest = stamp(now - FORGOTTEN_AFTER)
        for key, times in free.items():
            row = rows.get(key)
            failures = 1 + (row.failures if row is not None and row.last_at > oldest else 0)
            over = failures - self._free * times
            until = None
            if over >= 0:
                # 2^10 seconds are more than the longest wait.
                until = stamp(now + min(LONGEST_WAIT, dt.timedelta(seconds=2 ** min(over, 10))))
            values = {"failures": failures, "last_at": stamp(now), "locked_until": until}
            if row is None:
                connection.execute(attempts.insert(), {"key": key, **values})
            else:
                connection.execute(attempts.update().where(attempts.c.key == key).values(values))
            counted[key] = until
        return counted

    def _take_back(self, connection: sa.Connection, attempt: Attempt) -> None:
        for key, until in attempt.counted.items():
            mine = attempts.c.key == key
            lower = {"failures": sa.case((attempts.c.failures > 0, attempts.c.failures - 1), else_=0)}
            connection.execute(attempts.update().where(mine).values(lower))
            if until is not None:
                ended = attempts.update().where(mine, attempts.c.locked_until == until)
                connection.execute(ended.values(locked_until=None))

    def _sweep(self, connection: sa.Connection, now: dt.datetime) -> None:
        """Remove what no longer counts, now and then."""
        if self._swept_at is not None and now - self._swept_at < FORGOTTEN_AFTER:
            return
        self._swept_at = now
        known = attempts.c.key.startswith("known:")
        connection.execute(
            attempts.delete().where(
                sa.or_(
                    sa.and_(~known, attempts.c.last_at < stamp(now - FORGOTTEN_AFTER)),
                    sa.and_(known, attempts.c.last_at < stamp(now - KNOWN_FOR)),
                )
            )
        )


def _short(*parts: str) -> str:
    """A digest: what was typed as a name may be a password, and is not kept."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _network(address: str) -> str:
    """The address; of IPv6 the network of one customer, who has more addresses than can be counted."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:80]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, 64), strict=False))
    return str(found)
