"""Accounts and settings in the browser: invitations, passwords, people, tokens, the model, folders, the log."""

from __future__ import annotations

import csv
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from tests.ingest.small_files import HERON, write_pdf

from pincite.accounts import Accounts, passwords
from pincite.library import Library
from support.accounts import PASSWORD
from support.browsing import OpenContext, Watch, close_all
from support.identity_provider import CLIENT, SECRET, IdentityProvider
from support.model_server import ModelServer, Scripted
from support.server_process import ServerProcess, serving

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

NEW_PASSWORD = "another long secret"

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
"""As where the page comes over plain http from another machine."""


def section(page: Page, name: str, heading: str) -> Locator:
    """A section of the settings, opened: the part of it under a heading."""
    page.goto(f"/#/settings/{name}")
    return page.get_by_role("region", name=heading, exact=True)


def act_on(page: Page, name: str, act: str) -> None:
    """Choose from the menu of an account."""
    page.get_by_role("button", name=f"What to do with {name}").click()
    page.get_by_role("menuitem", name=act, exact=True).click()


def log_in(page: Page, name: str, password: str, code: str = "") -> None:
    """By the form of the page."""
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    if code:
        page.get_by_role("button", name="I use a second factor").or_(page.get_by_label("Code")).first.click()
        page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Log in", exact=True).click()


def in_the_room(page: Page, name: str) -> None:
    """Logged in: the account's name stands in the rail."""
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def shown_secret(page: Page) -> str:
    """What a dialog shows once; the dialog is closed."""
    dialog = page.get_by_role("dialog")
    secret = dialog.locator("code").last.inner_text()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_have_count(0)
    return secret


