"""What readers of formats without geometry write into: pages, blocks and sections with their exact offsets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from pincite.domain import (
    Block,
    BlockKind,
    Cell,
    DocumentFacts,
    Notice,
    OutlineEntry,
    Page,
    ParsedDocument,
    Table,
)
from pincite.errors import ParseLimitError, UsageError
from pincite.plain_text import clean

Progress = Callable[[int, int, int], None]
"""Told of the step that begins: page index (0: of no single page), pages done, pages in all as far as known."""

MOST_PAGE_CHARACTERS = 20_000
"""A page of a format that has none of its own is not made longer."""

_LEFT_OUT = dict.fromkeys(map(ord, "\u00ad\ufeff"))
"""Soft hyphens, and marks of byte order within a text."""
_GAP = "\n\n"
_EMPTY_LINES = re.compile(r"\A(?:[^\S\n]*\n)+")


@dataclass(frozen=True, slots=True)
class TableDraft:
    """A table before it stands on a page.

    Attributes:
        rows: Texts of the cells; "" where there is none. Rows may differ in length; each cell covers one place of the
            grid unless `spans` says more.
        spans: How many rows and columns a cell covers, by its row and column; what it covers holds "".
        head_rows: So many first rows are the head.
        label_columns: So many first columns name the rows.
        parents: As in `Table`.
        continued: Whether it goes on from the last table before it, whose head it shares.
        first_row: The number in the file of the grid's first row (of a sheet, of records); None where rows have none.
    """

    rows: Sequence[Sequence[str]]
    spans: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    head_rows: int = 0
    label_columns: int = 0
    parents: tuple[int, ...] = ()
    continued: bool = False
    first_row: int | None = None


class DocumentWriter:
    """Makes pages of what a reader hands it, in order.

    A reader sets what it knows of the document (`title`, `authors`, `year`, `facts`) before the end of the first page.

    Args:
        media_type: Of the document.
        emit: Takes each page when it is finished.
        begin: Called before the first page is emitted, with what is known of the document by then.
        progress: Told of each finished page.
        most_pages: More are refused.

    Attributes:
        title: Of the document; "" when it does not say.
        authors: In the order written.
        year: Of publication.
        facts: Kind, abstract and the like.
        pages_in_all: How many pages there will be, as far as known; for progress.
        most_pages: More are refused.
    """

    def __init__(
        self,
        media_type: str,
        emit: Callable[[Page], None],
        *,
        begin: Callable[[ParsedDocument], None] | None = None,
        progress: Progress | None = None,
        most_pages: int = 20_000,
    ) -> None:
        self.title = ""
        self.authors: tuple[str, ...] = ()
        self.year: int | None = None
        self.facts = DocumentFacts()
        self.pages_in_all = 0
        self._media_type = media_type
        self._emit = emit
        self._begin = begin
        self._progress = progress
        self.most_pages = most_pages
        self._count = 0
        self._label: str | None = None
        self._parts: list[str] = []
        self._size = 0
        self._blocks: list[Block] = []
        self._path: list[tuple[int, str]] = []
        self._outline: list[OutlineEntry] = []
        self._notices: dict[str, tuple[str, list[int]]] = {}

    @property
    def page_index(self) -> int:
        """Index of the page that is being written, from 1; 0 before the first."""
        return self._count + (self._label is not None)

    @property
    def page_size(self) -> int:
        """Characters on the page so far."""
        return self._size

    def page(self, label: str) -> None:
        """Begin a page.

        Args:
            label: Its name: a printed number, or words of its own with a space in them ("slide 3", "rows 1–50").

        Raises:
            ParseLimitError: if there are more pages than allowed.
        """
        self._finish_page()
        if self._count >= self.most_pages:
            raise ParseLimitError(
                f"the file has more than {self.most_pages:,} pages",
                "Raise the setting parse.max_pages, or split the file.",
            )
        self._label = one_line(label)

    def relabel(self, label: str) -> None:
        """Name the page that is being written anew: a range is known only at its end."""
        if self._label is not None:
            self._label = one_line(label)

    def heading(self, text: str, level: int = 1) -> None:
        """A heading: what follows stands under it. Without words it is left out."""
        text = one_line(text)
        if not text:
            return
        level = max(1, min(level, 9))
        self._enter(text, level)
        self._add(BlockKind.HEADING, text, level)
        self._path.append((level, text))

    def section(self, title: str, level: int = 1) -> None:
        """What follows stands under a title that is not written as a heading of its own, as that of a function."""
        if title := one_line(title):
            self._enter(title, level)
            self._path.append((level, title))

    def leave_sections(self, level: int = 1) -> None:
        """What follows stands under no heading of a level or below."""
        while self._path and self._path[-1][0] >= level:
            self._path.pop()

    def text(
        self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, *, level: int = 0, joint: str | None = None
    ) -> None:
        """A block of running text on one line: white space within it is one space. Without words it is left out.

        Args:
            text: Its words.
            kind: Its role.
            level: Depth of a list item.
            joint: As in `Block`, for one that goes on from the page before.
        """
        self._add(kind, one_line(text), level, joint=joint)

    def lines(
        self,
        text: str,
        kind: BlockKind = BlockKind.CODE,
        *,
        level: int = 0,
        gap: int | None = None,
        joint: str | None = None,
    ) -> None:
        """A block whose line ends and spaces stay: code, verse, what is written by typewriter.

        Args:
            text: Its lines; empty ones around them are left out.
            kind: Its role.
            level: Of a heading or list item.
            gap: How many line ends are between the block before and this one, where the page keeps the lines of the
                file one to one.
            joint: As in `Block`, for one that goes on from the page before.
        """
        text = fit(text)
        text = _EMPTY_LINES.sub("", text).rstrip()
        if kind is BlockKind.HEADING and text:
            self._enter(one_line(text), level)
        self._add(kind, text, level, joint=joint, gap=None if gap is None else "\n" * gap)
        if kind is BlockKind.HEADING and text:
            self._path.append((level, one_line(text)))

    def table(self, table: TableDraft, *, caption: str = "", unit: str = "") -> None:
        """A table, below its caption where it has one. Without words it is left out.

        Args:
            table: Its cells.
            caption: What stands above it.
            unit: What the caption or a line above says of all values, as "in millions"; found in the caption.
        """
        rows = [[one_line(cell) for cell in row] for row in table.rows]
        if not any(any(row) for row in rows):
            return
        above: tuple[int, int] | None = None
        if caption := one_line(caption):
            above = self._add(BlockKind.CAPTION, caption, 0)
        start = self._place()
        cells: list[Cell] = []
        lines: list[str] = []
        offset = start
        for number, row in enumerate(rows):
            own = [(column, text) for column, text in enumerate(row) if text]
            if not own:
                continue
            if lines:
                offset += 1
            for position, (column, text) in enumerate(own):
                offset += position > 0
                covers = table.spans.get((number, column), (1, 1))
                cells.append(Cell(number, column, offset, offset + len(text), *covers))
                offset += len(text)
            lines.append("\t".join(text for _, text in own))
        at = caption.find(unit) if unit and above else -1
        grid = Table(
            tuple(cells),
            table.head_rows,
            table.label_columns,
            table.parents,
            table.continued,
            above,
            (above[0] + at, above[0] + at + len(unit)) if above and at >= 0 else None,
            table.first_row,
        )
        self._add(BlockKind.TABLE, "\n".join(lines), 0, grid)

    def notice(self, code: str, message: str, *, here: bool = False) -> None:
        """Tell the user something about the document; of a code that was told before, only the page is added.

        Args:
            code: Stable name.
            message: One sentence.
            here: Whether it concerns the page that is being written.
        """
        pages = self._notices.setdefault(code, (message, []))[1]
        if here and self.page_index and self.page_index not in pages:
            pages.append(self.page_index)

    def finish(self) -> ParsedDocument:
        """Finish the last page; gives the document without its pages."""
        self._finish_page()
        if self._begin is not None:
            self._begin(self._document())
            self._begin = None
        return self._document()

    def _place(self) -> int:
        """Where the next block begins."""
        return self._size + (len(_GAP) if self._size else 0)

    def _enter(self, title: str, level: int) -> None:
        """Leave the sections that a heading of this level ends; it is a place to go to."""
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        self._outline.append(OutlineEntry(title, level, self.page_index))

    def _add(
        self,
        kind: BlockKind,
        text: str,
        level: int,
        table: Table | None = None,
        *,
        joint: str | None = None,
        gap: str | None = None,
    ) -> tuple[int, int]:
        if self._label is None:
            raise UsageError("a block needs a page", "Begin one.")
        start = self._place() if gap is None or not self._size else self._size + len(gap)
        if not text.strip():
            return start, start
        if self._size:
            self._parts.append(_GAP if gap is None else gap)
        self._parts.append(text)
        end = self._size = start + len(text)
        section = tuple(title for _, title in self._path)
        self._blocks.append(Block(kind, start, end, level, section, joint, table))
        return start, end

    def _finish_page(self) -> None:
        if self._label is None:
            return
        text = "".join(self._parts)
        self._count += 1
        if self._begin is not None:
            self._begin(self._document())
            self._begin = None
        self._emit(
            Page(
                self._count,
                self._label,
                text,
                0.0,
                0.0,
                np.zeros((len(text), 4), np.uint16),
                tuple(self._blocks),
            )
        )
        self._label = None
        self._parts, self._blocks, self._size = [], [], 0
        if self._progress is not None:
            self._progress(0, self._count, max(self._count, self.pages_in_all))

    def _document(self) -> ParsedDocument:
        notices = tuple(
            Notice(code, message, tuple(pages)) for code, (message, pages) in self._notices.items()
        )
        return ParsedDocument(
            media_type=self._media_type,
            title=one_line(self.title),
            authors=tuple(filter(None, map(one_line, self.authors))),
            year=self.year,
            pages=(),
            outline=tuple(self._outline),
            notices=notices,
            facts=self.facts,
        )


def fit(text: str) -> str:
    """Text fit to be stored: composed (NFC), without control characters, marks of byte order and soft hyphens."""
    return unicodedata.normalize("NFC", clean(text).translate(_LEFT_OUT))


def one_line(text: str) -> str:
    """Text as `fit` leaves it, on one line."""
    if text.isascii() and text.isprintable():
        # Nothing in it to be mended, as in nearly all of the cells of large files.
        return " ".join(text.split())
    return " ".join(fit(text).split())
