"""Does a sentence say in its own words what a claim says? A calibrated probability.

A logistic regression over a few measures of how well the claim's words are covered, by stems and by the late
interaction of the two. Its coefficients come from `python -m benchmarks.lies --fit` and are stored beside this module.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from pincite.answer.claims import Claim
from pincite.answer.facts import Evidence
from pincite.answer.words import Word
from pincite.encode.contract import Floats, QuestionEncoding

COEFFICIENTS = "verify.json"


@dataclass(frozen=True, slots=True)
class Wording:
    """What the probability is computed from; all but `order` weighted by the rarity of the claim's words.

    Attributes:
        late: Mean over the claim's tokens, numbers left out, of the best cosine among the sentence's tokens.
        coverage: Share of the claim's content words whose stem the sentence has.
        weakest: Lowest best cosine of a content word whose stem is not there; 1 if all are there.
        lacking: Sum over those words of 1 - cosine, as a share of all.
        order: Share of the common stems that stand in the same order.
    """

    late: float
    coverage: float
    weakest: float
    lacking: float
    order: float


_NAMES = tuple(field.name for field in fields(Wording))


@dataclass(frozen=True, slots=True, eq=False)
class EncodedClaim:
    """A claim's tokens: vectors, rarity and places.

    Attributes:
        encoding: Of the whole text.
        weights: Of its tokens.
        best: Best cosine of each of its tokens among those of each sentence, shape (sentences, tokens).
    """

    encoding: QuestionEncoding
    weights: Floats
    best: Floats

    def tokens(self, start: int, end: int) -> slice:
        """The tokens that begin in a range of the claim's text."""
        low, high = np.searchsorted(self.encoding.token_starts, [start, end])
        return slice(int(low), int(high))

    def cosine(self, word: Word, row: int) -> float:
        """How near a sentence comes to a word; 1 for a word without tokens of its own."""
        tokens = self.tokens(word.start, word.end)
        return float(self.best[row, tokens].mean()) if tokens.stop > tokens.start else 1.0


class Measured:
    """A claim, or a part of one, ready to be compared with sentences: what is the same for all is computed once."""

    def __init__(self, claim: Claim, encoded: EncodedClaim) -> None:
        self._claim = claim
        self._late = _late(claim, encoded)
        words = [claim.words[n] for n in claim.content]
        self._terms = [word.term for word in words]
        self._words: list[tuple[str, float, list[float]]] = []
        for word in words:
            tokens = encoded.tokens(word.start, word.end)
            if tokens.stop > tokens.start:
                weight = float(encoded.weights[tokens].max())
                self._words.append((word.term, weight, encoded.best[:, tokens].mean(axis=1).tolist()))
        self._weight = sum(weight for _, weight, _ in self._words)

    def against(self, evidence: Evidence, row: int) -> Wording:
        """Compare it with a sentence.

        Args:
            evidence: The sentence.
            row: Its position among the sentences of all sources.
        """
        known = evidence.known_terms
        covered = lacking = 0.0
        weakest = 1.0
        for term, weight, cosines in self._words:
            if term in known:
                covered += weight
            else:
                weakest = min(weakest, cosines[row])
                lacking += weight * (1 - cosines[row])
        return Wording(
            late=self._late[row],
            coverage=covered / self._weight if self._weight else 1.0,
            weakest=weakest,
            lacking=lacking / self._weight if self._weight else 0.0,
            order=_order(self._terms, evidence.claim),
        )


def _late(claim: Claim, encoded: EncodedClaim) -> list[float]:
    """For each sentence."""
    weights = encoded.weights.copy()
    counted = [(q.start, q.end) for q in claim.quantities] + [(d.start, d.end) for d in claim.dates]
    for start, end in counted:
        weights[encoded.tokens(start, end)] = 0.0  # compared by value
    own = encoded.tokens(claim.start, claim.end)
    total = float(weights[own].sum())
    if not total:
        return [1.0] * len(encoded.best)
    late: list[float] = (encoded.best[:, own] @ weights[own] / total).tolist()
    return late


def _order(mine: Sequence[str], other: Claim) -> float:
    """Share of the common stems that stand in the same order in both."""
    common = [term for term in mine if term in other.terms]
    if len(common) < 2:
        return 1.0
    wanted = set(common)
    theirs = [word.term for word in other.words if word.term in wanted]
    return 1.0 if common == theirs else longest_common(common, theirs) / len(common)


def longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for item in one:
        before = 0
        for n, against in enumerate(other, start=1):
            before, row[n] = row[n], before + 1 if item == against else max(row[n], row[n - 1])
    return row[-1]


def probability(measured: Wording) -> float:
    """Probability that the sentence says it, 0…1."""
    weights, bias = _coefficients()
    values = (getattr(measured, name) for name in _NAMES)
    total = bias + sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


@functools.cache
def _coefficients() -> tuple[tuple[float, ...], float]:
    text = importlib.resources.files("pincite.answer").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    stored = json.loads(text)
    return tuple(float(stored[name]) for name in _NAMES), float(stored["bias"])
