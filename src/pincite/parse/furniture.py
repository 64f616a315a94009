"""Running heads, running feet and page numbers.

What stands at the same height at the edge of several pages with the same words, numbers aside, is furniture. A
heading that merely stands at the top of one page repeats nowhere and stays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.parse import labels
from pincite.parse.line import Line, PageLines
from pincite.parse.rows import Row, baselines

_EDGE_ROWS = 4
"""How many rows at each edge may be furniture."""

_EDGE = 0.16
"""They stand within this share of the page's height from the edge."""

_SAME_HEIGHT = 2.5
"""Furniture of two pages stands at the same height if it differs by less than this, in points."""

_SPAN = 400
"""So many pages are decided at a time …"""

_NEIGHBOURS = 100
"""… by what stands on them and on so many before and after."""

_COPY_ROWS = 12
"""Pages of more rows that have the same words are copies of each other."""

_NUMBER = re.compile(r"\d+")
_ITEM_NUMBER = re.compile(r"^\(?\d{1,3}[.)]$")
_PAGE_RANGE = re.compile(r"\bpp\.?\s*(\d{1,4})\s*[-–]\s*\d{1,4}\b")


@dataclass(slots=True, eq=False)
class Furniture:
    """What of a page is not its text.

    Attributes:
        heads: Rows at the top, from the top.
        feet: Rows at the bottom, from the top.
        numbers: Identities of the lines that are a page number and nothing else.
    """

    heads: list[Row] = field(default_factory=list)
    feet: list[Row] = field(default_factory=list)
    numbers: set[int] = field(default_factory=set)

    @property
    def lines(self) -> set[int]:
        """Identities of all its lines."""
        return {id(cell) for row in self.heads + self.feet for cell in row.cells}


@dataclass(slots=True, eq=False)
class _Candidate:
    """A row at the edge of a page, without its lines: those of hundreds of pages are kept.

    `words` stands for all the words of its page: a second copy of an invoice repeats everything, not only furniture.
    """

    page: int
    words: int
    key: str
    cells: list[tuple[str, int]]
    size: float
    height: float
    place: int
    foot: bool
    gap: float
    numbers: list[int]
    is_number: bool

    @property
    def text(self) -> str:
        """Its text."""
        return " ".join(text for text, _ in self.cells)


class Finder:
    """Decides what is furniture, some hundred pages at a time, each with their neighbours on both sides.

    Give it all pages in order, then `close` it.
    """

    def __init__(self) -> None:
        self._pages: list[tuple[int, list[_Candidate]]] = []
        self._decided = 0
        self._counts: dict[int, tuple[int, int]] = {}
        self._runs: dict[int, list[labels.Run]] = {}

    def add(self, page: PageLines) -> None:
        """Take the next page into account."""
        self._pages.append((page.index, _candidates(page)))
        if len(self._pages) - self._decided >= _SPAN + _NEIGHBOURS:
            self._decide(self._decided + _SPAN)
            del self._pages[: self._decided - _NEIGHBOURS]
            self._decided = min(self._decided, _NEIGHBOURS)

    def close(self) -> None:
        """All pages are there: decide the last ones."""
        self._decide(len(self._pages))
        self._pages = []

    def labels(self, given: list[str]) -> list[str]:
        """The label of every page of the file, see `labels.labels`."""
        return labels.labels(self._runs, given)

    def of(self, page: PageLines) -> Furniture:
        """The furniture of one of the pages."""
        head_rows, foot_rows = self._counts[page.index]
        furniture = Furniture()
        if head_rows or foot_rows:
            rows = _rows(page)
            furniture.heads = rows[:head_rows]
            furniture.feet = rows[len(rows) - foot_rows :]
        for row in furniture.heads + furniture.feet:
            furniture.numbers.update(id(cell) for cell in row.cells if is_number(cell))
        return furniture

    def _decide(self, end: int) -> None:
        everything = [candidate for _, page in self._pages for candidate in page]
        sure = _repeated(everything, len(self._pages)) | _numbered(everything)
        slots = _slots(everything, sure, len(self._pages))
        for index, page in self._pages[self._decided : end]:
            heads = _known([item for item in page if not item.foot], sure, slots)
            feet = _known([item for item in page if item.foot], sure, slots)
            self._counts[index] = len(heads), len(feet)
            self._runs[index] = [
                run for item in heads + feet[::-1] for run in labels.printed(_texts(item), index)
            ]
        self._decided = end


