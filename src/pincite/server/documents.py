"""Documents, pages and collections as the API sends them."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from pincite.domain import (
    Block,
    BlockKind,
    Collection,
    Document,
    DocumentFacts,
    DocumentKind,
    Job,
    JobKind,
    JobState,
    Notice,
    Page,
    PlacedText,
    Rectangle,
    Role,
    Share,
    Table,
)
from pincite.library.within import Found
from pincite.search.similar import SimilarDocument
from pincite.server.places import RectangleShape
from pincite.server.shapes import DocumentRef, Shape
from pincite.store import PageFacts
from pincite.store.listing import DocumentCounts

_DIGITS = 5
"""Of places of words and lines: they are kept in steps of 1/65535."""


class WarningShape(Shape):
    """Something about a document that its reader should know."""

    code: str = Field(examples=["pages_without_text"])
    message: str = Field(examples=["2 pages have no text"])
    pages: list[int] = Field(
        description="The pages concerned; empty for the whole document.", examples=[[3, 7]]
    )

    @classmethod
    def of(cls, notice: Notice) -> WarningShape:
        """A notice."""
        return cls(code=notice.code, message=notice.message, pages=list(notice.pages))


class DocumentEntry(DocumentRef):
    """A document in a list."""

    kind: DocumentKind = Field(description="What sort of document it is, as far as its pages tell.")
    language: str = Field(description="ISO 639-1 code of the main language.", examples=["en"])
    size: int = Field(description="Of the file, in bytes.", examples=[182_332])
    added_at: str = Field(examples=["2026-05-04T10:00:00Z"])
    collections: list[str] = Field(
        description="Names of its collections, as far as you see them.", examples=[["default"]]
    )
    warnings: list[WarningShape]

    @classmethod
    def of(cls, document: Document) -> DocumentEntry:
        """A document."""
        return cls(
            **DocumentRef.of(document).model_dump(),
            kind=document.facts.kind,
            language=document.language,
            size=document.size,
            added_at=document.added_at,
            collections=list(document.collections),
            warnings=[WarningShape.of(notice) for notice in document.warnings],
        )


class DocumentCountsShape(Shape):
    """How many documents there are."""

    total: int = Field(examples=[12])
    kinds: dict[DocumentKind, int] = Field(
        description="Of each kind that there is.", examples=[{"paper": 9, "contract": 3}]
    )
    languages: dict[str, int] = Field(
        description="Of each language that there is; empty where it is not known.",
        examples=[{"en": 11, "de": 1}],
    )
    with_warnings: int = Field(examples=[2])

    @classmethod
    def of(cls, counts: DocumentCounts) -> DocumentCountsShape:
        """Counts."""
        return cls(
            total=counts.total,
            kinds={DocumentKind(kind): number for kind, number in counts.kinds.items()},
            languages=dict(counts.languages),
            with_warnings=counts.with_warnings,
        )


class SimilarShape(Shape):
    """A document that is about the same as another one."""

    document: DocumentRef
    score: float = Field(description="How alike they are, -1 to 1; higher is more.", examples=[0.83])

    @classmethod
    def of(cls, similar: SimilarDocument) -> SimilarShape:
        """A document, and how alike."""
        return cls(document=DocumentRef.of(similar.document), score=similar.score)


class AttachmentShape(Shape):
    """A file within the file; its content is not read."""

    name: str = Field(examples=["data.csv"])
    size: int = Field(description="In bytes.", examples=[2048])
    media_type: str = Field(description="Empty when unknown.", examples=["text/csv"])


class FactsShape(Shape):
    """What a document says about itself; empty where it does not."""

    affiliations: list[str] = Field(description="Institutions of the authors.", examples=[["Town College"]])
    abstract: str = Field(examples=["We measured …"])
    doi: str = Field(examples=["10.1000/182"])
    arxiv_id: str = Field(examples=["1706.03762"])
    venue: str = Field(description="Journal or conference.", examples=["Journal of Heat"])
    attachments: list[AttachmentShape]

    @classmethod
    def of(cls, facts: DocumentFacts) -> FactsShape:
        """Facts."""
        return cls(
            affiliations=list(facts.affiliations),
            abstract=facts.abstract,
            doi=facts.doi,
            arxiv_id=facts.arxiv_id,
            venue=facts.venue,
            attachments=[
                AttachmentShape(name=one.name, size=one.size, media_type=one.media_type)
                for one in facts.attachments
            ],
        )


class CollectionShape(Shape):
    """Documents kept together."""

    id: str = Field(examples=["1f5a0c9be1d24c7a8f10"])
    name: str = Field(examples=["Contracts"])
    documents: int = Field(description="How many it holds.", examples=[12])
    role: Role = Field(description="What you may do with it.")
    shared_by: str = Field(description="Whose it is; empty for your own.", examples=[""])

    @classmethod
    def of(cls, collection: Collection) -> CollectionShape:
        """A collection."""
        return cls(
            id=collection.id,
            name=collection.name,
            documents=collection.documents,
            role=collection.role,
            shared_by=collection.shared_by,
        )


class CollectionDetails(CollectionShape):
    """A collection on its own."""

    only_here: int | None = Field(
        description="So many of its documents are in no other collection, and would go with it. Only told to owners: "
        "the others may be in collections that are not shared with you.",
        examples=[12],
    )


class ShareShape(Shape):
    """Who may do what with a collection."""

    account: str = Field(description="Id of the account.", examples=["9b0e0c9be1d24c7a8f10"])
    name: str = Field(examples=["maria"])
    role: Role
    holder: bool = Field(description="Whether the collection is its own: it stays an owner.")

    @classmethod
    def of(cls, share: Share) -> ShareShape:
        """A share."""
        return cls(account=share.account, name=share.name, role=share.role, holder=share.holder)


class UnderWay(Shape):
    """A job that is changing a document."""

    kind: JobKind
    state: JobState
    pages_done: int = Field(examples=[3])
    pages: int = Field(description="0 while unknown.", examples=[12])

    @classmethod
    def of(cls, job: Job) -> UnderWay:
        """A job."""
        return cls(
            kind=job.kind, state=job.state, pages_done=job.progress.pages_done, pages=job.progress.pages
        )


class DocumentDetails(Shape):
    """Everything that is known of a document."""

    document: DocumentEntry
    sha256: str = Field(description="Digest of the file’s bytes.", examples=["5f0c3a9b" * 8])
    chunks: int = Field(description="Pieces that are indexed.", examples=[31])
    role: Role = Field(description="What you may do with it: the highest role in its collections.")
    original: bool = Field(
        description="Whether you may see the file itself and pictures of its pages: where personal data was blacked "
        "out of the text, only owners may."
    )
    facts: FactsShape
    collections: list[CollectionShape] = Field(description="Those that you see.")
    job: UnderWay | None = Field(description="What is being done with it at the moment.")


class OutlineShape(Shape):
    """A heading as a place to go to."""

    title: str = Field(examples=["3 Results"])
    level: int = Field(description="1 for the highest.", examples=[1])
    page: int = Field(description="Place of the page in the file, from 1.", examples=[4])


class Outline(Shape):
    """The headings of a document in order."""

    items: list[OutlineShape]

    @classmethod
    def of(cls, document: Document) -> Outline:
        """A document's outline."""
        return cls(
            items=[
                OutlineShape(title=entry.title, level=entry.level, page=entry.page_index)
                for entry in document.outline
            ]
        )


