"""XLSX workbooks, row by row from their XML: sheets of any size, with numbers as their cells show them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.formats.markup import Element, parse_xml, stream_xml
from pincite.parse.formats.number_formats import BUILT_IN, GENERAL, shown
from pincite.parse.formats.packed import PackedFile
from pincite.parse.formats.row_pages import Row
from pincite.parse.formats.sheet import MOST_COLUMNS, MOST_ROWS, Remark, Seen, write_sheet
from pincite.parse.formats.writer import DocumentWriter, one_line

_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=[\"']\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)")
_CELL_NAME = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_BLOCK = 1 << 20
_OVERLAP = 512
_MOST_MERGED = 100_000
_PROGRAMS = frozenset({"openpyxl", "xlsxwriter", "apache poi", "microsoft office user", "unknown", "user"})
"""Authors that are none."""


@dataclass(frozen=True, slots=True)
class _Book:
    """What all sheets of a workbook share."""

    strings: list[str]
    formats: list[str]
    since_1904: bool


def read_workbook(packed: PackedFile, writer: DocumentWriter, seen: Seen) -> None:
    """Read all sheets of a workbook, in order.

    Raises:
        DamagedFileError: if its directory of sheets, or all of them, cannot be read.
        ParseLimitError: if it unpacks to more than allowed.
    """
    root = parse_xml(packed.read("xl/workbook.xml"), packed.name)
    related = _related(packed, "xl/workbook.xml")
    properties(packed, writer)
    by_kind = dict(related.values())
    pr = next((element for element in root if _local(element) == "workbookPr"), None)
    book = _Book(
        _strings(packed, by_kind.get("sharedStrings", "xl/sharedStrings.xml")),
        _formats(packed, by_kind.get("styles", "xl/styles.xml")),
        pr is not None and pr.get("date1904") in ("1", "true"),
    )
    people = _people(packed, [target for kind, target in related.values() if kind == "person"])
    sheets = [
        element for group in root if _local(group) == "sheets" for element in group
    ]  # fmt: skip
    writer.pages_in_all = len(sheets)
    for element in sheets:
        name = one_line(element.get("name", ""))
        key = next((value for key, value in element.attrib.items() if str(key).endswith("}id")), "")
        kind, target = related.get(str(key), ("", ""))
        if element.get("state", "visible") != "visible":
            seen.hidden_sheets.append(name)
        if kind == "chartsheet":
            seen.beside.append(name)
            continue
        try:
            _read_sheet(packed, writer, seen, book, people, name, target)
        except DamagedFileError as error:
            reason = error.message.removeprefix(f"{packed.name} is damaged: ")
            seen.unread.append(f"{name} ({reason})")
    if seen.unread and len(seen.unread) == len(sheets):
        raise DamagedFileError(
            f"{packed.name} is damaged: none of its sheets can be read",
            "Open it in its program and save it again.",
        )


def properties(packed: PackedFile, writer: DocumentWriter) -> None:
    """Title and author of an Office file, where its properties name them."""
    if "docProps/core.xml" not in packed:
        return
    try:
        root = parse_xml(packed.read("docProps/core.xml", 1 << 20), packed.name)
    except (DamagedFileError, ParseLimitError):
        return
    values = {_local(element): (element.text or "").strip() for element in root}
    writer.title = values.get("title", "")
    authors = [name.strip() for name in values.get("creator", "").split(";")]
    writer.authors = tuple(name for name in authors if name and name.lower() not in _PROGRAMS)
    year = values.get("created", "")[:4]
    # Files without a clock are of the year in which their format begins.
    writer.year = int(year) if year.isdecimal() and int(year) > 1980 else None


def _read_sheet(
    packed: PackedFile,
    writer: DocumentWriter,
    seen: Seen,
    book: _Book,
    people: dict[str, str],
    name: str,
    target: str,
) -> None:
    remarks: list[Remark] = []
    spans = _merged(packed, target)
    related = _related(packed, target)
    threads: list[Remark] = []
    for kind, part in related.values():
        if part not in packed:
            continue
        if kind == "comments":
            remarks += _comments(packed, part)
        elif kind == "threadedComment":
            threads += _threads(packed, part, people)
        elif kind == "drawing":
            boxes, others = _drawing(packed, part)
            remarks += boxes
            if others and name not in seen.beside:
                seen.beside.append(name)
    if threads:
        # Beside them stand comments for old programs that only say that there are threads.
        remarks = [remark for remark in remarks if "[Threaded comment]" not in remark.text] + threads
    sheet = _Rows(book, seen, name)
    with packed.open(target) as source:
        elements = stream_xml(source, packed.name, ("{*}row", "{*}col"))
        write_sheet(writer, name, sheet.read(elements), spans, remarks)


class _Rows:
    """Reads the rows of a sheet as texts."""

    def __init__(self, book: _Book, seen: Seen, name: str) -> None:
        self._book = book
        self._seen = seen
        self._name = name

    def read(self, elements: Iterator[Element]) -> Iterator[Row]:
        """Number and texts of each row that has any."""
        number = 0
        for element in elements:
            if element.get("hidden") in ("1", "true") and self._name not in self._seen.hidden_rows:
                self._seen.hidden_rows.append(self._name)
            if _local(element) == "col":
                continue
            written = element.get("r", "")
            number = max(number + 1, int(written)) if written.isdecimal() else number + 1
            if number > MOST_ROWS:
                raise DamagedFileError(f"row {number} is beyond the last that a sheet has", "")
            cells = self._cells(element)
            if cells:
                yield number, cells

    def _cells(self, row: Element) -> list[str]:
        cells: list[str] = []
        for element in row:
            letters = element.get("r", "").rstrip("0123456789")
            column = _column(letters) if letters else len(cells)
            text = self._text(element)
            if not text:
                if not letters:
                    cells.append("")
                continue
            if column >= MOST_COLUMNS:
                raise DamagedFileError(f"column {letters} is beyond the last that a sheet has", "")
            if column >= len(cells):
                cells += [""] * (column + 1 - len(cells))
            cells[column] = text
        return cells

    def _text(self, element: Element) -> str:
        kind = element.get("t", "n")
        value = formula = None
        for child in element:
            local = _local(child)
            if local == "v":
                value = child.text
            elif local == "f":
                formula = child.text or ""
            elif local == "is":
                return one_line(_rich(child))
        if not value:
            if formula is None or kind == "str":
                return ""
            self._seen.formulas += 1
            return one_line(f"={formula}") if formula else ""
        if kind == "s":
            return self._string(value)
        if kind == "b":
            return "TRUE" if value.strip() == "1" else "FALSE"
        if kind != "n":
            return one_line(_unescaped(value))
        return self._number(value, element.get("s", "0"))

    def _string(self, value: str) -> str:
        place = int(value) if value.strip().isdecimal() else -1
        strings = self._book.strings
        if not 0 <= place < len(strings):
            raise DamagedFileError("a cell refers to a text that is not there", "")
        return strings[place]

    def _number(self, value: str, style: str) -> str:
        formats = self._book.formats
        place = int(style) if style.isdecimal() else 0
        code = formats[place] if place < len(formats) else GENERAL
        try:
            return one_line(shown(float(value), code, since_1904=self._book.since_1904))
        except ValueError:
            return one_line(value)


def _strings(packed: PackedFile, part: str) -> list[str]:
    """The texts that cells refer to by number."""
    if part not in packed:
        return []
    with packed.open(part) as source:
        return [one_line(_rich(element)) for element in stream_xml(source, packed.name, ("{*}si",))]


def _rich(element: Element) -> str:
    """A text with its runs; how it is pronounced left out."""
    texts: list[str] = []
    for child in element:
        local = _local(child)
        if local == "t":
            texts.append(child.text or "")
        elif local == "r":
            texts += [one.text or "" for one in child if _local(one) == "t"]
    return _unescaped("".join(texts))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text) if "_x" in text else text


def _formats(packed: PackedFile, part: str) -> list[str]:
    """The code of the number format of each style."""
    if part not in packed:
        return []
    try:
        root = parse_xml(packed.read(part), packed.name)
    except DamagedFileError:
        return []
    codes = dict(BUILT_IN)
    formats: list[str] = []
    for group in root:
        if _local(group) == "numFmts":
            for one in group:
                if (number := one.get("numFmtId", "")).isdecimal():
                    codes[int(number)] = one.get("formatCode", GENERAL)
        elif _local(group) == "cellXfs":
            for one in group:
                number = one.get("numFmtId", "0")
                formats.append(codes.get(int(number), GENERAL) if number.isdecimal() else GENERAL)
    return formats


def _merged(packed: PackedFile, part: str) -> dict[tuple[int, int], tuple[int, int]]:
    """Merged cells, which a sheet names behind its rows: what they cover, by row number and column."""
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    with packed.open(part) as source:
        rest = b""
        while block := source.read(_BLOCK):
            text = rest + block
            end = 0
            for found in _MERGED.finditer(text):
                end = found.end()
                if len(spans) >= _MOST_MERGED:
                    return spans
                left, top, right, bottom = found.groups()
                first, last = _column(left.decode()), _column(right.decode())
                if int(bottom) <= MOST_ROWS and last < MOST_COLUMNS:
                    size = (int(bottom) - int(top) + 1, last - first + 1)
                    if min(size) > 0:
                        spans[int(top), first] = size
            rest = text[max(end, len(text) - _OVERLAP) :]
    return spans


def _comments(packed: PackedFile, part: str) -> Iterator[Remark]:
    root = parse_xml(packed.read(part), packed.name, forgiving=True)
    authors = [one.text or "" for group in root if _local(group) == "authors" for one in group]
    for group in root:
        if _local(group) != "commentList":
            continue
        for comment in group:
            number = comment.get("authorId", "")
            author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
            text = next((_rich(child) for child in comment if _local(child) == "text"), "")
            # Programs write the author as the text's first line as well.
            text = text.strip().removeprefix(f"{author}:").strip()
            yield from _remark(comment.get("ref", ""), author, text)


def _threads(packed: PackedFile, part: str, people: dict[str, str]) -> Iterator[Remark]:
    for comment in parse_xml(packed.read(part), packed.name, forgiving=True):
        text = next((child.text or "" for child in comment if _local(child) == "text"), "")
        yield from _remark(comment.get("ref", ""), people.get(comment.get("personId", ""), ""), text)


def _people(packed: PackedFile, parts: list[str]) -> dict[str, str]:
    return {
        person.get("id", ""): person.get("displayName", "")
        for part in parts
        if part in packed
        for person in parse_xml(packed.read(part), packed.name, forgiving=True)
    }


def _remark(cell: str, author: str, text: str) -> Iterator[Remark]:
    place = _CELL_NAME.match(cell)
    if text and place:
        by = f" by {author}" if author else ""
        yield Remark(int(place.group(2)), f"Comment on {place.group(1)}{place.group(2)}{by}: {text}")


def _drawing(packed: PackedFile, part: str) -> tuple[list[Remark], bool]:
    """Text boxes of a sheet, and whether there are pictures or charts."""
    boxes: list[Remark] = []
    others = False
    root = parse_xml(packed.read(part), packed.name, forgiving=True)
    for anchor in root:
        row = next((one.text or "" for one in anchor.iter() if _local(one) == "row"), "")
        others |= any(_local(one) in ("pic", "graphicFrame") for one in anchor.iter())
        for body in (one for one in anchor.iter() if _local(one) == "txBody"):
            for paragraph in body:
                text = "".join(one.text or "" for one in paragraph.iter() if _local(one) == "t")
                if text.strip():
                    number = int(row) + 1 if row.isdecimal() else 1
                    boxes.append(Remark(number, text, BlockKind.PARAGRAPH))
    return boxes, others


def _related(packed: PackedFile, part: str) -> dict[str, tuple[str, str]]:
    """Kind and name of the parts that a part refers to, by the reference's id; nothing outside of the file."""
    folder, _, own = part.rpartition("/")
    name = f"{folder}/_rels/{own}.rels"
    if name not in packed:
        return {}
    related: dict[str, tuple[str, str]] = {}
    for one in parse_xml(packed.read(name, 16 << 20), packed.name, forgiving=True):
        if one.get("TargetMode") == "External":
            continue
        target = one.get("Target", "")
        target = target[1:] if target.startswith("/") else posixpath.normpath(f"{folder}/{target}")
        related[one.get("Id", "")] = (one.get("Type", "").rpartition("/")[2], target)
    return related


@cache
def _column(letters: str) -> int:
    """A column's place from its letters, from 0."""
    number = 0
    for letter in letters[:8].upper():
        number = number * 26 + ord(letter) - 64
    return number - 1 if number > 0 else MOST_COLUMNS


def _local(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
