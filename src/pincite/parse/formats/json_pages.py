"""Pages of nested values: what a value is called stands above it, and each page is named by its path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from pincite.domain import BlockKind
from pincite.parse.formats.row_pages import CHARACTERS, LONG_CELL, ROWS, PageName, row_names
from pincite.parse.formats.writer import DocumentWriter, TableDraft, one_line

Value = str | bool | None | list["Value"] | dict[str, "Value"]
"""A value of JSON; numbers are kept as they are written."""

_LONG = 200
"""Characters of a text that is not put into a table."""

_DEEPEST = 100
_ENOUGH = 500
"""Characters of a page after which the next value of the outermost object begins one."""

_MOST_COLUMNS = 200
_LOOKED_AT = 50
_STEPS = 8
_PLAIN_NAME = re.compile(r"[^\W\d]\w*")


class JsonPages:
    """Writes values into pages.

    Args:
        writer: What is written to.
    """

    def __init__(self, writer: DocumentWriter) -> None:
        self._writer = writer
        self._open = False
        self._path = ""

    def whole(self, value: Value) -> None:
        """A single value, its parts by their paths."""
        self._write(value, "$", 0)

    def records(self, records: Iterator[tuple[int, Value]]) -> None:
        """A list of values of any length, each with its number from 1: as a table where they are flat."""
        first = list(islice(records, _LOOKED_AT))
        flat = [row for _, value in first if (row := _flat(value)) is not None]
        name = row_names(word="record")
        if len(flat) > len(first) / 2:
            self._table(chain(first, records), name)
            return
        for number, value in chain(first, records):
            self._record(number, value, name)

    def _table(self, records: Iterator[tuple[int, Value]], name: PageName) -> None:
        rows: list[tuple[int, dict[str, str]]] = []
        size = 0
        for number, value in records:
            row = _flat(value)
            if row is None:
                self._end_rows(rows, name)
                rows, size = [], 0
                self._record(number, value, name)
                continue
            length = sum(map(len, row.values()))
            if rows and (len(rows) >= ROWS * self._longer or size + length > CHARACTERS * self._longer):
                self._end_rows(rows, name)
                rows, size = [], 0
            rows.append((number, row))
            size += length
        self._end_rows(rows, name)

    @property
    def _longer(self) -> int:
        """How much longer pages are, so that no file has too many."""
        longer: int = 2 ** (self._writer.page_index * _STEPS // self._writer.most_pages)
        return longer

    def _end_rows(self, rows: Sequence[tuple[int, dict[str, str]]], name: PageName) -> None:
        if not rows:
            return
        self._writer.page(name(rows[0][0], rows[-1][0]))
        self._writer.leave_sections()
        self._open = True
        self._writer.table(_draft([row for _, row in rows], rows[0][0]))

    def _record(self, number: int, value: Value, name: PageName) -> None:
        """A record with parts of its own."""
        self._writer.page(name(number, number))
        self._writer.leave_sections()
        self._open = True
        self._writer.heading(name(number, number))
        self._write(value, f"$[{number - 1}]", 1, label=name(number, number))

    def _room(self, path: str, label: str) -> None:
        """Begin a page where there is none, or where the one before is full; else it is named by what both share."""
        if not self._open or self._writer.page_size > CHARACTERS * self._longer:
            self._writer.page(label or f"path {path}")
            self._open, self._path = True, path
        elif not label and not _within(path, self._path):
            while not _within(path, self._path):
                self._path = self._path[: max(self._path.rfind("."), self._path.rfind("["))]
            self._writer.relabel(f"path {self._path}")

    def _write(self, value: Value, path: str, depth: int, label: str = "") -> None:
        if isinstance(value, dict) and depth < _DEEPEST:
            self._object(value, path, depth, label)
        elif isinstance(value, list) and depth < _DEEPEST:
            self._list(value, path, depth, label)
        elif value is not None:
            self._room(path, label)
            if isinstance(value, dict | list):
                self._long(json.dumps(value, ensure_ascii=False), path, label, BlockKind.CODE)
            else:
                self._long(_text(value), path, label, BlockKind.PARAGRAPH)

    def _object(self, value: Mapping[str, Value], path: str, depth: int, label: str) -> None:
        """Short members together as pairs, the others under their names."""
        pairs: list[list[str]] = []
        for name, member in value.items():
            short = _short(member)
            if short is not None:
                if short:
                    pairs.append([name, short])
                continue
            self._pairs(pairs, path, label, depth)
            pairs = []
            own = _joined(path, name)
            if not depth and self._writer.page_index and self._writer.page_size > _ENOUGH:
                self._open = False
            self._room(own, label)
            self._writer.heading(name, depth + 1)
            self._write(member, own, depth + 1, label)
        self._pairs(pairs, path, label, depth)

    def _pairs(self, pairs: Sequence[Sequence[str]], path: str, label: str, depth: int) -> None:
        if pairs:
            # They are not of the member before them.
            self._writer.leave_sections(depth + 1)
        for start in range(0, len(pairs), ROWS):
            self._room(path, label)
            self._writer.table(TableDraft(pairs[start : start + ROWS], label_columns=1))

    def _list(self, value: Sequence[Value], path: str, depth: int, label: str) -> None:
        if value and all(isinstance(item, dict) and _flat(item) for item in value):
            flat = [row for item in value if (row := _flat(item))]
            self._parts([_draft(flat[at : at + ROWS], at) for at in range(0, len(flat), ROWS)], path, label)
            return
        if value and all(isinstance(item, list) and _short(item) for item in value):
            grid = [[_short(cell) or "" for cell in item] for item in value if isinstance(item, list)]
            parts = [TableDraft(grid[at : at + ROWS], first_row=at) for at in range(0, len(grid), ROWS)]
            self._parts(parts, path, label)
            return
        for number, item in enumerate(value):
            own = f"{path}[{number}]"
            if isinstance(item, dict | list):
                self._room(own, label)
                self._writer.heading(own.rpartition(".")[2], depth + 1)
                self._write(item, own, depth + 1, label)
            elif item is not None:
                self._room(own, label)
                self._long(_text(item), own, label, BlockKind.LIST_ITEM)

    def _parts(self, parts: Sequence[TableDraft], path: str, label: str) -> None:
        """A list as tables; a long one has pages of its own, named by the places of their items."""
        for part in parts:
            if len(parts) == 1:
                self._room(path, label)
            else:
                first = (part.first_row or 0) + part.head_rows
                last = first + len(part.rows) - part.head_rows - 1
                self._writer.page(label or f"path {path}[{first}\u2013{last}]")
            self._writer.table(part)
        self._open = len(parts) == 1

    def _long(self, text: str, path: str, label: str, kind: BlockKind) -> None:
        for start in range(0, len(text), 2 * CHARACTERS):
            self._room(path, label)
            part = text[start : start + 2 * CHARACTERS]
            if kind is BlockKind.PARAGRAPH and "\n" in part:
                for paragraph in part.split("\n\n"):
                    self._writer.text(paragraph, kind)
            else:
                self._writer.text(part, kind, level=int(kind is BlockKind.LIST_ITEM))


def _draft(rows: Sequence[Mapping[str, str]], first: int) -> TableDraft:
    """Flat records as a table below their names, which each of them has."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in names] for row in rows]
    return TableDraft([names, *cells], head_rows=1, first_row=first - 1)


