"""OpenDocument files: the file itself, styles, numbers of lists, and the text of paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.errors import PasswordNeededError
from pincite.parse.formats.inline import Inline
from pincite.parse.formats.markup import Element
from pincite.parse.formats.opc import Package
from pincite.parse.formats.text_tables import MOST_COLUMNS, TextCell
from pincite.parse.formats.word_styles import CODE_FONT, roman
from pincite.parse.formats.writer import DocumentWriter
from pincite.parse.metadata import sane_authors, sane_title

_URN = "urn:oasis:names:tc:opendocument:xmlns"
OFFICE = f"{{{_URN}:office:1.0}}"
TEXT = f"{{{_URN}:text:1.0}}"
TABLE = f"{{{_URN}:table:1.0}}"
DRAW = f"{{{_URN}:drawing:1.0}}"
STYLE = f"{{{_URN}:style:1.0}}"
PRESENTATION = f"{{{_URN}:presentation:1.0}}"
SVG = f"{{{_URN}:svg-compatible:1.0}}"
LINK = "{http://www.w3.org/1999/xlink}"
DC = "{http://purl.org/dc/elements/1.1/}"
MACRO_PARTS = r"(?:Basic|Scripts)/.*/.*"
_FO = f"{{{_URN}:xsl-fo-compatible:1.0}}"
_META = f"{{{_URN}:meta:1.0}}"
_MANIFEST = f"{{{_URN}:manifest:1.0}}"
_MATH = "{http://www.w3.org/1998/Math/MathML}"
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"

_YEAR = re.compile(r"^\s*(19[5-9]\d|20\d\d)-")
_DEEPEST = 32
_MOST_SPACES = 200
_ABSENT = frozenset(
    {f"{TEXT}tracked-changes", f"{TEXT}hidden-text", f"{TEXT}ruby-text", f"{OFFICE}forms", f"{TEXT}note-citation",
     f"{TEXT}sequence-decls", f"{TEXT}variable-decls", f"{TEXT}user-field-decls"}
)  # fmt: skip
_DRAWN = frozenset(
    f"{DRAW}{name}"
    for name in ("frame", "custom-shape", "g", "rect", "ellipse", "line", "connector", "polygon", "path", "a")
)


def open_body(package: Package, kind: str, name: str) -> Element:
    """The body of a document of some kind ("text", "presentation").

    Raises:
        DamagedFileError: if there is none.
        PasswordNeededError: if it is encrypted.
    """
    manifest = package.part("META-INF/manifest.xml")
    if manifest is not None and next(manifest.iter(f"{_MANIFEST}encryption-data"), None) is not None:
        raise PasswordNeededError(f"{name} is encrypted", "Save it without a password, and add that.")
    root = package.main("content.xml")
    body = root.find(f"{OFFICE}body/{OFFICE}{kind}")
    return root if body is None else body


def read_meta(package: Package, writer: DocumentWriter) -> None:
    """Tell the writer title, authors and year, as far as the file's own fields are sane."""
    root = package.part("meta.xml")
    if root is None:
        return
    found = {child.tag: child.text or "" for child in root.iter() if isinstance(child.tag, str)}
    writer.title = sane_title(found.get(f"{DC}title", ""))
    writer.authors = sane_authors(found.get(f"{_META}initial-creator", "") or found.get(f"{DC}creator", ""))
    year = _YEAR.match(found.get(f"{_META}creation-date", ""))
    writer.year = int(year.group(1)) if year else None


@dataclass(slots=True)
class OdfStyle:
    """What matters of a style, inherited values included.

    Attributes:
        names: Its name and those that it is based on, nearest first.
        bold: Whether its text is bold.
        hidden: Whether its text is hidden.
        numbers: The style of lists that belongs to it.
        code: Whether it is one of source code.
    """

    names: tuple[str, ...] = ()
    bold: bool = False
    hidden: bool = False
    numbers: str = ""
    code: bool = False


