"""OpenDocument presentations: a page a slide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.domain import BlockKind, DocumentFacts, DocumentKind
from pincite.parse.formats.flow import picture_text
from pincite.parse.formats.markup import Element
from pincite.parse.formats.odf import (
    DRAW,
    LINK,
    MACRO_PARTS,
    OFFICE,
    PRESENTATION,
    STYLE,
    SVG,
    TABLE,
    TEXT,
    OdfNumbers,
    OdfStyles,
    OdfText,
    change_author,
    count_of,
    formula_text,
    is_formula,
    open_body,
    read_meta,
    table_of,
)
from pincite.parse.formats.opc import Package
from pincite.parse.formats.slide_order import Placed, in_reading_order
from pincite.parse.formats.text_tables import draft_of
from pincite.parse.formats.writer import DocumentWriter, one_line
from pincite.parse.metadata import sane_title

if TYPE_CHECKING:
    from pincite.parse.files import Source

_LENGTH = re.compile(r"^\s*(-?[\d.]+)\s*(cm|mm|in|pt|pc|px)?\s*$")
_CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}
_MOVED = re.compile(r"translate\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)")
_NEVER_TEXT = frozenset(("date-time", "page-number", "page", "header"))
_SHAPE = frozenset(
    f"{DRAW}{name}" for name in ("frame", "custom-shape", "g", "rect", "ellipse", "line", "connector", "polygon",
                                 "path", "circle", "polyline", "regular-polygon", "caption", "measure", "a")
)  # fmt: skip


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an OpenDocument presentation.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        DocumentError: as all readers.
    """
    with Package(source.path, source.name, writer) as package:
        body = open_body(package, "presentation", source.name)
        read_meta(package, writer)
        writer.facts = DocumentFacts(kind=DocumentKind.SLIDES)
        package.tell_macros(MACRO_PARTS)
        _Slides(package, body, writer).write()


