"""Long lists and long documents: only what is seen is in the page. How quick that is, `benchmarks.page` measures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from reportlab.pdfgen.canvas import Canvas

from pincite.library import Library
from pincite.store import Store
from support.browsing import OpenContext
from support.server_process import ServerProcess, serving
from support.shelf import shelve

DOCUMENTS = 300
PAGES = 120
MOST_ROWS = 100
MOST_CANVASES = 8


@pytest.fixture(scope="module")
def large_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("large")
    canvas = Canvas(str(folder / "book.pdf"))
    canvas.setTitle("The book of many pages")
    for number in range(1, PAGES + 1):
        canvas.bookmarkPage(str(number))
        canvas.addOutlineEntry(f"Chapter {number}", str(number))
        canvas.drawString(72, 700, f"This is page {number} of the book of many pages.")
        canvas.showPage()
    canvas.save()
    with Library.open(folder / "library") as library:
        assert len(library.add([folder / "book.pdf"]).added) == 1
    with Store.open(folder / "library") as store:
        for number in range(1, DOCUMENTS):
            shelve(store, folder, f"Note {number:03}", [f"This is note {number}."], chunks=[])
    with serving(folder / "library", "--workers", "1") as server:
        yield server


def test_a_long_list_has_few_rows_and_cards(open_context: OpenContext, large_server: ServerProcess) -> None:
    page = open_context(large_server).new_page()
    page.goto("/#/library?sort=title")
    grid = page.get_by_role("grid")
    rows = grid.get_by_role("row")
    expect(rows.nth(5)).to_be_visible()
    page.get_by_label("Choose all documents").click()
    expect(page.get_by_text(f"{DOCUMENTS} chosen")).to_be_visible()
    expect(grid).to_have_attribute("aria-rowcount", str(DOCUMENTS + 1))
    assert rows.count() <= MOST_ROWS
    rows.nth(3).focus()
    page.keyboard.press("End")
    expect(page.get_by_role("link", name="The book of many pages")).to_be_visible()
    assert rows.count() <= MOST_ROWS
    page.get_by_text("Cards", exact=True).click(force=True)
    # A row of cards holds several documents; notes have no pictures, so cards are counted as cells.
    expect(grid).not_to_have_attribute("aria-rowcount", str(DOCUMENTS + 1))
    cards = grid.get_by_role("gridcell")
    expect(cards.first).to_be_visible()
    assert cards.count() <= MOST_ROWS


def test_a_long_document_draws_the_pages_that_are_seen(
    open_context: OpenContext, large_server: ServerProcess
) -> None:
    page = open_context(large_server, viewport={"width": 1440, "height": 900}).new_page()
    page.goto("/#/library?sort=title")
    page.get_by_label("Search titles and text").fill("many pages")
    page.get_by_role("link", name="The book of many pages").click()
    canvases = page.locator("canvas")
    expect(page.locator("section[data-page='1'] canvas")).to_be_visible()
    page.get_by_role("region", name="Pages").hover()
    for _ in range(30):
        page.mouse.wheel(0, 700)
        page.wait_for_timeout(30)
        assert canvases.count() <= MOST_CANVASES
    for number in (90, 2, PAGES):
        page.get_by_label("Go to page").fill(str(number))
        page.keyboard.press("Enter")
        expect(page.locator(f"section[data-page='{number}'] canvas")).to_be_visible()
        assert canvases.count() <= MOST_CANVASES
        assert page.locator("section[data-page]").count() <= MOST_CANVASES
    chapters = page.get_by_role("navigation", name="Contents").get_by_role("button", name="Chapter")
    expect(chapters.last).to_be_visible()
    assert chapters.count() < PAGES / 2
    expect(chapters.and_(page.locator("[aria-current]"))).to_contain_text(f"Chapter {PAGES}")
