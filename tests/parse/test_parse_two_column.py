"""Seven papers with columns, boxes and figures against what a person read off their pages.

`two_column.json` holds, for each page in reading order, the first and the last words of the running text of every
column, whether its last sentence goes on in the next, and how captions and notes begin; and all headings in order.
The papers may not be redistributed; the tests run where PINCITE_DATA names the folder that holds them.
"""

from __future__ import annotations

import json
import os
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pincite.domain import BlockKind, Page, ParsedDocument
from pincite.parse import parse_pdf

EXPECTED: dict[str, Any] = json.loads((Path(__file__).parent / "two_column.json").read_text(encoding="utf-8"))
FOLDER = Path(os.environ.get("PINCITE_DATA", "")) / "papers" / "two-column-and-other"

pytestmark = pytest.mark.skipif(
    "PINCITE_DATA" not in os.environ or not FOLDER.is_dir(), reason="PINCITE_DATA does not name the papers"
)

_BESIDE = (BlockKind.CAPTION, BlockKind.FOOTNOTE, BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER)


@cache
def document(name: str) -> ParsedDocument:
    return parse_pdf(FOLDER / name)


def letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def running_text(page: Page) -> str:
    return "".join(
        letters(page.text[block.start : block.end]) for block in page.blocks if block.kind not in _BESIDE
    )


def beginnings(page: Page, kind: BlockKind) -> list[str]:
    return [letters(page.text[block.start : block.end]) for block in page.blocks if block.kind is kind]


PAGES = [(name, index) for name, paper in EXPECTED.items() for index in paper["pages"]]


@pytest.mark.parametrize(("name", "index"), PAGES)
def test_columns_are_read_one_after_the_other(name: str, index: str) -> None:
    page = document(name).pages[int(index) - 1]
    text, place = running_text(page), 0
    columns = EXPECTED[name]["pages"][index]["columns"]
    for number, column in enumerate(columns):
        first, last = letters(column["first"]), letters(column["last"])
        found = text.find(first, place)
        assert found >= 0, column["first"]
        place = text.find(last, found)
        assert place >= 0, column["last"]
        place += len(last)
        if column.get("goes_on"):
            following = letters(columns[number + 1]["first"])
            assert text.startswith(following, place), text[place : place + 60]


@pytest.mark.parametrize(("name", "index"), PAGES)
def test_captions_and_notes_stand_apart(name: str, index: str) -> None:
    page = document(name).pages[int(index) - 1]
    for key, kind in (("captions", BlockKind.CAPTION), ("footnotes", BlockKind.FOOTNOTE)):
        for expected in EXPECTED[name]["pages"][index].get(key, ()):
            found = beginnings(page, kind)
            assert any(text.startswith(letters(expected)) for text in found), (expected, found)


@pytest.mark.parametrize("name", EXPECTED)
def test_headings(name: str) -> None:
    last = max(map(int, EXPECTED[name]["pages"]))
    optional = {letters(title) for title in EXPECTED[name].get("may_be_headings", ())}
    found = [
        letters(page.text[block.start : block.end])
        for page in document(name).pages[:last]
        for block in page.blocks
        if block.kind is BlockKind.HEADING
    ]
    expected = [letters(title) for title in EXPECTED[name]["headings"]]
    assert [title for title in found if title not in optional] == expected
