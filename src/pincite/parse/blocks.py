"""Rows → blocks: where a paragraph, an item, a table begins and ends."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from statistics import median

from pincite.domain import BlockKind
from pincite.parse.characters import is_unspaced
from pincite.parse.grid import Grid
from pincite.parse.layout import Region
from pincite.parse.line import Line
from pincite.parse.rows import Row

BULLET = re.compile(r"^[•◦▪■□●○‣∙\uf0b7\uf0a7\uf076\uf0d8✓➢]\s|^[–—*·\-\u2212]\s(?=\S)")
ENUMERATOR = re.compile(
    r"^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxlc]{1,5}|[IVXLC]{1,5})[.)]|\[\w{1,8}\]|\d{1,2}(?:\.\d{1,3}){1,5}\.?)\s+(?=\S)"
)
_DOTTED = re.compile(r"^\(?(?:\d{1,2}(?:\.\d{1,3})+|[a-z]|[ivx]{1,5}|\d{1,2})[.)]*\)?\s")
_LEADER = re.compile(r"(?:[.·_]\s?){4,}\s*[\divxlcA-Z\-]{1,6}(?:, ?\d{1,4})*$")
_CAPTION = re.compile(r"^(?:table|figure|fig\.|plate|listing|algorithm)\s*[\dIVX]", re.IGNORECASE)
_TYPED_RULE = re.compile(r"(?:(?:-{3,}|={3,})\s*)+")
_ENDS_SENTENCE = re.compile(r"[.!?:;…][\"'”’)\]]*\s*[\d⁰¹²³⁴-⁹]{0,3}$")


@dataclass(slots=True, eq=False)
class Draft:
    """A block while its document is still being read.

    Attributes:
        page: Page index.
        rows: Its lines; several cells in a row only for tables.
        kind: Its role as far as known.
        region: Number of its region on the page.
        x0: Left end of the region.
        x1: Right end of the region.
        level: For headings.
        section: Titles above it.
        joint: See `pincite.domain.Block`.
        above: Free height above it in its region, in points.
        role: That of its region, see `pincite.parse.layout.Region`.
        turned: Whether it runs in another direction than the page.
        grid: For tables whose grid was found.
    """

    page: int
    rows: list[Row]
    kind: BlockKind = BlockKind.PARAGRAPH
    region: int = 0
    x0: float = 0.0
    x1: float = 0.0
    level: int = 0
    section: tuple[str, ...] = ()
    joint: str | None = None
    above: float = 0.0
    role: str = ""
    turned: bool = False
    grid: Grid | None = None
    _text: tuple[int, str] | None = None

    @property
    def beside(self) -> bool:
        """Whether it stands beside the text or beside its label."""
        return self.role != ""

    @property
    def lines(self) -> list[Line]:
        """All its lines in order."""
        return [cell for row in self.rows for cell in row.cells]

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.rows[0].cells[0]

    @property
    def last(self) -> Line:
        """Its last line."""
        return self.rows[-1].cells[-1]

    @property
    def size(self) -> float:
        """Font size of its longest line."""
        return max(self.lines, key=lambda line: len(line.text)).size

    @property
    def text(self) -> str:
        """Its text with lines joined by spaces, for recognising what it is."""
        if self._text is None or self._text[0] != len(self.rows):
            self._text = len(self.rows), " ".join(line.text for line in self.lines)
        return self._text[1]


def region_blocks(region: Region, page: int, number: int, *, typewritten: bool = False) -> list[Draft]:
    """The blocks of a region in order.

    Args:
        region: The region.
        page: Index of its page.
        number: Number of the region on the page.
        typewritten: Whether the document's text is in a fixed-width font, so that this font does not mean code.
    """
    drafts: list[Draft] = []
    region.typewritten = typewritten
    leading = _leading(region.rows)
    edges = _right_edges(region.rows)
    before: Row | None = None
    for place, row in enumerate(region.rows):
        after = region.rows[place + 1] if place + 1 < len(region.rows) else None
        right = edges[place - 1] if place else region.x1
        if before is None or _begins(before, row, after, right, region, leading, drafts[-1]):
            drafts.append(Draft(page, [row], region=number, x0=region.x0, x1=region.x1, role=region.role))
            if before is not None:
                drafts[-1].above = row.base - before.base - leading
            if row.table:
                drafts[-1].kind = BlockKind.TABLE
        else:
            drafts[-1].rows.append(row)
        before = row
    return drafts


def _leading(rows: list[Row]) -> float:
    """Usual distance of baselines."""
    steps = [
        after.base - before.base
        for before, after in itertools.pairwise(rows)
        if abs(after.size - before.size) < 0.1 * before.size
        and 0 < after.base - before.base < 2.5 * before.size
    ]
    if not steps:
        return 1.2 * rows[0].size
    return median(steps)


def _begins(
    before: Row, row: Row, after: Row | None, right: float, region: Region, leading: float, current: Draft
) -> bool:
    """Whether a new block begins with `row`."""
    if before.table or row.table:
        return before.table != row.table
    one, two = before.cells[-1], row.cells[0]
    if _LEADER.search(one.text) or is_typed_rule(one) or is_typed_rule(two):
        return True
    step = row.base - before.base
    usual = min(leading, 1.9 * two.size) if leading > 0.8 * two.size else 1.25 * two.size
    if abs(two.size - one.size) > 0.07 * one.size and not _same_size_in_parts(one, two):
        return True
    if step > 1.3 * usual or step < 0:
        return True
    if len(current.rows) <= 3 and _is_at_right(one, two, region):
        return True
    if _is_title_over(one, two, region):
        return True
    if one.mono != two.mono and (len(one.text) > 3 and len(two.text) > 3):
        return True
    if one.mono and two.mono and not region.typewritten:
        return False
    ended = _ends_short(one, two, right, region) and not _is_broken_by_hand(one, two)
    if (
        one.bold != two.bold
        and _whole_style(current, two)
        and (ended or (two.bold and _ENDS_SENTENCE.search(one.text)))
    ):
        return True
    if one.bold and not two.bold and all(line.bold for line in current.lines) and step > 1.08 * usual:
        return True
    if BULLET.match(two.text):
        return True
    hanging = _is_hanging(before, row, after, current, ended=ended)
    if ENUMERATOR.match(two.text) and _may_begin_item(one, two, right, region, current):
        return True
    if hanging:
        return False
    em = two.size
    if two.x0 - one.x0 > 0.8 * em and len(current.rows) > 1 and two.x0 - region.x0 > 0.8 * em:
        return not _centred(one, two)
    if one.x0 - two.x0 > 0.8 * em and len(current.rows) > 1:
        return not _centred(one, two)
    if two.x0 - one.x0 > 0.8 * em and len(current.rows) == 1 and not _centred(one, two):
        return after is None or after.table > 0 or after.x0 < two.x0 - 0.5 * em or ended
    return ended and not _centred(one, two)


def _is_at_right(one: Line, two: Line, region: Region) -> bool:
    """Whether a short line ends at the right edge, as "Exhibit 10.1" does, and the next is set otherwise."""
    em = one.size
    return (
        one.x0 > (region.x0 + region.x1) / 2
        and region.x1 - one.x1 < 0.5 * em
        and two.x0 < one.x0 - 4 * em
        and one.text[:1].isupper()
    )


def _is_title_over(one: Line, two: Line, region: Region) -> bool:
    """Whether a centred line in bold or capitals stands over text that begins at the left edge."""
    em = one.size
    left, right = one.x0 - region.x0, region.x1 - one.x1
    if left < 2 * em or abs(left - right) > 2 * em or two.x0 > region.x0 + 4 * em or two.x0 > one.x0 - em:
        return False
    if _CAPTION.match(one.text):
        return False
    return (one.bold and not two.bold) or (_is_capitals(one.text) and not _is_capitals(two.text))


def _is_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha()]
    return len(letters) > 3 and sum(char.isupper() for char in letters) > 0.9 * len(letters)


def _is_broken_by_hand(one: Line, two: Line) -> bool:
    """Whether typewritten text goes on in the next line although there was room: its lines were broken by hand."""
    if (
        not (one.mono and two.mono)
        or abs(one.x0 - two.x0) > 0.5 * one.size
        or _ENDS_SENTENCE.search(one.text)
    ):
        return False
    words = [word for word in one.text.split() if word[0].isalpha()]
    return len(words) >= 3 and sum(word[0].islower() for word in words) >= 0.5 * len(words)


def is_typed_rule(line: Line) -> bool:
    """Whether a line is a rule drawn with hyphens or equals signs."""
    return line.text[:1] in ("-", "=") and bool(_TYPED_RULE.fullmatch(line.text.strip()))


def _same_size_in_parts(one: Line, two: Line) -> bool:
    # Formula-laden lines may count more small characters than text.
    return min(len(one.text), len(two.text)) > 25 and abs(one.size - two.size) < 0.12 * one.size


def _whole_style(current: Draft, two: Line) -> bool:
    """Whether bold and regular meet at a line's end: a heading before text, or text before a heading."""
    lines = current.lines
    return all(line.bold == lines[0].bold for line in lines) and (two.bold or len(lines) <= 3)


