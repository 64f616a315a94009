"""From blocks to items: the strips of a fixed height that fill the columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reportlab.pdfbase import pdfmetrics

from press import figures
from press.inline import Line, Style, break_lines, pieces_of
from press.look import Look
from press.source import Block

Draw = Callable[[Any, float, float], None]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as printed, e.g. number "2.1" and title "Buildings"."""

    number: str
    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Record:
    """Words as set.

    Attributes:
        block: The paragraph, caption or table row they belong to.
        joint: What stands between them and the block's next record.
    """

    block: int
    text: str
    joint: str


@dataclass(frozen=True, slots=True)
class Item:
    """An undivided strip.

    Attributes:
        before: Least distance from the strip above; none at the top of a column.
        keep: Whether the next strip must stand in the same column.
        place: "flow"; "column" or "wide" for floats; "page" and "body" for breaks.
    """

    height: float
    draw: Draw
    before: float = 0.0
    keep: bool = False
    records: tuple[Record, ...] = ()
    notes: tuple[str, ...] = ()
    place: str = "flow"
    headings: tuple[Heading, ...] = field(default=())


def nothing(canvas: Any, x: float, top: float) -> None:
    """Draw nothing."""


class Setter:
    """Sets the blocks of one document.

    Args:
        contents: Headings with their printed page labels, for the table of contents.
    """

    def __init__(self, look: Look, contents: Sequence[tuple[Heading, str]] = ()) -> None:
        self.look = look
        self.note_numbers: dict[str, int] = {}
        self._contents = contents
        self._counters = [0, 0, 0]
        self._numbers = {"figure": 0, "table": 0, "equation": 0}
        self._blocks = 0
        self._after_heading = True

    def items(self, blocks: Sequence[Block]) -> list[Item]:
        """All blocks as items, in order."""
        made: list[Item] = []
        for block in blocks:
            made += self._set(block)
            if block.kind not in ("figure", "table"):
                self._after_heading = block.kind in ("heading", "equation", "body", "page")
        return made

    def _set(self, block: Block) -> list[Item]:
        match block.kind:
            case "heading":
                return self._heading(block)
            case "page" | "body":
                return [Item(0, nothing, place=block.kind)]
            case "figure":
                return [self._figure(block)]
            case "table":
                return [self._table(block)]
            case "equation":
                return [self._equation(block)]
            case "signature":
                return [self._signature(block)]
            case "contents":
                return self._contents_lines()
            case "clause":
                return self._labelled(block.text, block.label, f"clause{block.level}")
            case "item":
                return self._labelled(block.text, "•", "item")
            case "paragraph":
                style = self.look.styles["body"]
                return self.paragraph(
                    block.text, replace(style, indent=0.0 if self._after_heading else style.indent)
                )
            case role:
                return self.paragraph(block.text, self.look.styles[role])

    def paragraph(
        self, text: str, style: Style, width: float | None = None, *, keep: bool = False
    ) -> list[Item]:
        """A paragraph as one item a line, held together so that no single line is left behind."""
        self._blocks += 1
        lines = break_lines(pieces_of(text, style, self.note_numbers), style, width or self.look.column_width)
        last = len(lines) - 1
        return [
            Item(
                height=style.leading + (style.after if position == last else 0.0),
                draw=_line_drawer(line),
                before=style.before if position == 0 else 0.0,
                keep=keep or (last > 0 and position in (0, last - 1)),
                records=(Record(self._blocks, line.text, line.joint),),
                notes=line.notes,
            )
            for position, line in enumerate(lines)
        ]

    def _labelled(self, text: str, label: str, role: str) -> list[Item]:
        style = self.look.styles[role]
        items = self.paragraph(text, style)
        first = items[0]
        step = style.left - 22.0 if role == "clause2" else (style.left - 9.0 if role == "item" else 0.0)

        def draw(canvas: Any, x: float, top: float) -> None:
            canvas.setFont(style.face.regular, style.size)
            canvas.setFillColorRGB(0, 0, 0)
            canvas.drawString(x + step, top - style.size, label)
            first.draw(canvas, x, top)

        record = first.records[0]
        records = (replace(record, text=record.text if label == "•" else f"{label} {record.text}"),)
        return [replace(first, draw=draw, records=records), *items[1:]]

    def _heading(self, block: Block) -> list[Item]:
        level = block.level
        number = ""
        if block.label != "*":
            self._counters[level - 1] += 1
            self._counters[level:] = [0] * (3 - level)
            number = self.look.number(level, tuple(self._counters[:level]))
        style = self.look.styles[f"heading{level}"]
        text = f"{number}  {block.text}" if number else block.text
        items = self.paragraph(text, style, keep=True)
        return [replace(items[0], headings=(Heading(number, block.text, level),)), *items[1:]]

    def _figure(self, block: Block) -> Item:
        name, *options = block.arguments
        wide = "wide" in options
        width = self.look.text_width if wide else self.look.column_width
        figure = figures.FIGURES[name]
        height = figure.height
        font = self.look.styles["caption"].face.regular

        def draw(canvas: Any, x: float, top: float) -> None:
            canvas.saveState()
            canvas.translate(x, top - height)
            figure.draw(canvas, width, height, font, self.look.accent)
            canvas.restoreState()

        picture = Item(height, draw, keep=True)
        caption = self._caption("figure", block.text, width)
        gap = Item(5, nothing, keep=True)
        return stack([picture, gap, *caption], place="wide" if wide else "column")

    def _caption(self, kind: str, text: str, width: float) -> list[Item]:
        self._numbers[kind] += 1
        return self.paragraph(
            f"**{kind.title()} {self._numbers[kind]}.** {text}", self.look.styles["caption"], width, keep=True
        )

    def _table(self, block: Block) -> Item:
        letters = [word for word in block.arguments if len(word) == 1]
        place = next((word for word in block.arguments if word in ("wide", "here")), "column")
        width = self.look.text_width if place == "wide" else self.look.column_width
        caption, *lines = block.lines
        items = [*self._caption("table", caption, width), Item(4, nothing)]
        style = replace(self.look.styles["cell"], align="left", hyphenate=False)
        rows = [[cell.strip() for cell in line.split("|")] for line in lines]
        columns = self._column_widths(letters, rows, style, width)
        items.append(_rule(width, 0.9))
        for position, row in enumerate(rows):
            if row == ["---"]:
                items.append(_rule(width, 0.3))
                continue
            items.append(
                self._row(
                    row, letters, columns, replace(style, bold=position == 0 and not self.look.booktabs)
                )
            )
            if position == 0:
                items.append(_rule(width, 0.5))
        items.append(_rule(width, 0.9))
        return stack(
            items, place="flow" if place == "here" else place, before=8.0 if place == "here" else 0.0
        )

    def _column_widths(
        self, letters: Sequence[str], rows: Sequence[Sequence[str]], style: Style, width: float
    ) -> list[float]:
        """Natural widths; what is left goes to the paragraph column, or between the columns."""
        natural = [
            max(
                float(pdfmetrics.stringWidth(row[column].replace("*", ""), style.face.regular, style.size))
                for row in rows
                if len(row) == len(letters)
            )
            + 2.0
            for column in range(len(letters))
        ]
        gap = 10.0
        if "p" in letters:
            others = sum(size for size, letter in zip(natural, letters, strict=True) if letter != "p")
            left = width - others - gap * (len(letters) - 1)
            share = left / letters.count("p")
            return [share if letter == "p" else size for size, letter in zip(natural, letters, strict=True)]
        spare = (width - sum(natural)) / max(len(letters) - 1, 1)
        if spare < 3:
            raise ValueError(
                f"the table with the head {rows[0]} is too wide by {-spare * len(letters):.0f} points"
            )
        return natural

    def _row(
        self, row: Sequence[str], letters: Sequence[str], columns: Sequence[float], style: Style
    ) -> Item:
        self._blocks += 1
        cells = [
            break_lines(pieces_of(cell, style, self.note_numbers), style, size if letter == "p" else 1000)
            if cell
            else []
            for cell, size, letter in zip(row, columns, letters, strict=True)
        ]
        total = self.look.text_width if sum(columns) > self.look.column_width else self.look.column_width
        gap = (total - sum(columns)) / max(len(columns) - 1, 1)
        depth = max(len(cell) for cell in cells)

        def draw(canvas: Any, x: float, top: float) -> None:
            for lines, size, letter in zip(cells, columns, letters, strict=True):
                for position, line in enumerate(lines):
                    natural = sum(piece.width for piece in line.pieces)
                    shift = (
                        size - natural - (len(line.text.split()) - 1) * _space(style)
                        if letter == "r"
                        else 0.0
                    )
                    line.draw(canvas, x + shift, top - style.size - 1.5 - position * style.leading)
                x += size + gap

        text = "\t".join(" ".join(line.text for line in cell) for cell in cells)
        return Item(depth * style.leading + 2.4, draw, records=(Record(self._blocks, text, " "),))

    def _equation(self, block: Block) -> Item:
        self._numbers["equation"] += 1
        self._blocks += 1
        style = self.look.styles["equation"]
        left, _, under = block.text.partition(" // ")
        head, _, above = left.rpartition(" = ") if under else (left, "", "")
        width, number = self.look.column_width, f"({self._numbers['equation']})"
        centred = replace(style, align="center", hyphenate=False)

        def line(text: str, room: float) -> Line:
            return break_lines(pieces_of(text, centred, self.note_numbers), centred, room)[0]

        def draw(canvas: Any, x: float, top: float) -> None:
            middle = top - style.leading * (1.25 if under else 0.8)
            if under:
                first, over, below = (line(text, width) for text in (f"{head} =", above, under))
                sizes = [
                    sum(p.width for p in part.pieces) + _space(style) * part.text.count(" ")
                    for part in (first, over, below)
                ]
                bar = max(sizes[1:]) + 6
                at = x + (width - sizes[0] - 5 - bar) / 2
                replace(first, width=sizes[0]).draw(canvas, at, middle)
                at += sizes[0] + 5
                replace(over, width=bar).draw(canvas, at, middle + style.leading * 0.58)
                replace(below, width=bar).draw(canvas, at, middle - style.leading * 0.62)
                canvas.setLineWidth(0.5)
                canvas.line(at, middle + style.size * 0.28, at + bar, middle + style.size * 0.28)
            else:
                line(block.text, width).draw(canvas, x, middle)
            canvas.setFont(style.face.regular, style.size)
            canvas.drawRightString(x + width, middle, number)

        printed = (f"{head} =", above, under) if under else (block.text,)
        plain = " ".join(line(part, width).text for part in printed)
        records = (Record(self._blocks, f"{plain} {number}", " "),)
        return Item(style.leading * (2.4 if under else 1.5), draw, before=2, records=records)

    def _signature(self, block: Block) -> Item:
        style = self.look.styles["body"]
        height = 26.0 * (len(block.lines) + 1) + 10
        party = " ".join(block.arguments)

        def draw(canvas: Any, x: float, top: float) -> None:
            canvas.setFillColorRGB(0, 0, 0)
            canvas.setFont(style.face.bold, style.size)
            canvas.drawString(x, top - 14, f"Signed for and on behalf of {party}")
            canvas.setFont(style.face.regular, style.size)
            for position, text in enumerate(block.lines):
                y = top - 14 - 26.0 * (position + 1)
                name, _, value = text.partition(":")
                canvas.drawString(x, y, name)
                canvas.drawString(x + 90, y, value.strip())
                if not value.strip():
                    canvas.setLineWidth(0.5)
                    canvas.line(x + 90, y - 2, x + 300, y - 2)

        self._blocks += 1
        return Item(
            height,
            draw,
            before=14,
            records=(Record(self._blocks, f"Signed for and on behalf of {party}", " "),),
        )

    def _contents_lines(self) -> list[Item]:
        return [self._contents_line(heading, label) for heading, label in self._contents]

    def _contents_line(self, heading: Heading, label: str) -> Item:
        style = self.look.styles["contents"]
        font = style.face.bold if heading.level == 1 else style.face.regular
        indent = 0.0 if heading.level == 1 else 20.0
        width = self.look.column_width
        title = f"{heading.number}  {heading.title}" if heading.number else heading.title
        start = indent + pdfmetrics.stringWidth(title, font, style.size) + 6
        end = width - pdfmetrics.stringWidth(label, font, style.size) - 6
        dot = pdfmetrics.stringWidth(". ", font, style.size)

        def draw(canvas: Any, x: float, top: float) -> None:
            canvas.setFont(font, style.size)
            canvas.drawString(x + indent, top - style.size, title)
            canvas.drawRightString(x + end, top - style.size, (". " * int((end - start) / dot)).strip())
            canvas.drawRightString(x + width, top - style.size, label)

        return Item(style.leading, draw, before=5 if heading.level == 1 else 0)


