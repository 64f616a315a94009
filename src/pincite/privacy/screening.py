"""Personal data in a document on its way into a library: told, or blacked out before anything is made of its text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePath

import numpy as np

from pincite.domain import Block, Boxes, Notice, Page, ParsedDocument, Table
from pincite.privacy.findings import Found
from pincite.privacy.pii import MASK, Redactor, in_words, masked

FOUND, REDACTED = "personal_data", "personal_data_redacted"
"""Codes of the notices."""

_LEAST_VALUE = 6
_MOST_VALUES = 2000


class Screening:
    """Looks through one document, page by page.

    Args:
        redactor: What is looked for.
        redact: Whether it is blacked out as well; else it is only told.
    """

    def __init__(self, redactor: Redactor, *, redact: bool) -> None:
        self._redactor = redactor
        self._redact = redact
        self._counts: Counter[str] = Counter()
        self._pages: list[int] = []
        self._sections: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._values: dict[str, None] = {}

    def page(self, page: Page) -> Page:
        """The page as it may be indexed; pages must come in order."""
        found = self._redactor.find(page.text, _heads(page))
        self._counts.update(one.kind for one in found)
        if found:
            self._pages.append(page.index)
        if not self._redact:
            return page
        for one in found:
            self._remember(page.text[one.start : one.end])
        blocks = tuple(self._block(block) for block in page.blocks)
        if not found:
            return replace(page, blocks=blocks, label=self.text(page.label))
        return replace(
            page,
            text=masked(page.text, found),
            label=self.text(page.label),
            boxes=_evened(page.boxes, found),
            blocks=blocks,
        )

    def text(self, text: str) -> str:
        """A text about the document, such as its title, as it may be kept."""
        if not self._redact or not text:
            return text
        hidden = self._redactor.mask(text)
        for value in self._values:
            if value in hidden:
                hidden = hidden.replace(value, MASK * len(value))
        return hidden

    def file_name(self, name: str) -> str:
        """A file's name as it may be kept; what it ends in stays."""
        path = PurePath(name)
        return self.text(path.stem) + path.suffix

    def document(self, parsed: ParsedDocument) -> ParsedDocument:
        """All that is known of the document beside its pages, as it may be kept; call it after the last page."""
        if not self._redact:
            return parsed
        facts = parsed.facts
        return replace(
            parsed,
            title=self.text(parsed.title),
            authors=tuple(map(self.text, parsed.authors)),
            outline=tuple(replace(entry, title=self.text(entry.title)) for entry in parsed.outline),
            notices=tuple(replace(notice, message=self.text(notice.message)) for notice in parsed.notices),
            facts=replace(
                facts,
                affiliations=tuple(map(self.text, facts.affiliations)),
                abstract=self.text(facts.abstract),
                venue=self.text(facts.venue),
                attachments=tuple(replace(file, name=self.text(file.name)) for file in facts.attachments),
            ),
        )

    def notices(self) -> tuple[Notice, ...]:
        """How much was found, and where; never what."""
        if not self._counts:
            return ()
        what = in_words(self._counts)
        if self._redact:
            message = (
                f"Personal data is blacked out in what is indexed: {what}. The original file still holds it."
            )
            return (Notice(REDACTED, message, tuple(self._pages)),)
        return (Notice(FOUND, f"It holds personal data: {what}.", tuple(self._pages)),)

    def _block(self, block: Block) -> Block:
        if not block.section:
            return block
        section = self._sections.get(block.section)
        if section is None:
            section = self._sections[block.section] = tuple(map(self.text, block.section))
        return block if section == block.section else replace(block, section=section)

    def _remember(self, value: str) -> None:
        if len(value) >= _LEAST_VALUE and len(self._values) < _MOST_VALUES:
            self._values[value] = None


def _heads(page: Page) -> Callable[[int, int], str] | None:
    """For a range of the page that is in a table, the head of its column and the cell before it."""
    heads: dict[int, tuple[int, str]] = {}
    for block in page.blocks:
        if block.table is not None and block.table.head_rows:
            heads |= _heads_of(page.text, block.table)
    if not heads:
        return None
    starts = sorted(heads)

    def head(start: int, end: int) -> str:
        place = bisect_right(starts, start) - 1
        if place < 0:
            return ""
        cell_end, text = heads[starts[place]]
        return text if end <= cell_end else ""

    return head


def _heads_of(text: str, table: Table) -> dict[int, tuple[int, str]]:
    columns: dict[int, list[str]] = {}
    found = {}
    before = (-1, "")
    for cell in table.cells:
        own = text[cell.start : cell.end]
        if cell.row < table.head_rows:
            for column in range(cell.column, cell.column + cell.columns):
                columns.setdefault(column, []).append(own)
        else:
            label = before[1] if before[0] == cell.row else ""
            found[cell.start] = (cell.end, " ".join([*columns.get(cell.column, ()), label]))
        before = cell.row, own
    return found


def _evened(boxes: Boxes, found: Sequence[Found]) -> Boxes:
    """The boxes with one for all characters of a line that are blacked out.

    The widths of letters would else tell which they were.
    """
    evened = boxes.copy()
    for one in found:
        part = boxes[one.start : one.end].astype(np.int32)
        inked = np.flatnonzero((part[:, 2] > part[:, 0]) | (part[:, 3] > part[:, 1]))
        if not len(inked):
            continue
        own = part[inked]
        middle = (own[:, 1] + own[:, 3]) // 2
        # Another line: its middle is not within the height of the character before.
        new_line = (middle[1:] < own[:-1, 1]) | (middle[1:] > own[:-1, 3])
        # On the other side of a column gap, text goes on as if on another line.
        new_line |= own[1:, 0] + 2 < own[:-1, 0]
        starts = np.concatenate(([0], np.flatnonzero(new_line) + 1, [len(own)]))
        for low, high in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
            line = own[low:high]
            box = (*line[:, :2].min(axis=0).tolist(), *line[:, 2:].max(axis=0).tolist())
            evened[one.start + inked[low:high]] = box
    return evened
