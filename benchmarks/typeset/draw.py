"""How tables look: twelve styles, drawn on pages with running text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from benchmarks.typeset.content import Content, Row, Wanted

MARGIN = 72.0
GUTTER = 24.0


@dataclass(frozen=True, slots=True)
class Style:
    """How a table is drawn.

    Attributes:
        rules: "none", "head" (one rule below the head), "booktabs" (top, head, bottom) or "grid".
        shaded: Whether every second row has a tinted background.
        leaders: Whether dots lead from a label to its first value.
        columns: Columns of text on its page.
        breaks: Whether the table goes on over pages.
    """

    name: str
    wanted: Wanted
    rules: str = "booktabs"
    shaded: bool = False
    leaders: bool = False
    columns: int = 1
    breaks: bool = False


STYLES = (
    Style("booktabs", Wanted()),
    Style("ruled", Wanted(), "grid"),
    Style("shaded", Wanted(), "none", shaded=True),
    Style("unruled", Wanted(), "none"),
    Style("spanning heads", Wanted(spanning=True)),
    Style("multi-line heads", Wanted(long_heads=True), "head"),
    Style("negative in brackets", Wanted(negative=True), "head"),
    Style("dollar and percent", Wanted(currency=True), "head"),
    Style("group labels", Wanted(groups=True), "none"),
    Style("continued over pages", Wanted(rows=(14, 18)), breaks=True),
    Style("leader dots", Wanted(), "none", leaders=True),
    Style("in a two-column page", Wanted(narrow=True, rows=(5, 8)), columns=2),
)


def wrapped(text: str, width: float, font: str, size: float) -> list[str]:
    """A text cut into lines of at most a width, where its words allow."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and stringWidth(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


