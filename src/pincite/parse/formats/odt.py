"""OpenDocument texts: paragraphs and tables in order, with what hangs on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.parse.formats.flow import Flow
from pincite.parse.formats.markup import Element
from pincite.parse.formats.odf import (
    DRAW,
    LINK,
    MACRO_PARTS,
    OFFICE,
    STYLE,
    SVG,
    TABLE,
    TEXT,
    OdfInline,
    OdfNumbers,
    OdfStyles,
    OdfText,
    change_author,
    change_id,
    count_of,
    formula_text,
    is_formula,
    open_body,
    paragraphs_in,
    read_meta,
    table_of,
)
from pincite.parse.formats.opc import Package
from pincite.parse.formats.text_tables import is_layout
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

_INDEXES = frozenset(
    f"{TEXT}{name}" for name in ("table-of-content", "alphabetical-index", "illustration-index", "table-index",
                                 "object-index", "user-index")
)  # fmt: skip
_ABSENT = frozenset(f"{TEXT}{name}" for name in ("tracked-changes", "index-title-template"))
_HEADS = ("header", "header-first", "header-left", "footer", "footer-first", "footer-left")


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an OpenDocument text.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        DocumentError: as all readers.
    """
    with Package(source.path, source.name, writer) as package:
        body = open_body(package, "text", source.name)
        read_meta(package, writer)
        package.tell_macros(MACRO_PARTS)
        _Text(package, body, Flow(writer)).write()


