"""Headings: which blocks are, at which level, and the section path of every block."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.lists import REFERENCES_TITLE
from pincite.parse.pdf import Bookmark
from pincite.parse.structure import Body

NUMBERED = re.compile(
    r"^(?:(?P<word>Chapter|Part|Appendix|Section|Article|Annex|Schedule|Exhibit|Kapitel|Teil|Anhang|Chapitre|§)\s+)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+|[IVXL]{1,6}(?:\.(?:[IVXL]{1,6}|\d{1,3})){1,3}|[A-Z]|[IVXL]{1,6})(?P<end>[.):]|\s*[–—:.-])?\s+(?=\S)",
    re.IGNORECASE,
)
_WORDED = re.compile(
    r"^(?:chapter|part|appendix|section|article|annex|schedule|exhibit|kapitel|anhang|chapitre)\s+(?:\d{1,3}|[A-Z]|[IVXL]{1,6})\b",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"^(?:abstract|summary|introduction|background|related work|methods?|materials and methods|results|discussion|"
    r"conclusions?|acknowledge?ments?|appendix|appendices|preface|foreword|glossary|keywords|contents|index|"
    r"conflicts? of interest|statement of need|funding|data availability|overview)\s*:?$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"^(?:(?:this|these) .*\b(?:is|are|was|were|has|have|shall|will|may)\b|"
    r"(?:signed|executed|witnessed|delivered|acknowledged)\b.*\b(?:by|for|behalf|presence)\b)",
    re.IGNORECASE,
)
"""What is set in bold in contracts and is no heading for all that."""
_SENTENCE_END = re.compile(r"[.…][”’\"')\]]*$")
_MAX_CHARS = 180
_MAX_ROWS = 4


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a heading."""

    size: float
    bold: bool
    italic: bool
    caps: bool


def style_of(draft: Draft) -> Style:
    """The look of a block."""
    start = draft.text[:400]
    # Nearly all blocks have a small letter among the first few.
    caps = not any(char.islower() for char in start[:12])
    if caps:
        letters = [char for char in start if char.isalpha()]
        caps = len(letters) > 2 and sum(char.isupper() for char in letters) > 0.9 * len(letters)
    first = max(draft.lines, key=lambda line: len(line.text))
    return Style(round(first.size * 2) / 2, first.bold, first.italic, caps)


@dataclass(slots=True, eq=False)
class Found:
    """Headings of a part of the document, before their levels are known.

    Attributes:
        matched: Blocks that the file's outline names, with their level there.
        candidates: Blocks that look like headings.
    """

    matched: list[tuple[Draft, int]]
    candidates: list[Draft]


def find_headings(drafts: list[Draft], body: Body, outline: dict[int, list[Bookmark]]) -> Found:
    """The headings among blocks; they are not marked yet.

    Args:
        drafts: All blocks of some pages in reading order.
        body: The look of the document's text.
        outline: The file's own outline, by page.
    """
    levels = _match_outline(drafts, outline)
    return Found(
        [(draft, levels[id(draft)]) for draft in drafts if id(draft) in levels],
        [
            draft
            for place, draft in enumerate(drafts)
            if id(draft) not in levels and _looks_like_heading(draft, body, drafts, place)
        ],
    )


class Looks:
    """What headings look like in the whole document, and so which candidates are headings, and at which level.

    Everything must be collected before the first heading is marked.

    Args:
        body: The look of the document's text.
    """

    def __init__(self, body: Body) -> None:
        self._body = body
        self._total = 0
        self._text: Counter[Style] = Counter()
        self._known: dict[Style, Counter[int]] = defaultdict(Counter)
        # By look and whether it is so large that it is a heading however frequent it is.
        self._numbered: dict[tuple[Style, bool], Counter[int]] = defaultdict(Counter)
        self._plain: Counter[tuple[Style, bool]] = Counter()
        self._levels: _Levels | None = None

    def collect(self, drafts: list[Draft], found: Found) -> None:
        """Take the next blocks of the document, and the headings found among them, into account."""
        self._total += sum(len(draft.text) for draft in drafts)
        for draft, level in found.matched:
            self._known[style_of(draft)][level] += 1
        for draft in found.candidates:
            look = style_of(draft), self._is_large(draft)
            self._text[look[0]] += len(draft.text)
            depth = _depth(draft)
            if depth is None:
                self._plain[look] += 1
            else:
                self._numbered[look][depth] += 1

    def mark(self, found: Found) -> None:
        """Mark the headings found in a part of the document."""
        if self._levels is None:
            self._levels = self._find_levels()
        for draft, level in found.matched:
            draft.kind, draft.level = BlockKind.HEADING, level
        for draft in found.candidates:
            if self._is_plausible(style_of(draft), large=self._is_large(draft)):
                draft.kind, draft.level = BlockKind.HEADING, self._levels.of(draft)

    def _is_large(self, draft: Draft) -> bool:
        return draft.size > 1.3 * self._body.size

    def _is_plausible(self, style: Style, *, large: bool) -> bool:
        """Not a look that is too frequent for headings: forms set in bold, slides, posters."""
        return large or self._text[style] < 0.25 * (self._total or 1)

    def _find_levels(self) -> _Levels:
        numbered: dict[Style, Counter[int]] = defaultdict(Counter)
        plain: Counter[Style] = Counter()
        for (style, large), depths in self._numbered.items():
            if self._is_plausible(style, large=large):
                numbered[style] += depths
        for (style, large), count in self._plain.items():
            if self._is_plausible(style, large=large):
                plain[style] += count
        return _Levels(self._known, numbered, plain)


