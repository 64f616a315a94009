"""Accounts come and go: by administrators, by invitation, by signing up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from pincite.accounts import OPERATOR, Accounts, Actor
from pincite.accounts.logins import WRONG
from pincite.domain import TokenScope
from pincite.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    NotSignedInError,
    PinciteError,
    UsageError,
)
from support.accounts import PASSWORD, Clock

NEW = "another long secret"


def log_in(accounts: Accounts, name: str = "Ben", password: str = PASSWORD) -> str:
    return accounts.log_in(name, password)[0]


def token(accounts: Accounts, name: str = "Ben", *scopes: TokenScope, days: float | None = None) -> str:
    _, maker = accounts.log_in(name, PASSWORD)
    return accounts.tokens.create(
        maker.account, "test", scopes or tuple(TokenScope), days=days, maker=maker, by=Actor(maker.account)
    )[0]


def test_the_first_account_is_an_administrators(with_settings: Callable[..., Accounts]) -> None:
    accounts = with_settings()
    assert not accounts.exist()
    with pytest.raises(UsageError, match="first account"):
        accounts.create("Ben", PASSWORD)
    assert not accounts.exist()
    first = accounts.create("Ada", PASSWORD, admin=True)
    assert accounts.exist()
    assert first.space == ""
    assert accounts.create("Ben", PASSWORD).space != ""


def test_two_first_ones_at_once_are_one_first_one(with_settings: Callable[..., Accounts]) -> None:
    accounts, made = with_settings(), []
    threads = [
        threading.Thread(target=lambda name=name: made.append(accounts.create(name, PASSWORD, admin=True)))
        for name in ("Ada", "Ben", "Cem")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(account.space == "" for account in made) == [False, False, True]


def test_names_are_taken_in_every_form(accounts: Accounts) -> None:
    for name in ("ben", " BEN ", "Ｂen"):
        with pytest.raises(ConflictError):
            accounts.create(name, PASSWORD)
    with pytest.raises(ConflictError):
        accounts.rename(accounts.named("Ada"), "BEN", by=OPERATOR)
    assert accounts.rename(accounts.named("Ben"), "BEN", by=OPERATOR).name == "BEN"


def test_poor_passwords_make_no_account(accounts: Accounts) -> None:
    for password in ("", "short", "password123"):
        with pytest.raises(UsageError):
            accounts.create("Cem", password)
    with pytest.raises(NotFoundError):
        accounts.named("Cem")


def test_they_are_listed_in_parts(accounts: Accounts) -> None:
    for number in range(7):
        accounts.create(f"reader {number}", None)
    names, cursor = [], None
    while True:
        part = accounts.listed(limit=4, cursor=cursor)
        names += [account.name for account in part.items]
        cursor = part.next
        if cursor is None:
            break
    assert names == ["Ada", "Ben", *(f"reader {number}" for number in range(7))]
    assert [account.name for account in accounts.listed(words="READER 3").items] == ["reader 3"]
    assert accounts.listed(words="%").items == ()
    for wrong in ("x", "", "YWNjb3VudA", "\ud800"):
        with pytest.raises(UsageError):
            accounts.listed(cursor=wrong)


def test_a_new_password_ends_other_sessions_and_tokens(accounts: Accounts) -> None:
    mine, other, program = log_in(accounts), log_in(accounts), token(accounts)
    kept = accounts.by_session(mine, "")
    assert kept is not None
    accounts.change_password(kept.account, PASSWORD, NEW, session=kept.session, by=Actor(kept.account))
    assert accounts.by_session(mine, "") is not None
    assert accounts.by_session(other, "") is None
    assert accounts.by_token(program) is None
    with pytest.raises(NotSignedInError):
        log_in(accounts)
    log_in(accounts, password=NEW)


def test_disabling_ends_everything_and_enabling_brings_nothing_back(accounts: Accounts) -> None:
    session, program, ben = log_in(accounts), token(accounts), accounts.named("Ben")
    link = accounts.password_link(ben.id, by=OPERATOR)
    assert accounts.set_disabled(ben.id, True, by=OPERATOR).disabled
    for _ in range(2):
        assert accounts.by_session(session, "") is None
        assert accounts.by_token(program) is None
        with pytest.raises(NotFoundError):
            accounts.reset_password(link, NEW, by=Actor())
        accounts.set_disabled(ben.id, False, by=OPERATOR)
    log_in(accounts)


def test_the_last_administrator_stays(accounts: Accounts) -> None:
    ada, ben = accounts.named("Ada"), accounts.named("Ben")
    accounts.set_admin(ben.id, True, by=OPERATOR)
    accounts.set_disabled(ben.id, True, by=OPERATOR)
    for attempt in (
        lambda: accounts.set_admin(ada.id, False, by=OPERATOR),
        lambda: accounts.set_disabled(ada.id, True, by=OPERATOR),
        lambda: accounts.delete(ada.id, by=OPERATOR),
    ):
        with pytest.raises(ConflictError, match="last administrator"):
            attempt()
    accounts.set_disabled(ben.id, False, by=OPERATOR)
    accounts.set_admin(ada.id, False, by=OPERATOR)
    assert not accounts.named("Ada").admin


def test_two_administrators_cannot_demote_each_other_at_once(accounts: Accounts) -> None:
    ada, ben = accounts.named("Ada"), accounts.named("Ben")
    accounts.set_admin(ben.id, True, by=OPERATOR)

    def demote(identity: str) -> None:
        try:
            accounts.set_admin(identity, False, by=OPERATOR)
        except ConflictError:
            return

    threads = [threading.Thread(target=demote, args=(account.id,)) for account in (ada, ben)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [account.admin for account in accounts.listed().items].count(True) == 1


def test_a_password_that_was_changed_since_it_was_proven_proves_nothing(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, by = accounts.named("Ben"), Actor(accounts.named("Ben"))
    link = accounts.password_link(owner.id, by=OPERATOR)
    prove = accounts._prove

    def slowly(*arguments: Any) -> str:
        """In the meantime an administrator's link sets another one."""
        proven = prove(*arguments)
        accounts.reset_password(link, NEW, by=Actor())
        return proven

    monkeypatch.setattr(accounts, "_prove", slowly)
    with pytest.raises(ForbiddenError):
        accounts.change_password(owner, PASSWORD, "a stolen long secret", session=None, by=by)
    monkeypatch.undo()
    log_in(accounts, password=NEW)


