"""A library's documents in a library of their own, cut in another way: to measure what another cut would find."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pincite.config import ChunkSettings
from pincite.domain import Document, Page, ParsedDocument
from pincite.ingest.index import index_pages
from pincite.library import DEFAULT_COLLECTION, Library

_PAGES_AT_ONCE = 64


def recut(
    library: Library,
    chunk: ChunkSettings,
    folder: Path,
    *,
    collection: str | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Library, dict[str, str]]:
    """Cut and encode the pages of a library's documents again, into another library.

    Files are not read again, and what was blacked out stays so. Documents that are there already are left, so that it
    goes on where it was broken off.

    Args:
        library: As whoever asks sees it.
        chunk: How to cut.
        folder: Of the other library, which nothing else may use.
        collection: Only the documents of this one.
        progress: Told (documents done, all of them).

    Returns:
        The other library, open, to be closed; and the id of each of its documents in this one.

    Raises:
        NotFoundError: if there is no such collection.
        PinciteError: if a library cannot be used.
    """
    settings: dict[str, Any] = library.settings.model_dump()
    settings["chunk"] = chunk.model_dump()
    # Nobody will verify it, and what was planted has been told.
    settings["privacy"] |= {"pii": "off", "sign": False, "poisoning": False}
    other = Library.open(folder, settings=settings)
    try:
        wanted = {_key(document): document for document in library.documents(collection)}
        there = {document.sha256: document.id for document in other.documents()}
        for done, (key, document) in enumerate(wanted.items()):
            progress(done, len(wanted))
            if key not in there:
                there[key] = _copy(library, other, document, key)
        progress(len(wanted), len(wanted))
    except BaseException:
        other.close()
        raise
    return other, {there[key]: document.id for key, document in wanted.items()}


def _key(document: Document) -> str:
    """Digest of what stands in for its file: several accounts can have documents of the same bytes."""
    return hashlib.sha256(document.id.encode()).hexdigest()


def _copy(library: Library, other: Library, document: Document, key: str) -> str:
    about = ParsedDocument(
        document.media_type,
        document.title,
        document.authors,
        document.year,
        (),
        document.outline,
        document.warnings,
        document.facts,
    )
    with other.store.spool() as spool, other.store.scratch_file() as source:
        source.write_text(document.id, encoding="utf-8")
        other.store.put_original(source)
        new = index_pages(
            source,
            key,
            _batches(library, document),
            lambda: about,
            spool,
            encoder=other._encoder,
            settings=other.settings,
            progress=lambda chunks, pages: None,
            redactor=None,
            name=document.file_name,
        )
        return other.store.add_document(new, collection=DEFAULT_COLLECTION, spool=spool).document.id


def _batches(library: Library, document: Document) -> Iterator[list[Page]]:
    for first in range(1, document.pages + 1, _PAGES_AT_ONCE):
        last = min(first + _PAGES_AT_ONCE, document.pages + 1)
        yield [library.page(document.id, index) for index in range(first, last)]
