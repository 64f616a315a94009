"""Pages that must be read from their picture: which they are, and having them read while others are parsed.

A page without text, with text that is not what it shows, or that is one picture under a poor layer of text is drawn and
read (`pincite.ocr`) in threads of this process. Pages come out in the order in which they were put in.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pincite.errors import PinciteError
from pincite.parse.legibility import Legibility, legibility
from pincite.parse.line import PageLines
from pincite.parse.pdf import Glyphs, PdfPage
from pincite.parse.render import render
from pincite.parse.scan_report import Picture

if TYPE_CHECKING:
    from pincite.ocr.options import OcrOptions
    from pincite.ocr.scan import Scan

MOST_PIXELS = 12_000_000
"""Of a page's picture: A4 at 340 dpi. Larger pages are drawn smaller."""

_PREVIEW_DPI = 50
_PREVIEW_PIXELS = 1_000_000
_INK_CONTRAST = 40
_LEAST_INK = 0.0003
"""Share of inked pixels: a full stop on an A4 page."""

_FULL_PAGE = 0.7
_FEW = 60
"""Beside a picture of the whole page so few characters are a stamp or a page number."""

_SAME_WORDS = 0.5
"""A page whose picture has so large a share of its text's words has been legible all along."""


class Text(Enum):
    """What the text of a page is good for."""

    SOUND = "sound"
    NONE = "none"
    FEW = "few"
    """A few characters beside a picture of the whole page."""
    DOUBTFUL = "doubtful"
    """Makes no sense, which text of codes and names does not either."""
    WRONG = "wrong"
    """Not what the page shows."""


@dataclass(slots=True, eq=False)
class _Pending:
    page: PageLines
    text: Text
    scan: Future[Scan] | None


class ScanReader:
    """Puts what was read from pictures in the place of lines that are missing or wrong.

    Args:
        options: How to read pictures; None to leave them unread.
        waiting: Called with a page's index before its picture's reading is waited for.

    Attributes:
        failed: Indexes of pages whose picture could not be read.
    """

    def __init__(self, options: OcrOptions | None, waiting: Callable[[int], None] | None = None) -> None:
        self._options = options
        self._waiting = waiting or (lambda _: None)
        self._pending: deque[_Pending] = deque()
        self._threads: ThreadPoolExecutor | None = None
        self.failed: set[int] = set()

    def close(self) -> None:
        """Give up what is being read."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> ScanReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, page: PdfPage, glyphs: Glyphs, lines: PageLines) -> None:
        """Take a page.

        Args:
            page: The page, open.
            glyphs: Its characters.
            lines: Its lines by its own text.
        """
        text = judge(glyphs, lines)
        scan = None
        if text is not Text.SOUND and has_ink(page):
            if self._options is None:
                _leave(lines, text)
            else:
                scan = self._submit(page, self._options)
        self._pending.append(_Pending(lines, text, scan))

    def ready(self) -> Iterator[PageLines]:
        """Pages that are done, in order; waits where too many are being read."""
        while self._pending and (self._pending[0].scan is None or self._busy() > self._most()):
            if (done := self._next()) is not None:
                yield done

    def flush(self) -> Iterator[PageLines]:
        """All pages that are left."""
        while self._pending:
            if (done := self._next()) is not None:
                yield done

    def _busy(self) -> int:
        return sum(entry.scan is not None for entry in self._pending)

    def _most(self) -> int:
        assert self._options is not None  # noqa: S101 - nothing is submitted without options
        return threads(self._options) + 1

    def _submit(self, page: PdfPage, options: OcrOptions) -> Future[Scan]:
        if self._threads is None:
            make_room(options.memory_mb)
            self._threads = ThreadPoolExecutor(threads(options), thread_name_prefix="pincite-ocr")
        return self._threads.submit(read_picture, options, page.index, gray(page, options.dpi))

    def _next(self) -> PageLines | None:
        entry = self._pending.popleft()
        if entry.scan is None:
            return entry.page
        self._waiting(entry.page.index)
        try:
            scan = entry.scan.result()
        except PinciteError:
            raise
        except (
            Exception
        ):  # whatever a network or its library makes of one picture must not cost the other pages
            self.failed.add(entry.page.index)
            return None
        return self._settled(entry, scan)

    def _settled(self, entry: _Pending, scan: Scan) -> PageLines:
        """The better one of a page's own lines and those of its picture."""
        from pincite.parse.scan_lines import scan_lines

        assert self._options is not None  # noqa: S101 - nothing is submitted without options
        own = entry.page
        read = scan_lines(scan, own.index, own.width, own.height, self._options.least_confidence)
        if entry.text in (Text.WRONG, Text.DOUBTFUL) and _same(own, read):
            return own
        if entry.text is Text.FEW and _length(read) < 2 * _length(own):
            return own
        if not read.lines:
            _leave(own, entry.text)
            own.picture = Picture.NOTHING if own.picture is Picture.UNREAD else own.picture
            return own
        read.picture = Picture.READ
        read.notes, read.attachments = own.notes, own.attachments
        return read


