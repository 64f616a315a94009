"""Sentences that go on: across columns, around figures, over pages.

A paragraph that a column's end divides becomes one block. Over a page's end it stays two, and the second says by
its `joint` how it follows the last block of running text before it (captions, tables and footnotes between do not
count).
"""

from __future__ import annotations

import re

from pincite.domain import BlockKind
from pincite.parse.assemble import join
from pincite.parse.blocks import Draft
from pincite.parse.hyphens import Words

_FLOWING = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.REFERENCE})
_BESIDE = frozenset({
    BlockKind.CAPTION, BlockKind.TABLE, BlockKind.FOOTNOTE, BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER,
    BlockKind.CODE,
})  # fmt: skip
_ENDED = re.compile(r"[.!?:;][\"'”’)\]»]*\s*$")


def merge_columns(drafts: list[Draft]) -> list[Draft]:
    """Blocks of one page, those made one that a column's end or a figure divides."""
    result: list[Draft] = []
    open_block: Draft | None = None
    for draft in drafts:
        if draft.kind in _BESIDE or draft.turned or draft.role == "box":
            result.append(draft)
            continue
        if (
            open_block is not None
            and draft.kind is BlockKind.PARAGRAPH
            and draft.region != open_block.region
            and not draft.beside
            and continues(open_block, draft)
        ):
            open_block.rows.extend(draft.rows)
            open_block.region, open_block.x0, open_block.x1 = draft.region, draft.x0, draft.x1
            continue
        if (
            open_block is not None and draft.kind is BlockKind.PARAGRAPH and result and result[-1] is not open_block
            and result[-1].kind in (BlockKind.CAPTION, BlockKind.TABLE) and continues(open_block, draft)
        ):  # fmt: skip
            open_block.rows.extend(draft.rows)
            continue
        result.append(draft)
        open_block = draft if draft.kind in _FLOWING and not draft.beside else None
    return result


class Joints:
    """Sets the joints of blocks that go on from an earlier page; pages come in order, in any number of parts.

    Args:
        words: The document's words.

    Attributes:
        cut: Identities of the blocks whose last hyphen is to be removed. That of a page's last block is known when
            the next page has been joined.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._open: Draft | None = None
        self.cut: set[int] = set()

    def set(self, drafts: list[Draft]) -> None:
        """Join the blocks of the next pages in reading order."""
        for draft in drafts:
            if draft.kind in _BESIDE or draft.turned or draft.role == "box":
                continue
            before = self._open
            if (
                before is not None
                and draft.page == before.page + 1
                and draft.kind is BlockKind.PARAGRAPH
                and continues(before, draft)
            ):
                joint = join(before.last, draft.first, self._words)
                draft.joint = "" if joint == "-" else joint
                if joint == "-":
                    self.cut.add(id(before))
                # The same role, so that a reader of the blocks finds the one that it goes on from.
                draft.kind = before.kind
            self._open = draft if draft.kind in _FLOWING and not draft.beside else None


def continues(before: Draft, after: Draft) -> bool:
    """Whether the second block is the rest of the first one's paragraph."""
    one, two = before.last, after.first
    if before.kind not in _FLOWING or abs(one.size - two.size) > 0.08 * one.size or one.bold != two.bold:
        return False
    if len(before.text) < 20 and before.kind is not BlockKind.LIST_ITEM:
        return False
    begins = two.text[:1]
    if one.text[-1:] in "-\u2010" and begins.islower():
        return True
    if _ENDED.search(one.text):
        return False
    if begins.islower():
        return True
    full = before.x1 - one.x1 < 2.5 * one.size
    return full and (begins.isalnum() or begins in "([“\"'‘") and len(after.text) > 15
