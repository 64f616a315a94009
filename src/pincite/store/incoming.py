"""Files that were handed in and wait for a worker: `incoming/<random><suffix>`."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator, Set
from pathlib import Path
from typing import IO

from pincite.store.files import Scratch, disk_errors, safe_suffix, sync_folder

_FORGOTTEN_SECONDS = 3600
_NAME = re.compile(r"received-[0-9a-f]{16}(\.[a-z0-9]{1,10})?")


class Received:
    """A file on its way into the library. Made by `Incoming.receiving`.

    Attributes:
        size: Bytes so far.
    """

    def __init__(self, path: Path, handle: IO[bytes]) -> None:
        self._path = path
        self._handle = handle
        self._digest = hashlib.sha256()
        self.size = 0
        self.kept = False

    @property
    def sha256(self) -> str:
        """Digest of the bytes so far, in hexadecimal."""
        return self._digest.hexdigest()

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._path

    def write(self, data: bytes) -> None:
        """Take the next bytes.

        Raises:
            LibraryError: if the disk is full.
        """
        with disk_errors(self._path.parent):
            self._handle.write(data)
        self._digest.update(data)
        self.size += len(data)

    def settle(self, file_name: str) -> str:
        """All is there: put it on the disk, to survive a power cut. Gives the name under which it is found.

        Args:
            file_name: As the user named it; only a plain suffix of it is taken.

        Raises:
            LibraryError: if the disk is full.
        """
        with disk_errors(self._path.parent):
            self._handle.flush()
            os.fsync(self._handle.fileno())
            named = self._path.with_name(self._path.name + safe_suffix(file_name))
            os.replace(self._path, named)  # noqa: PTH105 (also replaces on Windows)
            self._path = named
            sync_folder(named.parent)
        return named.name


class Incoming:
    """The folder of files that were handed in.

    Args:
        folder: There only while something was ever handed in.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.contextmanager
    def receiving(self) -> Iterator[Received]:
        """A new file, removed at the end unless it was kept for a job.

        Raises:
            LibraryError: if the disk is full or may not be written.
        """
        with disk_errors(self.folder):
            self.folder.mkdir(exist_ok=True)
        with Scratch(self.folder).file("received") as (path, handle):
            received = Received(path, handle)
            try:
                yield received
            finally:
                if not received.kept:
                    received.path.unlink(missing_ok=True)

    def path(self, name: str) -> Path:
        """The file of this name, whether or not it is there.

        Raises:
            ValueError: if it is not a name that `Received.settle` gives.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} names no file that was handed in")
        return self.folder / name

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with contextlib.suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def leftovers(self, wanted: Callable[[], Set[str]]) -> list[Path]:
        """Files that no job wants and nobody has written into for an hour.

        Args:
            wanted: Gives the names of those that jobs want. Asked after the folder was looked through: a file is locked
                until its job is there.
        """
        free = Scratch(self.folder).leftovers()
        if not free:
            return []
        names = wanted()
        found = []
        for path in free:
            with contextlib.suppress(OSError):
                if path.name not in names and path.stat().st_mtime < time.time() - _FORGOTTEN_SECONDS:
                    found.append(path)
        return found
