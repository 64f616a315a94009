"""What each block is: heading, caption, list item, footnote, reference, line of a table of contents, …."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
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
REFERENCES_TITLE = re.compile(
    r"^(?:[\dA-Z.IVX]{0,6}\s+)?(?:references?(?: cited| and notes| and further reading)?|bibliography|works cited|"
    r"literature(?: cited)?|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía)\s*:?$",
    re.IGNORECASE,
)
_REFERENCE_START = re.compile(r"^(?:\[\w{1,10}\+?\d{0,4}\]|\d{1,3}\.\s)")
_FOOTNOTE_MARK = re.compile(r"^(?:\d{1,3}|[*†‡§¶#∗]{1,3}|\([a-z\d]\)|[a-z](?=[A-Z]))\s*\S")
_MATH = re.compile(r"[=<>≤≥≈∑∫∏√∂∇±×÷∈∀∃→↔⇒λαβγδεθμπσφψωΩΣΔ^_{}|+∗\u2212]")


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


def body_of(drafts: list[Draft]) -> Body:
    """The look of the document's ordinary text."""
    sizes: Counter[float] = Counter()
    mono, bold, total = 0, 0, 1
    for draft in drafts:
        if draft.turned:
            continue
        for line in draft.lines:
            count = len(line.text)
            # Blocks of several lines are text; headings, labels and cells are not.
            sizes[round(line.size * 2) / 2] += count * (
                3 if len(draft.rows) > 2 and draft.kind is not BlockKind.TABLE else 1
            )
            total += count
            mono += count * line.mono
            bold += count * line.bold
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    return Body(size, mono > 0.6 * total, bold > 0.6 * total)


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
    signs = len(_MATH.findall(text))
    words = len(re.findall(r"[A-Za-z]{4,}", text))
    return signs >= 2 and words <= 1 + signs // 4 and ("=" in text or signs >= 4)


def mark_figures(drafts: list[Draft], body: Body) -> None:
    """Make the words inside a figure part of its caption: axis labels and legends are no paragraphs.

    `drafts` are the blocks of one page in reading order.
    """
    for place, draft in enumerate(drafts):
        if draft.kind is not BlockKind.CAPTION or not draft.text[:3].casefold().startswith(("fig", "abb")):
            continue
        start = place
        while start and _is_figure_text(drafts[start - 1], draft, body):
            start -= 1
        if place - start >= 3 or all(one.size < 0.9 * body.size for one in drafts[start:place]):
            for inner in drafts[start:place]:
                inner.kind = BlockKind.CAPTION


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


def mark_contents(drafts: list[Draft]) -> None:
    """Lines of tables of contents and of indexes, under their titles."""
    mode, page = "", 0
    for draft in drafts:
        if draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.PAGE_NUMBER):
            continue
        text = " ".join(draft.text.split())
        if len(text) < 60 and len(draft.rows) == 1 and _CONTENTS_TITLE.match(text):
            mode, page = "contents", draft.page
            continue
        if (
            len(text) < 60
            and len(draft.rows) == 1
            and draft.kind is not BlockKind.TABLE
            and _INDEX_TITLE.match(text)
        ):
            mode, page = "index", draft.page
            continue
        if not mode:
            continue
        rows = [" ".join(cell.text for cell in row.cells) for row in draft.rows]
        pattern = _ENDS_WITH_PAGE if mode == "contents" else _INDEX_ENTRY
        fitting = sum(bool(pattern.search(row)) for row in rows)
        entry = draft.kind is BlockKind.CONTENTS or fitting >= 0.4 * len(rows)
        if entry and draft.page - page <= 1:
            draft.kind, page = BlockKind.CONTENTS, draft.page
        elif (
            mode == "index"
            and draft.page - page <= 1
            and len(text) < 80
            and draft.kind is not BlockKind.HEADING
        ):
            draft.kind = BlockKind.CONTENTS
        elif len(text) > 120 or draft.page - page > 1:
            mode = ""


def mark_references(drafts: list[Draft]) -> None:
    """Items under a heading "References" up to the next heading that is not inside the list."""
    level: int | None = None
    for draft in drafts:
        if draft.kind is BlockKind.HEADING:
            if REFERENCES_TITLE.match(" ".join(draft.text.split())):
                level = draft.level
            elif level is not None and draft.level <= level:
                level = None
        elif level is not None and draft.kind in (
            BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.FORMULA
        ):  # fmt: skip
            draft.kind = BlockKind.REFERENCE


_NUMBER_ALONE = re.compile(r"^[-–—]?\s*(\d{1,4})\s*[-–—]?$")


def mark_inner_numbers(drafts: list[Draft]) -> None:
    """Page numbers of an earlier edition that stand in the middle of pages: lone numbers that count up by one."""
    chain: list[Draft] = []
    expected = -1
    for draft in [*drafts, None]:
        match = (
            _NUMBER_ALONE.match(draft.text.strip())
            if draft is not None and draft.kind in _MAY_BE_NUMBER
            else None
        )
        if draft is not None and match is None:
            continue
        number = int(match.group(1)) if match else -2
        if number != expected:
            if len(chain) >= 3:
                for found in chain:
                    found.kind = BlockKind.PAGE_NUMBER
            chain = []
        if draft is not None:
            chain.append(draft)
        expected = number + 1


_MAY_BE_NUMBER = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FORMULA, BlockKind.CODE})
_BRACKETED = re.compile(r"^\[(\d{1,3})\]\s")


def mark_numbered_references(drafts: list[Draft]) -> None:
    """Items "[1] …", "[2] …" that count up near the end: a list of references without a heading."""
    late = [
        draft
        for draft in drafts[len(drafts) // 3 :]
        if draft.kind not in (BlockKind.HEADING, BlockKind.TABLE)
    ]
    run: list[Draft] = []
    expected = 1
    for draft in late:
        match = _BRACKETED.match(draft.text)
        number = int(match.group(1)) if match else None
        if number is not None and number in (expected, expected + 1):
            run.append(draft)
            expected = number + 1
        elif number == 1:
            run, expected = [draft], 2
    if len(run) >= 5:
        for draft in run:
            draft.kind = BlockKind.REFERENCE


def mark_footnotes(drafts: list[Draft], body: Body, height: float) -> None:
    """Notes beside the text, and small text that ends the columns of a page.

    Args:
        drafts: The blocks of one page in reading order.
        body: The look of the document's text.
        height: Height of the page in points.
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
        for draft in reversed(members):
            small = draft.size < 0.93 * body.size
            if (
                not small
                or draft.kind in (BlockKind.CAPTION, BlockKind.TABLE)
                or draft.first.base < 0.5 * height
                or draft.beside
            ):
                break
            marked = bool(_FOOTNOTE_MARK.match(draft.text))
            if draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) and (
                marked or (page_has_text and len(draft.text) > 30)
            ):
                draft.kind = BlockKind.FOOTNOTE
