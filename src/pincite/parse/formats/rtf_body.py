"""What RTF says, block by block: paragraphs, tables, notes, and what is collected beside them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from pincite.domain import BlockKind
from pincite.parse.formats.flow import Flow, picture_text
from pincite.parse.formats.rtf_tables import RowLook, RtfRow, cells_of
from pincite.parse.formats.text_tables import TextCell
from pincite.parse.formats.word_styles import roman
from pincite.parse.formats.writer import one_line
from pincite.parse.metadata import sane_authors, sane_title

_HEADING = re.compile(r"^heading ([1-9])$", re.IGNORECASE)
_BULLETS = frozenset("·•o§-–▪▫◦■□➢")
_MOST_HEADING_WORDS = 12


@dataclass(slots=True)
class State:
    """What holds until the end of a group: of characters, of the paragraph, and where the group stands."""

    skip: bool = False
    place: str = ""
    skip_after_unicode: int = 1
    encoding: str = ""
    font: str = ""
    bold: bool = False
    hidden: bool = False
    inserted: int = -1
    deleted: int = -1
    style: int = 0
    outline: int = -1
    listed: bool = False
    depth: int = 0
    in_table: bool = False


@dataclass(slots=True)
class Sink:
    """Text that is being collected: of the document ("body"), of a note, of a box."""

    kind: str = "body"
    pieces: list[str] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    letters: int = 0
    bold: int = 0
    endnote: bool = False
    cells: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    def whole(self) -> str:
        """All of it on one line."""
        return one_line(" ".join((*self.paragraphs, "".join(self.pieces))))


@dataclass(slots=True)
class Style:
    """A style of paragraphs: its name, its level as a heading (from 0; -1 for none), what it is based on."""

    name: str = ""
    outline: int = -1
    based: int = -1


class Body:
    """Takes text and the ends of paragraphs, cells and rows, and writes blocks.

    Args:
        flow: What is written to.
        plain: Whether short lines in bold are headings, because the file has no others.

    Attributes:
        sinks: What is being collected, the innermost last.
        styles: Styles of paragraphs by number.
        authors: Who made changes, by number.
    """

    def __init__(self, flow: Flow, *, plain: bool) -> None:
        self.sinks = [Sink()]
        self.styles: dict[int, Style] = {}
        self.authors: list[str] = []
        self._flow = flow
        self._plain = plain
        self._mark: str | None = None
        self._pending: list[Callable[[], None]] = []
        self._deleted: list[tuple[int, str]] = []
        self._last = ("", -1)
        self._commenter = ""
        self._property = ""
        self._rows: list[RtfRow] = []
        self._look = RowLook()
        self._joins = ""
        self._cells: list[tuple[str, bool]] = []
        self._counts = {"footnote": 0, "endnote": 0}

    def begin(self, kind: str) -> None:
        """Collect what follows apart from the text around it."""
        self.sinks.append(Sink(kind))

    def end_sinks(self, count: int) -> None:
        """End what was begun, until so many are left."""
        while len(self.sinks) > count:
            self._end_sink(self.sinks.pop())

    def entry(self) -> str:
        """What a table of the file (fonts, styles, authors) says of its entry."""
        text = "".join(self.sinks[-1].pieces).strip().rstrip(";").strip()
        self.sinks[-1].pieces.clear()
        return text

    def put(self, text: str, state: State) -> None:
        """Take text that stands under a state."""
        sink = self.sinks[-1]
        if sink.kind == "body":
            if state.hidden:
                if self._last[0] != "hidden" and text.strip():
                    self._flow.hide()
                    self._last = ("hidden", 0)
                return
            if state.deleted >= 0:
                if self._deleted and self._deleted[-1][0] == state.deleted and self._last[0] == "deleted":
                    self._deleted[-1] = state.deleted, self._deleted[-1][1] + text
                else:
                    self._deleted.append((state.deleted, text))
                self._last = ("deleted", state.deleted)
                return
            if state.inserted >= 0 and self._last != ("inserted", state.inserted) and text.strip():
                self._flow.inserted(self._author(state.inserted))
            self._last = ("inserted", state.inserted)
            size = len(text.strip())
            sink.letters += size
            sink.bold += size if state.bold else 0
        elif state.hidden or state.deleted >= 0:
            return
        sink.pieces.append(text)

    def row_word(self, word: str, value: int | None) -> None:
        """A word that says how rows are divided."""
        if word == "trowd":
            self._look, self._joins = RowLook(), ""
        elif word == "cellx":
            self._look.edges.append(value or 0)
            self._look.joined.append(self._joins)
            self._joins = ""
        elif word == "trhdr":
            self._look.head = True
        else:
            self._joins = {"clmrg": "right", "clvmgf": "top", "clvmrg": "down"}[word]

    def end_cell(self, word: str) -> None:
        """A cell or row ends."""
        sink = self.sinks[-1]
        if sink.kind != "body":
            self._end_cell_elsewhere(sink, word)
        elif word == "cell":
            self._cells.append((self._taken(sink), 0 < sink.letters == sink.bold))
            sink.letters = sink.bold = 0
        elif word == "row":
            if self._cells:
                self._rows.append(RtfRow(replace(self._look), self._cells))
            self._cells = []
        else:
            sink.pieces.append("\n")

    def _end_cell_elsewhere(self, sink: Sink, word: str) -> None:
        """The end of a cell or row in a header, a note or a box."""
        if sink.kind != "running" or word not in ("cell", "row"):
            sink.pieces.append(" ")
        elif word == "cell":
            sink.cells.append(sink.whole())
            sink.paragraphs.clear()
            sink.pieces.clear()
        else:
            sink.rows.append(sink.cells)
            sink.cells = []

    def _taken(self, sink: Sink) -> str:
        text = "".join(sink.pieces)
        sink.pieces.clear()
        mark, self._mark = self._mark, None
        return f"{mark} {text}" if mark and mark not in _BULLETS else text

    def picture(self) -> None:
        """A picture, of which nothing is known yet."""
        self._flow_later(lambda: self._flow.picture(""))

    def embedded(self) -> None:
        """An object of another program."""
        self._flow_later(self._flow.embedded)

    def end_paragraph(self, state: State, *, last: bool = False) -> None:
        """A paragraph ends; the last one even within a table."""
        sink = self.sinks[-1]
        if sink.kind != "body":
            text = "".join(sink.pieces)
            sink.pieces.clear()
            if sink.kind == "running" and not state.in_table:
                self._flow.running(text)
            else:
                sink.paragraphs.append(text)
            return
        if state.in_table and not last:
            sink.pieces.append("\n")
            return
        self._end_table()
        mark = self._mark
        text = self._taken(sink)
        strong = 0 < sink.letters == sink.bold
        sink.letters = sink.bold = 0
        self._write(state, text, mark, strong)
        self._write_pending()

    def _end_sink(self, sink: Sink) -> None:
        text = sink.whole()
        if sink.kind == "footnote":
            kind = "endnote" if sink.endnote else "footnote"
            self._counts[kind] += 1
            mark = roman(self._counts[kind]) if sink.endnote else str(self._counts[kind])
            self._flow_later(lambda: self._flow.text(f"{mark} {text}", BlockKind.FOOTNOTE))
        elif sink.kind == "annotation":
            author = self._commenter
            self._flow_later(lambda: self._flow.comment(author, text))
        elif sink.kind == "box":
            parts = [*sink.paragraphs, "".join(sink.pieces)]
            for part in parts:
                self._flow_later(partial(self._flow.text, part))
        elif sink.kind == "running":
            self._flow.running_table(
                [
                    TextCell(row, column, text)
                    for row, texts in enumerate((*sink.rows, sink.cells))
                    for column, text in enumerate(texts)
                ]
            )
            for part in (*sink.paragraphs, "".join(sink.pieces)):
                self._flow.running(part)
        elif sink.kind == "mark":
            self._mark = text
        elif sink.kind == "title":
            self._flow.writer.title = sane_title(text)
        elif sink.kind == "author":
            self._flow.writer.authors = sane_authors(text.replace(";", ", "))
        elif sink.kind == "remarked by":
            self._commenter = text
        elif sink.kind == "name":
            self._property = text
        elif sink.kind == "value" and self._property == "wzDescription":
            self._flow_later(lambda: self._flow.text(picture_text(text), BlockKind.CAPTION))

    def _flow_later(self, write: Callable[[], None]) -> None:
        """Write something below the paragraph or table that is being read."""
        self._pending.append(write)

    def _author(self, number: int) -> str:
        return self.authors[number] if 0 <= number < len(self.authors) else ""

    def _write(self, state: State, text: str, mark: str | None, strong: bool) -> None:
        style = self.styles.get(state.style, Style())
        level = state.outline if state.outline >= 0 else self._outline_of(style)
        plain = one_line(text)
        if style.name.casefold() == "title":
            self._flow.heading(text, 1)
        elif 0 <= level < 9:
            self._flow.heading(text, level + 1)
        elif self._plain and strong and mark is None and _may_be_heading(plain):
            self._flow.heading(text, 1)
        elif style.name.casefold().startswith("toc "):
            self._flow.text(text, BlockKind.CONTENTS)
        elif style.name.casefold() == "caption":
            self._flow.text(text, BlockKind.CAPTION)
        elif mark is not None or state.listed:
            self._flow.text(text, BlockKind.LIST_ITEM, state.depth + 1)
        else:
            self._flow.text(text)

    def _outline_of(self, style: Style) -> int:
        """The level of headings of a style, or of those that it is based on, from 0; -1 for none."""
        for _ in range(32):
            if style.outline >= 0:
                return style.outline
            if heading := _HEADING.match(style.name):
                return int(heading.group(1)) - 1
            if style.based not in self.styles:
                break
            style = self.styles[style.based]
        return -1

    def _end_table(self) -> None:
        if self._cells:
            # A row that does not end: its cells are kept.
            self._rows.append(RtfRow(self._look, self._cells))
            self._cells = []
        if self._rows:
            rows, self._rows = self._rows, []
            cells, heads = cells_of(rows)
            self._flow.table(cells, heads or None)
            self._write_pending()

    def _write_pending(self) -> None:
        deleted, self._deleted = self._deleted, []
        for author, text in deleted:
            self._flow.deleted(self._author(author), text)
        pending, self._pending = self._pending, []
        for write in pending:
            write()


def _may_be_heading(text: str) -> bool:
    return (
        0 < len(text.split()) <= _MOST_HEADING_WORDS
        and not text.endswith((".", ",", ";", "!", "?", ":"))
        and any(map(str.isalpha, text))
    )
