"""Lines to paragraphs and their text: where blocks end, hyphens, joins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.parse.builders import LOREM, Paper, raw_pdf, show, wrap

from pincite.domain import BlockKind, Page
from pincite.parse import parse_pdf
from pincite.parse.assemble import join
from pincite.parse.hyphens import Words
from pincite.parse.line import Line


def line(text: str, *, divided: bool = False) -> Line:
    boxes = np.ones((len(text), 4), np.uint16)
    return Line(0, 100, 0, 10, 8, 10, text, boxes, divided=divided)


def known(*texts: str) -> Words:
    words = Words()
    words.add([line(text) for text in texts])
    return words


@pytest.mark.parametrize(
    ("before", "after", "document", "expected"),
    [
        ("an experi-", "ment", ["the experiment"], "-"),
        ("a two-", "column page", ["set in two-column form"], ""),
        ("a cross-", "section", ["crosssection", "cross-section", "a cross-section"], ""),
        ("the inter-", "national law", [], "-"),
        ("a well-", "known fact", ["as well as", "is known"], ""),
        ("by Smith-", "Jones", [], ""),
        ("the EXPERI-", "MENT", ["EXPERIMENT"], "-"),
        ("COVID-", "19 cases", [], ""),
        ("from 10-", "20 pages", [], ""),
        ("see https://a.org/", "path", [], ""),
        ("see https:", "//a.org", [], ""),
        ("ends here", "goes on", [], " "),
        ("a dash -", "and more", [], " "),
        ("中文的一行", "接着下一行", [], ""),
    ],
)
def test_joining_lines(before: str, after: str, document: list[str], expected: str) -> None:
    assert join(line(before), line(after), known(before, after, *document)) == expected


def test_a_soft_hyphen_at_the_end_is_removed() -> None:
    assert join(line("two-", divided=True), line("column"), known("two-column")) == "-"
    assert join(line("divi", divided=True), line("ded"), known()) == ""


def test_words_cut_by_a_line_end_are_no_evidence() -> None:
    assert known("an experi-").seen["experi"] == 0


def page_of(tmp_path: Path, content: str) -> Page:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(content))
    return parse_pdf(path).pages[0]


def texts(page: Page) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks]


def test_paragraphs_by_indent_gap_and_short_line(tmp_path: Path) -> None:
    paper = Paper(tmp_path / "p.pdf")
    paper.paragraph("First. " + LOREM)
    paper.paragraph("Second. " + LOREM, indent=15)
    paper.y += 6
    paper.paragraph("Third. " + LOREM, indent=15)
    page = parse_pdf(paper.save()).pages[0]
    assert texts(page) == [f"{name}. {LOREM.strip()}" for name in ("First", "Second", "Third")]


def test_hanging_items_and_references(tmp_path: Path) -> None:
    content, y, expected = "", 700, []
    for number in range(1, 5):
        text = f"[{number}] {LOREM.strip()}"
        expected.append(text)
        for place, part in enumerate(wrap(text, 400)):
            content += show(72 if place == 0 else 90, y, part)
            y -= 12
    assert texts(page_of(tmp_path, content)) == expected


def test_an_initial_at_a_line_start_is_no_item(tmp_path: Path) -> None:
    lines = ["The work was done in the years after the war by the engineers Abel, Karukes and Smith, K.",
             "V. Mason and others who had been sent there by the ministry of the interior in the spring."]  # fmt: skip
    content = "".join(show(72, 700 - 12 * place, part) for place, part in enumerate(lines))
    assert texts(page_of(tmp_path, content)) == [" ".join(lines)]


def test_code_keeps_its_lines(tmp_path: Path) -> None:
    content = "".join(show(72, 740 - 12 * n, part) for n, part in enumerate(wrap(LOREM, 460)))
    content += show(72, 640, "def go():", font="F3") + show(90, 628, "return 1", font="F3")
    page = page_of(tmp_path, content)
    assert page.blocks[-1].kind is BlockKind.CODE
    assert texts(page)[-1] == "def go():\nreturn 1"


def test_a_divided_word_loses_its_hyphen_and_keeps_its_boxes(tmp_path: Path) -> None:
    content = (
        show(72, 700, "The long awaited experi-")
        + show(72, 688, "ment began.")
        + show(72, 640, "An experiment.")
    )
    page = page_of(tmp_path, content)
    start = page.text.index("experiment")
    assert page.text.startswith("The long awaited experiment began.")
    frames = page.rectangles(start, start + len("experiment"))
    assert len(frames) == 2
    assert frames[0].y1 <= frames[1].y1
    assert frames[1].x0 == pytest.approx(72 / 612, abs=0.005)
