"""One file from its parser into the library: what adding at once and adding in the background have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pincite.config import Settings
from pincite.domain import Page, ParsedDocument
from pincite.encode.contract import Encoder
from pincite.errors import DocumentError
from pincite.ingest.index import index_pages
from pincite.ingest.report import Stage
from pincite.parse import Reading
from pincite.privacy.pii import Redactor
from pincite.store import AddResult, NewDocument, OnStored, Spool, Store

OnStep = Callable[[Stage, int, int, int], None]
"""Told ("reading", 0, pages read, pages), ("file", 0, 0, pages) before the first is indexed, then ("chunks", chunks
encoded, pages whose chunks are, pages)."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is to become a document.

    Attributes:
        path: Where it is.
        sha256: Digest of its bytes.
        name: What the user calls it.
    """

    path: Path
    sha256: str
    name: str


def index_reading(
    reading: Reading,
    source: Source,
    spool: Spool,
    *,
    encoder: Callable[[], Encoder],
    settings: Settings,
    redactor: Redactor | None,
    step: OnStep,
) -> NewDocument:
    """Index a file while it is read; its pages and chunks go into the spool.

    Args:
        reading: The file while it is read.
        source: What file it is.
        spool: Takes its pages and chunks.
        encoder: Gives the library's encoder.
        settings: All settings.
        redactor: As `Redactor.of_settings` gives it.
        step: Told each step.

    Raises:
        DocumentError: if it cannot be read.
        ModelError: if the encoder cannot be used.
    """
    return index_pages(
        source.path,
        source.sha256,
        _batches(reading, step),
        lambda: _known_of(reading, source),
        spool,
        encoder=encoder,
        settings=settings,
        redactor=redactor,
        progress=lambda chunks, pages: step("chunks", chunks, pages, reading.count),
        name=source.name,
    )


def store_document(
    store: Store,
    source: Source,
    new: NewDocument,
    spool: Spool,
    *,
    collection: str | None,
    replace: str | None,
    on_stored: OnStored | None = None,
) -> AddResult:
    """Keep the original, and store the document; what was kept of unfinished readings of it goes.

    Args:
        store: The library.
        source: The file.
        new: What was made of it.
        spool: Its pages and chunks.
        collection: As for `Store.add_document`.
        replace: As for `Store.add_document`.
        on_stored: As for `Store.add_document`.

    Raises:
        DocumentError: if the file was changed meanwhile.
        PinciteError: as `Store.add_document`.
    """
    stored = store.put_original(source.path)
    if stored.sha256 != source.sha256:
        store.discard_original(stored.sha256)  # no document would ever refer to it
        raise DocumentError(f"{source.name} was changed while it was being added", "Add it again.")
    result = store.add_document(new, collection=collection, replace=replace, spool=spool, on_stored=on_stored)
    store.work.remove(source.sha256)
    return result


def _batches(reading: Reading, step: OnStep) -> Iterator[list[Page]]:
    begun = False
    for batch in reading.pages(lambda done, count: step("reading", 0, done, count)):
        if not begun:
            step("file", 0, 0, reading.count)
            begun = True
        yield batch


def _known_of(reading: Reading, source: Source) -> ParsedDocument:
    if reading.document is None:
        raise DocumentError(f"{source.name} could not be read")
    return reading.document
