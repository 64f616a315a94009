"""A whole PDF: characters → lines → blocks → pages with structure.

Three passes over the pages: lines (see `survey.py`), blocks (see `page_blocks.py`), structure (see `whole.py`).
Between them the pages lie on shelves, so that of a large document only a window of pages is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain import Notice, Page, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import sniff
from pincite.parse.assemble import assemble
from pincite.parse.hidden import TO_MODELS
from pincite.parse.line import PageLines
from pincite.parse.notes import with_notes
from pincite.parse.page_blocks import PageDrafts, page_blocks
from pincite.parse.scan_report import ScanReport, count_pages
from pincite.parse.scans import ScanReader
from pincite.parse.shelf import Shelf
from pincite.parse.structure import BodyFinder
from pincite.parse.survey import LINES_SHARE, PAGE_ERRORS, Progress, Survey, survey_pages
from pincite.parse.whole import Structure, Window

if TYPE_CHECKING:
    from pincite.ocr.options import OcrOptions

WINDOW = 256
"""A document of more pages is read in windows of so many."""


@dataclass(slots=True)
class Limits:
    """What a file may cost.

    Attributes:
        pages: Most pages.
        bytes: Most bytes.
    """

    pages: int = 20_000
    bytes: int = 2_000_000_000


def read_pdf(
    path: Path,
    password: str | None = None,
    limits: Limits | None = None,
    *,
    skip: Collection[int] = (),
    progress: Progress | None = None,
    ocr: OcrOptions | None = None,
) -> ParsedDocument:
    """Read a PDF in this process. Arguments and errors are those of `stream_pdf`."""
    pages: list[Page] = []
    document = stream_pdf(path, pages.append, password, limits, skip=skip, progress=progress, ocr=ocr)
    return replace(document, pages=tuple(pages))


def stream_pdf(
    path: Path,
    emit: Callable[[Page], None],
    password: str | None = None,
    limits: Limits | None = None,
    *,
    skip: Collection[int] = (),
    progress: Progress | None = None,
    begin: Callable[[ParsedDocument], None] | None = None,
    window: int = WINDOW,
    shelf: Path | None = None,
    ocr: OcrOptions | None = None,
    waiting: Callable[[int], None] | None = None,
) -> ParsedDocument:
    """Read a PDF in this process, a window of pages at a time.

    Args:
        path: The file.
        emit: Called with each page in order.
        password: Tried after the empty one.
        limits: What the file may cost.
        skip: Indexes of pages to leave out and report as failed.
        progress: Called before each step of a page, and with the index 0 when all blocks are made.
        begin: Called before the first page with what is known of the document by then.
        window: Pages of a window.
        shelf: An empty file for pages of a large document, or what an earlier reading that was broken off left in it.
        ocr: How to read pages that have no sound text from their picture; None to leave them unread.
        waiting: Called with the index of each page whose picture's reading is waited for.

    Returns:
        The document without its pages.

    Raises:
        DamagedFileError: if it is empty, cut off, or without pages.
        ParseLimitError: if it is larger than allowed.
        PasswordNeededError: if it is encrypted and the password does not open it.
        UnsupportedFileError: if its content is not a PDF.
    """
    limits = limits or Limits()
    check(path, limits)
    survey = Survey(ScanReport(off=ocr is None), failed=set(skip))
    tell = progress or (lambda index, done, count: None)
    folder = shelf.parent if shelf else None
    with Shelf[PageLines](window, path=shelf) as lines, Shelf[PageDrafts](window, folder) as drafts:
        with ScanReader(ocr, waiting) as scans:
            survey_pages(path, password, limits.pages, lines, survey, tell, scans)
        body, blocks = BodyFinder(), 0
        for made in _make_blocks(lines, survey, tell):
            body.add(made.drafts)
            blocks += len(made.drafts)
            drafts.add(made)
        tell(0, survey.count, survey.count)
        structure = Structure(survey.file, body.body(), blocks, survey.words)
        emitter = _Emitter(survey, emit)
        for made, cut in _structured(drafts, structure):
            if begin is not None:
                begin(_parsed(structure, survey, []))
                begin = None
            emitter.add(made, cut)
        if begin is not None:
            begin(_parsed(structure, survey, []))
        emitter.close()
    return _parsed(structure, survey, emitter.empty)


def _make_blocks(lines: Shelf[PageLines], survey: Survey, progress: Progress) -> Iterator[PageDrafts]:
    """Second pass: the blocks of every page."""
    for page in (page for pages in lines.windows() for page in pages):
        if page.index in survey.failed:
            continue  # it killed an earlier process in this pass
        share = LINES_SHARE * survey.count + (1 - LINES_SHARE) * page.index
        progress(page.index, round(share), survey.count)
        try:
            made = page_blocks(page, survey.furniture.of(page), typewritten=survey.typewritten)
        except PAGE_ERRORS:
            survey.failed.add(page.index)
            continue
        yield made


def _structured(drafts: Shelf[PageDrafts], structure: Structure) -> Iterator[tuple[PageDrafts, set[int]]]:
    """Third pass, twice: pages with their structure, see `Structure.finish`."""
    # A document of one window keeps what the first time found; else each time has its own copies.
    only = [Window(pages) for pages in drafts.windows()] if drafts.in_memory else None
    for window in only or map(Window, drafts.windows()):
        structure.collect(window)
    for window in only or map(Window, drafts.windows()):
        yield from structure.finish(window)
    yield from structure.close()


def _parsed(structure: Structure, survey: Survey, empty: list[int]) -> ParsedDocument:
    return ParsedDocument(
        media_type=sniff.PDF,
        title=structure.facts.title,
        authors=structure.facts.authors,
        year=structure.facts.year,
        pages=(),
        outline=tuple(structure.outline),
        notices=_notices(survey, empty),
        facts=replace(structure.about, attachments=tuple(survey.attachments)),
    )


def check(path: Path, limits: Limits) -> None:
    """Refuse what is no PDF before a parser sees it.

    Raises:
        DamagedFileError: if the file is empty or cannot be read.
        ParseLimitError: if it is larger than allowed.
        UnsupportedFileError: if its content is not a PDF.
    """
    kind = type_within(path, limits, path.name)
    if kind != sniff.PDF:
        raise UnsupportedFileError(
            f"{path.name} is {sniff.name_of(kind)}, not a PDF",
            "Get the PDF itself: a log-in or error page may have been saved in its place.",
        )


def type_within(path: Path, limits: Limits, name: str) -> str:
    """The media type of a file that is not empty and not too large.

    Args:
        path: The file.
        limits: What it may cost.
        name: What the user calls it.

    Raises:
        DamagedFileError: if the file is empty or cannot be read.
        ParseLimitError: if it is larger than allowed.
    """
    try:
        size = path.stat().st_size
        kind = sniff.media_type(path, name)
    except OSError as error:
        raise DamagedFileError(
            f"{name} cannot be read: {error.strerror}", "Check its name and rights."
        ) from None
    if size == 0:
        raise DamagedFileError(f"{name} is empty", "Get the file again: the download may have failed.")
    if size > limits.bytes:
        raise ParseLimitError(
            f"{name} has {size:,} bytes, more than the {limits.bytes:,} allowed",
            "Raise the setting parse.max_bytes, or split the file.",
        )
    return kind


class _Emitter:
    """Emits finished pages, and empty ones in the places of those that could not be read."""

    def __init__(self, survey: Survey, emit: Callable[[Page], None]) -> None:
        self._survey = survey
        self._emit = emit
        self._labels = survey.furniture.labels(survey.given_labels)
        self._last = 0
        self.empty: list[int] = []

    def add(self, made: PageDrafts, cut: set[int]) -> None:
        """Emit a page and what is missing before it."""
        self._until(made.page.index)
        page = assemble(made.page, self._labels[self._last - 1], made.drafts, self._survey.words, cut)
        page = with_notes(page, made.page.notes)
        if not page.text:
            self.empty.append(page.index)
        self._emit(page)

    def close(self) -> None:
        """Emit what is missing at the end."""
        self._until(self._survey.count + 1)

    def _until(self, index: int) -> None:
        for missing in range(self._last + 1, index):
            nothing = PageLines(missing, 612.0, 792.0, 612.0, 792.0)
            self._emit(assemble(nothing, self._labels[missing - 1], [], self._survey.words, set()))
        self._last = index


def _notices(survey: Survey, empty: list[int]) -> tuple[Notice, ...]:
    notices = []
    if survey.failed:
        failed = tuple(sorted(survey.failed))
        notices.append(Notice("pages_failed", f"{count_pages(len(failed))} could not be read.", failed))
    if without := survey.scans.without_text(empty):
        notices.append(without)
    notices += survey.scans.notices()
    if survey.hidden:
        reasons = sorted({reason for found in survey.hidden.values() for reason in found} - {TO_MODELS})
        message = (
            f"{count_pages(len(survey.hidden))} with hidden text, which is left out: {', '.join(reasons)}."
        )
        notices.append(Notice("hidden_text", message, tuple(survey.hidden)))
    if planted := tuple(index for index, found in survey.hidden.items() if TO_MODELS in found):
        message = (
            f"{count_pages(len(planted))} with hidden text that speaks to a language model; it is left out."
        )
        notices.append(Notice("hidden_orders", message, planted))
    if survey.xfa_only:
        message = (
            "The form is in a format of Adobe's own (XFA): its fields are not in the pages and were not read."
        )
        notices.append(Notice("xfa_form", message))
    if survey.notes_cut:
        pages = count_pages(len(survey.notes_cut))
        message = f"{pages} with so many fields and comments that only the first were read."
        notices.append(Notice("notes_cut", message, tuple(survey.notes_cut)))
    if survey.attachments:
        count = len(survey.attachments)
        files = "1 attached file was" if count == 1 else f"{count} attached files were"
        notices.append(Notice("attachments_not_read", f"{files} not read."))
    return tuple(notices)
