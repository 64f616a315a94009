"""Blocks → units: text that belongs together.

A paragraph that a page break or a figure divides is one unit, a table is one, a heading is one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pincite.domain import Block, BlockKind, Page, Span, Table
from pincite.tables import Heads, Row, read_table

_RUNNING_ON = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.REFERENCE, BlockKind.FOOTNOTE})
_SHORT = 80
"""A line between caption and table of at most so many characters belongs to both."""


@dataclass(slots=True)
class Unit:
    """Text that belongs together, with the place of its parts: (offset in text, page, offset in page, length).

    Attributes:
        table: Number of the table it is, goes on from, or is caption of; -1 for none.
        rows: Of a table whose grid is known.
    """

    kind: BlockKind
    section: tuple[str, ...]
    text: str = ""
    parts: list[tuple[int, int, int, int]] = field(default_factory=list)
    table: int = -1
    rows: list[Row] = field(default_factory=list)

    def append(self, page: Page, block: Block, joint: str) -> None:
        """Add a block's text, behind what joins it to the text so far."""
        self.text += joint
        self.parts.append((len(self.text), page.index, block.start, block.end - block.start))
        self.text += page.text[block.start : block.end]

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """Place of `text[start:end]`."""
        spans = []
        for offset, page_index, page_start, length in self.parts:
            low, high = max(start, offset), min(end, offset + length)
            if low < high:
                spans.append(Span(page_index, page_start + low - offset, page_start + high - offset))
        return tuple(spans)


def join_blocks(pages: Iterable[Page]) -> Iterator[Unit]:
    """The units of a document, in order, as soon as the pages they need are there."""
    waiting: deque[Unit] = deque()
    latest: dict[BlockKind, Unit] = {}
    tables = _Tables()
    for page in pages:
        for block in page.blocks:
            if not block.kind.indexed:
                continue
            unit = latest.get(block.kind) if block.joint is not None else None
            # A joint reaches over what stands between (a footnote, a figure), but not further than a page.
            if unit is None or block.kind not in _RUNNING_ON or page.index - unit.parts[-1][1] > 1:
                unit = Unit(block.kind, (*block.section, *_own_title(page, block)))
                unit.append(page, block, "")
                if block.kind is BlockKind.TABLE:
                    tables.read(unit, page, block, list(waiting))
                waiting.append(unit)
                latest[block.kind] = unit
            else:
                unit.append(page, block, block.joint or "")
        # What ends on this page may go on.
        while waiting and waiting[0].parts[-1][1] < page.index:
            yield waiting.popleft()
    yield from waiting


def _own_title(page: Page, block: Block) -> tuple[str, ...]:
    return (page.text[block.start : block.end],) if block.kind is BlockKind.HEADING else ()


class _Tables:
    """Numbers tables and takes apart those whose grid is known."""

    def __init__(self) -> None:
        self._count = 0
        self._number = -1
        self._heads: Heads | None = None

    def read(self, unit: Unit, page: Page, block: Block, before: Sequence[Unit]) -> None:
        """Read the next table; `before` are the units before it."""
        earlier = self._number
        unit.table = self._number = self._count
        self._count += 1
        if block.table is None:
            self._heads = None
            return
        unit.rows, heads = read_table(page.text, block, block.table, self._heads)
        headed = bool(unit.rows) and unit.rows[0].role == "head"
        if block.table.continued and not headed and self._heads is not None:
            unit.table = self._number = earlier
        self._heads = heads
        above = _with_caption(page, block.table, before)
        for other in above:
            other.table = unit.table
        if headed and heads.caption and not above:
            # The caption stands below, or further away: what the rows are read with has to say it.
            unit.rows[0] = replace(unit.rows[0], label=f"{heads.caption}: {unit.rows[0].label}")


def _with_caption(page: Page, table: Table, before: Sequence[Unit]) -> Sequence[Unit]:
    """The caption of a table that stands right above it, with a line that says the unit between."""
    for count in (1, 2):
        caption, between = before[-count:][:1], before[len(before) - count + 1 :]
        if not caption or any(len(unit.text) > _SHORT for unit in between):
            return ()
        if table.caption and caption[0].parts[0][1:3] == (page.index, table.caption[0]):
            return before[-count:] if caption[0].kind is BlockKind.CAPTION else ()
    return ()
