"""A whole PDF: characters → lines → blocks → pages with structure.

Three passes over the pages: lines (per page, with the file open), blocks (per page), structure (see `whole.py`).
Between them the pages lie on shelves, so that of a large document only a window of pages is in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pincite.domain import Attachment, BlockKind, Notice, Page, ParsedDocument
from pincite.errors import DamagedFileError, ParseLimitError, UnsupportedFileError
from pincite.parse import furniture, sniff
from pincite.parse.annotations import Annotations, Note
from pincite.parse.assemble import Words, assemble
from pincite.parse.attachments import attachments
from pincite.parse.characters import clean
from pincite.parse.line import PageLines
from pincite.parse.lines import page_lines
from pincite.parse.notes import with_notes
from pincite.parse.page_blocks import PageDrafts, page_blocks
from pincite.parse.pdf import PdfFile
from pincite.parse.shelf import Shelf
from pincite.parse.structure import BodyFinder
from pincite.parse.whole import FileFacts, Structure, Window
from pincite.parse.xmp import read_xmp

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


@dataclass(slots=True, eq=False)
class _Survey:
    """What is noted of the file and of each page when its lines are read, to be known of the whole later."""

    count: int = 0
    file: FileFacts = field(default_factory=FileFacts)
    given_labels: list[str] = field(default_factory=list)
    failed: set[int] = field(default_factory=set)
    hidden: dict[int, dict[str, int]] = field(default_factory=dict)
    notes: dict[int, list[Note]] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)
    xfa_only: bool = False
    furniture: furniture.Finder = field(default_factory=furniture.Finder)
    words: Words = field(default_factory=Words)
    characters: int = 0
    typewriter: int = 0

    def add(self, page: PageLines) -> None:
        self.furniture.add(page)
        self.words.add(page.lines)
        self.characters += sum(len(line.text) for line in page.lines)
        self.typewriter += sum(len(line.text) for line in page.lines if line.mono)
        if page.hidden:
            self.hidden[page.index] = page.hidden

    @property
    def typewritten(self) -> bool:
        return self.typewriter > 0.6 * self.characters


def read_pdf(
    path: Path,
    password: str | None = None,
    limits: Limits | None = None,
    *,
    skip: Collection[int] = (),
    progress: Callable[[int], None] | None = None,
) -> ParsedDocument:
    """Read a PDF in this process. Arguments and errors are those of `stream_pdf`."""
    pages: list[Page] = []
    document = stream_pdf(path, pages.append, password, limits, skip=skip, progress=progress)
    return replace(document, pages=tuple(pages))


def stream_pdf(
    path: Path,
    emit: Callable[[Page], None],
    password: str | None = None,
    limits: Limits | None = None,
    *,
    skip: Collection[int] = (),
    progress: Callable[[int], None] | None = None,
    window: int = WINDOW,
) -> ParsedDocument:
    """Read a PDF in this process, a window of pages at a time.

    Args:
        path: The file.
        emit: Called with each page in order.
        password: Tried after the empty one.
        limits: What the file may cost.
        skip: Indexes of pages to leave out and report as failed.
        progress: Called with the index of each page before it is read, with 0 after the last.
        window: Pages of a window.

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
    survey = _Survey()
    with Shelf[PageLines](window) as lines, Shelf[PageDrafts](window) as drafts:
        for page in _read_lines(path, password, limits, survey, skip, progress or (lambda _: None)):
            survey.add(page)
            lines.add(page)
        survey.furniture.close()
        body, blocks = BodyFinder(), 0
        for page in (page for pages in lines.windows() for page in pages):
            made = page_blocks(page, survey.furniture.of(page), typewritten=survey.typewritten)
            body.add(made.drafts)
            blocks += len(made.drafts)
            drafts.add(made)
        structure = Structure(survey.file, body.body(), blocks, survey.words)
        emitter = _Emitter(survey, emit)
        _emit_pages(drafts, structure, emitter)
    return ParsedDocument(
        media_type=sniff.PDF,
        title=structure.facts.title,
        authors=structure.facts.authors,
        year=structure.facts.year,
        pages=(),
        outline=tuple(structure.outline),
        notices=_notices(survey, emitter.empty),
        facts=replace(structure.about, attachments=tuple(survey.attachments)),
    )


