"""The text of a paragraph of Word: what is shown of it, and what hangs on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.parse.formats.inline import Inline
from pincite.parse.formats.markup import Element
from pincite.parse.formats.omml import M, linear
from pincite.parse.formats.word_styles import VAL, Style, Styles, W, is_on

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_PLACED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_VML = "{urn:schemas-microsoft-com:vml}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"

_THROUGH = frozenset(
    f"{W}{name}"
    for name in ("hyperlink", "smartTag", "sdtContent", "fldSimple", "customXml", "dir", "bdo", "rubyBase")
)
_SIGNS = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_SYMBOLS = {
    0xB7: "•", 0xA7: "▪", 0xA8: "☐", 0xFE: "☒", 0xFD: "☒", 0xFC: "✓", 0xFB: "✗", 0x6F: "☐", 0x78: "☒", 0x52: "☑",
    0xE0: "→", 0xDF: "←", 0x4A: "☺",
}  # fmt: skip
"""Of Wingdings: boxes, ticks, arrows."""

_GREEK = dict(
    zip(
        range(0x41, 0x7B),
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
) | {
    0xA3: "≤", 0xA5: "∞", 0xB0: "°", 0xB1: "±", 0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡",
    0xBB: "≈", 0xAE: "→", 0xAC: "←", 0xAB: "↔", 0xC5: "⊕", 0xC7: "∩", 0xC8: "∪", 0xCE: "∈", 0xCF: "∉", 0xD1: "∇",
    0xD5: "∏", 0xD6: "√", 0xD7: "⋅", 0xDE: "⇒", 0xE5: "∑", 0xF2: "∫", 0xB6: "∂", 0x22: "∀", 0x24: "∃", 0x2D: "−",
}  # fmt: skip
"""Of the font Symbol."""


@dataclass(slots=True)
class WordInline(Inline):
    """What a paragraph of Word holds.

    Attributes:
        notes: Kind ("footnote", "endnote") and identifier of each note that it refers to.
        comments: Identifiers of comments on it.
        inserted: Who inserted parts of it while changes were tracked, once for each part.
        deleted: Who deleted what.
        boxes: Text boxes that are anchored in it.
        pictures: What is said of its pictures.
        charts: Relations of its charts.
        diagrams: Relations of the data of its diagrams.
        objects: Objects of other programs.
        equations: Characters in equations.
    """

    notes: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    inserted: list[str] = field(default_factory=list)
    deleted: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    charts: list[str] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    objects: int = 0
    equations: int = 0


class InlineReader:
    """Reads paragraphs in order: fields may begin in one and end in another.

    Args:
        styles: Of the document.
    """

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        self._fields: list[bool] = []
        """For each field that is open, whether its result has begun."""

    def read(self, paragraph: Element, style: Style) -> WordInline:
        """What a paragraph of a style holds."""
        inline = WordInline()
        self._children(paragraph, inline, style)
        return inline

    def _children(self, element: Element, inline: WordInline, style: Style) -> None:
        for child in element:
            self._node(child, inline, style)

    def _node(self, element: Element, inline: WordInline, style: Style) -> None:
        tag = element.tag
        if tag == f"{W}r":
            self._run(element, inline, style)
        elif tag in (f"{W}ins", f"{W}moveTo"):
            inline.inserted.append(element.get(f"{W}author", ""))
            self._children(element, inline, style)
        elif tag == f"{W}del":
            gone = WordInline()
            self._children(element, gone, style)
            inline.deleted.append((element.get(f"{W}author", ""), gone.text))
            inline.comments += gone.comments
        elif tag == f"{W}sdt":
            if element.find(f"{W}sdtPr/{W}showingPlcHdr") is None:
                self._children(element, inline, style)
        elif tag in _THROUGH:
            self._children(element, inline, style)
        elif tag == f"{_MC}AlternateContent":
            for child in chosen(element):
                self._node(child, inline, style)
        elif tag in (f"{M}oMath", f"{M}oMathPara"):
            text = linear(element)
            inline.equations += len(text)
            inline.letters += len(text)
            inline.pieces.append(text)

    def _run(self, run: Element, inline: WordInline, style: Style) -> None:
        properties = run.find(f"{W}rPr")
        own = None if properties is None else properties.find(f"{W}rStyle")
        character = Style() if own is None else self._styles.get(own.get(VAL))
        hidden, bold = is_on(properties, "vanish"), is_on(properties, "b")
        hidden = (style.hidden or character.hidden) if hidden is None else hidden
        bold = (style.bold or character.bold) if bold is None else bold
        start = len(inline.pieces)
        for child in run:
            self._in_run(child, inline, style)
        if hidden:
            inline.hidden += any(piece.strip() for piece in inline.pieces[start:])
            del inline.pieces[start:]
        size = sum(len(piece.strip()) for piece in inline.pieces[start:])
        inline.letters += size
        inline.bold += size if bold else 0

    def _in_run(self, element: Element, inline: WordInline, style: Style) -> None:
        tag = element.tag
        if tag == f"{W}fldChar":
            self._field(element, inline)
        elif tag == f"{_MC}AlternateContent":
            for child in chosen(element):
                self._in_run(child, inline, style)
        elif not all(self._fields):
            return  # what makes a field is not what it shows
        elif tag in (f"{W}t", f"{W}delText"):
            inline.pieces.append(element.text or "")
        elif tag in _SIGNS:
            inline.pieces.append(_SIGNS[tag])
        elif tag == f"{W}sym":
            inline.pieces.append(_symbol(element))
        elif tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
            kind = "footnote" if tag == f"{W}footnoteReference" else "endnote"
            inline.notes.append((kind, element.get(f"{W}id", "")))
        elif tag == f"{W}commentReference":
            inline.comments.append(element.get(f"{W}id", ""))
        elif tag in (f"{W}drawing", f"{W}pict", f"{W}object"):
            _drawn(element, inline)
        elif tag == f"{W}ruby":
            for child in element.iter(f"{W}rubyBase"):
                self._children(child, inline, style)

    def _field(self, element: Element, inline: WordInline) -> None:
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            if all(self._fields):
                inline.pieces.append(_form_field(element))
            self._fields.append(False)
        elif kind == "separate" and self._fields:
            self._fields[-1] = True
        elif kind == "end" and self._fields:
            self._fields.pop()


def chosen(alternatives: Element) -> Iterator[Element]:
    """What is read of content that is there in a new and an old form: never both."""
    for name in ("Choice", "Fallback"):
        found = alternatives.find(f"{_MC}{name}")
        if found is not None and len(found):
            yield from found
            return


def _drawn(element: Element, inline: WordInline) -> None:
    """What hangs on a drawing: text boxes, what is said of pictures, charts, diagrams."""
    if element.tag == f"{W}object":
        inline.objects += 1
    said = ""
    pictures = 0
    waiting = list(reversed(element))
    while waiting:
        node = waiting.pop()
        if node.tag == f"{_MC}AlternateContent":
            waiting += reversed(list(chosen(node)))
            continue
        if node.tag == f"{W}txbxContent":
            inline.boxes.append(node)
            continue
        if node.tag == f"{_PLACED}docPr":
            said = said or node.get("descr") or node.get("title") or ""
        elif node.tag == f"{_VML}shape":
            said = said or node.get("alt") or ""
        elif node.tag == f"{_CHART}chart":
            inline.charts.append(node.get(f"{_RELATION}id", ""))
        elif node.tag == f"{_DIAGRAM}relIds":
            inline.diagrams.append(node.get(f"{_RELATION}dm", ""))
        elif node.tag in (f"{_DRAWING}blip", f"{_VML}imagedata"):
            pictures += element.tag != f"{W}object"
        waiting += reversed(node)
    if pictures or said:
        inline.pictures.append(said)


def _symbol(element: Element) -> str:
    try:
        code = int(element.get(f"{W}char", ""), 16)
    except ValueError:
        return ""
    return symbol(code, element.get(f"{W}font", ""))


def symbol(code: int, font: str) -> str:
    """A sign of a font of symbols, by its code in that font or in the private area."""
    position = code & 0xFF if 0xF000 <= code <= 0xF0FF else code
    if font == "Symbol":
        return _GREEK.get(position, chr(position) if 0x20 <= position < 0x7F else "")
    if font.startswith("Wingdings"):
        return _SYMBOLS.get(position, "▪")
    return chr(code) if 0x20 <= code < 0xD800 else ""


def _form_field(element: Element) -> str:
    """What an old form field shows that has no result of its own: a box that is ticked or not, a choice."""
    data = element.find(f"{W}ffData")
    if data is None:
        return ""
    box = data.find(f"{W}checkBox")
    if box is not None:
        checked = is_on(box, "checked")
        return "☒" if (is_on(box, "default") if checked is None else checked) else "☐"
    choice = data.find(f"{W}ddList")
    if choice is None:
        return ""
    entries = [entry.get(VAL, "") for entry in choice.iter(f"{W}listEntry")]
    chosen_one = choice.find(f"{W}result")
    place = "0" if chosen_one is None else chosen_one.get(VAL, "0")
    return entries[int(place)] if place.isdecimal() and int(place) < len(entries) else ""
