"""Running heads, running feet and page numbers, and the labels printed on pages.

What stands at the same height at the edge of several pages with the same words, numbers aside, is furniture. A
heading that merely stands at the top of one page repeats nowhere and stays.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pincite.parse.line import Line, PageLines
from pincite.parse.rows import Row, baselines

_EDGE_ROWS = 4
"""How many rows at each edge may be furniture."""

_EDGE = 0.16
"""They stand within this share of the page's height from the edge."""

_SAME_HEIGHT = 2.5
"""Furniture of two pages stands at the same height if it differs by less than this, in points."""

_NUMBER = re.compile(r"\d+")
_ROMAN = re.compile(r"^[ivxlc]{1,7}$|^[IVXLC]{1,7}$")
_PAGE_NUMBER = re.compile(
    r"^(?:page|seite|página|p\.|s\.)?\s*[-–—\[(|]*\s*((?:[A-Z]{1,2}[-–.])?\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7})\s*[-–—\])|.]*"
    r"(?:\s*(?:of|/|von|de)\s*\d{1,4})?$",
    re.IGNORECASE,
)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


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
    page: int
    row: Row
    key: str
    height: float
    place: int
    foot: bool
    gap: float
    numbers: list[int]


def find(pages: list[PageLines]) -> list[Furniture]:
    """The furniture of each page."""
    candidates = [_candidates(page) for page in pages]
    everything = [candidate for page in candidates for candidate in page]
    sure = _repeated(everything, len(pages)) | _numbered(everything)
    slots = _slots(everything, sure, len(pages))
    result = []
    for page in candidates:
        furniture = Furniture()
        for foot in (False, True):
            edge = [candidate for candidate in page if candidate.foot == foot]
            known = [id(item) in sure or _in_slot(item, slots) for item in edge]
            # One row that is new may stand outside of what is known, such as the date of printing.
            count = 2 if known[:2] == [False, True] and not is_number_row(edge[1].row) else 0
            while count < len(known) and known[count]:
                count += 1
            # Furniture keeps its distance: a line that text follows closely is text, whatever it says.
            while count and not (
                known[count - 1] and (edge[count - 1].gap > 1.5 or is_number_row(edge[count - 1].row))
            ):
                count -= 1
            rows = [item.row for item in edge[:count]]
            if foot:
                furniture.feet = rows[::-1]
            else:
                furniture.heads = rows
        for row in furniture.heads + furniture.feet:
            for cell in row.cells:
                if _PAGE_NUMBER.match(cell.text.strip()):
                    furniture.numbers.add(id(cell))
        result.append(furniture)
    return result


def _candidates(page: PageLines) -> list[_Candidate]:
    rows = baselines([line for line in page.lines if not line.turned])
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
            gap = abs(ordered[place + 1].base - row.base) / max(row.size, 1)
            numbers = [value for word in text.split() for value in _values(word)]
            found.append(_Candidate(page.index, row, _key(text), height, place, foot, gap, numbers))
    return found


def _values(word: str) -> list[int]:
    if _ROMAN.match(word):
        value = _from_roman(word)
        return [] if value is None else [value]
    return [int(digits[:9]) for digits in _NUMBER.findall(word)]


def _key(text: str) -> str:
    words = [("#" if _ROMAN.match(word) else _NUMBER.sub("#", word.lower())) for word in text.split()]
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
        for one in group:
            same = [
                other
                for other in group
                if other.page != one.page
                and abs(other.height - one.height) < _SAME_HEIGHT
                and abs(other.row.size - one.row.size) < 0.6
                and _goes_with(one, other)
            ]
            near = any(abs(other.page - one.page) <= 4 for other in same)
            if len(same) + 1 >= least or (near and one.place == 0 and one.gap > 1.6):
                sure.add(id(one))
    return sure | _repeated_cells(everything)


def _repeated_cells(everything: list[_Candidate]) -> set[int]:
    """Outermost rows of which one part comes back at its place: a journal's name beside a changing title."""
    places: dict[tuple[bool, str, int, int], list[_Candidate]] = defaultdict(list)
    for candidate in everything:
        if candidate.place or candidate.gap < 1.6 or len(candidate.row.cells) < 2:
            continue
        for cell in candidate.row.cells:
            if sum(char.isalpha() for char in cell.text) > 3:
                places[candidate.foot, cell.text, round(cell.x0), round(candidate.height)].append(candidate)
    return {id(candidate) for group in places.values() if len(group) > 1 for candidate in group}


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
        for cell in (candidate.row.cells[0], candidate.row.cells[-1]):
            match = _PAGE_NUMBER.match(cell.text.strip())
            value = _value(match.group(1)) if match else None
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
        groups[candidate.foot, round(candidate.height), round(candidate.row.size * 2)].append(candidate)
    slots = []
    for (foot, _, _), group in groups.items():
        known = sum(id(candidate) in sure for candidate in group)
        if len(group) >= max(3, 0.2 * pages) and known >= 0.6 * len(group):
            slots.append((foot, group[0].height, group[0].row.size))
    return slots


