"""Originals as browsers get them: in parts where they ask for parts, and unable to do anything here."""

from __future__ import annotations

from pathlib import Path

from starlette.datastructures import Headers

from pincite.domain import Document
from pincite.errors import NotFoundError
from pincite.server.guards_headers import FILE_POLICY
from pincite.server.names import content_disposition
from pincite.server.parts import OpenFile, PartsResponse

PDF = "application/pdf"
PDF_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""Viewers of browsers show no PDF in a sandbox, and need styles of their own; they run nothing of it in our origin."""


def original_response(path: Path, document: Document, asked: Headers, *, body: bool = True) -> PartsResponse:
    """The file of a document, or the part of it that was asked for.

    Args:
        path: Where it lies.
        document: Whose it is.
        asked: Headers of the request.
        body: Whether to send it: not for HEAD.

    Raises:
        NotFoundError: if it was removed meanwhile.
    """
    inline = document.media_type == PDF
    missing = NotFoundError(f"the original of {document.file_name} is gone", "Add the file again.")
    return PartsResponse(
        OpenFile(path, missing),
        asked,
        media_type=document.media_type,
        tag=f'"{document.sha256}"',
        headers={
            "cache-control": "private, no-cache",
            "content-disposition": content_disposition(
                "inline" if inline else "attachment", document.file_name
            ),
            "content-security-policy": PDF_POLICY if inline else FILE_POLICY,
            "x-content-type-options": "nosniff",
        },
        body=body,
    )
