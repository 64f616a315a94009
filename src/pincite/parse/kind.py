"""What sort of document a file is: from its first pages, its look and its length."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from pincite.domain import BlockKind, DocumentKind
from pincite.parse.blocks import Draft
from pincite.parse.page_blocks import PageDrafts
from pincite.parse.structure import Body

_AGREEMENT = re.compile(
    r"\b(?:agreement|contract|lease|deed|memorandum of understanding|terms (?:and conditions|of (?:use|service))|"
    r"amendment|addendum|vertrag|contrat|contrato|licen[cs]e agreement)\b",
    re.IGNORECASE,
)
_PARTIES = re.compile(
    r"\b(?:by and (?:between|among)|hereinafter|hereto\b|hereby|whereas|witnesseth|in witness whereof|this agreement|"
    r"the parties|each party|either party|shall mean|governing law|effective date|the undersigned|now,? therefore|"
    r"agrees? (?:that|as follows)|in this agreement|terms of this|collectively,? the)\b",
    re.IGNORECASE,
)
_FILING = re.compile(
    r"\bform\s+(?:10-?[kq]|8-?k|20-?f|6-?k|s-1|def 14a)\b|\b(?:annual|quarterly|interim) report\b|"
    r"\bsecurities and exchange commission\b|\bregistrant\b|\bprospectus\b|(?:年度|半年度|季度)报告|有価証券報告書",
    re.IGNORECASE,
)
_FORM_TITLE = re.compile(
    r"\b(?:application|claim|registration|request|order|enrol?lment|consent|intake|tax|entry) form\b|^form\b|"
    r"\bquestionnaire\b|\bsurvey\b|\bworksheet\b|\bchecklist\b",
    re.IGNORECASE,
)
_BLANK = re.compile(r"_{4,}|(?:\.\s?){8,}|(?:…\s?){3,}|[☐□▢]")
_DEAR = re.compile(
    r"^(?:dear\s+\w|to whom it may concern|sehr geehrte|liebe[rs]?\s|madame|monsieur|estimad[oa]|gentile|"
    r"ladies and gentlemen)",
    re.IGNORECASE,
)
_SINCERELY = re.compile(
    r"^(?:(?:yours\s+)?(?:sincerely|faithfully|truly)|(?:(?:best|kind|warm)\s+)?regards|respectfully|cordially|"
    r"mit freundlichen grüßen|veuillez agréer|atentamente|cordiali saluti)\b",
    re.IGNORECASE,
)
_MANUAL_TITLE = re.compile(
    r"manual|handbook|guide|\breference\b|tutorial|documentation|\bfaq\b|how-?to\b|getting started|installation|"
    r"instructions|specification|policy|cookbook|notice|handbuch|anleitung|manuel|manuale|guía|guia|handleiding|"
    r"podręcznik|příručka|руководство|手引|マニュアル|설명서|手册|指南",
    re.IGNORECASE,
)
_GUIDE_TITLE = re.compile(
    r"\b(?:(?:user|programmer|developer|administrator|reference|author)\S*\s+(?:guide|manual|handbook))\b",
    re.IGNORECASE,
)
_ABSTRACT = re.compile(r"^\W*(?:abstract|summary)\b", re.IGNORECASE)
_REPORT = re.compile(
    r"\b(?:technical report|working paper|preprint|discussion paper|proceedings|journal|thesis)\b",
    re.IGNORECASE,
)
_INSTITUTE = re.compile(r"\b(?:universi[td]|institut|department)", re.IGNORECASE)
_CHAPTER = re.compile(
    r"^(?:chapter|part|kapitel|chapitre|capítulo)\s+(?:\d|[IVX]|one\b|two\b)|^第\s*[\d一二三]", re.IGNORECASE
)
_FIRST_PAGES = 4


@dataclass(frozen=True, slots=True)
class Look:
    """What the decision rests on.

    Attributes:
        count: Number of pages of the file.
        title: The document's title.
        pages: Its first pages, all of a short document.
        body: The look of their text.
        fields: How many fields are to be filled in.
        cited: Whether the file names a DOI or an arXiv id.
    """

    count: int
    title: str
    pages: Sequence[PageDrafts]
    body: Body
    fields: int = 0
    cited: bool = False

    @property
    def drafts(self) -> list[Draft]:
        """The blocks of its pages in reading order."""
        return [draft for page in self.pages for draft in page.drafts]


def document_kind(look: Look) -> DocumentKind:
    """The sort of a document; OTHER where nothing tells."""
    if sum(map(_is_picture, look.pages)) > 0.5 * len(look.pages):
        return DocumentKind.SCAN
    if not look.drafts:
        return DocumentKind.OTHER
    first = [draft for draft in look.drafts if draft.page <= _FIRST_PAGES]
    for kind, is_kind in _TESTS:
        if is_kind(look, first):
            return kind
    scanned = sum(made.page.ocr_confidence is not None for made in look.pages) > 0.5 * len(look.pages)
    return DocumentKind.SCAN if scanned else DocumentKind.OTHER


def _is_picture(made: PageDrafts) -> bool:
    """Whether a page is one picture, with no text or only what is hidden behind it."""
    page, images = made.page, made.page.graphics.images
    areas = (images[:, 2] - images[:, 0]) * (images[:, 3] - images[:, 1])
    return not made.drafts and bool(len(areas)) and float(areas.max()) > 0.4 * page.width * page.height


def _is_slides(look: Look, _: list[Draft]) -> bool:
    """Broad pages with few words in letters that are large for the page."""
    pages = [made.page for made in look.pages]
    if len(pages) < 3 or sum(page.width > 1.2 * page.height for page in pages) < 0.8 * len(pages):
        return False
    height = median(page.height for page in pages)
    characters = median(sum(len(draft.text) for draft in made.drafts) for made in look.pages)
    return look.body.size > 0.02 * height and 30 < characters < 1500


def _is_contract(look: Look, first: list[Draft]) -> bool:
    opening = " ".join(draft.text for draft in look.drafts if draft.page <= 2 * _FIRST_PAGES)[:25000]
    said = len({match[0].casefold() for match in _PARTIES.finditer(opening)})
    titled = bool(_AGREEMENT.search(look.title)) or any(
        _AGREEMENT.search(draft.text) and (len(draft.text) < 120 or draft is first[0]) for draft in first[:12]
    )
    return said >= (4 if titled else 9)


def _is_filing(look: Look, first: list[Draft]) -> bool:
    opening = " ".join(draft.text for draft in first)[:6000]
    titled = bool(_FILING.search(look.title) or _FILING.search(opening[:600]))
    return look.count >= 4 and (titled or len({m[0].casefold() for m in _FILING.finditer(opening)}) >= 2)


def _is_letter(look: Look, _: list[Draft]) -> bool:
    texts = [draft.text.strip() for draft in look.drafts]
    return look.count <= 6 and any(map(_DEAR.match, texts)) and any(map(_SINCERELY.match, texts))


def _is_form(look: Look, first: list[Draft]) -> bool:
    if look.count > 15:
        return False
    texts = [
        line.text for draft in look.drafts if draft.kind is not BlockKind.CONTENTS for line in draft.lines
    ]
    blank = sum(bool(_BLANK.search(text)) for text in texts)
    titled = any(_FORM_TITLE.search(draft.text) and len(draft.text) < 100 for draft in first[:8])
    least = 0.05 if titled else 0.12
    return look.fields >= 8 or (blank >= 3 and blank > least * len(texts)) or (titled and look.count <= 3)


def _is_paper(look: Look, first: list[Draft]) -> bool:
    if look.count > 90 or _GUIDE_TITLE.search(look.title):
        return False
    references = sum(draft.kind is BlockKind.REFERENCE for draft in look.drafts)
    abstract = any(_ABSTRACT.match(draft.text.strip()) for draft in first)
    opening = " ".join(draft.text for draft in first[:20])
    signs = 2 * (references >= 3) + abstract + look.cited + bool(_REPORT.search(opening))
    signs += "@" in opening or bool(_INSTITUTE.search(opening))
    return signs >= (3 if look.count <= 40 else 5)


def _is_manual(look: Look, first: list[Draft]) -> bool:
    if look.count >= 5 and (
        _MANUAL_TITLE.search(look.title)
        or any(_MANUAL_TITLE.search(d.text) for d in first[:5] if len(d.text) < 150)
    ):
        return True
    code = sum(len(draft.text) for draft in look.drafts if draft.kind is BlockKind.CODE)
    return look.count >= 20 and code > 0.06 * sum(len(draft.text) for draft in look.drafts)


def _is_book(look: Look, first: list[Draft]) -> bool:
    if look.count >= 60:
        return True
    chapters = sum(
        draft.kind is BlockKind.HEADING and bool(_CHAPTER.match(draft.text.strip())) for draft in look.drafts
    )
    contents = any(draft.kind is BlockKind.CONTENTS for draft in look.drafts if draft.page <= 12)
    return look.count >= 30 and (chapters >= 2 or contents)


_TESTS = (
    (DocumentKind.SLIDES, _is_slides),
    (DocumentKind.CONTRACT, _is_contract),
    (DocumentKind.FILING, _is_filing),
    (DocumentKind.LETTER, _is_letter),
    (DocumentKind.FORM, _is_form),
    (DocumentKind.PAPER, _is_paper),
    (DocumentKind.MANUAL, _is_manual),
    (DocumentKind.BOOK, _is_book),
)
"""In this order: what says most clearly what it is comes first."""
