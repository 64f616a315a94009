"""A document on its way into the store: its rows in a file until one short transaction takes them.

So a document of any length needs little memory, and the write lock is not held while it is read and encoded.
"""

from __future__ import annotations

import heapq
import itertools
import pickle
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from pincite.domain import Chunk, Page
from pincite.store import codec
from pincite.store.codec import storable
from pincite.store.files import disk_errors
from pincite.store.manifests import Contents, WordsDigest, chunk_digest, page_digest
from pincite.store.postings import build, lengths
from pincite.store.records import NewChunk

Rows = list[dict[str, Any]]
RowKind = Literal["pages", "chunks", "vectors", "tokens", "postings"]
_Posting = tuple[str, bytes, bytes]

_RUN_PAGES = 1024
_RUN_CHUNKS = 4096
"""The words of so many pages or chunks are sorted in memory; the sorted runs are merged at the end."""

_TERMS_AT_ONCE = 2000


class Spool:
    """The rows of one document, but for the keys that only the transaction can give.

    Add its pages and chunks in order, then `close` it. Made by `Store.spool`.

    Args:
        file: An empty file, open for reading and writing.
        folder: The library's folder, for messages.

    Attributes:
        page_count: Pages added.
        page_terms: Terms of all of them together.
        chunk_count: Chunks added.
        chunk_terms: Terms of all of them together.
        dimensions: Of the chunks' vectors; 0 without chunks.
    """

    def __init__(self, file: IO[bytes], folder: Path) -> None:
        self._file = file
        self._folder = folder
        self._frames: dict[str, list[tuple[int, int]]] = {}
        self._end = 0
        self._words: tuple[list[str], list[str]] = [], []
        self._runs: list[list[tuple[int, int]]] = []
        self._digests: tuple[list[bytes], list[bytes]] = [], []
        self._words_digest = WordsDigest()
        self.page_count = self.page_terms = self.chunk_count = self.chunk_terms = self.dimensions = 0

    def add_pages(self, pages: Sequence[Page], terms: Sequence[str]) -> None:
        """Add the next pages, with the terms of each.

        Raises:
            LibraryError: if the disk is full.
            ValueError: if they are not the next ones, or not as many as terms.
        """
        first = self.page_count + 1
        if [page.index for page in pages] != list(range(first, first + len(pages))):
            raise ValueError("pages must be numbered from 1 without a gap")
        if len(terms) != len(pages):
            raise ValueError(f"{len(terms)} lists of terms do not belong to {len(pages)} pages")
        rows = [_page_row(page) for page in pages]
        self._write("pages", rows)
        self._digests[0].extend(map(page_digest, rows))
        self.page_count += len(pages)
        self.page_terms += lengths(terms)
        self._words[1].extend(terms)
        self._end_run(least=1)

    def add_chunks(self, chunks: Sequence[NewChunk]) -> None:
        """Add the next chunks.

        Raises:
            LibraryError: if the disk is full.
            ValueError: if a vector is not like the others, or not finite.
        """
        for chunk in chunks:
            self._check_vector(chunk)
        first, terms = self.chunk_count, [chunk.terms for chunk in chunks]
        rows = [_chunk_row(first + n, chunk.chunk) for n, chunk in enumerate(chunks)]
        pooled = [chunk.pooled.astype("<f2").tobytes() for chunk in chunks]
        tokens = [bytes(chunk.tokens) for chunk in chunks]
        self._write("chunks", rows)
        self._write("vectors", [{"pooled": vector} for vector in pooled])
        self._write("tokens", [{"data": data} for data in tokens])
        self._digests[1].extend(map(chunk_digest, rows, pooled, tokens))
        self.chunk_count += len(chunks)
        self.chunk_terms += lengths(terms)
        self._words[0].extend(terms)
        self._end_run(least=1)

    def close(self) -> None:
        """All is added: put the words of all runs together.

        Raises:
            LibraryError: if the disk is full.
        """
        self._end_run(least=0)
        if len(self._runs) == 1:
            self._frames["postings"] = self._runs[0]
            return
        self._words_digest = WordsDigest()
        self._frames["postings"] = self._write_postings(self._merged())

    def digests(self) -> Contents:
        """Digests of all that was added; after `close`."""
        return Contents(self._words_digest.value(), *self._digests)

    def rows(self, kind: RowKind) -> Iterator[Rows]:
        """All rows of a kind in order, some at a time."""
        for frame in self._frames.get(kind, ()):
            found = self._read(frame)
            if kind == "postings":
                yield [{"term": term, "chunks": chunks, "pages": pages} for term, chunks, pages in found]
            else:
                yield found

    def _check_vector(self, chunk: NewChunk) -> None:
        shape = chunk.pooled.shape
        if len(shape) != 1 or not shape[0] or shape[0] != (self.dimensions or shape[0]):
            raise ValueError(f"pooled vectors must all have one dimension and one length, not {shape}")
        if not np.isfinite(chunk.pooled).all():
            raise ValueError("a pooled vector holds a value that is not a number")
        self.dimensions = shape[0]

    def _end_run(self, *, least: int) -> None:
        chunk_terms, page_terms = self._words
        if least and len(chunk_terms) < _RUN_CHUNKS and len(page_terms) < _RUN_PAGES:
            return
        rows = build(
            chunk_terms,
            page_terms,
            first_chunk=self.chunk_count - len(chunk_terms),
            first_page=self.page_count - len(page_terms),
        )
        self._runs.append(self._write_postings(iter(rows)))
        self._words = [], []

    def _merged(self) -> Iterator[_Posting]:
        by_term = itemgetter(0)
        runs = [(row for frame in run for row in self._read(frame)) for run in self._runs]
        # Runs of equal terms come in the order of the runs, and so of pages and chunks.
        for term, rows in itertools.groupby(heapq.merge(*runs, key=by_term), key=by_term):
            parts = list(rows)
            yield term, b"".join(row[1] for row in parts), b"".join(row[2] for row in parts)

    def _write_postings(self, rows: Iterator[_Posting]) -> list[tuple[int, int]]:
        frames = []
        while some := list(itertools.islice(rows, _TERMS_AT_ONCE)):
            self._words_digest.add(some)
            frames.append(self._append(some))
        return frames

    def _write(self, kind: RowKind, rows: Rows) -> None:
        if rows:
            self._frames.setdefault(kind, []).append(self._append(rows))

    def _append(self, rows: Sequence[Any]) -> tuple[int, int]:
        data = pickle.dumps(rows, protocol=5)
        with disk_errors(self._folder):
            self._file.seek(self._end)
            self._file.write(data)
        frame = self._end, len(data)
        self._end += len(data)
        return frame

    def _read(self, frame: tuple[int, int]) -> list[Any]:
        start, length = frame
        self._file.seek(start)
        rows: list[Any] = pickle.loads(self._file.read(length))  # noqa: S301 - written by `_append`
        return rows


def _page_row(page: Page) -> dict[str, Any]:
    text = storable(page.text)
    return {
        "page_index": page.index,
        "label": storable(page.label),
        "width": float(page.width),
        "height": float(page.height),
        "text": text,
        "blocks": codec.encode_blocks(page.blocks) | codec.encode_confidence(page.ocr_confidence),
        "boxes": codec.encode_boxes(page.boxes, text),
    }


def _chunk_row(ordinal: int, chunk: Chunk) -> dict[str, Any]:
    return {
        "ordinal": ordinal,
        "first_page": min((span.page_index for span in chunk.spans), default=0),
        "last_page": max((span.page_index for span in chunk.spans), default=0),
        "overlap": chunk.overlap,
        "section": [storable(part) for part in chunk.section],
        "sentences": codec.encode_sentences(chunk.sentences),
        "text": storable(chunk.text),
    }
