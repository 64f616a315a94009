"""Facts of a claim against a sentence that may carry it: what is missing or told otherwise."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pincite.answer.claims import Claim
from pincite.answer.dates import Date
from pincite.answer.names import Name, acronyms, is_known, missing_words
from pincite.answer.polarity import is_negation, opposed_by_prefix, opposites, same_side
from pincite.answer.quantities import Quantity


@dataclass(frozen=True, eq=False)
class Evidence:
    """A sentence that may carry a claim, with what its reader knows.

    Attributes:
        claim: The sentence, taken apart.
        context: What it must be read with: titles, the head of its table, whom its pronoun means.
    """

    claim: Claim
    context: tuple[Claim, ...] = ()

    @functools.cached_property
    def known_words(self) -> frozenset[str]:
        """All words of both, folded."""
        return self.claim.folded.union(*(part.folded for part in self.context))

    @functools.cached_property
    def known_terms(self) -> frozenset[str]:
        """All stems of both."""
        return frozenset(
            word.term for part in (self.claim, *self.context) for word in part.words if word.term
        )


def missing_fact(claim: Claim, evidence: Evidence) -> str:
    """The first number, date or name of a claim that the evidence does not have; "" if it has all."""
    for date in claim.dates:
        if not _has_date(date, evidence):
            return f"the date {date.text}"
    for quantity in claim.quantities:
        if not quantity.loose and not _has_quantity(quantity, evidence):
            return f"the number {quantity.text}"
    known = evidence.known_words
    for name in claim.names:
        if name.sure and missing_words(name, known, _acronyms(evidence)):
            return f"the name {name.text}"
    return ""


def _acronyms(evidence: Evidence) -> set[str]:
    return acronyms([name for part in (evidence.claim, *evidence.context) for name in part.names])


def _has_date(date: Date, evidence: Evidence) -> bool:
    parts = (evidence.claim, *evidence.context)
    agreeing = [other for part in parts for other in part.dates if date.agrees(other)]
    if any(not date.years or date.years & other.years for other in agreeing):
        return True
    return bool(agreeing) and any(_has_year(year, part) for year in date.years for part in parts)


def _has_year(year: int, part: Claim) -> bool:
    return any(year in date.years for date in part.dates) or any(
        float(year) in quantity.values for quantity in part.quantities
    )


def _has_quantity(quantity: Quantity, evidence: Evidence) -> bool:
    for part in (evidence.claim, *evidence.context):
        if any(quantity.agrees(other) for other in part.quantities):
            return True
        if not quantity.unit and any(
            isinstance(v, float) and int(v) in date.years for v in quantity.values for date in part.dates
        ):
            return True
    return False


def told_otherwise(claim: Claim, evidence: Evidence) -> str:
    """What of a claim the evidence contradicts, in a few words; "" if nothing."""
    other = evidence.claim
    return _other_number(claim, other) or _other_polarity(claim, other) or _swapped(claim, other)


def _other_number(claim: Claim, other: Claim) -> str:
    """A number that stands with another thing there: "5 wins in 10 games" is not "10 wins in 5 games"."""
    for quantity in claim.quantities:
        counted = _counted(claim, quantity)
        if counted is None:
            continue
        there = [q for q in other.quantities if counted == _counted(other, q)]
        if there and not any(quantity.agrees(q) for q in there):
            return f"the number {quantity.text}"
    return ""


def _counted(claim: Claim, quantity: Quantity) -> str | None:
    """The stem of the word behind a number that has no unit."""
    if quantity.unit:
        return None
    for word in claim.words:
        if word.start < quantity.end:
            continue
        between = claim.whole[quantity.end : word.start]
        return word.term if between in (" ", "-", "\u00a0") and word.term else None
    return None


def _other_polarity(claim: Claim, other: Claim) -> str:
    denies = any(is_negation(word, other.language) for word in other.words)
    for position in sorted({*claim.content, *claim.denied}):
        word = claim.words[position]
        deny = position in claim.denied
        there = other.terms.get(word.term, [])
        if there and deny not in there:
            return f"“{word.text}” is not denied" if deny else f"“{word.text}” is denied"
        if deny and not there and not denies and not opposites(word.folded) & other.folded:
            return f"“{word.text}” is not denied"
    return _opposite(claim, other)


def _opposite(claim: Claim, other: Claim) -> str:
    """A word whose opposite stands there, while neither it nor a word of its side does."""
    for position, word in enumerate(claim.words):
        if word.folded in other.folded or word.term in other.terms or same_side(word.folded) & other.folded:
            continue
        against = opposites(word.folded) & other.folded
        if word.term:
            against |= opposed_by_prefix(word.folded) & other.folded
        for one in sorted(against - claim.folded):
            theirs = [n for n, there in enumerate(other.words) if there.folded == one]
            if all(other.words[n].capital and not other.words[n].first for n in theirs):
                continue  # part of a name
            if any((n in other.denied) == (position in claim.denied) for n in theirs):
                return f"the sources say “{one}”, not “{word.text}”"
    return ""


def _swapped(claim: Claim, other: Claim) -> str:
    """Two names in each other's place: "A beat B" against "B beat A"."""
    for first, second in zip(claim.names, claim.names[1:], strict=False):
        between = _terms_between(claim, first, second)
        firsts, seconds = _places(first, other), _places(second, other)
        if not between or any(one < two for one in firsts for two in seconds):
            continue
        for two, one in ((two, one) for one in firsts for two in seconds):
            turned = {word.term for word in other.words[two + 1 : one] if word.term}
            if between & turned and _passive(claim, first, second) == _passive_words(other, two, one):
                return f"{first.text} and {second.text} change places"
    return ""


def _terms_between(claim: Claim, first: Name, second: Name) -> set[str]:
    return {w.term for w in claim.words if first.end <= w.start < second.start and w.term}


def _places(name: Name, claim: Claim) -> list[int]:
    last = name.words[-1]
    return [n for n, word in enumerate(claim.words) if word.capital and is_known(last, (word.folded,))]


def _passive(claim: Claim, first: Name, second: Name) -> bool:
    return any(w.folded == "by" for w in claim.words if first.end <= w.start < second.start)


def _passive_words(claim: Claim, low: int, high: int) -> bool:
    return any(word.folded == "by" for word in claim.words[low + 1 : high])
