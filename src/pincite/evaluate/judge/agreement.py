"""How far judges agree, and what most of them say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

Votes = Sequence[Sequence[Hashable]]
"""For each item that was judged, what each judge said of it."""


def majority(votes: Sequence[str]) -> str | None:
    """What more than half of the judges say; None where there is no such thing."""
    for vote, count in Counter(votes).most_common(1):
        return vote if 2 * count > len(votes) else None
    return None


def percent_agreement(votes: Votes) -> float | None:
    """The share of the pairs of judges that agree, over all items, 0…1; None without pairs."""
    pairs = agreeing = 0
    for item in votes:
        pairs += len(item) * (len(item) - 1)
        agreeing += sum(count * (count - 1) for count in Counter(item).values())
    return agreeing / pairs if pairs else None


def cohen_kappa(votes: Votes) -> float | None:
    """Agreement of two judges beyond chance: 1 at best, 0 where it is that of chance.

    Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 20(1), 1960.

    Returns:
        None without items, and where both always say the same one thing: then chance alone agrees always.

    Raises:
        ValueError: if an item does not have two votes.
    """
    if any(len(item) != 2 for item in votes):
        raise ValueError("each item needs the votes of two judges")
    if not votes:
        return None
    first, second = (Counter(item[judge] for item in votes) for judge in (0, 1))
    by_chance = sum(count * second[vote] for vote, count in first.items()) / len(votes) ** 2
    return _beyond(sum(one == other for one, other in votes) / len(votes), by_chance)


def fleiss_kappa(votes: Votes) -> float | None:
    """The same for any number of judges, who need not be the same for every item.

    Fleiss, "Measuring Nominal Scale Agreement among Many Raters", Psychological Bulletin 76(5), 1971.

    Raises:
        ValueError: if items have different numbers of votes, or fewer than two.
    """
    if not votes:
        return None
    if len(votes[0]) < 2 or any(len(item) != len(votes[0]) for item in votes):
        raise ValueError("each item needs equally many votes, at least two")
    all_votes = Counter(vote for item in votes for vote in item)
    total = sum(all_votes.values())
    by_chance = sum((count / total) ** 2 for count in all_votes.values())
    return _beyond(percent_agreement(votes) or 0.0, by_chance)


def _beyond(agreement: float, by_chance: float) -> float | None:
    return None if by_chance == 1 else (agreement - by_chance) / (1 - by_chance)
