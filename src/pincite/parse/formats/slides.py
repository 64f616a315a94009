"""PowerPoint presentations: a page a slide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.domain import BlockKind, DocumentFacts, DocumentKind
from pincite.parse.formats.charts import chart_table, chart_title, diagram_texts
from pincite.parse.formats.flow import picture_text
from pincite.parse.formats.markup import Element
from pincite.parse.formats.opc import Package, local
from pincite.parse.formats.slide_order import Placed, in_reading_order
from pincite.parse.formats.slide_shapes import (
    A,
    P,
    Placeholders,
    described,
    inline,
    paragraphs,
    placed,
    placeholder,
    table_cells,
)
from pincite.parse.formats.text_tables import draft_of, is_layout
from pincite.parse.formats.writer import DocumentWriter, one_line
from pincite.parse.metadata import sane_title

if TYPE_CHECKING:
    from pincite.parse.files import Source

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_USUAL = "ppt/presentation.xml"
_TITLES = ("title", "ctrTitle")
_NEVER_TEXT = ("dt", "sldNum", "hdr", "sldImg")
_ON = ("1", "true")


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a PowerPoint presentation.

    Args:
        source: The file.
        writer: Takes its pages.

    Raises:
        DocumentError: as all readers.
    """
    with Package(source.path, source.name, writer) as package:
        part = next(iter(package.related("", "officeDocument")), _USUAL)
        part = part if part in package else _USUAL
        root = package.main(part)
        package.read_properties()
        package.tell_macros()
        writer.facts = DocumentFacts(kind=DocumentKind.SLIDES)
        _Presentation(package, part, root, writer).write()


