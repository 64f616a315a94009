"""What the tests of the server share: an application over a library with accounts, and clients that are logged in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.accounts import passwords
from support.served import Served


@pytest.fixture
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take a thousandth of the time."""
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))


@pytest.fixture
def served(library_copy: Path, cheap_passwords: None) -> Iterator[Served]:
    """The sample library, served in this process; without accounts until one is made."""
    with Library.open(library_copy) as library, contextlib.ExitStack() as stack:
        made = Served(library, stack)
        stack.callback(made.app.state.context.close)
        yield made
