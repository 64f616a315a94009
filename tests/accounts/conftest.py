"""Accounts over an empty library, with a clock that tests turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import event

from pincite.accounts import Accounts, passwords
from pincite.config import AccountSettings
from pincite.store import Store
from support.accounts import PASSWORD, Clock


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "library") as opened:
        engine = opened._backend.engine
        engine.dispose()
        # What is stored here need not survive a power cut; waiting for the disk is most of the time.
        event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF"))
        yield opened


@pytest.fixture
def with_settings(store: Store, clock: Clock) -> Callable[..., Accounts]:
    """Accounts with these settings."""
    return lambda **settings: Accounts(store, AccountSettings(**settings), clock=clock)


@pytest.fixture
def accounts(with_settings: Callable[..., Accounts]) -> Accounts:
    """With Ada, an administrator, and Ben."""
    made = with_settings()
    made.create("Ada", PASSWORD, admin=True)
    made.create("Ben", PASSWORD)
    return made
