"""Small documents whose content is plain in the test that makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pincite.domain import Block, BlockKind, Chunk, Notice, OutlineEntry, Page, Sentence, Span
from pincite.store import NewChunk, NewDocument, Store

DIMENSIONS = 8


def page_of(index: int, text: str) -> Page:
    boxes = np.zeros((len(text), 4), np.uint16)
    boxes[:, 0] = np.arange(len(text)) * 50
    boxes[:, 1] = 1000
    boxes[:, 2] = boxes[:, 0] + 50
    boxes[:, 3] = 1200
    boxes[[character.isspace() for character in text]] = 0
    blocks = (Block(BlockKind.PARAGRAPH, 0, len(text), section=("Intro",)),) if text else ()
    return Page(index, f"p{index}", text, 600.0, 800.0, boxes, blocks)


def chunk_of(index: int, text: str) -> NewChunk:
    sentence = Sentence(0, len(text), (Span(index, 0, len(text)),))
    pooled = np.full(DIMENSIONS, len(text), np.float16)
    return NewChunk(
        Chunk(text, ("Intro",), (sentence,)), text.lower(), pooled, text.encode("utf-8", "replace") * 3
    )


def document_of(
    store: Store, folder: Path, *texts: str, name: str = "paper.txt", **changes: Any
) -> NewDocument:
    """A document with one page and one chunk for each text; its original is put into the library."""
    source = folder / name
    source.write_bytes("\f".join(texts).encode())
    sha256, size = store.put_original(source)
    values: dict[str, Any] = {
        "sha256": sha256,
        "file_name": name,
        "media_type": "text/plain",
        "size": size,
        "title": "A Title",
        "authors": ("A. Author",),
        "year": 2020,
        "language": "en",
        "pages": tuple(page_of(number, text) for number, text in enumerate(texts, 1)),
        "page_terms": [text.lower() for text in texts],
        "outline": (OutlineEntry("Intro", 1, 1),),
        "notices": (Notice("pages_without_text", "Page 1 has no text.", (1,)),),
        "chunks": [chunk_of(number, text) for number, text in enumerate(texts, 1)],
        "token_counts": (np.array([3, 9], np.uint32), np.array([1, 2], np.uint32)),
        "parameters": {"tokens": 200},
    }
    return NewDocument(**{**values, **changes})


def add(store: Store, folder: Path, *texts: str, collection: str = "default", **changes: Any) -> str:
    """Add such a document; returns its id."""
    return store.add_document(
        document_of(store, folder, *texts, **changes), collection=collection
    ).document.id
