"""Folders whose files are followed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose files are documents of a collection: new, changed and removed ones follow.

    Attributes:
        id: Stable and not guessable.
        path: Absolute, on the machine of the workers.
        collection: Id of the collection.
        paused: Whether it is not followed at present.
        failure: Why it cannot be followed at present, or what was not done; empty when all is well.
        files: Number of files that are followed.
        created_at: ISO 8601 time, UTC.
    """

    id: str
    path: str
    collection: str
    paused: bool
    failure: str
    files: int
    created_at: str
