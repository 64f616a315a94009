"""Files that are made for a client to keep."""

from __future__ import annotations

from fastapi import Response

from pincite.server.names import content_disposition

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "dot": "text/vnd.graphviz; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "svg": "image/svg+xml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def download(content: str | bytes, stem: str, ending: str) -> Response:
    """A file as a response: saved by browsers, never shown by them.

    Args:
        content: Text is sent as UTF-8.
        stem: Name without its ending.
        ending: Says the format: "csv".
    """
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    if ending == "csv":
        data = b"\xef\xbb\xbf" + data  # without it spreadsheets take it for another encoding
    named = content_disposition("attachment", f"{stem}.{ending}")
    headers = {"content-disposition": named, "cache-control": "no-store"}
    return Response(data, media_type=_TYPES[ending], headers=headers)


def described(*endings: str) -> dict[int | str, dict[str, object]]:
    """The `responses` of a route that sends a file of one of some formats."""
    schema = {"schema": {"type": "string", "format": "binary"}}
    content = {_TYPES[ending].split(";")[0]: schema for ending in endings}
    return {200: {"description": "The file.", "content": content}}