class _Slides:
    """Walks through the slides."""

    def __init__(self, package: Package, body: Element, writer: DocumentWriter) -> None:
        self._package = package
        self._writer = writer
        self._slides = list(body.iterfind(f"{DRAW}page"))
        self._styles = OdfStyles(package.part("styles.xml"), body.getroottree().getroot())
        self._reader = OdfText(self._styles)
        self._pictures = 0

    def write(self) -> None:
        """Write all slides."""
        writer = self._writer
        writer.pages_in_all = len(self._slides)
        for number, slide in enumerate(self._slides, 1):
            writer.page(f"slide {number}")
            writer.leave_sections()
            if self._is_hidden(slide):
                writer.notice(
                    "hidden_slides", "Slides that are left out when it is shown were read as well.", here=True
                )
            self._slide(slide)
            if not writer.page_size:
                writer.notice("slides_without_text", "Slides hold no text.", here=True)
        if not self._slides:
            writer.page("slide 1")
            writer.notice("no_text", "The presentation has no slides.")
        if self._pictures:
            count = f"{self._pictures:,} picture{'s' if self._pictures > 1 else ''}"
            writer.notice(
                "pictures_not_read", f"Text within pictures was not read ({count}); what is said of them is."
            )

    def _is_hidden(self, slide: Element) -> bool:
        style = self._styles.elements.get(("drawing-page", slide.get(f"{DRAW}style-name", "")))
        look = None if style is None else style.find(f"{STYLE}drawing-page-properties")
        return look is not None and look.get(f"{PRESENTATION}visibility") == "hidden"

    def _slide(self, slide: Element) -> None:
        placed = _placed(slide)
        titles = [one for one in placed if one.item.get(f"{PRESENTATION}class") == "title"]
        for title in titles:
            text = one_line(self._reader.plain(title.item))
            if title.item.get(f"{PRESENTATION}placeholder") != "true":
                if self._writer.page_index == 1:
                    self._writer.title = sane_title(text) or self._writer.title
                self._writer.heading(text, 1)
        for shape in in_reading_order([one for one in placed if one not in titles]):
            self._shape(shape)
        for notes in slide.iterfind(f"{PRESENTATION}notes"):
            self._notes(notes)
        for comment in slide.iterfind(f"{OFFICE}annotation"):
            text, author = self._reader.plain(comment), change_author(comment)
            self._writer.text(f"{author}: {text}" if author and text else text, BlockKind.COMMENT)

    def _shape(self, shape: Element) -> None:
        kind = shape.get(f"{PRESENTATION}class", "")
        if kind in _NEVER_TEXT or shape.get(f"{PRESENTATION}placeholder") == "true":
            return
        if shape.tag in (f"{DRAW}g", f"{DRAW}a"):
            for inner in in_reading_order(_placed(shape)):
                self._shape(inner)
            return
        table = next(shape.iter(f"{TABLE}table"), None)
        shown = next(shape.iter(f"{DRAW}object"), None)
        if table is not None:
            self._table(table)
        elif shown is not None:
            self._object(shown)
        else:
            box = shape.find(f"{DRAW}text-box")
            self._texts(shape if box is None else box, BlockKind.RUNNING_HEAD if kind == "footer" else None)
            self._pictures += box is None and shape.find(f"{DRAW}image") is not None
        said = picture_text(shape.findtext(f"{SVG}desc") or shape.findtext(f"{SVG}title") or "")
        self._writer.text(said, BlockKind.CAPTION)

    def _texts(self, container: Element, kind: BlockKind | None) -> None:
        for child in container:
            if child.tag in (f"{TEXT}p", f"{TEXT}h"):
                self._writer.text(self._reader.read(child).text, kind or BlockKind.PARAGRAPH)
            elif child.tag == f"{TEXT}list":
                numbers = OdfNumbers(self._styles.lists.get(child.get(f"{TEXT}style-name", ""), {}))
                self._list(child, 1, numbers)

    def _list(self, element: Element, level: int, numbers: OdfNumbers) -> None:
        for item in element:
            start = count_of(item, f"{TEXT}start-value", -1)
            first = item.tag == f"{TEXT}list-item"
            for child in item:
                if child.tag == f"{TEXT}list":
                    self._list(child, level + 1, numbers)
                elif child.tag == f"{TEXT}p":
                    text = self._reader.read(child).text
                    mark = (
                        numbers.next(level, start if start >= 0 else None) if first and text.strip() else ""
                    )
                    first = False
                    self._writer.text(f"{mark} {text}", BlockKind.LIST_ITEM, level=level)

    def _table(self, element: Element) -> None:
        table = table_of(element)
        for cell, content in table.cells:
            cell.text = self._reader.plain(content)
        first_row = element.get(f"{TABLE}use-first-row-styles") == "true"
        self._writer.table(
            draft_of([cell for cell, _ in table.cells], table.heads or (1 if first_row else None))
        )

    def _object(self, element: Element) -> None:
        place = element.get(f"{LINK}href", "").removeprefix("./").strip("/")
        root = self._package.part(f"{place}/content.xml") if place else next(iter(element), None)
        chart = None if root is None else root.find(f".//{OFFICE}chart")
        table = None if chart is None else next(chart.iter(f"{TABLE}table"), None)
        if root is not None and is_formula(root):
            self._writer.text(formula_text(root), BlockKind.FORMULA)
        elif table is not None:
            self._table(table)
        else:
            self._writer.notice(
                "objects_not_read", "Objects of other programs within slides were not read.", here=True
            )

    def _notes(self, notes: Element) -> None:
        frames = [
            one
            for one in notes.iterfind(f"{DRAW}frame")
            if one.get(f"{PRESENTATION}class") == "notes" and one.get(f"{PRESENTATION}placeholder") != "true"
        ]
        boxes = [box for frame in frames for box in frame.iterfind(f"{DRAW}text-box")]
        if any(self._reader.plain(box) for box in boxes):
            self._writer.heading("Notes", 2)
            for box in boxes:
                self._texts(box, None)


def _placed(container: Element) -> list[Placed[Element]]:
    """The shapes directly within a slide or group, with their places in centimetres."""
    return [Placed(*_box(shape), item=shape) for shape in container if shape.tag in _SHAPE]


def _box(shape: Element) -> tuple[float, float, float, float]:
    if shape.tag in (f"{DRAW}g", f"{DRAW}a"):
        boxes = [_box(inner) for inner in _leaves(shape)]
        if boxes:
            left, top, right, bottom = zip(*boxes, strict=True)
            return min(left), min(top), max(right), max(bottom)
    x, y = _length(shape.get(f"{SVG}x")), _length(shape.get(f"{SVG}y"))
    moved = _MOVED.search(shape.get(f"{DRAW}transform", ""))
    if moved:
        x, y = x + _length(moved.group(1)), y + _length(moved.group(2))
    return x, y, x + _length(shape.get(f"{SVG}width")), y + _length(shape.get(f"{SVG}height"))


def _leaves(group: Element) -> Iterator[Element]:
    return (one for one in group.iter() if one.tag in _SHAPE and one.tag not in (f"{DRAW}g", f"{DRAW}a"))


def _length(text: str | None) -> float:
    found = _LENGTH.match(text or "")
    try:
        return float(found.group(1)) * _CENTIMETRES[found.group(2) or "cm"] if found else 0.0
    except ValueError:
        return 0.0
