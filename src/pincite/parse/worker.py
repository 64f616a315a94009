"""The program of a parser process: reads jobs from its standard input, answers on its standard output.

It must start quickly and stay small, so it imports PDFium and NumPy and nothing else of weight.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from pincite.errors import ParseLimitError, ParserCrashedError, PinciteError
from pincite.parse import frames
from pincite.parse.document import Limits, read_pdf

_PAGES_AT_ONCE = 64
"""Pages of one frame: a large document must not exist a second time as one pickle."""

_NICENESS = 5


def main(memory_mb: int) -> None:
    """Serve jobs until the parent is gone.

    A job is (path, password, most pages, most bytes, pages to skip). Answers are ("page", index) before each page
    (0: all are read), ("pages", [Page, …]), then ("done", ParsedDocument without pages) or ("error", PinciteError).
    """
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    # PDFium and its libraries may print; that must not end up among the answers.
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(memory_mb)
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
        os._exit(0)


def _limit(memory_mb: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = memory_mb << 20
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, AttributeError):
        os.nice(_NICENESS)


def _serve(target: BinaryIO, job: Any) -> None:
    path, password, pages, size, skip = job
    try:
        document = read_pdf(
            Path(path),
            password,
            Limits(pages, size),
            skip=skip,
            progress=lambda index: frames.send(target, ("page", index)),
        )
    except PinciteError as error:
        frames.send(target, ("error", error))
    except MemoryError:
        frames.send(target, ("error", ParseLimitError(
            f"{Path(path).name} takes more memory than the parser may use",
            "Raise the setting parse.memory_mb, or split the file.",
        )))  # fmt: skip
    except OSError:
        sys.exit(0)  # the parent is gone
    except Exception as error:
        # A fault of the parser's own: the file fails, the process goes on with the next.
        frames.send(target, ("error", ParserCrashedError(
            f"the parser failed on {Path(path).name}: {type(error).__name__}: {error}",
            "Please report this with the file, if you may share it.",
        )))  # fmt: skip
    else:
        for start in range(0, len(document.pages), _PAGES_AT_ONCE):
            frames.send(target, ("pages", list(document.pages[start : start + _PAGES_AT_ONCE])))
        frames.send(target, ("done", replace(document, pages=())))
