"""Word documents: paragraphs and tables in order, with what hangs on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.parse.formats.charts import chart_table, chart_title, diagram_texts
from pincite.parse.formats.flow import Flow
from pincite.parse.formats.markup import Element
from pincite.parse.formats.omml import M, linear
from pincite.parse.formats.opc import Package
from pincite.parse.formats.text_tables import TextCell
from pincite.parse.formats.word_styles import (
    VAL,
    Numbers,
    Style,
    Styles,
    W,
    list_place,
    outline_level,
    roman,
)
from pincite.parse.formats.word_tables import WordTable, head_rows
from pincite.parse.formats.word_text import InlineReader, WordInline, chosen
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pincite.parse.files import Source

_USUAL = "word/document.xml"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MARKUP = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
_THROUGH = frozenset(f"{W}{name}" for name in ("sdtContent", "customXml", "ins", "moveTo", "smartTag"))
_MOST_HEADING_WORDS = 12


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a Word document.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        DocumentError: as all readers.
    """
    with Package(source.path, source.name, writer) as package:
        part = next(iter(package.related("", "officeDocument")), _USUAL)
        root = package.main(part if part in package else _USUAL)
        package.read_properties()
        package.tell_macros()
        _Document(package, part, root, Flow(writer)).write()


class _Document:
    """Walks through the parts of a document."""

    def __init__(self, package: Package, part: str, root: Element, flow: Flow) -> None:
        self._package = package
        self._part = part
        self._root = root
        self._flow = flow
        self._styles = Styles(self._related("styles"))
        self._numbers = Numbers(self._related("numbering"))
        self._reader = InlineReader(self._styles)
        self._notes = {kind: self._by_identifier(f"{kind}s", kind) for kind in ("footnote", "endnote")}
        self._comments = self._by_identifier("comments", "comment")
        self._counts = {"footnote": 0, "endnote": 0}
        self._joins: WordInline | None = None
        self._plain = not any(self._heading_level(one) for one in root.iter(f"{W}p"))

    def write(self) -> None:
        """Write all of it."""
        body = self._root.find(f"{W}body")
        if body is not None:
            self._blocks(body)
        self._running_heads()
        self._flow.finish()

    def _related(self, kind: str) -> Element | None:
        name = next(iter(self._package.related(self._part, kind)), "")
        return self._package.part(name) if name else None

    def _by_identifier(self, kind: str, name: str) -> dict[str, Element]:
        root = self._related(kind)
        return {} if root is None else {one.get(f"{W}id", ""): one for one in root.iter(f"{W}{name}")}

    def _blocks(self, container: Element) -> None:
        for child in container:
            self._block(child)
        if self._joins is not None:
            rest, self._joins = self._joins, None
            self._written(rest, BlockKind.PARAGRAPH, 0)

    def _block(self, element: Element) -> None:
        tag = element.tag
        if tag == f"{W}p":
            self._paragraph(element)
        elif tag == f"{W}tbl":
            self._table(element)
        elif tag == f"{W}sdt":
            if element.find(f"{W}sdtPr/{W}showingPlcHdr") is None:
                for child in element:
                    self._block(child)
        elif tag in _THROUGH:
            for child in element:
                self._block(child)
        elif tag == _MARKUP:
            for child in chosen(element):
                self._block(child)
        elif tag == f"{M}oMathPara":
            self._flow.text(linear(element), BlockKind.FORMULA)
        elif tag == f"{W}altChunk":
            self._flow.embedded()

    def _style(self, paragraph: Element) -> Style:
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        return self._styles.get(None if style is None else style.get(VAL))

    def _heading_level(self, paragraph: Element) -> int:
        properties = paragraph.find(f"{W}pPr")
        own = None if properties is None else outline_level(properties)
        return self._style(paragraph).outline if own is None else own

    def _paragraph(self, element: Element) -> None:
        style = self._style(element)
        inline = self._reader.read(element, style)
        if self._joins is not None:
            self._joins.add(inline)
            inline, self._joins = self._joins, None
        if element.find(f"{W}pPr/{W}rPr/{W}del") is not None:
            # Its end was deleted: what follows belongs to it.
            self._joins = inline
            return
        number = self._number(element, style)
        kind, level = self._kind(element, style, inline)
        if number is not None and kind in (BlockKind.PARAGRAPH, BlockKind.HEADING) and inline.text.strip():
            mark, depth = number
            if mark:
                inline.pieces.insert(0, f"{mark} ")
            if kind is BlockKind.PARAGRAPH:
                kind, level = BlockKind.LIST_ITEM, depth + 1
        self._written(inline, kind, level)

    def _kind(self, element: Element, style: Style, inline: WordInline) -> tuple[BlockKind, int]:
        name = style.names[0] if style.names else ""
        text = inline.text.strip()
        if name.startswith("toc ") or name == "table of figures":
            return BlockKind.CONTENTS, 0
        if "caption" in style.names:
            return BlockKind.CAPTION, 0
        if "title" in style.names:
            return BlockKind.HEADING, 1
        if level := self._heading_level(element):
            return BlockKind.HEADING, level
        if style.code:
            return BlockKind.CODE, 0
        if "bibliography" in style.names:
            return BlockKind.REFERENCE, 0
        if 0 < inline.letters == inline.equations:
            return BlockKind.FORMULA, 0
        if self._plain and inline.strong and _may_be_heading(text):
            return BlockKind.HEADING, 1
        return BlockKind.PARAGRAPH, 0

    def _number(self, element: Element, style: Style) -> tuple[str, int] | None:
        """What stands before an item of a list, and its level from 0; None for what is in no list."""
        properties = element.find(f"{W}pPr")
        own = None if properties is None else list_place(properties)
        number = (own[0] if own else "") or style.number
        if number in ("", "0"):
            return None
        depth = own[1] if own and own[1] is not None else style.depth
        if depth is None:
            identifier = element.find(f"{W}pPr/{W}pStyle")
            depth = self._numbers.depth_of(number, "" if identifier is None else identifier.get(VAL, ""))
        mark = self._numbers.next(number, depth)
        return None if mark is None else (mark, depth)

    def _written(self, inline: WordInline, kind: BlockKind, level: int) -> None:
        """Write a paragraph, and below it what hangs on it."""
        flow = self._flow
        if kind is BlockKind.HEADING:
            flow.heading(inline.text, level)
        elif kind is BlockKind.CODE:
            flow.code(inline.text)
        else:
            flow.text(inline.text, kind, level)
        self._hanging(inline)

    def _hanging(self, inline: WordInline) -> None:
        flow = self._flow
        for author in inline.inserted:
            flow.inserted(author)
        for author, text in inline.deleted:
            flow.deleted(author, text)
        for _ in range(inline.hidden):
            flow.hide()
        for _ in range(inline.objects):
            flow.embedded()
        for said in inline.pictures:
            flow.picture(said)
        for box in inline.boxes:
            self._blocks(box)
        for relation in inline.charts:
            self._chart(relation)
        for relation in inline.diagrams:
            root = self._of_relation(relation)
            for text in () if root is None else diagram_texts(root):
                flow.text(text)
        for kind, identifier in inline.notes:
            self._note(kind, identifier)
        for identifier in inline.comments:
            comment = self._comments.get(identifier)
            if comment is not None:
                flow.comment(comment.get(f"{W}author", ""), self._plain_text(comment))

    def _of_relation(self, identifier: str) -> Element | None:
        relation = self._package.relations(self._part).get(identifier)
        return self._package.part(relation.target) if relation is not None and relation.target else None

    def _chart(self, relation: str) -> None:
        root = self._of_relation(relation)
        draft = None if root is None else chart_table(root)
        if root is not None and draft is not None:
            self._flow.drafted(draft, chart_title(root))

    def _note(self, kind: str, identifier: str) -> None:
        note = self._notes[kind].get(identifier)
        if note is None:
            return
        self._counts[kind] += 1
        count = self._counts[kind]
        mark = str(count) if kind == "footnote" else roman(count)
        self._flow.text(f"{mark} {self._plain_text(note)}", BlockKind.FOOTNOTE)

    def _plain_text(self, container: Element) -> str:
        """All paragraphs of a note or comment on one line; what is deleted or hidden in them is left out."""
        texts = (self._reader.read(one, self._style(one)).text for one in container.iter(f"{W}p"))
        return " ".join(filter(None, map(one_line, texts)))

    def _table(self, element: Element) -> None:
        table = WordTable(element)
        if table.is_layout:
            for cell in table.cells:
                self._blocks(cell.element)
            return
        hanging, nested = WordInline(), []
        cells = []
        for cell in table.cells:
            inline, within = self._cell(cell.element)
            nested += within
            strong = inline.strong or cell.shaded
            cells.append(TextCell(cell.row, cell.column, inline.text, cell.rows, cell.columns, strong))
            inline.pieces.clear()
            hanging.add(inline)
        self._flow.table(cells, head_rows(table, self._styles))
        for author, row in table.deleted:
            self._flow.deleted(author, " ".join(self._plain_text(row).split()))
        self._hanging(hanging)
        for inner in nested:
            self._table(inner)

    def _cell(self, container: Element) -> tuple[WordInline, list[Element]]:
        """The paragraphs of a cell as one, and the tables within it."""
        whole, nested = WordInline(), []
        for element in _within(container):
            if element.tag == f"{W}tbl":
                nested.append(element)
                continue
            style = self._style(element)
            inline = self._reader.read(element, style)
            number = self._number(element, style)
            if number is not None and number[0] and inline.text.strip():
                inline.pieces.insert(0, f"{number[0]} ")
            inline.pieces.append("\n")
            whole.add(inline)
        return whole, nested

    def _running_heads(self) -> None:
        for reference in self._root.iter(f"{W}headerReference", f"{W}footerReference"):
            relation = self._package.relations(self._part).get(reference.get(f"{_RELATION}id", ""))
            root = self._package.part(relation.target) if relation is not None else None
            for element in () if root is None else _within(root):
                if element.tag == f"{W}p":
                    inline = self._reader.read(element, self._style(element))
                    self._flow.running(inline.text)
                    for box in inline.boxes:
                        self._flow.running(self._plain_text(box))
                    continue
                cells = [
                    TextCell(one.row, one.column, self._plain_text(one.element), one.rows, one.columns)
                    for one in WordTable(element).cells
                ]
                self._flow.running_table(cells)


def _within(container: Element) -> Iterator[Element]:
    """Paragraphs and tables directly within a container, in order."""
    for child in container:
        if child.tag in (f"{W}p", f"{W}tbl"):
            yield child
        elif child.tag in _THROUGH or (
            child.tag == f"{W}sdt" and child.find(f"{W}sdtPr/{W}showingPlcHdr") is None
        ):
            yield from _within(child)


def _may_be_heading(text: str) -> bool:
    """Whether a paragraph in bold reads like a heading."""
    return (
        len(text.split()) <= _MOST_HEADING_WORDS
        and not text.endswith((".", ",", ";", "!", "?"))
        and any(map(str.isalpha, text))
    )
