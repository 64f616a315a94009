from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite import Library
from pincite.accounts import Accounts, passwords

Run = Callable[..., Result]
PASSWORD = "a long enough secret"


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))


@pytest.fixture
def folder(tmp_path: Path, run: Run) -> Path:
    """A library with Ada, an administrator, and Ben."""
    folder = tmp_path / "library"
    for name, *more in (("Ada", "--admin"), ("Ben",)):
        made = run(
            "accounts", "create", name, *more, "--password-stdin", library=folder, input=f"{PASSWORD}\n"
        )
        assert made.exit_code == 0, made.output
    return folder


def can_log_in(folder: Path, name: str, password: str = PASSWORD) -> bool:
    with Library.open(folder) as library:
        accounts = Accounts(library.store, library.settings.accounts)
        try:
            accounts.log_in(name, password)
        except Exception:
            return False
    return True


def test_they_are_listed(run: Run, run_json: Callable[..., Any], folder: Path) -> None:
    assert [line.split("\t")[:2] for line in run("accounts", library=folder).stdout.splitlines()] == [
        ["Ada", "administrator"],
        ["Ben", ""],
    ]
    listed = run_json("accounts", "list", "--search", "be", library=folder)
    assert [account["name"] for account in listed] == ["Ben"]
    assert "pk" not in listed[0]
    assert can_log_in(folder, "Ada")


def test_the_first_one_must_be_an_administrator(run: Run, tmp_path: Path) -> None:
    refused = run("accounts", "create", "Ada", "--password-stdin", input=f"{PASSWORD}\n")
    assert refused.exit_code == 2
    assert "administrator" in refused.stderr


def test_a_password_is_never_an_argument_and_never_guessed(run: Run, folder: Path) -> None:
    assert run("accounts", "create", "Cem", "--password", PASSWORD, library=folder).exit_code == 2
    asked = run("accounts", "create", "Cem", library=folder, input="")
    assert asked.exit_code == 2
    assert "--password-stdin" in asked.stderr
    short = run("accounts", "create", "Cem", "--password-stdin", library=folder, input="short\n")
    assert short.exit_code == 2
    empty = run("accounts", "create", "Cem", "--password-stdin", library=folder, input="")
    assert empty.exit_code == 2
    assert PASSWORD not in asked.output + short.output


def test_a_link_sets_the_password(run_json: Callable[..., Any], folder: Path) -> None:
    made = run_json("accounts", "create", "Cem", "--link", library=folder)
    again = run_json("accounts", "reset", "cem", library=folder)
    assert not made["account"]["has_password"]
    assert made["link"]["secret"] != again["link"]["secret"]
    assert again["link"]["path"].endswith("#/password/" + again["link"]["secret"])
    assert not can_log_in(folder, "Cem", "")


def test_disable_enable_and_administrators(run: Run, folder: Path) -> None:
    assert run("accounts", "disable", "BEN", library=folder).exit_code == 0
    assert not can_log_in(folder, "Ben")
    assert run("accounts", "enable", "ben", library=folder).exit_code == 0
    assert can_log_in(folder, "Ben")
    for command in (("disable", "ada"), ("admin", "ada", "--off"), ("delete", "ada", "--yes")):
        refused = run("accounts", *command, library=folder)
        assert refused.exit_code == 2
        assert "last administrator" in refused.stderr
    assert run("accounts", "admin", "ben", library=folder).exit_code == 0
    assert run("accounts", "admin", "ada", "--off", library=folder).exit_code == 0
    assert run("accounts", "reset", "ben", "--second-factor", library=folder).exit_code == 0


def test_deleting_says_what_goes(run: Run, run_json: Callable[..., Any], folder: Path) -> None:
    asked = run("accounts", "delete", "Ben", library=folder)
    assert asked.exit_code == 2
    assert "--yes" in asked.stderr
    assert run("accounts", "delete", "nobody", "--yes", library=folder).exit_code == 2
    deleted = run_json("accounts", "delete", "ben", "--yes", library=folder)
    assert deleted["deleted"]["name"] == "Ben"
    assert deleted["with"]["documents"] == 0
    assert not can_log_in(folder, "Ben")


def test_what_is_done_here_is_in_the_audit_log(folder: Path) -> None:
    with Library.open(folder) as library:
        entries = Accounts(library.store, library.settings.accounts).audit.entries().items
    assert [(entry.action, entry.account_name, entry.details["name"]) for entry in entries] == [
        ("account.create", "(on the command line)", "Ben"),
        ("account.create", "(on the command line)", "Ada"),
    ]
