"""Late interaction: a question's tokens against a passage's, with vectors stored at indexing time.

score(q, p) = sum over question tokens i of w_i max over passage tokens j of q_i · p_j, divided by sum of w_i (the
MaxSim of ColBERT, Khattab and Zaharia 2020, arXiv:2004.12832), with w_i the rarity of the token in the library.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.encode.contract import Floats, QuestionEncoding
from pincite.encode.tokens import TokenMatrix

PSEUDO_CHUNKS = 200
"""How many chunks of general text the rarity of tokens is counted over beside the library's own: in a library of
three pages every word is frequent."""


@dataclass(frozen=True, slots=True, eq=False)
class Interaction:
    """Cosines between passages' tokens and a question's.

    Attributes:
        cosines: float32 of shape (all passages' tokens, question tokens).
        bounds: Row where each passage begins, and the total last.
        starts: Offset of each passage token in its passage's text.
        weights: Of the question's tokens, float32, sum 1 (or all zero without tokens).
    """

    cosines: Floats
    bounds: NDArray[np.int64]
    starts: NDArray[np.int32]
    weights: Floats

    def passage_scores(self) -> Floats:
        """One score a passage, -1…1."""
        return segment_max(self.cosines, self.bounds) @ self.weights

    def range_scores(self, passage: int, ranges: list[tuple[int, int]]) -> tuple[Floats, Floats]:
        """Scores of text ranges (sentences) of one passage.

        Returns:
            The score of each range, and the best cosine of each range for each question token, float32 of shape
            (ranges, question tokens).
        """
        low, high = int(self.bounds[passage]), int(self.bounds[passage + 1])
        starts = self.starts[low:high]
        edges = np.searchsorted(starts, [edge for pair in ranges for edge in pair])
        best = np.zeros((len(ranges), len(self.weights)), np.float32)
        for number in range(len(ranges)):
            first, last = edges[2 * number], edges[2 * number + 1]
            if last > first:
                best[number] = self.cosines[low + first : low + last].max(axis=0)
        return best @ self.weights, best


def interact(question: QuestionEncoding, weights: Floats, tokens: TokenMatrix) -> Interaction:
    """Compare a question with passages, all at once."""
    cosines = tokens.vectors @ question.tokens.T
    return Interaction(cosines, tokens.bounds, tokens.starts, weights)


def segment_max(values: Floats, bounds: NDArray[np.int64]) -> Floats:
    """Column-wise maximum of each segment of rows; zero for empty segments."""
    counts = np.diff(bounds)
    result = np.zeros((len(counts), values.shape[1]), np.float32)
    filled = counts > 0
    if filled.any():
        # `reduceat` misreads empty segments, so only the others are handed to it.
        result[filled] = np.maximum.reduceat(values, bounds[:-1][filled], axis=0)
    return result


def token_weights(
    token_ids: NDArray[np.uint32], chunks: int, token_chunks: Floats, background: Floats | None
) -> Floats:
    """Rarity of a question's tokens, log((N + 1) / (n + 1)), normalised to sum 1.

    Args:
        token_ids: Of the question.
        chunks: N, chunks in the library.
        token_chunks: n by vocabulary id.
        background: Share of chunks of general text that hold each token, or None where it is not known.
    """
    if not len(token_ids):
        return np.zeros(0, np.float32)
    ids = token_ids.astype(np.int64)
    found = np.zeros(len(ids), np.float64)
    known = ids < len(token_chunks)
    found[known] = token_chunks[ids[known]]
    total = float(chunks)
    if background is not None:
        total += PSEUDO_CHUNKS
        found += PSEUDO_CHUNKS * background[ids]
        weights = np.log((total + 1) / (found + 1))
    else:
        weights = np.log((total + 1) / (found + 1)) + 0.5
    weights = np.maximum(weights, 0.01)
    normalised: Floats = (weights / weights.sum()).astype(np.float32)
    return normalised
