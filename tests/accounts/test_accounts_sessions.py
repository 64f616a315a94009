"""Sessions: how long they last, and what becomes of stolen ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.accounts import Accounts, Actor
from pincite.errors import NotFoundError
from support.accounts import PASSWORD, Clock


def begin(accounts: Accounts, name: str = "Ben") -> str:
    return accounts.log_in(name, PASSWORD, address="192.0.2.1", agent="Browser")[0]


def used(accounts: Accounts, secret: str, *, rotate: bool = True) -> str:
    """Use a session; gives the secret to be used from now on."""
    credential = accounts.by_session(secret, "192.0.2.1", rotate=rotate)
    assert credential is not None
    assert credential.account.name == "Ben"
    return credential.rotated or secret


def test_the_database_holds_only_a_digest(accounts: Accounts) -> None:
    secret = begin(accounts)
    assert len(secret) == 43
    for path in filter(Path.is_file, accounts._store.folder.iterdir()):
        assert secret.encode() not in path.read_bytes()


@pytest.mark.parametrize("secret", ["", "x", "\ud800", "a" * 100_000])
def test_what_is_no_secret_is_nobodys(accounts: Accounts, secret: str) -> None:
    begin(accounts)
    assert accounts.by_session(secret, "") is None


def test_it_ends_when_it_is_not_used(accounts: Accounts, clock: Clock) -> None:
    secret = begin(accounts)
    clock.turn(hours=24 * 14 - 1)
    secret = used(accounts, secret)
    clock.turn(hours=24 * 14 - 1)
    secret = used(accounts, secret)
    clock.turn(hours=24 * 14)
    assert accounts.by_session(secret, "") is None


def test_the_secret_changes_every_hour_of_use(accounts: Accounts, clock: Clock) -> None:
    first = begin(accounts)
    assert used(accounts, first) == first
    clock.turn(minutes=61)
    assert used(accounts, first, rotate=False) == first
    second = used(accounts, first)
    assert second != first
    assert used(accounts, first) == first, "requests that were under way"
    assert used(accounts, second) == second
    clock.turn(seconds=59)
    assert used(accounts, first) == first


def test_who_uses_an_old_secret_later_ends_the_session_for_both(accounts: Accounts, clock: Clock) -> None:
    first = begin(accounts)
    clock.turn(minutes=61)
    second = used(accounts, first)
    used(accounts, second)
    clock.turn(seconds=61)
    assert accounts.by_session(first, "203.0.113.1") is None
    assert accounts.by_session(second, "192.0.2.1") is None
    entry = accounts.audit.entries().items[0]
    assert (entry.action, entry.account_name, entry.address) == ("session.stolen", "Ben", "203.0.113.1")


def test_a_thief_who_was_first_is_found_out_as_well(accounts: Accounts, clock: Clock) -> None:
    first = begin(accounts)
    clock.turn(minutes=61)
    stolen = used(accounts, first)
    used(accounts, stolen)
    clock.turn(minutes=2)
    assert accounts.by_session(first, "192.0.2.1") is None
    assert accounts.by_session(stolen, "203.0.113.1") is None


def test_an_answer_that_was_lost_ends_no_session(accounts: Accounts, clock: Clock) -> None:
    first = begin(accounts)
    clock.turn(minutes=61)
    lost = used(accounts, first)
    clock.turn(minutes=30)
    second = used(accounts, first)
    assert second not in (first, lost)
    assert used(accounts, second) == second
    assert accounts.by_session(lost, "") is None
    clock.turn(seconds=61)
    assert accounts.by_session(first, "") is None


def test_a_use_is_noted_once_a_minute(accounts: Accounts, clock: Clock) -> None:
    secret = begin(accounts)
    owner = accounts.named("Ben")
    clock.turn(seconds=59)
    used(accounts, secret)
    assert accounts.sessions.all(owner)[0].used_at == "2026-05-04T09:30:00.000+00:00"
    clock.turn(seconds=1)
    used(accounts, secret)
    assert accounts.sessions.all(owner)[0].used_at == "2026-05-04T09:31:00.000+00:00"


def test_it_is_found_at_once_while_another_one_writes(accounts: Accounts, clock: Clock) -> None:
    secret = begin(accounts)
    clock.turn(minutes=61)
    with accounts._store.writing():
        assert used(accounts, secret) == secret
    assert used(accounts, secret) != secret


def test_they_are_listed_and_ended_one_by_one_or_all_others(accounts: Accounts, clock: Clock) -> None:
    owner = accounts.named("Ben")
    by = Actor(owner)
    secrets = []
    for _ in range(4):
        secrets.append(begin(accounts))
        clock.turn(minutes=1)
    stranger = begin(accounts, "Ada")
    listed = accounts.sessions.all(owner)
    assert [session.agent for session in listed] == ["Browser"] * 4
    current = accounts.by_session(secrets[0], "192.0.2.1")
    assert current is not None
    accounts.sessions.end(owner, listed[0].id, by=by)
    assert accounts.by_session(secrets[3], "") is None
    assert accounts.sessions.end_others(owner, current.session, by=by) == 2
    assert [session.id for session in accounts.sessions.all(owner)] == [current.session]
    assert accounts.by_session(stranger, "") is not None
    with pytest.raises(NotFoundError):
        accounts.sessions.end(owner, accounts.sessions.all(accounts.named("Ada"))[0].id, by=by)


def test_logging_out_ends_it(accounts: Accounts) -> None:
    secret = begin(accounts)
    credential = accounts.by_session(secret, "")
    assert credential is not None
    accounts.log_out(credential, by=Actor(credential.account))
    assert accounts.by_session(secret, "") is None