def _texts(candidate: _Candidate) -> list[str]:
    return [text for text, _ in candidate.cells]


def _known(
    edge: list[_Candidate], sure: set[int], slots: list[tuple[bool, float, float]]
) -> list[_Candidate]:
    """Those rows of one edge of a page, from the outermost, that are furniture."""
    known = [id(item) in sure or _in_slot(item, slots) for item in edge]
    # One row that is new may stand outside of what is known, such as the date of printing.
    count = 2 if known[:2] == [False, True] and not edge[1].is_number else 0
    while count < len(known) and known[count]:
        count += 1
    # Furniture keeps its distance: a line that text follows closely is text, whatever it says.
    while count and not (known[count - 1] and (edge[count - 1].gap > 1.5 or edge[count - 1].is_number)):
        count -= 1
    return edge[:count]


def _rows(page: PageLines) -> list[Row]:
    return baselines([line for line in page.lines if not line.turned])


def _candidates(page: PageLines) -> list[_Candidate]:
    rows = _rows(page)
    words = hash(tuple(cell.text for row in rows for cell in row.cells)) if len(rows) > _COPY_ROWS else 0
    found = []
    for foot in (False, True):
        ordered = rows[::-1] if foot else rows
        for place, row in enumerate(ordered[:_EDGE_ROWS]):
            height = page.down - row.base if foot else row.base
            # A row belongs to one edge at most.
            if place == len(rows) - 1 or height > 0.5 * page.down:
                break
            if height > _EDGE * page.down and not (
                place < 3 and len(row.cells) == 1 and is_number(row.cells[0])
            ):
                break
            text = " ".join(cell.text for cell in row.cells)
            found.append(
                _Candidate(
                    page=page.index,
                    words=words,
                    key=_key(text),
                    cells=[(cell.text, round(cell.x0)) for cell in row.cells],
                    size=row.size,
                    height=height,
                    place=place,
                    foot=foot,
                    gap=abs(ordered[place + 1].base - row.base) / max(row.size, 1),
                    numbers=[value for word in text.split() for value in _values(word)],
                    is_number=is_number_row(row),
                )
            )
    return found


def _values(word: str) -> list[int]:
    if labels.ROMAN.match(word):
        value = labels.from_roman(word)
        return [] if value is None else [value]
    return [int(digits[:9]) for digits in _NUMBER.findall(word)]


def _key(text: str) -> str:
    words = [("#" if labels.ROMAN.match(word) else _NUMBER.sub("#", word.lower())) for word in text.split()]
    return " ".join(words)


def _repeated(everything: list[_Candidate], pages: int) -> set[int]:
    """Candidates whose words come back at the same height on other pages, near enough to be a pattern.

    Numbers in them must stay the same or count with the pages: "19.5 Options" and "19.6 Options" are headings that
    happen to stand at the same height.
    """
    groups: dict[tuple[bool, str], list[_Candidate]] = defaultdict(list)
    for candidate in everything:
        groups[candidate.foot, candidate.key].append(candidate)
    sure: set[int] = set()
    least = 2 if pages < 6 else 3
    for (_, key), group in groups.items():
        numbers_only = not key.strip("#.-–—[]()| ")
        if numbers_only:
            continue  # counted by `_numbered`
        for place, one in enumerate(group):
            single = one.place == 0 and one.gap > 1.6
            same = 0
            for other in _outward(group, place):
                if _same(one, other):
                    same += 1
                    if same + 1 >= least or (single and abs(other.page - one.page) <= 4):
                        sure.add(id(one))
                        break
    return sure | _repeated_cells(everything)


