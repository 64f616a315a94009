"""Names and texts that would like to be more than that: shown everywhere, run nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect
from reportlab.pdfgen.canvas import Canvas

from browser.hostile import FRAME, IMAGE, LINK, LONG, TURNED, nothing_ran, watched
from pincite.library import Library
from support.browsing import OpenContext
from support.server_process import ServerProcess, serving

QUESTION = f"What does {IMAGE} say of the heron? {FRAME}"


@pytest.fixture(scope="module")
def hostile_server(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A library whose every name and text is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    files: list[Path] = []
    for number, name in enumerate((IMAGE, LONG, TURNED)):
        file = folder / f"{name[:200]}.pdf".replace("/", "_")
        canvas = Canvas(str(file))
        canvas.setTitle(f"{name} {FRAME}")
        canvas.setAuthor(f"{IMAGE} & Sons")
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 780, f"1 {IMAGE}")
        canvas.bookmarkPage("one")
        canvas.addOutlineEntry(f"{IMAGE}", "one")
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 740, f"The code word of house {number} is heron. {IMAGE}")
        canvas.drawString(72, 722, f"The heron says: {FRAME}")
        canvas.drawString(72, 704, f"More of the heron is {LINK}.")
        canvas.save()
        files.append(file)
    with Library.open(folder / "library") as library:
        collection = library.create_collection(f"{IMAGE}")
        report = library.add(files, collection=collection.name)
        assert len(report.added) == 3, report
    with serving(folder / "library", "--workers", "1") as server:
        server.until_ready()
        yield server


def test_hostile_names_are_shown_as_they_are(
    open_context: OpenContext, hostile_server: ServerProcess
) -> None:
    page = watched(open_context(hostile_server).new_page())
    page.goto("/#/library")
    expect(page.get_by_text(IMAGE).first).to_be_visible()
    nothing_ran(page)
    page.get_by_text("Cards", exact=True).click(force=True)
    nothing_ran(page)
    page.get_by_role("main").get_by_role("link", name=re.compile("^<img")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(IMAGE)
    expect(page.locator("section[data-page] .textLayer span").first).to_be_attached()
    nothing_ran(page)
    for tab in ("Fields", "Similar", "Warnings", "Details", "Summary"):
        page.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        nothing_ran(page)
    page.get_by_role("button", name="Summarise").click()
    nothing_ran(page)
    page.get_by_role("toolbar").get_by_role("button", name="Outline and pages").click()
    nothing_ran(page)

    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    expect(box).to_be_visible()
    box.fill(QUESTION)
    box.press("Enter")
    expect(page.get_by_role("group", name="Answer")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("heading", level=2)).to_contain_text(IMAGE)
    nothing_ran(page)
    page.get_by_role("button", name=re.compile("^Why this|Why this")).last.click()
    nothing_ran(page)
    opening = page.get_by_role("button", name=re.compile("^citation 1,|^Open ")).first
    opening.click()
    expect(page.get_by_role("complementary").locator("[data-mark=quote]").first).to_be_visible()
    nothing_ran(page)
    page.keyboard.press("Escape")
    page.goto("/#/map")
    expect(page.get_by_role("heading", level=1, name="Map")).to_be_visible()
    page.get_by_text("List", exact=True).click(force=True)
    expect(page.get_by_text(IMAGE).first).to_be_visible()
    nothing_ran(page)


def test_a_narrow_window_is_not_made_wider_by_names(
    open_context: OpenContext, hostile_server: ServerProcess
) -> None:
    page = open_context(hostile_server, viewport={"width": 390, "height": 844}).new_page()
    for path in ("library", "map", "ask", "compare"):
        page.goto(f"/#/{path}")
        expect(page.get_by_role("heading").first).to_be_visible()
        page.wait_for_timeout(500)
        nothing_ran(page)