def _flat(value: Value) -> dict[str, str] | None:
    """A record as texts by name, names of what is nested joined by dots; None where it does not fit in a row."""
    if not isinstance(value, dict):
        return None
    row: dict[str, str] = {}
    for name, member in value.items():
        short = _short(member, LONG_CELL)
        if short is not None:
            row[one_line(name)] = one_line(short)
            continue
        nested = _flat(member) if isinstance(member, dict) and len(member) < 20 else None
        if nested is None:
            return None
        row |= {f"{one_line(name)}.{inner}": text for inner, text in nested.items()}
    return row if len(row) <= _MOST_COLUMNS else None


def _short(value: Value, most: int = _LONG) -> str | None:
    """A value that fits in a cell, as text; None for others."""
    if value is None:
        return ""
    if isinstance(value, list):
        plain = [item for item in value if not isinstance(item, dict | list)]
        if len(plain) < len(value):
            return None
        text = ", ".join(_text(item) for item in plain if item is not None)
        return text if len(text) <= most else None
    if isinstance(value, dict):
        return None if value else ""
    text = _text(value)
    return text if len(text) <= most and "\n\n" not in text else None


def _text(value: str | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def _within(path: str, parent: str) -> bool:
    return path == parent or path.startswith((f"{parent}.", f"{parent}[")) or parent in ("", "$")


def _joined(path: str, name: str) -> str:
    return (
        f"{path}.{name}" if _PLAIN_NAME.fullmatch(name) else f"{path}[{json.dumps(name, ensure_ascii=False)}]"
    )
