"""What stands in pieces with gaps between them and is no table all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.parse.builders import LOREM, Paper

from pincite.domain import BlockKind, ParsedDocument
from pincite.parse import parse_pdf


def blocks(document: ParsedDocument) -> list[tuple[BlockKind, str]]:
    return [
        (block.kind, page.text[block.start : block.end].replace("\n", " "))
        for page in document.pages
        for block in page.blocks
    ]


def pieces(sheet: Paper, *texts: str, places: tuple[float, ...], font: str = "Helvetica") -> None:
    for text, x in zip(texts, places, strict=True):
        sheet.at(x, sheet.y, text, font=font)
    sheet.y -= 12


def test_names_with_gaps_for_marks_are_text(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.line("Bridges and Their Keepers", size=18, after=16)
    font = "Helvetica-Bold"
    for names in (["Ada Lovelace", "Rui Wang", "Sven Berg"], ["Toby Hodges", "Djura Smits", "Colin Sauze"]):
        x = 72.0
        for name in names:
            # A picture stands between a name and its mark.
            sheet.at(x, sheet.y, name, font=font)
            x += sheet.canvas.stringWidth(name, font, 10) + 15
            sheet.at(x, sheet.y + 4, "1", size=7)
            sheet.at(x + 4, sheet.y, ",", font=font)
            x += 10
        sheet.y -= 14
    sheet.y -= 20
    sheet.paragraph(LOREM)
    document = parse_pdf(sheet.save())
    assert BlockKind.TABLE not in [kind for kind, _ in blocks(document)]
    assert document.authors == (
        "Ada Lovelace",
        "Rui Wang",
        "Sven Berg",
        "Toby Hodges",
        "Djura Smits",
        "Colin Sauze",
    )


def test_a_loosely_justified_line_of_a_reference(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM * 2)
    sheet.heading("References")
    first = "Baumann, P., and Keeper, A. (2017). On the keeping of old bridges and on the small"
    sheet.at(72, sheet.y, first)
    end = 72 + sheet.canvas.stringWidth(first, "Helvetica", 10)
    sheet.y -= 12
    sheet.at(90, sheet.y, "ferries beside them.")
    sheet.canvas.drawRightString(265, sheet.y, "Bridge Press,")
    sheet.canvas.drawRightString(end, sheet.y, "https://bridge.example.org/keeper")
    sheet.y -= 12
    sheet.at(90, sheet.y, "books/on-bridges-and-ferries.html")
    found = blocks(parse_pdf(sheet.save()))
    assert BlockKind.TABLE not in [kind for kind, _ in found]
    assert "ferries beside them. Bridge Press, https://bridge.example.org/keeper" in found[-1][1]


def test_a_single_row_of_pieces_is_text(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM)
    pieces(sheet, "January 2007, Volume 18, Issue 3.", "http://www.bridge.example.org/", places=(72, 380))
    sheet.y -= 12
    sheet.paragraph(LOREM)
    found = blocks(parse_pdf(sheet.save()))
    assert found[1] == (
        BlockKind.PARAGRAPH, "January 2007, Volume 18, Issue 3. http://www.bridge.example.org/",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ten (id=87_1)", BlockKind.PARAGRAPH),
        ("24 (id=87_2)", BlockKind.PARAGRAPH),
        ("E = mc^2 + p^2", BlockKind.FORMULA),
    ],
)
def test_a_key_with_its_value_is_no_formula(tmp_path: Path, text: str, kind: BlockKind) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM)
    sheet.line(text, x=120, after=14)
    sheet.paragraph(LOREM)
    assert blocks(parse_pdf(sheet.save()))[1] == (kind, text)


def test_words_at_an_axis_belong_to_the_figure(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    sheet.paragraph(LOREM)
    bottom = sheet.y - 150
    sheet.canvas.rect(100, bottom, 200, 140)
    for place, label in enumerate(("Carts a day", "Crossings a day", "Sheep a day", "Walkers a day")):
        sheet.canvas.saveState()
        sheet.canvas.translate(94 - 12 * place, bottom + 40)
        sheet.canvas.rotate(90)
        sheet.at(0, 0, label, size=8)
        sheet.canvas.restoreState()
    sheet.y = bottom - 20
    sheet.line("Figure 1: Crossings of the bridge.", after=20)
    sheet.heading("References")
    for number in range(1, 4):
        sheet.paragraph(f"[{number}] A. Author, On bridges, part {number}. Bridge Press, 199{number}.")
    found = blocks(parse_pdf(sheet.save()))
    labels = {kind for kind, text in found if "a day" in text}
    assert labels == {BlockKind.CAPTION}


def test_tables_without_rows_stay_apart(tmp_path: Path) -> None:
    sheet = Paper(tmp_path / "p.pdf")
    for title, names in (("Tolls", ("Bridge", "Keeper", "Date")), ("Fares", ("Ferry", "Owner", "Day"))):
        sheet.line(title, size=12, font="Helvetica-Bold", after=10)
        top = sheet.y + 12
        for x, name in zip((76, 196, 336), names, strict=True):
            sheet.at(x, sheet.y, name, font="Helvetica-Bold")
            sheet.canvas.line(x - 4, top, x - 4, top - 16)
        sheet.at(76, sheet.y - 16, "No results")
        sheet.canvas.rect(72, top - 32, 400, 32)
        sheet.canvas.line(72, top - 16, 472, top - 16)
        sheet.y = top - 60
    document = parse_pdf(sheet.save())
    (page,) = document.pages
    tables = [block for block in page.blocks if block.table is not None]
    assert [page.text[block.start : block.end].split() for block in tables] == [
        ["Bridge", "Keeper", "Date", "No", "results"],
        ["Ferry", "Owner", "Day", "No", "results"],
    ]
    assert "Fares" in [text for kind, text in blocks(document) if kind is BlockKind.HEADING]
