"""What the tools give as structured content. Sizes are bounded: a language model is to read it."""

from __future__ import annotations

from typing import Literal, TypedDict

from pydantic import BaseModel, Field

from pincite.domain import Citation, Document, ExtractedField, Passage, Span
from pincite.plain_text import one_line, quoted

PASSAGE_LENGTH = 1500
QUOTE_LENGTH = 1500
PAGE_LENGTH = 12_000
VALUE_LENGTH = 600


class PlaceShape(BaseModel):
    """A place in a document."""

    document: str = Field(description="Id of the document.")
    title: str
    file_name: str
    page: int = Field(description="Position of the page in the file, from 1: what read_page takes.")
    page_label: str = Field(description="What is printed on the page.")
    section: list[str] = Field(description="Titles of the headings above, outermost first.")
    uri: str = Field(description="The page as a resource.")

    @staticmethod
    def uri_of(document: str, page: int) -> str:
        """Address of a page."""
        return f"pincite://documents/{document}/pages/{page}"


class CitationShape(PlaceShape):
    """Where something is said, word for word."""

    number: int = Field(description='As in the text: "[1]".')
    quote: str = Field(description="Verbatim from the page.")

    @classmethod
    def of(cls, citation: Citation) -> CitationShape:
        """From the library's form."""
        place = _place(citation.document, citation.page_index, citation.page_label, citation.section)
        return cls(number=citation.number, quote=cut(quoted(citation.quote), QUOTE_LENGTH), **place)


class PassageShape(PlaceShape):
    """A passage, word for word."""

    rank: int
    text: str = Field(description="Verbatim from the document; long ones end in “…”.")
    score: float = Field(description="What the passages are ordered by; higher is better.")

    @classmethod
    def of(cls, passage: Passage) -> PassageShape:
        """From the library's form."""
        first: Span = passage.spans[0]
        place = _place(passage.document, first.page_index, passage.page_label, passage.section)
        text = cut(quoted(passage.text), PASSAGE_LENGTH)
        return cls(rank=passage.rank, text=text, score=round(passage.scores.final, 4), **place)


class SearchShape(BaseModel):
    """What was found."""

    passages: list[PassageShape] = Field(description="The best first.")


class AnswerShape(BaseModel):
    """An answer, or a refusal."""

    answered: bool = Field(
        description="False when the documents do not say it: then do not answer it either."
    )
    reason: str = Field(description="Why it was refused; empty when it was answered.")
    text: str = Field(description='Markdown with markers "[1]" that lead to the citations.')
    citations: list[CitationShape]
    mode: Literal["quoted", "composed"] = Field(
        description="quoted: sentences of the documents; composed: a language model's, each checked against them."
    )
    understood_as: str = Field(description="The question as it was understood, where that differs.")
    confidence: float = Field(description="Probability that the passages answer the question, 0 to 1.")
    nearest: list[PassageShape] = Field(description="The nearest passages of a refusal.")
    notes: list[str] = Field(description="What else should be known of the answer.")


class PageShape(BaseModel):
    """Text of a page."""

    document: str = Field(description="Id of the document.")
    title: str
    page: int
    page_label: str = Field(description="What is printed on the page.")
    pages: int = Field(description="Number of pages of the document.")
    text: str = Field(description="Verbatim. Cells of a table are divided by tabs.")
    next_offset: int | None = Field(description="Where the page's text goes on; null at its end.")
    read_from_picture: bool = Field(description="Whether it was read from a picture: letters may be wrong.")


class DocumentShape(BaseModel):
    """A document in short."""

    id: str
    title: str
    file_name: str
    authors: list[str]
    year: int | None
    kind: str = Field(description='"paper", "contract", …')
    language: str = Field(description="ISO 639-1 code.")
    pages: int
    collections: list[str]
    warnings: list[str] = Field(description="What could not be read, and the like.")

    @classmethod
    def of(cls, document: Document) -> DocumentShape:
        """From the library's form."""
        return cls(
            id=document.id,
            title=one_line(document.title),
            file_name=one_line(document.file_name),
            authors=[one_line(author) for author in document.authors[:20]],
            year=document.year,
            kind=document.facts.kind.value,
            language=document.language,
            pages=document.pages,
            collections=[one_line(name) for name in document.collections],
            warnings=[cut(one_line(notice.message), 300) for notice in document.warnings[:10]],
        )


