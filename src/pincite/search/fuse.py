"""Bringing the scores of two searches onto one scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def min_max(scores: Scores) -> Scores:
    """Scores stretched to 0…1; all zero when they are equal."""
    if not len(scores):
        return scores
    low, high = scores.min(), scores.max()
    return (scores - low) / (high - low) if high > low else np.zeros_like(scores)


def standardised(scores: Scores) -> Scores:
    """Scores with mean 0 and standard deviation 1; all zero when they are equal."""
    deviation = scores.std() if len(scores) else 0.0
    return (scores - scores.mean()) / deviation if deviation > 0 else np.zeros_like(scores)


def weighted(lexical: Scores, dense: Scores, lexical_weight: float) -> Scores:
    """Weighted sum of min-max normalised scores of the same candidates (Bruch et al. 2023, arXiv:2210.11934)."""
    return lexical_weight * min_max(lexical) + (1 - lexical_weight) * min_max(dense)


def reciprocal_rank(lexical: Scores, dense: Scores, k: int) -> Scores:
    """Reciprocal rank fusion, sum of 1 / (k + rank) (Cormack et al. 2009); what a search did not find adds nothing.

    Args:
        lexical: BM25 of the candidates, 0 where no word matched.
        dense: Cosines of the candidates, all known.
        k: The constant.
    """
    fused = np.zeros(len(lexical))
    for scores, found in ((lexical, lexical > 0), (dense, np.ones(len(dense), bool))):
        ranks = np.empty(len(scores))
        ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
        fused += np.where(found, 1 / (k + ranks), 0.0)
    return fused
