"""XLS and XLSB workbooks, by calamine: values as they are stored, since it does not tell how cells show them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from pincite.errors import DamagedFileError, UnsupportedFileError
from pincite.parse.files import Source
from pincite.parse.formats.number_formats import general
from pincite.parse.formats.row_pages import Row
from pincite.parse.formats.sheet import Seen, write_sheet
from pincite.parse.formats.writer import DocumentWriter, one_line

_Value = int | float | str | bool | dt.time | dt.date | dt.datetime | dt.timedelta


def read_binary_sheets(source: Source, writer: DocumentWriter, seen: Seen) -> None:
    """Read all sheets, in order.

    Raises:
        DamagedFileError: if it, or all of its sheets, cannot be read.
        UnsupportedFileError: if it is encrypted.
    """
    try:
        book = CalamineWorkbook.from_path(str(source.path))
    except PasswordError:
        raise UnsupportedFileError(
            f"{source.name} is an Excel workbook that is encrypted",
            "Save it without a password, and add that.",
        ) from None
    except (CalamineError, OSError, ValueError) as error:
        raise _damaged(source.name, str(error)) from None
    except BaseException as error:
        raise _panicked(source.name, error) from None
    with book:
        writer.pages_in_all = len(book.sheets_metadata)
        for number, about in enumerate(book.sheets_metadata):
            if about.visible is not SheetVisibleEnum.Visible:
                seen.hidden_sheets.append(about.name)
            if about.typ is not SheetTypeEnum.WorkSheet:
                seen.beside.append(about.name)
                continue
            try:
                sheet = book.get_sheet_by_index(number)
            except (CalamineError, OSError, ValueError) as error:
                seen.unread.append(f"{about.name} ({error})")
                continue
            except BaseException as error:
                _panicked(source.name, error)
                seen.unread.append(about.name)
                continue
            write_sheet(writer, about.name, _rows(sheet), _merged(sheet))
        if seen.unread and len(seen.unread) == len(book.sheets_metadata):
            raise _damaged(source.name, "none of its sheets can be read")


def _rows(sheet: CalamineSheet) -> Iterator[Row]:
    if sheet.end is None:
        return
    # One at a time: as a list, a sheet with cells in its first and its last corner takes all the memory there is. Empty
    # columns before the first with a cell are left out of them.
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if not any(value != "" for value in row):
            continue
        cells = [""] * (sheet.end[1] + 1 - len(row)) + [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _merged(sheet: CalamineSheet) -> dict[tuple[int, int], tuple[int, int]]:
    return {
        (top + 1, left): (bottom - top + 1, right - left + 1)
        for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
        if bottom >= top and right >= left
    }


def _text(value: _Value) -> str:
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return general(value)
    if isinstance(value, dt.datetime):
        day = value.date().isoformat()
        return day if value.time() == dt.time() else f"{day} {value.time().isoformat('seconds')}"
    if isinstance(value, dt.timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return value.isoformat()


def _damaged(name: str, why: str) -> DamagedFileError:
    return DamagedFileError(
        f"{name} is damaged: {one_line(why)}", "Open it in its program and save it again."
    )


def _panicked(name: str, error: BaseException) -> DamagedFileError:
    """The library's own failures on damaged files are of a class outside of `Exception`; others are passed on."""
    if type(error).__name__ != "PanicException":
        raise error
    return _damaged(name, str(error))
