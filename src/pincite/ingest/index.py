"""A parsed file → everything the library stores of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from pincite.chunking import make_chunks
from pincite.config import Settings
from pincite.domain import Chunk, Page, ParsedDocument
from pincite.encode.contract import Encoder, PassageText
from pincite.encode.tokens import pack_tokens
from pincite.ingest.language import document_language
from pincite.store import NewChunk, NewDocument
from pincite.terms import ANALYSIS_VERSION, analyse

CONTEXT_TOKENS = 38
"""Room kept for a chunk's section titles beside its text."""

_BATCH = 256
"""Chunks handed to the encoder at a time: enough to sort by length, little enough for steady progress."""


def index_document(
    path: Path,
    sha256: str,
    parsed: ParsedDocument,
    *,
    encoder: Encoder,
    settings: Settings,
    progress: Callable[[int, int], None],
) -> NewDocument:
    """Cut, analyse and encode a document; touches no database.

    Args:
        path: The file, for its name and size.
        sha256: Digest of its bytes.
        parsed: What the parser made of it.
        encoder: The library's encoder.
        settings: Chunk sizes and context.
        progress: Called with (chunks encoded, chunks in all).
    """
    language = document_language(parsed.pages)
    limits = settings.chunk.model_copy(
        update={"tokens": min(settings.chunk.tokens, max(16, encoder.room - CONTEXT_TOKENS))}
    )
    chunks = make_chunks(parsed.pages, lambda texts: [len(o) for o in encoder.token_offsets(texts)], limits)
    context = settings.chunk.context
    new_chunks: list[NewChunk | None] = [None] * len(chunks)
    token_chunks: dict[int, int] = {}
    done = 0
    progress(0, len(chunks))
    for start in range(0, len(chunks), _BATCH):
        part = chunks[start : start + _BATCH]
        passages = [PassageText(chunk.text, _context(chunk, parsed.title, context)) for chunk in part]
        for position, encoding in encoder.encode_passages(passages):
            chunk = part[position]
            new_chunks[start + position] = NewChunk(
                chunk,
                " ".join(_chunk_terms(chunk, language)),
                encoding.pooled.astype(np.float16),
                pack_tokens(encoding.tokens, encoding.token_starts),
            )
            for token in np.unique(encoding.token_ids).tolist():
                token_chunks[token] = token_chunks.get(token, 0) + 1
            done += 1
            if done % 16 == 0 or done == len(chunks):
                progress(done, len(chunks))
    ids = np.array(sorted(token_chunks), np.uint32)
    return NewDocument(
        sha256=sha256,
        file_name=path.name,
        media_type=parsed.media_type,
        size=path.stat().st_size,
        title=parsed.title or path.stem,
        authors=parsed.authors,
        year=parsed.year,
        language=language,
        pages=parsed.pages,
        page_terms=[" ".join(_page_terms(page, language)) for page in parsed.pages],
        outline=parsed.outline,
        notices=parsed.notices,
        chunks=[chunk for chunk in new_chunks if chunk is not None],
        token_counts=(ids, np.array([token_chunks[int(i)] for i in ids], np.uint32)),
        parameters={
            "analysis": ANALYSIS_VERSION,
            "chunk": settings.chunk.model_dump(),
            "encoder": encoder.identity.name,
        },
        source=path,
        facts=parsed.facts,
    )


def _context(chunk: Chunk, title: str, kind: str) -> str:
    """What the encoder reads before the chunk's own text."""
    parts = {"none": (), "section": chunk.section, "title": (title, *chunk.section)}[kind]
    return ". ".join(part for part in parts if part and part not in chunk.text)


def _chunk_terms(chunk: Chunk, language: str) -> Iterator[str]:
    yield from analyse(chunk.text, language)
    for title in chunk.section:
        if title not in chunk.text:
            yield from analyse(title, language)


def _page_terms(page: Page, language: str) -> Sequence[str]:
    return [
        term
        for block in page.blocks
        if block.kind.indexed
        for term in analyse(page.text[block.start : block.end], language)
    ]