def _match_outline(drafts: list[Draft], outline: dict[int, list[Bookmark]]) -> dict[int, int]:
    """Blocks that are entries of the file's outline, with their levels."""
    by_page: dict[int, list[tuple[Draft, str]]] = defaultdict(list)
    for draft in drafts:
        short = len(draft.rows) <= _MAX_ROWS + 2 and draft.page in outline
        if short and draft.kind in _MAY_BE_HEADING and not draft.turned:
            by_page[draft.page].append((draft, _bare(draft.text)))
    matched: dict[int, int] = {}
    for mark in (mark for page in by_page for mark in outline[page]):
        title = _bare(mark.title)
        if not title:
            continue
        near = [item for item in by_page.get(mark.page_index, []) if id(item[0]) not in matched]
        same = [draft for draft, bare in near if bare == title]
        if not same and len(title) > 12:
            same = [draft for draft, bare in near if bare.endswith(title) and len(bare) < len(title) + 12]
        if same:
            matched[id(max(same, key=lambda draft: draft.size))] = mark.level
    return matched


def _bare(title: str) -> str:
    """A title without its number, case, spaces and punctuation, for comparing."""
    plain = NUMBERED.sub("", clean(title), count=1)
    return "".join(char for char in plain.casefold() if char.isalnum())


_MAY_BE_HEADING = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CODE})


def _looks_like_heading(draft: Draft, body: Body, drafts: list[Draft], place: int) -> bool:
    if draft.kind not in _MAY_BE_HEADING or draft.turned or draft.beside or len(draft.rows) > _MAX_ROWS:
        return False
    text = draft.text.strip()
    if len(text) > _MAX_CHARS:
        return False
    letters = sum(map(str.isalpha, text))
    if letters < 3 or letters < 0.45 * len(text.replace(" ", "")):
        return False
    style = style_of(draft)
    number = NUMBERED.match(text)
    ratio = style.size / body.size
    if text.casefold().startswith(("keywords", "key words", "index terms")):
        return False
    if ratio < 1.13 and not number and _SENTENCE.match(text):
        return False
    if text[0] in "•◦▪–—*●(-\u2010" or text[-1] in ",;-\u2010" or _is_mono(draft, body):
        return False
    if (
        _SENTENCE_END.search(text)
        and not _WORDED.match(text)
        and not (ratio > 1.15 or (style.bold and len(text) < 60))
    ):
        return False
    words = text[number.end() :] if number else text
    if words[:1].islower() and ratio < 1.2 and not number:
        return False
    if _stands_in_group(draft, drafts, place):
        return False
    apart = (
        draft.above > 0.2 * body.size
        or place == 0
        or drafts[place - 1].region != draft.region
        or drafts[place - 1].page != draft.page
    )
    return _by_style(style, ratio, text, number, apart=apart, body=body)


def _by_style(
    style: Style, ratio: float, text: str, number: re.Match[str] | None, *, apart: bool, body: Body
) -> bool:
    if ratio > 1.13:
        return True
    if ratio < 0.9:
        return False
    bold = style.bold and not body.bold
    numbered = number is not None and (
        number.group("word")
        or "." in number.group("number")
        or number.group("end")
        or number.group("number").isdigit()
    )
    if bold and (apart or numbered):
        return True
    if _USUAL.match(text) or REFERENCES_TITLE.match(text):
        return apart
    if _WORDED.match(text) and apart and len(text) < 80:
        return True
    if style.caps and apart and len(text) < 80:
        return ratio > 0.95 or bool(numbered)
    if style.italic and numbered and apart:
        return True
    sub = number is not None and "." in number.group("number")
    return bool(sub and apart and len(text) < 70 and text[-1] not in ".:;," and ratio > 0.97)


def _is_mono(draft: Draft, body: Body) -> bool:
    return not body.mono and all(line.mono for line in draft.lines) and draft.size < 1.15 * body.size


