"""Collections, and with whom they are shared."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field

from pincite.domain import Role, TokenScope
from pincite.errors import ConflictError, UsageError
from pincite.server.callers import ByCaller, InContext, InLibrary
from pincite.server.documents import CollectionDetails, CollectionShape, ShareShape
from pincite.server.lookups import CollectionId, collection_for
from pincite.server.rules import ruled
from pincite.server.shapes import Listing, Shape

router = APIRouter(tags=["collections"])


class CollectionName(Shape):
    """What a collection is called."""

    name: str = Field(
        description="1 to 200 characters; names that differ only in case are the same.",
        min_length=1,
        max_length=200,
        examples=["Contracts"],
    )


class NewShare(Shape):
    """Who may do what with a collection from now on."""

    name: str = Field(description="Name of the account.", max_length=200, examples=["maria"])
    role: Role = Role.VIEWER


class Deleted(Shape):
    """What went with a collection."""

    documents: int = Field(description="So many documents were in no other collection.", examples=[12])


AccountId = Annotated[
    str, Path(description="Id of the account.", max_length=64, examples=["9b0e0c9be1d24c7a8f10"])
]


@router.get("/collections", **ruled(TokenScope.READ))
def list_collections(library: InLibrary) -> Listing[CollectionShape]:
    """The collections that you see, all in one part."""
    return Listing[CollectionShape](items=[CollectionShape.of(found) for found in library.collections()])


@router.post("/collections", status_code=201, **ruled(TokenScope.WRITE))
def create_collection(
    new: CollectionName, library: InLibrary, context: InContext, request: Request
) -> CollectionShape:
    """Make an empty collection, which is yours."""
    made = library.create_collection(new.name)
    context.audit(request, "collection.create", made.id, name=made.name)
    return CollectionShape.of(made)


@router.get("/collections/{collection}", **ruled(TokenScope.READ, role=Role.VIEWER))
def get_collection(collection: CollectionId, library: InLibrary) -> CollectionDetails:
    """A collection."""
    found = collection_for(library, collection)
    return CollectionDetails(
        **CollectionShape.of(found).model_dump(),
        only_here=library.store.only_in(found.id) if found.role is Role.OWNER else None,
    )


@router.patch("/collections/{collection}", **ruled(TokenScope.WRITE, role=Role.OWNER))
def rename_collection(
    collection: CollectionId, new: CollectionName, library: InLibrary, context: InContext, request: Request
) -> CollectionShape:
    """Give a collection another name."""
    found = collection_for(library, collection, Role.OWNER)
    library.rename_collection(found.id, new.name)
    context.audit(request, "collection.rename", found.id, name=new.name, before=found.name)
    return CollectionShape.of(library.collection_by_id(found.id))


@router.delete("/collections/{collection}", **ruled(TokenScope.WRITE, role=Role.OWNER))
def delete_collection(
    collection: CollectionId,
    library: InLibrary,
    context: InContext,
    request: Request,
    confirm: Annotated[str, Query(description="The name of the collection.", max_length=1000)] = "",
) -> Deleted:
    """Delete a collection with those of its documents that are in no other one, for good.

    Answers that quote these stay with their quotes, and tell that they are gone.
    """
    found = collection_for(library, collection, Role.OWNER)
    if confirm != found.name:
        going = library.store.only_in(found.id)
        raise ConflictError(
            f"deleting the collection {found.name!r} removes {going} document(s) for good",
            "Give its name as `confirm`.",
        )
    gone = library.delete_collection(found.id)
    context.audit(request, "collection.delete", found.id, name=found.name, documents=gone)
    return Deleted(documents=gone)


@router.get("/collections/{collection}/shares", **ruled(TokenScope.READ, role=Role.OWNER))
def list_shares(collection: CollectionId, library: InLibrary) -> Listing[ShareShape]:
    """Who may do what with a collection, all in one part."""
    found = collection_for(library, collection, Role.OWNER)
    return Listing[ShareShape](items=[ShareShape.of(share) for share in library.shares(found.id)])


@router.put("/collections/{collection}/shares", **ruled(TokenScope.WRITE, role=Role.OWNER))
def share_collection(
    collection: CollectionId, new: NewShare, library: InLibrary, context: InContext, request: Request
) -> ShareShape:
    """Let an account use a collection, or change what it may do; it counts at once."""
    found = collection_for(library, collection, Role.OWNER)
    share = library.share(found.id, new.name, new.role)
    context.audit(request, "collection.share", found.id, account=share.account, role=share.role.value)
    return ShareShape.of(share)


@router.delete(
    "/collections/{collection}/shares/{account}",
    status_code=204,
    **ruled(TokenScope.WRITE, role=Role.OWNER),
)
def unshare_collection(
    collection: CollectionId, account: AccountId, library: InLibrary, context: InContext, request: Request
) -> None:
    """Take a collection from an account; it counts at once."""
    found = collection_for(library, collection, Role.OWNER)
    library.unshare(found.id, account)
    context.audit(request, "collection.unshare", found.id, account=account)


@router.post("/collections/{collection}/leave", status_code=204, **ruled(TokenScope.WRITE, role=Role.VIEWER))
def leave_collection(
    collection: CollectionId, library: InLibrary, caller: ByCaller, context: InContext, request: Request
) -> None:
    """Give up a collection that another account shares with you."""
    found = collection_for(library, collection)
    if caller.account is None:
        raise UsageError("without accounts, all collections are yours", "Delete it instead.")
    library.unshare(found.id, caller.account.id)
    context.audit(request, "collection.leave", found.id)
