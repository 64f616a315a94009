"""Reading order: columns, labels, tables, notes."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from tests.parse.builders import LOREM, Paper, raw_pdf, show, wrap

from pincite.domain import BlockKind, Page
from pincite.parse import parse_pdf


def page_of(tmp_path: Path, content: str) -> Page:
    path = tmp_path / "file.pdf"
    path.write_bytes(raw_pdf(content))
    return parse_pdf(path).pages[0]


def blocks(page: Page, *kinds: BlockKind) -> list[str]:
    return [page.text[block.start : block.end] for block in page.blocks if not kinds or block.kind in kinds]


@pytest.mark.parametrize("row_by_row", [False, True])
def test_two_columns_on_the_same_baselines(tmp_path: Path, row_by_row: bool) -> None:
    left = [
        "The committee agreed that the old bridge is",
        "kept for walkers and that a new one is built",
        "further down the river where the banks are",
    ]
    right = [
        "firm and the road is wide enough for carts.",
        "Nobody asked what would become of the ferry",
        "that carried people and sheep for so long.",
    ]
    lines = [show(60, 700 - 12 * place, line) for place, line in enumerate(left)]
    others = [show(330, 700 - 12 * place, line) for place, line in enumerate(right)]
    order = (
        [piece for pair in zip(lines, others, strict=True) for piece in pair]
        if row_by_row
        else lines + others
    )
    page = page_of(
        tmp_path,
        show(60, 750, "A title that runs across both of the columns of the page", 18) + "".join(order),
    )
    title, text = page.text.split("\n\n")
    assert title.startswith("A title")
    assert text == " ".join(left + right)


def test_columns_between_full_width_texts(tmp_path: Path) -> None:
    paper = Paper(tmp_path / "p.pdf")
    paper.heading("The Bridge and the Ferry of the Lower Valley", size=20)
    paper.paragraph("Abstract text. " + LOREM)
    top = paper.y
    paper.paragraph("Left first. " + LOREM, width=220)
    paper.paragraph("Left second. " + LOREM, width=220)
    bottom = paper.y
    paper.y = top - 5
    paper.paragraph("Right first. " + LOREM, x=320, width=220)
    paper.paragraph("Right second. " + LOREM, x=320, width=220)
    paper.y = min(bottom, paper.y) - 10
    paper.paragraph("Closing words. " + LOREM)
    page = parse_pdf(paper.save()).pages[0]
    starts = [
        "Abstract text.",
        "Left first.",
        "Left second.",
        "Right first.",
        "Right second.",
        "Closing words.",
    ]
    places = [page.text.index(start) for start in starts]
    assert places == sorted(places)
    assert len(blocks(page, BlockKind.PARAGRAPH)) == 6
    for paragraph, start in zip(blocks(page, BlockKind.PARAGRAPH), starts, strict=True):
        assert paragraph == f"{start} {LOREM.strip()}"


def test_three_columns(tmp_path: Path) -> None:
    content = ""
    for column, x in enumerate((50, 230, 410)):
        for number, line in enumerate(wrap(f"Column{column} " + LOREM, 150, 9)):
            content += show(x, 700 - 11 * number, line, 9)
    page = page_of(tmp_path, content)
    assert " ".join(page.text.split()) == " ".join(f"Column{column} {LOREM.strip()}" for column in range(3))


def test_labels_are_read_with_their_text(tmp_path: Path) -> None:
    content, y, expected = "", 700, []
    for label in ("Scope", "Fees", "Term"):
        content += show(60, y, label)
        expected += [label, f"{label} text. {LOREM.strip()}"]
        for line in wrap(f"{label} text. " + LOREM, 330):
            content += show(180, y, line)
            y -= 12
        y -= 12
    assert blocks(page_of(tmp_path, content)) == expected


def test_a_table_is_read_row_by_row(tmp_path: Path) -> None:
    rows = [
        ("Year", "Revenue", "Costs"),
        ("2018", "1,577", "901"),
        ("2019", "1,612", "955"),
        ("2020", "1,498", "940"),
    ]
    content = show(
        72, 720, "The figures of the last years are these, in millions of the local currency unit."
    )
    for place, row in enumerate(rows):
        for x, cell in zip((72, 250, 400), row, strict=True):
            content += show(x, 690 - 14 * place, cell)
    content += show(72, 600, "The costs grew more slowly than the revenue, as the board had hoped for years.")
    page = page_of(tmp_path, content)
    assert blocks(page, BlockKind.TABLE) == ["\n".join("\t".join(row) for row in rows)]
    assert len(page.blocks) == 3


def test_a_bold_table_cell_is_no_heading(tmp_path: Path) -> None:
    content = "".join(show(72, 700 - 12 * n, line) for n, line in enumerate(wrap(LOREM * 2, 460)))
    for place, (left, right) in enumerate(
        [("Total revenue", "Total costs"), ("12,000", "9,000"), ("13,000", "9,500")]
    ):
        content += show(72, 500 - 16 * place, left, font="F2") + show(300, 500 - 16 * place, right, font="F2")
    page = page_of(tmp_path, content)
    assert blocks(page, BlockKind.HEADING) == []


def test_a_margin_note_does_not_break_the_text(tmp_path: Path) -> None:
    body = "".join(show(200, 700 - 12 * n, line) for n, line in enumerate(wrap(LOREM * 3, 350)))
    note = "".join(
        show(50, 640 - 9 * n, line, 7)
        for n, line in enumerate(wrap("A note beside the text says this. " * 4, 110, 7))
    )
    page = page_of(tmp_path, note + body)
    assert blocks(page, BlockKind.PARAGRAPH) == [" ".join((LOREM * 3).split())]
    assert blocks(page, BlockKind.FOOTNOTE) == [" ".join(("A note beside the text says this. " * 4).split())]


def test_a_numbered_formula_is_one_block(tmp_path: Path) -> None:
    content = "".join(show(72, 720 - 12 * n, line) for n, line in enumerate(wrap(LOREM, 460)))
    content += (
        show(200, 640, "x + y = z + a")
        + show(300, 646, "b = c")
        + show(300, 634, "d = e")
        + show(520, 640, "(3)")
    )
    page = page_of(tmp_path, content)
    (formula,) = blocks(page, BlockKind.FORMULA)
    assert formula.startswith("x + y = z + a")
    assert formula.endswith("(3)")


def test_an_item_number_and_its_text_are_one_line(tmp_path: Path) -> None:
    content = show(72, 700, "2.1") + show(110, 700, "The term begins on the first of May.")
    assert page_of(tmp_path, content).text == "2.1 The term begins on the first of May."


def test_columns_under_a_table_whose_gaps_lie_above_the_gutter(tmp_path: Path) -> None:
    content, y = "", 740
    for place in range(8):
        for x, cell in zip(
            (72, 180, 360, 480), (f"House {place}", "terraced", f"{place},120", "3.1"), strict=True
        ):
            content += show(x, y, cell)
        y -= 14
    y -= 20
    for x, name in ((72, "Left"), (316, "Right")):
        for number, line in enumerate(wrap(f"{name} column. " + LOREM * 2, 224)):
            content += show(x, y - 12 * number, line)
    page = page_of(tmp_path, content)
    assert len(blocks(page, BlockKind.TABLE)) == 1
    assert blocks(page, BlockKind.PARAGRAPH) == [
        " ".join(f"{name} column. {LOREM * 2}".split()) for name in ("Left", "Right")
    ]


@pytest.mark.parametrize("fault", ["rule", "overhang"])
def test_three_columns_stay_apart(tmp_path: Path, fault: str) -> None:
    content, texts = "", []
    for name, x in (("First", 45), ("Second", 222), ("Third", 399)):
        texts.append(" ".join(f"{name} column. {LOREM * 2}".split()))
        for number, line in enumerate(wrap(texts[-1], 165, 9)):
            # One line hangs over into the white between the columns.
            indent = 169 - stringWidth(line, "Helvetica", 9) if (fault, number) == ("overhang", 9) else 0
            content += show(x + indent, 700 - 10 * number, line, size=9)
    if fault == "rule":
        content += "45 598 m 214 598 l S\n45 508 m 214 508 l S\n"
    page = page_of(tmp_path, content)
    found = " ".join(page.text.split())
    assert [found.find(text) for text in texts] == sorted(found.find(text) for text in texts)
    assert all(text in found for text in texts)