class DocumentsShape(BaseModel):
    """A part of the list of documents."""

    documents: list[DocumentShape]
    next: str | None = Field(description="Give this as cursor for the part after; null at the end.")


class CollectionShape(BaseModel):
    """A collection."""

    id: str
    name: str
    documents: int = Field(description="How many it holds.")


class CollectionsShape(BaseModel):
    """All collections."""

    collections: list[CollectionShape]


class AspectShape(BaseModel):
    """What a document says about one thing."""

    title: str
    reported: bool = Field(description="False when the document says nothing about it.")
    text: str = Field(description='Markdown with markers "[1]" that lead to the citations.')


class SummaryShape(BaseModel):
    """A summary."""

    document: str = Field(description="Id of the document.")
    title: str
    mode: Literal["quoted", "composed"]
    sections: list[AspectShape]
    citations: list[CitationShape]
    notes: list[str]


class FieldShape(BaseModel):
    """A field of a document."""

    name: str
    label: str
    state: Literal["found", "not_reported", "not_applicable", "failed"]
    value: str = Field(description="Verbatim from the document; empty when it was not found.")
    unit: str
    confidence: float = Field(description="Probability that the quote is about the field, 0 to 1.")
    note: str
    citations: list[CitationShape]

    @classmethod
    def of(cls, found: ExtractedField) -> FieldShape:
        """From the library's form."""
        return cls(
            name=found.name,
            label=found.label,
            state=found.state.value,
            value=cut(quoted(found.value), VALUE_LENGTH),
            unit=found.unit,
            confidence=round(found.confidence, 3),
            note=found.note,
            citations=[CitationShape.of(citation) for citation in found.citations[:3]],
        )


class ExtractionShape(BaseModel):
    """The fields of one document."""

    document: str = Field(description="Id of the document.")
    title: str
    schema_name: str = Field(description="Name of the list of fields.")
    mode: Literal["quoted", "composed"]
    fields: list[FieldShape]
    notes: list[str]


class ExtractionsShape(BaseModel):
    """The fields of all documents."""

    extractions: list[ExtractionShape]


class CellShape(BaseModel):
    """What one document says of one dimension."""

    document: str = Field(description="Id of the document.")
    state: Literal["found", "not_reported", "not_applicable", "failed"]
    value: str = Field(description="Verbatim from the document; empty when it says nothing.")
    unit: str
    citations: list[int] = Field(description="Numbers of the citations.")


class DimensionShape(BaseModel):
    """A row of the table."""

    name: str
    label: str
    cells: list[CellShape]


class ComparedShape(BaseModel):
    """A column of the table."""

    document: str = Field(description="Id of the document.")
    name: str = Field(description="Short name, unique in the comparison.")
    title: str


class ComparisonShape(BaseModel):
    """Documents side by side."""

    documents: list[ComparedShape]
    dimensions: list[DimensionShape] = Field(description="Those that two documents or more report.")
    not_in_common: list[str] = Field(description="Dimensions that fewer report.")
    statements: list[str] = Field(description="What the table alone says.")
    citations: list[CitationShape]
    mode: Literal["quoted", "composed"]
    notes: list[str]


def cut(text: str, length: int) -> str:
    """Text of at most so many characters, cut at a word."""
    if len(text) <= length:
        return text
    return (text[:length].rsplit(" ", 1)[0] or text[:length]) + " …"


class _Place(TypedDict):
    document: str
    title: str
    file_name: str
    page: int
    page_label: str
    section: list[str]
    uri: str


def _place(document: Document, page: int, label: str, section: tuple[str, ...]) -> _Place:
    return {
        "document": document.id,
        "title": one_line(document.title),
        "file_name": one_line(document.file_name),
        "page": page,
        "page_label": one_line(label),
        "section": [cut(one_line(title), 200) for title in section],
        "uri": PlaceShape.uri_of(document.id, page),
    }
