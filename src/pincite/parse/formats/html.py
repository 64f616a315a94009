"""HTML pages: their main text, without what is hidden or leads elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import DamagedFileError
from pincite.orders import gives_orders
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.html_blocks import BlockMaker
from pincite.parse.formats.html_tree import MOST_BYTES, Node, PageParts, attribute, parse_html
from pincite.parse.formats.html_words import words_of
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.writer import DocumentWriter
from pincite.sentences import sentence_ranges

if TYPE_CHECKING:
    from pincite.parse.files import Source

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([a-zA-Z0-9_:.+-]{1,40})", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"^\s*<\?xml[^>]{0,100}?encoding\s*=\s*[\"']([a-zA-Z0-9_.-]{1,40})[\"']")
_HEAD = 8192
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_TITLES = ("citation_title", "dc.title", "dcterms.title", "og:title", "twitter:title")
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "author", "article:author", "parsely-author")
_DATES = (
    "citation_publication_date", "citation_date", "dc.date", "dcterms.issued", "dcterms.date", "article:published_time",
    "date", "pubdate", "datepublished",
)  # fmt: skip
_SITE_MARKS = re.compile(r"\s+[|–—·»:-]\s+")
_FEW_WORDS = 30
_LARGEST_DATA = 1 << 20


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page says about itself."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None


def read(source: Source, writer: DocumentWriter) -> None:
    """Read an HTML page.

    Raises:
        DamagedFileError: if it has no text.
        ParseLimitError: if it is too large.
    """
    source.require_at_most(MOST_BYTES, "an HTML page", "Split the page.")
    pages = SectionPages(writer)
    write_page(source.path.read_bytes(), pages)
    if not writer.page_index:
        raise DamagedFileError(
            f"{source.name} has no text",
            "If a script writes its text when it is opened, print it to a PDF in the browser and add that.",
        )


def write_page(data: bytes | str, pages: SectionPages) -> None:
    """Write a whole page, and what it says about itself where the document has no title yet."""
    text = data if isinstance(data, str) else decode_html(data)
    root = parse_html(text, xml=text.lstrip()[:5] == "<?xml")
    facts = page_facts(root)
    writer = pages.writer
    writer.title = writer.title or facts.title
    writer.authors = writer.authors or facts.authors
    writer.year = writer.year or facts.year
    _write(root, pages, whole=False)


def write_html(data: bytes | str, pages: SectionPages, *, xml: bool = False) -> None:
    """Write all that is seen of a page or of a part of one: a chapter, a message, HTML within Markdown.

    Args:
        data: The source.
        pages: What is written to.
        xml: Whether it is XHTML.
    """
    _write(parse_html(data if isinstance(data, str) else decode_html(data), xml=xml), pages, whole=True)


def decode_html(data: bytes) -> str:
    """The source of a page as text: by its byte order mark, by what it declares, else the likeliest."""
    found = _CHARSET.search(data[:_HEAD]) or _XML_ENCODING.match(data[:_HEAD])
    return decoded(data, found[1].decode("ascii") if found else "")


def _write(root: Node, pages: SectionPages, *, whole: bool) -> None:
    parts = PageParts(root, whole=whole)
    maker = BlockMaker(pages, parts.left_out)
    for part in parts.roots:
        maker.write(part)
    writer = pages.writer
    if parts.hidden:
        writer.notice("hidden_text", "Text that the page hides is left out.", here=whole)
        words = " ".join(parts.hidden)
        if any(gives_orders(words[start:end]) for start, end in sentence_ranges(words)):
            writer.notice(
                "hidden_orders", "Hidden text that speaks to a language model; it is left out.", here=whole
            )
    if parts.aside >= _FEW_WORDS:
        writer.notice(
            "parts_left_out", f"About {parts.aside:,} words beside the main part of the page are left out."
        )
    if root.css_first("iframe[src], iframe[srcdoc], object[data], embed[src]") is not None:
        writer.notice("embedded_left_out", "Pages or files shown within the page are not read.", here=whole)


def page_facts(root: Node) -> PageFacts:
    """Title, authors and year of a page."""
    meta: dict[str, list[str]] = {}
    for node in root.css("meta"):
        name = (attribute(node, "name") or attribute(node, "property") or attribute(node, "itemprop")).lower()
        if name and (content := " ".join(attribute(node, "content").split())):
            meta.setdefault(name, []).append(content)
    data = list(_linked_data(root))
    title = next((meta[name][0] for name in _TITLES if name in meta), "") or _title(root)
    authors = next((meta[name] for name in _AUTHORS if name in meta), [])
    authors = [name for name in authors if not name.startswith(("http:", "https:"))]
    authors = authors or [name for entry in data for name in _names(entry.get("author"))]
    dates = [meta[name][0] for name in _DATES if name in meta]
    dates += [str(entry["datePublished"]) for entry in data if entry.get("datePublished")]
    dates += [attribute(node, "datetime") for node in root.css("time[pubdate], time[itemprop=datePublished]")]
    years = (_YEAR.search(date) for date in dates)
    year = next((int(found[1]) for found in years if found), None)
    return PageFacts(title, tuple(dict.fromkeys(authors)), year)


def _title(root: Node) -> str:
    """The page's title without the site's name, where a heading tells which part is which."""
    node = root.css_first("head title, title")
    title = " ".join((node.text(deep=True) or "").split()) if node is not None else ""
    headings = [words_of(heading) for heading in root.css("h1")[:5]]
    for heading in headings:
        if heading and (not title or any(part == heading for part in (title, *_SITE_MARKS.split(title)))):
            return heading
        if heading and title.startswith(heading) and _SITE_MARKS.match(title[len(heading) :]):
            return heading
    return title


def _linked_data(root: Node) -> Iterator[dict[str, object]]:
    """Descriptions of the page as an article (JSON-LD)."""
    for node in root.css("script[type='application/ld+json']"):
        text = node.text(deep=True) or ""
        if len(text) > _LARGEST_DATA:
            continue
        try:
            waiting = [json.loads(text)]
        except (ValueError, RecursionError):
            continue
        while waiting:
            entry = waiting.pop(0)
            if isinstance(entry, list):
                waiting += entry
            elif isinstance(entry, dict):
                if "author" in entry or "datePublished" in entry:
                    yield entry
                waiting += [entry["@graph"]] if "@graph" in entry else []


def _names(author: object) -> list[str]:
    """Names of authors as JSON-LD writes them: a text, an entry with a name, or a list of these."""
    if isinstance(author, str):
        return [author] if not author.startswith("http") else []
    if isinstance(author, list):
        return [name for one in author[:100] for name in _names(one) if not isinstance(one, list)]
    if isinstance(author, dict):
        name = author.get("name")
        return [name] if isinstance(name, str) else []
    return []
