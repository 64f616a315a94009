"""The nouns of Pincite.

Library → Collection → Document → Page → Block → Sentence → Chunk → Passage → Citation → Answer.

Conventions, fixed here once:

* Page indexes count from 1. Character offsets are into `Page.text`, half-open, in code points.
* Geometry is relative to the page as it is displayed (after its own rotation): x from the left, y from the
  *top*, both 0…1. Parsers convert at their border; nothing else ever sees another coordinate system.
* Stored geometry is one box a character, `uint16` of shape (len(text), 4) in units of 1/65535 of the page:
  x0, y0, x1, y1. Characters that have no ink (inferred spaces, line ends) have an empty box (all zero).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BOX_UNIT = 65535
"""Boxes are stored as multiples of 1/BOX_UNIT of the page's width or height."""

Boxes = NDArray[np.uint16]

_WHITE_GAP = 2
"""Blocks are separated by a blank line, and nothing shorter than that is skipped."""


class Span(NamedTuple):
    """A run of characters on one page: `page.text[start:end]`."""

    page_index: int
    start: int
    end: int


class Rectangle(NamedTuple):
    """An upright rectangle on a page, relative to the page's size, y from the top."""

    page_index: int
    x0: float
    y0: float
    x1: float
    y1: float


class BlockKind(StrEnum):
    """What a block of a page is; decides whether it is indexed."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    CODE = "code"
    FORMULA = "formula"
    REFERENCE = "reference"
    RUNNING_HEAD = "running_head"
    PAGE_NUMBER = "page_number"
    CONTENTS = "contents"
    """A line of a table of contents or of an index: points to text, is not text."""
    FIELD = "field"
    """A field of a form with what was filled in."""
    COMMENT = "comment"
    """What a reader of the document wrote on it: not the document's own text."""

    @property
    def indexed(self) -> bool:
        """Whether the block's text can be found and quoted."""
        return self not in _NOT_INDEXED


_NOT_INDEXED = frozenset({BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.CONTENTS})


