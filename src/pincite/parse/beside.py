"""What stands beside the text of a page: the words inside figures, notes in the margin and at the foot."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.line import PageLines
from pincite.parse.structure import Body
from pincite.parse.turning import Floats

_FOOTNOTE_MARK = re.compile(r"^(?:\d{1,3}|[⁰¹²³⁴-⁹]{1,3}|[*†‡§¶#∗]{1,3}|\([a-z\d]\)|[a-z](?=[A-Z]))\s*\S")


def mark_figures(drafts: list[Draft], body: Body, page: PageLines) -> None:
    """Make the words inside a figure part of its caption: axis labels and legends are no paragraphs.

    Args:
        drafts: The blocks of the page in reading order.
        body: The look of the document's text.
        page: The page with what is drawn on it.
    """
    for place, draft in enumerate(drafts):
        if draft.kind is not BlockKind.CAPTION or not draft.text[:3].casefold().startswith(("fig", "abb")):
            continue
        start = place
        while start and _is_figure_text(drafts[start - 1], draft, body):
            start -= 1
        inner = drafts[start:place]
        if len(inner) < 3 and not all(one.size < 0.9 * body.size for one in inner):
            top = _figure_top(draft, drafts[start - 1] if start else None, page)
            inner = [one for one in inner if one.first.base > top]
        for one in inner + [one for one in drafts if one.turned and _is_label(one)]:
            one.kind = BlockKind.CAPTION


def _is_label(draft: Draft) -> bool:
    """Whether a block is a few words, as at the axis of a chart."""
    text = draft.kind not in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER) and draft.grid is None
    return text and len(draft.rows) <= 6 and all(len(line.text) < 45 for line in draft.lines)


def _is_figure_text(draft: Draft, caption: Draft, body: Body) -> bool:
    if (
        draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.CAPTION)
        or draft.page != caption.page
    ):
        return False
    longest = max(len(line.text) for line in draft.lines)
    return longest < 45 and (
        len(draft.rows) <= 2 or draft.size < 0.93 * body.size or draft.kind is BlockKind.TABLE
    )


def _figure_top(caption: Draft, before: Draft | None, page: PageLines) -> float:
    """Where what is drawn between the text before and the caption begins; the caption where nothing is."""
    end = caption.first.base - caption.size
    start = before.last.base if before is not None and before.last.base < end else 0.0
    boxes = _drawn(page)
    boxes = boxes[(boxes[:, 2] > caption.x0) & (boxes[:, 0] < caption.x1)]
    boxes = boxes[(boxes[:, 1] > start) & (boxes[:, 3] < end + caption.size)]
    # A rule across the column divides figure and caption, or stands at the head of the page.
    across = (boxes[:, 3] - boxes[:, 1] < 2) & (boxes[:, 2] - boxes[:, 0] > 0.9 * (caption.x1 - caption.x0))
    return float(boxes[~across, 1].min(initial=end))


def _drawn(page: PageLines) -> Floats:
    graphics = page.graphics.turned(page.width, page.height, page.angle)
    boxes: Floats = np.concatenate([graphics.horizontal, graphics.vertical, graphics.fills, graphics.images])
    return boxes


def mark_footnotes(drafts: list[Draft], body: Body, page: PageLines) -> None:
    """Notes beside the text, small text that ends the columns of a page, and what a short rule divides from them.

    Args:
        drafts: The blocks of the page in reading order.
        body: The look of the document's text.
        page: The page with what is drawn on it.
    """
    regions: dict[int, list[Draft]] = defaultdict(list)
    for draft in drafts:
        if draft.role == "aside" and draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM):
            draft.kind = BlockKind.FOOTNOTE
        if draft.kind not in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER) and not draft.turned:
            regions[draft.region].append(draft)
    page_has_text = any(
        abs(draft.size - body.size) < 0.07 * body.size and len(draft.text) > 80 for draft in drafts
    )
    for members in regions.values():
        _mark_notes(members, body, page, page_has_text=page_has_text)


def _mark_notes(members: list[Draft], body: Body, page: PageLines, *, page_has_text: bool) -> None:
    """Mark those at the end of a region's blocks."""
    rule = _separator(members, page)
    listed = any(draft.kind is BlockKind.REFERENCE for draft in members)
    for draft in reversed(members):
        below = rule is not None and draft.first.base > rule
        small = draft.size < 0.93 * body.size
        if (
            not (small or below)
            or draft.kind in (BlockKind.CAPTION, BlockKind.TABLE)
            or draft.first.base < 0.5 * page.down
            or draft.beside
        ):
            break
        marked = bool(_FOOTNOTE_MARK.match(draft.text))
        may_be = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, *((BlockKind.REFERENCE,) if below else ()))
        plain = draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
        if plain and listed and not marked and not below:
            draft.kind = BlockKind.REFERENCE  # the rest of a reference, set apart by its wide spaces
        elif draft.kind in may_be and (marked or (small and page_has_text and len(draft.text) > 30)):
            draft.kind = BlockKind.FOOTNOTE


def _separator(members: list[Draft], page: PageLines) -> float | None:
    """Height of the short rule that divides the notes of a region from its text."""
    x0, x1 = members[0].x0, members[0].x1
    graphics = page.graphics.turned(page.width, page.height, page.angle)
    heights = [
        y0
        for left, y0, right, _ in graphics.horizontal.tolist()
        if abs(left - x0) < 0.1 * (x1 - x0) and 0.1 * (x1 - x0) < right - left < 0.6 * (x1 - x0)
    ]
    # Only one that all notes stand below: a table has several.
    low = [height for height in heights if height > 0.5 * page.down]
    return low[-1] if len(low) == 1 else None
