"""Lists that run over many pages: contents, an index, references, page numbers of an earlier edition.

Each class here is given the blocks of the document in order, in as many parts as it is read in, and remembers
between two parts what it is in the middle of.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.rows import Row

_ENDS_WITH_PAGE = re.compile(r"[^\d\s].*?[\s.](?:\d{1,4}|[ivxlc]{1,7})$")
_CONTENTS_TITLE = re.compile(
    r"^(?:table\s+of\s+contents|contents|brief contents|list\s+of\s+(?:figures|tables|listings|illustrations|exhibits)|"
    r"inhaltsverzeichnis|inhalt|sommaire|table des matières|índice|índice general)$",
    re.IGNORECASE,
)
_INDEX_TITLE = re.compile(
    r"^(?:(?:\w+\s+){0,3}index|index of .{3,40}|stichwortverzeichnis|register)$", re.IGNORECASE
)
_INDEX_ENTRY = re.compile(
    r"(?:[,.\s]\s*(?:\d{1,4}(?:[-–]\d{1,4})?(?:\.\d+)*|[ivxlc]+|[A-Z]-?\d{1,3})[a-z]?)+$|\bsee (?:also )?\w|^[A-Z#]$"
)
_RUN_ON_ENTRY = re.compile(r"^\d{1,2}(?:\.\d{1,2})+\s.{2,60}\s\d{1,4}(?:,|$)")
REFERENCES_TITLE = re.compile(
    r"^(?:[\dA-Z.IVX]{0,6}\s+)?(?:references?(?: cited| and notes| and further reading)?|bibliography|works cited|"
    r"literature(?: cited)?|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)\s*:?$",
    re.IGNORECASE,
)


class Contents:
    """Marks the lines of tables of contents and of indexes, under their titles."""

    def __init__(self) -> None:
        self._mode = ""
        self._page = 0

    def mark(self, drafts: list[Draft]) -> None:
        """Mark those among the next blocks of the document."""
        for draft in drafts:
            if draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER):
                continue
            text = " ".join(draft.text.split())
            mode = _title_of(draft, text)
            if mode:
                self._mode, self._page = mode, draft.page
            elif self._mode:
                self._mark_one(draft, text)

    def _mark_one(self, draft: Draft, text: str) -> None:
        rows = [" ".join(cell.text for cell in row.cells) for row in draft.rows]
        pattern = _ENDS_WITH_PAGE if self._mode == "contents" else _INDEX_ENTRY
        fitting = sum(bool(pattern.search(row)) for row in rows)
        entry = draft.kind is BlockKind.CONTENTS or fitting >= 0.4 * len(rows)
        near = draft.page - self._page <= 1
        if entry and near:
            draft.kind, self._page = BlockKind.CONTENTS, draft.page
        elif (self._mode == "contents" and draft.page == self._page and _is_part_of_entry(draft, text)) or (
            self._mode == "index" and near and len(text) < 80 and draft.kind is not BlockKind.HEADING
        ):
            draft.kind = BlockKind.CONTENTS
        elif len(text) > 120 or not near:
            self._mode = ""


def _is_part_of_entry(draft: Draft, text: str) -> bool:
    """Whether a block among lines of contents is a number that stands apart, or entries that run on in one line."""
    if draft.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return False
    return not any(char.isalpha() for char in text) or bool(_RUN_ON_ENTRY.search(text))


def split_titles(drafts: list[Draft]) -> list[Draft]:
    """Blocks of a page with titles such as "Contents" cut from the tables that hold them."""
    result = []
    for draft in drafts:
        places = [place for place, row in enumerate(draft.rows) if _is_title_row(row)]
        if draft.kind is not BlockKind.TABLE or not places or len(draft.rows) < 3:
            result.append(draft)
            continue
        for start, end in itertools.pairwise(
            sorted({0, *places, *(place + 1 for place in places), len(draft.rows)})
        ):
            kind = BlockKind.PARAGRAPH if start in places else BlockKind.TABLE
            above = draft.above if start == 0 else draft.size
            result.append(replace(draft, rows=draft.rows[start:end], kind=kind, grid=None, above=above))
    return result


def _is_title_row(row: Row) -> bool:
    return len(row.cells) == 1 and bool(_CONTENTS_TITLE.match(" ".join(row.cells[0].text.split())))


def _title_of(draft: Draft, text: str) -> str:
    if len(text) >= 60 or len(draft.rows) != 1:
        return ""
    if _CONTENTS_TITLE.match(text):
        return "contents"
    return "index" if draft.kind is not BlockKind.TABLE and _INDEX_TITLE.match(text) else ""


class References:
    """Marks items under a heading "References" up to the next heading that is not inside the list."""

    def __init__(self) -> None:
        self._level: int | None = None

    def mark(self, drafts: list[Draft]) -> None:
        """Mark those among the next blocks of the document."""
        for draft in drafts:
            if draft.kind is BlockKind.HEADING:
                if REFERENCES_TITLE.match(" ".join(draft.text.split())):
                    self._level = draft.level
                elif self._level is not None and draft.level <= self._level:
                    self._level = None
            elif self._level is not None and not draft.turned and draft.kind in (
                BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.FORMULA
            ):  # fmt: skip
                draft.kind = BlockKind.REFERENCE


Place = tuple[int, int]
"""A block's page and its number on that page."""

