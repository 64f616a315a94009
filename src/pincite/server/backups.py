"""A backup for an administrator to download: made in the background, one at a time, kept for an hour.

It is a file beside the library, or among this machine's temporary files where that may not be written: a browser can
download it as any other file, in parts and once more if the connection breaks, and none of it is held in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pincite.errors import ConflictError, LibraryFullError, NotFoundError, PinciteError
from pincite.library import Library

KEPT_SECONDS = 3600.0
SPARE_BYTES = 200_000_000
"""What must stay free beside the backup: documents are added meanwhile."""

_FORGOTTEN_SECONDS = 24 * KEPT_SECONDS
_BEFORE = ".pincite-backup-"
_MADE_OF = ("library.sqlite3", "library.sqlite3-wal", "settings.toml")

_log = logging.getLogger("pincite.server")

State = Literal["none", "making", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class Backup:
    """The one that there is.

    Attributes:
        state: "none"; "making"; "ready", to be downloaded; "failed".
        written: Bytes so far.
        expected: Bytes that it will have, roughly.
        documents: How many it holds, once it is ready.
        expires_at: Time at which it is removed, in seconds since 1970; 0 while it is not ready.
        file: It, once it is ready.
        message: What failed.
        remedy: What helps.
    """

    state: State
    written: int = 0
    expected: int = 0
    documents: int = 0
    expires_at: float = 0.0
    file: Path | None = None
    message: str = ""
    remedy: str = ""


class Backups:
    """Makes backups of a library, one at a time. Safe to use from several threads.

    Args:
        library: All of it.
        clock: Seconds since 1970.
    """

    def __init__(self, library: Library, clock: Callable[[], float] = time.time) -> None:
        self._library = library
        self._clock = clock
        self._lock = threading.Lock()
        self._backup = Backup("none")
        self._folder: Path | None = None

    def begin(self) -> Backup:
        """Begin to make one; the one before is removed.

        Raises:
            ConflictError: if one is being made.
            LibraryFullError: if there is no room for it.
        """
        with self._lock:
            if self._backup.state == "making":
                raise ConflictError("a backup is being made", "Wait until it is ready.")
            self._remove()
            expected = _expected(self._library.folder)
            self._folder = folder = self._room_for(expected)
            self._backup = Backup("making", expected=expected)
        threading.Thread(target=self._make, args=(folder,), name="backup", daemon=True).start()
        return self.now()

    def now(self) -> Backup:
        """How far it is."""
        with self._lock:
            if self._backup.state == "ready" and self._clock() >= self._backup.expires_at:
                self._remove()
            if self._backup.state == "making" and self._folder is not None:
                return replace(self._backup, written=_size(self._folder))
            return self._backup

    def file(self) -> Path:
        """The one that is ready.

        Raises:
            NotFoundError: if none is.
        """
        backup = self.now()
        if backup.file is None:
            raise NotFoundError("there is no backup to download", "Have one made first.")
        return backup.file

    def remove(self) -> None:
        """Remove what there is; one that is being made is not.

        Raises:
            ConflictError: if one is being made.
        """
        with self._lock:
            if self._backup.state == "making":
                raise ConflictError("a backup is being made", "Wait until it is ready.")
            self._remove()

    def close(self) -> None:
        """Leave nothing behind. May be called twice."""
        with self._lock:
            self._remove()

    def _make(self, folder: Path) -> None:
        name = f"pincite-{time.strftime('%Y-%m-%d', time.gmtime(self._clock()))}.tar"
        try:
            report = self._library.backup(folder / name)
            made = Backup(
                "ready",
                written=report.size,
                expected=report.size,
                documents=report.documents,
                expires_at=self._clock() + KEPT_SECONDS,
                file=folder / name,
            )
        except PinciteError as error:
            made = Backup("failed", message=error.message, remedy=error.remedy)
        except Exception as error:
            _log.error("the backup failed", exc_info=error)
            made = Backup(
                "failed", message="the backup could not be made", remedy="The server's log tells why."
            )
        with self._lock:
            if self._folder != folder:  # the server stops
                shutil.rmtree(folder, ignore_errors=True)
                return
            if made.state == "failed":
                self._remove()
            else:
                # Nobody may ever ask again, and it is as large as the library.
                timer = threading.Timer(KEPT_SECONDS, self.now)
                timer.daemon = True
                timer.start()
            self._backup = made

    def _remove(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._backup = None, Backup("none")

    def _room_for(self, size: int) -> Path:
        """A new folder with so much room, and as much again for the copy of the database that is taken first."""
        mine = _BEFORE + hashlib.sha256(bytes(self._library.folder)).hexdigest()[:12]
        needed = size + _database_size(self._library.folder) + SPARE_BYTES
        for place in (self._library.folder.parent, Path(tempfile.gettempdir())):
            with contextlib.suppress(OSError):
                _remove_forgotten(place, mine)
                if shutil.disk_usage(place).free < needed:
                    continue
                folder = place / f"{mine}-{secrets.token_hex(6)}"
                folder.mkdir(mode=0o700)
                return folder
        raise LibraryFullError(
            f"there is no room for a backup of {size // 1_000_000:,} MB",
            "Make room, or write it to another disk: `pincite backup FILE`.",
        )


def _remove_forgotten(place: Path, mine: str) -> None:
    """Those of a server that was killed."""
    for folder in place.glob(f"{mine}-*"):
        if time.time() - folder.stat().st_mtime > _FORGOTTEN_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _expected(folder: Path) -> int:
    return sum(_size(folder / name) for name in (*_MADE_OF, "originals"))


def _database_size(folder: Path) -> int:
    return sum(_size(folder / name) for name in _MADE_OF)


def _size(path: Path) -> int:
    """Bytes of a file, or of all files below a folder; 0 where there is none."""
    if not path.is_dir():
        return path.stat().st_size if path.is_file() else 0
    total = 0
    for root, _, names in os.walk(path):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                total += Path(root, name).lstat().st_size
    return total
