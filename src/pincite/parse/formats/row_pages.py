"""Pages of a long grid, some rows each: sheets and data files are read row by row, however many there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from pincite.parse.formats.grids import LOOKED_AT, Shape, examine, group_parents, is_value, unit_in
from pincite.parse.formats.writer import DocumentWriter, TableDraft, one_line

ROWS = 50
"""Rows of a page, where they are not too long."""

CHARACTERS = 4000
"""Characters of a page after which the next row begins one."""

LONG_CELL = 2000
"""Characters of a cell above which it is written as running text below its row."""

_LONG_TEXT = 8000
"""Characters of running text on one page."""

_STEPS = 8
"""Pages grow to twice the length after each eighth of the pages that a file may have, so that no file has too many."""

_LONGEST_CAPTION = 200
_CAPTION_WITHIN = 3
_SOURCE = re.compile(
    r"\W*(?:sources?|notes?|quellen?|anmerkung(?:en)?|fuentes?|nota?s?)\b|[*¹²³†]", re.IGNORECASE
)
_MOST_LINES = 10

PageName = Callable[[int, int], str]
"""Names a page by its first and last row."""

Row = tuple[int, Sequence[str]]
"""A row's number in the file and the texts of its cells."""

Spans = Mapping[tuple[int, int], tuple[int, int]]


@dataclass(slots=True)
class _Tall:
    """A merged cell that reaches over rows still to come."""

    text: str
    last: int
    columns: int


