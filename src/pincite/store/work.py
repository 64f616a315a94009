"""What was read of pictures of files that are not in the library yet, so that a broken run loses no finished page."""

from __future__ import annotations

import contextlib
import shutil
import time
from pathlib import Path

_FORGOTTEN_SECONDS = 7 * 24 * 3600


class Work:
    """A folder for each such file, named by its digest; made by whoever writes into it.

    Args:
        folder: The folder of these folders; there only while there is something in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def of(self, sha256: str) -> Path:
        """The folder for a file."""
        return self.folder / sha256

    def remove(self, sha256: str) -> None:
        """Remove what was kept for a file."""
        shutil.rmtree(self.of(sha256), ignore_errors=True)
        with contextlib.suppress(OSError):
            self.folder.rmdir()  # only when it is empty

    def forgotten(self) -> list[Path]:
        """Folders that nothing was put into for a week: nobody will go on with their files."""
        found = []
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < time.time() - _FORGOTTEN_SECONDS:
                    found.append(path)
        return found

    def sweep(self) -> int:
        """Remove forgotten folders; returns how many."""
        forgotten = self.forgotten()
        for path in forgotten:
            self.remove(path.name)
        return len(forgotten)
