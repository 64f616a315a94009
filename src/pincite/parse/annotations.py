"""What stands on a page beside its own text: fields of forms with their values, and readers' comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
import pypdfium2.raw as raw

from pincite.domain import Attachment, BlockKind
from pincite.parse.attachments import described
from pincite.parse.pdf import PdfFile, PdfPage
from pincite.parse.strings import read_string
from pincite.parse.turning import Floats

_MOST = 50_000
"""Annotations of a page that are looked at: most are links, and a damaged file may claim millions."""

_MOST_NOTES = 4_000
"""Fields and comments of a page that are read: each costs several calls."""

_UNSEEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_PASSWORD = 1 << 13
"""Flag of a text field whose value is a secret."""

_COMMENTS = {
    raw.FPDF_ANNOT_TEXT: "Comment", raw.FPDF_ANNOT_FREETEXT: "Comment", raw.FPDF_ANNOT_LINE: "Comment",
    raw.FPDF_ANNOT_SQUARE: "Comment", raw.FPDF_ANNOT_CIRCLE: "Comment", raw.FPDF_ANNOT_POLYGON: "Comment",
    raw.FPDF_ANNOT_POLYLINE: "Comment", raw.FPDF_ANNOT_INK: "Comment", raw.FPDF_ANNOT_CARET: "Insertion",
    raw.FPDF_ANNOT_HIGHLIGHT: "Comment", raw.FPDF_ANNOT_UNDERLINE: "Comment", raw.FPDF_ANNOT_SQUIGGLY: "Comment",
    raw.FPDF_ANNOT_STRIKEOUT: "Deletion", raw.FPDF_ANNOT_STAMP: "Stamp", raw.FPDF_ANNOT_FILEATTACHMENT: "Attached file",
}  # fmt: skip
"""What a comment of each sort is called in its text."""


class Note(NamedTuple):
    """A field or a comment of a page.

    Attributes:
        kind: FIELD or COMMENT.
        name: What the field is called, or what sort of comment by whom it is.
        value: What was filled in or written.
        box: Its frame x0, y0, x1, y1 in points as displayed.
        marked: Frames of the words that a comment marks.
        drawn: Whether a page may also hold the value as text of its own.
    """

    kind: BlockKind
    name: str
    value: str
    box: tuple[float, float, float, float]
    marked: tuple[tuple[float, float, float, float], ...] = ()
    drawn: bool = False


class Annotations:
    """Reads the annotations of an open file; close it before the file.

    Attributes:
        attachments: Files that hang on places of the pages read so far.
        cut: Pages with more fields and comments than are read.
        xfa_only: Whether the form's fields are in a format of Adobe's own (XFA) that PDFium cannot show.
    """

    def __init__(self, file: PdfFile) -> None:
        kind = raw.FPDF_GetFormType(file.handle)
        self.attachments: list[Attachment] = []
        self.cut: list[int] = []
        self.xfa_only: bool = kind == raw.FORMTYPE_XFA_FULL
        # Kept alive as long as PDFium may look at it.
        self._config = raw.FPDF_FORMFILLINFO(version=2)
        self._form = None
        if kind != raw.FORMTYPE_NONE:
            self._form = raw.FPDFDOC_InitFormFillEnvironment(file.handle, self._config)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._form:
            raw.FPDFDOC_ExitFormFillEnvironment(self._form)
            self._form = None

    def read(self, page: PdfPage) -> list[Note]:
        """The fields and comments of a page in the order of the file."""
        count = raw.FPDFPage_GetAnnotCount(page.handle)
        if count <= 0:
            return []
        # Without this PDFium does not know which boxes of a form are checked.
        if self._form:
            raw.FORM_OnAfterLoadPage(page.handle, self._form)
        try:
            return self._notes(page, count)
        finally:
            if self._form:
                raw.FORM_OnBeforeClosePage(page.handle, self._form)

    def _notes(self, page: PdfPage, count: int) -> list[Note]:
        place, width, height = page.axes()
        found: dict[tuple[BlockKind, str, str], Note] = {}
        looked = 0
        for number in range(min(count, _MOST)):
            annotation = raw.FPDFPage_GetAnnot(page.handle, number)
            if not annotation:
                continue
            try:
                kind = raw.FPDFAnnot_GetSubtype(annotation)
                if kind != raw.FPDF_ANNOT_WIDGET and kind not in _COMMENTS:
                    continue
                looked += 1
                note = self._note(annotation, kind, place) if looked <= _MOST_NOTES else None
            finally:
                raw.FPDFPage_CloseAnnot(annotation)
            if note is None or (note.kind is BlockKind.FIELD and not _on_page(note.box, width, height)):
                continue
            # A field may stand at several places of a page.
            found.setdefault((note.kind, note.name, note.value), note)
        if looked > _MOST_NOTES or count > _MOST:
            self.cut.append(page.index)
        return list(found.values())

    def _note(self, annotation: Any, kind: int, place: Callable[[Floats], Floats]) -> Note | None:
        if raw.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
            return None
        rectangle = raw.FS_RECTF()
        if not raw.FPDFAnnot_GetRect(annotation, rectangle):
            return None
        box = _displayed([(rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)], place)[0]
        if kind == raw.FPDF_ANNOT_WIDGET:
            return _field(self._form, annotation, box) if self._form else None
        if kind == raw.FPDF_ANNOT_FILEATTACHMENT:
            handle = raw.FPDFAnnot_GetFileAttachment(annotation)
            if handle:
                self.attachments.append(described(handle))
        text = _text(annotation, b"Contents")
        if kind == raw.FPDF_ANNOT_STAMP and not text:
            text = _text(annotation, b"Subj") or _text(annotation, b"Name")
        if not text:
            return None
        author = _text(annotation, b"T")
        name = f"{_COMMENTS[kind]} by {author}" if author else _COMMENTS[kind]
        marked = tuple(_displayed(list(_quads(annotation)), place))
        return Note(BlockKind.COMMENT, name, text, box, marked, kind == raw.FPDF_ANNOT_FREETEXT)


def _field(form: Any, annotation: Any, box: tuple[float, float, float, float]) -> Note | None:
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    value = ""
    if kind == raw.FPDF_FORMFIELD_TEXTFIELD:
        if not raw.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD:
            value = read_string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
    elif kind in (raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX):
        value = _chosen(form, annotation) or read_string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
    elif kind == raw.FPDF_FORMFIELD_CHECKBOX:
        value = "checked" if raw.FPDFAnnot_IsChecked(form, annotation) else "not checked"
    elif kind == raw.FPDF_FORMFIELD_RADIOBUTTON and raw.FPDFAnnot_IsChecked(form, annotation):
        value = read_string(raw.FPDFAnnot_GetFormFieldExportValue, form, annotation) or "chosen"
    if not value:
        return None
    name = read_string(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
    name = name or _last_name(read_string(raw.FPDFAnnot_GetFormFieldName, form, annotation))
    drawn = kind not in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON)
    return Note(BlockKind.FIELD, name or "Field", value, box, drawn=drawn)


def _chosen(form: Any, annotation: Any) -> str:
    """The labels of the chosen options."""
    count = min(raw.FPDFAnnot_GetOptionCount(form, annotation), _MOST_NOTES)
    labels = [
        read_string(raw.FPDFAnnot_GetOptionLabel, form, annotation, option)
        for option in range(count)
        if raw.FPDFAnnot_IsOptionSelected(form, annotation, option)
    ]
    return ", ".join(filter(None, labels))


def _last_name(name: str) -> str:
    """The own name of a field: "form1[0].page1[0].City[0]" is "City"."""
    return name.rsplit(".", 1)[-1].split("[", 1)[0].strip() or name


def _quads(annotation: Any) -> Iterator[tuple[float, float, float, float]]:
    """Left, bottom, right, top of each run of words that a comment marks."""
    if not raw.FPDFAnnot_HasAttachmentPoints(annotation):
        return
    points = raw.FS_QUADPOINTSF()
    for number in range(min(raw.FPDFAnnot_CountAttachmentPoints(annotation), 200)):
        if raw.FPDFAnnot_GetAttachmentPoints(annotation, number, points):
            x = points.x1, points.x2, points.x3, points.x4
            y = points.y1, points.y2, points.y3, points.y4
            yield min(x), min(y), max(x), max(y)


def _displayed(
    boxes: list[tuple[float, float, float, float]], place: Callable[[Floats], Floats]
) -> list[tuple[float, float, float, float]]:
    if not boxes:
        return []
    found = np.nan_to_num(place(np.array(boxes, np.float64)), nan=0.0, posinf=1e6, neginf=-1e6)
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in found.tolist()]


def _on_page(box: tuple[float, float, float, float], width: float, height: float) -> bool:
    """Whether something of a frame can be seen."""
    x0, y0, x1, y1 = box
    return min(x1, width) - max(x0, 0) > 0.5 and min(y1, height) - max(y0, 0) > 0.5


def _text(annotation: Any, key: bytes) -> str:
    return read_string(raw.FPDFAnnot_GetStringValue, annotation, key)