class RowPages:
    """Writes grids into pages of some rows each, every table of them with its own head.

    Args:
        writer: What is written to.
        name: Names a page by its first and last row.
        data: Whether it is a data file: its rows are counted from the first below the head, and nothing but the first
            row can be a head.
        head_rows: So many first rows are the head, where the format says so.

    Attributes:
        heading: What the next page begins with.
        width: Columns of the table that is being written, as its first rows tell.
        longer: Rows of a data file that have more cells than its head.
    """

    def __init__(
        self, writer: DocumentWriter, name: PageName, *, data: bool = False, head_rows: int | None = None
    ) -> None:
        self.heading = ""
        self.width = 0
        self.longer = 0
        self._writer = writer
        self._name = name
        self._data = data
        self._told = None if head_rows is None else Shape(head_rows=head_rows)
        self._shift = 0
        self._shape = Shape()
        self._spans: Spans = {}
        self._tall: dict[int, _Tall] = {}
        self._begun = False
        self._continued = False
        self._piece: list[Row] = []
        self._caption = ""
        self._lines: list[tuple[int, str]] = []
        self._first = self._last = 0
        self._size = 0
        self._open = False
        self._remarks: list[tuple[int, Callable[[], None]]] = []

    def write(
        self,
        rows: Iterable[Row],
        *,
        heading: str = "",
        spans: Spans | None = None,
        remarks: Sequence[tuple[int, Callable[[], None]]] = (),
    ) -> None:
        """Write all rows of a sheet.

        Args:
            rows: In order; empty ones may be left out.
            heading: What the rows stand under.
            spans: Of merged cells, by row number and column.
            remarks: What writes something at the end of the page that holds a row, by that row's number, in order.
        """
        self.heading, self._spans, self._remarks = heading, spans or {}, list(remarks)
        self._begun = self._continued = False
        self._tall = {}
        self.width = self.longer = 0
        for run in _runs(rows, together=self._data):
            self._run(run)
        self._end_page()
        if self._remarks:
            self._begin_page(self._remarks[0][0])
            self._last = self._remarks[-1][0]
            self._end_page()

    def _run(self, run: Iterator[Row]) -> None:
        """Rows without an empty one between."""
        ahead = list(islice(run, LOOKED_AT))
        numbers = {number: position for position, (number, _) in enumerate(ahead)}
        spans = {
            (numbers[row], column): size for (row, column), size in self._spans.items() if row in numbers
        } if self._spans else {}  # fmt: skip
        lone = len(ahead) < LOOKED_AT and self._is_lone(ahead)
        if lone:
            for number, cells in ahead:
                self._line(number, next(text for text in cells if text))
            return
        shape = self._told or examine([cells for _, cells in ahead], spans, data=self._data)
        if not self._begun or (not self._data and self._begins(shape, ahead)):
            self._begin_table(shape, ahead)
            ahead = ahead[shape.titles :]
        for row in chain(ahead, run):
            self._add(row)

    def _is_lone(self, run: Sequence[Row]) -> bool:
        """Whether a run is lines of words, not a table nor part of one."""
        if self._data or len(run) > _MOST_LINES:
            return False
        filled = [[column for column, text in enumerate(cells) if text] for _, cells in run]
        if any(len(columns) != 1 for columns in filled) or len({columns[0] for columns in filled}) > 1:
            return False
        if len(run) > 3 and not self._begun:
            return False
        return self.width != 1 and not any(is_value(text) for _, cells in run for text in cells if text)

    def _begins(self, shape: Shape, ahead: Sequence[Row]) -> bool:
        """Whether what comes after an empty row is a table of its own."""
        if shape.titles or (shape.head_rows and shape.certain):
            return True
        columns = {column for _, cells in ahead for column, text in enumerate(cells) if text}
        return bool(shape.head_rows) and max(columns, default=0) >= self.width

    def _begin_table(self, shape: Shape, ahead: Sequence[Row]) -> None:
        self._end_piece()
        above = [text for _, cells in ahead[: shape.titles] for text in cells if text]
        if self._lines and self._heads_next(ahead[0][0]):
            held = [text for _, text in self._lines]
            if sum(map(len, (*held, *above))) <= _LONGEST_CAPTION:
                above, self._lines = [*held, *above], []
        self._end_lines()
        if self._data and not self._begun:
            self._shift = ahead[0][0] - 1 + shape.titles + shape.head_rows
        self._caption = " ".join(above)
        self._shape, self._begun, self._continued = shape, True, False
        self._tall = {}
        rows = ahead[shape.titles :]
        # Of a data file the head says how wide it is; a row with more cells is told.
        rows = rows[: shape.head_rows] if self._data and shape.head_rows else rows
        self.width = max((len(cells) for _, cells in rows), default=0)
        if above and shape.titles and not self._open:
            self._begin_page(ahead[0][0])

    def _heads_next(self, number: int) -> bool:
        """Whether the lines that wait stand above the table that begins in a row, not below the one before."""
        gap = number - self._lines[-1][0]
        below = self._begun and self._lines[0][0] - self._last < gap
        return gap <= _CAPTION_WITHIN and not below and not _SOURCE.match(self._lines[0][1])

    def _line(self, number: int, text: str) -> None:
        self._end_piece()
        self._lines.append((number, text))

    def _end_lines(self) -> None:
        lines, self._lines = self._lines, []
        for number, text in lines:
            self._room(number, len(text))
            self._writer.text(text)
            self._size += len(text)
            self._last = number

    def _add(self, row: Row) -> None:
        number, cells = row
        self._end_lines()
        size = sum(map(len, cells)) + len(cells)
        long = [column for column, text in enumerate(cells) if len(text) > LONG_CELL]
        if long:
            size = 0
            cells = ["" if column in long else text for column, text in enumerate(cells)]
        self._room(number, size)
        self.longer += self._data and len(cells) > self.width > 0
        self._piece.append((number, cells))
        self._size += size
        self._last = number
        for column in long:
            self._long(number, column, row[1][column])

    def _long(self, number: int, column: int, text: str) -> None:
        """A long text of a cell, below its row."""
        self._end_piece()
        for part in _parts(one_line(text)):
            self._room(number, len(part))
            self._writer.text(part)
            self._size += len(part)
            self._last = number

    def _room(self, number: int, size: int) -> None:
        """Begin a page for a row where the one before is full."""
        shown = number - self._shift
        longer: int = 2 ** (self._writer.page_index * _STEPS // self._writer.most_pages)
        if self._open:
            rows = ROWS * longer
            # The head of a data file comes before its first row.
            before = max(1, self._last - self._shift)
            crossed = (max(1, shown) - 1) // rows > (before - 1) // rows
            if crossed or (self._size and self._size + size > CHARACTERS * longer):
                self._end_page()
        if not self._open:
            self._begin_page(number)

    def _begin_page(self, number: int) -> None:
        fresh = self._name(number - self._shift, number - self._shift)
        self._writer.page(fresh)
        self._first = self._last = number
        self._size, self._open = 0, True
        if self.heading:
            self._writer.heading(self.heading)
            self.heading = ""

    def _end_page(self) -> None:
        self._end_piece()
        self._end_lines()
        if not self._open:
            return
        while self._remarks and self._remarks[0][0] <= self._last:
            self._remarks.pop(0)[1]()
        self._writer.relabel(self._name(self._first - self._shift, self._last - self._shift))
        self._open = False

    def _end_piece(self) -> None:
        """Write the rows that wait as a table."""
        if not self._piece:
            return
        piece, self._piece = self._piece, []
        first, last = piece[0][0], piece[-1][0]
        rows: list[Sequence[str]] = [()] * (last - first + 1)
        for number, cells in piece:
            rows[number - first] = cells
        spans = self._covered(rows, first, last)
        shape = self._shape
        heads = 0 if self._continued else shape.head_rows
        if heads:
            # Rows of a head may have an empty one among them only where it is merged.
            for (row, column), size in shape.spans.items():
                spans.setdefault((row, column), size)
        parents = group_parents(rows, spans, heads, shape.label_columns)
        table = TableDraft(
            rows, spans, heads, shape.label_columns, parents, self._continued, first - self._shift
        )
        caption = "" if self._continued else self._caption
        self._writer.table(table, caption=caption, unit=unit_in(caption))
        self._continued = True

    def _covered(
        self, rows: list[Sequence[str]], first: int, last: int
    ) -> dict[tuple[int, int], tuple[int, int]]:
        """What merged cells cover of the rows; one that began on a page before is repeated in the first row."""
        if not self._spans:
            return {}
        spans: dict[tuple[int, int], tuple[int, int]] = {}
        top = list(rows[0])
        for column, tall in list(self._tall.items()):
            if tall.last >= first:
                top += [""] * (column + 1 - len(top))
                top[column] = top[column] or tall.text
                spans[0, column] = (min(tall.last, last) - first + 1, tall.columns)
            if tall.last <= last:
                del self._tall[column]
        rows[0] = top
        for offset, cells in enumerate(rows):
            for column, text in enumerate(cells):
                covers = self._spans.get((first + offset, column)) if text else None
                if covers is None:
                    continue
                end = first + offset + covers[0] - 1
                spans[offset, column] = (min(end, last) - first - offset + 1, covers[1])
                if end > last:
                    self._tall[column] = _Tall(text, end, covers[1])
        return spans


def row_names(before: str = "", word: str = "row") -> PageName:
    """Names pages "rows 1–50", behind what they are rows of."""
    lead = f"{before}, " if before else ""

    def name(first: int, last: int) -> str:
        first = max(1, first)
        if last < 1:
            return f"{lead}header row"
        return f"{lead}{word} {last}" if first >= last else f"{lead}{word}s {first}\u2013{last}"

    return name


def _runs(rows: Iterable[Row], *, together: bool) -> Iterator[Iterator[Row]]:
    """Rows that follow one another without an empty one between, each run before the next.

    Args:
        rows: In order.
        together: Whether empty rows divide nothing.
    """
    full = ((number, cells) for number, cells in rows if any(cells))
    waiting = next(full, None)

    def run(row: Row) -> Iterator[Row]:
        nonlocal waiting
        while True:
            waiting = None
            yield row
            waiting = next(full, None)
            if waiting is None or (waiting[0] != row[0] + 1 and not together):
                return
            row = waiting

    while waiting is not None:
        yield run(waiting)


def _parts(text: str) -> Iterator[str]:
    """A long text in parts, divided between sentences or words where there are any."""
    start = 0
    while len(text) - start > _LONG_TEXT:
        low, high = start + _LONG_TEXT // 2, start + _LONG_TEXT
        cut = text.rfind(". ", low, high) + 1 or text.rfind(" ", low, high)
        cut = cut if cut > 0 else high
        yield text[start:cut]
        start = cut + (text[cut] == " ")
    yield text[start:]
