"""A document: what a parser makes of a file, and what a library keeps of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pincite.domain.accounts import Role
from pincite.domain.pages import BlockKind, Page, Rectangle, Span

_WHITE_GAP = 2
"""Blocks are separated by a blank line, and nothing shorter than that is skipped."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a document that its user should know: nothing is lost silently.

    Attributes:
        code: Stable name, e.g. "pages_without_text".
        message: One sentence.
        pages: The page indexes concerned; empty when it is the whole document.
    """

    code: str
    message: str
    pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading as a place to go to."""

    title: str
    level: int
    page_index: int


@dataclass(frozen=True, slots=True)
class HiddenText:
    """Text of a page that a reader of it does not see, and that is therefore left out.

    Attributes:
        text: As in the file.
        reason: Why it cannot be seen, e.g. "off the page".
        frame: Where it stands; None for what lies off the page.
    """

    text: str
    reason: str
    frame: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class PageDetails:
    """What is not kept of a page in a library, for those who look into how it was read.

    Attributes:
        rotation: Clockwise turn of the page that the file asks for, in degrees.
        hidden: Text that was left out.
        seconds: Time that reading its characters took.
    """

    rotation: int
    hidden: tuple[HiddenText, ...]
    seconds: float


class DocumentKind(StrEnum):
    """What sort of document a file is, as far as its pages tell."""

    PAPER = "paper"
    BOOK = "book"
    CONTRACT = "contract"
    FILING = "filing"
    MANUAL = "manual"
    SLIDES = "slides"
    LETTER = "letter"
    FORM = "form"
    SCAN = "scan"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file within a file.

    Attributes:
        name: As the file names it.
        size: In bytes.
        media_type: As the file says it, else guessed from the name; empty when unknown.
    """

    name: str
    size: int
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What a document says about itself beside title, authors and year; empty where it does not.

    Attributes:
        kind: What sort of document it is.
        affiliations: Institutions of the authors, in the order printed.
        abstract: Its own summary.
        doi: Digital object identifier, without "https://doi.org/".
        arxiv_id: E.g. "1706.03762".
        venue: The journal or conference.
        attachments: Files within the file; their content is not read.
    """

    kind: DocumentKind = DocumentKind.OTHER
    affiliations: tuple[str, ...] = ()
    abstract: str = ""
    doi: str = ""
    arxiv_id: str = ""
    venue: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a parser makes of a file.

    Attributes:
        media_type: E.g. "application/pdf".
        title: From the page itself, else from sane metadata, else empty.
        authors: In the order printed.
        year: Of publication, where the page or sane metadata say so.
        pages: All pages, those without text as well.
        outline: The document's headings in order; the file's own outline where it has one.
        notices: What could not be read, and the like.
        facts: Kind, abstract, DOI and the like.
    """

    media_type: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    notices: tuple[Notice, ...]
    facts: DocumentFacts = DocumentFacts()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence within a chunk.

    Attributes:
        start: Offset of its first character in the chunk's text.
        end: Offset after its last.
        spans: The same characters on their page; more than one where the sentence crosses a page or a figure.
        kind: The kind of the block it begins in; HEADING also for what only names the rows of a table below it.
        reading: Whether the chunk has a reading of the page's text instead: a row of a table with its heads.
        context: Range in the chunk's text of what it must be read with: the caption and head of its table.
    """

    start: int
    end: int
    spans: tuple[Span, ...]
    kind: BlockKind = BlockKind.PARAGRAPH
    reading: bool = False
    context: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is indexed: whole sentences under one heading, within the encoder's limit.

    Attributes:
        text: The sentences' text, joined as in the document.
        section: Titles of the headings it stands under.
        sentences: In order; their ranges in `text` do not overlap.
        overlap: How many of the first sentences were also the last of the chunk before.
    """

    text: str
    section: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    overlap: int = 0

    @property
    def spans(self) -> tuple[Span, ...]:
        """The chunk's place: the sentences' spans, joined where only white space is between them."""
        return self._merged(self.sentences)

    @property
    def place(self) -> tuple[Span, ...]:
        """As `spans`, without the head of a table that began on an earlier page: the chunk is not from there."""
        own = self.sentences[self.overlap :]
        if not own:
            return self.spans
        first = own[0].spans[0].page_index
        heads = 0
        while heads < self.overlap and (
            self.sentences[heads].kind in (BlockKind.HEADING, BlockKind.CAPTION)
            and self.sentences[heads].spans[-1].page_index < first
        ):
            heads += 1
        return self._merged(self.sentences[heads:])

    @staticmethod
    def _merged(sentences: Sequence[Sentence]) -> tuple[Span, ...]:
        merged: list[Span] = []
        for span in (span for sentence in sentences for span in sentence.spans):
            last = merged[-1] if merged else None
            if last and last.page_index == span.page_index and 0 <= span.start - last.end <= _WHITE_GAP:
                merged[-1] = Span(span.page_index, last.start, span.end)
            else:
                merged.append(span)
        return tuple(merged)


@dataclass(frozen=True, slots=True)
class Collection:
    """A named set of documents.

    Attributes:
        id: Stable and not guessable.
        documents: How many it holds.
        role: What whoever looks at it may do with it.
        shared_by: Name of the account in whose space it is; empty for an own one, and without accounts.
    """

    id: str
    name: str
    documents: int = 0
    role: Role = Role.OWNER
    shared_by: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A file in the library.

    Attributes:
        id: Stable and not guessable.
        file_name: The file's original name.
        title: The title, or the file name's stem when none was found.
        sha256: Digest of the file's bytes, in hexadecimal.
        pages: Number of pages.
        chunks: Number of chunks indexed.
        size: Size of the file in bytes.
        language: ISO 639-1 code of the main language.
        collections: Names of the collections it belongs to.
        added_at: ISO 8601 time, UTC.
        facts: Kind, abstract, DOI and the like.
    """

    id: str
    file_name: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    language: str
    media_type: str
    sha256: str
    size: int
    pages: int
    chunks: int
    warnings: tuple[Notice, ...]
    outline: tuple[OutlineEntry, ...]
    collections: tuple[str, ...]
    added_at: str
    facts: DocumentFacts = DocumentFacts()
