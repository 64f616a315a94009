"""Binary workbooks of Excel ([MS-XLSB]), as small as they can be."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

from support.office_files import packed, relations

_ROW, _NUMBER, _TEXT = 0, 5, 6
_BEGIN_SHEET, _END_SHEET, _BEGIN_ROWS, _END_ROWS, _SIZE = 129, 130, 145, 146, 148
_BEGIN_BOOK, _END_BOOK, _BEGIN_SHEETS, _END_SHEETS, _SHEET = 131, 132, 143, 144, 156


def binary_workbook(
    path: Path, sheets: Mapping[str, Sequence[Sequence[str | float]]], hidden: Sequence[str] = ()
) -> Path:
    """A workbook of sheets that begin in the first row and column."""
    listed = b"".join(
        _record(_SHEET, struct.pack("<II", int(name in hidden), number) + _text(f"r{number}") + _text(name))
        for number, name in enumerate(sheets, start=1)
    )
    book = _record(_BEGIN_BOOK) + _record(_BEGIN_SHEETS) + listed + _record(_END_SHEETS) + _record(_END_BOOK)
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations({"d": ("officeDocument", "xl/workbook.bin")}),
        "xl/workbook.bin": book,
        "xl/_rels/workbook.bin.rels": relations(
            {
                f"r{number}": ("worksheet", f"worksheets/sheet{number}.bin")
                for number in range(1, len(sheets) + 1)
            }
        ),
    }
    for number, rows in enumerate(sheets.values(), start=1):
        parts[f"xl/worksheets/sheet{number}.bin"] = _sheet(rows)
    return packed(path, parts)


def _sheet(rows: Sequence[Sequence[str | float]]) -> bytes:
    last_row, last_column = max(len(rows) - 1, 0), max((len(row) for row in rows), default=1) - 1
    content = _record(_BEGIN_SHEET) + _record(_SIZE, struct.pack("<IIII", 0, last_row, 0, last_column))
    content += _record(_BEGIN_ROWS)
    for number, row in enumerate(rows):
        content += _record(_ROW, struct.pack("<II", number, 0) + bytes(17))
        for column, value in enumerate(row):
            place = struct.pack("<II", column, 0)
            if isinstance(value, str):
                content += _record(_TEXT, place + _text(value))
            else:
                content += _record(_NUMBER, place + struct.pack("<d", value))
    return content + _record(_END_ROWS) + _record(_END_SHEET)


def _record(kind: int, data: bytes = b"") -> bytes:
    """A record: kind and size are numbers of seven bits a byte, the lowest first."""
    return _seven_bits(kind) + _seven_bits(len(data)) + data


def _seven_bits(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _text(text: str) -> bytes:
    encoded = text.encode("utf-16-le")
    return struct.pack("<I", len(encoded) // 2) + encoded