def _leave(page: PageLines, text: Text) -> None:
    """Settle a page whose picture tells nothing; text that is certainly wrong is left out."""
    if text is Text.WRONG:
        page.lines.clear()
        page.picture = Picture.WRONG
    else:
        page.picture = Picture.DOUBTFUL if text is Text.DOUBTFUL else Picture.UNREAD


def read_picture(options: OcrOptions, index: int, picture: NDArray[np.uint8]) -> Scan:
    """What stands on the picture of a page, as kept or read now."""
    # Here and not above: a parser that meets no picture must stay small.
    from pincite.ocr.readers import reader
    from pincite.ocr.work import kept

    return kept(options, index, picture, lambda image: reader(options, threads(options))(image))


def make_room(memory_mb: int) -> None:
    """Raise this process's own cap on memory, as far as its parent allows: see `pincite.parse.worker`."""
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY and hard != resource.RLIM_INFINITY:
            resource.setrlimit(resource.RLIMIT_AS, (min(soft + (memory_mb << 20), hard), hard))


def threads(options: OcrOptions) -> int:
    """How many pages are read at a time."""
    return options.threads or max(1, min(4, os.cpu_count() or 1))


def judge(glyphs: Glyphs, lines: PageLines) -> Text:
    """What the text of a page is good for."""
    characters = _length(lines)
    if not characters:
        return Text.NONE
    if characters <= _FEW and _covered(glyphs) >= _FULL_PAGE:
        return Text.FEW
    text = "\n".join(line.text for line in lines.lines)
    found = legibility(np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32))
    return {
        Legibility.SOUND: Text.SOUND, Legibility.DOUBTFUL: Text.DOUBTFUL, Legibility.WRONG: Text.WRONG
    }[found]  # fmt: skip


def _covered(glyphs: Glyphs) -> float:
    """Share of the page that its largest picture covers."""
    images = np.clip(glyphs.graphics.images, 0, [glyphs.width, glyphs.height] * 2)
    if not len(images):
        return 0.0
    areas = (images[:, 2] - images[:, 0]) * (images[:, 3] - images[:, 1])
    return float(areas.max()) / (glyphs.width * glyphs.height)


def _length(page: PageLines) -> int:
    return sum(len(line.text) for line in page.lines)


def _same(own: PageLines, read: PageLines) -> bool:
    """Whether most of a page's own words are on its picture."""
    mine = {word for line in own.lines for word in line.text.split()}
    seen = {word for line in read.lines for word in line.text.split()}
    return len(mine & seen) >= _SAME_WORDS * len(mine)


def gray(page: PdfPage, dpi: float, most_pixels: int = MOST_PIXELS) -> NDArray[np.uint8]:
    """The picture of a page, (h, w), 0 black to 255 white."""
    red, green, blue = np.moveaxis(render(page, dpi, most_pixels).astype(np.uint16), 2, 0)
    # Luminance of ITU-R BT.601 in units of 1/256.
    shades: NDArray[np.uint8] = ((77 * red + 150 * green + 29 * blue) >> 8).astype(np.uint8)
    return shades


def has_ink(page: PdfPage) -> bool:
    """Whether anything is to be seen on a page."""
    small = gray(page, _PREVIEW_DPI, _PREVIEW_PIXELS).astype(np.int16)
    return float((np.abs(small - np.median(small)) > _INK_CONTRAST).mean()) > _LEAST_INK
