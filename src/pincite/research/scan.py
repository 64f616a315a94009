"""Every sentence of a document against many questions, in one pass over the stored token vectors.

A search would take a query for each question and depends on what else is in the library; this depends on the document
alone, so what is found can be kept with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pincite.answer.cite import Quote
from pincite.domain import BlockKind, Document, Sentence
from pincite.encode.contract import Encoder, Floats, QuestionEncoding
from pincite.encode.tokens import TokenMatrix, unpack_tokens
from pincite.search.rerank import token_weights
from pincite.store import Store, StoredChunk

BLOCK = 64
"""Chunks compared at a time: bounds the memory that a book takes."""
MOST_ENCODED = 1000
_ENCODED: WeakKeyDictionary[Encoder, dict[str, QuestionEncoding]] = WeakKeyDictionary()
_UNQUOTABLE = frozenset({BlockKind.REFERENCE})


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A sentence of the document that can be quoted.

    Attributes:
        stored: Its chunk.
        number: Its position in `stored.chunk.sentences`.
        position: Its position in the document, from 0.
    """

    stored: StoredChunk
    number: int
    position: int

    @property
    def sentence(self) -> Sentence:
        """Its place."""
        return self.stored.chunk.sentences[self.number]

    @property
    def text(self) -> str:
        """Verbatim."""
        return self.stored.chunk.text[self.sentence.start : self.sentence.end]

    @property
    def heading(self) -> bool:
        """Whether it is a heading, or names the rows of a table below it."""
        return self.sentence.kind is BlockKind.HEADING

    @property
    def section(self) -> tuple[str, ...]:
        """Titles of the headings above it."""
        return self.stored.chunk.section

    def quote(self, document: Document) -> Quote:
        """It, to be cited."""
        return Quote(self.text, document, self.sentence.spans, self.sentence.reading)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A document's sentences, and how well each fits each probe.

    Attributes:
        document: The document.
        lines: Its sentences in order, headings among them, references left out.
        scores: Late interaction, float32 of shape (lines, probes).
    """

    document: Document
    lines: tuple[Line, ...]
    scores: Floats


def scan(store: Store, encoder: Encoder, document: Document, probes: Sequence[str]) -> Scan:
    """Compare all sentences of a document with all probes.

    Raises:
        NotFoundError: if the document is gone.
    """
    encoded = [_encoded(encoder, probe) for probe in probes]
    lines: list[Line] = []
    scores: list[Floats] = []
    with store.snapshot():
        pks = store.scope(None, [document.id]).document_pks or ()
        weights = _weights(store, encoder, document, pks, encoded)
        questions = np.concatenate([e.tokens for e in encoded]) if encoded else None
        for chunks in _blocks(store, pks, document.chunks):
            tokens = unpack_tokens(
                store.token_data([chunk.pk for chunk in chunks]), encoder.identity.token_dims
            )
            cosines = None if questions is None else tokens.vectors @ questions.T
            for place, chunk in enumerate(chunks):
                for number in _quotable(chunk):
                    lines.append(Line(chunk, number, len(lines)))
                    scores.append(_scores(cosines, tokens, place, chunk.chunk.sentences[number], weights))
    matrix = np.stack(scores) if scores else np.zeros((0, len(encoded)), np.float32)
    return Scan(document, tuple(lines), matrix)


def _encoded(encoder: Encoder, probe: str) -> QuestionEncoding:
    """A probe as vectors, kept: the same ones are asked of every document."""
    kept = _ENCODED.setdefault(encoder, {})
    encoded = kept.get(probe)
    if encoded is None:
        if len(kept) >= MOST_ENCODED:
            kept.clear()
        encoded = kept[probe] = encoder.encode_question(probe)
    return encoded


def _blocks(store: Store, pks: Sequence[int], chunks: int) -> Iterator[list[StoredChunk]]:
    for pk in pks:
        for start in range(0, chunks, BLOCK):
            found = store.neighbours(pk, start, before=0, after=BLOCK - 1)
            if found:
                yield found


def _quotable(stored: StoredChunk) -> Iterator[int]:
    """Sentences that are the document's text, each in the chunk that holds it first."""
    for number, sentence in enumerate(stored.chunk.sentences):
        if number >= stored.chunk.overlap and sentence.kind not in _UNQUOTABLE:
            yield number


def _scores(
    cosines: Floats | None, tokens: TokenMatrix, place: int, sentence: Sentence, weights: Sequence[Floats]
) -> Floats:
    """A sentence's score for each probe, a row of a table together with what it must be read with."""
    if cosines is None:
        return np.zeros(0, np.float32)
    low, high = int(tokens.bounds[place]), int(tokens.bounds[place + 1])
    best = np.zeros(cosines.shape[1], np.float32)
    for start, end in filter(None, [(sentence.start, sentence.end), sentence.context]):
        first, last = low + np.searchsorted(tokens.starts[low:high], (start, end))
        if last > first:
            best = np.maximum(best, cosines[first:last].max(axis=0))
    result = np.zeros(len(weights), np.float32)
    offset = 0
    for number, own in enumerate(weights):
        result[number] = best[offset : offset + len(own)] @ own
        offset += len(own)
    return result


def _weights(
    store: Store,
    encoder: Encoder,
    document: Document,
    pks: Sequence[int],
    encoded: Sequence[QuestionEncoding],
) -> list[Floats]:
    """Rarity of the probes' tokens in this document and in general text."""
    counts: NDArray[np.float32] = np.zeros(0, np.float32)
    for ids, values in store.token_counts(pks).values():
        counts = np.zeros(int(ids.max()) + 1 if len(ids) else 0, np.float32)
        counts[ids] = values
    return [token_weights(e.token_ids, document.chunks, counts, encoder.background) for e in encoded]
