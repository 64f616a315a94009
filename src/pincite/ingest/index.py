"""A parsed file → everything the library stores of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np

from pincite.chunking import stream_chunks
from pincite.config import Settings
from pincite.domain import Chunk, Page, ParsedDocument
from pincite.encode.contract import Encoder, PassageText
from pincite.encode.tokens import pack_tokens
from pincite.ingest.language import document_language
from pincite.languages import part_language
from pincite.privacy.pii import Redactor
from pincite.privacy.poisoning import Planted
from pincite.privacy.screening import Screening
from pincite.store import NewChunk, NewDocument
from pincite.terms import ANALYSIS_VERSION, analyse, numbered_terms

CONTEXT_TOKENS = 38
"""Room kept for a chunk's section titles beside its text."""

_BATCH = 256
"""Chunks handed to the encoder at a time: enough to sort by length, little enough for steady progress."""


_PAGES_FOR_LANGUAGE = 256
"""The language of a larger document is that of so many first pages."""


class Sink(Protocol):
    """Where pages and chunks go as they are made, in order."""

    def add_pages(self, pages: Sequence[Page], terms: Sequence[str]) -> None:
        """Take the next pages with the search terms of each."""

    def add_chunks(self, chunks: Sequence[NewChunk]) -> None:
        """Take the next chunks."""


