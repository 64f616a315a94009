from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path
from typing import Any

import pytest
import xlwt
from openpyxl.comments import Comment
from tests.support.rows import codes, numbered, readings, texts
from tests.support.sheet_files import book_of, ods_row, raw_ods, raw_xlsx, write_zip

from pincite.domain import BlockKind, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse.files import read_file


def parsed(book: Any, path: Path) -> ParsedDocument:
    book.save(path)
    return read_file(path)


def labels(document: ParsedDocument) -> list[str]:
    return [page.label for page in document.pages]


def test_rows_keep_the_numbers_of_the_sheet(tmp_path: Path) -> None:
    rows = [["id", "name", "price"], *([i, f"Part {i}", i * 1.5] for i in range(1, 260))]
    document = parsed(book_of(rows)[0], tmp_path / "a.xlsx")
    assert labels(document)[:2] == ["Prices, rows 1–50", "Prices, rows 51–100"]
    assert labels(document)[-1] == "Prices, rows 251–260"
    assert numbered(document)[190] == "id 189; name Part 189; price 283.5"
    assert texts(document, BlockKind.HEADING) == ["Prices"]
    assert {block.section for page in document.pages[1:] for block in page.blocks} == {("Prices",)}
    assert [entry.title for entry in document.outline] == ["Prices"]


def test_values_as_they_are_shown(tmp_path: Path) -> None:
    book, sheet = book_of([["price", "share", "day", "time", "sure", "wrong", "whole"]])
    sheet.append([1234.5, 0.125, dt.date(2020, 12, 31), dt.time(10, 30), True, "#DIV/0!", 3.0])
    for column, code in enumerate(['#,##0.00 "€"', "0.0%", "dd.mm.yyyy", "h:mm"], start=1):
        sheet.cell(2, column).number_format = code
    assert readings(parsed(book, tmp_path / "a.xlsx")) == [
        "price 1,234.50 €; share 12.5%; day 31.12.2020; time 10:30; sure TRUE; wrong #DIV/0! whole 3"
    ]


def test_formulas_without_values_are_told(tmp_path: Path) -> None:
    book, _ = book_of([["item", "sum"], ["Pump", 5], ["Total", "=SUM(B2:B2)"]])
    document = parsed(book, tmp_path / "a.xlsx")
    assert numbered(document)[3] == "item Total; sum =SUM(B2:B2)"
    assert codes(document) == ["formulas_without_values"]


def test_hidden_sheets_and_rows_are_kept_and_told(tmp_path: Path) -> None:
    book, sheet = book_of([["item", "price"], ["Pump", 5], ["Valve", 6]])
    sheet.row_dimensions[3].hidden = True
    other = book.create_sheet("Salaries")
    other.append(["secret"])
    other.sheet_state = "hidden"
    document = parsed(book, tmp_path / "a.xlsx")
    assert numbered(document)[3] == "item Valve; price 6"
    assert document.pages[1].text == "Salaries\n\nsecret"
    assert {n.code: n.message for n in document.notices} == {
        "hidden_sheets": "Hidden sheets were read as well: Salaries.",
        "hidden_rows": "Hidden rows or columns were read as well, in: Prices.",
    }


def test_comments_stand_on_the_page_of_their_row(tmp_path: Path) -> None:
    book, sheet = book_of([["id", "name"], *([i, f"Part {i}"] for i in range(1, 100))])
    sheet["B60"].comment = Comment("Out of stock?", "Anna")
    sheet["D300"].comment = Comment("Far away", "Bob")
    document = parsed(book, tmp_path / "a.xlsx")
    assert texts(document, BlockKind.COMMENT) == [
        "Comment on B60 by Anna: Out of stock?",
        "Comment on D300 by Bob: Far away",
    ]
    assert "Out of stock" in document.pages[1].text
    assert labels(document)[2] == "Prices, row 300"


def test_a_formatted_cell_far_away_costs_nothing(tmp_path: Path) -> None:
    book, sheet = book_of([["id", "name"], [1, "Pump"]])
    sheet["C1048576"].number_format = "0.00"
    sheet["XFD900000"] = "last"
    document = parsed(book, tmp_path / "a.xlsx")
    assert labels(document) == ["Prices, rows 1–2", "Prices, row 900000"]
    assert document.pages[1].text == "last"