class OdfStyles:
    """Styles of a document by name.

    Args:
        roots: The parts that hold styles, those that count more last.
    """

    def __init__(self, *roots: Element | None) -> None:
        self.lists: dict[str, dict[int, Element]] = {}
        self.outline: dict[int, Element] = {}
        self.elements: dict[tuple[str, str], Element] = {}
        self._made: dict[tuple[str, str], OdfStyle] = {}
        for root in roots:
            for element in () if root is None else root.iter(f"{STYLE}style"):
                self.elements[element.get(f"{STYLE}family", ""), element.get(f"{STYLE}name", "")] = element
            for element in () if root is None else root.iter(f"{TEXT}list-style"):
                self.lists[element.get(f"{STYLE}name", "")] = _levels(element)
            for element in () if root is None else root.iter(f"{TEXT}outline-style"):
                self.outline = _levels(element)

    def get(self, family: str, name: str | None) -> OdfStyle:
        """A style of a family ("paragraph", "text")."""
        key = family, name or ""
        if key not in self._made:
            self._made[key] = self._read(*key)
        return self._made[key]

    def _read(self, family: str, name: str) -> OdfStyle:
        chain: list[str] = []
        while (family, name) in self.elements and name not in chain and len(chain) < _DEEPEST:
            chain.append(name)
            name = self.elements[family, name].get(f"{STYLE}parent-style-name", "")
        if name and name not in chain:
            chain.append(name)
        style = OdfStyle(tuple(chain))
        for part in reversed(chain):
            element = self.elements.get((family, part))
            if element is None:
                continue
            style.numbers = element.get(f"{STYLE}list-style-name", style.numbers)
            properties = element.find(f"{STYLE}text-properties")
            if properties is not None:
                weight = properties.get(f"{_FO}font-weight")
                style.bold = style.bold if weight is None else weight in ("bold", "600", "700", "800", "900")
                font = properties.get(f"{STYLE}font-name") or properties.get(f"{_FO}font-family")
                style.code = style.code if font is None else bool(CODE_FONT.search(font))
                display = properties.get(f"{TEXT}display")
                style.hidden = style.hidden if display is None else display == "none"
        return style


def _levels(element: Element) -> dict[int, Element]:
    return {count_of(level, f"{TEXT}level"): level for level in element if level.get(f"{TEXT}level")}


def count_of(element: Element, name: str, otherwise: int = 1) -> int:
    """A count that an attribute says, within reason."""
    text = element.get(name, "")
    return min(int(text), 1 << 20) if text.isdecimal() and len(text) < 9 else otherwise


class OdfNumbers:
    """Counts the items of lists or headings.

    Args:
        levels: The look of the numbers by level, from 1.
    """

    def __init__(self, levels: dict[int, Element]) -> None:
        self._levels = levels
        self._counts: dict[int, int] = {}

    def next(self, level: int, start: int | None = None) -> str:
        """What stands before the next item; "" where that is a bullet or nothing."""
        look = self._levels.get(level)
        first = 1 if look is None else count_of(look, f"{TEXT}start-value")
        self._counts[level] = self._counts.get(level, first - 1) + 1 if start is None else start
        for deeper in [other for other in self._counts if other > level]:
            del self._counts[deeper]
        if look is None or not look.get(f"{STYLE}num-format"):
            return ""
        shown = min(level, count_of(look, f"{TEXT}display-levels"))
        parts = []
        for other in range(level - shown + 1, level + 1):
            one = self._levels.get(other)
            form = "" if one is None else one.get(f"{STYLE}num-format", "")
            if form:
                parts.append(_formed(self._counts.setdefault(other, 1), form))
        return f"{look.get(f'{STYLE}num-prefix', '')}{'.'.join(parts)}{look.get(f'{STYLE}num-suffix', '')}"


