"""Backups of the whole library, for administrators to download."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from pincite.domain import TokenScope
from pincite.errors import NotFoundError
from pincite.server.backups import Backup
from pincite.server.callers import InContext
from pincite.server.names import content_disposition
from pincite.server.parts import OpenFile, PartsResponse
from pincite.server.rules import ruled
from pincite.server.shapes import Shape

router = APIRouter(prefix="/backup", tags=["settings"])

TAR = "application/x-tar"
_CONTENT = {TAR: {"schema": {"type": "string", "format": "binary"}}}
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": _CONTENT},
    206: {"description": "The part of it that was asked for.", "content": _CONTENT},
    304: {"description": "It is as in If-None-Match."},
    416: {"description": "The part is not within the file."},
}


class BackupState(Shape):
    """The backup that there is."""

    state: Literal["none", "making", "ready", "failed"] = Field(
        description="`ready`: it can be downloaded from `/backup/file`."
    )
    written: int = Field(description="Bytes so far.", examples=[90_000_000])
    expected: int = Field(description="Bytes that it will have, roughly.", examples=[182_000_000])
    documents: int = Field(description="How many it holds, once it is ready.")
    expires_at: str | None = Field(
        description="When it is removed by itself.", examples=["2026-05-04T09:30:00+00:00"]
    )
    message: str = Field(description="What failed; else empty.", examples=[""])
    remedy: str = Field(description="What helps then.", examples=[""])

    @classmethod
    def of(cls, backup: Backup) -> BackupState:
        """A backup."""
        expires = dt.datetime.fromtimestamp(backup.expires_at, dt.UTC) if backup.expires_at else None
        return cls(
            state=backup.state,
            written=backup.written,
            expected=backup.expected,
            documents=backup.documents,
            expires_at=None if expires is None else expires.isoformat(timespec="seconds"),
            message=backup.message,
            remedy=backup.remedy,
        )


@router.post("", status_code=202, response_model=BackupState, **ruled(TokenScope.ADMIN, admin=True))
def make_backup(request: Request, context: InContext) -> BackupState:
    """Begin to make a backup of the whole library, of everybody's documents, while it goes on being used.

    One at a time. The one before is removed; so is this one, an hour after it is ready.
    """
    begun = context.backups.begin()
    context.audit(request, "backup.make")
    return BackupState.of(begun)


@router.get("", response_model=BackupState, **ruled(TokenScope.ADMIN, admin=True))
def get_backup(context: InContext) -> BackupState:
    """How far the backup is."""
    return BackupState.of(context.backups.now())


@router.get("/file", response_class=Response, responses=_FILE, **ruled(TokenScope.ADMIN, admin=True))
def download_backup(request: Request, context: InContext) -> Response:
    """The backup, as a file to keep: `pincite restore FILE` makes a library of it. Also in parts."""
    path = context.backups.file()
    file = OpenFile(path, NotFoundError("the backup was removed", "Have another one made."))
    context.audit(request, "backup.download", size=file.size)
    return PartsResponse(
        file,
        request.headers,
        media_type=TAR,
        tag=f'"{file.changed_at:x}-{file.size:x}"',
        headers={
            "cache-control": "no-store",
            "content-disposition": content_disposition("attachment", path.name),
        },
    )


@router.delete("", status_code=204, **ruled(TokenScope.ADMIN, admin=True))
def remove_backup(context: InContext) -> None:
    """Remove the backup from the server, where it takes as much room as the library."""
    context.backups.remove()