def test_a_wrong_stored_size_and_rows_after_a_gap(tmp_path: Path) -> None:
    def row(number: int, *values: int) -> str:
        return f'<row r="{number}">' + "".join(f"<c><v>{value}</v></c>" for value in values) + "</row>"

    head = '<row r="1"><c t="inlineStr"><is><t>id</t></is></c><c t="inlineStr"><is><t>n</t></is></c></row>'
    sheet = (
        f'<dimension ref="A1:A1"/><sheetData>{head}{row(2, 1, 5)}{row(40, 2, 6)}{row(3000, 3, 7)}</sheetData>'
    )
    document = read_file(raw_xlsx(tmp_path / "a.xlsx", {"S": sheet}))
    assert numbered(document) == {2: "id 1; n 5", 40: "id 2; n 6", 3000: "id 3; n 7"}
    assert labels(document) == ["S, rows 1–40", "S, row 3000"]


def test_several_tables_on_a_sheet(tmp_path: Path) -> None:
    book, sheet = book_of(
        [
            ["Sales by region (in millions)"], [], [None, "Retail", None, "Wholesale"],
            ["Region", "First", "Second", "First", "Second"], ["North", 1, 2, 3, 4], [], [],
            ["Source: own figures."], [], ["City", "People"], ["Bonn", 5], ["Ulm", 7],
        ]
    )  # fmt: skip
    sheet.merge_cells("B3:C3")
    sheet.merge_cells("D3:E3")
    document = parsed(book, tmp_path / "a.xlsx")
    assert numbered(document) == {
        5: "North: Retail First 1; Retail Second 2; Wholesale First 3; Wholesale Second 4 (in millions)",
        11: "City Bonn; People 5",
        12: "City Ulm; People 7",
    }
    assert texts(document, BlockKind.CAPTION) == ["Sales by region (in millions)"]
    assert texts(document, BlockKind.PARAGRAPH) == ["Source: own figures."]


def test_a_merged_label_that_reaches_over_pages(tmp_path: Path) -> None:
    rows = [
        ["Region", "Part", "Price"],
        *(["North" if i == 1 else None, f"Part {i}", i] for i in range(1, 60)),
    ]
    book, sheet = book_of(rows)
    sheet.merge_cells("A2:A60")
    read = numbered(parsed(book, tmp_path / "a.xlsx"))
    assert read[30] == "North: Part Part 29; Price 29"
    assert read[51] == "North: Part Part 50; Price 50"
    assert read[60] == "North: Part Part 59; Price 59"


def test_properties(tmp_path: Path) -> None:
    book, _ = book_of([["a", "b"], [1, 2]])
    book.properties.title, book.properties.creator = "Price list", "Anna Example; Bob Example"
    book.properties.created = dt.datetime(2019, 5, 1)
    document = parsed(book, tmp_path / "a.xlsx")
    assert (document.title, document.authors, document.year) == (
        "Price list",
        ("Anna Example", "Bob Example"),
        2019,
    )


def test_texts_with_runs_and_escapes(tmp_path: Path) -> None:
    strings = "<si><r><t>Net </t></r><r><t>sales</t></r><rPh><t>spoken</t></rPh></si>"
    strings += "<si><t>line_x000D_\nend \ud7ff</t></si>"
    cells = '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData>'
    document = read_file(raw_xlsx(tmp_path / "a.xlsx", {"S": cells}, strings=strings))
    assert document.pages[0].text.split("\n\n")[1] == "Net sales\tline end \ud7ff"


def test_a_damaged_sheet_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    good = "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row></sheetData>"
    document = read_file(raw_xlsx(tmp_path / "a.xlsx", {"Bad": "<sheetData><row>", "Good": good}))
    assert labels(document) == ["Good, row 1"]
    assert codes(document) == ["parts_unreadable"]
    assert document.notices[0].message.startswith("Sheets could not be read: Bad")
    with pytest.raises(DamagedFileError, match="none of its sheets"):
        read_file(raw_xlsx(tmp_path / "b.xlsx", {"Bad": "<sheetData><row>"}))


@pytest.mark.parametrize(
    "cell", ['<c r="ZZZ1"><v>1</v></c>', '<c t="s"><v>99</v></c>', '<c t="s"><v>-1</v></c>']
)
def test_cells_that_cannot_be(tmp_path: Path, cell: str) -> None:
    with pytest.raises(DamagedFileError):
        read_file(raw_xlsx(tmp_path / "a.xlsx", {"S": f"<sheetData><row>{cell}</row></sheetData>"}))


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    raw_xlsx(path, {"S": "<sheetData/>"})
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as file,
        file.open("xl/sharedStrings.xml", "w") as member,
    ):
        member.write(b'<sst xmlns="x"><si><t>')
        for _ in range(80):
            member.write(b"a" * (1 << 20))
        member.write(b"</t></si></sst>")
    with pytest.raises((ParseLimitError, DamagedFileError)):
        read_file(path)


