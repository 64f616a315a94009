"""How sure a mean over questions is: percentile bootstrap intervals.

Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13. Questions are drawn anew, with replacement,
as many as there are; the interval is what lies between the 2.5th and the 97.5th percentile of the means. It tells how
much a mean depends on which questions were asked, and nothing of how good these are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 1000
LEVEL = 0.95
SEED = 20_240
_AT_ONCE = 2_000_000
"""Numbers drawn at a time: bounds the memory."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and where it would lie with other questions of the same sort."""

    mean: float
    low: float
    high: float


def interval(
    values: Sequence[float], *, resamples: int = RESAMPLES, level: float = LEVEL, seed: int = SEED
) -> Interval | None:
    """The interval of a mean; None for no values.

    Args:
        values: One a question.
        resamples: How often the questions are drawn.
        level: How much of the means is within.
        seed: The same one gives the same interval.

    Raises:
        ValueError: if a value is not a finite number.
    """
    if not values:
        return None
    numbers = np.asarray(values, dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError("a value is not a finite number")
    random = np.random.default_rng(seed)
    means = np.empty(resamples)
    step = max(1, _AT_ONCE // len(numbers))
    for start in range(0, resamples, step):
        size = (min(step, resamples - start), len(numbers))
        means[start : start + step] = numbers[random.integers(0, len(numbers), size)].mean(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(numbers.mean()), float(low), float(high))


def paired_difference(
    first: Sequence[float],
    second: Sequence[float],
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = SEED,
) -> Interval | None:
    """The interval of the mean difference of two runs over the same questions, which are drawn in pairs.

    Args:
        first: One value a question.
        second: The same questions in the same order.
        resamples: As for `interval`.
        level: As for `interval`.
        seed: As for `interval`.
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    return interval(differences, resamples=resamples, level=level, seed=seed)
