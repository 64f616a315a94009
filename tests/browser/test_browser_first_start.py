"""From a library without documents to the first cited answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAPERS = Path(__file__).parents[2] / "examples" / "papers"
AGREEMENT = "Services Agreement for Seed Storage and Germination Testing"

DROP = """
async ([name, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const moved = new DataTransfer();
  moved.items.add(new File([bytes], name, {type: 'application/pdf'}));
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    document.body.dispatchEvent(
      new DragEvent(kind, {dataTransfer: moved, bubbles: true, cancelable: true}));
  }
}
"""


def opened_citation(page: Page) -> None:
    """The first citation of the answer that is shown, opened: its words are marked beside."""
    page.get_by_role("button", name=re.compile("^citation 1,")).first.click()
    expect(page.get_by_role("complementary").locator("[data-mark=quote]").first).to_be_visible()


def test_the_way_from_nothing_to_the_first_answer(
    served_empty: ServerProcess, open_context: OpenContext
) -> None:
    page = open_context(served_empty).new_page()
    page.goto("/")
    expect(page).to_have_url(re.compile("#/start$"))
    expect(page.get_by_role("heading", level=1, name="Three steps to your first question")).to_be_visible()
    expect(page.get_by_text(f"in {served_empty.folder}")).to_be_visible()
    page.get_by_role("button", name="Try three sample papers").click()
    expect(page.get_by_role("progressbar").first).to_be_visible()
    expect(page.get_by_text("All of it is read.")).to_be_visible()

    questions = (
        page.get_by_role("listitem")
        .get_by_role("link", name=re.compile(r"\?$"))
        .or_(page.get_by_role("listitem").get_by_role("button", name=re.compile(r"\?$")))
    )
    expect(questions).to_have_count(3)
    questions.first.click()
    box = page.get_by_label("Question", exact=True)
    expect(box).to_be_visible()
    if box.input_value():
        box.press("Enter")
    opened_citation(page)
    page.goto("/")
    expect(page).to_have_url(re.compile("#/ask"))


def test_a_file_that_is_dropped_anywhere_is_read_and_can_be_asked(
    served_empty: ServerProcess, open_context: OpenContext
) -> None:
    import base64

    page = open_context(served_empty).new_page()
    page.goto("/#/settings")
    expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()
    file = PAPERS / "seed-bank-agreement.pdf"
    page.evaluate(DROP, ["agreement.pdf", base64.b64encode(file.read_bytes()).decode()])
    tray = page.get_by_role("region", name="Work under way")
    expect(tray).to_be_visible()
    expect(tray.get_by_text("1 document is in your library")).to_be_visible()
    page.get_by_role("link", name="Library", exact=True).click()
    expect(page.get_by_role("link", name=AGREEMENT)).to_be_visible()
    page.get_by_role("link", name="Ask", exact=True).click()
    page.get_by_label("Question", exact=True).fill("May the provider subcontract?")
    page.get_by_label("Question", exact=True).press("Enter")
    opened_citation(page)


def test_a_folder_is_sent_as_it_is_and_what_cannot_be_read_is_told(
    served_empty: ServerProcess, open_context: OpenContext, tmp_path: Path
) -> None:
    folder = tmp_path / "papers"
    (folder / "more").mkdir(parents=True)
    (folder / "one.pdf").write_bytes((PAPERS / "courtyard-noise.pdf").read_bytes())
    (folder / "more" / "same.pdf").write_bytes((PAPERS / "courtyard-noise.pdf").read_bytes())
    (folder / "more" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of a document")
    page = open_context(served_empty).new_page()
    page.goto("/#/library")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a folder").first.click()
    chosen.value.set_files(folder)
    tray = page.get_by_role("region", name="Work under way")
    expect(page.get_by_role("link", name=re.compile("Noise of Outdoor Heat Pump Units"))).to_have_count(1)
    expect(tray.get_by_text(re.compile("1 could not be read"))).to_be_visible()
