"""The second factor: codes that change with the time (TOTP, RFC 6238), and codes that stand in for them once."""

from __future__ import annotations

import datetime as dt
import hmac
import re

import pyotp
import sqlalchemy as sa

from pincite.accounts.secret import digest, new_recovery_code
from pincite.accounts.times import Clock
from pincite.domain import Account
from pincite.store.tables import accounts, recovery_codes

RECOVERY_CODES = 10
ISSUER = "Pincite"
_STEP = 30
_TOLERANCE = (0, -1, 1)
"""Steps by which a clock may be wrong."""


def new_totp_secret() -> str:
    """160 random bits, as authenticators take them."""
    return pyotp.random_base32()


def totp_address(secret: str, name: str) -> str:
    """The address that authenticators read from a QR code."""
    return pyotp.TOTP(secret, interval=_STEP).provisioning_uri(name=name, issuer_name=ISSUER)


class SecondFactor:
    """Checks second factors; every method runs within its caller's transaction.

    Args:
        clock: Tells the time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def accepts(self, connection: sa.Connection, owner: Account, code: str) -> bool:
        """Whether an account that has a second factor is proven by a code; it can be used no second time."""
        wanted = (accounts.c.totp, accounts.c.totp_step)
        secret, last = connection.execute(sa.select(*wanted).where(accounts.c.pk == owner.pk)).one()
        if secret is None or last is None:
            return True
        clean = re.sub(r"[\s-]", "", code).lower()
        step = self.step(secret, clean)
        if step is not None:
            unused = sa.and_(accounts.c.pk == owner.pk, accounts.c.totp_step < step)
            return bool(connection.execute(accounts.update().where(unused).values(totp_step=step)).rowcount)
        grouped = "-".join(clean[at : at + 4] for at in range(0, len(clean), 4))
        mine = sa.and_(recovery_codes.c.account_pk == owner.pk, recovery_codes.c.digest == digest(grouped))
        return bool(connection.execute(recovery_codes.delete().where(mine)).rowcount)

    def step(self, secret: str, code: str) -> int | None:
        """The time step that a code is of; None where it is of none about now."""
        now = int(self._clock().timestamp()) // _STEP
        one_time = pyotp.TOTP(secret, interval=_STEP)
        for offset in _TOLERANCE:
            moment = dt.datetime.fromtimestamp((now + offset) * _STEP, dt.UTC)
            if hmac.compare_digest(one_time.at(moment).encode(), code.encode("utf-8", "surrogatepass")):
                return now + offset
        return None

    def new_recovery_codes(self, connection: sa.Connection, owner: Account) -> list[str]:
        """New codes in place of all old ones."""
        connection.execute(recovery_codes.delete().where(recovery_codes.c.account_pk == owner.pk))
        codes = [new_recovery_code() for _ in range(RECOVERY_CODES)]
        rows = [{"account_pk": owner.pk, "digest": digest(code)} for code in codes]
        connection.execute(recovery_codes.insert(), rows)
        return codes

    def remove(self, connection: sa.Connection, account_pk: int) -> None:
        """Ask for no second factor any more."""
        connection.execute(recovery_codes.delete().where(recovery_codes.c.account_pk == account_pk))
        cleared = {"totp": None, "totp_step": None}
        connection.execute(accounts.update().where(accounts.c.pk == account_pk).values(cleared))
