"""Headings: which blocks are, at which level, and the section path of every block."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.pdf import Bookmark
from pincite.parse.structure import REFERENCES_TITLE, Body

NUMBERED = re.compile(
    r"^(?:(?P<word>Chapter|Part|Appendix|Section|Article|Annex|Schedule|Exhibit|Kapitel|Teil|Anhang|Chapitre|§)\s+)?"
    r"(?P<number>\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+|[A-Z]|[IVXL]{1,6})(?P<end>[.):]|\s*[–—:.-])?\s+(?=\S)",
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
    letters = [char for char in draft.text if char.isalpha()]
    caps = len(letters) > 2 and sum(char.isupper() for char in letters) > 0.9 * len(letters)
    first = max(draft.lines, key=lambda line: len(line.text))
    return Style(round(first.size * 2) / 2, first.bold, first.italic, caps)


def find_headings(drafts: list[Draft], body: Body, outline: list[Bookmark]) -> None:
    """Mark headings and give them levels.

    Args:
        drafts: All blocks of the document in reading order.
        body: The look of its text.
        outline: The file's own outline.
    """
    matched = _match_outline(drafts, outline)
    candidates = [
        draft
        for place, draft in enumerate(drafts)
        if id(draft) not in matched and _looks_like_heading(draft, body, drafts, place)
    ]
    candidates = _plausible(candidates, drafts, body)
    for draft in candidates:
        draft.kind = BlockKind.HEADING
    for draft in drafts:
        if id(draft) in matched:
            draft.kind, draft.level = BlockKind.HEADING, matched[id(draft)]
    _set_levels(candidates, [draft for draft in drafts if id(draft) in matched])


def _match_outline(drafts: list[Draft], outline: list[Bookmark]) -> dict[int, int]:
    """Blocks that are entries of the file's outline, with their levels."""
    by_page: dict[int, list[tuple[Draft, str]]] = defaultdict(list)
    pages = {mark.page_index for mark in outline}
    for draft in drafts:
        short = len(draft.rows) <= _MAX_ROWS + 2 and draft.page in pages
        if short and draft.kind in _MAY_BE_HEADING and not draft.turned:
            by_page[draft.page].append((draft, _bare(draft.text)))
    matched: dict[int, int] = {}
    for mark in outline:
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
    if draft.kind not in _MAY_BE_HEADING or draft.turned or draft.beside:
        return False
    text = draft.text.strip()
    letters = sum(char.isalpha() for char in text)
    if (
        len(draft.rows) > _MAX_ROWS
        or len(text) > _MAX_CHARS
        or letters < 3
        or letters < 0.45 * len(text.replace(" ", ""))
    ):
        return False
    style = style_of(draft)
    number = NUMBERED.match(text)
    ratio = style.size / body.size
    if text[0] in "•◦▪–—*●(" or text[-1] in ",;-\u2010" or _is_mono(draft, body):
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


def _plausible(candidates: list[Draft], drafts: list[Draft], body: Body) -> list[Draft]:
    """Without looks that are too frequent for headings: forms set in bold, slides, posters."""
    total = sum(len(draft.text) for draft in drafts) or 1
    count: Counter[Style] = Counter()
    for draft in candidates:
        count[style_of(draft)] += len(draft.text)
    limit = 0.25
    return [
        draft
        for draft in candidates
        if count[style_of(draft)] < limit * total or draft.size > 1.3 * body.size
    ]


def _depth(draft: Draft) -> int | None:
    """Depth that a heading's number says: "2.1.3" is 3, "Chapter 2" is 1."""
    match = NUMBERED.match(draft.text)
    if match is None:
        return None
    word, number, end = match.group("word"), match.group("number"), match.group("end")
    if number.isalpha() and not word and not (end and (len(number) == 1 or number.isupper())):
        return None  # "A new model" begins with an article, not with a number.
    return number.count(".") + 1


def _set_levels(candidates: list[Draft], known: list[Draft]) -> None:
    """Levels of headings: by the outline where they share its looks, by number, else by rank of look."""
    looks: dict[Style, Counter[int]] = defaultdict(Counter)
    for draft in known:
        looks[style_of(draft)][draft.level] += 1
    numbered: dict[Style, Counter[int]] = defaultdict(Counter)
    plain: Counter[Style] = Counter()
    for draft in candidates:
        depth = _depth(draft)
        if depth is not None:
            numbered[style_of(draft)][depth] += 1
        else:
            plain[style_of(draft)] += 1
    ranks = _ranks(sorted({style_of(draft) for draft in candidates}, key=_prominence))
    # Numbers count from the level below that of larger headings that have none.
    tops = [style.size for style, count in plain.items() if count >= 2 and not numbered[style]]
    for draft in candidates:
        style, depth = style_of(draft), _depth(draft)
        first = max((one.size for one in numbered if numbered[one][1]), default=style.size)
        above = int(any(size > first + 1 for size in tops))
        if looks[style]:
            draft.level = looks[style].most_common(1)[0][0]
        elif depth is not None:
            draft.level = depth + above
        elif numbered[style]:
            draft.level = numbered[style].most_common(1)[0][0] + above
        else:
            draft.level = ranks[style]
        draft.level = max(1, min(draft.level, 6))


def _prominence(style: Style) -> tuple[float, bool, bool, bool]:
    return -style.size, not style.bold, not style.caps, style.italic


def _ranks(styles: list[Style]) -> dict[Style, int]:
    """Rank of each look; sizes closer than half a point with the same weight share one."""
    ranks: dict[Style, int] = {}
    rank = 0
    before: Style | None = None
    for style in styles:
        if (
            before is None
            or before.size - style.size > 0.6
            or before.bold != style.bold
            or before.italic != style.italic
        ):
            rank += 1
        ranks[style] = rank
        before = style
    return ranks


def set_sections(drafts: list[Draft], title: set[int]) -> None:
    """Give every block the titles of the headings above it.

    Args:
        drafts: All blocks in reading order.
        title: Identities of the blocks that are the document's own title: no section.
    """
    path: list[tuple[int, str]] = []
    for draft in drafts:
        if draft.kind is BlockKind.HEADING and id(draft) not in title:
            while path and path[-1][0] >= draft.level:
                path.pop()
            draft.section = tuple(name for _, name in path)
            path.append((draft.level, clean(draft.title or draft.text)))
        else:
            draft.section = tuple(name for _, name in path)