def _formed(count: int, form: str) -> str:
    if form in ("a", "A") and count > 0:
        letters = chr(ord("a") + (count - 1) % 26) * min(9, (count - 1) // 26 + 1)
        return letters if form == "a" else letters.upper()
    if form in ("i", "I") and 0 < count < 4000:
        return roman(count) if form == "i" else roman(count).upper()
    return str(count)


@dataclass(slots=True)
class OdfInline(Inline):
    """What a paragraph of an OpenDocument file holds.

    Attributes:
        notes: Its footnotes and endnotes.
        comments: Remarks on it.
        deleted: Identifiers of what was deleted in it.
        drawn: Frames and shapes that are anchored in it.
    """

    notes: list[Element] = field(default_factory=list)
    comments: list[Element] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    drawn: list[Element] = field(default_factory=list)


class OdfText:
    """Reads paragraphs.

    Args:
        styles: Of the document.
    """

    def __init__(self, styles: OdfStyles) -> None:
        self._styles = styles

    def read(self, paragraph: Element) -> OdfInline:
        """What a paragraph or heading holds."""
        inline = OdfInline()
        self._walk(paragraph, inline, self._styles.get("paragraph", paragraph.get(f"{TEXT}style-name")))
        return inline

    def plain(self, container: Element) -> str:
        """All paragraphs within a note, a comment or a shape, on one line."""
        return " ".join(text for one in paragraphs_in(container) if (text := self.read(one).text.strip()))

    def _walk(self, element: Element, inline: OdfInline, style: OdfStyle) -> None:
        self._add(element.text, inline, style)
        for child in element:
            self._node(child, inline, style)
            self._add(child.tail, inline, style)

    def _add(self, text: str | None, inline: OdfInline, style: OdfStyle) -> None:
        if not text:
            return
        if style.hidden:
            inline.hidden += bool(text.strip())
            return
        size = len(text.strip())
        inline.letters += size
        inline.bold += size if style.bold else 0
        inline.pieces.append(text.replace("\n", " "))

    def _node(self, element: Element, inline: OdfInline, style: OdfStyle) -> None:
        tag = element.tag
        if tag == f"{TEXT}s":
            inline.pieces.append(" " * min(_MOST_SPACES, count_of(element, f"{TEXT}c")))
        elif tag == f"{TEXT}tab":
            inline.pieces.append("\t")
        elif tag == f"{TEXT}line-break":
            inline.pieces.append("\n")
        elif tag == f"{TEXT}note":
            inline.notes.append(element)
        elif tag == f"{OFFICE}annotation":
            inline.comments.append(element)
        elif tag == f"{TEXT}change":
            inline.deleted.append(element.get(f"{TEXT}change-id", ""))
        elif tag in _DRAWN:
            inline.drawn.append(element)
        elif tag == f"{TEXT}span":
            own = self._styles.get("text", element.get(f"{TEXT}style-name"))
            name = element.get(f"{TEXT}style-name", "")
            said = self._styles.elements.get(("text", name)) is not None
            both = OdfStyle(bold=own.bold or style.bold, hidden=own.hidden or style.hidden) if said else style
            self._walk(element, inline, both)
        elif tag not in _ABSENT:
            self._walk(element, inline, style)


def paragraphs_in(container: Element) -> Iterator[Element]:
    """Paragraphs and headings within an element, without those within their own notes and frames."""
    waiting = list(reversed(container))
    while waiting:
        node = waiting.pop()
        if node.tag in (f"{TEXT}p", f"{TEXT}h"):
            yield node
        elif node.tag not in _ABSENT:
            waiting += reversed(node)


def change_author(region: Element) -> str:
    """Who made a change, or wrote a comment."""
    return region.findtext(f".//{DC}creator") or ""


def change_id(region: Element) -> str:
    """By what the text refers to a change."""
    return region.get(f"{TEXT}id") or region.get(_XML_ID) or ""


def formula_text(root: Element) -> str:
    """A formula as its author wrote it, else the signs of it."""
    written = root.findtext(f".//{_MATH}annotation")
    return written or " ".join("".join(str(text) for text in root.itertext()).split())


def is_formula(root: Element) -> bool:
    """Whether an object is a formula."""
    return str(root.tag).startswith(_MATH)


@dataclass(slots=True)
class OdfTable:
    """A table: its cells with what they hold, and how many first rows are marked as head."""

    cells: list[tuple[TextCell, Element]]
    heads: int


def table_of(table: Element) -> OdfTable:
    """The grid of a table; the texts of its cells are left to fill."""
    cells: list[tuple[TextCell, Element]] = []
    number = heads = 0
    for row, is_head in _rows(table):
        column = 0
        for cell in row:
            if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                continue
            repeated = count_of(cell, f"{TABLE}number-columns-repeated")
            if cell.tag == f"{TABLE}table-cell" and column < MOST_COLUMNS and (len(cell) or column == 0):
                rows = min(MOST_COLUMNS, count_of(cell, f"{TABLE}number-rows-spanned"))
                columns = min(MOST_COLUMNS, count_of(cell, f"{TABLE}number-columns-spanned"))
                cells.append((TextCell(number, column, "", rows, columns), cell))
                # An equal cell beside it.
                last = min(column + repeated, MOST_COLUMNS) if len(cell) else column
                cells += [(TextCell(number, place, ""), cell) for place in range(column + 1, last)]
            column += repeated
        number += 1
        heads += is_head and heads == number - 1
    return OdfTable(cells, heads)


def _rows(table: Element, *, head: bool = False) -> Iterator[tuple[Element, bool]]:
    for child in table:
        if child.tag == f"{TABLE}table-row":
            yield child, head
        elif child.tag in (f"{TABLE}table-header-rows", f"{TABLE}table-rows", f"{TABLE}table-row-group"):
            yield from _rows(child, head=head or child.tag == f"{TABLE}table-header-rows")
