"""A page's lines → its blocks: heads, text, what stands sideways, feet."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse import tables
from pincite.parse.blocks import Draft, region_blocks
from pincite.parse.cutting import Cutter
from pincite.parse.furniture import Furniture
from pincite.parse.layout import regions
from pincite.parse.line import Line, PageLines
from pincite.parse.rows import Row
from pincite.parse.sidebars import cut_boxes, with_boxes


@dataclass(slots=True, eq=False)
class PageDrafts:
    """A page whose lines have become blocks.

    Attributes:
        page: Its measures; the lines are in the blocks.
        drafts: Its blocks in reading order.
    """

    page: PageLines
    drafts: list[Draft]


def page_blocks(page: PageLines, part: Furniture, *, typewritten: bool) -> PageDrafts:
    """The blocks of a page.

    Args:
        page: Its lines, which it loses.
        part: What of it is furniture.
        typewritten: Whether the document's ordinary text is in a fixed-width font.
    """
    taken = part.lines
    drafts = [_furniture_block(page.index, row, part) for row in part.heads]
    angles: dict[int, list[Line]] = defaultdict(list)
    for line in page.lines:
        if id(line) not in taken:
            angles[line.turned].append(line)
    number = 0
    placed: set[int] = set()
    for angle in sorted(angles, key=lambda angle: angle != 0):
        rules, cutter = tables.rules_of(page, angle), Cutter.of(page, angle)
        text, boxes = cut_boxes(tables.ruled(angles[angle], rules, cutter), rules)
        for region in with_boxes(regions(text, rules.horizontal), boxes):
            number += 1
            found = region_blocks(region, page.index, number, typewritten=typewritten)
            found = tables.resolve(found, rules, cutter, placed)
            for draft in found:
                draft.turned = angle != 0
                if angle and len(angles[angle]) <= 3:
                    draft.kind = BlockKind.RUNNING_HEAD  # a stamp in the margin
            drafts += found
    drafts += [_furniture_block(page.index, row, part) for row in part.feet]
    page.lines = []
    return PageDrafts(page, drafts)


def _furniture_block(page: int, row: Row, part: Furniture) -> Draft:
    number = all(id(cell) in part.numbers for cell in row.cells)
    kind = BlockKind.PAGE_NUMBER if number else BlockKind.RUNNING_HEAD
    return Draft(page, [row], kind, region=-1, x0=row.x0, x1=row.x1)
