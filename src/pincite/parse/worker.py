"""The program of a parser process: reads jobs from its standard input, answers on its standard output.

It must start quickly and stay small, so it imports PDFium and NumPy and nothing else of weight.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from pincite.domain import Page
from pincite.errors import ParseLimitError, ParserCrashedError, PinciteError
from pincite.ocr.options import OcrOptions
from pincite.parse import frames
from pincite.parse.details import page_details
from pincite.parse.document import Limits, check
from pincite.parse.files import stream_file
from pincite.parse.pdf import PdfFile
from pincite.parse.render import render

_PAGES_AT_ONCE = 32
"""Pages of one frame."""

_NICENESS = 5
_POINTS_PER_INCH = 72

_lent: list[Path] = []
"""Files that the parent made for the job and removes itself after it."""


def main(memory_mb: int, most_mb: int = 0) -> None:
    """Serve jobs until the parent is gone.

    The process begins with a cap of `memory_mb` and may raise it to `most_mb` where pictures must be read.

    A job is its name, path, password and more.

    * ("read", …, most pages, most bytes, pages to skip, file for pages, OCR options or None, the file's name):
      answered by ("page", index, pages done, pages in all) before each step of a page (index 0: of no single page),
      ("scan", index) before the reading of its picture is waited for, ("begin", ParsedDocument as far as it is known),
      ("pages", [Page, …]) again and again, then ("done", ParsedDocument without pages).
    * ("render", …, page index, dpi, most pixels, width of the page in points or None): answered by ("done", array).
    * ("searchable", …, new file, OCR options, page indexes, whether to read all): answered by ("page", 0, pages done,
      pages in all) after each page, then ("done", [(page index, confidence), …]).
    * ("unpack", …, the file's name, an empty folder): answered by ("done", Unpacked or None).
    * ("details", …, page index): answered by ("done", PageDetails).

    Each may be answered by ("error", PinciteError) instead.
    """
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    # PDFium and its libraries may print; that must not end up among the answers.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(memory_mb, max(memory_mb, most_mb))
    jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, jobs), daemon=True).start()
    frames.send(target, ("ready",))
    while True:
        _serve(target, jobs.get())


def _listen(source: BinaryIO, jobs: queue.SimpleQueue[Any]) -> None:
    """Take jobs; end the process when the parent is gone, even in the middle of a page that hangs."""
    try:
        while True:
            jobs.put(frames.receive(source))
    except (EOFError, OSError):
        _leave()


def _leave() -> NoReturn:
    """End, whatever else runs, because the parent is gone; what it can no longer tidy up is removed."""
    for file in _lent:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    os._exit(0)


def _limit(memory_mb: int, most_mb: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit, most = memory_mb << 20, most_mb << 20
        if hard != resource.RLIM_INFINITY:
            limit, most = min(limit, hard), min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)


def _serve(target: BinaryIO, job: Any) -> None:
    name, path, *arguments = job
    try:
        _TASKS[name](target, Path(path), *arguments)
    except PinciteError as error:
        frames.send(target, ("error", error))
    except MemoryError:
        frames.send(target, ("error", ParseLimitError(
            f"{Path(path).name} takes more memory than the parser may use",
            "Raise the setting parse.memory_mb, or split the file.",
        )))  # fmt: skip
    except OSError:
        _leave()
    except Exception as error:
        # A fault of the parser's own: the file fails, the process goes on with the next.
        frames.send(target, ("error", ParserCrashedError(
            f"the parser failed on {Path(path).name}: {type(error).__name__}: {error}",
            "Please report this with the file, if you may share it.",
        )))  # fmt: skip


def _read(
    target: BinaryIO,
    path: Path,
    password: str | None,
    pages: int,
    size: int,
    skip: frozenset[int],
    shelf: str,
    ocr: dict[str, Any] | None,
    name: str,
) -> None:
    _lent[:] = [Path(shelf)]
    batch: list[Page] = []

    def emit(page: Page) -> None:
        batch.append(page)
        if len(batch) == _PAGES_AT_ONCE:
            send_batch()

    def send_batch() -> None:
        if batch:
            frames.send(target, ("pages", batch))
            batch.clear()

    document = stream_file(
        path,
        emit,
        password,
        Limits(pages, size),
        name=name,
        skip=skip,
        progress=lambda index, done, count: frames.send(target, ("page", index, done, count)),
        begin=lambda document: frames.send(target, ("begin", document)),
        shelf=Path(shelf),
        ocr=None if ocr is None else OcrOptions(**ocr),
        waiting=lambda index: frames.send(target, ("scan", index)),
    )
    send_batch()
    frames.send(target, ("done", document))


def _render(
    target: BinaryIO,
    path: Path,
    password: str | None,
    index: int,
    dpi: float,
    most: int,
    width: float | None,
) -> None:
    from pincite.parse.pictures import draw, is_picture

    if width is not None and is_picture(path):
        frames.send(target, ("done", draw(path, index, round(width * dpi / _POINTS_PER_INCH), most)))
        return
    check(path, Limits())
    with PdfFile(path, password) as file, file.page(index) as page:
        frames.send(target, ("done", render(page, dpi, most)))


def _searchable(
    target: BinaryIO,
    path: Path,
    password: str | None,
    copy: str,
    ocr: dict[str, Any],
    pages: frozenset[int],
    force: bool,
) -> None:
    from pincite.parse.pictures import as_pdf
    from pincite.parse.searchable import make_searchable

    with as_pdf(path, ocr["dpi"]) as pdf:
        check(pdf, Limits())
        found = make_searchable(
            pdf, password, Path(copy), OcrOptions(**ocr), pages=pages, force=force,
            progress=lambda done, count: frames.send(target, ("page", 0, done, count)),
        )  # fmt: skip
    frames.send(target, ("done", found))


def _unpack(target: BinaryIO, path: Path, password: str | None, name: str, folder: str) -> None:
    from pincite.parse.formats.containers import unpack

    frames.send(target, ("done", unpack(path, name, Path(folder))))


def _details(target: BinaryIO, path: Path, password: str | None, index: int) -> None:
    check(path, Limits())
    with PdfFile(path, password) as file, file.page(index) as page:
        frames.send(target, ("done", page_details(page)))


_TASKS: dict[str, Callable[..., None]] = {
    "read": _read,
    "render": _render,
    "details": _details,
    "searchable": _searchable,
    "unpack": _unpack,
}
