"""The lines of a file of questions, as it comes from people and their spreadsheets: JSONL or CSV, in any encoding."""

from __future__ import annotations

import codecs
import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pincite.errors import UsageError

LARGEST_FILE = 20_000_000
"""Bytes."""
LONGEST_LINE = 100_000
"""Characters of a line, or of a row of a table."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DELIMITERS = ",;\t"
_FORMS = "Write one JSON object a line, or a CSV table whose first line names its columns."


class LineError(ValueError):
    """What is wrong with one line."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file, or a row of its table.

    Attributes:
        number: The line where it begins, from 1.
        fields: What it says, by name; empty cells are left out.
        error: Why it cannot be read; empty when it can.
        typed: Whether its values have types; in a table all are texts.
    """

    number: int
    fields: dict[str, Any]
    error: str = ""
    typed: bool = True


def decoded(data: bytes) -> str:
    """The text of a file.

    By its byte order mark; without one UTF-16 where every other byte is zero, else UTF-8, else what old programs on
    Windows write (cp1252).

    Raises:
        UsageError: if it is too large, empty, or no text.
    """
    if len(data) > LARGEST_FILE:
        raise UsageError(f"the file is larger than {LARGEST_FILE:,} bytes", "Split it into several files.")
    if data.startswith(b"PK\x03\x04"):
        raise UsageError("that is no file of questions but a workbook or archive", "Save its sheet as CSV.")
    text = _text(data)
    if text is None or "\0" in text:
        raise UsageError("the file is not text", _FORMS)
    if not text.strip():
        raise UsageError("the file is empty", _FORMS)
    return text


def _text(data: bytes) -> str | None:
    marked = [encoding for mark, encoding in _MARKS if data.startswith(mark)]
    guessed = [f"utf-16-{order}" for order, offset in (("le", 1), ("be", 0)) if _is_zero(data, offset)]
    for encoding in marked[:1] or [*guessed, "utf-8", "cp1252"]:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _is_zero(data: bytes, offset: int) -> bool:
    """Whether every other byte is zero, or nearly so: Latin text in UTF-16."""
    every_other = data[offset:2000:2]
    return len(data) % 2 == 0 and bool(every_other) and every_other.count(0) > 0.9 * len(every_other)


def lines(text: str) -> Iterator[Line]:
    """The lines of a file of either form; blank ones are left out.

    Raises:
        UsageError: if it is a table whose first line does not name its columns.
    """
    if text.lstrip().startswith("{"):
        yield from _objects(text)
    elif text.lstrip().startswith("["):
        raise UsageError(
            "the file is one JSON list", "Write one JSON object a line, without a list around them."
        )
    else:
        yield from _rows(text)


def _objects(text: str) -> Iterator[Line]:
    # Not `splitlines`, which also divides at characters that a text within JSON may have.
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE:
            yield Line(number, {}, f"it has more than {LONGEST_LINE:,} characters")
            continue
        try:
            value = json.loads(line, object_pairs_hook=_unique, parse_constant=_refused)
        except LineError as error:
            yield Line(number, {}, str(error))
        except json.JSONDecodeError as error:
            yield Line(number, {}, f"it is not JSON: {error.msg} at character {error.pos + 1}")
        except (ValueError, RecursionError):  # a number of thousands of digits, lists a thousand deep
            yield Line(number, {}, "it is not JSON that can be read")
        else:
            is_object = isinstance(value, dict)
            yield Line(number, value if is_object else {}, "" if is_object else "it is not a JSON object")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise LineError(f"the field {name!r} is there twice")
        found[name] = value
    return found


def _refused(name: str) -> None:
    raise LineError(f"{name} is no value")


def _rows(text: str) -> Iterator[Line]:
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    head: list[str] | None = None
    while True:
        begins = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            # A quotation mark that is never closed takes in all that follows: there is no next line.
            yield Line(begins, {}, f"it cannot be read as CSV: {error}", typed=False)
            return
        if row is None:
            break
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if head is None:
            head = _head(cells)
        elif sum(map(len, cells)) > LONGEST_LINE:
            yield Line(begins, {}, f"it has more than {LONGEST_LINE:,} characters", typed=False)
        elif len(cells) > len(head):
            wrong = f"it has {len(cells)} cells, and the first line names {len(head)} columns"
            yield Line(begins, {}, wrong, typed=False)
        else:
            found = {name: cell for name, cell in zip(head, cells, strict=False) if cell}
            yield Line(begins, found, typed=False)


def _head(cells: list[str]) -> list[str]:
    names = [cell.casefold() for cell in cells]
    if "question" not in names:
        raise UsageError("the first line of the table names no column `question`", _FORMS)
    twice = next((name for name in names if name and names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two columns are called {twice!r}", "Give each column a name of its own.")
    return names
