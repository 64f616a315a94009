"""The list of documents: deleting with undo, finding, choosing, comparing what was chosen, and exports."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOISE = re.compile("^Noise of Outdoor Heat Pump Units")
PUMPS = re.compile("^Air-Source Heat Pumps")


def count(page: Page) -> int:
    return len(page.context.request.get("/api/v1/documents").json()["items"])


def test_a_document_is_deleted_ten_seconds_after_it_left_the_list(
    served_samples: ServerProcess, open_context: OpenContext
) -> None:
    page = open_context(served_samples).new_page()
    page.clock.install()
    page.goto("/#/library")
    document = page.get_by_role("link", name=NOISE)

    def delete() -> None:
        page.get_by_role("button", name=re.compile("^Actions for Noise")).click()
        page.get_by_role("menuitem", name="Delete").click()
        expect(document).to_have_count(0)

    delete()
    page.get_by_role("button", name="Undo").click()
    expect(document).to_be_visible()
    page.clock.fast_forward(15_000)
    assert count(page) == 4
    delete()
    assert count(page) == 4
    with page.expect_response(lambda answer: answer.request.method in ("DELETE", "POST") and answer.ok):
        page.clock.fast_forward(11_000)
    assert count(page) == 3
    page.reload()
    expect(page.get_by_role("link", name=PUMPS)).to_be_visible()
    expect(document).to_have_count(0)


def test_titles_and_text_are_searched(open_context: OpenContext, shared_samples: ServerProcess) -> None:
    page = open_context(shared_samples).new_page()
    page.goto("/#/library")
    search = page.get_by_label("Search titles and text")
    search.fill("courtyards")
    expect(page.get_by_role("link", name=NOISE)).to_be_visible()
    expect(page.get_by_role("link", name=PUMPS)).to_have_count(0)
    search.fill("standby generator")
    page.get_by_role("tab", name=re.compile("In the text")).click()
    page.get_by_role("tabpanel").get_by_role("button", name=re.compile("Services Agreement")).first.click()
    expect(page.get_by_role("complementary").locator("[data-mark=quote]").first).to_be_visible()


def test_chosen_papers_are_compared_and_exported(
    open_context: OpenContext, shared_samples: ServerProcess, tmp_path: Path
) -> None:
    page = open_context(shared_samples, viewport={"width": 1440, "height": 900}).new_page()
    page.goto("/#/library")
    page.get_by_label(re.compile("^Choose Air-Source")).check()
    page.get_by_label(re.compile("^Choose Noise")).check()
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_role("button", name=re.compile("^Compare 2 documents")).click()
    table = page.get_by_role("table").first
    expect(table).to_be_visible()
    cell = (
        table.get_by_role("cell").filter(has=page.get_by_role("button", name=re.compile("^citation"))).first
    )
    cell.get_by_role("button", name=re.compile("^citation")).first.click()
    expect(page.get_by_role("complementary").locator("[data-mark=quote]").first).to_be_visible()
    page.keyboard.press("Escape")

    shown = table.inner_text()
    for name, kind in (("CSV", "csv"), ("Markdown", "md"), ("Excel", "xlsx")):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=re.compile(name)).click()
        file = tmp_path / f"table.{kind}"
        download.value.save_as(file)
        if kind == "xlsx":
            with ZipFile(file) as book:
                assert "xl/worksheets/sheet1.xml" in book.namelist()
            continue
        text = file.read_text("utf-8-sig")
        assert "This paper makes three contributions" in shown
        assert "This paper makes three contributions" in text
        if kind == "csv":
            assert all(
                not value.startswith(("=", "+", "@"))
                for row in csv.reader(io.StringIO(text))
                for value in row
            )
