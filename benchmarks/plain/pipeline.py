"""Index and search of the plain pipeline."""

from __future__ import annotations

import pickle
import re
import time
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from benchmarks.plain.model import PlainEncoder

WINDOW = 1000
OVERLAP = 200
CANDIDATES = 50
RRF_K = 60
_COLLECTION = "chunks"
_WORD = re.compile(r"\w+")
_UPSERT = 256


@dataclass(frozen=True, slots=True)
class Chunk:
    """A window of a document's text.

    Attributes:
        page: The page on which it begins, from 1.
    """

    file: str
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A chunk found, with its fused score; the higher the better."""

    file: str
    page: int
    text: str
    score: float


@dataclass(slots=True)
class IndexStats:
    """What indexing did.

    Attributes:
        seconds: By stage: text, chunks, encode, vectors (Qdrant), words (rank-bm25).
        failed: Files that could not be read, with the reason.
    """

    files: int = 0
    pages: int = 0
    chunks: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time spent within to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - start


class PlainPipeline:
    """A folder with a Qdrant collection and a pickled BM25 index.

    Args:
        folder: Where everything is kept; created if need be, read if something is there.
        reader: The library that reads PDFs.
    """

    def __init__(self, folder: Path, *, reader: Literal["pymupdf", "pypdf"] = "pymupdf") -> None:
        from qdrant_client import QdrantClient

        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._pages = _pymupdf() if reader == "pymupdf" else _pypdf()
        self._encoder = PlainEncoder(folder)
        with warnings.catch_warnings():
            # It warns that local mode is slow beyond 20,000 points; that is part of what is measured.
            warnings.simplefilter("ignore")
            self._qdrant: Any = QdrantClient(path=str(folder / "qdrant"))
        self._chunks: list[Chunk] = []
        self._bm25: Any = None
        if self._pickle.exists():
            self._chunks, self._bm25 = pickle.loads(self._pickle.read_bytes())

    @property
    def _pickle(self) -> Path:
        return self._folder / "bm25.pickle"

    def __enter__(self) -> PlainPipeline:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the Qdrant folder."""
        self._qdrant.close()

    def index(self, paths: Iterable[Path]) -> IndexStats:
        """Add PDFs; the word index is made anew over everything at the end, as rank-bm25 demands."""
        from qdrant_client import models

        stats = IndexStats()
        if not self._qdrant.collection_exists(_COLLECTION):
            size = models.VectorParams(size=384, distance=models.Distance.COSINE)
            self._qdrant.create_collection(_COLLECTION, vectors_config=size)
        for path in paths:
            try:
                with stats.stage("text"):
                    pages = self._pages(path)
            except Exception as error:  # both readers raise whatever their parsers stumble over
                stats.failed[path.name] = str(error)
                continue
            with stats.stage("chunks"):
                chunks = list(windows(path.name, pages))
            with stats.stage("encode"):
                vectors = self._encoder.encode([chunk.text for chunk in chunks])
            with stats.stage("vectors"):
                self._store(chunks, vectors)
            stats.files += 1
            stats.pages += len(pages)
            stats.chunks += len(chunks)
        with stats.stage("words"):
            self._index_words()
        return stats

    def _store(self, chunks: Sequence[Chunk], vectors: Any) -> None:
        from qdrant_client import models

        first = len(self._chunks)
        for start in range(0, len(chunks), _UPSERT):
            part = chunks[start : start + _UPSERT]
            points = models.Batch(
                ids=list(range(first + start, first + start + len(part))),
                vectors=vectors[start : start + len(part)].tolist(),
                payloads=[{"file": chunk.file, "page": chunk.page, "text": chunk.text} for chunk in part],
            )
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._qdrant.upsert(_COLLECTION, points)
        self._chunks.extend(chunks)

    def _index_words(self) -> None:
        from rank_bm25 import BM25Okapi

        if self._chunks:
            self._bm25 = BM25Okapi([words(chunk.text) for chunk in self._chunks])
            self._pickle.write_bytes(pickle.dumps((self._chunks, self._bm25)))

    def search(self, question: str, k: int = 10) -> list[Found]:
        """The best chunks by reciprocal rank fusion of 50 dense and 50 BM25 candidates.

        The score of a chunk is the sum of 1 / (60 + rank) (Cormack, Clarke and Büttcher, SIGIR 2009).
        """
        import numpy as np

        if self._bm25 is None:
            return []
        vector = self._encoder.encode([question])[0]
        dense = self._qdrant.query_points(_COLLECTION, query=vector.tolist(), limit=CANDIDATES).points
        scores = self._bm25.get_scores(words(question))
        limit = min(CANDIDATES, len(scores))
        best_first = np.argpartition(-scores, limit - 1)[:limit]
        best_first = best_first[np.argsort(-scores[best_first], kind="stable")]
        lexical = [int(index) for index in best_first if scores[index] > 0]
        fused: dict[int, float] = {}
        for ranking in ([int(point.id) for point in dense], lexical):
            for rank, index in enumerate(ranking, start=1):
                fused[index] = fused.get(index, 0.0) + 1 / (RRF_K + rank)
        best = sorted(fused, key=lambda index: (-fused[index], index))[:k]
        return [
            Found(self._chunks[index].file, self._chunks[index].page, self._chunks[index].text, fused[index])
            for index in best
        ]


def words(text: str) -> list[str]:
    """Lower-case words."""
    return _WORD.findall(text.lower())


def windows(file: str, pages: Sequence[str]) -> Iterator[Chunk]:
    """Windows over the whole text of a document, so that only the last one is shorter than the others."""
    text = "\n".join(pages)
    starts = [0]
    for page in pages:
        starts.append(starts[-1] + len(page) + 1)
    for start in range(0, max(len(text) - OVERLAP, 1), WINDOW - OVERLAP):
        part = text[start : start + WINDOW]
        if part.strip():
            yield Chunk(file, min(bisect_right(starts, start), len(pages)), part)


Reader = Callable[[Path], list[str]]


def _pymupdf() -> Reader:
    """The import takes seconds, so it happens here and not while the first file is being read."""
    import pymupdf

    opened: Any = pymupdf.open

    def pages(path: Path) -> list[str]:
        with opened(path) as document:
            return [page.get_text() for page in document]

    return pages


def _pypdf() -> Reader:
    from pypdf import PdfReader

    def pages(path: Path) -> list[str]:
        return [page.extract_text() for page in PdfReader(path).pages]

    return pages
