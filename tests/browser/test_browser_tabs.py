"""Two tabs on one library, and logins: with a second factor, and one that ends while the page is open."""

from __future__ import annotations

import datetime as dt
import re

import pyotp
import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from pincite.accounts import Accounts, Actor
from support.accounts import PASSWORD
from support.browsing import OpenContext, Watch
from support.server_process import ServerProcess

NOISE = re.compile("^Noise of Outdoor Heat Pump Units")
QUESTION = "May the provider subcontract?"


def test_two_tabs_have_one_library_and_one_conversation(
    served_samples: ServerProcess, open_context: OpenContext
) -> None:
    context = open_context(served_samples)
    one, other = context.new_page(), context.new_page()
    other.goto("/#/library")
    expect(other.get_by_role("link", name=NOISE)).to_be_visible()
    one.goto("/#/ask")
    box = one.get_by_label("Question", exact=True)
    box.fill(QUESTION)
    box.press("Enter")
    expect(one.get_by_role("group", name="Answer")).to_be_visible()
    expect(one).to_have_url(re.compile(r"/#/ask/[\w-]+"))
    other.goto(one.url)
    expect(other.get_by_role("article", name=QUESTION)).to_be_visible()
    expect(other.get_by_role("button", name=re.compile("^citation 1,"))).to_be_visible()

    other.goto("/#/library")
    one.goto("/#/library")
    expect(other.get_by_role("link", name=NOISE)).to_be_visible()
    one.clock.install()
    one.get_by_role("button", name=re.compile("^Actions for Noise")).click()
    one.get_by_role("menuitem", name="Delete").click()
    with one.expect_response(lambda answer: answer.request.method in ("DELETE", "POST") and answer.ok):
        one.clock.fast_forward(11_000)
    # Both pages are drawn all the time here: what a browser tells a page that is looked at again is told to it.
    other.evaluate("dispatchEvent(new Event('visibilitychange')); dispatchEvent(new Event('focus'))")
    expect(other.get_by_role("link", name=NOISE)).to_have_count(0)


def test_a_login_that_ended_elsewhere_goes_on_where_it_was(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    context = open_context(served_accounts, user="ann")
    watches[-1].allow("status of 401")
    page = context.new_page()
    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    box.fill(QUESTION)
    # As by another of her devices: the login of this one is not valid any more.
    ended = context.request.delete("/api/v1/session", headers={"origin": served_accounts.url})
    assert ended.ok
    box.press("Enter")
    dialog = page.get_by_role("dialog", name="Log in again")
    expect(dialog).to_be_visible()
    expect(page).to_have_url(re.compile("#/ask"))
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Log in", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile("#/ask"))
    # Kept as a turn that can be asked again, or in the box.
    kept = page.get_by_role("article", name=QUESTION).or_(page.get_by_label("Question", exact=True))
    expect(kept.first).to_be_visible()
    if page.get_by_role("article", name=QUESTION).count() == 0:
        expect(page.get_by_label("Question", exact=True)).to_have_value(QUESTION)


def test_a_second_factor_is_asked_for(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    now = dt.datetime.now(dt.UTC)
    with served_accounts.library() as library:
        accounts = Accounts(library.store, library.settings.accounts)
        ann = accounts.named("ann")
        secret, _ = accounts.set_up_second_factor(ann, by=Actor(ann))
        authenticator = pyotp.TOTP(secret)
        accounts.confirm_second_factor(ann, authenticator.at(now), session=None, by=Actor(ann))
    page = open_context(served_accounts).new_page()
    watches[-1].allow("status of 401")
    page.goto("/#/library")
    expect(page).to_have_url(re.compile("#/login"))
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    enter = page.get_by_role("button", name="Log in", exact=True)
    enter.click()
    # No word of what was wrong; what was written stays, and there is a place for the code.
    code = page.get_by_label("Code", exact=True)
    expect(code).to_be_visible()
    # A code works once, and this one's was used to confirm.
    code.fill(authenticator.at(now + dt.timedelta(seconds=30)))
    enter.click()
    expect(page.get_by_role("heading", level=1, name="Library")).to_be_visible()


def test_light_and_log_out_are_those_of_all_tabs(
    served_accounts: ServerProcess, open_context: OpenContext
) -> None:
    context = open_context(served_accounts, user="ann", color_scheme="light")
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto("/#/library")
        expect(page.get_by_role("link", name=NOISE)).to_be_visible()
    one.get_by_role("button", name="ann", exact=True).click()
    one.get_by_role("menuitemradio", name="Dark").click()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    one.get_by_role("button", name="ann", exact=True).click()
    one.get_by_role("menuitem", name="Log out").click()
    for page in (one, other):
        expect(page).to_have_title("Log in · Pincite")
        expect(page.get_by_role("link", name=NOISE)).to_have_count(0)