def _in_slot(candidate: _Candidate, slots: list[tuple[bool, float, float]]) -> bool:
    return candidate.gap > 1.5 and any(
        candidate.foot == foot
        and abs(candidate.height - height) < 1.5
        and abs(candidate.row.size - size) < 0.3
        for foot, height, size in slots
    )


def _value(number: str) -> int | None:
    if number.isdigit():
        return int(number)
    if _ROMAN.match(number):
        return _from_roman(number)
    return None


def _from_roman(number: str) -> int | None:
    values = [_ROMAN_VALUES[letter] for letter in number.lower()]
    total = sum(-one if one < two else one for one, two in zip(values, [*values[1:], 0], strict=True))
    return total if _to_roman(total) == number.lower() else None


def _to_roman(value: int) -> str:
    out = ""
    for number, letters in (
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ):
        while value >= number:
            out += letters
            value -= number
    return out


def labels(pages: list[PageLines], furniture: list[Furniture], given: list[str]) -> list[str]:
    """The label of every page of the file.

    Args:
        pages: Pages that were read.
        furniture: Theirs.
        given: What the file says for all its pages, "" where nothing.

    Returns:
        The file's own labels where it has any that are more than a count from 1; else the numbers printed on the
        pages where they form a run, and the index where they do not.
    """
    trivial = all(label in ("", str(index)) for index, label in enumerate(given, start=1))
    if not trivial:
        return [label or str(index) for index, label in enumerate(given, start=1)]
    offsets: Counter[tuple[str, int]] = Counter()
    found: dict[int, list[tuple[str, int]]] = {}
    for page, part in zip(pages, furniture, strict=True):
        found[page.index] = _printed(part, page.index)
        offsets.update(set(found[page.index]))
    chosen: dict[int, tuple[str, int]] = {}
    for index, runs in found.items():
        good = [run for run in runs if offsets[run] >= 2]
        if good:
            chosen[index] = max(good, key=lambda run: offsets[run])
    return _filled(chosen, len(given))


def _printed(furniture: Furniture, index: int) -> list[tuple[str, int]]:
    """Runs that a page's furniture may belong to: style and offset from the index."""
    runs = []
    for row in furniture.heads + furniture.feet:
        words = [word for cell in row.cells for word in cell.text.split()]
        alone = [cell.text for cell in row.cells if id(cell) in furniture.numbers]
        matches = [_PAGE_NUMBER.match(text.strip()) for text in alone]
        for word in [*(match.group(1) for match in matches if match), words[0], words[-1]]:
            if word.isdigit() and len(word) < 5:
                runs.append(("arabic", int(word) - index))
            elif _ROMAN.match(word) and (value := _from_roman(word)) is not None:
                runs.append(("Roman" if word.isupper() else "roman", value - index))
    return runs


def _filled(chosen: dict[int, tuple[str, int]], count: int) -> list[str]:
    """Labels, those of unnumbered pages taken from their neighbours."""
    known = sorted(chosen)
    result = []
    for index in range(1, count + 1):
        run = chosen.get(index)
        if run is None and known:
            before = max((page for page in known if page < index), default=None)
            after = min((page for page in known if page > index), default=None)
            candidates = [
                chosen[page] for page in (after, before) if page is not None and abs(page - index) <= 3
            ]
            run = next((item for item in candidates if item[1] + index > 0), None)
        result.append(_label(run, index) if run else str(index))
    return result


def _label(run: tuple[str, int], index: int) -> str:
    style, offset = run
    if style == "arabic":
        return str(index + offset)
    number = _to_roman(index + offset)
    return number.upper() if style == "Roman" else number


def is_number_row(row: Row) -> bool:
    """Whether a row is a page number and nothing else."""
    return len(row.cells) == 1 and is_number(row.cells[0])


def is_number(line: Line) -> bool:
    """Whether a line is a page number and nothing else."""
    return bool(_PAGE_NUMBER.match(line.text.strip()))