def check(path: Path, limits: Limits) -> None:
    """Refuse what is no PDF before a parser sees it.

    Raises:
        DamagedFileError: if the file is empty or cannot be read.
        ParseLimitError: if it is larger than allowed.
        UnsupportedFileError: if its content is not a PDF.
    """
    try:
        size = path.stat().st_size
        kind = sniff.media_type(path)
    except OSError as error:
        raise DamagedFileError(
            f"{path.name} cannot be read: {error.strerror}", "Check its name and rights."
        ) from None
    if size == 0:
        raise DamagedFileError(f"{path.name} is empty", "Get the file again: the download may have failed.")
    if size > limits.bytes:
        raise ParseLimitError(
            f"{path.name} has {size:,} bytes, more than the {limits.bytes:,} allowed",
            "Raise the setting parse.max_bytes, or split the file.",
        )
    if kind != sniff.PDF:
        raise UnsupportedFileError(
            f"{path.name} is {sniff.NAMES.get(kind, f'a file of type {kind}')}, not a PDF",
            "Get the PDF itself: a log-in or error page may have been saved in its place.",
        )


def _read_lines(
    path: Path,
    password: str | None,
    limits: Limits,
    survey: _Survey,
    skip: Collection[int],
    progress: Callable[[int], None],
) -> Iterator[PageLines]:
    """The lines of every page that can be read."""
    with PdfFile(path, password) as file, Annotations(file) as annotations:
        if file.pages > limits.pages:
            raise ParseLimitError(
                f"{path.name} has {file.pages:,} pages, more than the {limits.pages:,} allowed",
                "Raise the setting parse.max_pages, or split the file.",
            )
        survey.count = file.pages
        survey.failed.update(index for index in skip if index <= file.pages)
        survey.file = FileFacts(file.metadata("Title"), file.metadata("Author"), file.outline())
        survey.file.pages, survey.file.xmp = file.pages, read_xmp(path)
        survey.file.doi = " ".join(
            [survey.file.xmp.doi, *map(file.metadata, ("doi", "WPS-ARTICLEDOI", "Subject"))]
        )
        for index in range(1, file.pages + 1):
            survey.given_labels.append(clean(file.page_label(index)))
            if index in survey.failed:
                continue
            progress(index)
            try:
                with file.page(index) as page:
                    if notes := annotations.read(page):
                        survey.notes[index] = notes
                    lines = page_lines(page.glyphs(), index)
            except (DamagedFileError, ValueError, ArithmeticError, LookupError, MemoryError, RecursionError):
                # Whatever one page holds must not cost the others; the page is reported.
                survey.failed.add(index)
                continue
            yield lines
        progress(0)
        survey.attachments = [*attachments(file), *annotations.attachments]
        survey.xfa_only = annotations.xfa_only
        survey.file.fields = sum(
            note.kind is BlockKind.FIELD for notes in survey.notes.values() for note in notes
        )


def _emit_pages(drafts: Shelf[PageDrafts], structure: Structure, emitter: _Emitter) -> None:
    """Structure the pages and emit all in order."""
    # A document of one window keeps what the first pass found; else each pass works on its own copies.
    only = [Window(pages) for pages in drafts.windows()] if drafts.in_memory else None
    for window in only or map(Window, drafts.windows()):
        structure.collect(window)
    for window in only or map(Window, drafts.windows()):
        for made, cut in structure.finish(window):
            emitter.add(made, cut)
    for made, cut in structure.close():
        emitter.add(made, cut)
    emitter.close()


class _Emitter:
    """Emits finished pages, and empty ones in the places of those that could not be read."""

    def __init__(self, survey: _Survey, emit: Callable[[Page], None]) -> None:
        self._survey = survey
        self._emit = emit
        self._labels = survey.furniture.labels(survey.given_labels)
        self._last = 0
        self.empty: list[int] = []

    def add(self, made: PageDrafts, cut: set[int]) -> None:
        """Emit a page and what is missing before it."""
        self._until(made.page.index)
        page = assemble(made.page, self._labels[self._last - 1], made.drafts, self._survey.words, cut)
        page = with_notes(page, self._survey.notes.get(page.index, ()))
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


def _notices(survey: _Survey, empty: list[int]) -> tuple[Notice, ...]:
    notices = []
    if survey.failed:
        failed = tuple(sorted(survey.failed))
        notices.append(Notice("pages_failed", f"{_pages(len(failed))} could not be read.", failed))
    if empty:
        notices.append(Notice("pages_without_text", f"{_pages(len(empty))} without text.", tuple(empty)))
    if survey.hidden:
        reasons = sorted({reason for found in survey.hidden.values() for reason in found})
        message = f"{_pages(len(survey.hidden))} with hidden text, which is left out: {', '.join(reasons)}."
        notices.append(Notice("hidden_text", message, tuple(survey.hidden)))
    if survey.xfa_only:
        message = (
            "The form is in a format of Adobe's own (XFA): its fields are not in the pages and were not read."
        )
        notices.append(Notice("xfa_form", message))
    if survey.attachments:
        count = len(survey.attachments)
        files = "1 attached file was" if count == 1 else f"{count} attached files were"
        notices.append(Notice("attachments_not_read", f"{files} not read."))
    return tuple(notices)


def _pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count} pages"
