"""Originals as browsers get them: in parts where they ask for parts, and unable to do anything here."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import IO

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pincite.domain import Document
from pincite.errors import NotFoundError
from pincite.server.guards_headers import FILE_POLICY
from pincite.server.names import content_disposition
from pincite.server.ranges import UnsatisfiableRangeError, asked_range, same_tag

PDF = "application/pdf"
PDF_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""Viewers of browsers show no PDF in a sandbox, and need styles of their own; they run nothing of it in our origin."""

_BLOCK = 1 << 18


class OriginalResponse(Response):
    """The file of a document, or the part of it that was asked for.

    Args:
        file: Opened already, so that its removal meanwhile breaks nothing; closed when it is sent.
        size: Of the file in bytes.
        document: Whose it is.
        asked: Headers of the request.
        body: Whether to send it: not for HEAD.
    """

    def __init__(
        self, file: IO[bytes], size: int, document: Document, asked: Headers, *, body: bool = True
    ) -> None:
        inline = document.media_type == PDF
        tag = f'"{document.sha256}"'
        headers = {
            "accept-ranges": "bytes",
            "etag": tag,
            "cache-control": "private, no-cache",
            "content-disposition": content_disposition(
                "inline" if inline else "attachment", document.file_name
            ),
            "content-security-policy": PDF_POLICY if inline else FILE_POLICY,
            "x-content-type-options": "nosniff",
        }
        status, self._start, self._end = 200, 0, size
        if same_tag(asked.get("if-none-match"), tag, weak=True):
            status, self._end = 304, 0
        elif "if-range" not in asked or same_tag(asked["if-range"], tag, weak=False):
            try:
                part = asked_range(asked.get("range"), size)
            except UnsatisfiableRangeError:
                status, self._end = 416, 0
                headers["content-range"] = f"bytes */{size}"
            else:
                if part is not None:
                    status = 206
                    self._start, self._end = part
                    headers["content-range"] = f"bytes {self._start}-{self._end - 1}/{size}"
        if status != 304:
            headers["content-length"] = str(self._end - self._start)
        if not body:
            self._end = self._start
        self._file = file
        super().__init__(
            None, status, headers, media_type=document.media_type if self._shows(status) else None
        )

    def init_headers(self, headers: object = None) -> None:
        """Take the headers as they are: the length is that of the file."""
        given = headers if isinstance(headers, dict) else {}
        self.raw_headers = [(name.encode(), value.encode("latin-1")) for name, value in given.items()]
        if self.media_type is not None:
            self.raw_headers.append((b"content-type", self.media_type.encode("latin-1")))

    @staticmethod
    def _shows(status: int) -> bool:
        return status in (200, 206)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        gone = asyncio.ensure_future(_left(receive))
        try:
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            left = self._end - self._start
            if left:
                await run_in_threadpool(self._file.seek, self._start)
            while left and not gone.done():
                block = await run_in_threadpool(self._file.read, min(left, _BLOCK))
                if not block:
                    raise OSError("an original became shorter while it was sent")
                left -= len(block)
                await send({"type": "http.response.body", "body": block, "more_body": left > 0})
            if self._end == self._start:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._file.close()


async def _left(receive: Receive) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def open_original(path: Path, document: Document) -> tuple[IO[bytes], int]:
    """The file and its size.

    Raises:
        NotFoundError: if it was removed meanwhile.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise NotFoundError(f"the original of {document.file_name} is gone", "Add the file again.") from None
    return file, os.fstat(file.fileno()).st_size
