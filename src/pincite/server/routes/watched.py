"""Folders of the server whose files are followed. For administrators: what the server may read is named here."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from pydantic import Field

from pincite.domain import TokenScope, WatchedFolder
from pincite.errors import UsageError
from pincite.library import Library
from pincite.server.callers import InContext, InLibrary
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(tags=["watched"])


class WatchedShape(Shape):
    """A folder whose files are documents of a collection."""

    id: str = Field(examples=["c0a80165e4d24c7a8f10"])
    path: str = Field(description="On the server's machine.", examples=["/srv/papers"])
    collection: str = Field(
        description="Id of the collection that its files go to.", examples=["261ecb43912e573399f1"]
    )
    paused: bool
    failure: str = Field(
        description="Why it cannot be followed at present, or what was not done; empty when all is well.",
        examples=[""],
    )
    files: int = Field(description="Files that are followed.", examples=[120])
    created_at: str = Field(examples=["2026-11-30T21:06:59.203475+00:00"])

    @classmethod
    def of(cls, folder: WatchedFolder) -> WatchedShape:
        """A watched folder."""
        return cls(
            id=folder.id,
            path=folder.path,
            collection=folder.collection,
            paused=folder.paused,
            failure=folder.failure,
            files=folder.files,
            created_at=folder.created_at,
        )


class WatchedList(Shape):
    """All watched folders."""

    items: list[WatchedShape]


class WatchedNew(Shape):
    """A folder to follow."""

    path: str = Field(min_length=1, max_length=4000, examples=["/srv/papers"])
    collection: str | None = Field(
        None,
        max_length=32,
        description="Id of the collection; your default collection when null.",
        examples=["261ecb43912e573399f1"],
    )


class WatchedChange(Shape):
    """What to change."""

    paused: bool


@router.get("/watched", **ruled(TokenScope.ADMIN, admin=True))
def list_watched(library: InLibrary) -> WatchedList:
    """All folders whose files are followed."""
    return WatchedList(items=[WatchedShape.of(folder) for folder in library.watched()])


@router.post("/watched", status_code=201, **ruled(TokenScope.ADMIN, admin=True))
def watch(request: Request, context: InContext, library: InLibrary, new: WatchedNew) -> WatchedShape:
    """Follow a folder of the server: its files are added, and what changes, is renamed or removed follows."""
    if not Path(new.path).is_absolute():
        raise UsageError("the path is not absolute", "Name the folder from the root on.")
    folder = library.watch(new.path, _collection(library, new.collection))
    context.audit(request, "watched.add", folder.id, path=folder.path, collection=folder.collection)
    return WatchedShape.of(folder)


@router.get("/watched/{watched}", **ruled(TokenScope.ADMIN, admin=True))
def get_watched(library: InLibrary, watched: str) -> WatchedShape:
    """One of them."""
    return WatchedShape.of(library.watched_by_id(watched))


@router.patch("/watched/{watched}", **ruled(TokenScope.ADMIN, admin=True))
def change_watched(
    request: Request, context: InContext, library: InLibrary, watched: str, change: WatchedChange
) -> WatchedShape:
    """Do not follow it for the time being, or follow it again."""
    folder = library.pause_watched(library.watched_by_id(watched).id, paused=change.paused)
    context.audit(request, "watched.pause" if change.paused else "watched.resume", folder.id)
    return WatchedShape.of(folder)


@router.delete("/watched/{watched}", status_code=204, **ruled(TokenScope.ADMIN, admin=True))
def unwatch(request: Request, context: InContext, library: InLibrary, watched: str) -> None:
    """Follow it no more. Its documents stay."""
    folder = library.unwatch(library.watched_by_id(watched).id)
    context.audit(request, "watched.remove", folder.id, path=folder.path)


def _collection(library: Library, identity: str | None) -> str | None:
    return None if identity is None else library.store.collection_by_id(identity).id
