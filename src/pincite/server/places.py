"""Places in documents as the API sends them: page, characters, rectangles, and links to them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from urllib.parse import quote as percent_encoded

from pydantic import Field

from pincite.domain import Document, Rectangle, Span
from pincite.plain_text import one_line, page_reference
from pincite.server.shapes import Shape


class SpanShape(Shape):
    """Characters of a page: `page.text[start:end]`, counted in code points."""

    page: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    start: int = Field(examples=[310])
    end: int = Field(examples=[377])

    @classmethod
    def of(cls, span: Span) -> SpanShape:
        """A span."""
        return cls(page=span.page_index, start=span.start, end=span.end)


class RectangleShape(Shape):
    """A rectangle relative to the page: 0…1, from its left and its top."""

    x0: float = Field(examples=[0.117])
    y0: float = Field(examples=[0.402])
    x1: float = Field(examples=[0.866])
    y1: float = Field(examples=[0.417])


class PageRectangles(Shape):
    """The rectangles on one page."""

    page: int = Field(description="Place of the page in the file, from 1.", examples=[4])
    rectangles: list[RectangleShape]

    @classmethod
    def by_page(cls, rectangles: Sequence[Rectangle]) -> list[PageRectangles]:
        """Rectangles by their page, in order."""
        return [
            cls(page=page, rectangles=[RectangleShape(x0=r.x0, y0=r.y0, x1=r.x1, y1=r.y1) for r in some])
            for page, some in groupby(rectangles, key=lambda rectangle: rectangle.page_index)
        ]


class Links(Shape):
    """Where a page is, relative to the address of the API, `…/api/v1/`."""

    page: str = Field(examples=["documents/5f0c3a9be1d24c7a8f10/pages/4"])
    image: str = Field(examples=["documents/5f0c3a9be1d24c7a8f10/pages/4/image"])
    original: str = Field(
        description="The file itself; of a PDF at this page.",
        examples=["documents/5f0c3a9be1d24c7a8f10/original#page=4"],
    )

    @classmethod
    def of(cls, document: Document, page: int) -> Links:
        """Links to a page."""
        base = f"documents/{percent_encoded(document.id, safe='')}"
        fragment = f"#page={page}" if document.media_type == "application/pdf" else ""
        return cls(
            page=f"{base}/pages/{page}",
            image=f"{base}/pages/{page}/image",
            original=f"{base}/original{fragment}",
        )


def place_of(document: Document, spans: Sequence[Span], page: int, label: str) -> str:
    """Document and page in words.

    Args:
        document: The document.
        spans: Of the text.
        page: Where it begins.
        label: What is printed there.
    """
    crosses = any(span.page_index != page for span in spans)
    return f"{one_line(document.title)}, {page_reference(page, label, crosses=crosses)}"
