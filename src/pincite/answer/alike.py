"""Which of several phrases is most like another in meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Similarity = Callable[[str, str], float]
"""The cosine of two phrases; for the embedded encoder, which the threshold was measured with."""

_LEAST = 0.38
"""Phrases with a lower cosine are not alike. Measured on the pairs of tests/answer/phrase_pairs.py."""


def most_alike(phrase: str, others: Sequence[str], similarity: Similarity | None) -> int | None:
    """Index of the phrase that is most like another; None where none is, or nothing can tell."""
    if similarity is None or not others:
        return None
    cosines = [similarity(phrase, other) for other in others]
    best = max(range(len(others)), key=lambda index: cosines[index])
    return best if cosines[best] >= _LEAST else None
