"""Title, authors and year: from the first page as it is printed, from the file's own fields only when sane."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import BULLET, Draft
from pincite.parse.characters import clean, is_unspaced
from pincite.parse.line import Line
from pincite.parse.structure import Body
from pincite.parse.xmp import Xmp

_FILE_NAME = re.compile(
    r"\.(?:docx?|pdf|tex|dvi|ps|rtf|odt|indd|qxd|p65|wpd|pptx?|xlsx?|pages|txt|eps|fm|html?)$", re.IGNORECASE
)
_WORTHLESS = re.compile(
    r"^(?:untitled.*|microsoft word.*|microsoft powerpoint.*|(?:powerpoint[ -])?pr[eäé]sentation(?: powerpoint)?|"
    r"slide \d+|document\d*|title|unknown|none|no title|print|layout \d+|.*\\.*|\S*\d{6,}\S*|[\W\d_]+|doi:.*|"
    r"https?:.*|arxiv:.*|lncs.*template.*)$",
    re.IGNORECASE,
)
_INSTITUTION = re.compile(
    r"\b(?:universit\w*|univ|institut\w*|depart\w*|dept|school|college|laborator\w*|labs?|cent(?:er|re)|faculty|academy|"
    r"corporation|corp|inc|ltd|llc|gmbh|company|hospital|ministry|research|group|street|road|avenue|university|"
    r"foundation|society|council|agency|sciences?|technolog\w*|engineering|usa|uk|germany|france|italy|china|japan|"
    r"journal|conference|proceedings|volume|issue|received|accepted|published|submitted|abstract|version|draft|"
    r"edition|editors?|doi|email|e-mail|http|www|equal|corresponding|contributors?|review|copyright|license|"
    r"agreement|article|definitions|section|shares?|price|value|exhibit|manual|reference|guide|handbook|user|between|"
    r"programming|library|introduction|tutorial|chapter|release|gnu|linux|specification|"
    r"trust|limited|services|holdings|partners|bank|association|committee|member|ieee|acm|press|team|january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"^(?:by and )?(?:between|among)$", re.IGNORECASE)
_AGREEMENT = re.compile(r"\bagreement$", re.IGNORECASE)
_MARKS = re.compile(r"[\d*†‡§¶∗$#+∥⋆✉↑◦¹²³⁴⁵⁶⁷⁸⁹⁰✝]+")
_SEPARATOR = re.compile(r"\s*(?:,|;|·|•|\||\t|\n|\band\b|&|\bund\b|\bet\b)\s*")
_PARTICLES = frozenset(
    "van von de der den del della di da dos das do la le du des el al bin ibn ter ten zu zur af av y e und".split()
)
_YEAR = r"((?:19[5-9]|20[0-3])\d)"
_YEAR_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"published(?: online)?:?\s+(?:\w+\.?\s+){{0,3}}{_YEAR}",
        rf"(?:©|\(c\)|copyright)\s*(?:\w+\s+)?(?:\d{{4}}\s*[-–,]\s*)*{_YEAR}",
        rf"\((?:\w+\s+)?{_YEAR}\)",
        rf"(?:january|february|march|april|may|june|july|august|september|october|november|december)\.?\s+(?:\d{{1,2}},?\s+)?{_YEAR}",
        rf"\b{_YEAR}\b",
    )
)


@dataclass(slots=True)
class Facts:
    """What a document says about itself.

    Attributes:
        title: Its title, "" when unknown.
        authors: In the order printed.
        year: Of publication.
        blocks: Identities of the blocks that print the title.
        names: Identities of the blocks that print the authors.
        large: Whether the title is set larger than the text.
    """

    title: str
    authors: tuple[str, ...]
    year: int | None
    blocks: set[int]
    names: set[int]
    large: bool


def facts(
    first: list[Draft], body: Body, height: float, given_title: str, given_author: str, xmp: Xmp | None = None
) -> Facts:
    """Title, authors and year.

    Args:
        first: Blocks of the first page in reading order.
        body: The look of the document's text.
        height: Height of the first page in points.
        given_title: The file's own title field.
        given_author: The file's own author field.
        xmp: The file's XMP packet, asked where the fields say nothing.
    """
    xmp = xmp or Xmp()
    given = sane_title(given_title) or sane_title(xmp.title)
    blocks = _title_blocks(first, body, height, given)
    title = clean(" ".join(_without_parties([row for draft in blocks for row in row_text(draft)])))
    if not title:
        title = given
    large = bool(blocks) and blocks[0].size > 1.12 * body.size
    authors, named = _authors(first, blocks, body) if large else ((), set())
    if not authors:
        authors = sane_authors(given_author) or sane_authors(", ".join(xmp.authors))
    return Facts(title, authors, _year(first), {id(draft) for draft in blocks}, named, large)


def row_text(draft: Draft) -> list[str]:
    """The text of each row of a block."""
    return [" ".join(cell.text for cell in row.cells) for row in draft.rows]


def sane_title(title: str) -> str:
    """The title field of a file, or "" where it is a file's name or a program's filler."""
    title = clean(title)
    if len(title) < 4 or _WORTHLESS.match(title) or _FILE_NAME.search(title):
        return ""
    if " " not in title and (
        not title[0].isupper() or any(char in title for char in "_0123456789") or title.isupper()
    ):
        return ""  # a TeX job name, a product number
    return title


def sane_authors(field: str) -> tuple[str, ...]:
    """Names in the author field of a file; a lone word is a log-in name."""
    return tuple(name for name in _names(clean(field)) if " " in name)


def _without_parties(rows: list[str]) -> list[str]:
    """The rows of a title up to "between", by which contracts name who makes them."""
    for place, row in enumerate(rows):
        if place and _BETWEEN.match(row.strip()):
            return rows[:place]
    return rows


def _is_agreement(draft: Draft) -> bool:
    """Whether a block is a single line in the middle of the page that ends in "agreement"."""
    line = draft.first
    left, right = line.x0 - draft.x0, draft.x1 - line.x1
    centred = left > 2 * line.size and abs(left - right) < 0.2 * (draft.x1 - draft.x0)
    return centred and len(draft.lines) == 1 and bool(_AGREEMENT.search(line.text.strip()))


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _title_blocks(first: list[Draft], body: Body, height: float, given: str) -> list[Draft]:
    usable = [
        draft
        for draft in first
        if not draft.turned
        and draft.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM)
        and draft.first.base < 0.72 * height
        and sum(char.isalpha() for char in draft.text) >= 3
        and len(draft.text) < 400
    ]
    if given:
        # The field names the title; the page shows how it is written.
        for draft in usable:
            if _letters(draft.text) == _letters(given):
                return [draft]
    usable = [
        draft
        for draft in usable
        if (len(draft.text.split()) > 1 or len(draft.text) > 5)
        and not _NO_TITLE.match(draft.text.strip())
        and not BULLET.match(draft.text)
    ]
    if not usable:
        return []
    in_capitals = False
    largest = max(usable, key=lambda draft: (round(draft.size, 1), -first.index(draft)))
    if largest.size < 1.12 * body.size:
        # No large type: the first lines in capitals or bold, as contracts and letters have them.
        marked = [
            draft for draft in usable[:8] if len(draft.text) > 8 and (_capitals(draft) or draft.first.bold)
        ]
        marked = [draft for draft in marked if len(draft.rows) <= 6 and draft.first.base < 0.5 * height]
        text = next(
            (place for place, draft in enumerate(first) if len(draft.text) > 200 and not _capitals(draft)),
            len(first),
        )
        marked = [draft for draft in marked if first.index(draft) < text]
        if not marked:
            marked = [draft for draft in usable[:8] if _is_agreement(draft) and first.index(draft) < text]
        if given or not marked:
            return []
        agreements = [draft for draft in marked if "AGREEMENT" in draft.text.upper()]
        largest, in_capitals = (agreements or marked)[0], True
    blocks = [largest]
    for draft in first[first.index(largest) + 1 :]:
        like = abs(draft.size - largest.size) < 0.04 * largest.size and draft.first.bold == largest.first.bold
        near = draft.first.base - blocks[-1].last.base < 2.2 * largest.size
        if (
            not like
            or not near
            or draft.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING)
            or len(blocks) > 3
            or (in_capitals and not (_capitals(draft) or draft.first.bold))
        ):
            break
        blocks.append(draft)
    return blocks


_NO_TITLE = re.compile(
    r"^(?:(?:exhibit|ex|annex|schedule|appendix)[\s\-–.]*[\dA-Z.()\-]{1,9}|execution (?:copy|version)|confidential.*|"
    r"draft.*|dated\b.*|table of contents|contents|list of \w+|index|references|page \d+.*|\W*\d[\d\W]*)$",
    re.IGNORECASE,
)


def _capitals(draft: Draft) -> bool:
    letters = [char for char in draft.text if char.isalpha()]
    return len(letters) > 6 and sum(char.isupper() for char in letters) > 0.9 * len(letters)


def _authors(first: list[Draft], title: list[Draft], body: Body) -> tuple[tuple[str, ...], set[int]]:
    """Names between the title and the first text, and the blocks that print them."""
    after = first[first.index(title[-1]) + 1 :][:16]
    names: list[str] = []
    blocks: set[int] = set()
    look: tuple[float, bool, bool] | None = None
    for group, owners in _by_look(after, title):
        opening = group[0].text.casefold().lstrip(" .:—-")
        if opening.startswith(_AFTER_AUTHORS) or sum(len(line.text) for line in group) > 900:
            break
        if look is not None and not _alike(_look(group[0]), look):
            continue
        found = _group_names(group)
        if found:
            look = _look(group[0])
            blocks |= owners
            names += [name for name in found if name not in names]
    return tuple(names[:60]), blocks


_AFTER_AUTHORS = (
    "abstract",
    "summary",
    "keywords",
    "introduction",
    "1 intro",
    "1. intro",
    "i. intro",
    "contents",
)


def _look(line: Line) -> tuple[float, bool, bool]:
    return round(line.size * 2) / 2, line.bold, line.italic


def _alike(one: tuple[float, bool, bool], two: tuple[float, bool, bool]) -> bool:
    return abs(one[0] - two[0]) <= 0.1 * two[0] and one[1:] == two[1:]


def _by_look(drafts: list[Draft], title: list[Draft]) -> list[tuple[list[Line], set[int]]]:
    """Neighbouring lines of one look, with the blocks they are from: names may fill lines of several blocks."""
    groups: list[tuple[list[Line], set[int]]] = []
    region = 0
    for draft in drafts:
        if draft.turned or draft.first.base <= title[0].first.base or draft.kind is BlockKind.RUNNING_HEAD:
            continue
        if draft.grid is not None:
            continue
        for line in draft.lines:
            if len(line.text) < 4 and "," not in line.text:
                continue  # a raised mark that stands by itself
            before = groups[-1][0][-1] if groups else None
            same = before is not None and _look(before) == _look(line) and draft.region == region
            if before is not None and same and line.base - before.base < 1.9 * line.size:
                groups[-1][0].append(line)
                groups[-1][1].add(id(draft))
            else:
                groups.append(([line], {id(draft)}))
            region = draft.region
    return groups


def _group_names(group: list[Line]) -> list[str]:
    """Names in lines of one look: of all lines where all are names, else of the first lines that are."""
    whole = _names(" ".join(line.text for line in group))
    if whole:
        return whole
    names: list[str] = []
    for line in group:
        found = _names(line.text)
        if not found and names:
            return names
        names += found
    return names


def _names(text: str) -> list[str]:
    """The names in a list of names; none where any part is something else."""
    text = re.sub(r"^(?:by|authors?:?|von)\s+", "", text.strip(), flags=re.IGNORECASE)
    if not text or "@" in text or len(text) > 1500 or re.search(r"\d{4}", text):
        return []
    parts = [part.strip(" .:()") for part in _SEPARATOR.split(_MARKS.sub(" , ", text))]
    parts = [
        part for part in parts if part and not re.fullmatch(r"(?:[a-z]|\W+|ID|Jr|Sr|PhD|MD|Ph\.D)", part)
    ]
    if not parts or not all(_is_name(part) for part in parts):
        return []
    if len(parts) == 1 and " " not in parts[0]:
        return []
    return [" ".join(part.split()) for part in parts if " " in part]


def _is_name(part: str) -> bool:
    words = part.split()
    if len(part) > 5 and any(is_unspaced(ord(char)) for char in part):
        return False
    if not 1 <= len(words) <= 6 or _INSTITUTION.search(part) or any(char.isdigit() for char in part):
        return False
    proper = [word for word in words if word.casefold() not in _PARTICLES]
    return (
        bool(proper)
        and all(word[0].isupper() or not word[0].isascii() for word in proper)
        and all(re.fullmatch(r"[^\W\d_][\w.’'‘`\-\u2010]*", word) for word in words)
    )


def _year(first: list[Draft]) -> int | None:
    """The year of publication as the first page prints it."""
    text = "\n".join(
        draft.text for draft in first if not draft.turned and draft.kind is not BlockKind.REFERENCE
    )
    edges = "\n".join(
        draft.text for draft in first
        if draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.FOOTNOTE) or draft.turned or len(draft.text) < 200
    )  # fmt: skip
    for place, pattern in enumerate(_YEAR_PATTERNS):
        years = pattern.findall(text if place < 2 else edges)
        if years:
            return int(years[0])
    return None
