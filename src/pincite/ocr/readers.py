"""Which engine reads the languages that a user expects."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from pincite.ocr.detection import Image
from pincite.ocr.languages import embedded
from pincite.ocr.options import OcrOptions
from pincite.ocr.scan import Scan

Reader = Callable[[Image], Scan]

_lock = threading.Lock()
_readers: dict[tuple[tuple[str, ...], int, str], Reader] = {}


def reader(options: OcrOptions, threads: int) -> Reader:
    """The engine for these options, loaded once a process; safe to use from several threads.

    Args:
        options: How to read.
        threads: How many pictures are read at a time.

    Raises:
        ModelMissingError: if its files or programs are not on this machine.
        UsageError: if a language is unknown.
    """
    key = (options.languages, threads, options.cache)
    with _lock:
        if key not in _readers:
            _readers[key] = _load(options, threads)
        return _readers[key]


def _load(options: OcrOptions, threads: int) -> Reader:
    if embedded(options.languages):
        import cv2

        from pincite.ocr.engine import Engine

        cv2.setNumThreads(1)  # pages are read side by side
        return Engine(threads, Path(options.cache) if options.cache else None).read
    from pincite.ocr.tesseract import Tesseract

    return Tesseract(options.languages, options.dpi).read
