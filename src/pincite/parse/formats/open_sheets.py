"""ODS spreadsheets, row by row from their XML, which holds each cell's text as it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse.formats.markup import Element, parse_xml, stream_xml
from pincite.parse.formats.packed import PackedFile
from pincite.parse.formats.row_pages import Row
from pincite.parse.formats.sheet import MOST_COLUMNS, MOST_ROWS, Remark, Seen, write_sheet
from pincite.parse.formats.writer import DocumentWriter, one_line

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_META = "{urn:oasis:names:tc:opendocument:xmlns:meta:1.0}"
_CORE = "{http://purl.org/dc/elements/1.1/}"
_MOST_REPEATED = 1000
"""A row or cell with text that is repeated more often is filling."""

_AROUND = {f"{_OFFICE}annotation", f"{_TEXT}note", f"{_DRAW}frame", f"{_DRAW}custom-shape"}

Spans = dict[tuple[int, int], tuple[int, int]]


def read_open_sheets(packed: PackedFile, writer: DocumentWriter, seen: Seen) -> None:
    """Read all sheets, in order.

    Raises:
        DamagedFileError: if its content cannot be read.
        ParseLimitError: if it unpacks to more than allowed.
        UnsupportedFileError: if it is encrypted.
    """
    if "META-INF/manifest.xml" in packed and b"encryption-data" in packed.read("META-INF/manifest.xml"):
        raise UnsupportedFileError(
            f"{packed.name} is an OpenDocument spreadsheet that is encrypted",
            "Save it without a password, and add that.",
        )
    _properties(packed, writer)
    hidden_styles: set[str] = set()
    # A sheet is held until it ends: its merged cells and comments stand among its rows.
    sheet: _Sheet | None = None
    with packed.open("content.xml") as source:
        for element in stream_xml(
            source,
            packed.name,
            (
                f"{_STYLE}style",
                f"{_TABLE}table-row",
                f"{_TABLE}table-column",
                f"{_TABLE}shapes",
                f"{_TABLE}table",
            ),
        ):
            if element.tag == f"{_STYLE}style":
                if any(one.get(f"{_TABLE}display") == "false" for one in element):
                    hidden_styles.add(element.get(f"{_STYLE}name", ""))
                continue
            owner = element if element.tag == f"{_TABLE}table" else _owner(element)
            if owner is None or _owner(owner) is not None:
                continue  # a table within a cell: its text is the cell's
            if sheet is None:
                sheet = _Sheet(one_line(owner.get(f"{_TABLE}name", "")), seen)
            if element.tag == f"{_TABLE}table":
                if owner.get(f"{_TABLE}style-name", "") in hidden_styles:
                    seen.hidden_sheets.append(sheet.name)
                write_sheet(writer, sheet.name, sheet.rows, sheet.spans, sheet.remarks)
                sheet = None
            elif element.tag == f"{_TABLE}table-row":
                sheet.row(element)
            elif element.tag == f"{_TABLE}shapes":
                sheet.shapes(element)
            elif element.get(f"{_TABLE}visibility", "visible") != "visible":
                sheet.hidden()


class _Sheet:
    """A sheet as it is gathered."""

    def __init__(self, name: str, seen: Seen) -> None:
        self.name = name
        self.rows: list[Row] = []
        self.spans: Spans = {}
        self.remarks: list[Remark] = []
        self._seen = seen
        self._number = 0

    def hidden(self) -> None:
        if self.name not in self._seen.hidden_rows:
            self._seen.hidden_rows.append(self.name)

    def shapes(self, element: Element) -> None:
        for shape in element:
            for paragraph in shape.iter(f"{_TEXT}p"):
                text = _words(paragraph)
                if text.strip():
                    self.remarks.append(Remark(max(1, self._number), text, BlockKind.PARAGRAPH))
        if next(element.iter(f"{_DRAW}image", f"{_DRAW}object"), None) is not None:
            self._beside()

    def row(self, element: Element) -> None:
        repeated = _count(element, f"{_TABLE}number-rows-repeated", MOST_ROWS)
        number = self._number + 1
        self._number += repeated
        if number > MOST_ROWS:
            raise DamagedFileError("there are more rows than a sheet has", "Save it in its program again.")
        cells = list(self._cells(element, number))
        if not any(cells):
            return
        if element.get(f"{_TABLE}visibility", "visible") != "visible":
            self.hidden()
        if repeated > _MOST_REPEATED:
            self._cut()
            repeated = 1
        self.rows += [(number + again, cells) for again in range(repeated)]

    def _cells(self, row: Element, number: int) -> Iterator[str]:
        column = 0
        for cell in row.iter(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            if cell.getparent() is not row:
                continue
            repeated = _count(cell, f"{_TABLE}number-columns-repeated", MOST_COLUMNS)
            text = self._text(cell, number, column)
            wide = _count(cell, f"{_TABLE}number-columns-spanned", MOST_COLUMNS)
            tall = _count(cell, f"{_TABLE}number-rows-spanned", MOST_ROWS)
            if text and (wide > 1 or tall > 1):
                self.spans[number, column] = (tall, wide)
            column += repeated
            if column > MOST_COLUMNS:
                raise DamagedFileError(
                    "there are more columns than a sheet has", "Save it in its program again."
                )
            if text and repeated > _MOST_REPEATED:
                self._cut()
                yield text
                text, repeated = "", repeated - 1
            yield from [text] * repeated

    def _text(self, cell: Element, number: int, column: int) -> str:
        """What a cell shows; comments and pictures in it are kept beside."""
        paragraphs: list[str] = []
        for child in cell:
            if child.tag == f"{_OFFICE}annotation":
                self._comment(child, number, column)
            elif child.tag == f"{_TEXT}p":
                paragraphs.append(_words(child))
            elif next(child.iter(f"{_DRAW}image", f"{_DRAW}object"), None) is not None:
                self._beside()
            else:
                paragraphs += [_words(one) for one in child.iter(f"{_TEXT}p")]
        text = one_line(" ".join(paragraphs))
        if text:
            return text
        for value in ("string-value", "value", "date-value", "time-value", "boolean-value"):
            if stored := cell.get(f"{_OFFICE}{value}"):
                return one_line(stored)
        formula = cell.get(f"{_TABLE}formula", "")
        if formula and cell.get(f"{_OFFICE}value-type") is None:
            self._seen.formulas += 1
            return one_line(f"={formula.partition('=')[2]}")
        return ""

    def _comment(self, element: Element, number: int, column: int) -> None:
        author = next((one.text or "" for one in element.iter(f"{_CORE}creator")), "").strip()
        text = one_line(" ".join(_words(one) for one in element.iter(f"{_TEXT}p")))
        if text:
            by = f" by {author}" if author else ""
            self.remarks.append(Remark(number, f"Comment on {_letters(column)}{number}{by}: {text}"))

    def _beside(self) -> None:
        if self.name not in self._seen.beside:
            self._seen.beside.append(self.name)

    def _cut(self) -> None:
        if self.name not in self._seen.cut:
            self._seen.cut.append(self.name)


def _owner(element: Element) -> Element | None:
    """The sheet that an element belongs to."""
    return next(element.iterancestors(f"{_TABLE}table"), None)


def _words(paragraph: Element) -> str:
    """A paragraph's text, with its spaces and line ends; notes and frames in it left out."""
    texts: list[str] = [paragraph.text or ""]
    for child in paragraph:
        if child.tag == f"{_TEXT}s" or child.tag in (f"{_TEXT}line-break", f"{_TEXT}tab"):
            texts.append(" ")
        elif child.tag not in _AROUND:
            texts.append(_words(child))
        texts.append(child.tail or "")
    return "".join(texts)


def _count(element: Element, attribute: str, most: int) -> int:
    written = element.get(attribute, "1")
    return max(1, min(int(written), most)) if written.isdecimal() and len(written) < 9 else 1


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _properties(packed: PackedFile, writer: DocumentWriter) -> None:
    """Title, author and year, where the file names them."""
    if "meta.xml" not in packed:
        return
    try:
        root = parse_xml(packed.read("meta.xml", 1 << 20), packed.name)
    except (DamagedFileError, ParseLimitError):
        return

    def first(tag: str) -> str:
        return next((one.text or "" for one in root.iter(tag)), "").strip()

    writer.title = first(f"{_CORE}title")
    author = first(f"{_META}initial-creator") or first(f"{_CORE}creator")
    writer.authors = (author,) if author else ()
    year = first(f"{_META}creation-date")[:4]
    writer.year = int(year) if year.isdecimal() and int(year) > 1980 else None