@dataclass(slots=True)
class Sheet:
    """A document that is filled from the top of each page, or column of text, down.

    Attributes:
        running: Set at the head of every page.
        font: Base name of its typeface.
        columns: Columns of text on a page from now on.
    """

    path: Path
    running: str
    font: str = "Helvetica"
    size: float = 9.5
    columns: int = 1
    column: int = 0
    page: int = 1
    y: float = 0.0
    canvas: Canvas = field(init=False)

    def __post_init__(self) -> None:
        self.canvas = Canvas(str(self.path), pagesize=(612, 792), invariant=True, pageCompression=1)
        self._open_page()

    @property
    def bold(self) -> str:
        """The bold font."""
        return "Times-Bold" if self.font == "Times-Roman" else f"{self.font}-Bold"

    @property
    def width(self) -> float:
        """Width of a column of text."""
        return (612 - 2 * MARGIN - GUTTER * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        """Left edge of the column of text."""
        return MARGIN + self.column * (self.width + GUTTER)

    def text(self, x: float, y: float, text: str, font: str = "", size: float = 0) -> None:
        """A line at a place."""
        self.canvas.setFont(font or self.font, size or self.size)
        self.canvas.drawString(x, y, text)

    def ended(self, x: float, y: float, text: str, font: str = "") -> None:
        """A line that ends at a place."""
        self.text(x - stringWidth(text, font or self.font, self.size), y, text, font)

    def rule(self, y: float, x0: float, x1: float, weight: float = 0.5) -> None:
        """A horizontal line."""
        self.canvas.setLineWidth(weight)
        self.canvas.line(x0, y, x1, y)

    def need(self, height: float) -> None:
        """Go on in the next column or page unless there is so much room."""
        if self.y - height < MARGIN:
            self.next_column()

    def next_column(self) -> None:
        """Go on in the next column, or page."""
        if self.column + 1 < self.columns:
            self.column += 1
            self.y = 792 - MARGIN
        else:
            self.next_page()

    def next_page(self, columns: int = 0) -> None:
        """Go on with a new page."""
        self.canvas.showPage()
        self.page += 1
        self.columns = columns or self.columns
        self._open_page()

    def heading(self, text: str) -> None:
        """A heading."""
        self.need(60)
        self.y -= 10
        self.text(self.left, self.y, text, self.bold, 13)
        self.y -= 20

    def paragraph(self, text: str) -> None:
        """A paragraph with even lines."""
        leading = self.size * 1.22
        lines = wrapped(text, self.width, self.font, self.size)
        for number, line in enumerate(lines):
            self.need(leading)
            pieces = line.split()
            gap = 0.0
            if number < len(lines) - 1 and len(pieces) > 1:
                free = self.width - sum(stringWidth(word, self.font, self.size) for word in pieces)
                gap = free / (len(pieces) - 1) - stringWidth(" ", self.font, self.size)
            self.canvas.setFont(self.font, self.size)
            self.canvas.drawString(self.left, self.y, line, wordSpace=gap)
            self.y -= leading
        self.y -= leading * 0.6

    def save(self) -> None:
        """Write the file."""
        self.canvas.save()

    def _open_page(self) -> None:
        self.column = 0
        self.y = 792 - MARGIN
        self.canvas.setFont(self.font, 8)
        self.canvas.drawString(MARGIN, 752, self.running)
        self.canvas.drawCentredString(306, 40, str(self.page))


@dataclass(slots=True)
class _Grid:
    """Where the columns of a table stand: right ends of values, and the label column's width."""

    left: float
    label: float
    ends: list[float]
    right: float
    head: float

    @property
    def column(self) -> float:
        return self.ends[0] - self.left - self.label


@dataclass(slots=True)
class TableDrawer:
    """Draws one table.

    Attributes:
        number: Stands in its caption.
        repeat_head: Whether the head stands on every page of a continued table.
    """

    sheet: Sheet
    content: Content
    style: Style
    number: int
    repeat_head: bool = True

    def draw(self) -> list[int]:
        """Draw it; gives the page of each row."""
        sheet = self.sheet
        rows = self.content.rows
        if not self.style.breaks:
            sheet.need(self._height(len(rows)))
        self._caption("")
        grid = self._grid()
        self._head(grid)
        pages: list[int] = []
        group = ""
        for place, row in enumerate(rows):
            lines = self._label_lines(row, grid)
            if sheet.y - sheet.size * 1.5 * len(lines) < MARGIN:
                self._foot(grid)
                sheet.next_column()
                if self.repeat_head:
                    self._caption(" (continued)")
                    self._head(grid)
            if row.group != group:
                group = row.group
                self._line(grid, [f"{group}:"], (), place)
            self._line(grid, lines, row.values, place, indent=10 if group else 0)
            pages.append(sheet.page)
        self._foot(grid)
        sheet.y -= 16
        return pages

    def _height(self, rows: int) -> float:
        groups = len({row.group for row in self.content.rows if row.group})
        return self.sheet.size * 1.5 * (1.4 * rows + groups + 8)

    def _caption(self, suffix: str) -> None:
        sheet = self.sheet
        text = f"Table {self.number}. {self.content.caption}{suffix}"
        for line in wrapped(text, sheet.width, sheet.bold, sheet.size):
            sheet.text(sheet.left, sheet.y, line, sheet.bold)
            sheet.y -= sheet.size * 1.25
        if self.content.unit:
            sheet.text(sheet.left, sheet.y, self.content.unit)
            sheet.y -= sheet.size * 1.25
        sheet.y -= 4

    def _grid(self) -> _Grid:
        sheet = self.sheet
        labels = [row.label for row in self.content.rows] + [self.content.stub]
        widest = max(stringWidth(label, sheet.font, sheet.size) for label in labels) + 18
        count = len(self.content.columns)
        label = min(widest, sheet.width * 0.42)
        if self.style.leaders:
            label = sheet.width * 0.42
        column = min((sheet.width - label) / count, 110)
        ends = [sheet.left + label + column * (place + 1) - 4 for place in range(count)]
        return _Grid(sheet.left, label, ends, ends[-1] + 4, sheet.y)

    def _head(self, grid: _Grid) -> None:
        sheet, columns = self.sheet, self.content.columns
        step = sheet.size * 1.25
        grid.head = sheet.y + sheet.size
        if self.style.rules in ("booktabs", "grid"):
            sheet.rule(grid.head, grid.left, grid.right, 0.9)
        if any(column.above for column in columns):
            self._spanning(grid)
        heads = [wrapped(column.head, grid.column - 6, sheet.bold, sheet.size) for column in columns]
        lines = max(len(head) for head in heads)
        for head, end in zip(heads, grid.ends, strict=True):
            for place, line in enumerate(head):
                sheet.ended(end, sheet.y - step * (lines - len(head) + place), line, sheet.bold)
        sheet.text(grid.left + 3, sheet.y - step * (lines - 1), self.content.stub, sheet.bold)
        sheet.y -= step * lines
        if self.style.rules != "none":
            sheet.rule(sheet.y + sheet.size * 0.8, grid.left, grid.right)
        sheet.y -= 4

    def _spanning(self, grid: _Grid) -> None:
        sheet = self.sheet
        places = groupby(enumerate(self.content.columns), key=lambda pair: pair[1].above)
        for above, members in places:
            numbers = [number for number, _ in members]
            x0, x1 = grid.ends[numbers[0]] - grid.column + 10, grid.ends[numbers[-1]]
            sheet.canvas.setFont(sheet.bold, sheet.size)
            sheet.canvas.drawCentredString((x0 + x1) / 2, sheet.y, above)
            sheet.rule(sheet.y - 3, x0, x1)
        sheet.y -= sheet.size * 1.5

    def _label_lines(self, row: Row, grid: _Grid) -> list[str]:
        room = grid.label - (22 if row.group else 12)
        return wrapped(row.label, room, self.sheet.font, self.sheet.size)

    def _line(
        self, grid: _Grid, label: Sequence[str], values: Sequence[str], place: int, indent: float = 0
    ) -> None:
        sheet = self.sheet
        step = sheet.size * 1.25
        height = step * len(label) + sheet.size * 0.25
        if self.style.shaded and place % 2 == 0 and values:
            sheet.canvas.setFillGray(0.9)
            sheet.canvas.rect(grid.left, sheet.y + sheet.size - height, grid.right - grid.left, height, 0, 1)
            sheet.canvas.setFillGray(0)
        for number, line in enumerate(label):
            sheet.text(grid.left + 3 + indent, sheet.y - step * number, line)
        baseline = sheet.y - step * (len(label) - 1)
        if self.style.leaders and values:
            self._leaders(grid, label[-1], indent, baseline, values[0])
        for number, (value, end) in enumerate(zip(values, grid.ends, strict=False)):
            sheet.ended(end, baseline, value)
            money = self.content.currency and place == 0 and not value.endswith("%")
            if money:
                sheet.text(end - grid.column + 14 + (number == 0) * 4, baseline, "$")
        sheet.y -= height
        if self.style.rules == "grid":
            sheet.rule(sheet.y + sheet.size, grid.left, grid.right)

    def _leaders(self, grid: _Grid, label: str, indent: float, baseline: float, value: str) -> None:
        sheet = self.sheet
        start = grid.left + 3 + indent + stringWidth(label, sheet.font, sheet.size) + 4
        stop = grid.ends[0] - stringWidth(value, sheet.font, sheet.size) - 6
        dots = int((stop - start) / (2 * stringWidth(".", sheet.font, sheet.size)))
        sheet.text(start, baseline, ". " * dots)

    def _foot(self, grid: _Grid) -> None:
        sheet = self.sheet
        bottom = sheet.y + sheet.size * 0.9
        if self.style.rules == "booktabs":
            sheet.rule(bottom, grid.left, grid.right, 0.9)
        if self.style.rules == "grid":
            for x in (grid.left, *(end - grid.column + 4 for end in grid.ends), grid.right):
                sheet.canvas.line(x, grid.head, x, sheet.y + sheet.size)
