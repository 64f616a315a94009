"""First pass over a PDF: the lines of every page, and what must be known of the whole before blocks are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from pincite.domain import Attachment, BlockKind
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.annotations import Annotations
from pincite.parse.attachments import attachments
from pincite.parse.characters import clean
from pincite.parse.furniture import Finder
from pincite.parse.hyphens import Words
from pincite.parse.line import PageLines
from pincite.parse.lines import page_lines
from pincite.parse.pdf import PdfFile
from pincite.parse.scan_report import ScanReport
from pincite.parse.scans import ScanReader
from pincite.parse.shelf import Shelf
from pincite.parse.whole import FileFacts
from pincite.parse.xmp import read_xmp

Progress = Callable[[int, int, int], None]
"""Told before each step of a page: its index (0 when no page is worked on), how many pages are done by then, taking
all steps together, and how many there are."""

PAGE_ERRORS = (DamagedFileError, ValueError, ArithmeticError, LookupError, MemoryError, RecursionError)
"""What a page may raise by what it holds: that must not cost the others, the page is reported."""

LINES_SHARE = 0.7
"""So much of the time goes into this pass."""

_PAGES_AN_OPENING = 200
"""PDFium keeps something of every page that it has read: the file is opened anew after so many."""


@dataclass(slots=True, eq=False)
class Survey:
    """What is noted of the file and of each page when its lines are read.

    Attributes:
        scans: What became of pages without sound text.
        count: Pages of the file.
        file: What the file says of itself.
        given_labels: The file's own label of each page.
        failed: Indexes of pages that are left out.
        hidden: By page, how many characters nobody sees, by reason.
        attachments: Files within the file.
        xfa_only: Whether the form's fields are not in the pages.
        notes_cut: Pages with more fields and comments than are read.
        furniture: Running heads and the like.
        words: The document's words.
    """

    scans: ScanReport
    count: int = 0
    file: FileFacts = field(default_factory=FileFacts)
    given_labels: list[str] = field(default_factory=list)
    failed: set[int] = field(default_factory=set)
    hidden: dict[int, dict[str, int]] = field(default_factory=dict)
    attachments: list[Attachment] = field(default_factory=list)
    xfa_only: bool = False
    notes_cut: list[int] = field(default_factory=list)
    furniture: Finder = field(default_factory=Finder)
    words: Words = field(default_factory=Words)
    _characters: int = 0
    _typewriter: int = 0

    def add(self, page: PageLines) -> None:
        """Take note of the next page."""
        self.furniture.add(page)
        self.words.add(page.lines)
        self._characters += sum(len(line.text) for line in page.lines)
        self._typewriter += sum(len(line.text) for line in page.lines if line.mono)
        self.file.fields += sum(note.kind is BlockKind.FIELD for note in page.notes)
        self.attachments += page.attachments
        if page.notes_cut:
            self.notes_cut.append(page.index)
        self.scans.add(page.index, page.picture, page.ocr_confidence)
        if page.hidden:
            self.hidden[page.index] = page.hidden

    @property
    def typewritten(self) -> bool:
        """Whether the document's ordinary text is in a fixed-width font."""
        return self._typewriter > 0.6 * self._characters


def survey_pages(
    path: Path,
    password: str | None,
    most_pages: int,
    shelf: Shelf[PageLines],
    survey: Survey,
    progress: Progress,
    scans: ScanReader,
) -> None:
    """Put the lines of every page that can be read on the shelf.

    Args:
        path: The file.
        password: Tried after the empty one.
        most_pages: A file with more is refused.
        shelf: Where the pages go. Those of an earlier reading that was broken off are on it already.
        survey: Gets what is noted of them; its failed pages are left out.
        progress: Told before each page.
        scans: Reads pages without sound text from their picture.

    Raises:
        DamagedFileError: if the file is cut off, or without pages.
        ParseLimitError: if it has more pages than allowed.
        PasswordNeededError: if it is encrypted and the password does not open it.
    """
    with PdfFile(path, password) as file:
        if file.pages > most_pages:
            raise ParseLimitError(
                f"{path.name} has {file.pages:,} pages, more than the {most_pages:,} allowed",
                "Raise the setting parse.max_pages, or split the file.",
            )
        survey.count = file.pages
        survey.failed = {index for index in survey.failed if index <= file.pages}
        survey.file = _facts(file, path)
        survey.given_labels = [clean(file.page_label(index)) for index in range(1, file.pages + 1)]
        survey.attachments = attachments(file)
    first = _survey_again(shelf, survey) + 1
    for start in range(first, survey.count + 1, _PAGES_AN_OPENING):
        indexes = range(start, min(start + _PAGES_AN_OPENING, survey.count + 1))
        with PdfFile(path, password) as file, Annotations(file) as annotations:
            survey.xfa_only = annotations.xfa_only
            for index in indexes:
                if index in survey.failed:
                    continue
                progress(index, round(LINES_SHARE * index), survey.count)
                try:
                    _read_page(file, annotations, index, scans)
                except PAGE_ERRORS:
                    survey.failed.add(index)
                    continue
                _put(scans.ready(), shelf, survey)
    _put(scans.flush(), shelf, survey)
    survey.failed.update(scans.failed)
    survey.furniture.close()


def _put(pages: Iterable[PageLines], shelf: Shelf[PageLines], survey: Survey) -> None:
    for page in pages:
        survey.add(page)
        shelf.add(page)


def _facts(file: PdfFile, path: Path) -> FileFacts:
    facts = FileFacts(file.metadata("Title"), file.metadata("Author"), file.outline())
    facts.pages, facts.xmp = file.pages, read_xmp(path)
    facts.doi = " ".join([facts.xmp.doi, *map(file.metadata, ("doi", "WPS-ARTICLEDOI", "Subject"))])
    return facts


def _survey_again(shelf: Shelf[PageLines], survey: Survey) -> int:
    """Take note of the pages that an earlier reading put on the shelf; gives the index of the last one."""
    last = 0
    for page in (page for pages in shelf.windows() for page in pages):
        survey.failed.update(range(last + 1, page.index))
        survey.add(page)
        last = page.index
    return last


def _read_page(file: PdfFile, annotations: Annotations, index: int, scans: ScanReader) -> None:
    known = len(annotations.attachments)
    with file.page(index) as page:
        notes = annotations.read(page)
        glyphs = page.glyphs()
        lines = page_lines(glyphs, index)
        lines.notes, lines.attachments = notes, annotations.attachments[known:]
        lines.notes_cut = index in annotations.cut
        scans.put(page, glyphs, lines)
