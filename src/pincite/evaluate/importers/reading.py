"""Reading the files of public sets: what is wrong is told with its file and line."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.errors import UsageError

REMEDY = "Take the file as it was published, or name the kind that it is of."


def damaged(file: Path, line: int | None, what: str) -> UsageError:
    """The error of a file that is not what it should be."""
    return UsageError(f"{file.name}{f', line {line:,}' if line else ''}: {what}", REMEDY)


def text_lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, one at a time; blank ones are left out.

    Raises:
        UsageError: if it is no UTF-8.
    """
    number = 0
    try:
        with file.open(encoding="utf-8-sig", newline="\n") as opened:
            for number, line in enumerate(opened, start=1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise damaged(file, number + 1, "it is no text in UTF-8") from error


def whole_json(file: Path) -> Any:
    """The value of a JSON file.

    Raises:
        UsageError: if it is none.
    """
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except json.JSONDecodeError as error:
        raise damaged(file, error.lineno, f"it is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise damaged(file, None, "it is not JSON that can be read") from error


def json_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSONL file, one at a time.

    Raises:
        UsageError: if a line is none.
    """
    for number, line in text_lines(file):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise damaged(file, number, "it is not JSON") from error
        if not isinstance(value, dict):
            raise damaged(file, number, "it is not a JSON object")
        yield number, value


def rows(file: Path, least: int, *, divided: str | None = "\t") -> Iterator[tuple[int, list[str]]]:
    """The lines of a table without head, as cells.

    Args:
        file: Of the table.
        least: So many cells a line must have.
        divided: By what; None for any white space.

    Raises:
        UsageError: if a line has fewer cells.
    """
    for number, line in text_lines(file):
        cells = line.split(divided)
        if len(cells) < least:
            raise damaged(file, number, f"it has {len(cells)} columns instead of {least}")
        yield number, cells


def table(file: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file whose first line names its columns, with the lines on which they end.

    Raises:
        UsageError: if it is no such file.
    """
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            reader = csv.DictReader(opened, strict=True)
            for row in reader:
                if None in row or None in row.values():
                    raise damaged(file, reader.line_num, "it has not as many cells as there are columns")
                yield reader.line_num, row
    except UnicodeDecodeError as error:
        raise damaged(file, None, "it is no text in UTF-8") from error
    except csv.Error as error:
        raise damaged(file, None, f"it is no table: {error}") from error
