"""The library's database and files: what is stored, found by words, checked and backed up.

`Store` is the door; see `docs/design/store.md` for the reasons behind the tables.
"""

from pincite.store.backup import restore
from pincite.store.records import (
    AddResult,
    BackupReport,
    ChunkHit,
    ChunkPlace,
    Finding,
    NewChunk,
    NewDocument,
    PageHit,
    Scope,
    StoredChunk,
    StoredOriginal,
    Vectors,
)
from pincite.store.spool import Spool
from pincite.store.store import OnStored, Store
from pincite.store.within import PageFacts

__all__ = [
    "AddResult",
    "BackupReport",
    "ChunkHit",
    "ChunkPlace",
    "Finding",
    "NewChunk",
    "NewDocument",
    "OnStored",
    "PageFacts",
    "PageHit",
    "Scope",
    "Spool",
    "Store",
    "StoredChunk",
    "StoredOriginal",
    "Vectors",
    "restore",
]
