"""Waits after failed logins."""

from __future__ import annotations

import threading

import pytest

from pincite.accounts import Accounts
from pincite.accounts.attempts import LONGEST_WAIT, _network
from pincite.errors import NotSignedInError, TooManyRequestsError
from support.accounts import PASSWORD, Clock

HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def fail(accounts: Accounts, name: str = "Ben", address: str = HOME) -> float:
    """A login with a wrong password; how long the wait is, 0 where there is none."""
    try:
        accounts.log_in(name, "wrong", address=address)
    except NotSignedInError:
        return 0
    except TooManyRequestsError as error:
        return error.retry_after
    raise AssertionError


def log_in(accounts: Accounts, name: str = "Ben", address: str = HOME) -> None:
    accounts.log_in(name, PASSWORD, address=address)


@pytest.mark.parametrize("name", ["Ben", "nobody", "no\0name", "\ud800"])
def test_the_wait_grows_alike_for_known_and_unknown_names(
    accounts: Accounts, clock: Clock, name: str
) -> None:
    assert [fail(accounts, name) for _ in range(6)] == [0, 0, 0, 0, 0, 2]
    for seconds in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900):
        clock.turn(seconds=seconds - 0.5)
        assert fail(accounts, name) > 0
        clock.turn(seconds=0.5)
        assert fail(accounts, name) == 0
    assert LONGEST_WAIT.total_seconds() == 900


def test_during_a_wait_the_right_password_is_not_looked_at(accounts: Accounts, clock: Clock) -> None:
    for _ in range(5):
        fail(accounts)
    with pytest.raises(TooManyRequestsError) as waiting:
        log_in(accounts)
    for _ in range(5):
        fail(accounts, "nobody")
    with pytest.raises(TooManyRequestsError) as unknown:
        log_in(accounts, "nobody")
    assert (waiting.value.message, waiting.value.remedy) == (unknown.value.message, unknown.value.remedy)
    clock.turn(seconds=1)
    log_in(accounts)


def test_trying_during_a_wait_does_not_make_it_longer(accounts: Accounts, clock: Clock) -> None:
    for _ in range(5):
        fail(accounts)
    for _ in range(50):
        assert fail(accounts) > 0
    clock.turn(seconds=1)
    log_in(accounts)


def test_success_forgets_the_failures(accounts: Accounts) -> None:
    for _ in range(4):
        fail(accounts)
    log_in(accounts)
    assert [fail(accounts) for _ in range(5)] == [0] * 5


def test_failures_are_forgotten_after_an_hour(accounts: Accounts, clock: Clock) -> None:
    for _ in range(4):
        fail(accounts)
    clock.turn(hours=1, seconds=1)
    assert [fail(accounts) for _ in range(5)] == [0] * 5


def test_a_wait_at_one_address_is_none_at_another(accounts: Accounts) -> None:
    for _ in range(6):
        fail(accounts, address=ELSEWHERE)
    log_in(accounts)


def test_an_address_waits_after_many_failures_with_any_names(accounts: Accounts, clock: Clock) -> None:
    waits = [fail(accounts, f"name {number}") for number in range(51)]
    assert waits == [0] * 50 + [2]
    log_in(accounts, address=ELSEWHERE)


def test_a_good_login_of_ones_own_buys_no_guesses_at_others(accounts: Accounts) -> None:
    for number in range(50):
        fail(accounts, f"name {number}")
        if number % 10 == 0:
            log_in(accounts, "Ada")
    assert fail(accounts, "one more") > 0


def test_many_addresses_cannot_lock_somebody_out_of_their_own(accounts: Accounts, clock: Clock) -> None:
    log_in(accounts, address=HOME)
    for number in range(50):
        fail(accounts, address=f"198.51.100.{number}")
    assert fail(accounts, address="203.0.113.1") > 0, "the name waits for addresses that were never used"
    log_in(accounts, address=HOME)


def test_the_name_waits_for_unknown_names_as_well(accounts: Accounts) -> None:
    waits = [fail(accounts, "nobody", f"198.51.100.{number}") for number in range(51)]
    assert waits == [0] * 50 + [2]


def test_a_session_goes_on_while_its_account_waits(accounts: Accounts) -> None:
    secret, _ = accounts.log_in("Ben", PASSWORD, address=HOME)
    for _ in range(6):
        fail(accounts)
    assert accounts.by_session(secret, HOME) is not None


def test_a_hundred_at_once_are_a_hundred(accounts: Accounts) -> None:
    results: list[float] = []
    threads = [threading.Thread(target=lambda: results.append(fail(accounts))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.count(0) == 5


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    assert _network("2001:db8:1:2::1") == _network("2001:db8:1:2:ffff::9") != _network("2001:db8:1:3::1")
    assert _network("::ffff:192.0.2.1") == _network("192.0.2.1")
    assert _network("fe80::1%eth0") == _network("fe80::2")
    assert _network("testclient") == "testclient"


def test_what_was_typed_is_not_kept(accounts: Accounts) -> None:
    fail(accounts, "MyPasswordByMistake")
    dump = b"".join(path.read_bytes() for path in accounts._store.folder.iterdir() if path.is_file())
    assert b"mypasswordbymistake" not in dump.lower()
