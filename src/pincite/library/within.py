"""Turning the pages of one document, and finding words in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain import Document, Listed, Page, Rectangle, Table
from pincite.domain.formats import CSV, TSV
from pincite.errors import UsageError
from pincite.library.base import Base
from pincite.store import PageFacts
from pincite.tables import table_heads

_PAGES_AT_ONCE = 100
_AROUND = 60
"""Characters shown before and after what was found."""

_MOST_BACK = 40
"""Pages on which the head of a table is looked for."""
_ONE_TABLE = frozenset({CSV, TSV})
"""Files that are one table, which begins on their first page."""

_LONGEST = 200
"""Characters of what is looked for."""

_ALIKE = ("'’‘ʼ`´", '"“”„«»', "-‐‑‒–—−")
"""Characters of which a reader types one and means any."""


@dataclass(frozen=True, slots=True)
class Found:
    """Words found on a page: `page.text[start:end]`.

    Attributes:
        page_index: The page, from 1.
        start: Offset of the first character.
        end: Offset after the last.
        text: What stands there.
        before: What stands before it, in short.
        after: What stands after it, in short.
        rectangles: Where it is, one a line.
    """

    page_index: int
    start: int
    end: int
    text: str
    before: str
    after: str
    rectangles: tuple[Rectangle, ...]


class Within(Base):
    """Inside of one document."""

    def heads_before(self, document: Document, page: Page) -> tuple[str, ...]:
        """The words above each column of the table that a page goes on with, where these stand on a page before it.

        Args:
            document: Whose page it is.
            page: The page.

        Returns:
            None of a page that begins no table anew, or whose table began too many pages before.
        """
        table = _tables(page)[0] if _tables(page) else None
        if table is None or not table.continued or table.head_rows:
            return ()
        back = [*range(page.index - 1, max(0, page.index - 1 - _MOST_BACK), -1)]
        for index in [*back, *([1] if document.media_type in _ONE_TABLE else [])]:
            before = self._store.page(document.id, index)
            last = _tables(before)[-1] if _tables(before) else None
            if last is not None and (last.head_rows or not last.continued):
                return table_heads(before.text, last).columns
        return ()

    def page_facts(self, document: str, *, limit: int = 100, cursor: str | None = None) -> Listed[PageFacts]:
        """The pages of a document without their content, in order.

        Args:
            document: Its id.
            limit: At most so many.
            cursor: `Listed.next` of the part before.

        Raises:
            NotFoundError: if there is no such document.
            UsageError: if the cursor is none.
        """
        (after,) = _position(cursor, 1)
        found = self._store.page_facts(document, after=after, limit=limit + 1)
        last = found[limit - 1].index if len(found) > limit else None
        return Listed(tuple(found[:limit]), None if last is None else str(last))

    def find_within(
        self, document: str, words: str, *, limit: int = 100, cursor: str | None = None
    ) -> Listed[Found]:
        """Where words stand in a document, as written, whatever their case and the white space between them.

        Args:
            document: Its id.
            words: To be found one after the other.
            limit: At most so many places.
            cursor: `Listed.next` of the part before.

        Raises:
            NotFoundError: if there is no such document.
            UsageError: if there are no words, or too many, or the cursor is none.
        """
        pattern = _pattern(words)
        first, skipped = _position(cursor, 2)
        found: list[Found] = []
        with self._store.snapshot():
            begin = max(first, 1)
            while pages := self._store.page_texts(document, first=begin, limit=_PAGES_AT_ONCE):
                for index, text in pages:
                    begin = index + 1
                    places = pattern.finditer(text, skipped if index == first else 0)
                    ranges = []
                    for match in places:
                        ranges.append(match.span())
                        if len(found) + len(ranges) > limit:
                            break
                    found += self._framed(document, index, text, ranges)
                    if len(found) > limit:
                        further = found[limit]
                        return Listed(tuple(found[:limit]), f"{further.page_index}.{further.start}")
        return Listed(tuple(found))

    def _framed(self, document: str, index: int, text: str, ranges: list[tuple[int, int]]) -> list[Found]:
        if not ranges:
            return []
        page = self._store.page(document, index)
        return [
            Found(
                index,
                start,
                end,
                text[start:end],
                text[max(0, start - _AROUND) : start],
                text[end : end + _AROUND],
                tuple(page.rectangles(start, end)),
            )
            for start, end in ranges
        ]


def _pattern(words: str) -> re.Pattern[str]:
    parts = words.split()
    if not parts or len(words) > _LONGEST:
        raise UsageError(
            "there is nothing to look for" if not parts else "that is too long to look for",
            f"Give 1 to {_LONGEST} characters.",
        )
    return words_pattern(parts)


def words_pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Finds words one after the other, whatever their case, the white space between them, and their typography."""
    return re.compile(r"\s+".join(map(_word_pattern, words)), re.IGNORECASE)


def _word_pattern(word: str) -> str:
    return "".join(
        next((f"[{re.escape(alike)}]" for alike in _ALIKE if character in alike), re.escape(character))
        for character in word
    )


def _position(cursor: str | None, numbers: int) -> list[int]:
    """The numbers of a cursor; zeros without one."""
    if cursor is None:
        return [0] * numbers
    if not re.fullmatch(r"[0-9]{1,9}" + r"\.[0-9]{1,9}" * (numbers - 1), cursor):
        raise UsageError("the cursor is none that was given out", "Begin with the first part again.")
    return [int(part) for part in cursor.split(".")]


def _tables(page: Page) -> list[Table]:
    return [block.table for block in page.blocks if block.table is not None]