def _is_hanging(before: Row, row: Row, after: Row | None, current: Draft, *, ended: bool) -> bool:
    """Whether the block's first line sticks out to the left and `row` continues it."""
    em = row.size
    first = current.rows[0]
    if len(current.rows) == 1:
        if not 0.5 * em < row.x0 - before.x0 < 8 * em:
            return False
        opening = before.cells[0].text
        if BULLET.match(opening):
            return True
        if ENUMERATOR.match(opening):
            titled = ended and row.cells[0].text[:1].isupper() and not _ENDS_SENTENCE.search(opening)
            return not titled
        if before.cells[0].bold or row.table or ended:
            return False
        if after is not None and not after.table and abs(after.x0 - row.x0) < 0.3 * em:
            return True
        # An entry of two lines in a list of references: its first line is full, and the next stands out again.
        return not _ENDS_SENTENCE.search(before.cells[-1].text)
    return abs(row.x0 - current.rows[1].x0) < 0.4 * em and row.x0 - first.x0 > 0.5 * em and _is_item(current)


def _is_item(current: Draft) -> bool:
    opening = current.first.text
    return bool(BULLET.match(opening) or ENUMERATOR.match(opening)) or len(current.rows) > 1


def _may_begin_item(one: Line, two: Line, right: float, region: Region, current: Draft) -> bool:
    """Whether an enumerator at a line's start is one, and not an initial or number that happens to stand there."""
    if _ends_short(one, two, right, region):
        return True
    opening = current.first.text
    indented = abs(two.x0 - one.x0) > 0.5 * two.size
    if ENUMERATOR.match(opening) and abs(two.x0 - current.first.x0) < 0.5 * two.size and indented:
        return True
    if _number_of(two.text) - _number_of(opening) == 1 and abs(two.x0 - current.first.x0) < 0.5 * two.size:
        return True
    if not _ENDS_SENTENCE.search(one.text):
        return False
    return indented or (bool(_DOTTED.match(two.text)) and bool(ENUMERATOR.match(opening)))


