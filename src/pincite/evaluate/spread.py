"""How ranks and times are spread over questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pincite.domain import EvaluationResult


@dataclass(frozen=True, slots=True)
class Ranks:
    """Of the first right passages, or documents.

    Attributes:
        mean: Over the questions that found one; None without any.
        median: The same.
        found: Questions that found one among those that were looked at.
        missed: Questions that did not, failed ones among them.
    """

    mean: float | None
    median: float | None
    found: int
    missed: int


@dataclass(frozen=True, slots=True)
class Times:
    """In milliseconds; None without any.

    Attributes:
        median: Half took at most this.
        most: 95 of 100 took at most this.
    """

    median: float | None
    most: float | None


def ranks(results: Iterable[EvaluationResult]) -> Ranks:
    """The spread of the ranks of the questions that have a place and that the documents answer."""
    counted = [one for one in results if one.scoring != "none" and one.answerable]
    found = [one.rank for one in counted if one.rank is not None]
    return middle_of(found, missed=len(counted) - len(found))


def middle_of(found: Sequence[int], *, missed: int = 0) -> Ranks:
    """The spread of ranks.

    Args:
        found: The ranks.
        missed: Questions that have none.
    """
    if not found:
        return Ranks(None, None, 0, missed)
    return Ranks(float(np.mean(found)), float(np.median(found)), len(found), missed)


def times(milliseconds: Sequence[float]) -> Times:
    """The spread of times."""
    if not milliseconds:
        return Times(None, None)
    median, most = np.quantile(milliseconds, [0.5, 0.95])
    return Times(float(median), float(most))
