"""What each block is: heading, caption, list item, footnote, reference, line of a table of contents, …."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import BULLET, ENUMERATOR, Draft

_CAPTION = re.compile(
    r"^(?:Figure|Fig|Table|Tab|Listing|Algorithm|Scheme|Plate|Chart|Diagram|Abbildung|Abb|Tabelle|Tableau|Figura|Tabla)"
    r"\.?\s*(?:[A-Z]?\d{1,3}(?:[.\-]\d{1,3})*[a-z]?|[IVXL]{1,6}|[A-Z])\b\s*(?P<mark>[:.|–—\-)]|$)?",
    re.IGNORECASE,
)
_LEADER = re.compile(
    r"(?:[.·_]\s?){4,}\s*(?:[A-Z]?[-–]?\d{1,4}(?:[-–]\d+)?(?:, ?\d{1,4}(?:[-–]\d+)?)*|[ivxlc]{1,7})?$"
)
_MATH = re.compile(r"[=<>≤≥≈∑∫∏√∂∇±×÷∈∀∃→↔⇒λαβγδεθμπσφψωΩΣΔ^_{}|+∗\u2212]")

_KEY_AND_VALUE = re.compile(r"\([A-Za-z]{2,}=\w+\)")


@dataclass(slots=True)
class Body:
    """What ordinary text of the document looks like.

    Attributes:
        size: Font size of most characters.
        mono: Whether most of it is in a fixed-width font.
        bold: Whether most of it is bold.
    """

    size: float
    mono: bool
    bold: bool


class BodyFinder:
    """Finds the look of the document's ordinary text from the blocks of all its pages."""

    def __init__(self) -> None:
        self._sizes: Counter[float] = Counter()
        self._mono, self._bold, self._total = 0, 0, 1

    def add(self, drafts: list[Draft]) -> None:
        """Take further blocks into account."""
        for draft in drafts:
            if draft.turned:
                continue
            # Blocks of several lines are text; headings, labels and cells are not.
            weight = 3 if len(draft.rows) > 2 and draft.kind is not BlockKind.TABLE else 1
            for line in draft.lines:
                count = len(line.text)
                self._sizes[round(line.size * 2) / 2] += count * weight
                self._total += count
                self._mono += count * line.mono
                self._bold += count * line.bold

    def body(self) -> Body:
        """The look found."""
        size = self._sizes.most_common(1)[0][0] if self._sizes else 10.0
        return Body(size, self._mono > 0.6 * self._total, self._bold > 0.6 * self._total)


def classify(drafts: list[Draft], body: Body) -> None:
    """Recognise what a block says of itself: captions, items, code, formulas, lines of contents."""
    for draft in drafts:
        if draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER, BlockKind.HEADING):
            continue
        text = draft.text
        rows = [" ".join(cell.text for cell in row.cells) for row in draft.rows]
        if sum(bool(_LEADER.search(row)) and _ends_in_number(row) for row in rows) >= 0.5 * len(rows):
            draft.kind = BlockKind.CONTENTS
        elif draft.kind is BlockKind.TABLE:
            continue
        elif is_caption(draft, body):
            draft.kind = BlockKind.CAPTION
        elif _is_code(draft, body):
            draft.kind = BlockKind.CODE
        elif BULLET.match(text) or (ENUMERATOR.match(text) and not _only_number(text)):
            draft.kind = BlockKind.LIST_ITEM
        elif _is_formula(draft, text):
            draft.kind = BlockKind.FORMULA


def _ends_in_number(row: str) -> bool:
    return bool(re.search(r"(?:\d|\b[ivxlc]+)\s*$", row))


def _only_number(text: str) -> bool:
    return len(text) < 6


def is_caption(draft: Draft, body: Body) -> bool:
    """Whether a block is the caption of a figure or table, and not a sentence that begins with one's name."""
    match = _CAPTION.match(draft.text)
    if match is None:
        return False
    mark = match.group("mark")
    if mark in (":", ".", "|", "–", "—", "-", ")"):
        return True
    short = len(draft.rows) <= 3
    return mark == "" or draft.size < 0.93 * body.size or draft.first.bold or (short and draft.first.italic)


def _is_code(draft: Draft, body: Body) -> bool:
    lines = draft.lines
    mono = sum(len(line.text) for line in lines if line.mono)
    total = sum(len(line.text) for line in lines)
    return not body.mono and mono > 0.8 * total and (len(lines) > 1 or total > 6)


def _is_formula(draft: Draft, text: str) -> bool:
    if len(draft.rows) > 4 or len(text) > 200:
        return False
    text = _KEY_AND_VALUE.sub("", text)
    signs = len(_MATH.findall(text))
    words = len(re.findall(r"[A-Za-z]{4,}", text))
    return signs >= 2 and words <= 1 + signs // 4 and ("=" in text or signs >= 4)
