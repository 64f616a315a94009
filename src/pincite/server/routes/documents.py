"""Documents: what there is, what is known of each, and what is done with them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import Field

from pincite.domain import Document, DocumentKind, JobState, Role, TokenScope
from pincite.errors import NotFoundError
from pincite.library import Library
from pincite.library.documents import MOST_SIMILAR
from pincite.server.callers import InContext, InLibrary
from pincite.server.context import Context
from pincite.server.documents import (
    CollectionShape,
    DocumentCountsShape,
    DocumentDetails,
    DocumentEntry,
    FactsShape,
    Outline,
    SimilarShape,
    UnderWay,
)
from pincite.server.lookups import (
    CollectionId,
    DocumentId,
    collection_for,
    document_for,
    may_see_original,
    original_for,
)
from pincite.server.originals import original_response
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(tags=["documents"])

_FILE = {"schema": {"type": "string", "format": "binary"}}
_ORIGINAL: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"application/pdf": _FILE}},
    206: {"description": "The part that the header Range asks for.", "content": {"application/pdf": _FILE}},
    304: {"description": "It is as in If-None-Match."},
    416: {"description": "The part is not within the file."},
}


class NewTitle(Shape):
    """Another title."""

    title: str = Field(
        description="Empty for the one that was found in the document.",
        max_length=500,
        examples=["Heat Pumps in Old Houses"],
    )


class Reindexing(Shape):
    """How a document is read again."""

    ocr: bool = Field(
        default=True, strict=True, description="Whether pages without sound text are read from their picture."
    )
    password: str | None = Field(
        default=None, description="For an encrypted file.", max_length=1000, examples=[None]
    )


class Move(Shape):
    """From one collection to another."""

    source: str = Field(
        description="Id of the collection that it is in.", max_length=64, examples=["1f5a0c9be1d24c7a8f10"]
    )
    target: str = Field(
        description="Id of the collection that it goes to.", max_length=64, examples=["77aa0c9be1d24c7a8f10"]
    )


class JobRef(Shape):
    """Work that was begun."""

    job: str = Field(description="Id of the job: see `/jobs/{job}`.", examples=["c3d20c9be1d24c7a8f10"])
    state: JobState


class Removal(Shape):
    """What became of a document that was removed."""

    document: str = Field(description="Its id.", examples=["5f0c3a9be1d24c7a8f10"])
    remains_in: list[CollectionShape] = Field(
        description="Collections that you see and may not change; it is still in them. Mostly none."
    )


class Quoted(Shape):
    """How much of what is kept quotes a document."""

    answers: int = Field(examples=[4])
    conversations: int = Field(examples=[2])


@router.get("/documents", **ruled(TokenScope.READ))
def list_documents(
    library: InLibrary,
    collection: Annotated[
        str | None, Query(description="Only of the collection with this id.", max_length=64)
    ] = None,
    words: Annotated[
        str,
        Query(description="Only those with all these words in title, authors or file name.", max_length=500),
    ] = "",
    language: Annotated[
        str | None, Query(description="Only of this language, as in `en`.", max_length=20)
    ] = None,
    kind: Annotated[DocumentKind | None, Query(description="Only of this kind.")] = None,
    warnings: Annotated[
        bool | None, Query(description="Only those with warnings, or only those without.")
    ] = None,
    sort: Annotated[
        Literal["added", "title", "year", "pages", "size"], Query(description="What they are sorted by.")
    ] = "added",
    descending: Annotated[bool, Query(description="Whether the highest comes first.")] = True,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=4000)] = None,
) -> Listing[DocumentEntry]:
    """The documents that you see, part by part."""
    if collection is not None:
        collection = collection_for(library, collection).id
    found = library.find_documents(
        collection=collection,
        words=words,
        language=language,
        kind=None if kind is None else kind.value,
        warnings=warnings,
        sort=sort,
        descending=descending,
        limit=limit,
        cursor=cursor,
    )
    return Listing[DocumentEntry](
        items=[DocumentEntry.of(document) for document in found.items], next=found.next
    )


@router.get("/documents/counts", **ruled(TokenScope.READ))
def count_documents(
    library: InLibrary,
    collection: Annotated[
        str | None, Query(description="Only of the collection with this id.", max_length=64)
    ] = None,
) -> DocumentCountsShape:
    """How many documents you see: in all, of each kind and language, and with warnings."""
    if collection is not None:
        collection = collection_for(library, collection).id
    return DocumentCountsShape.of(library.count_documents(collection))


@router.get("/documents/{document}", **ruled(TokenScope.READ, role=Role.VIEWER))
def get_document(document: DocumentId, library: InLibrary) -> DocumentDetails:
    """Everything that is known of a document, but for its pages."""
    return _details(library, document_for(library, document))


def _details(library: Library, document: Document) -> DocumentDetails:
    role = library.role_on(document.id)
    job = library.store.jobs.under_way(document.id)
    return DocumentDetails(
        document=DocumentEntry.of(document),
        sha256=document.sha256,
        chunks=document.chunks,
        role=role,
        original=may_see_original(document, role),
        facts=FactsShape.of(document.facts),
        collections=[CollectionShape.of(collection) for collection in library.collections_of(document.id)],
        job=None if job is None else UnderWay.of(job),
    )


@router.patch("/documents/{document}", **ruled(TokenScope.WRITE, role=Role.EDITOR))
def rename_document(
    document: DocumentId, new: NewTitle, library: InLibrary, context: InContext, request: Request
) -> DocumentDetails:
    """Give a document another title; it stays when the document is indexed again."""
    found = document_for(library, document, Role.EDITOR)
    renamed = library.rename_document(found.id, new.title)
    context.audit(request, "document.rename", found.id, title=renamed.title)
    return _details(library, renamed)


@router.delete("/documents/{document}", **ruled(TokenScope.WRITE, role=Role.EDITOR))
def remove_document(
    document: DocumentId,
    library: InLibrary,
    context: InContext,
    request: Request,
    forget: Annotated[
        bool, Query(description="Whether answers that quote it go as well, so that no trace is left.")
    ] = False,
) -> Removal:
    """Take a document out of all collections that you may change; it is gone for good when it is in none.

    Answers that quote it stay with their quotes, and tell that it is gone: `/documents/{document}/quoted` says how many
    there are.
    """
    found = document_for(library, document, Role.EDITOR)
    return removed(library, context, request, found, forget=forget)


def removed(
    library: Library, context: Context, request: Request, found: Document, *, forget: bool
) -> Removal:
    """Remove a document as far as the caller may.

    Args:
        library: As the caller sees it.
        context: Holds pictures of its pages, and the audit log.
        request: Who wants it.
        found: The document.
        forget: Whether the answers that quote it go as well.
    """
    library.remove(found.id, forget=forget)
    context.pictures.forget(found.sha256)
    context.audit(request, "document.delete", found.id, file_name=found.file_name, forget=forget)
    try:
        left = library.collections_of(library.document_by_id(found.id).id)
    except NotFoundError:
        left = []
    return Removal(document=found.id, remains_in=[CollectionShape.of(collection) for collection in left])


@router.get("/documents/{document}/quoted", **ruled(TokenScope.READ, role=Role.VIEWER))
def quoted_document(document: DocumentId, library: InLibrary) -> Quoted:
    """How many kept answers quote a document."""
    found = library.quoted_in(document_for(library, document))
    return Quoted(answers=found.turns, conversations=found.conversations)


@router.get("/documents/{document}/similar", **ruled(TokenScope.READ, role=Role.VIEWER))
def similar_documents(
    document: DocumentId,
    library: InLibrary,
    limit: Annotated[int, Query(ge=1, le=MOST_SIMILAR, description="At most so many.")] = 10,
) -> Listing[SimilarShape]:
    """The documents that you see which are about the same, the most similar first; none if it has no text."""
    found = library.similar(document_for(library, document).id, limit)
    return Listing[SimilarShape](items=[SimilarShape.of(one) for one in found])


@router.post("/documents/{document}/reindex", status_code=202, **ruled(TokenScope.WRITE, role=Role.EDITOR))
def reindex_document(
    document: DocumentId,
    library: InLibrary,
    context: InContext,
    request: Request,
    how: Reindexing | None = None,
) -> JobRef:
    """Read and index a document again, in the background; what is there answers until the new is complete."""
    found = document_for(library, document, Role.EDITOR)
    chosen = how or Reindexing()
    job = library.reindex(found.id, ocr=chosen.ocr, password=chosen.password)
    context.audit(request, "document.reindex", found.id, job=job.id)
    return JobRef(job=job.id, state=job.state)


@router.post("/documents/{document}/move", **ruled(TokenScope.WRITE, role=Role.EDITOR))
def move_document(
    document: DocumentId, move: Move, library: InLibrary, context: InContext, request: Request
) -> DocumentDetails:
    """Take a document out of one collection and put it into another."""
    found = document_for(library, document, Role.EDITOR)
    source = collection_for(library, move.source, Role.EDITOR)
    target = collection_for(library, move.target, Role.EDITOR)
    moved = library.move_document(found.id, source.id, target.id)
    context.audit(request, "document.move", found.id, source=source.id, target=target.id)
    return _details(library, moved)


@router.put(
    "/documents/{document}/collections/{collection}",
    status_code=204,
    **ruled(TokenScope.WRITE, role=Role.EDITOR),
)
def add_to_collection(
    document: DocumentId, collection: CollectionId, library: InLibrary, context: InContext, request: Request
) -> None:
    """Put a document into one more collection; it may be in it already."""
    found = document_for(library, document, Role.EDITOR)
    target = collection_for(library, collection, Role.EDITOR)
    if library.add_to_collection(found.id, target.id):
        context.audit(request, "document.add", found.id, collection=target.id)


@router.delete(
    "/documents/{document}/collections/{collection}",
    status_code=204,
    **ruled(TokenScope.WRITE, role=Role.EDITOR),
)
def take_out_of_collection(
    document: DocumentId, collection: CollectionId, library: InLibrary, context: InContext, request: Request
) -> None:
    """Take a document out of a collection; out of its last one, it is gone for good."""
    found = document_for(library, document, Role.EDITOR)
    source = collection_for(library, collection, Role.EDITOR)
    library.remove(found.id, collection=source.id)
    context.audit(request, "document.take-out", found.id, file_name=found.file_name, collection=source.id)


@router.get("/documents/{document}/outline", **ruled(TokenScope.READ, role=Role.VIEWER))
def get_outline(document: DocumentId, library: InLibrary) -> Outline:
    """The headings of a document, as places to go to."""
    return Outline.of(document_for(library, document))


@router.get(
    "/documents/{document}/original",
    response_class=Response,
    responses=_ORIGINAL,
    **ruled(TokenScope.READ, role=Role.VIEWER),
)
def get_original(document: DocumentId, library: InLibrary, request: Request) -> Response:
    """The file itself. A browser shows a PDF at a page when `#page=N` is added to the address.

    Of a Range with one part, that part is sent; of one with several, the whole file.
    """
    return _original(document, library, request, body=True)


@router.head(
    "/documents/{document}/original",
    response_class=Response,
    responses=_ORIGINAL,
    **ruled(TokenScope.READ, role=Role.VIEWER),
)
def head_original(document: DocumentId, library: InLibrary, request: Request) -> Response:
    """What the file itself is, without sending it."""
    return _original(document, library, request, body=False)


def _original(identity: str, library: Library, request: Request, *, body: bool) -> Response:
    document = original_for(library, identity)
    return original_response(library.original(document), document, request.headers, body=body)
