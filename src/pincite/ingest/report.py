"""What `Library.add` tells while it runs and when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pincite.domain import Document
from pincite.errors import PinciteError

Stage = Literal["reading", "file", "chunks", "done"]


@dataclass(frozen=True, slots=True)
class AddedFile:
    """A file that is in the library now.

    Attributes:
        path: As given.
        document: What it became.
        note: What the user should know, e.g. that the same bytes are there under another name.
    """

    path: Path
    document: Document
    note: str = ""


@dataclass(frozen=True, slots=True)
class FailedFile:
    """A file that could not become a document."""

    path: Path
    error: PinciteError


@dataclass(slots=True)
class AddReport:
    """Outcome of `Library.add`; every file is in exactly one list.

    Attributes:
        added: Files that were added.
        unchanged: Files that were there already.
        failed: Files that could not be read.
        left_out: Files in archives that are of no format that is read.
        seconds: How long it took.
    """

    added: list[AddedFile] = field(default_factory=list)
    unchanged: list[AddedFile] = field(default_factory=list)
    failed: list[FailedFile] = field(default_factory=list)
    left_out: list[FailedFile] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Progress:
    """A step of `Library.add`.

    Attributes:
        stage: "reading" while its pages are read, "file" when it begins to be indexed, "chunks" while its chunks
            are encoded, "done" when it is in one of the report's lists.
        path: The file.
        file_number: Its number, from 1.
        files: Number of files in all.
        chunks_done: Chunks encoded of this file.
        pages_done: Pages of this file that are read, then those whose chunks are encoded.
        pages: Pages of this file, once known.
    """

    stage: Stage
    path: Path
    file_number: int
    files: int
    chunks_done: int = 0
    pages_done: int = 0
    pages: int = 0


OnProgress = Callable[[Progress], None]
