"""Whether a document is as it was signed."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from pincite.domain import Damage, Discrepancy, Role, TokenScope, Verified
from pincite.errors import NotFoundError
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.lookups import DocumentId, document_for
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["documents"])


class DiscrepancyShape(Shape):
    """Something that is not as it was signed."""

    kind: Damage = Field(examples=["chunk_changed"])
    message: str = Field(examples=["Chunk 3, or one of its vectors, was changed."])
    ordinal: int | None = Field(
        description="Number of the chunk, from 0, where it is about one.", examples=[3]
    )
    pages: list[int] = Field(
        description="The pages concerned; empty where they are not known.", examples=[[2]]
    )

    @classmethod
    def of(cls, found: Discrepancy) -> DiscrepancyShape:
        """A discrepancy."""
        return cls(kind=found.kind, message=found.message, ordinal=found.ordinal, pages=list(found.pages))


class VerifiedShape(Shape):
    """What became of checking a document against its signature."""

    document: str = Field(examples=["5f0c3a9be1d24c7a8f10"])
    state: Literal["sound", "wrong", "unsigned"] = Field(
        description="unsigned: it was added before this library signed anything.", examples=["sound"]
    )
    key: str = Field(description="Public key that signed it; empty for none.", examples=["9f" * 32])
    pages: int = Field(description="Pages that were compared.", examples=[12])
    chunks: int = Field(description="Chunks that were compared.", examples=[48])
    discrepancies: list[DiscrepancyShape]

    @classmethod
    def of(cls, verified: Verified) -> VerifiedShape:
        """What became of a document."""
        return cls(
            document=verified.document.id,
            state=verified.state,
            key=verified.key,
            pages=verified.pages,
            chunks=verified.chunks,
            discrepancies=[DiscrepancyShape.of(found) for found in verified.discrepancies],
        )


@router.get("/documents/{document}/verification", **ruled(TokenScope.READ, role=Role.VIEWER))
def verify_document(
    document: DocumentId, library: InLibrary, context: InContext, caller: ByCaller
) -> VerifiedShape:
    """Compare every page, chunk and vector of a document, and its file, with what was signed when it was added."""
    found = document_for(library, document)
    context.limits.question(caller)  # reads all of the document
    done = library.verify([found.id])
    if not done:
        raise NotFoundError("there is no such document", "It was removed at this moment.")
    return VerifiedShape.of(done[0])
