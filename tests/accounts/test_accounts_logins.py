"""Logging in with name, password and code; and what may be learned from being refused."""

from __future__ import annotations

import time
from collections.abc import Callable

import pyotp
import pytest

from pincite.accounts import Accounts, Actor
from pincite.accounts.logins import WRONG
from pincite.domain import TokenScope
from pincite.errors import ConflictError, ForbiddenError, NotSignedInError, PinciteError
from support.accounts import PASSWORD, Clock


def second_factor(accounts: Accounts, clock: Clock, name: str = "Ben") -> tuple[pyotp.TOTP, list[str]]:
    """Set up codes; gives the authenticator, and recovery codes."""
    owner = accounts.named(name)
    secret, address = accounts.set_up_second_factor(owner, by=Actor(owner))
    assert pyotp.parse_uri(address).secret == secret
    authenticator = pyotp.TOTP(secret)
    code = authenticator.at(clock.now)
    codes = accounts.confirm_second_factor(owner, code, session=None, by=Actor(owner))
    return authenticator, codes


def test_the_right_name_and_password_begin_a_session(accounts: Accounts) -> None:
    secret, credential = accounts.log_in(" BEN ", PASSWORD, address="192.0.2.1", agent="Browser")
    assert credential.account.name == "Ben"
    assert credential.scopes == frozenset(TokenScope)
    assert accounts.by_session(secret, "192.0.2.1") == credential


def refusals(accounts: Accounts, clock: Clock) -> dict[str, tuple[str, str, str]]:
    """Ways in which a login is refused: name, password, code."""
    accounts.create("Disabled", PASSWORD)
    accounts.set_disabled(accounts.named("Disabled").id, True, by=Actor())
    accounts.create("Elsewhere", None)
    accounts.create("Coded", PASSWORD)
    second_factor(accounts, clock, "Coded")
    return {
        "unknown": ("nobody", PASSWORD, ""),
        "wrong": ("Ben", "wrong", ""),
        "disabled": ("Disabled", PASSWORD, ""),
        "no password": ("Elsewhere", PASSWORD, ""),
        "empty": ("Elsewhere", "", ""),
        "no code": ("Coded", PASSWORD, ""),
        "wrong code": ("Coded", PASSWORD, "000000"),
        "wrong password and code": ("Coded", "wrong", "000000"),
        "odd name": ("\ud800\0", PASSWORD, ""),
    }


def test_every_refusal_says_the_same(accounts: Accounts, clock: Clock) -> None:
    told = set()
    for name, password, code in refusals(accounts, clock).values():
        with pytest.raises(NotSignedInError) as refused:
            accounts.log_in(name, password, code)
        told.add((refused.value.message, refused.value.remedy))
    assert [message for message, _ in told] == [WRONG]


