"""Tables: the whole grid of each style, and what is no table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.parse.builders import LOREM, Paper

from pincite.domain import Block, BlockKind, Page
from pincite.parse.document import read_pdf

Rows = Sequence[Sequence[str]]

SALES: Rows = (
    ("Region", "2018", "2017", "Change"),
    ("North", "1,577", "1,373", "14.9%"),
    ("South and islands", "986", "(1,004)", "12.0%"),
    ("Total", "2,563", "369", "3.1%"),
)


def draw(
    paper: Paper, rows: Rows, x: Sequence[float], *, left: int = 1, step: float = 16, bold: int = 0
) -> None:
    """Rows of one-line cells: the first `left` columns from x on, the others up to x."""
    for number, row in enumerate(rows):
        paper.canvas.setFont("Helvetica-Bold" if number < bold else "Helvetica", 10)
        for column, (text, at) in enumerate(zip(row, x, strict=True)):
            (paper.canvas.drawString if column < left else paper.canvas.drawRightString)(at, paper.y, text)
        paper.y -= step
    paper.y -= 10


def rule(paper: Paper, x0: float, x1: float, *, above: float = 4) -> None:
    """A horizontal rule above the next baseline."""
    paper.canvas.setLineWidth(0.6)
    paper.canvas.line(x0, paper.y + 10 + above - 2, x1, paper.y + 10 + above - 2)


def read(paper: Paper) -> list[Page]:
    return list(read_pdf(paper.save()).pages)


def tables(pages: list[Page]) -> list[tuple[Page, Block]]:
    return [(page, block) for page in pages for block in page.blocks if block.kind is BlockKind.TABLE]


def only(pages: list[Page]) -> tuple[Page, Block]:
    (found,) = tables(pages)
    assert found[1].table is not None
    return found


def grid(page: Page, block: Block) -> list[list[str]]:
    """The cells by row; those that cover more than one place say so."""
    assert block.table is not None
    count = max(cell.row + cell.rows for cell in block.table.cells)
    rows: list[list[str]] = [[] for _ in range(count)]
    for cell in block.table.cells:
        text = page.text[cell.start : cell.end]
        more = "".join(f"+{n}{kind}" for n, kind in ((cell.rows - 1, "r"), (cell.columns - 1, "c")) if n)
        rows[cell.row].append(text + more)
    # A row is a line, its cells are divided by tabs.
    lines = page.text[block.start : block.end].split("\n")
    assert [line.split("\t") for line in lines] == [[cell.split("+")[0] for cell in row] for row in rows]
    return rows


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    made = Paper(tmp_path / "tables.pdf")
    made.paragraph(LOREM)
    return made


def test_booktabs(paper: Paper) -> None:
    paper.line("Table 1: Sales by region (in thousands)", size=9)
    paper.y -= 8
    rule(paper, 72, 400)
    draw(paper, SALES[:1], (72, 240, 320, 400))
    paper.y += 10
    rule(paper, 72, 400)
    draw(paper, SALES[1:], (72, 240, 320, 400))
    paper.y += 10
    rule(paper, 72, 400)
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    assert grid(page, block) == [list(row) for row in SALES]
    assert (block.table.head_rows, block.table.label_columns) == (1, 1)
    assert block.table.caption is not None
    assert page.text[slice(*block.table.caption)].startswith("Table 1: Sales")
    assert block.table.unit is not None
    assert page.text[slice(*block.table.unit)] == "(in thousands)"


def test_brackets_within_a_word_are_no_unit(paper: Paper) -> None:
    paper.line("Table 1: Sales by region and noise in dB(A)", size=9)
    paper.y -= 8
    draw(paper, SALES, (72, 240, 320, 400))
    paper.y -= 20
    paper.paragraph(LOREM)
    _, block = only(read(paper))
    assert block.table is not None
    assert block.table.caption is not None
    assert block.table.unit is None


def test_unruled(paper: Paper) -> None:
    draw(paper, SALES, (72, 240, 320, 400))
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    assert grid(page, block) == [list(row) for row in SALES]
    assert block.table.head_rows == 1


def test_rules_around_every_cell_and_cells_of_several_lines(paper: Paper) -> None:
    texts = (
        ("No.", ("Requirement",), ("Meaning",)),
        ("1", ("Access",), ("The degree to which", "it can be reached", "by anybody")),
        ("2", ("Audit", "and control"), ("Looking at the books",)),
        ("3", ("Backup",), ("Copies of the data", "that are kept apart")),
    )
    top = paper.y
    paper.canvas.setLineWidth(0.5)
    paper.canvas.line(72, top, 400, top)
    for number, first, second in texts:
        height = 12 * max(len(first), len(second)) + 4
        paper.at(75, paper.y - 11, number)
        # The second column stands in the middle of its row.
        shift = (height - 4 - 12 * len(first)) / 2
        for line, text in enumerate(first):
            paper.at(105, paper.y - 11 - shift - 12 * line, text)
        for line, text in enumerate(second):
            paper.at(225, paper.y - 11 - 12 * line, text)
        paper.y -= height
        paper.canvas.line(72, paper.y, 400, paper.y)
    for x in (72, 100, 220, 400):
        paper.canvas.line(x, top, x, paper.y)
    paper.y -= 30
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert grid(page, block) == [
        [number, " ".join(first), " ".join(second)] for number, first, second in texts
    ]


def test_shaded_rows(paper: Paper) -> None:
    for number, row in enumerate(SALES):
        paper.canvas.setFillGray((0.7, 0.95, 1.0, 0.95)[number])
        paper.canvas.rect(70, paper.y - 5, 335, 16, stroke=0, fill=1)
        paper.canvas.setFillGray(0)
        draw(paper, [row], (72, 240, 320, 400))
        paper.y += 10
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    assert grid(page, block) == [list(row) for row in SALES]
    assert block.table.head_rows == 1


def test_heads_over_several_columns(paper: Paper) -> None:
    rule(paper, 72, 420)
    paper.canvas.setFont("Helvetica", 10)
    paper.canvas.drawCentredString(235, paper.y, "Income")
    paper.canvas.drawCentredString(375, paper.y, "Spending")
    paper.y -= 16
    for x0, x1 in ((200, 270), (340, 410)):
        paper.canvas.line(x0, paper.y + 11, x1, paper.y + 11)
    draw(paper, [("Region", "2018", "2017", "2018", "2017")], (72, 220, 270, 360, 410))
    paper.y += 10
    rule(paper, 72, 420)
    body = [("North", "15", "13", "4", "5"), ("South", "9", "8", "2", "1")]
    draw(paper, body, (72, 220, 270, 360, 410))
    paper.y += 10
    rule(paper, 72, 420)
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    assert grid(page, block) == [
        ["Income+1c", "Spending+1c"],
        ["Region", "2018", "2017", "2018", "2017"],
        *map(list, body),
    ] or grid(page, block) == [
        ["Region+1r", "Income+1c", "Spending+1c"],
        ["2018", "2017", "2018", "2017"],
        *map(list, body),
    ]
    assert block.table.head_rows == 2


def test_heads_of_several_lines(paper: Paper) -> None:
    rule(paper, 72, 400)
    paper.canvas.setFont("Helvetica", 10)
    for x, text in ((240, "Mean value"), (320, "Standard"), (400, "Share of")):
        paper.canvas.drawRightString(x, paper.y, text)
    paper.y -= 12
    draw(paper, [("Analyte", "at baseline", "deviation", "all (%)")], (72, 240, 320, 400))
    paper.y += 10
    rule(paper, 72, 400)
    body = [
        ("Calcium", "77.6", "3.8", "10"),
        ("Iron", "140.0", "9.3", "22"),
        ("Potassium", "4.1", "0.2", "9"),
    ]
    draw(paper, body, (72, 240, 320, 400))
    paper.y += 10
    rule(paper, 72, 400)
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    head = ["Analyte", "Mean value at baseline", "Standard deviation", "Share of all (%)"]
    assert grid(page, block) == [head, *map(list, body)]


def test_labels_that_wrap(paper: Paper) -> None:
    lines = [
        ("", "2018", "2017"),
        ("Net cash provided by the", "1,577", "1,373"),
        ("operating activities", "", ""),
        ("Purchase of equipment", "(211)", "(180)"),
        ("Proceeds from the sale of", "", ""),
        ("investments", "34", "52"),
    ]
    draw(paper, lines, (72, 280, 360), step=13)
    page, block = only(read(paper))
    assert grid(page, block) == [
        ["2018", "2017"],
        ["Net cash provided by the operating activities", "1,577", "1,373"],
        ["Purchase of equipment", "(211)", "(180)"],
        ["Proceeds from the sale of investments", "34", "52"],
    ]


def test_currency_signs_and_brackets_that_stand_apart(paper: Paper) -> None:
    draw(paper, [("", "2018", "2017")], (72, 300, 400))
    paper.y += 10
    for label, first, second in (
        ("Revenue", "1,577", "1,373"),
        ("Costs", "(986)", "(1,004)"),
        ("Profit", "591", "369"),
    ):
        paper.at(72, paper.y, label)
        if label != "Costs":
            paper.at(250, paper.y, "$")
            paper.at(350, paper.y, "$")
        paper.canvas.drawRightString(300, paper.y, first)
        paper.canvas.drawRightString(400, paper.y, second)
        paper.y -= 16
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert grid(page, block) == [
        ["2018", "2017"],
        ["Revenue", "$ 1,577", "$ 1,373"],
        ["Costs", "(986)", "(1,004)"],
        ["Profit", "$ 591", "$ 369"],
    ]


def test_group_labels_are_parents(paper: Paper) -> None:
    draw(paper, [("(in millions)", "2018", "2017")], (72, 300, 380))
    paper.y += 10
    for indent, row in (
        (0, ("Assets:", "", "")),
        (10, ("Cash", "120", "98")),
        (10, ("Inventories", "311", "286")),
        (0, ("Liabilities:", "", "")),
        (10, ("Loans", "200", "230")),
        (0, ("Total", "631", "614")),
    ):
        draw(paper, [row], (72 + indent, 300, 380))
        paper.y += 10
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert block.table is not None
    assert [row[0] for row in grid(page, block)][1:] == [
        "Assets:",
        "Cash",
        "Inventories",
        "Liabilities:",
        "Loans",
        "Total",
    ]
    assert block.table.parents == (-1, -1, 1, 1, -1, 4, -1)
    assert block.table.unit is not None
    assert page.text[slice(*block.table.unit)] == "(in millions)"


def test_leader_dots_are_left_out(paper: Paper) -> None:
    for label, value in (
        ("Revenue", "1,577"),
        ("Cost of sales", "986"),
        ("Other income", "42"),
        ("Profit", "633"),
    ):
        paper.at(72, paper.y, label + " " + "." * 40)
        paper.canvas.drawRightString(400, paper.y, value)
        paper.y -= 14
    paper.y -= 20
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert grid(page, block) == [
        ["Revenue", "1,577"], ["Cost of sales", "986"], ["Other income", "42"], ["Profit", "633"],
    ]  # fmt: skip


def _long(paper: Paper, rows: Rows, *, repeat: bool) -> None:
    head = ("Station", "Depth", "Flow")
    rule(paper, 72, 400)
    draw(paper, [head], (72, 300, 400))
    paper.y += 10
    rule(paper, 72, 400)
    while rows and paper.y > 80:
        draw(paper, rows[:1], (72, 300, 400))
        paper.y += 10
        rows = rows[1:]
    rule(paper, 72, 400)
    paper.next_page()
    rule(paper, 72, 400)
    if repeat:
        draw(paper, [head], (72, 300, 400))
        paper.y += 10
        rule(paper, 72, 400)
    draw(paper, rows, (72, 300, 400))
    paper.y += 10
    rule(paper, 72, 400)
    paper.y -= 20
    paper.paragraph(LOREM)


@pytest.mark.parametrize("repeat", [True, False])
def test_a_table_goes_on_over_the_page(paper: Paper, repeat: bool) -> None:
    names = [
        (f"Station {chr(65 + n % 26)}{n}", f"{n * 7 % 90 + 10}.5", str(n * 37 % 900 + 100)) for n in range(45)
    ]
    _long(paper, names, repeat=repeat)
    pages = read(paper)
    first, second = tables(pages)
    assert first[1].table is not None
    assert second[1].table is not None
    assert not first[1].table.continued
    assert second[1].table.continued
    assert (first[1].table.head_rows, second[1].table.head_rows) == (1, int(repeat))
    found = grid(*first)[1:] + grid(*second)[int(repeat) :]
    assert found == [list(row) for row in names]


def test_a_new_table_on_the_next_page_does_not_go_on(paper: Paper) -> None:
    draw(paper, SALES, (72, 240, 320, 400), bold=1)
    paper.next_page()
    other = (("Sex", "Mean", "Low", "High"), *SALES[1:])
    draw(paper, other, (72, 240, 320, 400), bold=1)
    paper.paragraph(LOREM)
    _, second = tables(read(paper))
    assert second[1].table is not None
    assert not second[1].table.continued


def test_a_narrow_table_in_a_column_and_a_wide_one_over_both(tmp_path: Path) -> None:
    paper = Paper(tmp_path / "columns.pdf")
    rule(paper, 72, 540)
    draw(paper, SALES[:1], (72, 300, 420, 540))
    paper.y += 10
    rule(paper, 72, 540)
    draw(paper, SALES[1:], (72, 300, 420, 540))
    paper.y += 10
    rule(paper, 72, 540)
    paper.y -= 20
    top = paper.y
    paper.paragraph(LOREM, width=220)
    narrow = [
        ("Item", "Radar", "Wire"),
        ("Visits", "310", "905"),
        ("Repairs", "38", "412"),
        ("Power", "96", "97"),
    ]
    rule(paper, 72, 292)
    draw(paper, narrow, (72, 220, 290), step=13)
    rule(paper, 72, 292, above=12)
    paper.y -= 16
    paper.paragraph("The left column ends here. " + LOREM, width=220)
    paper.y = top
    paper.paragraph("The right column begins here. " + LOREM + LOREM, x=320, width=220)
    (page,) = read(paper)
    found = tables([page])
    assert [grid(*one) for one in found] == [[list(row) for row in SALES], [list(row) for row in narrow]]
    assert (
        page.text.index("Radar")
        < page.text.index("The left column ends")
        < page.text.index("The right column")
    )


def test_two_tables_side_by_side(tmp_path: Path) -> None:
    paper = Paper(tmp_path / "beside.pdf")
    paper.paragraph(LOREM)
    other = [("Month", "Rain"), ("May", "61"), ("June", "48"), ("July", "55")]
    top = paper.y
    for rows, x in ((SALES, (72, 180, 230, 290)), (other, (340, 480))):
        paper.y = top
        rule(paper, x[0], x[-1])
        draw(paper, rows[:1], x)
        paper.y += 10
        rule(paper, x[0], x[-1])
        draw(paper, rows[1:], x)
        paper.y += 10
        rule(paper, x[0], x[-1])
    paper.y -= 20
    paper.paragraph(LOREM)
    found = tables(read(paper))
    assert [grid(*one) for one in found] == [[list(row) for row in SALES], [list(row) for row in other]]


def test_a_sideways_table(tmp_path: Path) -> None:
    paper = Paper(tmp_path / "sideways.pdf")
    paper.paragraph(LOREM)
    paper.canvas.saveState()
    paper.canvas.translate(500, 100)
    paper.canvas.rotate(90)
    paper.y = 100
    draw(paper, SALES, (0, 150, 250, 350))
    paper.canvas.restoreState()
    page, block = only(read(paper))
    assert grid(page, block) == [list(row) for row in SALES]


def test_numbers_closer_than_cells_usually_are(paper: Paper) -> None:
    rows = [
        ("Run", "Loops", "Trees", "Traces"),
        *((f"test-{n}", f"1.{n}", f"2.{n}", f"3.{n}") for n in range(1, 7)),
    ]
    for row in rows:
        for text, x in zip(row, (72, 200, 217, 234) if row[0] != "Run" else (72, 170, 203, 236), strict=True):
            paper.at(x, paper.y, text)
        paper.y -= 13
    paper.paragraph(LOREM)
    page, block = only(read(paper))
    assert grid(page, block)[1:] == [list(row) for row in rows[1:]]


@pytest.mark.parametrize("kind", ["columns", "formula", "signatures", "contents", "code", "between rules"])
def test_what_is_no_table(tmp_path: Path, kind: str) -> None:
    paper = Paper(tmp_path / "other.pdf")
    paper.paragraph(LOREM)
    if kind == "columns":
        rule(paper, 72, 540)
        top = paper.y
        paper.paragraph(LOREM + LOREM, width=220)
        paper.y = top
        paper.paragraph(LOREM + LOREM, x=320, width=220)
        rule(paper, 72, 540)
    elif kind == "formula":
        paper.at(200, paper.y, "x = a + b")
        paper.canvas.drawRightString(540, paper.y, "(3)")
        paper.y -= 24
        paper.at(200, paper.y, "y = a - b")
        paper.canvas.drawRightString(540, paper.y, "(4)")
        paper.y -= 24
    elif kind == "signatures":
        for left, right in (("By: /s/ A. Miller", "By: /s/ R. Smith"), ("Name: A. Miller", "Name: R. Smith"),
                            ("Title: Director", "Title: Owner")):  # fmt: skip
            paper.at(72, paper.y, left)
            paper.at(320, paper.y, right)
            paper.y -= 16
    elif kind == "contents":
        for number, title in enumerate(("Introduction", "Methods", "Results", "Discussion"), start=1):
            paper.at(72, paper.y, f"{number} {title} " + "." * 60)
            paper.canvas.drawRightString(540, paper.y, str(number * 7))
            paper.y -= 14
    elif kind == "code":
        for text in ("int  a    = 1;", "long total = 22;", "char c    = 'x';"):
            paper.line(text, font="Courier")
    else:
        for _ in range(3):
            rule(paper, 72, 540)
            paper.y -= 8
            paper.paragraph(LOREM)
    paper.y -= 20
    paper.paragraph(LOREM)
    assert not [block for _, block in tables(read(paper)) if block.table]
