"""The same done with many documents."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.domain import Role, TokenScope
from pincite.errors import PinciteError
from pincite.library import Library
from pincite.server.callers import InContext, InLibrary
from pincite.server.context import Context
from pincite.server.lookups import collection_for, document_for
from pincite.server.problems import kind_of
from pincite.server.routes.documents import removed
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["documents"])

MOST = 200
Ids = Annotated[
    list[Annotated[str, Field(max_length=64)]],
    Field(
        description="Ids of documents.", min_length=1, max_length=MOST, examples=[["5f0c3a9be1d24c7a8f10"]]
    ),
]
_COLLECTION = Field(description="Id of a collection.", max_length=64, examples=["1f5a0c9be1d24c7a8f10"])


class Delete(Shape):
    """Take documents out of all collections that you may change."""

    action: Literal["delete"]
    documents: Ids
    forget: bool = Field(
        default=False, strict=True, description="Whether answers that quote them go as well."
    )


class MoveAll(Shape):
    """Take documents out of one collection and put them into another."""

    action: Literal["move"]
    documents: Ids
    source: str = _COLLECTION
    target: str = _COLLECTION


class AddAll(Shape):
    """Put documents into one more collection."""

    action: Literal["add"]
    documents: Ids
    target: str = _COLLECTION


class ReindexAll(Shape):
    """Read and index documents again."""

    action: Literal["reindex"]
    documents: Ids
    ocr: bool = Field(
        default=True, strict=True, description="Whether pages without sound text are read from their picture."
    )


Bulk = Annotated[Delete | MoveAll | AddAll | ReindexAll, Field(discriminator="action")]


class Outcome(Shape):
    """What became of one document."""

    document: str = Field(description="Its id.", examples=["5f0c3a9be1d24c7a8f10"])
    done: bool
    job: str | None = Field(default=None, description="Id of the job that was begun.", examples=[None])
    problem: str = Field(
        default="", description="Stable name of the kind of problem.", examples=["not-found"]
    )
    detail: str = Field(default="", description="What the problem is.")


class Outcomes(Shape):
    """What became of each document, in the order asked for."""

    items: list[Outcome]


@router.post("/documents/bulk", **ruled(TokenScope.WRITE))
def change_documents(bulk: Bulk, library: InLibrary, context: InContext, request: Request) -> Outcomes:
    """Do the same with up to 200 documents. Each succeeds or fails alone."""
    if isinstance(bulk, (MoveAll, AddAll)):
        collection_for(library, bulk.target, Role.EDITOR)
    if isinstance(bulk, MoveAll):
        collection_for(library, bulk.source, Role.EDITOR)
    outcomes = [_changed(bulk, one, library, context, request) for one in dict.fromkeys(bulk.documents)]
    return Outcomes(items=outcomes)


def _changed(bulk: Bulk, identity: str, library: Library, context: Context, request: Request) -> Outcome:
    try:
        document = document_for(library, identity, Role.EDITOR)
        if isinstance(bulk, Delete):
            removed(library, context, request, document, forget=bulk.forget)
        elif isinstance(bulk, MoveAll):
            library.move_document(document.id, bulk.source, bulk.target)
            context.audit(request, "document.move", document.id, source=bulk.source, target=bulk.target)
        elif isinstance(bulk, AddAll):
            if library.add_to_collection(document.id, bulk.target):
                context.audit(request, "document.add", document.id, collection=bulk.target)
        else:
            job = library.reindex(document.id, ocr=bulk.ocr)
            context.audit(request, "document.reindex", document.id, job=job.id)
            return Outcome(document=identity, done=True, job=job.id)
    except PinciteError as error:
        if error.http_status >= 500:
            raise  # the library itself has a problem: the others would fail likewise
        return Outcome(document=identity, done=False, problem=kind_of(error), detail=error.message)
    return Outcome(document=identity, done=True)