def _stands_in_group(draft: Draft, drafts: list[Draft], place: int) -> bool:
    """Whether it is one of a row of like lines, as in an address, a form or a figure."""
    like = 0
    for step in (-1, 1):
        other = place + step
        while 0 <= other < len(drafts) and abs(other - place) <= 3:
            near = drafts[other]
            if near.page != draft.page or style_of(near) != style_of(draft) or len(near.text) > _MAX_CHARS:
                break
            if NUMBERED.match(near.text) or NUMBERED.match(draft.text):
                break
            like += 1
            other += step
    return like >= 3


def _depth(draft: Draft) -> int | None:
    """Depth that a heading's number says: "2.1.3" is 3, "Chapter 2" is 1."""
    match = NUMBERED.match(draft.text)
    if match is None:
        return None
    word, number, end = match.group("word"), match.group("number"), match.group("end")
    if number.isalpha() and not word and not (end and (len(number) == 1 or number.isupper())):
        return None  # "A new model" begins with an article, not with a number.
    return number.count(".") + 1


class _Levels:
    """Levels of headings: as the outline has those of the same look, by number, else by rank of look.

    Args:
        known: By look, how often the outline puts it on which level.
        numbered: By look, how many headings have a number of which depth.
        plain: By look, how many headings have no number.
    """

    def __init__(
        self, known: dict[Style, Counter[int]], numbered: dict[Style, Counter[int]], plain: Counter[Style]
    ) -> None:
        self._known = {style: levels.most_common(1)[0][0] for style, levels in known.items()}
        # Numbers count from the level below that of larger headings that have none.
        largest = max((style.size for style in numbered), default=0.0)
        self._above = int(
            any(
                count >= 2 and style.size > largest + 1 and style not in numbered
                for style, count in plain.items()
            )
        )
        styles = set(plain) | set(numbered) | set(known)
        self._looks = _levels_of_looks(styles, known, numbered, self._above)

    def of(self, draft: Draft) -> int:
        """The level of a heading that the outline does not name."""
        style, depth = style_of(draft), _depth(draft)
        if style in self._known:
            level = self._known[style]
        elif depth is not None:
            level = depth + self._above
        elif _USUAL.match(draft.text.strip()) or REFERENCES_TITLE.match(draft.text.strip()):
            level = min(self._looks[style], 1 + self._above)
        else:
            level = self._looks[style]
        return max(1, min(level, 6))


def _levels_of_looks(
    styles: set[Style], looks: dict[Style, Counter[int]], numbered: dict[Style, Counter[int]], above: int
) -> dict[Style, int]:
    """A level for each look: known, or one below the next more prominent look."""
    levels: dict[Style, int] = {}
    before: Style | None = None
    for style in sorted(styles, key=_prominence):
        if looks.get(style):
            level = looks[style].most_common(1)[0][0]
        elif numbered.get(style):
            level = numbered[style].most_common(1)[0][0] + above
            if before is not None and style.size < before.size - 0.6:
                level = max(level, levels[before] + 1)
        elif before is None:
            level = 1
        else:
            same = (
                before.size - style.size < 0.6 and before.bold == style.bold and before.italic == style.italic
            )
            level = levels[before] + (not same)
        levels[style] = level
        before = style
    return levels


def _prominence(style: Style) -> tuple[float, bool, bool, bool]:
    return -style.size, not style.bold, not style.caps, style.italic


_LABEL_ALONE = re.compile(
    r"^(?:(?:chapter|part|appendix|section|article|annex|schedule|kapitel|teil|anhang|chapitre|capítulo)\s+"
    r"(?:[\dIVXL]{1,5}|[A-Z]|\w{3,9})|\d{1,2}(?:\.\d{1,2})*\.?|[IVXL]{1,5}\.?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen)\s*[.:]?$",
    re.IGNORECASE,
)


def rejoin_labels(drafts: list[Draft], body: Body) -> list[Draft]:
    """Blocks with each heading's separate number ("Chapter 2" on a line of its own) made part of it."""
    result: list[Draft] = []
    for draft in drafts:
        label = result[-1] if result else None
        if (
            label is not None
            and draft.kind is BlockKind.HEADING
            and label.page == draft.page
            and label.kind in (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
            and len(label.rows) == 1
            and label.size > 0.95 * body.size
            and (label.kind is BlockKind.HEADING or label.size > 1.13 * body.size)
            and _LABEL_ALONE.match(label.text.strip())
            and not NUMBERED.match(draft.text)
            and 0 <= draft.first.base - label.last.base < 6 * draft.size
        ):
            draft.rows[:0] = label.rows
            draft.above = label.above
            result.pop()
        result.append(draft)
    return result