_NUMBER_ALONE = re.compile(r"^[-–—]?\s*(\d{1,4})\s*[-–—]?$")
_MAY_BE_NUMBER = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FORMULA, BlockKind.CODE})


class InnerNumbers:
    """Page numbers of an earlier edition that stand in the middle of pages: lone numbers that count up by one."""

    def __init__(self) -> None:
        self._chain: list[Place] = []
        self._expected = -1
        self._found: set[Place] = set()

    def collect(self, drafts: list[Draft]) -> None:
        """Look at all blocks of the next page."""
        for number, draft in enumerate(drafts):
            match = _NUMBER_ALONE.match(draft.text.strip()) if draft.kind in _MAY_BE_NUMBER else None
            if match is None:
                continue
            value = int(match.group(1))
            if value != self._expected:
                self.close()
            self._chain.append((draft.page, number))
            self._expected = value + 1

    def close(self) -> None:
        """No number follows that goes on from the last."""
        if len(self._chain) >= 3:
            self._found.update(self._chain)
        self._chain = []

    def mark(self, drafts: list[Draft]) -> None:
        """Mark those of a page, whose blocks are as they were when they were collected."""
        for number, draft in enumerate(drafts):
            if (draft.page, number) in self._found:
                draft.kind = BlockKind.PAGE_NUMBER


_BRACKETED = re.compile(r"^\[(\d{1,3})\]\s")


class NumberedReferences:
    """Items "[1] …", "[2] …" that count up near the end: a list of references without a heading.

    Args:
        blocks: How many blocks the document has; the first third of them cannot be among the list.
    """

    def __init__(self, blocks: int) -> None:
        self._early = blocks // 3
        self._run: list[Place] = []
        self._expected = 1

    def collect(self, drafts: list[Draft]) -> None:
        """Look at all blocks of the next page."""
        for number, draft in enumerate(drafts):
            self._early -= 1
            if self._early >= 0 or draft.kind is BlockKind.TABLE:
                continue
            match = _BRACKETED.match(draft.text)
            value = int(match.group(1)) if match else None
            if value is not None and value in (self._expected, self._expected + 1):
                self._run.append((draft.page, number))
                self._expected = value + 1
            elif value == 1:
                self._run, self._expected = [(draft.page, number)], 2

    def mark(self, drafts: list[Draft]) -> None:
        """Mark those of a page, whose blocks are as they were when they were collected."""
        if len(self._run) < 5:
            return
        found = set(self._run)
        for number, draft in enumerate(drafts):
            if (draft.page, number) in found and draft.kind is not BlockKind.HEADING:
                draft.kind = BlockKind.REFERENCE
