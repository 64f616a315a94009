"""How well passages were ranked, and whether a text holds an answer.

Ranks count from 1. A question may ask for several things, each of which some passage is to hold: then there is one
rank for each, that of the first passage that holds it, or None where none does.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterator, Sequence

Ranks = Sequence[int | None]


def hit(ranks: Ranks, k: int) -> float:
    """1 if any of the first k passages holds something that is to be found, else 0.

    Its mean is "success at k": Craswell and Hawking, "Overview of the TREC 2004 Web Track".
    """
    return float(any(rank is not None and rank <= k for rank in ranks))


def reciprocal_rank(ranks: Ranks, k: int) -> float:
    """1 / the rank of the first passage that holds something that is to be found; 0 beyond the k-th.

    Its mean is MRR: Voorhees, "The TREC-8 Question Answering Track Report", 1999.
    """
    found = [rank for rank in ranks if rank is not None and rank <= k]
    return 1 / min(found) if found else 0.0


def recall(ranks: Ranks, k: int) -> float:
    """The share of what is to be found that the first k passages hold.

    Raises:
        ValueError: if there is nothing to be found.
    """
    return sum(rank is not None and rank <= k for rank in ranks) / _number(ranks)


def average_precision(ranks: Ranks, k: int) -> float:
    """The mean of the precisions at the places where something is found, 0 for what the first k passages do not hold.

    Its mean is MAP, cut at k: Buckley and Voorhees, "Retrieval System Evaluation", in TREC, MIT Press, 2005. Several
    things within one passage count as for `ndcg`.

    Raises:
        ValueError: if there is nothing to be found.
    """
    places = _places([(rank, 1) for rank in ranks if rank is not None])
    found = [place for place, _ in places if place <= k]
    return sum(number / place for number, place in enumerate(found, start=1)) / _number(ranks)


def ndcg(ranks: Ranks, k: int, gains: Sequence[int] | None = None) -> float:
    """Discounted cumulative gain of the first k passages, divided by that of the ideal ranking.

    Järvelin and Kekäläinen, "Cumulated Gain-Based Evaluation of IR Techniques", ACM TOIS 20(4), 2002, with the
    usual discount 1 / log2(rank + 1). The ideal has all that is to be found at its head, whatever was found in
    fact. Each thing counts once; several within one passage count as if in passages that follow each other, so that the
    ideal is never exceeded.

    Args:
        ranks: One for each thing.
        k: Passages that are looked at.
        gains: One for each thing, at least 1; 1 for all when None.

    Raises:
        ValueError: if there is nothing to be found.
    """
    _number(ranks)
    worth = gains or [1] * len(ranks)
    found = [(rank, gain) for rank, gain in zip(ranks, worth, strict=True) if rank is not None]
    gained = sum(gain * _discount(place) for place, gain in _places(found) if place <= k)
    ideal = enumerate(sorted(worth, reverse=True)[:k], start=1)
    return gained / sum(gain * _discount(place) for place, gain in ideal)


def _number(ranks: Ranks) -> int:
    if not ranks:
        raise ValueError("there is nothing to be found")
    return len(ranks)


def _places(found: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranks with gains, in order, as if each passage held one thing."""
    place = 0
    for rank, gain in sorted(found, key=lambda one: (one[0], -one[1])):
        place = max(rank, place + 1)
        yield place, gain


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def normalised(text: str) -> str:
    """Normal form of an answer, as SQuAD's own evaluation has it: Rajpurkar et al., EMNLP 2016.

    Lower case, without punctuation and English articles, words divided by one space.
    """
    text = "".join(" " if character in string.punctuation else character for character in text.lower())
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def holds(text: str, answers: Sequence[str]) -> bool:
    """Whether a text has one of the answers in it, as whole words."""
    padded = f" {normalised(text)} "
    return any(f" {normalised(answer)} " in padded for answer in answers if normalised(answer))
