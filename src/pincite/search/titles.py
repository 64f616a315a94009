"""Whether a question names the document it is about."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.terms import analyse


def title_scores(
    terms: Sequence[tuple[str, ...]], titles: Mapping[int, tuple[str, str]], documents: Sequence[int]
) -> NDArray[np.float64]:
    """How far the title of each candidate's document is in the question.

    The sum, over the question's terms that the title has, of log(1 + n / m): n titles are compared, and m of them have
    the term (the inverse document frequency, over titles). A word that all titles have tells nothing apart.

    Args:
        terms: Of the question, each with its forms.
        titles: Title and language of the documents, by key.
        documents: Key of each candidate's document.

    Returns:
        float64, one for each candidate.
    """
    held = {pk: _terms(*title) for pk, title in titles.items()}
    found = {pk: [not words.isdisjoint(forms) for forms in terms] for pk, words in held.items()}
    having = [sum(row[place] for row in found.values()) for place in range(len(terms))]
    weights = [math.log1p(len(titles) / count) if count else 0.0 for count in having]
    scores = {
        pk: sum(weight for weight, has in zip(weights, row, strict=True) if has) for pk, row in found.items()
    }
    return np.array([scores.get(pk, 0.0) for pk in documents], np.float64)


@functools.lru_cache(maxsize=20_000)
def _terms(title: str, language: str) -> frozenset[str]:
    return frozenset(analyse(title, language))
