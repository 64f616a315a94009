"""Blocks → a page's text: lines joined, divided words rejoined, one box a character."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pincite.domain import Block, BlockKind, Boxes, Cell, Page, Table
from pincite.parse.blocks import Draft
from pincite.parse.characters import HYPHENS, is_unspaced
from pincite.parse.grid import Grid
from pincite.parse.hyphens import Words
from pincite.parse.line import Line, PageLines
from pincite.parse.table_words import with_words


@dataclass(slots=True)
class _Text:
    """A growing text and its boxes."""

    parts: list[str] = field(default_factory=list)
    boxes: list[Boxes] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, boxes: Boxes | None = None) -> None:
        self.parts.append(text)
        self.boxes.append(np.zeros((len(text), 4), np.uint16) if boxes is None else boxes)
        self.length += len(text)

    def drop_last(self) -> None:
        self.parts[-1] = self.parts[-1][:-1]
        self.boxes[-1] = self.boxes[-1][:-1]
        self.length -= 1


def join(before: Line, after: Line, words: Words) -> str:
    """How a line follows the one before it: " ", "", or "-" where its hyphen is to be removed as well."""
    text = before.text
    if before.divided and text[-1:] in HYPHENS:
        return "-"
    if text[-1:] in HYPHENS and len(text) > 1 and not text[-2].isspace():
        if not after.text[:1].isalnum():
            return ""
        return "" if words.keeps_hyphen(text, after.text) else "-"
    if before.divided:
        return ""
    if text and after.text and is_unspaced(ord(text[-1])) and is_unspaced(ord(after.text[0])):
        return ""
    last = text.rsplit(" ", 1)[-1]
    if ("://" in last and last[-1] in "/_=&?%") or (
        last.endswith((":", ":/")) and after.text.startswith("/")
    ):
        return ""
    return " "


def joined(draft: Draft, words: Words) -> str:
    """The text of a block as its page will hold it."""
    out = _Text()
    _add_block(out, draft, words)
    return "".join(out.parts)


def assemble(page: PageLines, label: str, drafts: list[Draft], words: Words, cut: set[int]) -> Page:
    """A page from its blocks in reading order.

    Args:
        page: The page's measures.
        label: Its printed label.
        drafts: Its blocks.
        words: The document's words.
        cut: Identities of blocks whose last hyphen is to be removed, because the word goes on in another block.
    """
    out = _Text()
    blocks: list[Block] = []
    for draft in drafts:
        if out.length:
            out.add("\n\n")
        start = out.length
        table = None
        if draft.grid is not None and draft.kind is BlockKind.TABLE:
            table = _add_table(out, draft.grid, words)
        else:
            _add_block(out, draft, words)
        if id(draft) in cut:
            out.drop_last()
        blocks.append(Block(draft.kind, start, out.length, draft.level, draft.section, draft.joint, table))
    boxes = np.concatenate(out.boxes) if out.boxes else np.zeros((0, 4), np.uint16)
    text = "".join(out.parts)
    return Page(
        page.index, label, text, page.width, page.height, boxes, tuple(with_words(blocks, text)), page.ocr_confidence
    )  # fmt: skip


def _add_table(out: _Text, grid: Grid, words: Words) -> Table:
    """Write a table: a row a line, cells divided by tabs, the lines of a cell joined."""
    cells = []
    for number, row in enumerate(grid.by_row()):
        if number:
            out.add("\n")
        for place, cell in enumerate(row):
            if place:
                out.add("\t")
            start = out.length
            _add_lines(out, cell.lines, words)
            cells.append(Cell(cell.row, cell.column, start, out.length, cell.rows, cell.columns))
    return Table(
        tuple(cells), grid.head_rows, grid.label_columns, tuple(grid.parents), continued=grid.continued
    )


def _add_lines(out: _Text, lines: list[Line], words: Words) -> None:
    before: Line | None = None
    for line in lines:
        if before is not None:
            joint = join(before, line, words)
            if joint == "-":
                out.drop_last()
            else:
                out.add(joint)
        out.add(line.text, line.boxes)
        before = line


def _add_block(out: _Text, draft: Draft, words: Words) -> None:
    before: Line | None = None
    for row in draft.rows:
        for place, line in enumerate(row.cells):
            if place:
                out.add("\t")
            elif before is not None:
                if draft.kind in (BlockKind.TABLE, BlockKind.CODE):
                    out.add("\n")
                else:
                    joint = join(before, line, words)
                    if joint == "-":
                        out.drop_last()
                    elif joint:
                        out.add(joint)
            out.add(line.text, line.boxes)
            before = line