class _Text:
    """Walks through a document."""

    def __init__(self, package: Package, body: Element, flow: Flow) -> None:
        self._package = package
        self._body = body
        self._flow = flow
        self._named = package.part("styles.xml")
        self._styles = OdfStyles(self._named, body.getroottree().getroot())
        self._reader = OdfText(self._styles)
        self._headings = OdfNumbers(self._styles.outline)
        self._lists: dict[str, OdfNumbers] = {}
        self._regions: dict[str, tuple[str, str]] = {}
        """Who deleted what, by its identifier."""
        self._notes = 0

    def write(self) -> None:
        """Write all of it."""
        for region in self._body.iter(f"{TEXT}changed-region"):
            deletion = region.find(f"{TEXT}deletion")
            if deletion is not None:
                self._regions[change_id(region)] = change_author(deletion), self._reader.plain(deletion)
            elif region.find(f"{TEXT}insertion") is not None:
                self._flow.inserted(change_author(region))
        self._blocks(self._body, BlockKind.PARAGRAPH)
        self._running_heads()
        self._flow.finish()

    def _blocks(self, container: Element, kind: BlockKind) -> None:
        for child in container:
            self._block(child, kind)

    def _block(self, element: Element, kind: BlockKind) -> None:
        tag = element.tag
        if tag == f"{TEXT}h":
            self._heading(element)
        elif tag == f"{TEXT}p":
            self._paragraph(element, kind)
        elif tag == f"{TEXT}list":
            self._list(element, 1, self._list_style(element))
        elif tag == f"{TABLE}table":
            self._table(element)
        elif tag in _INDEXES:
            self._blocks(element, BlockKind.CONTENTS)
        elif tag == f"{TEXT}bibliography":
            self._blocks(element, BlockKind.REFERENCE)
        elif tag == f"{TEXT}section" and element.get(f"{TEXT}display") == "none":
            if self._reader.plain(element):
                self._flow.hide()
        elif tag == f"{TEXT}change":
            self._deleted(element.get(f"{TEXT}change-id", ""))
        elif tag in (f"{DRAW}frame", f"{DRAW}custom-shape", f"{DRAW}g"):
            self._drawn(element)
        elif tag in (f"{TEXT}section", f"{TEXT}index-body", f"{TEXT}index-title", f"{DRAW}text-box"):
            self._blocks(element, kind)

    def _heading(self, element: Element) -> None:
        inline = self._reader.read(element)
        level = min(9, count_of(element, f"{TEXT}outline-level"))
        unnumbered = element.get(f"{TEXT}is-list-header") == "true"
        mark = "" if unnumbered or not inline.text.strip() else self._headings.next(level)
        self._flow.heading(f"{mark} {inline.text}", level)
        self._hanging(inline)

    def _paragraph(self, element: Element, kind: BlockKind, mark: str = "", level: int = 0) -> None:
        inline = self._reader.read(element)
        style = self._styles.get("paragraph", element.get(f"{TEXT}style-name"))
        names = {name.replace("_20_", " ").casefold() for name in style.names}
        text = f"{mark} {inline.text}" if inline.text.strip() else ""
        if kind is BlockKind.PARAGRAPH and "title" in names:
            self._flow.heading(text, 1)
        elif kind is BlockKind.PARAGRAPH and (style.code or "preformatted text" in names):
            self._flow.code(inline.text)
        elif kind is BlockKind.PARAGRAPH and "caption" in names:
            self._flow.text(text, BlockKind.CAPTION)
        else:
            self._flow.text(text, kind, level)
        self._hanging(inline)

    def _hanging(self, inline: OdfInline) -> None:
        for identifier in inline.deleted:
            self._deleted(identifier)
        for _ in range(inline.hidden):
            self._flow.hide()
        for drawn in inline.drawn:
            self._drawn(drawn)
        for note in inline.notes:
            mark = "".join(str(text) for text in note.findtext(f"{TEXT}note-citation") or "")
            body = note.find(f"{TEXT}note-body")
            if body is not None:
                self._flow.text(f"{mark} {self._reader.plain(body)}", BlockKind.FOOTNOTE)
        for comment in inline.comments:
            self._flow.comment(change_author(comment), self._reader.plain(comment))

    def _deleted(self, identifier: str) -> None:
        if identifier in self._regions:
            self._flow.deleted(*self._regions.pop(identifier))

    def _list_style(self, element: Element) -> str:
        name = element.get(f"{TEXT}style-name", "")
        first = next(paragraphs_in(element), None)
        if not name and first is not None:
            name = self._styles.get("paragraph", first.get(f"{TEXT}style-name")).numbers
        goes_on = element.get(f"{TEXT}continue-numbering") == "true" or element.get(f"{TEXT}continue-list")
        if not goes_on or name not in self._lists:
            self._lists[name] = OdfNumbers(self._styles.lists.get(name, {}))
        return name

    def _list(self, element: Element, level: int, style: str) -> None:
        for item in element:
            if item.tag not in (f"{TEXT}list-item", f"{TEXT}list-header"):
                continue
            start = count_of(item, f"{TEXT}start-value", -1)
            first = item.tag == f"{TEXT}list-item"
            for child in item:
                if child.tag == f"{TEXT}list":
                    own = child.get(f"{TEXT}style-name", "")
                    if own and own != style and own not in self._lists:
                        self._lists[own] = OdfNumbers(self._styles.lists.get(own, {}))
                    self._list(child, level + 1, own or style)
                elif child.tag == f"{TEXT}p":
                    mark = self._lists[style].next(level, start if start >= 0 else None) if first else ""
                    self._paragraph(child, BlockKind.LIST_ITEM, mark, level)
                    first = False
                else:
                    self._block(child, BlockKind.PARAGRAPH)

    def _table(self, element: Element) -> None:
        table = table_of(element)
        hanging = OdfInline()
        nested: list[Element] = []
        for cell, content in table.cells:
            inline = OdfInline()
            for paragraph in paragraphs_in(content):
                if any(parent.tag == f"{TABLE}table" for parent in _between(paragraph, content)):
                    continue
                inline.add(self._reader.read(paragraph))
                inline.pieces.append("\n")
            nested += [one for one in content.iter(f"{TABLE}table") if _is_outermost(one, content)]
            cell.text, cell.bold = inline.text, inline.strong
            inline.pieces.clear()
            hanging.add(inline)
        cells = [cell for cell, _ in table.cells]
        if is_layout(cells) or (nested and 2 * len(nested) >= len(cells)):
            for _, content in table.cells:
                self._blocks(content, BlockKind.PARAGRAPH)
            return
        self._flow.table(cells, table.heads or None)
        self._hanging(hanging)
        for inner in nested:
            self._table(inner)

    def _drawn(self, element: Element) -> None:
        """A frame or shape: its text, what is said of its picture, the object in it."""
        said = element.findtext(f"{SVG}desc") or element.findtext(f"{SVG}title") or ""
        box = element.find(f"{DRAW}text-box")
        shown = next(element.iter(f"{DRAW}object"), None)
        if box is not None:
            self._blocks(box, BlockKind.PARAGRAPH)
        elif shown is not None:
            self._object(shown)
        elif element.find(f"{DRAW}image") is not None:
            self._flow.picture(said)
            return
        elif element.find(f"{DRAW}object-ole") is not None:
            self._flow.embedded()
        else:
            for child in element:
                if child.tag == f"{TEXT}list":
                    self._block(child, BlockKind.PARAGRAPH)
                elif child.tag == f"{TEXT}p":
                    self._paragraph(child, BlockKind.PARAGRAPH)
                elif str(child.tag).startswith(DRAW):
                    self._drawn(child)
        if said:
            self._flow.text(said, BlockKind.CAPTION)

    def _object(self, element: Element) -> None:
        place = element.get(f"{LINK}href", "").removeprefix("./").strip("/")
        root = self._package.part(f"{place}/content.xml") if place else None
        if root is None:
            root = next(iter(element), None)
        if root is None:
            self._flow.embedded()
        elif is_formula(root):
            self._flow.text(formula_text(root), BlockKind.FORMULA)
        elif (chart := root.find(f".//{OFFICE}chart")) is not None:
            table = next(chart.iter(f"{TABLE}table"), None)
            if table is not None:
                self._table(table)
        else:
            self._flow.embedded()

    def _running_heads(self) -> None:
        """What stands in the headers and footers of the page styles that are used."""
        if self._named is None:
            return
        masters = {one.get(f"{STYLE}name", ""): one for one in self._named.iter(f"{STYLE}master-page")}
        used = [
            "Standard",
            *(one.get(f"{STYLE}master-page-name", "") for one in self._styles.elements.values()),
        ]
        used += [masters[name].get(f"{STYLE}next-style-name", "") for name in used if name in masters]
        for name in dict.fromkeys(used):
            for head in (masters[name].find(f"{STYLE}{part}") for part in _HEADS) if name in masters else ():
                for child in () if head is None else head:
                    if child.tag != f"{TABLE}table":
                        self._flow.running(" ".join(self._reader.read(one).text for one in _itself(child)))
                        continue
                    table = table_of(child)
                    for cell, content in table.cells:
                        cell.text = self._reader.plain(content)
                    self._flow.running_table([cell for cell, _ in table.cells])


def _itself(element: Element) -> list[Element]:
    return [element] if element.tag in (f"{TEXT}p", f"{TEXT}h") else list(paragraphs_in(element))


def _between(element: Element, container: Element) -> list[Element]:
    """The elements around one, up to its container."""
    around = []
    parent = element.getparent()
    while parent is not None and parent is not container:
        around.append(parent)
        parent = parent.getparent()
    return around


def _is_outermost(table: Element, container: Element) -> bool:
    return not any(parent.tag == f"{TABLE}table" for parent in _between(table, container))