def test_an_invitation_makes_one_account_and_leaves_the_address(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    admin = open_context(served_accounts, user="ann")
    admin.add_init_script(NO_CLIPBOARD)
    ann = admin.new_page()
    invitations = section(ann, "people", "Invitations")
    invitations.get_by_role("button", name="Invite somebody").click()
    dialog = ann.get_by_role("dialog")
    dialog.get_by_label("Whom it is for").fill("Cleo")
    dialog.get_by_role("button", name="Invite somebody").click()
    ann.get_by_role("dialog").get_by_role("button", name="Copy the link").click()
    expect(ann.get_by_role("dialog").get_by_role("button", name="Copied")).to_be_visible()
    link = shown_secret(ann)
    search = ann.get_by_label("Search by name")
    search.press("Control+v")
    expect(search).to_have_value(link)
    search.fill("")
    expect(invitations.get_by_text("Cleo")).to_be_visible()

    cleo = open_context(served_accounts).new_page()
    cleo.goto(link)
    expect(cleo.get_by_role("heading", level=1, name="Make an account")).to_be_visible()
    expect(cleo).to_have_title("Make an account · Pincite")
    expect(cleo).to_have_url(re.compile(r"#/invitation$"))
    cleo.get_by_label("Name", exact=True).fill("cleo")
    cleo.get_by_label("Password", exact=True).fill("short")
    cleo.get_by_role("button", name="Make the account").click()
    expect(cleo.get_by_text(re.compile(r"^\d+ characters? more\.$"))).to_be_visible()
    cleo.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    cleo.get_by_role("button", name="Make the account").click()
    in_the_room(cleo, "cleo")

    late = open_context(served_accounts).new_page()
    watches[-1].allow("status of 40[0-9]")
    late.goto(link)
    late.get_by_label("Name", exact=True).fill("dan")
    late.get_by_label("Password", exact=True).fill(NEW_PASSWORD)
    late.get_by_role("button", name="Make the account").click()
    expect(late.get_by_role("alert")).to_contain_text("This link is not valid, or not any more.")
    ann.reload()
    expect(invitations.get_by_text(re.compile("used"))).to_be_visible()
    expect(ann.get_by_text("cleo", exact=True)).to_be_visible()


def test_a_forgotten_password_is_set_with_a_link_that_works_once(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    ann = open_context(served_accounts, user="ann").new_page()
    section(ann, "people", "Accounts")
    act_on(ann, "ben", "Link to set a password")
    link = shown_secret(ann)

    ben = open_context(served_accounts).new_page()
    watches[-1].allow("status of 40[0-9]")
    ben.goto(link)
    expect(ben.get_by_role("heading", level=1, name="Set a new password")).to_be_visible()
    expect(ben).to_have_url(re.compile(r"#/password$"))
    ben.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    ben.get_by_role("button", name="Set the password").click()
    expect(ben.get_by_text("The password is set. Log in with it.")).to_be_visible()
    log_in(ben, "ben", PASSWORD)
    expect(ben.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    log_in(ben, "ben", NEW_PASSWORD)
    in_the_room(ben, "ben")

    again = open_context(served_accounts).new_page()
    watches[-1].allow("status of 40[0-9]")
    again.goto(link)
    again.get_by_label("New password", exact=True).fill("yet another secret")
    again.get_by_role("button", name="Set the password").click()
    expect(again.get_by_role("alert")).to_contain_text("This link is not valid, or not any more.")


def test_people_are_managed_and_who_is_disabled_has_to_log_in(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    ann = open_context(served_accounts, user="ann").new_page()
    ben = open_context(served_accounts, user="ben").new_page()
    watches[1].allow("status of 401")
    ben.goto("/#/settings/people")
    expect(ben.get_by_role("heading", name="There are no such settings")).to_be_visible()
    expect(ben.get_by_text("Only administrators see these settings.")).to_be_visible()
    sections = ben.get_by_role("navigation", name="Sections of the settings").get_by_role("link")
    expect(sections).to_have_text(["Reading room", "Account", "Tokens", "About"])

    accounts = section(ann, "people", "Accounts")
    act_on(ann, "ben", "Make an administrator")
    expect(accounts.get_by_text("Administrator", exact=True)).to_be_visible()
    ben.reload()
    expect(sections.filter(has_text="People")).to_be_visible()
    # What an administrator sees is there before he is none any more, and is asked for after that by nobody.
    expect(ben.get_by_role("region", name="Accounts").get_by_text("ann", exact=True)).to_be_visible()
    expect(ben.get_by_text("There are no invitations.")).to_be_visible()
    act_on(ann, "ben", "No administrator any more")
    expect(accounts.get_by_text("Administrator", exact=True)).to_have_count(0)
    ben.reload()
    expect(sections.filter(has_text="People")).to_have_count(0)

    ben.goto("/#/settings/tokens")
    ben.get_by_role("button", name="Make a token").click()
    token = ben.get_by_role("dialog", name="Make a token")
    token.get_by_label("What it is for").fill("nightly upload")
    act_on(ann, "ben", "Disable")
    expect(accounts.get_by_text("Disabled", exact=True)).to_be_visible()
    token.get_by_role("button", name="Make it").click()
    ended = ben.get_by_role("dialog", name="Log in again")
    expect(ended).to_be_visible()
    expect(ben.get_by_text("Bearer")).to_have_count(0)
    act_on(ann, "ben", "Enable")
    ended.get_by_label("Password", exact=True).fill(PASSWORD)
    ended.get_by_role("button", name="Log in", exact=True).click()
    expect(ended).to_have_count(0)
    expect(token.get_by_label("What it is for")).to_have_value("nightly upload")
    expect(token.get_by_text(re.compile("^Your login had ended"))).to_be_visible()
    token.get_by_role("button", name="Make it").click()
    shown_secret(ben)

    act_on(ann, "ben", "Delete")
    confirm = ann.get_by_role("dialog", name="Delete ben")
    expect(confirm.get_by_role("button", name="Delete")).to_be_disabled()
    confirm.get_by_label("Type “ben” to go on").fill("ben")
    confirm.get_by_role("button", name="Delete").click()
    expect(accounts.get_by_text("ben", exact=True)).to_have_count(0)


def test_tokens_work_until_they_are_revoked_and_other_logins_are_ended(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    page = open_context(served_accounts, user="ben").new_page()
    tokens = section(page, "tokens", "Your tokens")
    tokens.get_by_role("button", name="Make a token").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What it is for").fill("nightly upload")
    dialog.get_by_label("How long it lasts").select_option(label="7 days")
    dialog.get_by_role("button", name="Make it").click()
    secret = shown_secret(page)
    expect(page.get_by_text(secret)).to_have_count(0)
    expect(tokens.get_by_text("not used yet")).to_be_visible()
    header = {"authorization": f"Bearer {secret}"}
    documents = f"{served_accounts.url}/api/v1/documents"
    assert httpx.get(documents, headers=header).status_code == 200
    page.reload()
    expect(tokens.get_by_text("last used")).to_be_visible()
    tokens.get_by_role("button", name="Revoke the token “nightly upload”").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(tokens.get_by_text("There are no tokens.")).to_be_visible()
    assert httpx.get(documents, headers=header).status_code == 401

    other = open_context(served_accounts, user="ben").new_page()
    watches[-1].allow("status of 401")
    other.goto("/#/library")
    expect(other.get_by_role("heading", level=1, name="Library")).to_be_visible()
    logins = section(page, "account", "Where you are logged in")
    expect(logins.get_by_text("This browser")).to_have_count(1)
    logins.get_by_role("button", name="End all others").click()
    expect(page.get_by_text("1 login ended.")).to_be_visible()
    expect(logins.get_by_role("button")).to_have_count(0)
    other.get_by_role("link", name="Map", exact=True).click()
    expect(other.get_by_role("dialog", name="Log in again")).to_be_visible()


def test_recovery_codes_stand_in_for_the_authenticator_once(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    import pyotp

    page = open_context(served_accounts, user="ben").new_page()
    watches[0].allow("status of 40[0-9]")
    factor = section(page, "account", "Second factor")
    factor.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    key = dialog.get_by_label("Key", exact=True).inner_text().replace(" ", "")
    dialog.get_by_label("Code", exact=True).fill("000000")
    dialog.get_by_role("button", name="Turn on").click()
    expect(dialog.get_by_text("The code is wrong.")).to_be_visible()
    dialog.get_by_label("Code", exact=True).fill(pyotp.TOTP(key).now())
    dialog.get_by_role("button", name="Turn on").click()
    listed = page.get_by_role("dialog", name="Recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    assert len(set(codes)) == 10
    with page.expect_download() as saved:
        page.get_by_role("dialog").get_by_role("button", name="Download").click()
    assert saved.value.path().read_text("utf-8").split() == codes
    page.get_by_role("dialog").get_by_role("button", name="I have kept them").click()
    expect(factor.get_by_role("button", name="Turn off")).to_be_visible()

    def log_out() -> None:
        page.get_by_role("button", name="ben", exact=True).click()
        page.get_by_role("menuitem", name="Log out").click()
        expect(page).to_have_title("Log in · Pincite")

    log_out()
    log_in(page, "ben", PASSWORD)
    expect(page.get_by_role("alert")).to_be_visible()
    log_in(page, "ben", PASSWORD, codes[0])
    in_the_room(page, "ben")
    log_out()
    log_in(page, "ben", PASSWORD, codes[0])
    expect(page.get_by_role("alert")).to_be_visible()
    log_in(page, "ben", PASSWORD, codes[1])
    in_the_room(page, "ben")
    section(page, "account", "Second factor").get_by_role("button", name="Turn off").click()
    page.get_by_role("dialog").get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Turn off").click()
    expect(factor.get_by_role("button", name="Set up")).to_be_visible()
    log_out()
    log_in(page, "ben", PASSWORD)
    in_the_room(page, "ben")


def test_a_provider_brings_back_to_where_one_was_going(
    library_copy: Path, open_context: OpenContext, monkeypatch: pytest.MonkeyPatch, watches: list[Watch]
) -> None:
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
    provider = IdentityProvider()
    with Library.open(library_copy) as library:
        Accounts(library.store, library.settings.accounts).create("ann", PASSWORD, True)
    environment = {
        "PINCITE_ACCOUNTS__OIDC_ISSUER": provider.issuer,
        "PINCITE_ACCOUNTS__OIDC_CLIENT": CLIENT,
        "PINCITE_ACCOUNTS__OIDC_SECRET_VARIABLE": "TEST_CLIENT_SECRET",
        "TEST_CLIENT_SECRET": SECRET,
    }
    try:
        with serving(library_copy, "--workers", "0", **environment) as server:
            server.until_ready()
            page = open_context(server, user="ann").new_page()
            watches[0].allow(f"foreign request: {provider.issuer}/authorize")
            link = section(page, "account", "Login with your organisation")
            link.get_by_role("button", name="Link").click()
            page.get_by_role("dialog").get_by_label("Your password").fill(PASSWORD)
            page.get_by_role("dialog").get_by_role("button", name="Link").click()
            expect(link.get_by_role("button", name="Unlink")).to_be_visible()
            page.get_by_role("button", name="ann", exact=True).click()
            page.get_by_role("menuitem", name="Log out").click()
            expect(page).to_have_title("Log in · Pincite")

            page.goto("/#/library?words=noise")
            page.reload()
            expect(page).to_have_title("Log in · Pincite")
            page.get_by_role("button", name="Log in with your organisation").click()
            expect(page).to_have_url(re.compile(r"#/library\?words=noise$"))
            in_the_room(page, "ann")
            page.goto("/")
            expect(page).to_have_url(re.compile("#/ask$"))
            page.close()  # before the server goes
    finally:
        provider.stop()


@pytest.fixture
def served_model(
    library_copy: Path, model_server: ModelServer, contexts: list[BrowserContext]
) -> Iterator[ServerProcess]:
    """The sample papers with a model on this machine, without accounts."""
    environment = model_server.environment(name="tiny:1b")
    with serving(library_copy, "--workers", "0", **environment) as server:
        server.until_ready()
        yield server
        close_all(contexts)


def test_the_model_is_tried_and_where_text_goes_is_told(
    served_model: ServerProcess, open_context: OpenContext, model_server: ModelServer, watches: list[Watch]
) -> None:
    page = open_context(served_model).new_page()
    watches[0].allow("status of (4|5)[0-9][0-9]")
    trial = section(page, "model", "Test")
    expect(page.get_by_text("Questions and passages stay on this machine.")).to_be_visible()
    expect(page.get_by_text("In use: tiny:1b by ollama.")).to_be_visible()
    trial.get_by_role("button", name="Test the model").click()
    expect(trial.get_by_text(f"tiny:1b at 127.0.0.1:{model_server.port} works.")).to_be_visible()
    expect(trial.get_by_role("listitem")).to_have_count(3)
    model_server.say(Scripted(status=500, body='{"error": "out of memory"}'))
    trial.get_by_role("button", name="Test again").click()
    expect(trial.get_by_role("alert")).to_contain_text("out of memory")
    expect(trial.get_by_role("listitem")).to_have_count(0)
    model_server.stop()
    trial.get_by_role("button", name="Test again").click()
    expect(trial.get_by_role("alert")).to_contain_text(re.compile("not|no ", re.IGNORECASE))
    expect(trial.get_by_role("alert")).not_to_contain_text("out of memory")


def test_a_folder_is_watched_and_a_backup_taken_and_all_of_it_is_in_the_log(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch], tmp_path: Path
) -> None:
    folder = tmp_path / "followed"
    folder.mkdir()
    write_pdf(folder / "followed.pdf", HERON)
    page = open_context(served_accounts, user="ann").new_page()
    watches[0].allow("status of 400 .*/api/v1/watched")
    folders = section(page, "watched", "Folders")
    folders.get_by_role("button", name="Watch a folder").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Folder", exact=True).fill(str(tmp_path / "nowhere"))
    dialog.get_by_role("button", name="Watch a folder").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Folder", exact=True).fill(str(folder))
    dialog.get_by_role("button", name="Watch a folder").click()
    expect(folders.get_by_text(str(folder))).to_be_visible()
    expect(folders.get_by_text(re.compile("^1 file ·"))).to_be_visible()
    folders.get_by_role("button", name=f"Pause {folder}").click()
    expect(folders.get_by_text(re.compile("paused"))).to_be_visible()
    folders.get_by_role("button", name=f"Go on watching {folder}").click()
    expect(folders.get_by_text(re.compile("paused"))).to_have_count(0)
    page.get_by_role("link", name="Library", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("heron|followed", re.IGNORECASE))).to_be_visible()
    folders = section(page, "watched", "Folders")
    folders.get_by_role("button", name=f"Watch {folder} no more").click()
    expect(folders.get_by_text("No folder is watched.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(folders.get_by_text(str(folder))).to_be_visible()

    page.goto("/#/settings/backup")
    page.get_by_role("button", name="Make a backup").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download", exact=True).click()
    with tarfile.open(saved.value.path()) as archive:
        names = archive.getnames()
    assert any(name.endswith((".sqlite", ".db", ".sqlite3")) for name in names), names
    page.get_by_role("button", name="Remove from the server").click()
    expect(page.get_by_text("There is no backup to download.")).to_be_visible()

    page.goto("/#/settings/audit")
    log = page.get_by_role("table")
    expect(log.get_by_role("row").filter(has_text="watched").first).to_contain_text("ann")
    expect(log.get_by_role("row").filter(has_text="backup").first).to_be_visible()
    page.get_by_label("What was done").select_option(label="Watched folders")
    expect(log.get_by_role("row").filter(has_text="backup")).to_have_count(0)
    expect(log.get_by_text(str(folder)).first).to_be_visible()
    with page.expect_download() as exported:
        page.get_by_role("link", name="Export as CSV").click()
    rows = list(csv.DictReader(exported.value.path().read_text("utf-8-sig").splitlines()))
    assert rows
    assert all(row["action"].startswith("watched.") for row in rows)


def test_the_guide_can_be_left_and_asks_what_is_pressed(
    served_empty: ServerProcess, open_context: OpenContext
) -> None:
    page = open_context(served_empty).new_page()
    page.goto("/")
    page.get_by_role("button", name="Skip these steps").click()
    expect(page).to_have_url(re.compile("#/ask$"))
    page.goto("/")
    page.reload()
    expect(page).to_have_url(re.compile("#/ask$"))
    section(page, "room", "What this browser keeps").get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile("#/start$"))
    page.get_by_role("button", name="Try three sample papers").click()
    question = page.get_by_role("listitem").get_by_role("button", name=re.compile(r"\?$")).first
    asked = question.inner_text()
    question.click()
    turn = page.get_by_role("article").filter(has=page.get_by_role("heading", name=asked))
    expect(turn.get_by_role("group", name="Answer")).to_be_visible()
    expect(turn.get_by_role("button", name=re.compile("^citation 1,")).first).to_be_visible()
