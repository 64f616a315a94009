"""Files that are sent in parts where parts are asked for, however large they are."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pincite.errors import NotFoundError
from pincite.server.ranges import UnsatisfiableRangeError, asked_range, same_tag

_BLOCK = 1 << 18


class OpenFile:
    """A file that is sent. It is opened before the answer begins, so that its removal meanwhile breaks nothing.

    Args:
        path: Where it lies.
        missing: What to tell where it was removed.

    Attributes:
        content: Of the file; to be closed by whoever reads it.
        size: In bytes.
        changed_at: In nanoseconds since 1970.

    Raises:
        NotFoundError: `missing`, if there is no such file.
    """

    def __init__(self, path: Path, missing: NotFoundError) -> None:
        try:
            self.content: IO[bytes] = path.open("rb")
        except FileNotFoundError:
            raise missing from None
        status = os.fstat(self.content.fileno())
        self.size, self.changed_at = status.st_size, status.st_mtime_ns


class PartsResponse(Response):
    """A file, or the part of it that was asked for.

    Args:
        file: Closed when it is sent.
        asked: Headers of the request.
        media_type: Of the file.
        tag: Another one for other bytes, with its quotes.
        headers: What else is told of it.
        body: Whether to send it: not for HEAD.
    """

    def __init__(
        self,
        file: OpenFile,
        asked: Headers,
        *,
        media_type: str,
        tag: str,
        headers: Mapping[str, str],
        body: bool = True,
    ) -> None:
        told = {**headers, "accept-ranges": "bytes", "etag": tag}
        status, self._start, self._end = 200, 0, file.size
        if same_tag(asked.get("if-none-match"), tag, weak=True):
            status, self._end = 304, 0
        elif "if-range" not in asked or same_tag(asked["if-range"], tag, weak=False):
            try:
                part = asked_range(asked.get("range"), file.size)
            except UnsatisfiableRangeError:
                status, self._end = 416, 0
                told["content-range"] = f"bytes */{file.size}"
            else:
                if part is not None:
                    status = 206
                    self._start, self._end = part
                    told["content-range"] = f"bytes {self._start}-{self._end - 1}/{file.size}"
        if status != 304:
            told["content-length"] = str(self._end - self._start)
        if not body:
            self._end = self._start
        self._content = file.content
        super().__init__(None, status, told, media_type=media_type if status in (200, 206) else None)

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        """Take the headers as they are: the length is that of the file."""
        self.raw_headers = [
            (name.encode(), value.encode("latin-1")) for name, value in (headers or {}).items()
        ]
        if self.media_type is not None:
            self.raw_headers.append((b"content-type", self.media_type.encode("latin-1")))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        gone = asyncio.ensure_future(_left(receive))
        try:
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            left = self._end - self._start
            if left:
                await run_in_threadpool(self._content.seek, self._start)
            while left and not gone.done():
                block = await run_in_threadpool(self._content.read, min(left, _BLOCK))
                if not block:
                    raise OSError("a file became shorter while it was sent")
                left -= len(block)
                await send({"type": "http.response.body", "body": block, "more_body": left > 0})
            if self._end == self._start:
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._content.close()


async def _left(receive: Receive) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