def _space(style: Style) -> float:
    return float(pdfmetrics.stringWidth(" ", style.face.regular, style.size))


def _line_drawer(line: Line) -> Draw:
    def draw(canvas: Any, x: float, top: float) -> None:
        line.draw(canvas, x, top - line.style.size)

    return draw


def _rule(width: float, weight: float) -> Item:
    def draw(canvas: Any, x: float, top: float) -> None:
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.setLineWidth(weight)
        canvas.line(x, top - 1.5, x + width, top - 1.5)

    return Item(3.0, draw)


def stack(items: Sequence[Item], *, place: str = "flow", before: float = 0.0) -> Item:
    """Several items as one that is never divided."""
    offsets: list[float] = []
    height = 0.0
    for position, item in enumerate(items):
        height += item.before if position else 0.0
        offsets.append(height)
        height += item.height

    def draw(canvas: Any, x: float, top: float) -> None:
        for item, offset in zip(items, offsets, strict=True):
            item.draw(canvas, x, top - offset)

    return Item(
        height=height + (8.0 if place == "flow" else 0.0),
        draw=draw,
        before=before,
        records=tuple(record for item in items for record in item.records),
        notes=tuple(note for item in items for note in item.notes),
        headings=tuple(heading for item in items for heading in item.headings),
        place=place,
    )
