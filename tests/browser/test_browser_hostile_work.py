"""Hostile names of people and of their things, and hostile texts in what is made: answers, tables, evaluations."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from zipfile import ZipFile

import pytest

pytest.importorskip("playwright.sync_api")

from playwright.sync_api import expect

from browser.hostile import FORMULA, FRAME, IMAGE, LINK, LONG, nothing_ran, watched
from pincite.accounts import Accounts, Actor, passwords
from pincite.library import Library
from support.accounts import PASSWORD
from support.browsing import OpenContext, Watch
from support.model_server import ModelServer
from support.server_process import ServerProcess, serving
from support.texts import library_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANN = f"{IMAGE} Ann"
BEN = f"{LONG[:180]} Ben"


@pytest.fixture(scope="module")
def letters_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Two letters whose sentences are hostile."""
    folder = tmp_path_factory.mktemp("hostile-work") / "library"
    letters = {
        f"Letter_{number}": f"The code word of house {number} is {FORMULA}.\n\n{IMAGE}\n\n"
        f"The code word of the garden is {LINK}. {FRAME}\n\n-2+3\n\n{'long cell ' * 60}\n\n{LONG}"
        for number in (1, 2)
    }
    with library_of(folder, **letters):
        pass
    with serving(folder, "--workers", "1") as server:
        server.until_ready()
        yield server


def ids(page: Page) -> list[str]:
    return [one["id"] for one in page.context.request.get("/api/v1/documents").json()["items"]]


def test_texts_that_are_read_without_a_picture_are_text(
    open_context: OpenContext, letters_server: ServerProcess
) -> None:
    page = watched(open_context(letters_server).new_page())
    page.goto(f"/#/documents/{ids(page)[0]}")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for text in (FORMULA, IMAGE, FRAME, "-2+3"):
            expect(page.locator("section[data-page]").get_by_text(text).first).to_be_visible()
        nothing_ran(page)


def test_fields_dimensions_and_values_are_text_also_in_files(
    open_context: OpenContext, letters_server: ServerProcess, tmp_path: Path, watches: list[Watch]
) -> None:
    page = watched(open_context(letters_server, viewport={"width": 1440, "height": 900}).new_page())
    watches[-1].allow("status of 422")  # these texts have no pictures of pages
    letters = ",".join(ids(page))
    schema = "\n".join(
        (
            'name = "hostile"',
            f"title = {json.dumps(IMAGE)}",
            "[[field]]",
            'name = "code"',
            f"label = {json.dumps(f'=Code word {IMAGE}')}",
            f"description = {json.dumps(f'The code word of the house {FRAME}')}",
        )
    )
    own = f"own={quote(IMAGE)}&form=toml&text={quote(schema)}"
    page.goto(f"/#/compare?task=extract&documents={letters}&{own}")
    expect(page.get_by_text(IMAGE).first).to_be_visible()
    nothing_ran(page)
    page.goto(f"/#/compare?task=extract&documents={letters}&{own}&run=1")
    check_table(page, tmp_path, f"=Code word {IMAGE}")

    page.goto(f"/#/compare?documents={letters}&{own}&run=1")
    check_table(page, tmp_path, f"=Code word {IMAGE}")

    words = quote(f"=What is the code word {IMAGE} {LONG[:120]}?")
    page.goto(f"/#/compare?documents={letters}&dimension={words}")
    expect(page.get_by_text(IMAGE).first).to_be_visible()
    nothing_ran(page)
    page.goto(f"/#/compare?documents={letters}&dimension={words}&run=1")
    expect(page.get_by_role("heading", name="Left out")).to_be_visible()
    expect(page.get_by_role("main").get_by_text(IMAGE).filter(visible=True).first).to_be_visible()
    nothing_ran(page)


def check_table(page: Page, folder: Path, head: str) -> None:
    """The table that is shown and the files made of it hold the texts, and nothing that a spreadsheet would run."""
    expect(page.get_by_role("table").first).to_contain_text(head)
    nothing_ran(page)
    for name, kind in (("CSV", "csv"), ("Excel", "xlsx")):
        page.get_by_role("button", name="Export").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=re.compile(name)).click()
        file = folder / f"table.{kind}"
        download.value.save_as(file)
        if kind == "csv":
            rows = list(csv.reader(io.StringIO(file.read_text("utf-8-sig"))))
            assert any(head in value for row in rows for value in row)
            assert not [value for row in rows for value in row if value.startswith(("=", "+", "-", "@"))]
        else:
            with ZipFile(file) as book:
                sheets = [book.read(one) for one in book.namelist() if one.startswith("xl/worksheets/")]
            assert sheets
            assert not any(b"<f>" in sheet or b"<hyperlink" in sheet for sheet in sheets)


