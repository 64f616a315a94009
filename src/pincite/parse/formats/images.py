"""Pictures: each is a page, read by OCR."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain import Page, ParsedDocument
from pincite.parse.document import stream_pdf
from pincite.parse.pictures import as_pdf

if TYPE_CHECKING:
    from pincite.ocr.options import OcrOptions
    from pincite.parse.files import Source
    from pincite.parse.survey import Progress

_DPI = 200.0


def stream_pictures(
    source: Source,
    emit: Callable[[Page], None],
    *,
    skip: Collection[int] = (),
    progress: Progress | None = None,
    begin: Callable[[ParsedDocument], None] | None = None,
    shelf: Path | None = None,
    ocr: OcrOptions | None = None,
    waiting: Callable[[int], None] | None = None,
) -> ParsedDocument:
    """Read a picture file as the PDF that shows its pictures. Arguments and errors are those of `stream_pdf`."""

    def emit_named(page: Page) -> None:
        emit(replace(page, label=f"image {page.index}"))

    kind = source.media_type
    told = (lambda document: begin(replace(document, media_type=kind))) if begin else None
    with as_pdf(source.path, ocr.dpi if ocr else _DPI, shelf.parent if shelf else None) as pdf:
        document = stream_pdf(
            pdf, emit_named, None, source.limits, skip=skip, progress=progress, begin=told, shelf=shelf, ocr=ocr,
            waiting=waiting,
        )  # fmt: skip
    return replace(document, media_type=kind)
