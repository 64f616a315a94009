"""Small spreadsheets, written as their XML where a program would not write what is tested."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ODS = "application/vnd.oasis.opendocument.spreadsheet"
_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"), ("draw", "drawing"),
    )
)  # fmt: skip


def book_of(rows: list[list[Any]], title: str = "Prices") -> tuple[Any, Any]:
    """A workbook of openpyxl with one sheet of rows, and the sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    return book, sheet


def write_zip(path: Path, members: Mapping[str, str | bytes]) -> Path:
    """A packed file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def raw_xlsx(path: Path, sheets: Mapping[str, str], **members: str) -> Path:
    """A workbook from the XML of its sheets, and of other members: `strings`, `styles`."""
    names = list(sheets)
    listed = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="rId{i}"/>' for i, n in enumerate(names, start=1))
    related = "".join(
        f'<Relationship Id="rId{i}" Type="{_RELATED}/worksheet" Target="worksheets/sheet{i}.xml"/>'
        for i in range(1, len(names) + 1)
    )
    content = {
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f"<Relationships>{related}</Relationships>",
    }
    for number, xml in enumerate(sheets.values(), start=1):
        content[f"xl/worksheets/sheet{number}.xml"] = f'<worksheet xmlns="{_MAIN}">{xml}</worksheet>'
    if strings := members.get("strings"):
        content["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{strings}</sst>'
    if styles := members.get("styles"):
        content["xl/styles.xml"] = f'<styleSheet xmlns="{_MAIN}">{styles}</styleSheet>'
    return write_zip(path, content)


def raw_ods(path: Path, tables: str, styles: str = "", **members: str) -> Path:
    """An OpenDocument spreadsheet from the XML of its tables."""
    content = (
        f"<office:document-content {_SPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    return write_zip(path, {"mimetype": _ODS, "content.xml": content, **members})


def ods_row(*texts: str, more: str = "") -> str:
    """A row of cells of words."""
    cells = "".join(f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in texts)
    return f"<table:table-row{more}>{cells}</table:table-row>"
