"""Passwords: what is accepted, and how they are kept and compared."""

from __future__ import annotations

import contextlib
import functools
import secrets
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from pincite.errors import TooManyRequestsError, UsageError

MOST_BYTES = 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """Parameters of Argon2id.

    Attributes:
        passes: Over the memory.
        memory_kib: KiB of memory.
        lanes: Threads.
    """

    passes: int
    memory_kib: int
    lanes: int


COST = Cost(passes=3, memory_kib=64 * 1024, lanes=4)
"""RFC 9106, section 4, second recommended option: https://www.rfc-editor.org/rfc/rfc9106#section-4."""

AT_A_TIME = 2
"""Hashes that are computed at once: each takes 64 MiB, and a flood of logins must leave the machine usable."""
MOST_WAITING = 16
"""More callers than this are sent away, so that they do not take the threads that answer everybody else."""
PATIENCE = 10.0
"""Seconds that a caller waits for its turn."""

COMMONEST = frozenset(
    """
    1234567890 12345678910 123456789a 0123456789 0987654321 9876543210 1111111111 0000000000 1q2w3e4r5t 1qaz2wsx3edc
    1q2w3e4r5t6y qwertyuiop qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl; asdfghjkl123 zxcvbnm123 password12
    password123 password1234 password12345 password123! passw0rd123 p@ssw0rd123 p@ssword123 passwort123 passwort1234
    letmein123 letmein1234 welcome123 welcome1234 welcome123! iloveyou12 iloveyou123 iloveyou1234 administrator
    admin12345 admin123456 adminadmin changeme123 changemenow abc1234567 abcd123456 abcdefghij abcdefghijk aaaaaaaaaa
    q1w2e3r4t5 q1w2e3r4t5y6 1234qwerasdf 123qweasdzxc qazwsxedcrfv princess123 sunshine123 football123 baseball123
    superman123 dragon12345 monkey12345 master12345 shadow12345 michael123 charlie123 liverpool123 chocolate1
    chocolate123 basketball basketball1 football12 butterfly1 trustno1trustno1 correcthorsebatterystaple
    passwordpassword secretsecret testtest123 test123456 test1234567 pincite123 pincite1234 pincitepincite
    """.split()
)
"""The passwords of ten characters and more that lists of stolen ones begin with. No other rule says what a password
must hold: https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver."""


@functools.lru_cache(maxsize=4)
def _hasher(cost: Cost) -> PasswordHash:
    hasher = Argon2Hasher(time_cost=cost.passes, memory_cost=cost.memory_kib, parallelism=cost.lanes)
    return PasswordHash((hasher,))


@functools.lru_cache(maxsize=4)
def _dummy(cost: Cost) -> str:
    """A hash that no password has, to be compared with where there is none."""
    return _hasher(cost).hash(secrets.token_bytes(32))


class Passwords:
    """Hashes and compares passwords, a few at a time.

    Args:
        shortest: Fewest characters of a new one.
    """

    def __init__(self, shortest: int) -> None:
        self._shortest = shortest
        self._cost = COST
        self._turns = threading.BoundedSemaphore(AT_A_TIME)
        self._places = threading.BoundedSemaphore(AT_A_TIME + MOST_WAITING)

    def check_new(self, password: str, name: str = "") -> None:
        """Whether a password may be set.

        Raises:
            UsageError: if it is too short, too long, one of the commonest, or the account's name.
        """
        if len(password) < self._shortest:
            raise UsageError(
                f"the password is shorter than {self._shortest} characters",
                "A few words that do not belong together are easy to keep in mind, and hard to guess.",
            )
        if len(password.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise UsageError(f"the password is longer than {MOST_BYTES} bytes", "Give a shorter one.")
        lowered = password.casefold()
        if lowered in COMMONEST or len(set(lowered)) < 3 or lowered == name.casefold():
            raise UsageError("this password is tried first by everybody who guesses", "Choose another one.")

    def hash(self, password: str) -> str:
        """What is kept of a password.

        Raises:
            TooManyRequestsError: if too many are computed already.
        """
        with self._turn():
            return _hasher(self._cost).hash(_bytes(password))

    def check(self, password: str, kept: str | None) -> tuple[bool, str | None]:
        """Whether a password is the one that was kept; it takes as long where none was.

        Args:
            password: As typed.
            kept: What `hash` gave; None where there is no account, or none with a password.

        Returns:
            Whether it fits, and what is to be kept from now on where that was made with other parameters.

        Raises:
            TooManyRequestsError: if too many are compared already.
        """
        with self._turn():
            hasher = _hasher(self._cost)
            dummy = _dummy(self._cost)  # made at the first call, whoever that concerns
            fits, renewed = hasher.verify_and_update(_bytes(password), kept or dummy)
        return (fits, renewed) if kept else (False, None)

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        busy = TooManyRequestsError("too many logins at the moment", "Try again in a moment.", retry_after=2)
        if not self._places.acquire(blocking=False):
            raise busy
        try:
            if not self._turns.acquire(timeout=PATIENCE):
                raise busy
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._places.release()


def _bytes(password: str) -> bytes:
    # The same characters may be typed in several ways, depending on the keyboard.
    normal = unicodedata.normalize("NFKC", password[: MOST_BYTES + 1])
    return normal.encode("utf-8", "surrogatepass")
