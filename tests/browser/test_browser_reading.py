"""Pages that are turned or read from the right; what could not be read, or asks for a password; keys of reading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pikepdf
import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from tests.ingest.small_files import HERON, OSPREY, encrypted, write_pdf
from tests.parse.builders import font_of, raw_pdf, show

from browser.marked_words import check_ink, plain, words_under
from pincite.library import Library
from pincite.parse import process
from support.browsing import OpenContext
from support.server_process import ServerProcess, serving

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# The letters as they are drawn, from the left: the first word that is read is the last.
HEBREW = {"S": "ש", "l": "ל", "w": "ו", "m": "ם", "a": "א", "b": "ב", "g": "ג", "d": "ד"}
LEFT_OUT = """
import sys
from pincite.parse import pdf, worker
read = pdf.PdfPage.glyphs
def glyphs(self):
    if self.index in (2, 3):
        raise ValueError("odd")
    return read(self)
pdf.PdfPage.glyphs = glyphs
worker.main(*map(int, sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def odd_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A Hebrew page, pages that are turned, and a document of which two pages could not be read."""
    folder = tmp_path_factory.mktemp("odd")
    entries, stream = font_of(HEBREW)
    lines = "".join(
        show(300, 700 - 24 * row, text, size=16, font="F9")
        for row, text in enumerate(("dbag lwgb mwlS", "bal dgb Sba"))
    )
    hebrew = folder / "hebrew.pdf"
    hebrew.write_bytes(raw_pdf(lines, fonts={"F9": entries}, objects=[stream]))
    turned = []
    for angle in (90, 180, 270):
        turned.append(folder / f"turned-{angle}.pdf")
        with pikepdf.open(write_pdf(folder / "plain.pdf", f"{HERON} {angle}")) as pdf:
            pdf.pages[0].Rotate = angle
            pdf.save(turned[-1])
    broken = write_pdf(folder / "broken.pdf", HERON, "two", "three", OSPREY)
    with Library.open(folder / "library") as library:
        assert len(library.add([hebrew, *turned]).added) == 4
    with pytest.MonkeyPatch.context() as patch, Library.open(folder / "library") as library:
        patch.setattr(process, "PROGRAM", LEFT_OUT)
        assert len(library.add([broken]).added) == 1
    with serving(folder / "library", "--workers", "1") as server:
        server.until_ready()
        yield server


def id_of(page: Page, file_name: str) -> str:
    listed = page.context.request.get("/api/v1/documents").json()["items"]
    (found,) = [one["id"] for one in listed if one["file_name"] == file_name]
    return str(found)


def marked_section(page: Page) -> Locator:
    """The page on which something is marked, when it is drawn with its text and stands still."""
    section = page.locator("section[data-page]:has([data-mark=quote])").first
    section.locator("canvas").wait_for()
    section.locator(".textLayer span").first.wait_for(state="attached")
    section.evaluate("(s) => Promise.all(s.getAnimations({subtree: true}).map((one) => one.finished))")
    return section


@pytest.mark.parametrize("name", ["hebrew", "turned-90", "turned-180", "turned-270"])
def test_a_link_marks_its_words_on_pages_that_are_read_otherwise(
    open_context: OpenContext, odd_server: ServerProcess, name: str
) -> None:
    page = open_context(odd_server).new_page()
    document = id_of(page, f"{name}.pdf")
    text = page.context.request.get(f"/api/v1/documents/{document}/pages/1").json()["text"]
    # Words in the middle of a line: a mark of the whole of it could be right by chance.
    start = text.index(" ") + 1
    end = text.index(" ", start)
    page.goto(f"/#/documents/{document}?page=1&at=1:{start}-{end}")
    section = marked_section(page)
    assert words_under(section) == plain(text[start:end])
    check_ink(section)


def test_pages_that_could_not_be_read_are_told_in_words(
    open_context: OpenContext, odd_server: ServerProcess
) -> None:
    page = open_context(odd_server).new_page()
    page.goto("/#/library")
    rows = page.get_by_role("main").get_by_role(
        "link", name=re.compile("hebrew|turned|broken|heron", re.IGNORECASE)
    )
    # Narrow windows say it below the title.
    told = page.get_by_text("Pages 2–3 could not be read.").filter(visible=True)
    expect(told).to_have_count(1)
    expect(rows).to_have_count(5)
    page.get_by_label("Status", exact=True).select_option(label="With warnings (1)")
    expect(rows).to_have_count(1)
    expect(told).to_have_count(1)
    rows.first.click()
    page.get_by_role("tab", name=re.compile("^Warnings")).click()
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_text("Pages 2–3 could not be read.")).to_be_visible()
    expect(panel.get_by_role("link", name=re.compile("^Page [23]$"))).to_have_count(2)


def test_a_file_with_a_password_asks_for_it_and_is_read(
    served_empty: ServerProcess, open_context: OpenContext
) -> None:
    folder = served_empty.folder.parent
    locked = encrypted(folder / "locked.pdf", write_pdf(folder / "open.pdf", HERON), "weir")
    page = open_context(served_empty).new_page()
    page.goto("/#/library")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose files").first.click()
    chosen.value.set_files(locked)
    tray = page.get_by_role("region", name="Work under way")
    tray.get_by_role("button", name=re.compile("Show the work under way")).click()
    field = tray.get_by_label("Password of locked.pdf")
    field.fill("wrong")
    field.press("Enter")
    expect(tray.get_by_text(re.compile("the password given does not open it")).first).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("locked"))).to_have_count(0)
    field = tray.get_by_label("Password of locked.pdf")
    expect(field).to_be_enabled()
    field.fill("weir")
    field.press("Enter")
    expect(tray.get_by_text("In your library", exact=True)).to_be_visible()
    assert page.context.request.get("/api/v1/documents").json()["items"]


def test_keys_of_reading_and_where_the_focus_is_left(
    open_context: OpenContext, shared_samples: ServerProcess
) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    box.fill("Who designed the dam at Upper Lake?")
    box.press("Enter")
    passages = page.get_by_role("button", name=re.compile("^Open "))
    expect(passages).to_have_count(3)
    page.get_by_role("heading", level=2).last.click()  # out of the field, where keys are letters
    page.keyboard.press("j")
    expect(passages.nth(0)).to_be_focused()
    page.keyboard.press("j")
    expect(passages.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(passages.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    beside = page.get_by_role("complementary", name="Page beside the answer")
    position = beside.get_by_text("1 of 3", exact=True)
    expect(position).to_be_visible()
    page.keyboard.press("]")
    expect(beside.get_by_text("2 of 3", exact=True)).to_be_visible()
    page.keyboard.press("[")
    expect(position).to_be_visible()
    # Until the document is there, nobody knows whether it has an original.
    expect(beside.locator("[data-mark=quote]").first).to_be_visible()
    # Not in Chromium's own viewer, which asks for much that is not of the server.
    blank = '<!doctype html><link rel="icon" href="data:,"><title>The original</title>'
    page.context.route(
        lambda address: address.endswith("/original"),
        lambda route: route.fulfill(body=blank, content_type="text/html"),
    )
    with page.context.expect_page() as opened:
        page.keyboard.press("o")
    expect(opened.value).to_have_url(re.compile(r"/api/v1/documents/[\w-]+/original#page=\d+$"))
    expect(opened.value).to_have_title("The original")
    opened.value.close()
    page.keyboard.press("Escape")
    expect(beside).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")


def test_pages_are_dimmed_in_the_dark_only(open_context: OpenContext, shared_samples: ServerProcess) -> None:
    page = open_context(shared_samples, color_scheme="dark").new_page()
    page.goto("/#/library")
    page.get_by_role("main").get_by_role("link", name=re.compile("^Noise")).first.click()
    canvas = page.locator("section[data-page] canvas").first
    expect(canvas).to_be_visible()
    brightness = """
    (canvas) => {
      for (let at = canvas; at; at = at.parentElement) {
        const found = getComputedStyle(at).filter.match(/brightness[(](.*)[)]/);
        if (found) return Number(found[1]);
      }
      return 1;
    }
    """
    assert canvas.evaluate(brightness) == 1
    page.get_by_role("toolbar").get_by_role("button", name="More").click()
    page.get_by_role("menuitemcheckbox", name="Dim pages").or_(
        page.get_by_role("menuitemradio", name="Dim pages")
    ).click()
    expect(page.locator("html")).to_have_attribute("data-dim-pages", "yes")
    assert canvas.evaluate(brightness) < 1
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert canvas.evaluate(brightness) == 1