def test_a_link_sets_a_password_once_and_within_a_day(accounts: Accounts, clock: Clock) -> None:
    ben = accounts.named("Ben")
    session, program = log_in(accounts), token(accounts)
    earlier = accounts.password_link(ben.id, by=OPERATOR)
    link = accounts.password_link(ben.id, by=OPERATOR)
    with pytest.raises(NotFoundError):
        accounts.reset_password(earlier, NEW, by=Actor())
    with pytest.raises(UsageError):
        accounts.reset_password(link, "short", by=Actor())
    accounts.reset_password(link, NEW, by=Actor())
    assert accounts.by_session(session, "") is None
    assert accounts.by_token(program) is None
    log_in(accounts, password=NEW)
    with pytest.raises(NotFoundError):
        accounts.reset_password(link, PASSWORD, by=Actor())
    late = accounts.password_link(ben.id, by=OPERATOR)
    clock.turn(hours=24)
    with pytest.raises(NotFoundError):
        accounts.reset_password(late, PASSWORD, by=Actor())


def test_a_link_is_used_once_by_two_at_once(accounts: Accounts) -> None:
    link, done = accounts.password_link(accounts.named("Ben").id, by=OPERATOR), []

    def use(number: int) -> None:
        try:
            accounts.reset_password(link, f"{NEW} {number}", by=Actor())
        except NotFoundError:
            return
        done.append(number)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 1
    log_in(accounts, password=f"{NEW} {done[0]}")


def test_kinds_of_links_are_not_mixed_up(accounts: Accounts) -> None:
    link = accounts.password_link(accounts.named("Ada").id, by=OPERATOR)
    invitation, _ = accounts.links.invite(days=7, by=OPERATOR)
    with pytest.raises(NotFoundError):
        accounts.sign_up("Cem", PASSWORD, link, by=Actor())
    with pytest.raises(NotFoundError):
        accounts.reset_password(invitation, NEW, by=Actor())


def test_an_invitation_makes_one_account(accounts: Accounts, clock: Clock) -> None:
    invitation, record = accounts.links.invite(days=7, admin=True, note="  for \n Cem ", by=OPERATOR)
    assert record.note == "for Cem"
    accounts.sign_up("Cem", PASSWORD, invitation, by=Actor())
    assert accounts.named("Cem").admin
    assert accounts.links.invitations()[0].used_at is not None
    with pytest.raises(NotFoundError):
        accounts.sign_up("Dan", PASSWORD, invitation, by=Actor())
    late, _ = accounts.links.invite(days=7, by=OPERATOR)
    clock.turn(days=7)
    with pytest.raises(NotFoundError):
        accounts.sign_up("Dan", PASSWORD, late, by=Actor())
    revoked, record = accounts.links.invite(days=7, by=OPERATOR)
    accounts.links.revoke(record.id, by=OPERATOR)
    with pytest.raises(NotFoundError):
        accounts.sign_up("Dan", PASSWORD, revoked, by=Actor())
    with pytest.raises(NotFoundError):
        accounts.links.revoke(record.id, by=OPERATOR)


def test_the_invitations_of_who_is_no_administrator_any_more_end(accounts: Accounts) -> None:
    ben = accounts.set_admin(accounts.named("Ben").id, True, by=OPERATOR)
    invitation, _ = accounts.links.invite(days=7, admin=True, by=Actor(ben))
    accounts.set_admin(ben.id, False, by=OPERATOR)
    with pytest.raises(NotFoundError):
        accounts.sign_up("Cem", PASSWORD, invitation, by=Actor())