def _outward(group: list[_Candidate], place: int) -> Iterator[_Candidate]:
    """The others of a group, those of the nearest pages first: mostly two or three have to be looked at."""
    for step in range(1, len(group)):
        if place - step >= 0:
            yield group[place - step]
        if place + step < len(group):
            yield group[place + step]


def _same(one: _Candidate, other: _Candidate) -> bool:
    return (
        other.page != one.page
        and not _is_copy(one, other)
        and abs(other.height - one.height) < _SAME_HEIGHT
        and abs(other.size - one.size) < 0.6
        and _goes_with(one, other)
    )


def _is_copy(one: _Candidate, other: _Candidate) -> bool:
    return one.words == other.words != 0


def _repeated_cells(everything: list[_Candidate]) -> set[int]:
    """Outermost rows of which one part comes back at its place: a journal's name beside a changing title."""
    places: dict[tuple[bool, str, int, int], list[_Candidate]] = defaultdict(list)
    for candidate in everything:
        if candidate.place or candidate.gap < 1.6 or len(candidate.cells) < 2:
            continue
        for text, x0 in candidate.cells:
            if sum(char.isalpha() for char in text) > 3:
                places[candidate.foot, text, x0, round(candidate.height)].append(candidate)
    return {
        id(candidate)
        for group in places.values()
        if len(group) > 1 and not all(_is_copy(group[0], other) for other in group)
        for candidate in group
    }


def _goes_with(one: _Candidate, other: _Candidate) -> bool:
    if one.numbers == other.numbers:
        return True
    differing = [
        (left, right) for left, right in zip(one.numbers, other.numbers, strict=False) if left != right
    ]
    return all(right - left == other.page - one.page for left, right in differing)


def _numbered(everything: list[_Candidate]) -> set[int]:
    """Candidates that are a number counting with the pages."""
    pages: dict[tuple[bool, int], set[int]] = defaultdict(set)
    values: list[tuple[_Candidate, int]] = []
    for candidate in everything:
        for first in _PAGE_RANGE.findall(candidate.text):
            # A journal's line on the first page of an article, "pp. 29-30", says what number the page has.
            pages[True, int(first) - candidate.page].add(candidate.page)
            pages[False, int(first) - candidate.page].add(candidate.page)
        if len(candidate.cells) > 1 and _ITEM_NUMBER.match(candidate.cells[0][0].strip()):
            continue  # the number of a heading, with its title beside it
        for text, _ in (candidate.cells[0], candidate.cells[-1]):
            match = labels.PAGE_NUMBER.match(text.strip())
            value = labels.value(match.group(1)) if match else None
            if value is not None:
                values.append((candidate, value))
                pages[candidate.foot, value - candidate.page].add(candidate.page)
                break
    return {
        id(candidate)
        for candidate, value in values
        if len(pages[candidate.foot, value - candidate.page]) >= 2
    }


def _slots(everything: list[_Candidate], sure: set[int], pages: int) -> list[tuple[bool, float, float]]:
    """Heights at which mostly furniture stands: whether at the foot, height, font size."""
    groups: dict[tuple[bool, int, int], list[_Candidate]] = defaultdict(list)
    for candidate in everything:
        groups[candidate.foot, round(candidate.height), round(candidate.size * 2)].append(candidate)
    slots = []
    for (foot, _, _), group in groups.items():
        known = sum(id(candidate) in sure for candidate in group)
        if len(group) >= max(3, 0.2 * pages) and known >= 0.6 * len(group):
            slots.append((foot, group[0].height, group[0].size))
    return slots


def _in_slot(candidate: _Candidate, slots: list[tuple[bool, float, float]]) -> bool:
    return candidate.gap > 1.5 and any(
        candidate.foot == foot and abs(candidate.height - height) < 1.5 and abs(candidate.size - size) < 0.3
        for foot, height, size in slots
    )


def is_number_row(row: Row) -> bool:
    """Whether a row is a page number and nothing else."""
    return len(row.cells) == 1 and is_number(row.cells[0])


def is_number(line: Line) -> bool:
    """Whether a line is a page number and nothing else."""
    return bool(labels.PAGE_NUMBER.match(line.text.strip()))
