"""What the path of a request names: by its whole id only, and only what the caller sees."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from pincite.domain import Collection, Document, Role
from pincite.errors import ForbiddenError
from pincite.library import Library

_REDACTED = "personal_data_redacted"

DocumentId = Annotated[
    str, Path(description="Id of the document.", max_length=64, examples=["5f0c3a9be1d24c7a8f10"])
]
CollectionId = Annotated[
    str, Path(description="Id of the collection.", max_length=64, examples=["1f5a0c9be1d24c7a8f10"])
]
PageIndex = Annotated[
    int, Path(description="Place of the page in the file, from 1.", ge=1, le=1_000_000, examples=[1])
]


def document_for(library: Library, identity: str, needed: Role = Role.VIEWER) -> Document:
    """The document with exactly this id.

    Raises:
        NotFoundError: if the caller sees none.
        ForbiddenError: if the caller's role does not cover what is needed.
    """
    document = library.document_by_id(identity)
    if needed is not Role.VIEWER:
        _require(library.role_on(document.id), needed, "this document")
    return document


def collection_for(library: Library, identity: str, needed: Role = Role.VIEWER) -> Collection:
    """The collection with exactly this id.

    Raises:
        NotFoundError: if the caller sees none.
        ForbiddenError: if the caller's role does not cover what is needed.
    """
    collection = library.collection_by_id(identity)
    _require(collection.role, needed, "this collection")
    return collection


def may_see_original(document: Document, role: Role) -> bool:
    """Whether a role shows the file itself: what was blacked out of the text is not hidden in the file."""
    redacted = any(notice.code == _REDACTED for notice in document.warnings)
    return role is Role.OWNER or not redacted


def original_for(library: Library, identity: str) -> Document:
    """The document with exactly this id, whose file or pictures the caller asks for.

    Raises:
        NotFoundError: if the caller sees none.
        ForbiddenError: if personal data was blacked out of its text, and the caller is no owner of it.
    """
    document = library.document_by_id(identity)
    if not may_see_original(document, library.role_on(document.id)):
        raise ForbiddenError(
            "personal data was blacked out of this document: only its owners see the file itself",
            "Read the text of its pages, or ask an owner of its collection.",
        )
    return document


def _require(role: Role, needed: Role, what: str) -> None:
    if not role.covers(needed):
        raise ForbiddenError(
            f"as {role.value} you may not do that with {what}: it takes the role {needed.value}",
            "Ask one of the owners of its collection.",
        )
