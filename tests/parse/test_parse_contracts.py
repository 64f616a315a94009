"""Contracts and typewritten pages: titles, exhibits at the right edge, headings at the top of a page, broken lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.parse.builders import LOREM, Paper

from pincite.domain import BlockKind, ParsedDocument, Table
from pincite.parse import parse_pdf


def blocks(document: ParsedDocument) -> list[tuple[BlockKind, str]]:
    return [
        (block.kind, page.text[block.start : block.end].replace("\t", " ").replace("\n", " "))
        for page in document.pages
        for block in page.blocks
    ]


def centred(sheet: Paper, text: str, font: str) -> None:
    sheet.canvas.setFont(font, 10)
    sheet.canvas.drawCentredString(306, sheet.y, text)
    sheet.y -= 12


@pytest.mark.parametrize(
    ("lines", "font", "title"),
    [
        (["CONSULTING AGREEMENT"], "Helvetica", "CONSULTING AGREEMENT"),
        (["Collaboration Agreement"], "Helvetica-Bold", "Collaboration Agreement"),
        (["SUPPLY AGREEMENT", "BETWEEN", "A BRIDGE", "AND", "A FERRY"], "Helvetica-Bold", "SUPPLY AGREEMENT"),
    ],
)
def test_a_centred_title_close_to_its_text(tmp_path: Path, lines: list[str], font: str, title: str) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.canvas.setFont("Helvetica-Bold", 10)
    sheet.canvas.drawRightString(540, sheet.y, "Exhibit 10.1")
    sheet.y -= 12
    for line in lines:
        centred(sheet, line, font)
    sheet.paragraph(
        "This Agreement is made between the keeper of a bridge and the owner of a ferry. " + LOREM
    )
    document = parse_pdf(sheet.save())
    assert document.title == title
    found = [text for _, text in blocks(document)]
    assert found[0] == "Exhibit 10.1"
    assert found[-1].startswith("This Agreement is made between")


def test_a_numbered_heading_at_the_top_is_no_page_number(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for number, title in (
        (1, "Supply of bridges"),
        (2, "Undertakings of the keeper"),
        (3, "Fees of the ferry"),
    ):
        sheet.at(72, 740, f"{number}.")
        sheet.at(108, 740, title)
        sheet.y = 715
        sheet.paragraph(f"The keeper of part {number} agrees. " + LOREM * 2, x=108, width=432)
        sheet.next_page()
    found = blocks(parse_pdf(sheet.save()))
    assert BlockKind.RUNNING_HEAD not in [kind for kind, _ in found]
    assert "2. Undertakings of the keeper" in [text for _, text in found]


def test_a_copy_of_a_page_has_no_running_heads(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for _ in range(2):
        sheet.line("Invoice 1/2021", size=14, after=20)
        sheet.line("Date of issue: 2021-04-26", after=20)
        for line in LOREM.split(" which ")[0].split(" that ") + [f"Line {number}" for number in range(14)]:
            sheet.line(line)
        sheet.next_page()
    found = blocks(parse_pdf(sheet.save()))
    assert BlockKind.RUNNING_HEAD not in [kind for kind, _ in found]


def test_typewritten_lines_broken_by_hand_are_one_paragraph(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    lines = (
        "Services shall be offered to the users of the bridge by its keeper, and",
        "the ferry shall work with the Keeper",
        "and develop the Crossing Transfer",
        "Mechanism together with him to make",
        "crossings available. Unless",
        "otherwise agreed, each party shall be responsible for all of the costs of",
        "the crossings at its own place.",
    )
    for line in lines:
        sheet.line(line, font="Courier")
    (found,) = blocks(parse_pdf(sheet.save()))
    assert found[1] == " ".join(lines)


def typed(path: Path, text: str) -> ParsedDocument:
    sheet = Paper(path)
    sheet.line("The keeper counts the crossings of each month in the table below.", font="Courier", after=20)
    for line in text.strip("\n").splitlines():
        sheet.line(line, font="Courier")
    sheet.y -= 30
    sheet.line("Whoever crosses at night pays twice.", font="Courier")
    return parse_pdf(sheet.save())


def grid(document: ParsedDocument) -> list[list[str]]:
    (page,) = document.pages
    (block,) = [block for block in page.blocks if block.table is not None]
    assert isinstance(block.table, Table)
    rows: dict[int, list[str]] = {}
    for cell in block.table.cells:
        rows.setdefault(cell.row, []).append(page.text[cell.start : cell.end].replace("\n", " "))
    return [rows[number] for number in sorted(rows)]


SINGLE_SPACES = """
------- ----------- ---------
MONTH   BRIDGE TOLL   FERRIES
------- ----------- ---------
January  8,000 sous two carts
------- ----------- ---------
June    12,500 sous one horse
------- ----------- ---------
"""

PARTIAL_RULES = """
                           1998      1997
                          -----     -----
Tolls of the bridge      $  100    $   90
Fares of the ferry           50        45
                          -----     -----
All crossings            $  150    $  135
                          =====     =====
"""

NO_COLUMNS = """
--------------------------------------------------
CROSSING        KIND OF PLACE       KEEPER
--------------------------------------------------
Old bridge      Wood, for walkers   Ada
--------------------------------------------------
New bridge      Stone, for carts    Rui
--------------------------------------------------
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            SINGLE_SPACES,
            [
                ["MONTH", "BRIDGE TOLL", "FERRIES"],
                ["January", "8,000 sous", "two carts"],
                ["June", "12,500 sous", "one horse"],
            ],
        ),
        (
            PARTIAL_RULES,
            [
                ["1998", "1997"],
                ["Tolls of the bridge", "$ 100", "$ 90"],
                ["Fares of the ferry", "50", "45"],
                ["All crossings", "$ 150", "$ 135"],
            ],
        ),
        (
            NO_COLUMNS,
            [
                ["CROSSING", "KIND OF PLACE", "KEEPER"],
                ["Old bridge", "Wood, for walkers", "Ada"],
                ["New bridge", "Stone, for carts", "Rui"],
            ],
        ),
    ],
    ids=["one space between columns", "rules under numbers only", "rules from edge to edge"],
)
def test_typewritten_tables_have_grids(tmp_path: Path, text: str, expected: list[list[str]]) -> None:
    document = typed(tmp_path / "p.pdf", text)
    assert grid(document) == expected
    assert [kind for kind, _ in blocks(document)] == [
        BlockKind.PARAGRAPH,
        BlockKind.TABLE,
        BlockKind.PARAGRAPH,
    ]


def test_typewritten_lines_to_sign_on_are_no_table(tmp_path: Path) -> None:
    text = """
Ada, keeper of the bridge     Rui, owner of the ferry
By:                           By:
-----------------------       -----------------------
Name: Ada                     Name: Rui
Title: Keeper                 Title: Owner
-----------------------       -----------------------
"""
    document = typed(tmp_path / "p.pdf", text)
    assert not [block for block in document.pages[0].blocks if block.table is not None]
