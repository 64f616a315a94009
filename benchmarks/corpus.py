"""Text corpora as libraries, through the same code that indexes files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pincite import Library
from pincite.domain import Block, BlockKind, Page, ParsedDocument
from pincite.ingest.index import index_document
from pincite.library import DEFAULT_COLLECTION


def text_document(title: str, text: str) -> ParsedDocument:
    """A document of one page with one paragraph."""
    text = " ".join(text.split())
    page = Page(
        index=1,
        label="1",
        text=text,
        width=612,
        height=792,
        boxes=np.zeros((len(text), 4), np.uint16),
        blocks=(Block(BlockKind.PARAGRAPH, 0, len(text)),) if text else (),
    )
    return ParsedDocument("text/plain", title, (), None, (page,), (), ())


def build_library(folder: Path, texts: Iterable[tuple[str, str]], **settings: dict[str, object]) -> Library:
    """A library with one document for each (title, text); its documents' file names are their positions.

    A library that is there already is used as it is.
    """
    library = Library.open(folder, settings=settings)
    if library.documents():
        return library
    encoder = library._encoder()  # the benchmark indexes without files, which the public API does not offer
    sources = folder / "texts"
    sources.mkdir(exist_ok=True)
    for number, (title, text) in enumerate(texts):
        source = sources / f"{number}.txt"
        source.write_text(f"{number}\n{text}", encoding="utf-8")
        digest = hashlib.sha256(source.read_bytes()).hexdigest()
        document = index_document(
            source,
            digest,
            text_document(title, text),
            encoder=encoder,
            settings=library.settings,
            progress=lambda done, total: None,
        )
        library._store.put_original(source)
        library._store.add_document(document, collection=DEFAULT_COLLECTION)
    return library
