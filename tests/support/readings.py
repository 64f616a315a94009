"""Readings made of blocks, without a library."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.chunking import make_chunks
from pincite.config import ChunkSettings
from pincite.domain import Block, BlockKind, Document, OutlineEntry
from pincite.research.reading import Reading
from pincite.store import StoredChunk
from support.pages import count_words, make_page


def make_document(title: str = "A title", *, outline: Sequence[OutlineEntry] = ()) -> Document:
    """A document that is in no library."""
    return Document(
        id="d",
        file_name="a.pdf",
        title=title,
        authors=(),
        year=None,
        language="en",
        media_type="application/pdf",
        sha256="0",
        size=1,
        pages=1,
        chunks=1,
        warnings=(),
        outline=tuple(outline),
        collections=(),
        added_at="",
    )


def make_reading(
    *pages: Sequence[tuple[str, str]],
    title: str = "A title",
    outline: Sequence[tuple[str, int]] = (),
    tokens: int = 60,
    clauses: bool = False,
) -> Reading:
    """A document as it is read, chunked for real.

    Args:
        pages: For each page its blocks: ("heading", text), ("p", text),
            ("item", text), ("caption", text) or ("reference", text).
        title: Of the document.
        outline: Titles of its chapters with their pages.
        tokens: Most tokens of a chunk.
        clauses: As for `Reading`.
    """
    kinds = {"heading": BlockKind.HEADING, "p": BlockKind.PARAGRAPH, "item": BlockKind.LIST_ITEM,
             "caption": BlockKind.CAPTION, "reference": BlockKind.REFERENCE}  # fmt: skip
    section: tuple[str, ...] = ()
    made = []
    for index, blocks in enumerate(pages, start=1):
        row = []
        for kind, text in blocks:
            if kind == "heading":
                section = (text,)
            row.append(Block(kinds[kind], 0, 0, 1 if kind == "heading" else 0, section))
        made.append(make_page(index, row, texts=[text for _, text in blocks]))
    chunks = make_chunks(made, count_words, ChunkSettings(tokens=tokens, overlap_tokens=12))
    entries = [OutlineEntry(name, 1, page) for name, page in outline]
    document = make_document(title, outline=entries)
    return Reading(document, [StoredChunk(n, 1, n, chunk) for n, chunk in enumerate(chunks)], clauses)
