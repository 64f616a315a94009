"""How near each sentence of a document is to some probes, by late interaction with the stored token vectors.

Unlike a search of the library, this scores every sentence, and it does not depend on what else is in the library: the
rarity of a probe's tokens is that in general text. So a summary may be kept for as long as its document is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from pincite.encode.contract import Encoder, Floats
from pincite.encode.tokens import unpack_tokens
from pincite.research.reading import Reading
from pincite.search.rerank import segment_max, token_weights
from pincite.store import Store, StoredChunk

_CHUNKS_AT_ONCE = 64
"""Cosines of so many chunks are in memory at a time: about 10 MB."""


def probe_scores(
    store: Store, encoder: Callable[[], Encoder], reading: Reading, probes: Sequence[Sequence[str]]
) -> Floats:
    """The best score that any probe of a group gives each sentence.

    Args:
        store: The library.
        encoder: Gives the encoder that the library was indexed with.
        reading: The document.
        probes: Groups of probes.

    Returns:
        float32 of shape (lines of the reading, groups), -1…1.
    """
    model = encoder()
    flat = [probe for group in probes for probe in group]
    encoded = [model.encode_question(probe) for probe in flat]
    tokens = np.concatenate([e.tokens for e in encoded]) if encoded else np.zeros((0, 1), np.float32)
    weights = np.zeros((len(tokens), len(flat)), np.float32)
    row = 0
    for column, one in enumerate(encoded):
        size = len(one.token_ids)
        weights[row : row + size, column] = token_weights(
            one.token_ids, 0, np.zeros(0, np.float32), model.background
        )
        row += size
    if not reading.lines or not len(tokens):
        return np.zeros((len(reading.lines), len(probes)), np.float32)
    rows = [
        _best_cosines(
            store, reading.chunks[start : start + _CHUNKS_AT_ONCE], tokens, model.identity.token_dims
        )
        @ weights
        for start in range(0, len(reading.chunks), _CHUNKS_AT_ONCE)
    ]
    best = np.maximum.reduceat(np.concatenate(rows), reading.bounds, axis=0)
    scores = np.zeros((len(best), len(probes)), np.float32)
    bounds = np.cumsum([0, *(len(group) for group in probes)])
    for group, (low, high) in enumerate(pairwise(bounds)):
        if high > low:
            scores[:, group] = best[:, low:high].max(axis=1)
    return scores


def _best_cosines(store: Store, chunks: Sequence[StoredChunk], tokens: Floats, dims: int) -> Floats:
    """For each new sentence of the chunks its best cosine with each token of the probes."""
    matrix = unpack_tokens(store.token_data([stored.pk for stored in chunks]), dims)
    edges: list[int] = []
    new: list[bool] = []
    for number, stored in enumerate(chunks):
        low, high = int(matrix.bounds[number]), int(matrix.bounds[number + 1])
        begins = [sentence.start for sentence in stored.chunk.sentences]
        edges.extend((low + np.searchsorted(matrix.starts[low:high], begins)).tolist())
        new.extend(place >= stored.chunk.overlap for place in range(len(begins)))
    edges.append(int(matrix.bounds[-1]))
    best: Floats = segment_max(matrix.vectors @ tokens.T, np.array(edges, np.int64))[np.array(new, bool)]
    return best