class PageEntry(Shape):
    """A page in a list."""

    index: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    label: str = Field(description="What is printed on it, or named by the file.", examples=["iv"])
    width: float = Field(description="In points, 1/72 inch.", examples=[595.28])
    height: float = Field(examples=[841.89])
    characters: int = Field(description="Of its text; 0 where there is none.", examples=[2931])
    warnings: list[str] = Field(
        description="Codes of the document’s warnings that name it.", examples=[["pages_without_text"]]
    )

    @classmethod
    def of(cls, facts: PageFacts, document: Document) -> PageEntry:
        """A page of a document."""
        return cls(
            index=facts.index,
            label=facts.label,
            width=facts.width,
            height=facts.height,
            characters=facts.characters,
            warnings=[notice.code for notice in document.warnings if facts.index in notice.pages],
        )


class Piece(RectangleShape):
    """Characters of the page that stand together, with the rectangle around them."""

    start: int = Field(examples=[310])
    end: int = Field(examples=[318])

    @classmethod
    def of(cls, placed: PlacedText) -> Piece:
        """A line or word."""
        # A page has hundreds of them: as precise as they are kept, and not as long as a float can be.
        x0, y0, x1, y1 = (round(side, _DIGITS) for side in placed.rectangle[1:])
        return cls(start=placed.start, end=placed.end, x0=x0, y0=y0, x1=x1, y1=y1)


