"""Pictures of pages, drawn by processes of their own: PDFium serves one thread only, and a page may hang or crash it.

What is asked for by several at once is drawn once, and kept in memory as long as there is room.
"""

from __future__ import annotations

import asyncio
import io
import os
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from pincite.config import ParseSettings
from pincite.errors import DocumentError, PasswordNeededError
from pincite.parse import ParserPool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTHS = (160, 240, 320, 480, 640, 800, 1000, 1200, 1600, 2000, 2400, 3200)
"""Pixels; what is asked for is rounded up, so that the same picture does for windows of nearly the same size."""

MEDIA_TYPE = "image/jpeg"
MOST_PIXELS = 12_000_000
_LONGEST_SIDE = 32_000
"""Pixels; JPEG has no more than twice as many."""

MOST_KEPT_BYTES = 100_000_000
SECONDS = 10.0
"""A page that takes longer to draw has no picture."""

FAILED_SECONDS = 60.0
"""So long is not tried again what failed."""

_MOST_FAILURES = 1000
_QUALITY = 85
_FILES_PER_PROCESS = 5000
_POINTS_PER_INCH = 72


def step_of(width: int) -> int:
    """The width in which a picture of at least this width is drawn."""
    return next((step for step in WIDTHS if step >= width), WIDTHS[-1])


@dataclass(frozen=True, slots=True)
class PagePicture:
    """Which picture of which page.

    Attributes:
        sha256: Digest of the file.
        index: Of the page, from 1.
        width: In pixels, one of `WIDTHS`.
    """

    sha256: str
    index: int
    width: int

    @property
    def tag(self) -> str:
        """Its entity tag: the same bytes are drawn in the same way."""
        return f'"{self.sha256[:32]}-{self.index}-{self.width}"'


class Pictures:
    """Draws pages, for one event loop.

    Args:
        settings: Memory that a process may use.
        processes: How many draw at a time; by the CPU when None.
    """

    def __init__(self, settings: ParseSettings, processes: int | None = None) -> None:
        self._processes = processes or min(2, os.cpu_count() or 1)
        seconds = min(SECONDS, settings.seconds_per_page)
        self._settings = settings.model_copy(update={"workers": self._processes, "seconds_per_page": seconds})
        self._pool: ParserPool | None = None
        self._pool_lock = threading.Lock()
        self._closed = False
        self._turns: anyio.CapacityLimiter | None = None
        self._kept: OrderedDict[PagePicture, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._kept_lock = threading.Lock()
        self._failures: dict[tuple[str, int], tuple[float, DocumentError]] = {}
        self._drawing: dict[PagePicture, asyncio.Task[bytes]] = {}

    async def get(self, wanted: PagePicture, path: Path, size: tuple[float, float]) -> bytes:
        """A picture as JPEG.

        Args:
            wanted: Which one.
            path: The file.
            size: Width and height of the page as displayed, in points.

        Raises:
            DocumentError: if the page cannot be drawn, or not within the limits.
        """
        kept = self._find(wanted)
        if kept is not None:
            return kept
        until, failure = self._failures.get((wanted.sha256, wanted.index), (0.0, None))
        if failure is not None and time.monotonic() < until:
            raise type(failure)(failure.message, failure.remedy)
        task = self._drawing.get(wanted)
        if task is None:
            task = asyncio.create_task(self._draw(wanted, path, size))
            task.add_done_callback(_seen)
            self._drawing[wanted] = task
        # Whoever leaves must not take the picture away from the others who wait for it.
        return await asyncio.shield(task)

    async def _draw(self, wanted: PagePicture, path: Path, size: tuple[float, float]) -> bytes:
        if self._turns is None:
            # Threads of its own: a page that hangs must not keep one from ordinary requests.
            self._turns = anyio.CapacityLimiter(self._processes)
        width, height = (max(side, 1.0) for side in size)
        dpi = min((wanted.width + 0.5) / width, _LONGEST_SIDE / height) * _POINTS_PER_INCH
        try:
            data = await anyio.to_thread.run_sync(
                partial(self._drawn, path, wanted.index, dpi, width), limiter=self._turns
            )
        except DocumentError as error:
            if len(self._failures) >= _MOST_FAILURES:
                self._failures.clear()
            failure = _told(wanted.index, error)
            if not self._closed:
                self._failures[wanted.sha256, wanted.index] = (time.monotonic() + FAILED_SECONDS, failure)
            raise failure from error
        finally:
            self._drawing.pop(wanted, None)
        self._keep(wanted, data)
        return data

    def _drawn(self, path: Path, index: int, dpi: float, width: float) -> bytes:
        with self._pool_lock:
            if self._pool is None and not self._closed:
                self._pool = ParserPool(self._settings, files_per_process=_FILES_PER_PROCESS)
        if self._pool is None:
            raise DocumentError("the server is stopping")
        return _encoded(self._pool.render(path, index, dpi=dpi, pixels=MOST_PIXELS, width=width))

    def _find(self, wanted: PagePicture) -> bytes | None:
        with self._kept_lock:
            found = self._kept.get(wanted)
            if found is not None:
                self._kept.move_to_end(wanted)
            return found

    def _keep(self, picture: PagePicture, data: bytes) -> None:
        with self._kept_lock:
            self._kept[picture] = data
            self._kept_bytes += len(data)
            while self._kept_bytes > MOST_KEPT_BYTES:
                _, dropped = self._kept.popitem(last=False)
                self._kept_bytes -= len(dropped)

    def forget(self, sha256: str) -> None:
        """Drop the pictures of a file that was removed; from any thread."""
        with self._kept_lock:
            for picture in [picture for picture in self._kept if picture.sha256 == sha256]:
                self._kept_bytes -= len(self._kept.pop(picture))

    def close(self) -> None:
        """End the processes; what is being drawn fails. May be called twice, from any thread."""
        with self._pool_lock:
            self._closed = True
            pool = self._pool
        if pool is not None:
            pool.close()


def _seen(task: asyncio.Task[bytes]) -> None:
    """All who waited may have left: nobody else looks at why it failed."""
    if not task.cancelled():
        task.exception()


def _told(index: int, error: DocumentError) -> DocumentError:
    """What is said of a page that cannot be drawn: the file's name within the library is nobody's business."""
    if isinstance(error, PasswordNeededError):
        return PasswordNeededError(
            "the file is encrypted: its pages have no pictures",
            "Open the original, and give its password there.",
        )
    return DocumentError(
        f"page {index} cannot be shown as a picture", "Its text can be read, or the original opened."
    )


def _encoded(pixels: NDArray[np.uint8]) -> bytes:
    from PIL import Image

    # JPEG: of what browsers read, all else takes five to ten times as long. Full colour keeps the edges of text.
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return buffer.getvalue()
