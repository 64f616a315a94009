"""Collections that are shared: seen by others as their role allows, and gone when they are shared no more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext, Watch
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOISE = re.compile("Noise of Outdoor Heat Pump Units")


def share(page: Page, name: str, role: str) -> None:
    page.goto("/#/library")
    page.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile("^default")).click()
    page.get_by_role("main").get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Share with").fill(name)
    dialog.get_by_label("May", exact=True).select_option(label=role)
    dialog.get_by_role("button", name="Share", exact=True).click()
    expect(dialog.get_by_label(f"What {name} may do")).to_be_visible()


def test_a_shared_collection_is_seen_by_the_other_and_gone_afterwards(
    served_accounts: ServerProcess, open_context: OpenContext, watches: list[Watch]
) -> None:
    ann = open_context(served_accounts, user="ann").new_page()
    ben = open_context(served_accounts, user="ben").new_page()
    ben.goto("/#/library")
    expect(ben.get_by_role("heading", level=1, name="Library")).to_be_visible()
    expect(ben.get_by_role("link", name=NOISE)).to_have_count(0)

    share(ann, "ben", "read")
    ben.reload()
    expect(ben.get_by_role("link", name=NOISE)).to_be_visible()
    shared = ben.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile("default.*4"))
    shared.click()
    expect(ben.get_by_text("Shared by ann").first).to_be_visible()
    ben.get_by_role("button", name=re.compile("^Actions for Noise")).click()
    expect(ben.get_by_role("menuitem", name="Open", exact=True)).to_be_visible()
    expect(ben.get_by_role("menuitem", name="Delete")).to_have_count(0)
    ben.keyboard.press("Escape")
    ben.get_by_role("link", name=NOISE).click()
    expect(ben.get_by_role("heading", level=1, name=NOISE)).to_be_visible()
    address = ben.url

    ann.get_by_role("dialog").get_by_role("button", name="Take it away from ben").click()
    expect(ann.get_by_role("dialog").get_by_label("What ben may do")).to_have_count(0)
    watches[1].allow("status of 404")
    ben.goto("/#/ask")
    ben.goto(address)
    ben.reload()
    expect(ben.get_by_text("This document is not in your library").first).to_be_visible()


def test_who_may_add_may_change(served_accounts: ServerProcess, open_context: OpenContext) -> None:
    ann = open_context(served_accounts, user="ann").new_page()
    share(ann, "ben", "read and add")
    ben = open_context(served_accounts, user="ben").new_page()
    ben.goto("/#/library")
    ben.get_by_role("button", name=re.compile("^Actions for Noise")).click()
    ben.get_by_role("menuitem", name="Rename").click()
    ben.get_by_role("dialog").get_by_label("Title").fill("Loud courtyards")
    ben.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(ben.get_by_role("link", name="Loud courtyards")).to_be_visible()
    ann.reload()
    expect(ann.get_by_role("link", name="Loud courtyards")).to_be_visible()
