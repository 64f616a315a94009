"""Adding files: each becomes a job, which makes a document of it in the background."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pincite.domain import Collection, Role, TokenScope
from pincite.errors import DamagedFileError, PinciteError
from pincite.library import Library
from pincite.server.callers import InLibrary, context_of
from pincite.server.lookups import CollectionId, collection_for
from pincite.server.problems import kind_of, problem, words_of
from pincite.server.rules import ruled
from pincite.server.shapes import DocumentRef, Shape
from pincite.server.uploads import LONGEST_PASSWORD, Taken, Upload, check_declared, read_upload

router = APIRouter(tags=["documents"])


class UploadedFile(Shape):
    """What became of one file."""

    name: str = Field(description="As it is shown: without folders.", examples=["heat-pumps.pdf"])
    size: int = Field(description="In bytes.", examples=[182_332])
    state: Literal["queued", "known", "refused"] = Field(
        description="`queued`: a job makes a document of it; `known`: the collection has a document of the same bytes; "
        "`refused`: nothing is kept of it."
    )
    job: str | None = Field(
        description="Id of the job: see `/jobs/{job}`.", examples=["c3d20c9be1d24c7a8f10"]
    )
    document: DocumentRef | None = Field(description="What the collection has already.")
    note: str = Field(description="Why; empty for what is queued.", examples=[""])

    @classmethod
    def of(cls, taken: Taken) -> UploadedFile:
        """One file."""
        return cls(
            name=taken.name,
            size=taken.size,
            state=taken.state,
            job=taken.job,
            document=None if taken.document is None else DocumentRef.of(taken.document),
            note=taken.note,
        )


class Receipt(Shape):
    """What became of an upload."""

    batch: str = Field(
        description="Common to the jobs of this upload: see `/jobs?batch=`.",
        examples=["0a1b2c3d4e5f60718293"],
    )
    files: list[UploadedFile]


_FORM: dict[str, Any] = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["files"],
                "additionalProperties": False,
                "properties": {
                    "password": {
                        "type": "string",
                        "maxLength": LONGEST_PASSWORD,
                        "description": "For encrypted files. Fields come before files.",
                    },
                    "ocr": {
                        "type": "string",
                        "enum": ["true", "false"],
                        "description": "Whether pages without sound text are read from their picture; as a rule they "
                        "are.",
                    },
                    "batch": {
                        "type": "string",
                        "pattern": "^[0-9A-Za-z]{8,32}$",
                        "description": "Common to several uploads that belong together; made up when it is not given.",
                    },
                    "files": {
                        "type": "array",
                        "minItems": 1,
                        "items": {"type": "string", "format": "binary"},
                        "description": "One or more files.",
                    },
                },
            }
        }
    },
}


def _upload_rule(**rule: Any) -> dict[str, Any]:
    arguments = ruled(TokenScope.WRITE, **rule)
    arguments["openapi_extra"]["requestBody"] = _FORM
    return arguments


@router.post("/documents", status_code=202, response_model=Receipt, **_upload_rule())
async def upload_documents(request: Request, library: InLibrary) -> Any:
    """Add files to your own collection for what goes to none by name; see `/collections/{collection}/documents`."""
    return await _taken_in(request, library, await run_in_threadpool(library.default_collection))


@router.post(
    "/collections/{collection}/documents",
    status_code=202,
    response_model=Receipt,
    **_upload_rule(role=Role.EDITOR),
)
async def upload_documents_to_collection(
    collection: CollectionId, request: Request, library: InLibrary
) -> Any:
    """Add files to a collection.

    Each file is kept as soon as it has arrived completely: if the rest of the request fails, the problem's member
    `taken` names those that were taken, and they need not be sent again. What is answered with 202 survives a power
    cut.
    """
    found = await run_in_threadpool(collection_for, library, collection, Role.EDITOR)
    return await _taken_in(request, library, found)


async def _taken_in(request: Request, library: Library, collection: Collection) -> Receipt | JSONResponse:
    check_declared(request, library)
    upload = Upload(library, collection, request.headers.get("content-type", "").encode("latin-1"))
    try:
        await read_upload(request, upload)
        _require_some(upload)
    except ClientDisconnect:
        return problem(request, 400, "client-left", "the client left before the upload was complete")
    except HTTPException as error:
        if not upload.taken:
            raise
        kind, detail, remedy = "http", str(error.detail), "Send the others again."
        return problem(request, error.status_code, kind, detail, remedy, taken=_files(upload))
    except PinciteError as error:
        if not upload.taken:
            raise
        detail, remedy = words_of(request, error)
        return problem(request, error.http_status, kind_of(error), detail, remedy, taken=_files(upload))
    finally:
        queued = sum(file.state == "queued" for file in upload.taken)
        if queued:
            await run_in_threadpool(_audit, request, collection, upload.batch, queued)
    return Receipt(batch=upload.batch, files=_files(upload))


def _require_some(upload: Upload) -> None:
    refused = [file for file in upload.taken if file.state == "refused"]
    if len(refused) == len(upload.taken):
        raise DamagedFileError(f"{refused[0].name}: {refused[0].note}", "Choose another file.")


def _audit(request: Request, collection: Collection, batch: str, files: int) -> None:
    context_of(request).audit(request, "document.upload", collection.id, files=files, batch=batch)


def _files(upload: Upload) -> list[UploadedFile]:
    return [UploadedFile.of(taken) for taken in upload.taken]