class _Presentation:
    """Walks through the slides in the order in which they are shown."""

    def __init__(self, package: Package, part: str, root: Element, writer: DocumentWriter) -> None:
        self._package = package
        self._writer = writer
        relations = package.relations(part)
        self._slides = [
            relations[entry.get(f"{_RELATION}id", "")].target
            for entry in root.iter(f"{P}sldId")
            if entry.get(f"{_RELATION}id", "") in relations
        ]
        self._first = int(text) if (text := root.get("firstSlideNum", "1")).isdecimal() else 1
        size = root.find(f"{P}sldSz")
        self._size = (0.0, 0.0) if size is None else (_length(size, "cx"), _length(size, "cy"))
        self._layouts: dict[str, Placeholders] = {}
        self._authors: dict[str, str] = {}
        for kind in ("commentAuthors", "authors"):
            for name in package.related(part, kind):
                authors = package.part(name)
                for author in () if authors is None else authors:
                    self._authors[author.get("id", "")] = author.get("name", "")
        self._pictures = 0

    def write(self) -> None:
        """Write all slides."""
        writer = self._writer
        writer.pages_in_all = len(self._slides)
        for number, name in enumerate(self._slides):
            root = self._package.part(name)
            writer.page(f"slide {self._first + number}")
            writer.leave_sections()
            if root is not None:
                self._slide(name, root)
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

    def _slide(self, name: str, root: Element) -> None:
        if root.get("show", "1") not in _ON:
            self._writer.notice(
                "hidden_slides", "Slides that are left out when it is shown were read as well.", here=True
            )
        tree = root.find(f"{P}cSld/{P}spTree")
        if tree is not None:
            found = [one for one in placed(tree, self._placeholders(name)) if self._is_shown(one)]
            titles = [one for one in found if (placeholder(one.item) or ("", ""))[0] in _TITLES]
            for title in titles:
                self._title(title.item)
            for shape in in_reading_order([one for one in found if one not in titles]):
                self._shape(name, shape)
        for notes in self._package.related(name, "notesSlide"):
            self._notes(notes)
        for comments in self._package.related(name, "comments"):
            self._comments(comments)

    def _placeholders(self, slide: str) -> Placeholders:
        layout = next(iter(self._package.related(slide, "slideLayout")), "")
        if layout not in self._layouts:
            master = next(iter(self._package.related(layout, "slideMaster")), "") if layout else ""
            roots = (self._package.part(name) if name else None for name in (layout, master))
            self._layouts[layout] = Placeholders(*roots)
        return self._layouts[layout]

    def _is_shown(self, one: Placed[Element]) -> bool:
        said = described(one.item)
        width, height = self._size
        outside = bool(width and height) and (one.x1 < 0 or one.y1 < 0 or one.x0 > width or one.y0 > height)
        if not outside and (said is None or said.get("hidden") not in _ON):
            return True
        if any((text.text or "").strip() for text in one.item.iter(f"{A}t")):
            self._writer.notice(
                "hidden_text", "Text that is hidden, or stands beside a slide, was left out.", here=True
            )
        return False

    def _title(self, shape: Element) -> None:
        text = " ".join(text for text, _, _ in paragraphs(shape.find(f"{P}txBody")))
        if self._writer.page_index == 1:
            self._writer.title = sane_title(one_line(text)) or self._writer.title
        self._writer.heading(text, 1)

    def _shape(self, slide: str, shape: Element) -> None:
        kind = shape.tag.removeprefix(P) if isinstance(shape.tag, str) else ""
        if kind == "grpSp":
            self._group(slide, shape)
            return
        if kind == "graphicFrame":
            self._frame(slide, shape)
        elif kind == "sp":
            self._text(shape)
        said = described(shape)
        text = "" if said is None else picture_text(said.get("descr") or said.get("title") or "")
        if kind == "pic" or any(True for _ in shape.iterfind(f"{P}spPr/{A}blipFill")):
            self._pictures += 1
        if text:
            self._writer.text(text, BlockKind.CAPTION)

    def _group(self, slide: str, group: Element) -> None:
        # Within a group all places are in the group's own measure.
        for shape in in_reading_order(placed(group, Placeholders())):
            self._shape(slide, shape)

    def _text(self, shape: Element) -> None:
        place = placeholder(shape)
        kind = "" if place is None else place[0]
        if kind in _NEVER_TEXT:
            return
        body = list(paragraphs(shape.find(f"{P}txBody")))
        outline = place is not None and kind in ("body", "obj") and len(body) > 1
        for text, level, listed in body:
            if kind == "ftr":
                self._writer.text(text, BlockKind.RUNNING_HEAD)
            elif listed or (listed is None and (outline or level)):
                self._writer.text(text, BlockKind.LIST_ITEM, level=level + 1)
            else:
                self._writer.text(text)

    def _frame(self, slide: str, frame: Element) -> None:
        """A table, a chart, a diagram or an object of another program."""
        table = next(frame.iter(f"{A}tbl"), None)
        chart, diagram = next(frame.iter(_CHART), None), next(frame.iter(_DIAGRAM), None)
        if table is not None:
            look = table.find(f"{A}tblPr")
            head = 1 if look is not None and look.get("firstRow") in _ON else None
            cells = table_cells(table)
            if is_layout(cells):
                for cell in cells:
                    self._writer.text(cell.text)
            else:
                self._writer.table(draft_of(cells, head))
        elif chart is not None:
            root = self._of_relation(slide, chart.get(f"{_RELATION}id", ""))
            draft = None if root is None else chart_table(root)
            if root is not None and draft is not None:
                self._writer.table(draft, caption=chart_title(root))
        elif diagram is not None:
            root = self._of_relation(slide, diagram.get(f"{_RELATION}dm", ""))
            for text in () if root is None else diagram_texts(root):
                self._writer.text(text, BlockKind.LIST_ITEM, level=1)
        else:
            self._writer.notice(
                "objects_not_read", "Objects of other programs within slides were not read.", here=True
            )

    def _of_relation(self, slide: str, identifier: str) -> Element | None:
        relation = self._package.relations(slide).get(identifier)
        return self._package.part(relation.target) if relation is not None and relation.target else None

    def _notes(self, name: str) -> None:
        root = self._package.part(name)
        texts = [
            text
            for shape in (() if root is None else root.iter(f"{P}sp"))
            if (placeholder(shape) or ("", ""))[0] not in (*_NEVER_TEXT, "ftr")
            for text, _, _ in paragraphs(shape.find(f"{P}txBody"))
        ]
        if texts:
            self._writer.heading("Notes", 2)
            for text in texts:
                self._writer.text(text)

    def _comments(self, name: str) -> None:
        root = self._package.part(name)
        for comment in () if root is None else root.iter():
            if local(comment) not in ("cm", "reply"):
                continue
            author = self._authors.get(comment.get("authorId", ""), "")
            own = [comment.findtext(f"{P}text") or ""]
            for child in comment:
                if local(child) == "txBody":
                    own += [inline(paragraph) for paragraph in child.iterfind(f"{A}p")]
            if text := one_line(" ".join(own)):
                self._writer.text(f"{author}: {text}" if author else text, BlockKind.COMMENT)


def _length(element: Element, name: str) -> float:
    text = element.get(name, "")
    return float(text) if text.isdecimal() else 0.0