def test_entities_are_not_read(tmp_path: Path) -> None:
    path = raw_xlsx(tmp_path / "a.xlsx", {"S": "<sheetData/>"})
    with zipfile.ZipFile(path) as file:
        members = {name: file.read(name) for name in file.namelist()}
    members["xl/workbook.xml"] = (
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + members["xl/workbook.xml"]
    )
    with pytest.raises(DamagedFileError, match="entities"):
        read_file(write_zip(tmp_path / "b.xlsx", members))


def test_open_document_sheets(tmp_path: Path) -> None:
    rows = (
        "<table:table-header-rows>" + ods_row("id", "name", "price") + "</table:table-header-rows>"
        + ods_row("1", "Pump", "1.234,50 €")
        + '<table:table-row table:number-rows-repeated="4"><table:table-cell table:number-columns-repeated="1024"/>'
        "</table:table-row>"
        '<table:table-row table:visibility="collapse"><table:table-cell office:value-type="float" office:value="2"/>'
        "<table:table-cell><office:annotation><text:p>Really?</text:p></office:annotation><text:p>Valve<text:s/>B"
        "</text:p></table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    )  # fmt: skip
    hidden = (
        '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>',
        f'<table:table table:name="Old" table:style-name="h">{ods_row("x")}</table:table>',
    )
    document = read_file(
        raw_ods(
            tmp_path / "a.ods", f'<table:table table:name="Prices">{rows}</table:table>{hidden[1]}', hidden[0]
        )
    )
    assert numbered(document) == {2: "id 1; name Pump; price 1.234,50 €", 7: "id 2; name Valve B; price 7"}
    assert texts(document, BlockKind.COMMENT) == ["Comment on B7: Really?"]
    assert codes(document) == ["hidden_sheets", "hidden_rows"]
    assert labels(document) == ["Prices, rows 1–7", "Old, row 1"]


def test_merged_cells_of_open_documents(tmp_path: Path) -> None:
    wide = (
        '<table:table-row><table:table-cell/><table:table-cell table:number-columns-spanned="2"><text:p>Retail'
        "</text:p></table:table-cell><table:covered-table-cell/></table:table-row>"
    )
    rows = wide + ods_row("Region", "First", "Second") + ods_row("North", "1", "2")
    document = read_file(raw_ods(tmp_path / "a.ods", f'<table:table table:name="S">{rows}</table:table>'))
    assert readings(document) == ["North: Retail First 1; Retail Second 2"]


def test_old_workbooks(tmp_path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Prices")
    day = xlwt.easyxf(num_format_str="yyyy-mm-dd")
    for number, row in enumerate(
        [["id", "name", "price"], *([i, f"Part {i}", i * 1.5] for i in range(1, 200))]
    ):
        for column, value in enumerate(row):
            sheet.write(number, column, value)
    sheet.write(210, 0, dt.date(2020, 12, 31), day)
    book.add_sheet("Secret").write(0, 0, "word")
    book.get_sheet(1).visibility = 1
    document = parsed(book, tmp_path / "a.xls")
    assert numbered(document)[190] == "id 189; name Part 189; price 283.5"
    assert document.pages[-2].text == "2020-12-31"
    assert labels(document)[-2:] == ["Prices, row 211", "Secret, row 1"]
    assert codes(document) == ["hidden_sheets"]


def test_cells_in_far_corners_of_an_old_workbook(tmp_path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for row, column, value in ((3, 2, "id"), (3, 3, "price"), (4, 2, 1), (4, 3, 0), (5, 2, 2), (5, 3, 7)):
        sheet.write(row, column, value)
    sheet.write_merge(2999, 2999, 2, 3, "Far away")
    document = parsed(book, tmp_path / "a.xls")
    assert numbered(document) == {5: "id 1; price 0", 6: "id 2; price 7"}
    assert labels(document) == ["S, rows 4–6", "S, row 3000"]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_old_workbooks_that_are_cut_off_are_refused(tmp_path: Path, share: float) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for number in range(300):
        sheet.write(number, 0, f"word {number}")
    path = tmp_path / "a.xls"
    book.save(path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises((DamagedFileError, UnsupportedFileError)):
        read_file(path)
