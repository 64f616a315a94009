"""Tables as CSV and XLSX files, in which no text of a document can run as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

Value = str | float | int | None

_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet may take for the beginning of a formula, also in full width."""
_NUMBER = re.compile(r"[+-]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s?%?")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
LONGEST_CELL = 32_000
"""Spreadsheets refuse cells of more than 32,767 characters."""
_WIDEST = 60
_SHEET_NAME = re.compile(r"[\[\]:*?/\\]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a title."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def neutral(text: str) -> str:
    """A text that no spreadsheet takes for a formula: an apostrophe is set before one that it might; numbers stay."""
    text = _UNWRITABLE.sub("\ufffd", text)
    if text.lstrip(" \u00a0").startswith(_RUNS) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def to_csv(sheet: Sheet) -> str:
    """A sheet as CSV, in UTF-8 when written."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (sheet.header, *sheet.rows):
        writer.writerow([neutral(value) if isinstance(value, str) else value for value in row])
    return out.getvalue()


def to_xlsx(sheets: Sequence[Sheet]) -> bytes:
    """Sheets as an XLSX file. Texts are cells of text whatever they begin with, and link to nothing."""
    import xlsxwriter

    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options) as book:
        head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "quote_prefix": True})
        # The prefix keeps a text a text when somebody edits its cell.
        body = book.add_format({"text_wrap": True, "valign": "top", "quote_prefix": True})
        number = book.add_format({"valign": "top"})
        for sheet in sheets:
            page = book.add_worksheet(_SHEET_NAME.sub(" ", sheet.title)[:31])
            page.freeze_panes(1, 1)
            for column, title in enumerate(sheet.header):
                page.write_string(0, column, _cell(title), head)
                page.set_column(column, column, _width([row[column] for row in sheet.rows], title))
            for place, row in enumerate(sheet.rows, start=1):
                for column, value in enumerate(row):
                    if isinstance(value, str):
                        page.write_string(place, column, _cell(value), body)
                    elif value is not None:
                        page.write_number(place, column, value, number)
    return out.getvalue()


def _cell(text: str) -> str:
    text = _UNWRITABLE.sub("\ufffd", text)
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "\u2026"


def _width(values: Sequence[Value], title: str) -> int:
    longest = max((len(str(value)) for value in (title, *values) if value is not None), default=0)
    return min(max(longest + 2, 8), _WIDEST)
