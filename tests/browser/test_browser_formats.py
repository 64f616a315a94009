"""Documents that are no PDFs: added by hand, read as text, cited by their rows; pictures with marks over them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api")

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import expect

from support.browsing import OpenContext
from support.server_process import ServerProcess

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

HOSTILE = "<img src=x onerror=\"window.ran='cell'\"><script>window.ran='script'</script> =cmd|' /C calc'!A0"
NOTES = f"""# Upkeep of pumps

{HOSTILE}

- [a link](javascript:window.ran='link')
- Every pump is inspected once a year.

```python
def drain(pump):
    return pump.level
```
"""


def files_in(folder: Path) -> list[Path]:
    """A table of 200 rows, notes, and an archive of two more."""
    rows = (
        f'P-{row},{row / 4:.2f},{row * 7 + 3},"{HOSTILE.replace(chr(34), chr(34) * 2)}"'
        for row in range(1, 201)
    )
    (folder / "pumps.csv").write_text("\n".join(("Pump,Flow,Price,Remark", *rows)), "utf-8")
    (folder / "notes.md").write_text(NOTES, "utf-8")
    with zipfile.ZipFile(folder / "folder.zip", "w") as archive:
        archive.writestr("a/agreement.txt", "The storage fee is 40 euros a year.\nIt is paid in May.\n")
        archive.writestr("b/people.csv", "Name,Age\nAnn,30\nBen,41\n")
    return [folder / name for name in ("pumps.csv", "notes.md", "folder.zip")]


def refused(page: Page) -> list[str]:
    """Requests of a page that fail from now on."""
    found: list[str] = []

    def look(response: Response) -> None:
        if response.status >= 400:
            found.append(f"{response.status} {response.url}")

    page.on("response", look)
    return found


def add(page: Page, files: list[Path]) -> None:
    page.goto("/#/library")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose files").first.click()
    chosen.value.set_files(files)


def test_tables_notes_and_archives_from_the_file_to_the_marked_row(
    served_empty: ServerProcess, open_context: OpenContext, tmp_path: Path
) -> None:
    page = open_context(served_empty).new_page()
    failed = refused(page)
    add(page, files_in(tmp_path))
    for name in ("pumps.csv", "notes.md", "agreement.txt", "people.csv"):
        expect(page.get_by_role("grid").get_by_text(name)).to_be_visible()

    page.get_by_role("radio", name="Cards").check(force=True)
    expect(
        page.get_by_role("gridcell").filter(has_text="pumps.csv").get_by_text("CSV", exact=True)
    ).to_be_visible()

    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    box.fill("What is the price of pump P-190?")
    box.press("Enter")
    chip = page.get_by_role("button", name=re.compile(r"^citation \d+, pumps, row 190$")).first
    chip.click()
    beside = page.get_by_role("complementary", name="Page beside the answer")
    expect(beside.locator("tr:has([data-mark=quote])")).to_have_count(1)
    row = beside.locator("tr:has([data-mark=quote])")
    expect(row).to_contain_text("1333")
    expect(row).to_be_in_viewport()
    expect(beside.get_by_label(re.compile("^Go to page"))).to_have_value(re.compile(r"^rows \d+–200$"))

    page.goto("/#/library")
    page.get_by_role("link", name="Upkeep of pumps").last.click()
    text = page.get_by_role("region", name="Pages")
    expect(text.get_by_role("heading", name="Upkeep of pumps")).to_be_visible()
    expect(text.locator("pre")).to_have_text(re.compile(r"^def drain\(pump\):\n    return pump\.level"))
    expect(text.get_by_role("listitem").filter(has_text="inspected once a year")).to_be_visible()
    assert page.evaluate("window.ran") is None
    assert failed == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_link_to_a_page_of_a_table_stays_there_while_pages_above_load(
    served_empty: ServerProcess, open_context: OpenContext, tmp_path: Path, width: int
) -> None:
    """The page that is wanted comes first, those above it half a second later and with another height than expected."""
    context = open_context(served_empty, viewport={"width": width, "height": 700})
    page = context.new_page()
    add(page, files_in(tmp_path)[:1])
    page.get_by_role("link", name="pumps").last.click()
    page.wait_for_url(re.compile("documents/"))
    address = page.url.split("?")[0]
    context.route(
        re.compile(r"/pages/[1245](\?|$)"), lambda route: page.wait_for_timeout(500) or route.continue_()
    )
    page.goto("about:blank")
    page.goto(f"{address}?page=3")
    text = page.get_by_role("region", name="Pages")
    expect(text.locator("[data-page='2'] td").first).to_be_attached()
    page.wait_for_timeout(300)
    place = page.evaluate(
        """() => {
          const desk = document.querySelector('[data-desk]').getBoundingClientRect()
          return document.querySelector("[data-page='3']").getBoundingClientRect().top - desk.top
        }"""
    )
    assert -5 < place < 40
    expect(page.get_by_label(re.compile("^Go to page"))).to_have_value(re.compile("^rows 51–"))
    # The head of the table stands on page 1, and is shown where the table goes on; it is no text of this page.
    third = text.locator("[data-page='3']")
    heads = third.get_by_role("columnheader")
    expect(heads).to_have_text(["Pump", "Flow", "Price", "Remark"])
    context.unroute_all(behavior="wait")
    text.hover()
    page.mouse.wheel(0, -900)
    expect(page.get_by_label(re.compile("^Go to page"))).to_have_value(re.compile("^rows (?!51–)"))


def test_a_picture_is_shown_with_the_place_of_a_quote(
    served_empty: ServerProcess, open_context: OpenContext, tmp_path: Path
) -> None:
    notice = Image.new("RGB", (1200, 500), "white")
    drawn = ImageDraw.Draw(notice)
    for at, line in enumerate(("Notice to all tenants", "The fee for a second key is 35 euros.")):
        drawn.text((80, 80 + 120 * at), line, "black", ImageFont.load_default(40))
    notice.save(tmp_path / "notice.png")
    page = open_context(served_empty).new_page()
    failed = refused(page)
    add(page, [tmp_path / "notice.png"])
    expect(page.get_by_role("grid").get_by_text("notice.png")).to_be_visible()
    page.goto("/#/ask")
    box = page.get_by_label("Question", exact=True)
    box.fill("What is the fee for a second key?")
    box.press("Enter")
    page.get_by_role("button", name=re.compile("^citation 1, notice, image 1$")).click()
    section = page.get_by_role("complementary").locator("section[data-page='1']")
    expect(section.locator("img")).to_be_visible()
    expect(section.locator("[data-mark=quote]").first).to_be_visible()
    frame, mark = section.bounding_box(), section.locator("[data-mark=quote]").first.bounding_box()
    assert frame is not None
    assert mark is not None
    # The second line stands between 200 and 250 of 500 points from the top.
    assert 0.35 < (mark["y"] + mark["height"] / 2 - frame["y"]) / frame["height"] < 0.55
    expect(section.locator("img")).to_have_js_property("naturalWidth", 1000)
    assert failed == []
