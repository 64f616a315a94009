"""Which files a user means."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pincite.domain.formats import SUFFIXES
from pincite.errors import DamagedFileError, UsageError


def expand(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """The files meant by files, folders (searched in depth) and patterns, each once, in order.

    Raises:
        UsageError: if a path does not exist or a pattern or folder has no file for Pincite.
    """
    files: dict[Path, None] = {}
    for given in paths:
        files.update(dict.fromkeys(_one(os.fspath(given))))
    return list(files)


def _one(given: str) -> list[Path]:
    path = Path(given)
    if path.is_dir():
        found = sorted(_in_folder(path))
        if not found:
            raise UsageError(
                f"{given} holds no file that can be read",
                "Name a folder with documents, or the files themselves.",
            )
        return found
    if path.exists():
        return [path]
    # Not Path.glob, which takes no absolute pattern.
    names = glob.glob(given, recursive=True) if glob.has_magic(given) else []  # noqa: PTH207
    matches = sorted(map(Path, names))
    if not matches:
        raise UsageError(f"{given} does not exist", "Check the path; patterns may need quotes.")
    return [file for match in matches for file in (sorted(_in_folder(match)) if match.is_dir() else [match])]


def _in_folder(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if Path(name).suffix.lower() in SUFFIXES and not name.startswith("."):
                yield Path(root, name)


def digest(path: Path) -> str:
    """SHA-256 of a file in hexadecimal.

    Raises:
        DamagedFileError: if it cannot be read.
    """
    if path.exists() and not path.is_file():
        # Opening a named pipe would wait for ever, and what comes out of one can be read only once.
        raise DamagedFileError(f"{path} cannot be read: it is not a regular file", "Name the file itself.")
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DamagedFileError(
            f"{path} cannot be read: {error.strerror}", "Check that it is a readable file."
        ) from None
