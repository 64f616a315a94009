"""What is made of each page, kept from one pass over a document to the next."""

from __future__ import annotations

import io
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
    """Values in order: in memory as long as they make one window, else in a file.

    A document of one window is never written; of a longer one no more than a window is in memory at a time.

    Args:
        window: How many values make a window.
        folder: Where a temporary file is made; the system's folder for such files when None. It has no name there,
            so that nothing is left of it when the process dies.
        path: A file to use instead, which exists and is left where it is. What an earlier process put on the shelf
            and wrote there is on it again.
    """

    def __init__(self, window: int, folder: Path | None = None, *, path: Path | None = None) -> None:
        self._window = window
        self._folder = folder
        self._path = path
        self._recent: list[T] = []
        self._file: IO[bytes] | None = None
        if path is not None and path.stat().st_size:
            self._file = path.open("r+b")
            self._file.seek(_end_of_frames(self._file))
            self._file.truncate()

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
            # Closed by `__exit__`.
            self._file = self._path.open("r+b") if self._path else tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115
        if self._file is not None:
            while len(self._recent) >= _AT_ONCE:
                # Level 1: four times smaller already, and faster than the disk.
                data = zlib.compress(pickle.dumps(self._recent[:_AT_ONCE], protocol=5), 1)
                self._file.write(_LENGTH.pack(len(data)))
                self._file.write(data)
                self._file.flush()
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


def _end_of_frames(file: IO[bytes]) -> int:
    """Where the last value that was written completely ends."""
    size = file.seek(0, io.SEEK_END)
    end = place = 0
    while place <= size:
        end = place
        file.seek(place)
        head = file.read(_LENGTH.size)
        if len(head) < _LENGTH.size:
            break
        place += _LENGTH.size + _LENGTH.unpack(head)[0]
    return end
