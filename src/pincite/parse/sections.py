"""The section path of every block: the titles of the headings above it."""

from __future__ import annotations

import re

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.lists import REFERENCES_TITLE

_COLON_IN_LIST = re.compile(r"^\d+[.)]?\s[^.]*:")
"""An item of a list and what it says of it, "1. Introduction: explains …": no title of a section."""
_RUN_IN = re.compile(
    r"^(?P<title>(?:(?:Section|Article|Clause|§)\s*)?(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?\)?\s+"
    r"(?P<words>[A-Z][^.;:]{2,70}?))[.:]\s+(?=\S)"
)
_SMALL_WORDS = frozenset("a an and as at by for from in into of on or the to under upon with without".split())


def run_in_title(draft: Draft) -> tuple[int, str] | None:
    """The title that a numbered clause begins with ("2.1 Term. The term …") and its depth."""
    if draft.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
        return None
    match = _RUN_IN.match(draft.text)
    if match is None or (_COLON_IN_LIST.match(match[0]) and not draft.first.bold):
        return None
    words = match.group("words").split()
    if len(words) > 9 or not all(
        word[:1].isupper() or word.casefold() in _SMALL_WORDS or not word[0].isalpha() for word in words
    ):
        return None
    return match.group("number").count(".") + 1, match.group("title")


class Sections:
    """Gives every block the titles of the headings above it; blocks come in reading order, in any number of parts."""

    def __init__(self) -> None:
        self._path: list[tuple[int, str]] = []

    def set(self, drafts: list[Draft], title: set[int]) -> None:
        """Set the sections of the next blocks.

        Args:
            drafts: The blocks.
            title: Identities of the blocks that are the document's own title: no section.
        """
        for draft in drafts:
            if draft.kind is BlockKind.HEADING and id(draft) not in title:
                self._leave(draft.level)
                draft.section = self._names()
                self._path.append((draft.level, clean(draft.text)))
                continue
            clause = run_in_title(draft)
            if clause is not None:
                depth, name = clause
                # A clause is inside the heading that its number begins with, and beside its sister clauses.
                level = max(depth, self._path[0][0] + 1 if self._path and depth > 1 else 1)
                self._leave(level)
                self._path.append((level, clean(name)))
            draft.section = self._names()
            if draft.kind is BlockKind.REFERENCE and not any(map(REFERENCES_TITLE.match, draft.section)):
                draft.section = (
                    "References",
                )  # a list without a heading, after the last section of the text

    def _leave(self, level: int) -> None:
        while self._path and self._path[-1][0] >= level:
            self._path.pop()

    def _names(self) -> tuple[str, ...]:
        return tuple(name for _, name in self._path)
