from __future__ import annotations

import pytest
from tests.support.rows import grid_page

from pincite.domain import Page, Span
from pincite.parse.formats.row_pages import RowPages, row_names
from pincite.parse.formats.writer import DocumentWriter
from pincite.places import names_range, place_label


def row_page(label: str = "Prices") -> Page:
    pages: list[Page] = []
    writer = DocumentWriter("text/csv", pages.append)
    rows = [(1, ["id", "price"]), *((number, [f"Part {number}", str(number * 2)]) for number in range(2, 31))]
    RowPages(writer, row_names(label)).write(rows, heading="Prices")
    writer.finish()
    return pages[0]


def place(page: Page, *words: str) -> str:
    spans = []
    for word in words:
        start = page.text.index(word)
        spans.append(Span(page.index, start, start + len(word)))
    return place_label(page, spans)


def test_rows_of_a_sheet() -> None:
    page = row_page()
    assert page.label == "Prices, rows 1–30"
    assert place(page, "Part 19\t38") == "Prices, row 19"
    assert place(page, "38\nPart 20") == "Prices, rows 19–20"
    assert place(page, "Part 5\t", "60") == "Prices, rows 5, 30"
    assert place(page, "Prices") == page.label
    assert place(page, "Part 4\t", "Part 8\t", "Part 12\t", "Part 20\t") == "Prices, rows 4–20"


def test_spans_of_other_pages_do_not_count() -> None:
    page = row_page()
    start = page.text.index("Part 19")
    assert place_label(page, [Span(1, start, start + 5), Span(2, 0, 50)]) == "Prices, row 19"


def test_the_head_of_a_data_file_is_no_row() -> None:
    pages: list[Page] = []
    writer = DocumentWriter("text/csv", pages.append)
    RowPages(writer, row_names(), data=True).write([(1, ["id", "price"]), (2, ["7", "70"]), (3, ["8", "80"])])
    writer.finish()
    assert place(pages[0], "id\tprice") == "rows 1–2"
    assert place(pages[0], "id\tprice", "8\t80") == "row 2"


def test_lines() -> None:
    page, _ = grid_page([["x"]])
    text = "one\ntwo\n\nfour five\nsix"
    page = Page(1, "lines 37–41", text, 0, 0, page.boxes, ())
    assert place(page, "one") == "line 37"
    assert place(page, "four") == "line 40"
    assert place(page, "five\nsix") == "lines 40–41"


def test_places_in_a_list() -> None:
    page, block = grid_page([["id", "price"], ["a", "1"], ["b", "2"]])
    assert block.table is not None
    listed = Page(1, "path $.items[0–1]", page.text, 0, 0, page.boxes, page.blocks)
    assert place(listed, "a\t1") == "path $.items[0–1]"  # rows are not numbered there


@pytest.mark.parametrize(
    "label", ["iv", "12", "slide 3", "section Rows 1", "path $.items[3].name", "the rows"]
)
def test_other_labels_stay(label: str) -> None:
    page = row_page()
    named = Page(1, label, page.text, 0, 0, page.boxes, page.blocks)
    assert place(named, "Part 19") == label
    assert not names_range(label)
