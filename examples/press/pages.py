"""Filling pages: columns, floats and footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from press.look import Look
from press.setting import Heading, Item, Record, Setter, stack

_FLOAT_GAP = 14.0


@dataclass(slots=True)
class Column:
    """A column being filled."""

    height: float
    floats: list[Item] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    notes: list[Item] = field(default_factory=list)

    @property
    def used(self) -> float:
        """Height taken so far, in points."""
        used = sum(item.height + _FLOAT_GAP for item in self.floats)
        used += sum(item.height + (item.before if at else 0.0) for at, item in enumerate(self.items))
        return used + (sum(note.height for note in self.notes) + 10.0 if self.notes else 0.0)

    def holds(self, items: Sequence[Item], notes: Sequence[Item]) -> bool:
        """Whether the items and the footnotes that they call fit in."""
        need = sum(item.height + (item.before if at or self.items else 0.0) for at, item in enumerate(items))
        need += sum(note.height for note in notes)
        need += 10.0 if notes and not self.notes else 0.0
        return self.used + need <= self.height + 0.01


@dataclass(slots=True)
class FullPage:
    """A page as filled: what spans the columns, and the columns."""

    wide: list[Item]
    columns: list[Column]
    body_from: int


class Filler:
    """Distributes items over pages."""

    def __init__(self, look: Look, setter: Setter, title: Item | None, imprint: Sequence[Item]) -> None:
        self._look = look
        self._setter = setter
        self._pending: list[Item] = []
        self._pending_wide: list[Item] = []
        self._body_from = 1
        self.pages: list[FullPage] = []
        self._open([title] if title else [])
        self._columns[0].notes.extend(imprint)

    @property
    def _columns(self) -> list[Column]:
        return self.pages[-1].columns

    def fill(self, items: Sequence[Item]) -> list[FullPage]:
        """All pages for the items."""
        at = 0
        items = _floats_before_headings(items)
        while at < len(items):
            group = [items[at]]
            while group[-1].keep and at + len(group) < len(items):
                group.append(items[at + len(group)])
            at += len(group)
            self._place(group)
        while self._pending or self._pending_wide:
            self._next_column()
        self._balance()
        return self.pages

    def _place(self, group: list[Item]) -> None:
        head = group[0]
        if head.place in ("page", "body"):
            if any(column.items or column.floats for column in self._columns):
                self._open([])
            if head.place == "body":
                self._body_from = self.pages[-1].body_from = len(self.pages)
            return
        if head.place == "wide":
            self._pending_wide.append(head)
            return
        notes = self._notes(group)
        if head.place == "column":
            column = self._columns[self._at]
            if (
                not self._pending
                and column.holds([head], [*notes])
                and column.used + head.height < column.height - 20
            ):
                column.floats.append(head)
            else:
                self._pending.append(head)
            return
        while not self._columns[self._at].holds(group, notes):
            self._next_column()
        self._columns[self._at].items.extend(group)
        self._columns[self._at].notes.extend(notes)

    def _notes(self, group: Sequence[Item]) -> list[Item]:
        style = self._look.styles["note"]
        return [
            stack(self._setter.paragraph(f"^{self._setter.note_numbers[note]}^ {note}", style), place="note")
            for item in group
            for note in item.notes
        ]

    def _next_column(self) -> None:
        if self._at + 1 < len(self._columns):
            self._at += 1
        else:
            wide = [self._pending_wide.pop(0)] if self._pending_wide else []
            self._open(wide)
        if self._pending and self._columns[self._at].holds([self._pending[0]], []):
            self._columns[self._at].floats.append(self._pending.pop(0))

    def _open(self, wide: list[Item]) -> None:
        top = sum(item.height + _FLOAT_GAP for item in wide)
        height = self._look.page[1] - self._look.margins[1] - self._look.margins[3] - top
        self.pages.append(
            FullPage(wide, [Column(height) for _ in range(self._look.columns)], self._body_from)
        )
        self._at = 0

    def _balance(self) -> None:
        """Make the columns of the last page equally long."""
        page = self.pages[-1]
        if len(page.columns) == 1 or any(column.floats or column.notes for column in page.columns):
            return
        items = [item for column in page.columns for item in column.items]
        full = page.columns[0].height
        height = sum(item.height for item in items) / len(page.columns)
        while height < full:
            columns = [Column(height) for _ in page.columns]
            if _fits(items, columns):
                for column in columns:
                    column.height = full
                page.columns = columns
                return
            height += 4.0


def _floats_before_headings(items: Sequence[Item]) -> list[Item]:
    """A float that follows a heading would stand between it and its text: let it go first."""
    ordered: list[Item] = []
    for item in items:
        at = len(ordered)
        while item.place in ("column", "wide") and at and ordered[at - 1].keep:
            at -= 1
        ordered.insert(at, item)
    return ordered


def _fits(items: Sequence[Item], columns: Sequence[Column]) -> bool:
    at, column = 0, 0
    while at < len(items):
        end = at + 1
        while items[end - 1].keep and end < len(items):
            end += 1
        while not columns[column].holds(items[at:end], []):
            column += 1
            if column == len(columns):
                return False
        columns[column].items.extend(items[at:end])
        at = end
    return True


@dataclass(slots=True)
class Printed:
    """Where everything went; page indexes count from 1."""

    records: list[tuple[int, Record]] = field(default_factory=list)
    headings: list[tuple[int, Heading]] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)


def draw_pages(canvas: Any, look: Look, pages: Sequence[FullPage], metadata: dict[str, Any]) -> Printed:
    """Draw all pages and note what stands where."""
    printed = Printed()
    left, top_margin, _, bottom = look.margins
    section = ""
    for index, page in enumerate(pages, start=1):
        label = look.label(metadata, index, page.body_from)
        printed.labels.append(label)
        firsts = [
            h for column in page.columns for item in column.items for h in item.headings if h.level == 1
        ]
        look.furniture(canvas, metadata, index, label, firsts[0].title if firsts else section)
        section = firsts[-1].title if firsts else section
        top = look.page[1] - top_margin
        for item in page.wide:
            _draw(canvas, item, left, top, index, printed)
            top -= item.height + _FLOAT_GAP
        for number, column in enumerate(page.columns):
            x = left + number * (look.column_width + look.gutter)
            _draw_column(canvas, look, column, (x, top, bottom), index, printed)
        canvas.showPage()
    return printed


def _draw_column(
    canvas: Any, look: Look, column: Column, place: tuple[float, float, float], index: int, printed: Printed
) -> None:
    x, y, bottom = place
    for item in column.floats:
        _draw(canvas, item, x, y, index, printed)
        y -= item.height + _FLOAT_GAP
    for position, item in enumerate(column.items):
        y -= item.before if position else 0.0
        _draw(canvas, item, x, y, index, printed)
        y -= item.height
    if column.notes:
        y = bottom + sum(note.height for note in column.notes)
        canvas.setStrokeColorRGB(0, 0, 0)
        canvas.setLineWidth(0.4)
        canvas.line(x, y + 3, x + min(look.column_width * 0.4, 90), y + 3)
        for note in column.notes:
            _draw(canvas, note, x, y, index, printed)
            y -= note.height


def _draw(canvas: Any, item: Item, x: float, y: float, index: int, printed: Printed) -> None:
    item.draw(canvas, x, y)
    printed.records.extend((index, record) for record in item.records)
    printed.headings.extend((index, heading) for heading in item.headings)
    for heading in item.headings:
        canvas.bookmarkPage(f"h{len(printed.headings)}")
        if getattr(canvas, "pincite_outline", False):
            title = f"{heading.number} {heading.title}".strip()
            canvas.addOutlineEntry(title, f"h{len(printed.headings)}", heading.level - 1)
