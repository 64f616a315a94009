"""Workbooks of Excel in three forms, and OpenDocument spreadsheets."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import xlwt
from openpyxl.comments import Comment
from tests.parse.corpus.corpus_entry import LOG_IN, Entry, cut, locked, page, read, refused, swollen
from tests.support.binary_sheets import binary_workbook
from tests.support.sheet_files import book_of, ods_row, raw_ods, raw_xlsx

from pincite.domain import Notice
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError


def _shown(path: Path) -> None:
    book, sheet = book_of([["price", "share", "day", "time", "sure", "wrong", "whole"]])
    sheet.append([1234.5, 0.125, dt.date(2020, 12, 31), dt.time(10, 30), True, "#DIV/0!", 3.0])
    for column, code in enumerate(['#,##0.00 "€"', "0.0%", "dd.mm.yyyy", "h:mm"], start=1):
        sheet.cell(2, column).number_format = code
    book.save(path)


def _formulas(path: Path) -> None:
    book_of([["item", "sum"], ["Pump", 5], ["Total", "=SUM(B2:B2)"]])[0].save(path)


def _hidden(path: Path) -> None:
    book, sheet = book_of([["item", "price"], ["Pump", 5], ["Valve", 6]])
    sheet.row_dimensions[3].hidden = True
    other = book.create_sheet("Salaries")
    other.append(["secret"])
    other.sheet_state = "hidden"
    book.save(path)


def _merged(path: Path) -> None:
    book, sheet = book_of(
        [
            ["Sales by region (in millions)"],
            [None, "Retail", None, "Wholesale"],
            ["Region", "First", "Second", "First", "Second"],
            ["North", 1, 2, 3, 4],
            [],
            ["Source: own figures."],
        ]
    )
    sheet.merge_cells("B2:C2")
    sheet.merge_cells("D2:E2")
    book.save(path)


def _sparse(path: Path) -> None:
    book, sheet = book_of([["id", "name"], [1, "Pump"]])
    sheet["B2"].comment = Comment("Out of stock?", "Anna")
    sheet["C1048576"].number_format = "0.00"
    sheet["XFD900000"] = "last"
    book.save(path)


def _many_rows(path: Path) -> None:
    book_of([["id", "name"], *([number, f"Part {number}"] for number in range(1, 60))])[0].save(path)


def _scripts(path: Path) -> None:
    book_of([["שם", "מחיר"], ["משאבה", 417], ["泵", 900], ["ปั๊ม", 12]])[0].save(path)


def _old_book(path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Prices")
    rows: list[list[Any]] = [["id", "name", "price", "since"], [1, "Pump", 1.5], [2, "Valve", 0.12]]
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            sheet.write(number, column, value)
    sheet.write(2, 3, dt.date(2020, 12, 31), xlwt.easyxf(num_format_str="yyyy-mm-dd"))
    book.add_sheet("Secret").write(0, 0, "word")
    book.get_sheet(1).visibility = 1
    book.save(str(path))


def _far(path: Path) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S")
    for row, column, value in ((3, 2, "id"), (3, 3, "price"), (4, 2, 1), (4, 3, 0), (5, 2, 2), (5, 3, 7)):
        sheet.write(row, column, value)
    sheet.write_merge(2999, 2999, 2, 3, "Far away")
    book.save(str(path))


def _open_sheet(path: Path) -> Path:
    empty = '<table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row>'
    remark = "<office:annotation><text:p>Really?</text:p></office:annotation>"
    hidden_row = (
        '<table:table-row table:visibility="collapse"><table:table-cell><text:p>2</text:p></table:table-cell>'
        f"<table:table-cell>{remark}<text:p>Valve</text:p></table:table-cell>"
        "<table:table-cell><text:p>12,5 %</text:p></table:table-cell></table:table-row>"
    )
    rest = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    rows = ods_row("id", "name", "price") + ods_row("1", "Pump", "1.234,50 €") + empty + hidden_row + rest
    style = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    old = f'<table:table table:name="Old" table:style-name="h">{ods_row("x")}</table:table>'
    return raw_ods(path, f'<table:table table:name="Prices">{rows}</table:table>{old}', style)


def _open_merged(path: Path) -> Path:
    wide = (
        '<table:table-row><table:table-cell/><table:table-cell table:number-columns-spanned="2"><text:p>Retail'
        "</text:p></table:table-cell><table:covered-table-cell/></table:table-row>"
    )
    rows = wide + ods_row("Region", "First", "Second") + ods_row("North", "1", "2")
    return raw_ods(path, f'<table:table table:name="S">{rows}</table:table>')


def _inline(*rows: str) -> str:
    return f"<sheetData>{''.join(f'<row>{row}</row>' for row in rows)}</sheetData>"


_XLSX = (
    read(
        "values as they are shown",
        "shown.xlsx",
        _shown,
        page(
            "Prices, rows 1–2",
            ("heading", "Prices"),
            (
                "table",
                "price\tshare\tday\ttime\tsure\twrong\twhole\n"
                "1,234.50 €\t12.5%\t31.12.2020\t10:30\tTRUE\t#DIV/0!\t3",
            ),
        ),
    ),
    read(
        "a formula without a value",
        "formulas.xlsx",
        _formulas,
        page(
            "Prices, rows 1–3",
            ("heading", "Prices"),
            ("table", "item\tsum\nPump\t5\nTotal\t=SUM(B2:B2)"),
        ),
        notices=[
            Notice(
                "formulas_without_values",
                "1 formula has no stored value, so the formula itself was read: open the file in its program and save "
                "it to have the values.",
            )
        ],
    ),
    read(
        "a hidden row and a hidden sheet",
        "hidden.xlsx",
        _hidden,
        page("Prices, rows 1–3", ("heading", "Prices"), ("table", "item\tprice\nPump\t5\nValve\t6")),
        page("Salaries, row 1", ("heading", "Salaries"), ("paragraph", "secret")),
        notices=[
            Notice("hidden_sheets", "Hidden sheets were read as well: Salaries."),
            Notice("hidden_rows", "Hidden rows or columns were read as well, in: Prices."),
        ],
    ),
    read(
        "merged heads, a title above and a source below",
        "merged.xlsx",
        _merged,
        page(
            "Prices, rows 1–6",
            ("heading", "Prices"),
            ("caption", "Sales by region (in millions)"),
            ("table", "Retail\tWholesale\nRegion\tFirst\tSecond\tFirst\tSecond\nNorth\t1\t2\t3\t4"),
            ("paragraph", "Source: own figures."),
        ),
    ),
    read(
        "a comment, and a cell in the farthest column",
        "sparse.xlsx",
        _sparse,
        page(
            "Prices, rows 1–2",
            ("heading", "Prices"),
            ("table", "id\tname\n1\tPump"),
            ("comment", "Comment on B2 by Anna: Out of stock?"),
        ),
        page("Prices, row 900000", ("paragraph", "last")),
    ),
    read(
        "more rows than a page has",
        "rows.xlsx",
        _many_rows,
        page(
            "Prices, rows 1–50",
            ("heading", "Prices"),
            ("table", "\n".join(["id\tname", *(f"{number}\tPart {number}" for number in range(1, 50))])),
        ),
        page(
            "Prices, rows 51–60",
            ("table", "\n".join(f"{number}\tPart {number}" for number in range(50, 60))),
        ),
    ),
    read(
        "scripts of many directions",
        "scripts.xlsx",
        _scripts,
        page(
            "Prices, rows 1–4",
            ("heading", "Prices"),
            ("table", "שם\tמחיר\nמשאבה\t417\n泵\t900\nปั๊ม\t12"),
        ),
    ),
    read(
        "a damaged sheet beside a sound one",
        "damaged.xlsx",
        lambda path: raw_xlsx(
            path,
            {"Bad": "<sheetData><row>", "Good": _inline("<c><v>1</v></c><c><v>2</v></c>")},
        ),
        page("Good, row 1", ("heading", "Good"), ("table", "1\t2")),
        notices=[
            Notice(
                "parts_unreadable",
                "Sheets could not be read: Bad (Opening and ending tag mismatch: row line 1 and worksheet).",
            )
        ],
    ),
    read(
        "no cell at all",
        "blank.xlsx",
        lambda path: openpyxl.Workbook().save(path),
        page("empty workbook"),
        notices=[Notice("no_text", "No sheet has a cell with text.", (1,))],
    ),
    refused(
        "a text that is not there",
        "texts.xlsx",
        lambda path: raw_xlsx(path, {"S": _inline('<c t="s"><v>99</v></c>')}),
        DamagedFileError,
        "texts.xlsx is damaged: none of its sheets can be read",
    ),
    refused(
        "texts of 80 MB in 80 KB",
        "bomb.xlsx",
        swollen(
            lambda path: raw_xlsx(path, {"S": "<sheetData/>"}), "xl/sharedStrings.xml", "<sst><si><t>", 80
        ),
        ParseLimitError,
        "bomb.xlsx is refused: a single text in it is too long",
        isolated=True,
    ),
    refused(
        "encrypted",
        "locked.xlsx",
        locked,
        UnsupportedFileError,
        "locked.xlsx is an Office file that is encrypted, which is not read",
    ),
    refused(
        "cut in half",
        "cut.xlsx",
        cut(_shown),
        DamagedFileError,
        "cut.xlsx is damaged: it has not the parts of Excel workbook",
    ),
    refused(
        "a page of a server",
        "report.xlsx",
        LOG_IN,
        UnsupportedFileError,
        "report.xlsx is an HTML page, not an Excel workbook",
    ),
)

_BINARY = (
    read(
        "words and numbers, and a hidden sheet",
        "prices.xlsb",
        lambda path: binary_workbook(
            path,
            {
                "Prices": [["id", "name", "price"], [1, "Pump", 1.5], [2, "Ventil für Öl", 900]],
                "Old": [["x"]],
            },
            hidden=["Old"],
        ),
        page(
            "Prices, rows 1–3",
            ("heading", "Prices"),
            ("table", "id\tname\tprice\n1\tPump\t1.5\n2\tVentil für Öl\t900"),
        ),
        page("Old, row 1", ("heading", "Old"), ("paragraph", "x")),
        notices=[Notice("hidden_sheets", "Hidden sheets were read as well: Old.")],
    ),
    refused(
        "cut in half",
        "cut.xlsb",
        cut(lambda path: binary_workbook(path, {"Prices": [["id"], [1]]})),
        DamagedFileError,
        "cut.xlsb is damaged: it has not the parts of binary Excel workbook",
    ),
    read(
        "values as they are stored, a date, a hidden sheet",
        "prices.xls",
        _old_book,
        page(
            "Prices, rows 1–3",
            ("heading", "Prices"),
            ("table", "id\tname\tprice\tsince\n1\tPump\t1.5\n2\tValve\t0.12\t2020-12-31"),
        ),
        page("Secret, row 1", ("heading", "Secret"), ("paragraph", "word")),
        notices=[Notice("hidden_sheets", "Hidden sheets were read as well: Secret.")],
    ),
    read(
        "cells far from the first corner",
        "far.xls",
        _far,
        page("S, rows 4–6", ("heading", "S"), ("table", "id\tprice\n1\t0\n2\t7")),
        page("S, row 3000", ("paragraph", "Far away")),
    ),
    refused("nothing", "empty.xls", b"", DamagedFileError, "empty.xls is empty"),
)

_OPEN = (
    read(
        "repeated empty rows, a hidden row, a comment, a hidden sheet",
        "prices.ods",
        _open_sheet,
        page(
            "Prices, rows 1–7",
            ("heading", "Prices"),
            ("table", "id\tname\tprice\n1\tPump\t1.234,50 €\n2\tValve\t12,5 %"),
            ("comment", "Comment on B7: Really?"),
        ),
        page("Old, row 1", ("heading", "Old"), ("paragraph", "x")),
        notices=[
            Notice("hidden_sheets", "Hidden sheets were read as well: Old."),
            Notice("hidden_rows", "Hidden rows or columns were read as well, in: Prices."),
        ],
    ),
    read(
        "merged heads",
        "merged.ods",
        _open_merged,
        page(
            "S, rows 1–3",
            ("heading", "S"),
            ("table", "Retail\nRegion\tFirst\tSecond\nNorth\t1\t2"),
        ),
    ),
    refused(
        "encrypted",
        "locked.ods",
        lambda path: raw_ods(path, "", **{"META-INF/manifest.xml": "<manifest:encryption-data/>"}),
        UnsupportedFileError,
        "locked.ods is an OpenDocument spreadsheet that is encrypted",
    ),
    refused(
        "cut in half",
        "cut.ods",
        cut(_open_sheet),
        DamagedFileError,
        "cut.ods is damaged: it has not the parts of OpenDocument spreadsheet",
    ),
)

SHEETS: tuple[Entry, ...] = (*_XLSX, *_BINARY, *_OPEN)
