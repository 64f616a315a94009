"""A document comes out the same whether it is read at once or in windows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from reportlab.pdfgen.canvas import Canvas
from tests.parse.builders import LOREM

from pincite.domain import BlockKind, Page, ParsedDocument
from pincite.parse.document import stream_pdf
from pincite.parse.shelf import Shelf

PAGES = 30


def draw_book(path: Path) -> Path:
    """Thirty pages: title, contents, chapters whose sentences and words run over pages, references, an index."""
    canvas = Canvas(str(path), pagesize=(612, 792), invariant=True)
    words = (LOREM * 40).split()
    for number in range(1, PAGES + 1):
        y = 740.0

        def line(text: str, font: str = "Times-Roman", size: float = 11, x: float = 72) -> None:
            nonlocal y
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
            y -= 1.3 * size

        canvas.setFont("Times-Roman", 9)
        canvas.drawString(72, 768, "The Book of Ferries")
        canvas.drawCentredString(306, 36, str(number))
        if number == 1:
            line("A Long Book About Ferries", "Times-Bold", 24)
            y -= 30
        if number == 2:
            line("Contents", "Times-Bold", 16)
            for chapter in range(1, 8):
                line(f"{chapter} The Crossing . . . . . . . . . . . . . {4 * chapter}")
        if 4 <= number < 28 and number % 4 == 0:
            line(f"{number // 4} The Crossing of the {words[number].title()}", "Times-Bold", 16)
            y -= 8
        if 4 <= number < 28 and number % 4 == 2:
            line(f"{number // 4}.1 Banks and Rivers", "Times-Bold", 13)
            y -= 6
        if number == 28:
            line("References", "Times-Bold", 16)
        while y > 80:
            if number >= 29 or (number == 28 and y < 700):
                line(f"[{int(740 - y)}] Somebody, A. On ferries. Journal of Rivers, 1950.")
                continue
            if number == 2 and y > 500:
                y = 500.0
            row, width = [], 0.0
            while width < 440 and words:
                row.append(words.pop(0))
                width = canvas.stringWidth(" ".join(row), "Times-Roman", 11)
            words += row
            last = y - 1.3 * 11 <= 80
            line(" ".join(row) + (" under-" if last and number % 3 == 0 else ""))
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return draw_book(tmp_path_factory.mktemp("windows") / "book.pdf")


def read(path: Path, window: int) -> tuple[ParsedDocument, list[Page]]:
    pages: list[Page] = []
    return stream_pdf(path, pages.append, window=window), pages


@pytest.mark.parametrize("window", [1, 7, 10])
def test_windows_leave_no_trace(book: Path, window: int) -> None:
    whole, pages = read(book, 100)
    document, others = read(book, window)
    assert document == whole
    for page, other in zip(pages, others, strict=True):
        assert (other.label, other.text, other.blocks) == (page.label, page.text, page.blocks)
        assert np.array_equal(other.boxes, page.boxes)


def test_the_book_has_what_windows_could_cut(book: Path) -> None:
    whole, pages = read(book, 10)
    blocks = [block for page in pages for block in page.blocks]
    assert whole.title == "A Long Book About Ferries"
    assert {block.kind for block in blocks} >= {
        BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.CONTENTS, BlockKind.HEADING, BlockKind.REFERENCE
    }  # fmt: skip
    # Page 11 begins a window: its paragraph goes on, under the heading of page 10.
    goes_on = next(block for block in pages[10].blocks if block.kind is BlockKind.PARAGRAPH)
    assert goes_on.joint is not None
    assert goes_on.section[-1] == "2.1 Banks and Rivers"


def test_shelf_gives_values_in_order(tmp_path: Path) -> None:
    with Shelf[int](20, tmp_path) as shelf:
        for value in range(75):
            shelf.add(value)
        for _ in range(2):
            windows = list(shelf.windows())
            assert [value for window in windows for value in window] == list(range(75))
            assert all(len(window) < 40 for window in windows)
    assert not list(tmp_path.iterdir())


class DeathError(BaseException):
    """Ends a reading as a killed process does."""


def test_a_reading_goes_on_from_the_pages_that_an_earlier_one_left(book: Path, tmp_path: Path) -> None:
    shelf = tmp_path / "shelf"
    shelf.touch()

    def die(index: int, done: int, count: int) -> None:
        if index == 23:
            raise DeathError

    with pytest.raises(DeathError):
        stream_pdf(book, lambda page: None, window=5, shelf=shelf, progress=die)
    told: list[tuple[int, int, int]] = []
    pages: list[Page] = []
    document = stream_pdf(
        book, pages.append, window=5, shelf=shelf, skip={23}, progress=lambda *step: told.append(step)
    )
    assert told[0][0] > 16
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert {count for _, _, count in told} == {PAGES}
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pages_failed", (23,))]
    _, whole = read(book, 100)
    assert [page.text for page in pages if page.index != 23] == [
        page.text for page in whole if page.index != 23
    ]


def test_shelf_leaves_out_what_was_not_written_completely(tmp_path: Path) -> None:
    path = tmp_path / "shelf"
    path.touch()
    with Shelf[int](4, path=path) as shelf:
        for value in range(40):
            shelf.add(value)
    path.write_bytes(path.read_bytes()[:-1])
    with Shelf[int](4, path=path) as shelf:
        assert [value for window in shelf.windows() for value in window] == list(range(16))
        shelf.add(16)
        assert [value for window in shelf.windows() for value in window] == list(range(17))
