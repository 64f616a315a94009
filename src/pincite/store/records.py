"""What goes into the store and comes out of it, beside the nouns of `pincite.domain`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.domain import Chunk, Document, DocumentFacts, Notice, OutlineEntry, Page
from pincite.store.access import EVERYTHING, Access


@dataclass(frozen=True, slots=True, eq=False)
class NewChunk:
    """A chunk with everything search needs of it.

    Attributes:
        chunk: Its text, section and sentences.
        terms: Its search terms, already analysed, separated by white space; repeated as they occur.
        pooled: The pooled vector, shape (dimensions,).
        tokens: The compressed token vectors; the store never looks inside.
    """

    chunk: Chunk
    terms: str
    pooled: NDArray[np.float16]
    tokens: bytes


@dataclass(frozen=True, slots=True, eq=False)
class NewDocument:
    """A document ready to be stored: nothing of it needs a model any more.

    Attributes:
        sha256: Digest of the original, as `Store.put_original` returned it.
        page_terms: Search terms of each page, as in `NewChunk.terms`; one for each of `pages`.
        token_counts: Ids of encoder tokens (ascending) and in how many chunks, or how often, each occurs.
        parameters: What the document was made with (encoder, chunk size, …), to know when it is out of date.
        source: Where the original can be copied from again, should another process have removed the same
            bytes between `put_original` and `add_document`.
    """

    sha256: str
    file_name: str
    media_type: str
    size: int
    title: str
    authors: tuple[str, ...]
    year: int | None
    language: str
    pages: tuple[Page, ...]
    page_terms: list[str]
    outline: tuple[OutlineEntry, ...]
    notices: tuple[Notice, ...]
    chunks: list[NewChunk]
    token_counts: tuple[NDArray[np.uint32], NDArray[np.uint32]]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    source: Path | None = None
    facts: DocumentFacts = field(default_factory=DocumentFacts)


class AddResult(NamedTuple):
    """What became of `Store.add_document`.

    Attributes:
        document: The document as it is now.
        outcome: "existing" when the same bytes were there already (nothing was written but, if it was
            missing, the membership in the collection).
        retired: Digest of other bytes in whose place it was put; None when there were none.
    """

    document: Document
    outcome: Literal["added", "replaced", "existing"]
    retired: str | None = None


class StoredOriginal(NamedTuple):
    """An original that was put into the library: digest in hexadecimal and size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk with its place in the store.

    Attributes:
        pk: Key of the chunk; never used again for another one.
        document_pk: Key of its document.
        ordinal: Its number within the document, from 0.
    """

    pk: int
    document_pk: int
    ordinal: int
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Scope:
    """Which documents a search may see; applied in the query itself, before anything is ranked.

    Attributes:
        document_pks: Keys of the documents, ascending; None for the whole library.
        collection_pk: The collection whose documents these are, all of them, when the scope is a collection.
        access: Whose eyes; what is no longer shared when the query runs is left out by it.
        whole: Whether these are all documents that the viewer sees.
    """

    document_pks: tuple[int, ...] | None = None
    collection_pk: int | None = None
    access: Access = EVERYTHING
    whole: bool = False

    @property
    def everything(self) -> bool:
        """Whether nothing is filtered out."""
        return self.document_pks is None


class ChunkPlace(NamedTuple):
    """Where a chunk is: its document and the pages its first and last characters are on."""

    pk: int
    document_pk: int
    first_page: int
    last_page: int


class ChunkHit(NamedTuple):
    """A chunk found by its words; higher scores are better."""

    chunk_pk: int
    score: float


class PageHit(NamedTuple):
    """A page found by its words; higher scores are better."""

    page_pk: int
    document_pk: int
    page_index: int
    score: float


class Vectors(NamedTuple):
    """Pooled vectors of some documents' chunks, in order of `chunk_pks`.

    Attributes:
        chunk_pks: int64 of shape (n,).
        document_pks: int64 of shape (n,).
        matrix: float16 of shape (n, dimensions); (0, 0) when there are none.
    """

    chunk_pks: NDArray[np.int64]
    document_pks: NDArray[np.int64]
    matrix: NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something `Store.check` found.

    Attributes:
        name: Stable name, e.g. "original_missing".
        severity: "error" when content is lost or wrong, "warning" when something is left over or incomplete,
            "info" for what may be a file being added at this moment.
        message: One sentence.
        remedy: What to do.
    """

    name: str
    severity: Literal["error", "warning", "info"]
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class BackupReport:
    """What a backup holds."""

    documents: int
    chunks: int
    originals: int
    size: int