def test_every_refusal_does_the_same_work(
    accounts: Accounts, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes time is a hash, and transactions: all have the same number of them, in the same order."""
    from sqlalchemy import event

    ways = refusals(accounts, clock)
    seen: list[str] = []
    engine = accounts._store._backend.engine
    event.listen(
        engine, "before_cursor_execute", lambda c, cursor, statement, *rest: seen.append(statement.split()[0])
    )
    check = accounts._passwords.check
    monkeypatch.setattr(
        accounts._passwords, "check", lambda given, kept: seen.append("hash") or check(given, kept)
    )
    work = {}
    for way, (name, password, code) in ways.items():
        clock.turn(hours=2)
        seen.clear()
        with pytest.raises(NotSignedInError):
            accounts.log_in(name, password, code)
        work[way] = [step for step in seen if step in ("hash", "BEGIN", "INSERT", "COMMIT")]
    assert {tuple(steps) for steps in work.values()} == {tuple(work["unknown"])}
    assert work["unknown"].count("hash") == 1


def test_times_of_refusals_are_within_noise(with_settings: Callable[..., Accounts], clock: Clock) -> None:
    """200 logins each, taken in turns: whatever slows the machine slows all alike. Medians are compared by rank."""
    accounts = with_settings(lock_after=100_000)
    accounts.create("Ada", PASSWORD, admin=True)
    accounts.create("Ben", PASSWORD)
    ways = refusals(accounts, clock)
    chosen = ("unknown", "wrong", "disabled")
    times: dict[str, list[float]] = {way: [] for way in chosen}
    for _ in range(200):
        for way in chosen:
            name, password, code = ways[way]
            begin = time.perf_counter()
            with pytest.raises(NotSignedInError):
                accounts.log_in(name, password, code)
            times[way].append(time.perf_counter() - begin)
    known = times["wrong"]
    for way in chosen:
        # The share of pairs in which this one is slower: a half where nothing differs; its standard error is 0.03.
        slower = sum(a > b for a in times[way] for b in known) / len(known) ** 2
        assert 0.3 < slower < 0.7, way


def test_the_password_is_hashed_anew_when_the_parameters_change(
    accounts: Accounts, with_settings: Callable[..., Accounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.accounts import passwords

    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=2, memory_kib=64, lanes=1))
    later = with_settings()
    later.log_in("Ben", PASSWORD)
    from pincite.store.tables import accounts as table

    with accounts._store.reading() as connection:
        kept = dict(
            connection.execute(table.select().with_only_columns(table.c.name, table.c.password)).all()
        )
    assert "t=2" in kept["Ben"]
    assert "t=1" in kept["Ada"]
    later.log_in("Ben", PASSWORD)


def test_a_code_is_needed_once_it_was_confirmed(accounts: Accounts, clock: Clock) -> None:
    owner = accounts.named("Ben")
    accounts.set_up_second_factor(owner, by=Actor(owner))
    accounts.log_in("Ben", PASSWORD)  # the secret may never have reached an authenticator
    authenticator, _ = second_factor(accounts, clock)
    assert accounts.named("Ben").totp
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD)
    clock.turn(seconds=30)
    accounts.log_in("Ben", PASSWORD, authenticator.at(clock.now))


def test_a_code_works_once(accounts: Accounts, clock: Clock) -> None:
    authenticator, _ = second_factor(accounts, clock)
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD, authenticator.at(clock.now))  # the one of the set-up
    clock.turn(seconds=30)
    code = authenticator.at(clock.now)
    accounts.log_in("Ben", PASSWORD, f" {code[:3]} {code[3:]} ")
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD, code)


@pytest.mark.parametrize(("steps", "accepted"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_one_step(accounts: Accounts, clock: Clock, steps: int, accepted: bool) -> None:
    authenticator, _ = second_factor(accounts, clock)
    clock.turn(minutes=10)
    code = authenticator.at(clock.now, counter_offset=steps)
    if accepted:
        accounts.log_in("Ben", PASSWORD, code)
    else:
        with pytest.raises(NotSignedInError):
            accounts.log_in("Ben", PASSWORD, code)


def test_a_code_of_an_earlier_step_than_the_last_is_refused(accounts: Accounts, clock: Clock) -> None:
    authenticator, _ = second_factor(accounts, clock)
    clock.turn(minutes=10)
    accounts.log_in("Ben", PASSWORD, authenticator.at(clock.now, counter_offset=1))
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD, authenticator.at(clock.now))


def test_a_recovery_code_works_once(accounts: Accounts, clock: Clock) -> None:
    _, codes = second_factor(accounts, clock)
    assert len(set(codes)) == 10
    accounts.log_in("Ben", PASSWORD, codes[3])
    accounts.log_in("Ben", PASSWORD, codes[4].upper().replace("-", " "))
    for code in codes[3:5]:
        with pytest.raises(NotSignedInError):
            accounts.log_in("Ben", PASSWORD, code)


def test_a_wrong_password_uses_up_no_code(accounts: Accounts, clock: Clock) -> None:
    _, codes = second_factor(accounts, clock)
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", "wrong", codes[0])
    accounts.log_in("Ben", PASSWORD, codes[0])


def test_codes_of_others_are_of_no_use(accounts: Accounts, clock: Clock) -> None:
    _, codes = second_factor(accounts, clock, "Ada")
    second_factor(accounts, clock, "Ben")
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD, codes[0])


def test_setting_up_again_and_confirming_wrongly(accounts: Accounts, clock: Clock) -> None:
    owner = accounts.named("Ben")
    by = Actor(owner)
    with pytest.raises(ConflictError):
        accounts.confirm_second_factor(owner, "000000", session=None, by=by)
    accounts.set_up_second_factor(owner, by=by)
    for code in ("", "abcdef", "0000000", "\ud800"):
        with pytest.raises(ForbiddenError):
            accounts.confirm_second_factor(owner, code, session=None, by=by)
    second_factor(accounts, clock)
    with pytest.raises(ConflictError):
        accounts.set_up_second_factor(owner, by=by)


def test_turning_it_off_needs_the_password(accounts: Accounts, clock: Clock) -> None:
    second_factor(accounts, clock)
    owner = accounts.named("Ben")
    with pytest.raises(ForbiddenError):
        accounts.turn_off_second_factor(owner, "wrong", by=Actor(owner))
    accounts.turn_off_second_factor(owner, PASSWORD, by=Actor(owner))
    accounts.log_in("Ben", PASSWORD)


def test_new_recovery_codes_end_the_old_ones(accounts: Accounts, clock: Clock) -> None:
    _, codes = second_factor(accounts, clock)
    owner = accounts.named("Ben")
    fresh = accounts.renew_recovery_codes(owner, PASSWORD, by=Actor(owner))
    with pytest.raises(NotSignedInError):
        accounts.log_in("Ben", PASSWORD, codes[0])
    accounts.log_in("Ben", PASSWORD, fresh[0])


def test_a_stolen_session_cannot_guess_the_password(accounts: Accounts) -> None:
    owner = accounts.named("Ben")
    told = []
    for _ in range(6):
        with pytest.raises(PinciteError) as refused:
            accounts.change_password(owner, "wrong", "another long secret", session=None, by=Actor(owner))
        told.append(refused.value.http_status)
    assert told == [403] * 5 + [429]
    accounts.log_in("Ben", PASSWORD)