def test_names_and_questions_of_evaluations_are_text(
    open_context: OpenContext, letters_server: ServerProcess
) -> None:
    page = watched(open_context(letters_server).new_page())
    page.goto("/#/evaluate")
    lines = (
        {"question": f"What is the code word {IMAGE} {FRAME}?", "document": "Letter_1.txt", "page": 1},
        {"question": f"=Who says {LONG}?", "answerable": False},
    )
    page.get_by_role("button", name="New evaluation").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(
        {
            "name": f"{IMAGE}.jsonl",
            "mimeType": "application/json",
            "buffer": "\n".join(map(json.dumps, lines)).encode(),
        }
    )
    dialog.get_by_label("Name", exact=True).fill(f"{IMAGE} {LONG[:150]}")
    nothing_ran(page)
    dialog.get_by_role("button", name="Check and run").click()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_contain_text(IMAGE)
    expect(main.get_by_text(FRAME).first).to_be_visible()
    expect(main.get_by_text("Done").first).to_be_visible()
    nothing_ran(page)
    page.goto("/#/evaluate")
    expect(main.get_by_role("link", name=IMAGE)).to_be_visible()
    nothing_ran(page)


def test_what_a_model_writes_is_text(
    open_context: OpenContext, library_copy: Path, model_server: ModelServer
) -> None:
    supported = "The Provider shall not subcontract any Service"
    model_server.say(
        f"{supported} {IMAGE} [1]. {supported} {FRAME} {LINK} [1].\n\n"
        f"- {supported} [1]. <script>alert(1)</script>\n- **{supported}** <a href='javascript:alert(1)'>x</a> [1].\n\n"
        f"| {IMAGE} | {LINK} |\n|---|---|\n| {supported} [1] | {LONG} |\n\n{LONG}{LONG} [1]."
    )
    with serving(library_copy, "--workers", "1", **model_server.environment()) as server:
        server.until_ready()
        page = watched(open_context(server).new_page())
        page.goto("/#/ask")
        box = page.get_by_label("Question", exact=True)
        box.fill("May the Provider subcontract any Service?")
        box.press("Enter")
        expect(page.get_by_text("composed by")).to_be_visible()
        nothing_ran(page)
        page.get_by_role("button", name=re.compile("Why this")).click()
        expect(page.get_by_text("closeness").first).to_be_visible()
        nothing_ran(page)
        page.set_viewport_size({"width": 390, "height": 844})
        nothing_ran(page)
        page.close()  # it asks for pages ahead, also of a server that ends


def test_names_of_people_and_of_their_things_are_text(
    open_context: OpenContext, library_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "COST", passwords.Cost(passes=1, memory_kib=64, lanes=1))
    with Library.open(library_copy) as library:
        accounts = Accounts(library.store, library.settings.accounts)
        ann = accounts.create(ANN, PASSWORD, True)
        accounts.create(BEN, PASSWORD, False)
        accounts.links.invite(days=3, by=Actor(ann), note=f"{IMAGE} {FRAME}")
    with serving(library_copy, "--workers", "1") as server:
        server.until_ready()
        context = open_context(server, user=ANN)
        for name in (f"=1+1 {IMAGE}", LONG[:100]):
            made = context.request.post(
                "/api/v1/tokens",
                data={"name": name, "scopes": ["ask"], "days": 3},
                headers={"origin": server.url},
            )
            assert made.ok, made.text()
        page = watched(context.new_page())
        for viewport in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
            page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
            for section, shown in (
                ("account", None),
                ("tokens", f"=1+1 {IMAGE}"),
                ("people", BEN),
                ("people", FRAME),
                ("audit", ANN),
            ):
                page.goto(f"/#/settings/{section}")
                expect(
                    page.get_by_role("main").get_by_text(shown or "Password").filter(visible=True).first
                ).to_be_visible()
                nothing_ran(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto("/#/library")
        page.get_by_role("navigation", name="Main").get_by_role("link", name=re.compile("^default")).click()
        page.get_by_role("main").get_by_role("button", name="Share", exact=True).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Share with").fill(BEN)
        dialog.get_by_role("button", name="Share", exact=True).click()
        expect(dialog.get_by_label(f"What {BEN} may do")).to_be_visible()
        nothing_ran(page)
        page.close()
