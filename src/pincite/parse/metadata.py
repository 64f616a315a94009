"""Title, authors and year: from the first page as it is printed, from the file's own fields only when sane."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.structure import Body

_FILE_NAME = re.compile(
    r"\.(?:docx?|pdf|tex|dvi|ps|rtf|odt|indd|qxd|p65|wpd|pptx?|xlsx?|pages|txt|eps|fm|html?)$", re.IGNORECASE
)
_WORTHLESS = re.compile(
    r"^(?:untitled.*|microsoft word.*|microsoft powerpoint.*|powerpoint presentation|slide \d+|document\d*|title|"
    r"unknown|none|no title|print|layout \d+|.*\\.*|\S*\d{6,}\S*|[\W\d_]+|doi:.*|https?:.*|arxiv:.*|lncs.*template.*)$",
    re.IGNORECASE,
)
_INSTITUTION = re.compile(
    r"\b(?:universit\w*|univ|institut\w*|depart\w*|dept|school|college|laborator\w*|labs?|cent(?:er|re)|faculty|academy|"
    r"corporation|corp|inc|ltd|llc|gmbh|company|hospital|ministry|research|group|street|road|avenue|university|"
    r"foundation|society|council|agency|sciences?|technolog\w*|engineering|usa|uk|germany|france|italy|china|japan|"
    r"journal|conference|proceedings|volume|issue|received|accepted|published|submitted|abstract|version|draft|"
    r"edition|editors?|doi|email|e-mail|http|www|equal|corresponding|contributors?|review|copyright|license|"
    r"member|ieee|acm|press|team|january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
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
        rf"(?:©|\(c\)|copyright)\s*(?:\w+\s+)?{_YEAR}",
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
    """

    title: str
    authors: tuple[str, ...]
    year: int | None
    blocks: set[int]


def facts(first: list[Draft], body: Body, height: float, given_title: str, given_author: str) -> Facts:
    """Title, authors and year.

    Args:
        first: Blocks of the first page in reading order.
        body: The look of the document's text.
        height: Height of the first page in points.
        given_title: The file's own title field.
        given_author: The file's own author field.
    """
    given = sane_title(given_title)
    blocks = _title_blocks(first, body, height, given)
    title = clean(" ".join(" ".join(row_text(draft)) for draft in blocks))
    if not title:
        title = given
    authors = _authors(first, blocks, body) if blocks else ()
    if not authors:
        authors = sane_authors(given_author)
    return Facts(title, authors, _year(first), {id(draft) for draft in blocks})


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
    usable = [draft for draft in usable if len(draft.text.split()) > 1 or len(draft.text) > 5]
    if not usable:
        return []
    largest = max(usable, key=lambda draft: (round(draft.size, 1), -first.index(draft)))
    if largest.size < 1.12 * body.size:
        bold = [draft for draft in usable[:6] if draft.first.bold and len(draft.text) > 8]
        if given or not bold or usable.index(bold[0]) > 3:
            return []
        largest = bold[0]
    blocks = [largest]
    for draft in first[first.index(largest) + 1 :]:
        like = abs(draft.size - largest.size) < 0.04 * largest.size and draft.first.bold == largest.first.bold
        near = draft.first.base - blocks[-1].last.base < 2.2 * largest.size
        if (
            not like
            or not near
            or draft.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING)
            or len(blocks) > 3
        ):
            break
        blocks.append(draft)
    return blocks


def _authors(first: list[Draft], title: list[Draft], body: Body) -> tuple[str, ...]:
    """Names between the title and the first text."""
    after = first[first.index(title[-1]) + 1 :]
    names: list[str] = []
    bottom = title[-1].last.base
    for draft in after[:14]:
        if draft.turned or draft.first.base <= title[0].first.base - 1:
            continue
        text = draft.text
        opening = text.casefold().lstrip(" .:—-")
        if opening.startswith(
            ("abstract", "summary", "keywords", "introduction", "1 intro", "1. intro", "contents")
        ):
            break
        if len(text) > 700 or draft.kind in (BlockKind.RUNNING_HEAD, BlockKind.CONTENTS):
            if names:
                break
            continue
        found = _block_names(draft)
        if names and not found and draft.first.base - bottom > 12 * body.size:
            break
        names += [name for name in found if name not in names]
    return tuple(names[:60])


def _block_names(draft: Draft) -> list[str]:
    """Names in a block: of all lines where all are names, else of the first lines that are."""
    whole = _names(" ".join(line.text for line in draft.lines))
    if whole:
        return whole
    names: list[str] = []
    for row in draft.rows:
        for cell in row.cells:
            found = _names(cell.text)
            if not found:
                if len(row.cells) == 1:
                    return names
                continue
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
