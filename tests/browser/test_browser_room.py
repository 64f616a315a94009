"""The room itself: by keyboard alone, on a phone, in the dark, by a link."""

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

QUESTION = "May the provider subcontract?"
FOCUSED = (
    "(document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label') || '').trim()"
)


def asked(page: Page) -> None:
    box = page.get_by_label("Question", exact=True)
    box.fill(QUESTION)
    box.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^citation 1,"))).to_be_visible()


def marked(page: Page) -> None:
    expect(page.get_by_role("complementary").locator("[data-mark=quote]").first).to_be_visible()


def test_everything_is_reached_by_keyboard(open_context: OpenContext, shared_samples: ServerProcess) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/library")
    expect(page.get_by_role("heading", level=1, name="Library")).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Skip to the content"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.keyboard.press("/")
    expect(page).to_have_url(re.compile("#/ask"))
    expect(page.get_by_label("Question", exact=True)).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    chip = page.get_by_role("button", name=re.compile("^citation 1,"))
    expect(chip).to_be_visible()
    for _ in range(60):
        if page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''").startswith(
            "citation 1,"
        ):
            break
        page.keyboard.press("Shift+Tab")
    expect(chip).to_be_focused()
    expect(page.get_by_role("tooltip")).to_contain_text("shall not subcontract")
    page.keyboard.press("Enter")
    marked(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Page beside the answer")).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(page).to_have_url(re.compile("#/library"))


def test_on_a_phone_from_a_question_to_its_page_and_back(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(
        shared_samples, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    ).new_page()
    page.goto("/#/ask")
    asked(page)
    page.get_by_role("button", name=re.compile("^citation 1,")).tap()
    marked(page)
    sheet = page.get_by_role("complementary", name="Page beside the answer")
    assert sheet.bounding_box() is not None
    sheet.get_by_role("button", name="Close the page").tap()
    expect(sheet).to_have_count(0)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Library").tap()
    expect(page.get_by_role("heading", level=1, name="Library")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["ask", "library", "compare", "map", "evaluate", "settings", "start", "login"]
)
def test_nothing_is_wider_than_a_narrow_window(
    open_context: OpenContext, shared_samples: ServerProcess, path: str
) -> None:
    page = open_context(shared_samples, viewport={"width": 320, "height": 640}).new_page()
    page.goto(f"/#/{path}")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate("document.querySelector('main')?.scrollWidth ?? 0") <= 320


def test_the_light_is_chosen_once_and_there_before_anything_is_drawn(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    context = open_context(shared_samples, color_scheme="light")
    page = context.new_page()
    page.goto("/#/ask")
    page.get_by_role("button", name="Theme").click()
    page.get_by_role("menuitemradio", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.add_init_script(
        "new MutationObserver(() => { window.firstTheme ??= "
        "document.getElementById('root')?.childElementCount ? document.documentElement.dataset.theme : undefined; })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.reload()
    expect(page.get_by_label("Question", exact=True)).to_be_visible()
    assert page.evaluate("window.firstTheme") == "dark"


def test_a_link_opens_exactly_there(
    open_context: OpenContext, served_samples: ServerProcess, watches: list[Watch]
) -> None:
    page = open_context(served_samples).new_page()
    page.goto("/#/ask")
    asked(page)
    page.get_by_role("button", name=re.compile("^citation 1,")).click()
    marked(page)
    address = page.url
    other = open_context(served_samples).new_page()
    other.goto(address)
    marked(other)
    section = other.get_by_role("complementary").locator("section[data-page]:has([data-mark=quote])").first
    expect(section).to_be_in_viewport()
    page.close()
    document = re.search(r"open=([\w-]+)", address)
    assert document
    other.context.request.delete(f"/api/v1/documents/{document[1]}", headers={"origin": served_samples.url})
    # Pictures of pages that were being fetched at that moment are refused in one way or the other.
    for watch in watches:
        watch.allow(r"status of (404|422)")
    other.reload()
    expect(other.get_by_text("This document is not in your library").first).to_be_visible()
