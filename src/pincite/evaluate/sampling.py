"""Fewer questions that stand for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from pincite.domain import Expectation
from pincite.errors import UsageError

LENGTHS = 4
"""Groups of questions by their length: as many in each, if all have different lengths."""


def stratified(questions: Sequence[Expectation], count: int, seed: int) -> list[Expectation]:
    """So many of the questions, in their order, with the same share of each group of like length.

    Those that the documents answer and those that they do not are groups of their own. Length is counted in characters,
    which is the same for languages that write no spaces. What a group cannot be given whole goes to those with the
    largest remainders (Hamilton's method).

    Args:
        questions: All.
        count: How many are wanted; all where there are no more.
        seed: The same one gives the same questions.

    Raises:
        UsageError: if the count is not positive.
    """
    if count < 1:
        raise UsageError(f"a sample of {count} questions is none", "Ask for at least one.")
    if count >= len(questions):
        return list(questions)
    lengths = np.array([len(one.question) for one in questions])
    bounds = np.quantile(lengths, np.arange(1, LENGTHS) / LENGTHS)
    groups: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for place, group in enumerate(np.searchsorted(bounds, lengths, side="left").tolist()):
        groups[group, questions[place].answerable is not False].append(place)
    keys = sorted(groups)
    shares = np.array([len(groups[key]) for key in keys]) * count / len(questions)
    sizes = np.floor(shares).astype(int)
    sizes[np.argsort(sizes - shares, kind="stable")[: count - sizes.sum()]] += 1
    random = np.random.default_rng(seed)
    chosen = [random.choice(groups[key], size, replace=False) for key, size in zip(keys, sizes, strict=True)]
    return [questions[place] for place in sorted(np.concatenate(chosen).tolist())]
