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
from dataclasses import astuple, dataclass, fields

import numpy as np

from pincite.answer.claims import Claim
from pincite.answer.facts import Evidence
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


@dataclass(frozen=True, slots=True, eq=False)
class EncodedClaim:
    """A claim's tokens: vectors, rarity and places."""

    encoding: QuestionEncoding
    weights: Floats

    def tokens(self, start: int, end: int) -> slice:
        """The tokens that begin in a range of the claim's text."""
        low, high = np.searchsorted(self.encoding.token_starts, [start, end])
        return slice(int(low), int(high))


def measure(claim: Claim, encoded: EncodedClaim, evidence: Evidence, best: Floats) -> Wording:
    """Compare a claim, or a part of one, with a sentence.

    Args:
        claim: The claim.
        encoded: The whole text that it is part of.
        evidence: The sentence.
        best: Best cosine among the sentence's tokens of each of the encoded tokens.
    """
    late = _late(claim, encoded, best)
    known = evidence.known_terms
    weight_of_all = covered = lacking = 0.0
    weakest = 1.0
    for position in claim.content:
        word = claim.words[position]
        tokens = encoded.tokens(word.start, word.end)
        if tokens.stop <= tokens.start:
            continue
        weight = float(encoded.weights[tokens].max())
        weight_of_all += weight
        if word.term in known:
            covered += weight
            continue
        cosine = float(best[tokens].mean())
        weakest = min(weakest, cosine)
        lacking += weight * (1 - cosine)
    share = 1 / weight_of_all if weight_of_all else 0.0
    return Wording(
        late, covered * share if share else 1.0, weakest, lacking * share, _order(claim, evidence.claim)
    )


def _late(claim: Claim, encoded: EncodedClaim, best: Floats) -> float:
    weights = encoded.weights.copy()
    counted = [(q.start, q.end) for q in claim.quantities] + [(d.start, d.end) for d in claim.dates]
    for start, end in counted:
        weights[encoded.tokens(start, end)] = 0.0  # compared by value
    own = encoded.tokens(claim.start, claim.end)
    total = float(weights[own].sum())
    return float(best[own] @ weights[own]) / total if total else 1.0


def _order(claim: Claim, other: Claim) -> float:
    """Share of the common stems that stand in the same order in both."""
    theirs = [word.term for word in other.words if word.term]
    mine = [claim.words[n].term for n in claim.content]
    common = [term for term in mine if term in theirs]
    if len(common) < 2:
        return 1.0
    return longest_common(common, [term for term in theirs if term in common]) / len(common)


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
    total = bias + sum(weight * value for weight, value in zip(weights, astuple(measured), strict=True))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


@functools.cache
def _coefficients() -> tuple[tuple[float, ...], float]:
    text = importlib.resources.files("pincite.answer").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    stored = json.loads(text)
    return tuple(float(stored[field.name]) for field in fields(Wording)), float(stored["bias"])