@pytest.mark.parametrize("mode", ["off", "invitation", "open"])
def test_the_settings_say_who_may_sign_up(
    with_settings: Callable[..., Accounts], accounts: Accounts, mode: str
) -> None:
    accounts = with_settings(sign_up=mode)
    invitation, _ = accounts.links.invite(days=7, by=OPERATOR)
    outcomes = {}
    for name, secret in {"without": "", "with": invitation, "wrong": "wrong"}.items():
        try:
            accounts.sign_up(name, PASSWORD, secret, by=Actor())
            outcomes[name] = 0
        except PinciteError as error:
            outcomes[name] = error.http_status
    assert (
        outcomes
        == {
            "off": {"without": 403, "with": 403, "wrong": 403},
            "invitation": {"without": 404, "with": 0, "wrong": 404},
            "open": {"without": 0, "with": 0, "wrong": 404},
        }[mode]
    )


def test_nobody_signs_up_where_there_are_no_accounts(with_settings: Callable[..., Accounts]) -> None:
    with pytest.raises(ForbiddenError):
        with_settings(sign_up="open").sign_up("Mallory", PASSWORD, by=Actor())


def test_signing_up_with_a_name_that_is_taken_says_nothing(
    with_settings: Callable[..., Accounts], accounts: Accounts
) -> None:
    accounts = with_settings(sign_up="open")
    invitation, _ = accounts.links.invite(days=7, by=OPERATOR)
    accounts.sign_up("ben", NEW, invitation, by=Actor())
    with pytest.raises(NotSignedInError, match=WRONG):
        log_in(accounts, password=NEW)
    log_in(accounts)
    accounts.sign_up("Cem", NEW, invitation, by=Actor())
    log_in(accounts, "Cem", NEW)


def test_an_address_signs_up_so_many(with_settings: Callable[..., Accounts], accounts: Accounts) -> None:
    accounts = with_settings(sign_up="open", lock_after=1)
    told = []
    for number in range(12):
        try:
            accounts.sign_up(f"reader {number}", PASSWORD, by=Actor(address="192.0.2.1"))
            told.append(0)
        except PinciteError as error:
            told.append(error.http_status)
    assert told == [0] * 10 + [429] * 2


def test_deleting_takes_all_that_lets_somebody_in(accounts: Accounts) -> None:
    ben = accounts.named("Ben")
    session, program, link = log_in(accounts), token(accounts), accounts.password_link(ben.id, by=OPERATOR)
    accounts.set_up_second_factor(ben, by=OPERATOR)
    accounts.delete(ben.id, by=OPERATOR)
    assert accounts.by_session(session, "") is None
    assert accounts.by_token(program) is None
    with pytest.raises(NotFoundError):
        accounts.reset_password(link, NEW, by=Actor())
    with pytest.raises(NotFoundError):
        accounts.get(ben.id)
    assert accounts.create("Ben", PASSWORD).id != ben.id


def test_tokens_do_no_more_than_their_maker(accounts: Accounts, clock: Clock) -> None:
    secret = token(accounts, "Ben", TokenScope.READ, TokenScope.ACCOUNT, days=10)
    maker = accounts.by_token(secret)
    assert maker is not None
    assert maker.scopes == {TokenScope.READ, TokenScope.ACCOUNT}
    owner, by = maker.account, Actor(maker.account)

    def create(scopes: list[TokenScope], days: float | None) -> None:
        accounts.tokens.create(owner, "more", scopes, days=days, maker=maker, by=by)

    create([TokenScope.READ], 10)
    for scopes, days in (([TokenScope.WRITE], 5.0), ([TokenScope.READ], 11.0), ([TokenScope.READ], None)):
        with pytest.raises(ForbiddenError):
            create(scopes, days)
    with pytest.raises(UsageError):
        create([], 5)
    clock.turn(days=10)
    assert accounts.by_token(secret) is None


def test_what_has_ended_makes_no_token(accounts: Accounts) -> None:
    _, session = accounts.log_in("Ben", PASSWORD)
    program = accounts.by_token(token(accounts, days=5))
    assert program is not None
    owner, by = session.account, Actor(session.account)
    accounts.sessions.end_others(owner, None, by=by)
    accounts.tokens.revoke(owner, program.token or "", by=by)
    for maker in (session, program):
        with pytest.raises(NotSignedInError):
            accounts.tokens.create(owner, "late", [TokenScope.READ], days=None, maker=maker, by=by)
    assert accounts.tokens.all(owner) == []


def test_tokens_are_listed_with_their_last_use_and_revoked(accounts: Accounts, clock: Clock) -> None:
    secret = token(accounts)
    assert secret.startswith("pin_")
    assert len(secret) == 68
    ben = accounts.named("Ben")
    assert accounts.tokens.all(ben)[0].used_at is None
    clock.turn(minutes=5)
    accounts.by_token(secret)
    clock.turn(seconds=59)
    accounts.by_token(secret)
    record = accounts.tokens.all(ben)[0]
    assert record.used_at == "2026-05-04T09:35:00.000+00:00"
    with pytest.raises(NotFoundError):
        accounts.tokens.revoke(accounts.named("Ada"), record.id, by=OPERATOR)
    accounts.tokens.revoke(ben, record.id, by=OPERATOR)
    assert accounts.by_token(secret) is None
