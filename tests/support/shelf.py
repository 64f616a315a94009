"""Documents put into a store without a parser or an encoder: their paragraphs stand in the test that needs them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pincite.domain import Block, BlockKind, Chunk, Page, Sentence, Span
from pincite.sentences import sentence_ranges
from pincite.store import NewChunk, NewDocument, Store
from pincite.terms import analyse


class Paragraph(NamedTuple):
    """A paragraph under a heading; each becomes a chunk."""

    text: str
    section: tuple[str, ...] = ()
    kind: BlockKind = BlockKind.PARAGRAPH


def reference(text: str) -> Paragraph:
    """An entry of a list of references."""
    return Paragraph(text, ("References",), BlockKind.REFERENCE)


def shelve(
    store: Store,
    folder: Path,
    title: str,
    *pages: list[Paragraph | str],
    collection: str = "default",
    language: str = "en",
    **changes: Any,
) -> str:
    """Add a document with these paragraphs on its pages; gives its id. Page 1 is labelled "i", page 2 "ii" …"""
    source = folder / f"{hashlib.sha256(title.encode()).hexdigest()[:12]}.txt"
    source.write_text(repr((title, pages)), encoding="utf-8")
    sha256, size = store.put_original(source)
    made: list[Page] = []
    chunks: list[NewChunk] = []
    for index, paragraphs in enumerate(pages, 1):
        page, of_page = _page(
            index, [Paragraph(p) if isinstance(p, str) else p for p in paragraphs], language
        )
        made.append(page)
        chunks += of_page
    values: dict[str, Any] = {
        "sha256": sha256,
        "file_name": source.name,
        "media_type": "text/plain",
        "size": size,
        "title": title,
        "authors": (),
        "year": None,
        "language": language,
        "pages": tuple(made),
        "page_terms": [" ".join(analyse(page.text, language)) for page in made],
        "outline": (),
        "notices": (),
        "chunks": chunks,
        "token_counts": (np.array([3], np.uint32), np.array([1], np.uint32)),
    }
    store.create_collection(collection, exist_ok=True)
    return store.add_document(NewDocument(**{**values, **changes}), collection=collection).document.id


def _page(index: int, paragraphs: list[Paragraph], language: str) -> tuple[Page, list[NewChunk]]:
    text = "\n\n".join(paragraph.text for paragraph in paragraphs)
    boxes = np.zeros((len(text), 4), np.uint16)
    blocks: list[Block] = []
    chunks: list[NewChunk] = []
    start = 0
    for paragraph in paragraphs:
        blocks.append(Block(paragraph.kind, start, start + len(paragraph.text), section=paragraph.section))
        chunks.append(_chunk(index, start, paragraph, language))
        start += len(paragraph.text) + 2
    return Page(index, "i" * index, text, 600.0, 800.0, boxes, tuple(blocks)), chunks


def _chunk(index: int, start: int, paragraph: Paragraph, language: str) -> NewChunk:
    sentences = tuple(
        Sentence(first, last, (Span(index, start + first, start + last),), paragraph.kind)
        for first, last in sentence_ranges(paragraph.text)
    )
    chunk = Chunk(paragraph.text, paragraph.section, sentences)
    return NewChunk(chunk, " ".join(analyse(paragraph.text, language)), np.ones(8, np.float16), b"")