class _Lists:
    """Keeps everything."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.page_terms: list[str] = []
        self.chunks: list[NewChunk] = []

    def add_pages(self, pages: Sequence[Page], terms: Sequence[str]) -> None:
        self.pages += pages
        self.page_terms += terms

    def add_chunks(self, chunks: Sequence[NewChunk]) -> None:
        self.chunks += chunks


def index_document(
    path: Path,
    sha256: str,
    parsed: ParsedDocument,
    *,
    encoder: Encoder,
    settings: Settings,
    progress: Callable[[int, int], None],
    redactor: Redactor | None = None,
) -> NewDocument:
    """Cut, analyse and encode a document that is in memory as a whole. Arguments are those of `index_pages`."""
    sink = _Lists()
    new = index_pages(
        path,
        sha256,
        [parsed.pages],
        lambda: parsed,
        sink,
        encoder=lambda: encoder,
        settings=settings,
        progress=progress,
        redactor=redactor,
    )
    return replace(new, pages=tuple(sink.pages), page_terms=sink.page_terms, chunks=sink.chunks)


def index_pages(
    path: Path,
    sha256: str,
    batches: Iterable[Sequence[Page]],
    about: Callable[[], ParsedDocument],
    sink: Sink,
    *,
    encoder: Callable[[], Encoder],
    settings: Settings,
    progress: Callable[[int, int], None],
    redactor: Redactor | None,
    name: str = "",
) -> NewDocument:
    """Cut, analyse and encode a document as its pages come; touches no database.

    Args:
        path: The file, for its size.
        sha256: Digest of its bytes.
        batches: Its pages in order.
        about: All else that the parser makes of it: its title before the first page, everything after the last.
        sink: Where its pages and chunks go.
        encoder: Gives the library's encoder, when the first pages are there.
        settings: Chunk sizes and context.
        progress: Called with (chunks encoded, pages whose chunks are).
        redactor: Finds the personal data that is told or blacked out, as the settings say; None where it is left alone.
        name: What the user calls the file; as it is named when empty.

    Returns:
        The document without pages and chunks.
    """
    screening = Screening(redactor, redact=settings.privacy.pii == "redact") if redactor else None
    pages = iter(batches) if screening is None else (list(map(screening.page, batch)) for batch in batches)
    keep = screening.text if screening else str
    first: list[Page] = []
    while len(first) < _PAGES_FOR_LANGUAGE and (batch := next(pages, None)) is not None:
        first += batch
    language = document_language(first)
    planted = Planted() if settings.privacy.poisoning else None
    indexer = _Indexer(encoder(), settings, language, keep(about().title), sink, progress, planted)
    indexer.index(itertools.chain([first], pages))
    parsed = about() if screening is None else screening.document(about())
    name = name or path.name
    ids = np.array(sorted(indexer.token_chunks), np.uint32)
    return NewDocument(
        sha256=sha256,
        file_name=screening.file_name(name) if screening else name,
        media_type=parsed.media_type,
        size=path.stat().st_size,
        title=parsed.title or keep(Path(name).stem),
        authors=parsed.authors,
        year=parsed.year,
        language=language,
        pages=(),
        page_terms=[],
        outline=parsed.outline,
        notices=(
            *parsed.notices,
            *(screening.notices() if screening else ()),
            *(planted.notices() if planted else ()),
        ),
        chunks=[],
        token_counts=(ids, np.array([indexer.token_chunks[int(i)] for i in ids], np.uint32)),
        parameters={
            "analysis": ANALYSIS_VERSION,
            "chunk": settings.chunk.model_dump(),
            "encoder": indexer.encoder.identity.name,
            "privacy": {
                "pii": settings.privacy.pii if redactor else "off",
                "rules": redactor.fingerprint if redactor else "",
            },
        },
        source=path,
        facts=parsed.facts,
    )


class _Indexer:
    """Makes chunks of pages and encodes them.

    Attributes:
        encoder: The library's encoder.
        token_chunks: In how many chunks each of its tokens occurs.
    """

    def __init__(
        self,
        encoder: Encoder,
        settings: Settings,
        language: str,
        title: str,
        sink: Sink,
        progress: Callable[[int, int], None],
        planted: Planted | None,
    ) -> None:
        self.encoder = encoder
        self.token_chunks: dict[int, int] = {}
        self._settings = settings
        self._language = language
        self._title = title
        self._sink = sink
        self._progress = progress
        self._planted = planted
        self._done = 0

    def index(self, batches: Iterable[Sequence[Page]]) -> None:
        """Index all pages."""
        chunk = self._settings.chunk
        room = max(16, self.encoder.room - (0 if chunk.context == "none" else CONTEXT_TOKENS))
        limits = chunk.model_copy(update={"tokens": min(chunk.tokens, room)})
        self._progress(0, 0)
        chunks = stream_chunks(self._noted(batches), self._count, limits)
        while part := list(itertools.islice(chunks, _BATCH)):
            self._encode(part)

    def _count(self, texts: Sequence[str]) -> list[int]:
        return [len(offsets) for offsets in self.encoder.token_offsets(texts)]

    def _noted(self, batches: Iterable[Sequence[Page]]) -> Iterator[Page]:
        for batch in batches:
            self._sink.add_pages(batch, [" ".join(_page_terms(page, self._language)) for page in batch])
            yield from batch

    def _encode(self, part: Sequence[Chunk]) -> None:
        context = self._settings.chunk.context
        passages = [PassageText(chunk.text, _context(chunk, self._title, context)) for chunk in part]
        new: dict[int, NewChunk] = {}
        for position, encoding in self.encoder.encode_passages(passages):
            chunk = part[position]
            new[position] = NewChunk(
                chunk,
                " ".join(_chunk_terms(chunk, self._language)),
                encoding.pooled.astype(np.float16),
                pack_tokens(encoding.tokens, encoding.token_starts),
            )
            for token in np.unique(encoding.token_ids).tolist():
                self.token_chunks[token] = self.token_chunks.get(token, 0) + 1
            self._done += 1
            # Chunks of a batch are encoded in order of length: how far the pages are is known at its end.
            if self._done % 16 == 0 and len(new) < len(part):
                self._progress(self._done, part[0].spans[0].page_index - 1)
        made = [new[position] for position in range(len(part))]
        if self._planted is not None:
            for one in made:
                self._planted.add(one.chunk, one.pooled)
        self._sink.add_chunks(made)
        self._progress(self._done, part[-1].spans[-1].page_index)


def _context(chunk: Chunk, title: str, kind: str) -> str:
    """What the encoder reads before the chunk's own text."""
    parts = {"none": (), "section": chunk.section, "title": (title, *chunk.section)}[kind]
    return ". ".join(part for part in parts if part and part not in chunk.text)


def _chunk_terms(chunk: Chunk, language: str) -> Iterator[str]:
    for line in chunk.text.split("\n"):
        yield from _terms(line, language)
    for title in chunk.section:
        if title not in chunk.text:
            yield from analyse(title, language)


def _page_terms(page: Page, language: str) -> Sequence[str]:
    return [
        term
        for block in page.blocks
        if block.kind.indexed
        for term in _terms(page.text[block.start : block.end], language)
    ]


def _terms(text: str, language: str) -> Sequence[str]:
    """The terms of a part of a document; of one in another language in that, and in the document's too.

    A name in such a part is asked for in the document's language as often as in its own.
    """
    own = part_language(text, language)
    words = analyse(text, language) if own == language else analyse(text, own, also=language)
    return [*words, *numbered_terms(text, (language, own))]
