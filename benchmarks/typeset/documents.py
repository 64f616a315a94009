"""Whole documents: running text, tables in several styles, and tables with the same labels and other years."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.typeset import words
from benchmarks.typeset.content import GROUPING, TOPICS, Content, Source
from benchmarks.typeset.draw import STYLES, Sheet, Style, TableDrawer

_LIMITS = {"finance": 6, "sales": 6, "staff": 4, "laboratory": 4, "climate": 3, "engineering": 8, "sports": 5}


@dataclass(frozen=True, slots=True)
class CellQuestion:
    """A question for one cell.

    Attributes:
        file: Name of the document's file.
        organisation: Name of who publishes the document.
        style: Name of the table's style.
        page: The row's page, from 1.
        label: The row's label.
        values: The row's values, as typeset.
        column: Which value is asked for.
        head: The head of its column.
        others: Label and values of every other row of the document's tables.
    """

    text: str
    file: str
    organisation: str
    style: str
    page: int
    label: str
    values: tuple[str, ...]
    column: int
    head: str
    others: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Placed:
    content: Content
    style: Style
    pages: list[int]


def typeset(folder: Path, *, documents: int = 13, tables: int = 5, questions: int = 7) -> list[CellQuestion]:
    """Write the documents and give the questions. The same arguments always give the same.

    Args:
        folder: Where to; its PDFs are named after organisations.
        documents: How many, at most 14.
        tables: Of each document.
        questions: For each table.
    """
    folder.mkdir(parents=True, exist_ok=True)
    asked: list[CellQuestion] = []
    for number in range(documents):
        name = words.ORGANISATIONS[number]
        # Every style comes equally often, with another topic each time.
        styles = [STYLES[(number * tables + place) % len(STYLES)] for place in range(tables)]
        path = folder / f"{name.lower().replace(' ', '-')}.pdf"
        source = Source(random.Random(1000 + number))
        placed = _document(path, name, styles, source, number)
        asked += _questions(path.name, name, placed, source.random, questions)
    return asked


def _document(path: Path, name: str, styles: Sequence[Style], source: Source, number: int) -> list[_Placed]:
    sheet = Sheet(path, f"{name}: Yearbook", ("Helvetica", "Times-Roman")[number % 2], 9 + number % 3 * 0.5)
    sheet.canvas.setTitle(f"{name}: Yearbook")
    sheet.text(sheet.left, sheet.y, f"Yearbook of {name}", sheet.bold, 18)
    sheet.y -= 34
    placed: list[_Placed] = []
    for place, style in enumerate(styles):
        topic = _topic(source, style, place, number)
        if sheet.columns != style.columns:
            sheet.next_page(style.columns)
        title = {"finance": "Accounts", "laboratory": "Laboratory results"}.get(topic, topic.capitalize())
        sheet.heading(f"{place + 1} {title}")
        sheet.paragraph(_prose(source, 3))
        for _ in range(5 if style.columns > 1 else 0):
            sheet.paragraph(_prose(source, 5))
        content = TOPICS[topic](source, style.wanted)
        if style.breaks:
            while sheet.y > 190:
                sheet.paragraph(_prose(source, 3))
        drawer = TableDrawer(sheet, content, style, place + 1, repeat_head=source.random.random() < 0.6)
        placed.append(_Placed(content, style, drawer.draw()))
        for _ in range(8 if style.columns > 1 else 1):
            sheet.paragraph(_prose(source, 3))
    sheet.save()
    return placed


def _topic(source: Source, style: Style, place: int, number: int) -> str:
    """A topic that suits the style; every second table repeats a topic, with another period, where it can."""
    names = list(GROUPING if style.wanted.groups else TOPICS)
    if style.wanted.currency:
        names = ["finance"]
    if style.wanted.negative:
        names = ["finance", "sales"]
    times = {name: sum(part.startswith(f"{name} ") for part in source.used) for name in names}
    free = [name for name in names if times[name] < _LIMITS[name]]
    repeated = [name for name in free if times[name]]
    if place % 2 and repeated:
        return source.random.choice(repeated)
    return free[(number + place * 2) % len(free)]


def _prose(source: Source, sentences: int) -> str:
    return " ".join(source.random.sample(words.PROSE, sentences))


def _questions(
    file: str, organisation: str, placed: Sequence[_Placed], chooser: random.Random, count: int
) -> list[CellQuestion]:
    everything = [(row.label, row.values) for table in placed for row in table.content.rows]
    asked = []
    for table in placed:
        content = table.content
        cells = [(row, column) for row in range(len(content.rows)) for column in range(len(content.columns))]
        for row_number, column in chooser.sample(cells, min(count, len(cells))):
            row = content.rows[row_number]
            template = content.columns[column].ask or chooser.choice(content.ask)
            label = row.label if content.proper else row.label[0].lower() + row.label[1:]
            text = template.format(
                label=label, column=content.columns[column].asked, group=row.group, period=content.period
            )
            own = (row.label, row.values)
            asked.append(
                CellQuestion(
                    text[0].upper() + text[1:], file, organisation, table.style.name, table.pages[row_number],
                    row.label, row.values, column, content.columns[column].head,
                    tuple(other for other in everything if other != own),
                )
            )  # fmt: skip
    return asked
