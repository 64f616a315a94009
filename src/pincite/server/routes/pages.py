"""Pages: text with its places, pictures, words found, quotes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from pincite.domain import Document, Page, Role, TokenScope
from pincite.errors import NotFoundError, UsageError
from pincite.library import Library
from pincite.server.callers import InContext, InLibrary
from pincite.server.documents import FoundShape, PageEntry, PageShape, QuoteShape
from pincite.server.lookups import DocumentId, PageIndex, document_for, original_for
from pincite.server.pictures import MEDIA_TYPE, WIDTHS, PagePicture, step_of
from pincite.server.ranges import same_tag
from pincite.server.rules import ruled
from pincite.server.shapes import Listing

router = APIRouter(tags=["pages"])

_FRESH_SECONDS = 600
_PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}},
    },
    304: {"description": "It is as in If-None-Match."},
}
_MOST_OFFSET = 1_000_000_000


@router.get("/documents/{document}/pages", **ruled(TokenScope.READ, role=Role.VIEWER))
def list_pages(
    document: DocumentId,
    library: InLibrary,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=100)] = None,
) -> Listing[PageEntry]:
    """The pages of a document in short."""
    found = document_for(library, document)
    pages = library.page_facts(found.id, limit=limit, cursor=cursor)
    return Listing[PageEntry](items=[PageEntry.of(page, found) for page in pages.items], next=pages.next)


@router.get("/documents/{document}/pages/{page}", **ruled(TokenScope.READ, role=Role.VIEWER))
def get_page(
    document: DocumentId,
    page: PageIndex,
    library: InLibrary,
    geometry: Annotated[
        Literal["lines", "words", "none"], Query(description="What comes with its place.")
    ] = "lines",
) -> PageShape:
    """A page: its text, its blocks in reading order, and the places of its lines or words."""
    of = document_for(library, document)
    found = library.page(of.id, page)
    pieces = {"lines": found.lines, "words": found.words, "none": list}[geometry]()
    return PageShape.of(found, pieces, library.heads_before(of, found))


@router.get(
    "/documents/{document}/pages/{page}/image",
    response_class=Response,
    responses=_PICTURE,
    **ruled(TokenScope.READ, role=Role.VIEWER),
)
async def get_page_image(
    document: DocumentId,
    page: PageIndex,
    library: InLibrary,
    context: InContext,
    request: Request,
    width: Annotated[
        int,
        Query(description=f"In pixels, rounded up to one of {', '.join(map(str, WIDTHS))}.", ge=1, le=10_000),
    ] = 1000,
) -> Response:
    """The picture of a page. Very large and very long pages come in less than the width asked for."""
    found, size = await run_in_threadpool(_page_to_draw, library, document, page)
    picture = PagePicture(found.sha256, page, step_of(width))
    headers = {
        "etag": picture.tag,
        "cache-control": f"private, max-age={_FRESH_SECONDS}",
        "vary": "Cookie, Authorization",
    }
    if same_tag(request.headers.get("if-none-match"), picture.tag, weak=True):
        return Response(None, 304, headers)
    path = await run_in_threadpool(library.original, found)
    data = await context.pictures.get(picture, path, size)
    return Response(data, headers=headers, media_type=MEDIA_TYPE)


def _page_to_draw(library: Library, identity: str, index: int) -> tuple[Document, tuple[float, float]]:
    document = original_for(library, identity)
    facts = library.page_facts(document.id, limit=1, cursor=str(index - 1)).items
    if not facts or facts[0].index != index:
        raise NotFoundError(f"document {document.id!r} has no page {index}", "Pages count from 1.")
    return document, (facts[0].width, facts[0].height)


@router.get("/documents/{document}/find", **ruled(TokenScope.READ, role=Role.VIEWER))
def find_in_document(
    document: DocumentId,
    library: InLibrary,
    words: Annotated[
        str, Query(description="To be found one after the other.", min_length=1, max_length=200)
    ],
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=100)] = None,
) -> Listing[FoundShape]:
    """Where words stand in a document as written, whatever their case and the white space between them."""
    found = library.find_within(document_for(library, document).id, words, limit=limit, cursor=cursor)
    return Listing[FoundShape](items=[FoundShape.of(place) for place in found.items], next=found.next)


@router.get("/documents/{document}/quote", **ruled(TokenScope.READ, role=Role.VIEWER))
def get_quote(
    document: DocumentId,
    library: InLibrary,
    page: Annotated[int, Query(description="Place of the page in the file, from 1.", ge=1, le=1_000_000)],
    start: Annotated[int, Query(description="Of the first character.", ge=0, le=_MOST_OFFSET)],
    end: Annotated[int, Query(description="After the last character.", ge=0, le=_MOST_OFFSET)],
) -> QuoteShape:
    """The characters of a page from `start` to `end`, and where they are: for links that keep only the place."""
    found = library.page(document_for(library, document).id, page)
    return _quote(found, start, end)


def _quote(page: Page, start: int, end: int) -> QuoteShape:
    try:
        return QuoteShape.of(page, start, end)
    except ValueError:
        raise UsageError(
            f"page {page.index} has no characters {start} to {end}: it has {len(page.text)}",
            "The document may have been indexed again since the link was made.",
        ) from None
