"""Abstract, affiliations, DOI, arXiv id and venue: from the first pages as printed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from pincite.domain import BlockKind, DocumentFacts, DocumentKind
from pincite.parse.assemble import joined
from pincite.parse.blocks import Draft
from pincite.parse.characters import clean
from pincite.parse.hyphens import Words
from pincite.parse.kind import Look, document_kind
from pincite.parse.metadata import Facts
from pincite.parse.xmp import Xmp

_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s\"<>{}|\\^]+(?:/[^\s\"<>]+)?)", re.IGNORECASE)
_ARXIV = re.compile(
    r"\barxiv(?:\s+e-?print)?\s*:?\s*(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE
)
_ABSTRACT_TITLE = re.compile(
    r"^(?:abstract|summary|executive summary|zusammenfassung|résumé|resumen|resumo|riassunto|要旨|摘要)\s*[.:]?$",
    re.IGNORECASE,
)
_ABSTRACT_RUN_IN = re.compile(r"^(?:abstract|summary)\s*(?:[.:—–]|-+)\s*[—–-]*\s*(?=\S)", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"^(?:key ?words?|index terms|categories and subject|general terms|pacs|subject headings|jel )",
    re.IGNORECASE,
)
_INSTITUTION = re.compile(
    r"\b(?:universit\w*|univ|institut\w*|depart[ae]ment\w*|dept|school|college|laborator\w*|labs?|cent(?:er|re|ro)|"
    r"facult\w*|academ\w*|corporation|corp|inc|ltd|gmbh|hospital|ministry|council|consult\w*|s\.r\.l|foundation|société|"
    r"organi[sz]ation|polytechni\w*|politecnico|eth|mit|cnrs|cern|nasa|observatory)\b",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"\S*@\S+|e-?mail:?|\{[^}]*\}", re.IGNORECASE)
_AFFILIATION_MARK = re.compile(r"(?:^|(?<=[\s;.]))(\d{1,2}|[*†‡§¶#])(?=\s+[A-ZÀ-Ý]|[A-ZÀ-Ý][\w.][^A-Z])\s*")
_VENUE_WORD = (
    "(?:Journal|Proceedings|Transactions|Letters|Annals|Bulletin|"
    "Conference|Symposium|Workshop|Magazine|Review)"
)
_VENUE = re.compile(
    rf"(?:\b[A-Z][\w&’'\-]*\s+(?:(?:of|on|in|the|for|and|&|de)\s+)*)*\b{_VENUE_WORD}\b"
    r"(?:\s+(?:of|on|in|the|for|and|&|de|[A-Z][\w’'\-]*))*"
)
_LONGEST_ABSTRACT = 6000
_SHORTEST_ABSTRACT = 300


def document_facts(look: Look, named: Facts, given_doi: str, xmp: Xmp, words: Words) -> DocumentFacts:
    """What a document says about itself; puts the blocks of its abstract into a section of that name.

    Args:
        look: Its pages and blocks.
        named: Its title and authors.
        given_doi: What the file's own fields say that may hold a DOI.
        xmp: The file's XMP packet.
        words: The document's words.
    """
    first = [draft for draft in look.drafts if draft.page == 1]
    doi, arxiv_id = find_doi(first, given_doi), find_arxiv_id(first)
    kind = document_kind(replace(look, cited=bool(doi or arxiv_id)))
    paper = kind is DocumentKind.PAPER
    opening = [draft for draft in look.drafts if draft.page <= 3]
    return DocumentFacts(
        kind=kind,
        affiliations=find_affiliations(first, named.blocks, named.names) if paper else (),
        abstract=mark_abstract(opening, named.blocks, named.names, words, paper=paper),
        doi=doi,
        arxiv_id=arxiv_id,
        venue=(find_venue(first, named.blocks) or xmp.venue) if paper else "",
    )


def find_doi(first: list[Draft], given: str) -> str:
    """The document's DOI: near its name, at the page's edge, or as the file itself says."""
    found = ""
    for draft in first:
        if draft.kind is BlockKind.REFERENCE or len(draft.text) > 700:
            continue
        # A line's end may stand within a DOI, after one of its own signs.
        text = re.sub(r"(?<=10\.) (?=\d)|(?<=/) (?=\w)", "", draft.text)
        for match in _DOI.finditer(text):
            doi = match[1].rstrip(".,;:)]")
            if re.search(r"doi\W*(?:org/)?$", text[: match.start()], re.IGNORECASE) or not found:
                found = doi
                if draft.kind is not BlockKind.PARAGRAPH:
                    return found
    in_file = _DOI.search(given)
    return found or (in_file[1].rstrip(".,;:)]") if in_file else "")


def find_arxiv_id(first: list[Draft]) -> str:
    """The arXiv id in the margin of the first page or below its abstract, without version."""
    for draft in first:
        if draft.kind is not BlockKind.REFERENCE and len(draft.text) < 200:
            match = _ARXIV.search(draft.text)
            if match:
                return match[1]
    return ""


def find_venue(first: list[Draft], title: set[int]) -> str:
    """The journal or conference in the small print of the first page."""
    edge = [
        re.sub(
            r"\s\d+$", "", " ".join(cell.text for cell in draft.rows[0].cells if not cell.text.isdecimal())
        )
        for draft in first
        if draft.kind is BlockKind.RUNNING_HEAD
    ]
    texts = [" ".join(edge)] + [
        draft.text
        for draft in first
        if id(draft) not in title
        and (draft.kind in (BlockKind.FOOTNOTE, BlockKind.TABLE) or len(draft.text) < 120)
        and draft.kind is not BlockKind.REFERENCE
    ]
    for text in texts:
        found = [clean(match[0]) for match in _VENUE.finditer(text[:600])]
        found = [name for name in found if len(name.split()) > 1 and len(name) < 120]
        if found:
            return max(found, key=len)
    return ""


def find_affiliations(first: list[Draft], title: set[int], names: set[int]) -> tuple[str, ...]:
    """Institutions between the title and the text."""
    places = [place for place, draft in enumerate(first) if id(draft) in title]
    if not places:
        return ()
    found: list[str] = []
    for draft in first[places[-1] + 1 : places[-1] + 20]:
        text = draft.text.strip()
        if (
            draft.kind is BlockKind.HEADING
            or len(text) > 900
            or _ABSTRACT_RUN_IN.match(text)
            or _KEYWORDS.match(text)
        ):
            break
        if draft.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.TABLE):
            continue
        # A block that begins with the names may go on with where they work.
        lines = [line.text for line in draft.lines]
        if id(draft) in names:
            lines = lines[
                next((n for n, line in enumerate(lines) if _INSTITUTION.search(line)), len(lines)) :
            ]
        found += [name for name in _institutions(" ".join(lines)) if name not in found]
    return tuple(found[:60])


def _institutions(text: str) -> list[str]:
    parts = _numbered_parts(_EMAIL.sub(" ", unicodedata.normalize("NFKC", text)))
    parts = [clean(part).strip(" ,;*†‡§¶#$+∗∥") for part in parts]
    named = [part for part in parts if 4 < len(part) < 300 and _INSTITUTION.search(part)]
    if re.match(r"\s*[1¹]\s*[A-ZÀ-Ý]", text):
        # In a numbered list what has no word for an institution in its name is one as well.
        return [part for part in parts if len(part) > 4 and not part.casefold().startswith("corresponding")]
    return named


def _numbered_parts(text: str) -> list[str]:
    """A text cut before 1, 2, 3, … and before marks such as †, where they count up: postal codes do not."""
    cuts, expected = [0], 1
    for match in _AFFILIATION_MARK.finditer(text):
        if match[1].isdecimal() and int(match[1]) != expected:
            continue
        expected += match[1].isdecimal()
        cuts += [match.start(), match.end()]
    cuts.append(len(text))
    return [
        text[start:end] for start, end in zip(cuts[::2], cuts[1::2], strict=True) if text[start:end].strip()
    ]


def mark_abstract(drafts: list[Draft], title: set[int], names: set[int], words: Words, *, paper: bool) -> str:
    """Find the abstract, put its blocks into a section "Abstract" where they are in none, and give its text.

    Args:
        drafts: Blocks of the first pages in reading order, with their sections.
        title: Identities of the blocks that print the title.
        names: Identities of the blocks that print the authors.
        words: The document's words.
        paper: Whether a long paragraph before the first heading may be one without being called so.
    """
    blocks = _abstract_blocks(drafts, title, names, paper=paper)
    for draft in blocks:
        if not draft.section:
            draft.section = ("Abstract",)
    text = clean(" ".join(joined(draft, words) for draft in blocks))
    return _ABSTRACT_RUN_IN.sub("", text)[:_LONGEST_ABSTRACT]


def _abstract_blocks(drafts: list[Draft], title: set[int], names: set[int], *, paper: bool) -> list[Draft]:
    for place, draft in enumerate(drafts[:60]):
        text = draft.text.strip()
        if draft.kind is BlockKind.HEADING and _ABSTRACT_TITLE.match(text):
            return _run(drafts, place + 1)
        if draft.kind is BlockKind.PARAGRAPH and _ABSTRACT_RUN_IN.match(text):
            return [draft, *_run(drafts, place + 1)]
    if not paper:
        return []
    places = [place for place, draft in enumerate(drafts) if id(draft) in title | names]
    after = drafts[places[-1] + 1 : places[-1] + 30] if places else drafts[:30]
    for place, draft in enumerate(after):
        if draft.kind is BlockKind.HEADING:
            break
        if draft.kind is BlockKind.PARAGRAPH and len(draft.text) >= _SHORTEST_ABSTRACT:
            # Without a name it ends where a heading begins the text.
            headed = any(one.kind is BlockKind.HEADING for one in after[place : place + 8])
            return _run(after, place) if headed else []
    return []


def _run(drafts: list[Draft], place: int) -> list[Draft]:
    """Paragraphs from a place on to the next heading or the keywords."""
    found: list[Draft] = []
    for draft in drafts[place:]:
        if draft.kind is BlockKind.HEADING or _KEYWORDS.match(draft.text.strip()) or _ARXIV.match(draft.text):
            break
        if draft.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) and not draft.turned:
            found.append(draft)
        if sum(len(one.text) for one in found) > _LONGEST_ABSTRACT:
            break
    return found
