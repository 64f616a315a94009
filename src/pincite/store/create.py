"""Making a new library in an empty folder."""

from __future__ import annotations

from pathlib import Path

from pincite.errors import UsageError
from pincite.store import schema, sqlite
from pincite.store.files import disk_errors

DATABASE = "library.sqlite3"
_OURS = frozenset({"cache", "incoming", "keys", "originals", "settings.toml", "tmp", "work"})
_DESKTOP = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


def create_library(folder: Path) -> None:
    """Make a library; another process may be making the same one.

    Raises:
        LibraryError: if the disk is full or may not be written.
        UsageError: if the folder holds something else.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file, not a folder", "Name a folder for the library.")
    with disk_errors(folder):
        # Whoever may read the folder reads all documents, whatever accounts and roles say.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        foreign = sorted(path.name for path in folder.iterdir() if path.name not in _OURS | _DESKTOP)
        # Another process may be making the same library at this moment.
        if foreign and not (folder / DATABASE).is_file():
            raise UsageError(
                f"{folder} is not a Pincite library, and not empty: it holds {foreign[0]!r}",
                "Name a new or an empty folder for the library.",
            )
        scratch = folder / "tmp"
        scratch.mkdir(exist_ok=True)
        sqlite.create_file(folder / DATABASE, schema.create, scratch)
