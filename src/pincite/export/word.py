"""Conversations as Word documents (DOCX)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pincite.export.content import Block, BlockShape, Entry, Reference, Run
from pincite.plain_text import one_line

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph

_GREY = (0x59, 0x59, 0x59)
_BLUE = (0x1F, 0x4E, 0x79)
_RED = (0xB0, 0x1E, 0x1E)
_FONT = "Calibri"
_POINTS = 11
_SMALL_POINTS = 9.5
_HANGING = 0.3
"""Inches that the lines of a reference hang behind its number."""


def to_docx(title: str, entries: Sequence[Entry]) -> bytes:
    """A conversation: questions as headings, answers with raised numbers, and a reference list for each.

    Args:
        title: Its title.
        entries: Its questions in order.
    """
    import docx
    from docx.shared import Pt

    document = docx.Document()
    _set_styles(document)
    document.core_properties.title = one_line(title)
    document.core_properties.author = ""
    document.core_properties.comments = ""
    heading = document.add_heading(one_line(title) or "Conversation", level=0)
    heading.paragraph_format.space_after = Pt(12)
    for entry in entries:
        _add_entry(document, entry)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _set_styles(document: WordDocument) -> None:
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    styles: Any = document.styles
    normal = styles["Normal"]
    normal.font.name, normal.font.size = _FONT, Pt(_POINTS)
    normal.paragraph_format.space_after = Pt(6)
    for name in ("Title", "Heading 1", "Heading 2", "Heading 3"):
        style = styles[name]
        style.font.name, style.font.color.rgb = _FONT, RGBColor(*_BLUE)
        fonts = style.element.rPr.rFonts
        # The template's headings name a font of the theme, which would win.
        for kind in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{kind}"), None)
    styles["Title"].font.size = Pt(20)
    for name, size in (("Heading 1", 14), ("Heading 2", 12), ("Heading 3", _POINTS)):
        styles[name].font.size = Pt(size)


def _add_entry(document: WordDocument, entry: Entry) -> None:
    document.add_heading(entry.question, level=1)
    if entry.understood:
        _add_note(document, f"Understood as: {entry.understood}")
    for block in entry.blocks:
        _add_block(document, block)
    for note in entry.notes:
        _add_note(document, note)
    if entry.references:
        document.add_heading("References", level=3)
    for reference in entry.references:
        _add_reference(document, reference)


def _add_note(document: WordDocument, text: str) -> None:
    from docx.shared import Pt, RGBColor

    run = document.add_paragraph().add_run(text)
    run.italic, run.font.size, run.font.color.rgb = True, Pt(_SMALL_POINTS), RGBColor(*_GREY)


def _add_block(document: WordDocument, block: Block) -> None:
    if block.shape is BlockShape.HEADING:
        paragraph = document.add_heading(level=2)
    else:
        paragraph = document.add_paragraph(style="List Bullet" if block.shape is BlockShape.ITEM else None)
    for number, run in enumerate(block.runs):
        if number:
            paragraph.add_run(" ")
        _add_run(paragraph, run, code=block.shape is BlockShape.CODE)


def _add_run(paragraph: Paragraph, run: Run, *, code: bool) -> None:
    from docx.shared import RGBColor

    text = paragraph.add_run(run.text)
    if code:
        text.font.name = "Consolas"
    for number in run.numbers:
        mark = paragraph.add_run(f"[{number}]")
        mark.font.superscript, mark.font.color.rgb = True, RGBColor(*_BLUE)
    if run.problem:
        problem = paragraph.add_run(f" (not supported: {run.problem})")
        problem.font.color.rgb = RGBColor(*_RED)


def _add_reference(document: WordDocument, reference: Reference) -> None:
    from docx.shared import Inches, Pt, RGBColor

    paragraph = document.add_paragraph()
    layout = paragraph.paragraph_format
    layout.left_indent, layout.first_line_indent = Inches(_HANGING), Inches(-_HANGING)
    layout.space_after = Pt(4)
    note = f", {reference.note}" if reference.note else ""
    parts = (
        (f"[{reference.number}] ", False, _BLUE),
        (reference.title, True, None),
        (f", {reference.place}{note}", False, None),
        (f" ({reference.origin}): ", False, _GREY),
        (f"“{reference.quote}”", False, None),
    )
    for text, bold, colour in parts:
        run = paragraph.add_run(text)
        run.font.size, run.bold = Pt(_SMALL_POINTS), bold
        if colour is not None:
            run.font.color.rgb = RGBColor(*colour)
