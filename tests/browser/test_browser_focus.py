"""Where the focus is after menus, dialogs, deletes and messages: where work goes on, never at the top of the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NOISE = re.compile("^Noise of Outdoor Heat Pump Units")
FOCUSED = """
() => {
  const {activeElement} = document;
  if (activeElement === document.body) return '';
  return activeElement.getAttribute('aria-label') || activeElement.textContent.trim();
}
"""


def library(page: Page) -> Locator:
    """The rows of the list of documents, without its head."""
    page.goto("/#/library?sort=title")
    rows = page.get_by_role("grid").locator("[data-row]")
    expect(rows).to_have_count(4)
    return rows


def test_menus_and_dialogs_give_the_focus_back(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(shared_samples).new_page()
    library(page)
    trigger = page.get_by_role("button", name=re.compile("^Actions for Noise"))
    menu = page.get_by_role("menu")

    def opened() -> None:
        trigger.focus()
        page.keyboard.press("Enter")
        expect(menu.get_by_role("menuitem").first).to_be_focused()

    opened()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(trigger).to_be_focused()

    trigger.focus()
    page.keyboard.press("Shift+Tab")
    before = page.evaluate(FOCUSED)
    opened()
    page.keyboard.press("Shift+Tab")
    expect(menu).to_have_count(0)
    assert page.evaluate(FOCUSED) == before
    trigger.focus()
    page.keyboard.press("Tab")
    after = page.evaluate(FOCUSED)
    opened()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(menu).to_have_count(0)
    assert page.evaluate(FOCUSED) == after

    dialog = page.get_by_role("dialog")
    for ending in ("Escape", "Cancel"):
        opened()
        page.keyboard.type("Rename")
        page.keyboard.press("Enter")
        expect(dialog.get_by_label("Title")).to_be_focused()
        if ending == "Escape":
            page.keyboard.press("Escape")
        else:
            dialog.get_by_role("button", name=ending).press("Enter")
        expect(dialog).to_have_count(0)
        expect(trigger).to_be_focused()


def choose_by_letters(page: Page, letters: str) -> None:
    """Type into a menu, once it has the focus."""
    expect(page.get_by_role("menu").locator(":focus")).to_have_count(1)
    page.keyboard.type(letters)


def test_after_a_delete_the_next_has_the_focus(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(shared_samples).new_page()
    page.clock.install()
    rows = library(page)
    names = [row.get_by_role("link").inner_text() for row in rows.all()]
    at = next(number for number, name in enumerate(names) if NOISE.search(name))
    next_one = names[at + 1] if at + 1 < len(names) else names[at - 1]
    page.get_by_role("button", name=re.compile("^Actions for Noise")).focus()
    page.keyboard.press("Enter")
    choose_by_letters(page, "Delete")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(3)
    beside = rows.filter(has=page.get_by_role("link", name=next_one))
    expect(beside).to_be_focused()

    undo = page.get_by_role("button", name="Undo")
    undo.press("Enter")
    expect(rows).to_have_count(4)
    expect(undo).to_have_count(0)
    expect(beside).to_be_focused()

    # By the bar of what is chosen, which leaves with it.
    for place in (0, 1):
        rows.nth(place).focus()
        page.keyboard.press("Space")
    page.get_by_role("region", name="Actions for the chosen documents").get_by_role(
        "button", name="More"
    ).press("Enter")
    choose_by_letters(page, "Delete")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(2)
    page.wait_for_function("document.activeElement !== document.body")
    undo.press("Enter")
    expect(rows).to_have_count(4)


def test_after_a_conversation_is_deleted_another_one_has_the_focus(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(shared_samples).new_page()
    page.clock.install()
    for question in ("Who sings?", "Who dances?"):
        page.goto("/#/ask")
        box = page.get_by_label("Question", exact=True)
        box.fill(question)
        box.press("Enter")
        expect(page).to_have_url(re.compile(r"/#/ask/[\w-]+"))
        turn = page.get_by_role("article", name=question)
        expect(turn.get_by_text("Your documents do not say.")).to_be_visible()
    kept = page.get_by_role("complementary", name="Conversations").or_(
        page.get_by_role("navigation", name="Conversations")
    )
    kept.get_by_role("button", name="More about Who sings?").press("Enter")
    choose_by_letters(page, "Delete")
    page.keyboard.press("Enter")
    expect(kept.get_by_role("link", name=re.compile("Who sings"))).to_have_count(0)
    page.wait_for_function("document.activeElement !== document.body")
    assert kept.evaluate("(list) => list.contains(document.activeElement)")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(kept.get_by_role("link", name=re.compile("Who sings"))).to_be_visible()
    page.wait_for_function("document.activeElement !== document.body")
