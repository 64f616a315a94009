"""What the words around a table say of it: its caption, and the unit of its values."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.domain import Block, BlockKind, Table

_CAPTION = re.compile(r"^(?:table|tab\.?|tabelle|tableau|tabla|tabella|exhibit|schedule)\b", re.IGNORECASE)
_SCALE = r"(?:thousands?|millions?|billions?|hundreds?|lakhs?|crores?|000s|'000s?|’000s?|k|m|mn|bn)"
_MONEY = r"(?:(?:US|U\.S\.|C|A)?\s?[$€£¥]|(?:U\.?S\.?\s+)?dollars|USD|EUR|GBP|CHF|euros?|pounds?)"
_UNIT = re.compile(
    rf"(?:(?<!\w)\((?:all\s+)?(?:(?:amounts|figures|values|dollars|amounts stated|dollar amounts)\s+)?"
    rf"(?:(?:are\s+)?(?:expressed\s+|stated\s+|shown\s+)?in\s+[^()]{{1,60}}"
    rf"|{_MONEY}\s*(?:in\s+)?{_SCALE}(?:,[^()]{{1,60}})?|{_MONEY}|{_SCALE}|%|per\s?cent(?:age)?|[^\W\d]{{1,4}}(?:/[^\W\d]{{1,4}}[²³]?)?)\))"
    rf"|\b(?:amounts|figures|values|dollars)\s+(?:are\s+)?(?:expressed\s+|stated\s+)?in\s+(?:{_MONEY}\s+)?{_SCALE}\b"
    rf"|\bin\s+(?:{_SCALE}\s+of\s+)?(?:{_MONEY}\s+)?(?:{_SCALE}|per\s?cent|{_MONEY})(?=\W|$)"
    rf"|{_MONEY}\s+in\s+{_SCALE}\b|{_MONEY}\s?{_SCALE}(?=\W|$)|\bper\s?cent\b|\bpercent(?:age)?\b",
    re.IGNORECASE,
)
_LIST = re.compile(r"[,;]\s")
_LONGEST_LINE = 120
"""A line above a table that says its unit is no longer than this."""


def with_words(blocks: list[Block], text: str) -> list[Block]:
    """Blocks of a page with the captions and units of its tables.

    Args:
        blocks: In order.
        text: The page's text.
    """
    if not any(block.table for block in blocks):
        return blocks
    content = [
        place
        for place, block in enumerate(blocks)
        if block.kind not in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.FOOTNOTE)
    ]
    captions = _captions(blocks, content, text)
    result = list(blocks)
    for order, place in enumerate(content):
        block = blocks[place]
        if block.table is None:
            continue
        caption = captions.get(place)
        before = blocks[content[order - 1]] if order else None
        unit = _unit(block, block.table, text, caption, before)
        result[place] = replace(block, table=replace(block.table, caption=caption, unit=unit))
    return result


def _captions(blocks: list[Block], content: list[int], text: str) -> dict[int, tuple[int, int]]:
    """The caption of each table: above it, or else below it, each used once."""
    found: dict[int, tuple[int, int]] = {}
    used: set[int] = set()
    for steps in ((-1,), (-2,), (1,), (2,)):
        for order, place in enumerate(content):
            if blocks[place].table is None or place in found:
                continue
            other = order + steps[0]
            if not 0 <= other < len(content) or content[other] in used:
                continue
            if abs(steps[0]) == 2 and not _is_short(blocks[content[order + steps[0] // 2]], text):
                continue
            near = blocks[content[other]]
            if near.kind is BlockKind.CAPTION and _CAPTION.match(text[near.start : near.end]):
                found[place] = near.start, near.end
                used.add(content[other])
    return found


def _is_short(block: Block, text: str) -> bool:
    return (
        block.table is None
        and block.end - block.start <= _LONGEST_LINE
        and block.kind is not BlockKind.HEADING
    )


def _unit(
    block: Block, table: Table, text: str, caption: tuple[int, int] | None, before: Block | None
) -> tuple[int, int] | None:
    """Where the unit of all values is said: in the corner cell, the caption, or the line above."""
    places: list[tuple[int, int]] = []
    places += [
        (cell.start, cell.end)
        for cell in table.cells
        if cell.row < table.head_rows
        and (cell.column < table.label_columns or cell.columns >= _width(table) - 1)
    ]
    if caption is not None:
        places.append(caption)
    if before is not None and _is_short(before, text) and (before.start, before.end) != caption:
        places.append((before.start, before.end))
    for start, end in places:
        match = _UNIT.search(text, start, end)
        # "…, flow, and backup in per cent" is the unit of its last column only.
        if match is not None and (match.group()[0] == "(" or not _LIST.search(text, start, match.start())):
            return match.span()
    return None


def _width(table: Table) -> int:
    return max(cell.column + cell.columns for cell in table.cells)
