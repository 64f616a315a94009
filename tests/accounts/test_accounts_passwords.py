from __future__ import annotations

import threading

import pytest

from pincite.accounts import passwords
from pincite.accounts.passwords import COMMONEST, Cost, Passwords
from pincite.errors import TooManyRequestsError, UsageError


def test_a_password_fits_itself_only() -> None:
    hashed = Passwords(10).hash("correct horse")
    assert hashed.startswith("$argon2id$")
    assert Passwords(10).check("correct horse", hashed) == (True, None)
    for other in ("correct horse ", "Correct horse", "", "correct horse\0", "\ud800"):
        assert Passwords(10).check(other, hashed) == (False, None)


def test_nothing_fits_where_there_is_none() -> None:
    assert Passwords(10).check("", None) == (False, None)
    assert Passwords(10).check("correct horse", None) == (False, None)


def test_two_forms_of_the_same_characters_are_the_same() -> None:
    assert Passwords(10).check("cafe\u0301 cafe\u0301", Passwords(10).hash("café café"))[0]


def test_the_parameters_are_those_of_the_standard() -> None:
    assert passwords.Cost(3, 65536, 4) == Cost(passes=3, memory_kib=2**16, lanes=4)


def test_a_hash_of_other_parameters_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = Passwords(10).hash("correct horse")
    monkeypatch.setattr(passwords, "COST", Cost(passes=2, memory_kib=64, lanes=1))
    fits, renewed = Passwords(10).check("correct horse", hashed)
    assert fits
    assert renewed is not None
    assert "t=2" in renewed
    assert Passwords(10).check("correct horse", renewed) == (True, None)
    assert Passwords(10).check("another horse", hashed) == (False, None)


@pytest.mark.parametrize(
    "password", ["short", "123456789", "x" * 1001, "é" * 501, "aaaaaaaaaaaa", "Password123", "Augusta Ada"]
)
def test_poor_passwords_are_refused(password: str) -> None:
    with pytest.raises(UsageError):
        Passwords(10).check_new(password, "augusta ada")


@pytest.mark.parametrize(
    "password", ["ten chars!", "密码很长而且没有人猜得到的", "é" * 499 + "xy", "word word word"]
)
def test_others_are_accepted_whatever_they_hold(password: str) -> None:
    Passwords(10).check_new(password, "Ada")


def test_the_common_ones_are_long_enough_to_matter() -> None:
    assert all(len(password) >= 10 and password == password.casefold() for password in COMMONEST)


def test_two_are_computed_at_a_time_and_a_crowd_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, running, most = threading.Semaphore(0), threading.Event(), [0], [0]
    lock = threading.Lock()

    class Slow:
        def hash(self, password: bytes) -> str:
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            begun.release()
            go_on.wait(10)
            with lock:
                running[0] -= 1
            return "hashed"

    monkeypatch.setattr(passwords, "_hasher", lambda cost: Slow())
    shared, results = Passwords(10), []

    def call() -> None:
        try:
            results.append(shared.hash("correct horse"))
        except TooManyRequestsError as error:
            results.append(error.message)

    threads = [threading.Thread(target=call) for _ in range(passwords.AT_A_TIME + passwords.MOST_WAITING)]
    for thread in threads:
        thread.start()
    for _ in range(passwords.AT_A_TIME):
        assert begun.acquire(timeout=10)
    while shared._places._value:  # all have come
        threading.Event().wait(0.001)
    with pytest.raises(TooManyRequestsError):
        shared.hash("correct horse")
    go_on.set()
    for thread in threads:
        thread.join()
    assert results == ["hashed"] * len(threads)
    assert most[0] == passwords.AT_A_TIME
