"""A page: its text, geometry and blocks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BOX_UNIT = 65535
"""Boxes are stored as multiples of 1/BOX_UNIT of the page's width or height."""

Boxes = NDArray[np.uint16]


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


class PlacedText(NamedTuple):
    """A piece of a page's text with its place: `page.text[start:end]`."""

    start: int
    end: int
    rectangle: Rectangle


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
        first_row: The number that the grid's first row has in the file (row of a sheet, record); None where rows have
            none.
    """

    cells: tuple[Cell, ...]
    head_rows: int = 0
    label_columns: int = 1
    parents: tuple[int, ...] = ()
    continued: bool = False
    caption: tuple[int, int] | None = None
    unit: tuple[int, int] | None = None
    first_row: int | None = None


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
        label: What is printed on the page or named by the file ("xii"), or words of its own with a space in them
            ("slide 3", "rows 1–50"); the index as text when neither.
        text: The page's text in reading order; lines of a paragraph are joined, divided words rejoined,
            paragraphs separated by a blank line, rows of a table by a line end and its cells by a tab.
        width: Width as displayed, in points (1/72 inch); 0 for a page of text without a place.
        height: Height as displayed, in points; 0 likewise.
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
        return [rectangle for _, _, rectangle in self.lines(start, end)]

    def lines(self, start: int = 0, end: int | None = None) -> list[PlacedText]:
        """The lines of `text[start:end]`: the offsets of what is seen of each, and the rectangle that frames it.

        Raises:
            ValueError: if the range is not within the text.
        """
        return self._pieces(start, len(self.text) if end is None else end, words=False)

    def words(self) -> list[PlacedText]:
        """What stands between white space, as `lines`; a word that was divided is two pieces."""
        return self._pieces(0, len(self.text), words=True)

    def frames(self, block: Block) -> list[Rectangle]:
        """Rectangles around a block of the page: one, or one a column where it goes on at the top of the next."""
        frames: list[Rectangle] = []
        for line in self.rectangles(block.start, block.end):
            last = frames[-1] if frames else None
            goes_on = last is not None and (line.y1 > last.y0 or block.kind is BlockKind.TABLE)
            if last is None or not goes_on:
                frames.append(line)
                continue
            frames[-1] = Rectangle(
                self.index,
                min(last.x0, line.x0),
                min(last.y0, line.y0),
                max(last.x1, line.x1),
                max(last.y1, line.y1),
            )
        return frames

    def _pieces(self, start: int, end: int, *, words: bool) -> list[PlacedText]:
        if not 0 <= start <= end <= len(self.text):
            raise ValueError(f"range {start}:{end} is not within the page's {len(self.text)} characters")
        boxes = self.boxes[start:end].astype(np.int32)
        seen = np.flatnonzero((boxes[:, 2] > boxes[:, 0]) | (boxes[:, 3] > boxes[:, 1]))
        boxes = boxes[seen]
        if not len(boxes):
            return []
        breaks = self._line_breaks(boxes)
        if words:
            white = np.array([character.isspace() for character in self.text[start:end]], bool)
            number = np.cumsum(white)[seen]
            breaks |= number[1:] != number[:-1]
        starts = np.concatenate(([0], np.flatnonzero(breaks) + 1))
        ends = np.concatenate((starts[1:], [len(boxes)])) - 1
        low = np.minimum.reduceat(boxes[:, :2], starts) / BOX_UNIT
        high = np.maximum.reduceat(boxes[:, 2:], starts) / BOX_UNIT
        return [
            PlacedText(start + first, start + last + 1, Rectangle(self.index, *corner, *opposite))
            for first, last, corner, opposite in zip(
                seen[starts].tolist(), seen[ends].tolist(), low.tolist(), high.tolist(), strict=True
            )
        ]

    def _line_breaks(self, boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each character but the first begins a new line."""
        # A new line begins where a character no longer overlaps the one before it vertically, steps back to
        # the left by more than half a line's height, or jumps ahead into another column.
        before, after = boxes[:-1], boxes[1:]
        line_height = np.maximum(before[:, 3] - before[:, 1], 1) * (self.height / self.width)
        overlap = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
        shorter = np.minimum(before[:, 3] - before[:, 1], after[:, 3] - after[:, 1])
        breaks: NDArray[np.bool_] = (overlap * 2 < shorter) | (after[:, 0] < before[:, 0] - 0.5 * line_height)
        breaks |= after[:, 0] > before[:, 2] + 4 * line_height
        # Text that runs to the left or down the page goes on right beside or below the character before.
        leftward = (overlap * 2 >= shorter) & (np.abs(before[:, 0] - after[:, 2]) < 0.5 * line_height)
        below = (np.abs(after[:, 0::2] - before[:, 0::2]) < 0.1 * line_height[:, None]).all(axis=1)
        breaks &= ~leftward & ~(below & (np.abs(after[:, 1] - before[:, 3]) < shorter // 2))
        return breaks
