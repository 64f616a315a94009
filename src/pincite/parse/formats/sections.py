"""Pages for formats that have none: a page a section, neither tiny nor endless."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from pincite.domain import BlockKind
from pincite.parse.formats.writer import MOST_PAGE_CHARACTERS, DocumentWriter, TableDraft, one_line

_ENOUGH = 1500
"""Characters after which the next heading begins a page."""

_MOST = 6000
"""Characters after which the next block begins a page, heading or not."""

_LONGEST_NAME = 80
_PAGE_WORD = re.compile(r"^(?:page|p\.)\s*(?=\S)", re.IGNORECASE)


class SectionPages:
    """Begins a page of a `DocumentWriter` where a section begins, or where the one before is long enough.

    Either call `before` before each block, or write blocks through it. A page is named after the heading that it begins
    with ("section Fees"), or after the one that goes on on it ("section Fees, part 2"); before the first heading it
    is a numbered part.

    Args:
        writer: What is written to.
        word: What a page is called that begins with a heading.
    """

    def __init__(self, writer: DocumentWriter, word: str = "section") -> None:
        self.writer = writer
        self._word = word
        self._names: Counter[str] = Counter()
        self._name = ""
        self._part = 0
        self._heading = False
        self._printed = False
        self._pending = ""
        self._joint: str | None = None

    def before(self, size: int, heading: str = "", level: int = 0) -> None:
        """Begin a page if one should begin here.

        Args:
            size: Characters of the block that comes.
            heading: The block's text where it is a heading.
            level: Its level, 1 for the highest.
        """
        written = self.writer.page_size if self.writer.page_index else None
        if self._pending and not self._printed:
            self._begin(self._pending, "chapter")
        elif written is None:
            self._begin(heading)
        elif heading and not self._printed and (not self._heading or written > _MOST):
            # Directly below another heading one goes on: a page of a title alone is none.
            if written >= (_ENOUGH if level > 1 else _ENOUGH // 3):
                self._begin(heading)
        elif not heading and written and written + size > self._most() and not self._heading:
            self._begin("")
        self._heading = bool(heading)

    def chapter(self, name: str) -> None:
        """Begin a page of this name before the next block, unless printed pages are marked."""
        self._pending = name

    def named(self, title: str) -> None:
        """What follows stands under a title that is not written; a page that waits for its first block begins now."""
        self.before(0)
        self.writer.section(title)

    def _most(self) -> int:
        return MOST_PAGE_CHARACTERS if self._printed else _MOST

    def printed_page(self, label: str, *, goes_on: bool) -> None:
        """Begin a page that has a printed number; from then on only these begin pages.

        Args:
            label: What is printed on it.
            goes_on: Whether a paragraph goes on from the page before.
        """
        if label := _PAGE_WORD.sub("", one_line(label)):
            self._joint = " " if goes_on else None
            self._printed = True
            self._name, self._part = label if " " in label else f"page {label}", 1
            self.writer.page(label)

    def heading(self, text: str, level: int) -> None:
        """Write a heading."""
        if text := one_line(text):
            self.before(len(text), text, level)
            self.writer.heading(text, level)

    def text(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, *, level: int = 0) -> None:
        """Write running text on one line; what is longer than a page goes on on the next."""
        text, joint, self._joint = one_line(text), self._joint, None
        while text:
            size = len(text) if len(text) <= _MOST else _cut(text, _MOST)
            self.before(size)
            self.writer.text(text[:size], kind, level=level, joint=joint)
            text, joint = text[size:].lstrip(), " " if text[size : size + 1].isspace() else ""

    def lines(self, text: str, kind: BlockKind = BlockKind.CODE, *, level: int = 0) -> None:
        """Write text whose line ends stay; what is longer than a page goes on on the next."""
        for part in _cut_lines(text):
            self.before(len(part))
            self.writer.lines(part, kind, level=level)

    def table(self, draft: TableDraft, *, caption: str = "", unit: str = "") -> None:
        """Write a table, over as many pages as it takes; its rows are numbered from 1 below its head.

        Args:
            draft: The table.
            caption: See `DocumentWriter.table`.
            unit: See there.
        """
        if draft.first_row is None:
            draft = replace(draft, first_row=1 - draft.head_rows)
        sizes = [sum(map(len, row)) + len(row) for row in draft.rows]
        self.before(min(_MOST, len(caption) + sum(sizes)))
        start = size = 0
        for number, own in enumerate(sizes):
            # A group that reaches over several rows stays whole, and a head has a row below it.
            if size + own > _MOST and number > max(start, draft.head_rows) and not _reached(draft, number):
                self.writer.table(
                    _part(draft, start, number), caption=caption if start == 0 else "", unit=unit
                )
                self.before(_MOST)
                start, size = number, 0
            size += own
        last = _part(draft, start, len(sizes))
        self.writer.table(last, caption=caption if start == 0 else "", unit=unit)

    def _begin(self, heading: str, word: str = "") -> None:
        word, self._pending = word or self._word, ""
        name = one_line(heading)
        if len(name) > _LONGEST_NAME:
            name = name[: _LONGEST_NAME - 1].rstrip() + "…"
        if name:
            self._names[name] += 1
            again = f" ({self._names[name]})" if self._names[name] > 1 else ""
            own = name.casefold().startswith(f"{word} ")
            self._name, self._part = f"{name if own else f'{word} {name}'}{again}", 1
            self.writer.page(self._name)
            return
        self._part += 1
        self.writer.page(f"{self._name}, part {self._part}" if self._name else f"part {self._part}")


def _cut(text: str, most: int) -> int:
    """Where a long text is best divided: behind a sentence, else a word, not far before `most`."""
    for mark in (". ", "。", " "):
        place = text.rfind(mark, most // 2, most)
        if place > 0:
            return place + len(mark.rstrip())
    return most


def _cut_lines(text: str) -> Iterator[str]:
    """Text in parts of whole lines, neither of them longer than a page; a longer line is divided."""
    part: list[str] = []
    size = 0
    for whole in text.split("\n"):
        line = whole
        while len(line) > _MOST or (part and size + len(line) > _MOST):
            if not part:
                place = _cut(line, _MOST)
                yield line[:place]
                line = line[place:]
            else:
                yield "\n".join(part)
                part, size = [], 0
        part.append(line)
        size += len(line) + 1
    yield "\n".join(part)


def _reached(draft: TableDraft, number: int) -> bool:
    """Whether a cell of the rows before reaches over a row."""
    return any(row < number < row + rows for (row, _), (rows, _) in draft.spans.items())


def _part(draft: TableDraft, start: int, end: int) -> TableDraft:
    """Some rows of a table, as one that goes on where they are not its first."""
    if start == 0 and end == len(draft.rows):
        return draft
    spans = {
        (row - start, column): covers for (row, column), covers in draft.spans.items() if start <= row < end
    }
    parents = tuple(parent - start if parent >= start else -1 for parent in draft.parents[start:end])
    return replace(
        draft,
        rows=draft.rows[start:end],
        spans=spans,
        head_rows=draft.head_rows if start == 0 else 0,
        parents=parents,
        continued=draft.continued or start > 0,
        first_row=None if draft.first_row is None else draft.first_row + start,
    )