class Cell(NamedTuple):
    """A cell of a table: `page.text[start:end]`, at a place of the table's grid.

    Attributes:
        row: First row it covers, from 0.
        column: First column it covers, from 0.
        rows: How many rows it covers.
        columns: How many columns it covers: more than one for a head over several.
    """

    row: int
    column: int
    start: int
    end: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """The grid of a table block. In the page's text a row is a line, its cells are divided by tabs.

    Attributes:
        cells: Cells that have text, by row, then by column.
        head_rows: So many first rows are the head.
        label_columns: So many first columns name the rows.
        parents: For each row that of the group label above it ("Assets:"), else -1.
        continued: Whether it goes on from the last table before it, whose head it shares.
        caption: Offsets in the page's text of its caption.
        unit: Offsets in the page's text of what says the unit of all values, as "(in millions)".
    """

    cells: tuple[Cell, ...]
    head_rows: int = 0
    label_columns: int = 1
    parents: tuple[int, ...] = ()
    continued: bool = False
    caption: tuple[int, int] | None = None
    unit: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page with one role.

    Attributes:
        kind: Its role.
        start: Offset of its first character in the page's text.
        end: Offset after its last character.
        level: For headings, 1 for the highest; for list items their depth, from 1; else 0.
        section: Titles of the headings it stands under, outermost first (for a heading: of those above it).
        joint: How the block follows the block before it that is indexed, across columns, pages or a figure:
            None where a new paragraph begins, " " where the sentence goes on, "" where even the word goes on
            (a word divided at the end of a page; the hyphen is not part of either block).
        table: For tables whose grid was found.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    section: tuple[str, ...] = ()
    joint: str | None = None
    table: Table | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """The unit a reader can turn to.

    Attributes:
        index: Position in the document, from 1.
        label: What is printed on the page or named by the file ("xii"); the index as text when neither.
        text: The page's text in reading order; lines of a paragraph are joined, divided words rejoined,
            paragraphs separated by a blank line, rows of a table by a line end and its cells by a tab.
        width: Width as displayed, in points (1/72 inch).
        height: Height as displayed, in points.
        boxes: One box a character, see the module's conventions.
        blocks: In order of `start`, not overlapping, covering all text but white space.
        ocr_confidence: How sure the reading of its picture is, 0…1; None where the text is the file's own.
    """

    index: int
    label: str
    text: str
    width: float
    height: float
    boxes: Boxes
    blocks: tuple[Block, ...]
    ocr_confidence: float | None = None

    def rectangles(self, start: int, end: int) -> list[Rectangle]:
        """Rectangles that frame `text[start:end]`, one a line, in reading order.

        Raises:
            ValueError: if the range is not within the text.
        """
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"range {start}:{end} is not within the page's {len(self.text)} characters")
        boxes = self.boxes[start:end].astype(np.int32)
        boxes = boxes[(boxes[:, 2] > boxes[:, 0]) | (boxes[:, 3] > boxes[:, 1])]
        if not len(boxes):
            return []
        # A new line begins where a character no longer overlaps the one before it vertically, steps back to
        # the left by more than half a line's height, or jumps ahead into another column.
        before, after = boxes[:-1], boxes[1:]
        line_height = np.maximum(before[:, 3] - before[:, 1], 1) * (self.height / self.width)
        overlap = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
        shorter = np.minimum(before[:, 3] - before[:, 1], after[:, 3] - after[:, 1])
        breaks = (overlap * 2 < shorter) | (after[:, 0] < before[:, 0] - 0.5 * line_height)
        breaks |= after[:, 0] > before[:, 2] + 4 * line_height
        # Text that runs to the left or down the page goes on right beside or below the character before.
        leftward = (overlap * 2 >= shorter) & (np.abs(before[:, 0] - after[:, 2]) < 0.5 * line_height)
        below = (np.abs(after[:, 0::2] - before[:, 0::2]) < 0.1 * line_height[:, None]).all(axis=1)
        breaks &= ~leftward & ~(below & (np.abs(after[:, 1] - before[:, 3]) < shorter // 2))
        starts = np.concatenate(([0], np.flatnonzero(breaks) + 1))
        low = np.minimum.reduceat(boxes[:, :2], starts) / BOX_UNIT
        high = np.maximum.reduceat(boxes[:, 2:], starts) / BOX_UNIT
        return [
            Rectangle(self.index, float(x0), float(y0), float(x1), float(y1))
            for (x0, y0), (x1, y1) in zip(low, high, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a document that its user should know: nothing is lost silently.

    Attributes:
        code: Stable name, e.g. "pages_without_text".
        message: One sentence.
        pages: The page indexes concerned; empty when it is the whole document.
    """

    code: str
    message: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading as a place to go to."""

    title: str
    level: int
    page_index: int


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text of a page that a reader of it does not see, and that is therefore left out.

    Attributes:
        text: As in the file.
        reason: Why it cannot be seen, e.g. "off the page".
        frame: Where it stands; None for what lies off the page.
    """

    text: str
    reason: str
    frame: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class PageDetails:
    """What is not kept of a page in a library, for those who look into how it was read.

    Attributes:
        rotation: Clockwise turn of the page that the file asks for, in degrees.
        hidden: Text that was left out.
        seconds: Time that reading its characters took.
    """

    rotation: int
    hidden: tuple[HiddenText, ...]
    seconds: float


class DocumentKind(StrEnum):
    """What sort of document a file is, as far as its pages tell."""

    PAPER = "paper"
    BOOK = "book"
    CONTRACT = "contract"
    FILING = "filing"
    MANUAL = "manual"
    SLIDES = "slides"
    LETTER = "letter"
    FORM = "form"
    SCAN = "scan"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file within a file.

    Attributes:
        name: As the file names it.
        size: In bytes.
        media_type: As the file says it, else guessed from the name; empty when unknown.
    """

    name: str
    size: int
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What a document says about itself beside title, authors and year; empty where it does not.

    Attributes:
        kind: What sort of document it is.
        affiliations: Institutions of the authors, in the order printed.
        abstract: Its own summary.
        doi: Digital object identifier, without "https://doi.org/".
        arxiv_id: E.g. "1706.03762".
        venue: The journal or conference.
        attachments: Files within the file; their content is not read.
    """

    kind: DocumentKind = DocumentKind.OTHER
    affiliations: tuple[str, ...] = ()
    abstract: str = ""
    doi: str = ""
    arxiv_id: str = ""
    venue: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a parser makes of a file.

    Attributes:
        media_type: E.g. "application/pdf".
        title: From the page itself, else from sane metadata, else empty.
        authors: In the order printed.
        year: Of publication, where the page or sane metadata say so.
        pages: All pages, those without text as well.
        outline: The document's headings in order; the file's own outline where it has one.
        notices: What could not be read, and the like.
        facts: Kind, abstract, DOI and the like.
    """

    media_type: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    notices: tuple[Notice, ...]
    facts: DocumentFacts = DocumentFacts()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence within a chunk.

    Attributes:
        start: Offset of its first character in the chunk's text.
        end: Offset after its last.
        spans: The same characters on their page; more than one where the sentence crosses a page or a figure.
        kind: The kind of the block it begins in; HEADING also for what only names the rows of a table below it.
        reading: Whether the chunk has a reading of the page's text instead: a row of a table with its heads.
        context: Range in the chunk's text of what it must be read with: the caption and head of its table.
    """

    start: int
    end: int
    spans: tuple[Span, ...]
    kind: BlockKind = BlockKind.PARAGRAPH
    reading: bool = False
    context: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is indexed: whole sentences under one heading, within the encoder's limit.

    Attributes:
        text: The sentences' text, joined as in the document.
        section: Titles of the headings it stands under.
        sentences: In order; their ranges in `text` do not overlap.
        overlap: How many of the first sentences were also the last of the chunk before.
    """

    text: str
    section: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    overlap: int = 0

    @property
    def spans(self) -> tuple[Span, ...]:
        """The chunk's place: the sentences' spans, joined where only white space is between them."""
        merged: list[Span] = []
        for span in (span for sentence in self.sentences for span in sentence.spans):
            last = merged[-1] if merged else None
            if last and last.page_index == span.page_index and 0 <= span.start - last.end <= _WHITE_GAP:
                merged[-1] = Span(span.page_index, last.start, span.end)
            else:
                merged.append(span)
        return tuple(merged)


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of documents."""

    id: str
    name: str
    documents: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """A file in the library.

    Attributes:
        id: Stable and not guessable.
        file_name: The file's original name.
        title: The title, or the file name's stem when none was found.
        sha256: Digest of the file's bytes, in hexadecimal.
        pages: Number of pages.
        chunks: Number of chunks indexed.
        size: Size of the file in bytes.
        language: ISO 639-1 code of the main language.
        collections: Names of the collections it belongs to.
        added_at: ISO 8601 time, UTC.
        facts: Kind, abstract, DOI and the like.
    """

    id: str
    file_name: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    language: str
    media_type: str
    sha256: str
    size: int
    pages: int
    chunks: int
    warnings: tuple[Notice, ...]
    outline: tuple[OutlineEntry, ...]
    collections: tuple[str, ...]
    added_at: str
    facts: DocumentFacts = DocumentFacts()


@dataclass(frozen=True, slots=True)
class Scores:
    """What each stage of the search thought of a passage; None where the stage was off or did not see it.

    Attributes:
        lexical: BM25 of the chunk, higher is better, unbounded.
        page: BM25 of its best page.
        dense: Cosine of pooled vectors, -1…1.
        fused: Result of the fusion that chose the candidates.
        late: Late interaction: idf-weighted mean over question tokens of the best cosine, -1…1.
        precise: Cross-encoder score.
        final: What the passages are ordered by.
    """

    lexical: float | None = None
    page: float | None = None
    dense: float | None = None
    fused: float | None = None
    late: float | None = None
    precise: float | None = None
    final: float = 0.0


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as retrieved for a question."""

    rank: int
    text: str
    document: Document
    section: tuple[str, ...]
    spans: tuple[Span, ...]
    scores: Scores
    page_label: str
    sentences: tuple[Sentence, ...] = field(repr=False, default=())
    chunk_id: int = 0


@dataclass(frozen=True, slots=True)
class Citation:
    """A verified quote: the page's own text at `spans` is `quote`.

    Attributes:
        number: Its number in the answer, from 1.
        quote: Verbatim; texts of several spans are joined by a space, or by nothing within a divided word.
        spans: Place of the quote.
        page_index: Physical page of the first span.
        page_label: Printed label of that page.
        section: Titles of the headings above it.
        rectangles: Frames of the quote's lines.
        kind: The kind of the block it is from: a comment is not the document's own word.
    """

    number: int
    quote: str
    document: Document
    spans: tuple[Span, ...]
    page_index: int
    page_label: str
    section: tuple[str, ...]
    rectangles: tuple[Rectangle, ...]
    kind: BlockKind = BlockKind.PARAGRAPH


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer with the numbers of the citations that carry it."""

    text: str
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What `Library.ask` returns.

    Attributes:
        question: As asked.
        refused: True when the documents do not answer the question.
        reason: Why it was refused: "", "no_documents", "empty_question", "nothing_found" or "weak_evidence".
        text: The sentences with citation markers "[1]"; for a refusal, the sentence that says so.
        confidence: Calibrated probability that the passages answer the question, 0…1.
        passages: What was retrieved, best first; on refusal the nearest, for the user to judge.
        timings: Seconds by stage.
        mode: "quoted".
    """

    question: str
    refused: bool
    reason: str
    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    confidence: float
    timings: dict[str, float]
    mode: str = "quoted"
