"""What is made of each page, kept from one pass over a document to the next."""

from __future__ import annotations

import pickle
import struct
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Generic, Self, TypeVar

T = TypeVar("T")

_LENGTH = struct.Struct("<Q")
_AT_ONCE = 16
"""So many values are written together."""


class Shelf(Generic[T]):
    """Values in order: in memory as long as they make one window, else in a temporary file.

    A document of one window is never written; of a longer one no more than a window is in memory at a time.

    Args:
        window: How many values make a window.
        folder: Where the file is made; the system's folder for such files when None. It has no name there, so that
            nothing is left of it when the process dies.
    """

    def __init__(self, window: int, folder: Path | None = None) -> None:
        self._window = window
        self._folder = folder
        self._recent: list[T] = []
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def in_memory(self) -> bool:
        """Whether all values make one window."""
        return self._file is None

    def add(self, value: T) -> None:
        """Put a value after the others."""
        self._recent.append(value)
        if self._file is None and len(self._recent) > self._window:
            self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed by `__exit__`
        if self._file is not None:
            while len(self._recent) >= _AT_ONCE:
                # Level 1: four times smaller already, and faster than the disk.
                data = zlib.compress(pickle.dumps(self._recent[:_AT_ONCE], protocol=5), 1)
                self._file.write(_LENGTH.pack(len(data)))
                self._file.write(data)
                del self._recent[:_AT_ONCE]

    def windows(self) -> Iterator[list[T]]:
        """All values from the first on, a window at a time.

        Those of a document of one window are the very objects that were added, every time; else they are copies,
        new ones every time.
        """
        if self._file is None:
            if self._recent:
                yield self._recent
            return
        window: list[T] = []
        for values in self._written(self._file):
            window += values
            if len(window) >= self._window:
                yield window
                window = []
        window += self._recent
        if window:
            yield window

    def _written(self, file: IO[bytes]) -> Iterator[list[T]]:
        end = file.tell()
        place = 0
        while place < end:
            file.seek(place)
            (length,) = _LENGTH.unpack(file.read(_LENGTH.size))
            values: list[T] = pickle.loads(zlib.decompress(file.read(length)))  # noqa: S301 - our own
            place = file.tell()
            yield values
        file.seek(end)
