"""The originals, kept as files named by their digest, and the folder for files in the making."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from pincite.errors import DocumentError, LibraryError, LibraryFullError
from pincite.store.records import StoredOriginal

_BLOCK = 1 << 20
_FORGOTTEN_SECONDS = 3600
_SUFFIX = re.compile(r"\.[a-z0-9]{1,10}")
_DIGEST = re.compile("[0-9a-f]{64}")
_ORIGINAL = re.compile(r"([0-9a-f]{64})(?:\.[a-z0-9]{1,10})?")


def safe_suffix(file_name: str) -> str:
    """The suffix under which an original is kept; empty when the name has none that is plain."""
    suffix = Path(file_name).suffix.lower()
    return suffix if _SUFFIX.fullmatch(suffix) else ""


@contextlib.contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Turn a full or read-only disk into an error with a remedy."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise LibraryFullError(
                "the disk is full; nothing was changed", "Free some space and try again."
            ) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise LibraryError(
                f"{folder} cannot be written ({error.strerror})",
                "Check that you may read and write the library's folder.",
            ) from error
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def digest_of(path: Path) -> StoredOriginal:
    """Digest and size of a file.

    Raises:
        OSError: if it cannot be read.
    """
    with path.open("rb") as source:
        return _digest(source, None)


def _digest(source: IO[bytes], target: IO[bytes] | None) -> StoredOriginal:
    digest = hashlib.sha256()
    size = 0
    while block := source.read(_BLOCK):
        digest.update(block)
        size += len(block)
        if target is not None:
            target.write(block)
    return StoredOriginal(digest.hexdigest(), size)


class Scratch:
    """A folder of unfinished files.

    Each is locked by its maker for as long as it is being written, so that what a dead process left can be
    told from what a living one is writing, even where the two cannot see each other's process numbers.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextlib.contextmanager
    def file(self, stem: str) -> Iterator[tuple[Path, IO[bytes]]]:
        """A new file, removed at the end unless it was renamed."""
        path, handle = self._create(stem)
        try:
            with handle:
                yield path, handle
        finally:
            path.unlink(missing_ok=True)

    @contextlib.contextmanager
    def subfolder(self, stem: str) -> Iterator[Path]:
        """A new folder, removed at the end with all in it; one of a dead process goes after an hour."""
        path = self.folder / f"{stem}-{secrets.token_hex(8)}"
        path.mkdir()
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def _create(self, stem: str) -> tuple[Path, IO[bytes]]:
        while True:
            path = self.folder / f"{stem}-{secrets.token_hex(8)}"
            handle = path.open("xb")
            _lock(handle, wait=True)
            # Between making and locking it, a sweep may have taken the file for a leftover.
            if os.fstat(handle.fileno()).st_nlink:
                return path, handle
            handle.close()

    def leftovers(self) -> list[Path]:
        """Files that no living process is writing, and folders that none has touched for an hour."""
        found = []
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if path.is_dir():
                with contextlib.suppress(OSError):
                    if path.stat().st_mtime < time.time() - _FORGOTTEN_SECONDS:
                        found.append(path)
                continue
            with contextlib.suppress(OSError), path.open("rb") as handle:
                if _lock(handle, wait=False):
                    found.append(path)
        return found

    def sweep(self) -> int:
        """Remove leftovers; returns how many."""
        swept = 0
        for path in self.leftovers():
            # On systems without locks an open file cannot be removed: that is the same answer.
            with contextlib.suppress(OSError):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()
                swept += 1
        return swept


def _lock(handle: IO[bytes], *, wait: bool) -> bool:
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[bool]:
    """Whether nobody else holds the lock of this file, which is held until the end, or that of the process.

    Raises:
        OSError: if the file cannot be made.
    """
    with path.open("ab") as handle:
        yield _lock(handle, wait=False)


class Originals:
    """Files by digest: `originals/ab/abcdef….pdf`.

    Args:
        folder: The folder of all originals.
        scratch: Where a file is written before it gets its name.
    """

    def __init__(self, folder: Path, scratch: Scratch) -> None:
        self.folder = folder
        self._scratch = scratch

    def put(self, path: Path) -> StoredOriginal:
        """Copy a file in, unless it is there already; complete and on the disk when this returns.

        Raises:
            DocumentError: if the file cannot be read.
            LibraryError: if the disk is full or may not be written.
        """
        try:
            source = path.open("rb")
        except OSError as error:
            raise DocumentError(
                f"{path.name} cannot be read ({error.strerror})", "Check the path and its permissions."
            ) from error
        with source, disk_errors(self.folder), self._scratch.file("original") as (unfinished, target):
            stored = _digest(source, target)
            present = self.find(stored.sha256)
            if present is not None and present.stat().st_size == stored.size:
                return stored
            target.flush()
            os.fsync(target.fileno())
            place = self.folder / stored.sha256[:2] / (stored.sha256 + safe_suffix(path.name))
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(unfinished, place)  # noqa: PTH105 (also replaces on Windows)
            sync_folder(place.parent)
            return stored

    def find(self, sha256: str) -> Path | None:
        """The file with this digest, whatever its suffix.

        Raises:
            ValueError: if it is not a digest.
        """
        return next((path for path in self._named(sha256) if path.is_file()), None)

    def remove(self, sha256: str) -> None:
        """Remove the file with this digest, if it is there.

        Raises:
            ValueError: if it is not a digest.
        """
        with disk_errors(self.folder):
            for path in self._named(sha256):
                path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            (self.folder / sha256[:2]).rmdir()  # only when it is empty

    def _named(self, sha256: str) -> list[Path]:
        # Checked, because as a pattern anything else could name other files.
        if not _DIGEST.fullmatch(sha256):
            raise ValueError(f"{sha256!r} is not a SHA-256 digest in hexadecimal")
        return sorted((self.folder / sha256[:2]).glob(sha256 + "*"))

    def all(self) -> Iterator[tuple[str, Path]]:
        """Digest by name, and path, of every original; files of other names are passed over."""
        for path in sorted(self.folder.glob("??/*")):
            match = _ORIGINAL.fullmatch(path.name)
            if match and path.is_file():
                yield match[1], path