def _number_of(text: str) -> int:
    """The plain number that an item begins with, else -1."""
    match = re.match(r"[\[(]?(\d{1,3})[\])]?[.):]?\s", text)
    return int(match.group(1)) if match else -1


def _ends_short(one: Line, two: Line, right: float, region: Region) -> bool:
    """Whether the next line's first word would have fitted on the line before: that line ended on purpose."""
    word = two.text[0] if is_unspaced(ord(two.text[0])) else two.text.split(" ", 1)[0]
    share = (len(word) + 1) / max(len(two.text), 1)
    needed = share * two.width + 0.6 * two.size
    room = right - one.x1
    return room > needed and room > 0.12 * (right - region.x0)


def _right_edges(rows: list[Row]) -> list[float]:
    """How far the lines around each row reach: text may be narrower than its region (quotations, captions)."""
    measures = [(row.x0, row.x1, row.size, row.table) for row in rows]
    edges = []
    for place, (x0, x1, size, _) in enumerate(measures):
        edge = x1
        for around in (measures[place - 1 :: -1][:6] if place else [], measures[place + 1 : place + 7]):
            for near_x0, near_x1, near_size, table in around:
                if table or abs(near_size - size) > 0.07 * size or near_x0 < x0 - 3.2 * size:
                    break
                if near_x0 > x0 + 4 * size and near_x1 > edge:
                    break
                edge = max(edge, near_x1)
        edges.append(edge)
    return edges


def _centred(one: Line, two: Line) -> bool:
    """Whether two lines share their middle but not their left ends."""
    return (
        abs((one.x0 + one.x1) - (two.x0 + two.x1)) < 0.8 * two.size and abs(one.x0 - two.x0) > 0.8 * two.size
    )