class TableCellShape(Shape):
    """A cell of a table: `page.text[start:end]` at a place of its grid."""

    row: int
    column: int
    rows: int = Field(description="How many it covers.")
    columns: int = Field(description="How many it covers.")
    start: int
    end: int


class TableShape(Shape):
    """The grid of a table."""

    cells: list[TableCellShape]
    head_rows: int = Field(description="So many first rows are the head.")
    label_columns: int = Field(description="So many first columns name the rows.")
    continued: bool = Field(description="Whether it goes on from the table before it.")

    @classmethod
    def of(cls, table: Table) -> TableShape:
        """A table."""
        return cls(
            cells=[TableCellShape(**cell._asdict()) for cell in table.cells],
            head_rows=table.head_rows,
            label_columns=table.label_columns,
            continued=table.continued,
        )


class BlockShape(Shape):
    """A piece of a page with one role; blocks come in reading order."""

    kind: BlockKind
    start: int = Field(examples=[310])
    end: int = Field(examples=[918])
    level: int = Field(description="Of headings, 1 for the highest; of list items their depth; else 0.")
    section: list[str] = Field(description="Headings that it stands under.", examples=[["3 Results"]])
    frames: list[RectangleShape] = Field(description="Around it: one, or one a column.")
    table: TableShape | None

    @classmethod
    def of(cls, page: Page, block: Block) -> BlockShape:
        """A block of a page."""
        return cls(
            kind=block.kind,
            start=block.start,
            end=block.end,
            level=block.level,
            section=list(block.section),
            frames=rectangles_of(page.frames(block)),
            table=None if block.table is None else TableShape.of(block.table),
        )


class PageShape(Shape):
    """A page with its text and geometry. Offsets count code points of `text`."""

    index: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    label: str = Field(examples=["iv"])
    width: float = Field(description="In points, 1/72 inch.", examples=[595.28])
    height: float = Field(examples=[841.89])
    text: str
    ocr_confidence: float | None = Field(
        description="How sure the reading of its picture is, 0…1; null where the text is the file’s own."
    )
    blocks: list[BlockShape]
    geometry: list[Piece] = Field(description="Lines or words, as asked for, in reading order.")
    heads: list[str] = Field(
        description="What stands above each column of the page’s first table, where that goes on from a page before; "
        "no part of `text`.",
        examples=[["Pump", "Price"]],
    )

    @classmethod
    def of(cls, page: Page, pieces: Sequence[PlacedText], heads: Sequence[str]) -> PageShape:
        """A page with its lines or words, and the heads of the table that it goes on with."""
        return cls(
            index=page.index,
            label=page.label,
            width=page.width,
            height=page.height,
            text=page.text,
            ocr_confidence=page.ocr_confidence,
            blocks=[BlockShape.of(page, block) for block in page.blocks],
            geometry=[Piece.of(piece) for piece in pieces],
            heads=list(heads),
        )


class QuoteShape(Shape):
    """Characters of a page, and where they are."""

    page: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    label: str = Field(examples=["iv"])
    start: int = Field(examples=[310])
    end: int = Field(examples=[377])
    text: str = Field(description="`page.text[start:end]`", examples=["the fee is 417 per year"])
    rectangles: list[RectangleShape] = Field(description="One a line.")

    @classmethod
    def of(cls, page: Page, start: int, end: int) -> QuoteShape:
        """Characters of a page.

        Raises:
            ValueError: if they are not within its text.
        """
        return cls(
            page=page.index,
            label=page.label,
            start=start,
            end=end,
            rectangles=rectangles_of(page.rectangles(start, end)),
            text=page.text[start:end],
        )


class FoundShape(Shape):
    """Words found on a page."""

    page: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    start: int = Field(examples=[310])
    end: int = Field(examples=[318])
    text: str = Field(description="As it stands there.", examples=["the fee"])
    before: str = Field(description="Some of the text before.", examples=["every year "])
    after: str = Field(description="Some of the text after.", examples=[" is 417"])
    rectangles: list[RectangleShape] = Field(description="One a line.")

    @classmethod
    def of(cls, found: Found) -> FoundShape:
        """A place."""
        return cls(
            page=found.page_index,
            start=found.start,
            end=found.end,
            text=found.text,
            before=found.before,
            after=found.after,
            rectangles=rectangles_of(found.rectangles),
        )


def rectangles_of(rectangles: Sequence[Rectangle]) -> list[RectangleShape]:
    """Rectangles of one page."""
    return [RectangleShape(x0=r.x0, y0=r.y0, x1=r.x1, y1=r.y1) for r in rectangles]
