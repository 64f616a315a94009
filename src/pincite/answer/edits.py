"""Where a claim repeats a sentence nearly word by word, what it changed is looked at, one edit after the other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pincite.answer.claims import Claim
from pincite.answer.names import is_known
from pincite.answer.polarity import opposites, other_degrees
from pincite.answer.quantities import Quantity
from pincite.answer.words import Word

REPEATED = 0.6
"""Share of a claim's words that stand in the sentence, in its order, from which on the claim repeats it."""
_LEAST_WORDS = 4
_AT_THE_EDGE = 3
"""Words in place of others before or behind what both have: more of them are another clause."""
_RUN = 2
"""Single words that both have say nothing about where they are alike."""
_AND_OR = frozenset("and or nor und oder et ou y o e".split())
_JOINING = _AND_OR | {"the", "a", "an"}
"""Small words between the items of a list."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Words of a claim that stand in place of words of the sentence that it repeats; either may be none."""

    mine: tuple[Word, ...]
    theirs: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """How a claim repeats a sentence.

    Attributes:
        claim: All of the claim.
        other: All of the sentence.
        edits: What it changed, in order.
        edges: What it says before and behind what both have.
        mine: The part of the claim that repeats.
        theirs: The part of the sentence that it repeats.
    """

    claim: Claim
    other: Claim
    edits: tuple[Edit, ...]
    edges: tuple[Edit, ...]
    mine: Claim
    theirs: Claim


def repetition(claim: Claim, other: Claim) -> Repetition | None:
    """How a claim repeats a sentence; None when it does not."""
    mine, theirs = claim.keys, other.keys
    different = set(mine)
    if len(mine) < _LEAST_WORDS or len(different & set(theirs)) < REPEATED * len(different):
        return None
    matcher = SequenceMatcher(None, theirs, mine, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size >= _RUN]
    if sum(block.size for block in blocks) < REPEATED * len(mine):
        return None
    first, last = blocks[0], blocks[-1]
    end_of_mine, end_of_theirs = last.b + last.size, last.a + last.size
    edits = [
        Edit(claim.words[low:high], other.words[start:end])
        for tag, start, end, low, high in matcher.get_opcodes()
        if (tag in ("replace", "insert") and first.b <= low and high <= end_of_mine)
        or (tag == "replace" and max(end - start, high - low) <= _AT_THE_EDGE)
    ]
    edges = (
        Edit(claim.words[: first.b], other.words[: first.a]),
        Edit(claim.words[end_of_mine:], other.words[end_of_theirs:]),
    )
    return Repetition(
        claim,
        other,
        tuple(edits),
        edges,
        _part(claim, first.b, end_of_mine - 1),
        _part(other, first.a, end_of_theirs - 1),
    )


def _part(claim: Claim, first: int, last: int) -> Claim:
    return claim.part(claim.words[first].start, claim.words[last].end)


def changed(repeated: Repetition) -> str:
    """What a claim changed of the sentence that it repeats, in a few words; "" if nothing that matters."""
    denied_alike = len(repeated.mine.denied) == len(repeated.theirs.denied)
    for edit in repeated.edits:
        if problem := _other_name(edit) or _other_numbers(edit, repeated.claim, repeated.other):
            return problem
        if denied_alike and (problem := _opposite(edit)):
            return problem
    return (
        _other_choice(repeated)
        or _out_of_order(repeated.mine, repeated.theirs)
        or _words_swapped(repeated)
        or _denies_more(repeated)
    )


def _other_name(edit: Edit) -> str:
    """A name in place of another name."""
    mine, theirs = _names(edit.mine), _names(edit.theirs)
    if not mine or not theirs:
        return ""
    if any(is_known(word.folded, {other.folded for other in theirs}) for word in mine):
        return ""
    if _initials(mine) & _initials(theirs):
        return ""
    return f"the sources say “{_text(theirs)}”, not “{_text(mine)}”"


def _names(words: Sequence[Word]) -> list[Word]:
    return [word for word in words if word.capital and word.term and not word.first]


def _initials(words: Sequence[Word]) -> set[str]:
    """What an acronym of the words, or they themselves as acronyms, would be."""
    return {"".join(word.folded[0] for word in words)} | {
        word.folded for word in words if word.text.isupper()
    }


def _other_numbers(edit: Edit, claim: Claim, other: Claim) -> str:
    """A number in place of another number."""
    mine, theirs = _within(claim, edit.mine), _within(other, edit.theirs)
    for one in mine:
        if theirs and not any(one.agrees(two) for two in theirs):
            return f"the sources say “{theirs[0].text}”, not “{one.text}”"
    return ""


def _opposite(edit: Edit) -> str:
    """A word in place of its opposite, or of one of another degree."""
    theirs = {word.folded for word in edit.theirs}
    mine = {word.folded for word in edit.mine}
    for word in edit.mine:
        if found := (opposites(word.folded) | other_degrees(word.folded)) & theirs - mine:
            return f"the sources say “{min(found)}”, not “{word.text}”"
    return ""


def other_words(repeated: Repetition) -> list[tuple[Word, Word]]:
    """Content words of a claim that stand in place of others of the sentence that it repeats, each with one of those.

    Whether they mean the same, only a model of meaning can tell.
    """
    claim, other = repeated.claim, repeated.other
    found = []
    for edit in repeated.edits:
        theirs = [word for word in edit.theirs if is_plain(word) and word.term not in claim.terms]
        mine = [word for word in edit.mine if is_plain(word) and word.term not in other.terms]
        if theirs:
            found += [(word, theirs[0]) for word in mine]
    return found


def is_plain(word: Word) -> bool:
    """Whether it is neither a small word nor a name nor a number: those are compared by themselves."""
    return bool(word.term) and (not word.capital or word.first) and not word.folded[0].isdigit()


def _within(claim: Claim, words: Sequence[Word]) -> list[Quantity]:
    if not words:
        return []
    return [q for q in claim.quantities if words[0].start <= q.start < words[-1].end]


def _out_of_order(claim: Claim, other: Claim) -> str:
    """Numbers, or names, that change places."""
    position = 0
    for one in claim.quantities:
        there = [n for n, two in enumerate(other.quantities) if one.agrees(two)]
        later = [n for n in there if n >= position]
        if there and not later:
            return f"the number {one.text} changes places"
        position = later[0] if later else position
    if _count(claim.words, "by") != _count(other.words, "by"):
        return ""  # active and passive
    position = 0
    for name in claim.names:
        there = [n for n, word in enumerate(other.words) if word.capital and word.folded == name.words[-1]]
        later = [n for n in there if n >= position]
        if there and not later:
            return f"the name {name.text} changes places"
        position = later[0] if later else position
    return ""


def _other_choice(repeated: Repetition) -> str:
    """One of “and” and “or” in place of “and/or”, or the other way round."""
    mine, theirs = (_choices(part.words) for part in (repeated.mine, repeated.theirs))
    if mine > theirs:
        return "the sources do not say “and/or”"
    return "the sources say “and/or”" if mine < theirs else ""


def _choices(words: Sequence[Word]) -> int:
    return sum(one.folded == "and" and two.folded == "or" for one, two in itertools.pairwise(words))


def _words_swapped(repeated: Repetition) -> str:
    """Two content words in each other's place."""
    for one, two in itertools.combinations(repeated.edits, 2):
        mine, theirs = _terms(one.mine), _terms(one.theirs)
        if not mine or not theirs or mine == theirs:
            continue
        low, high = one.theirs[-1].end, two.theirs[0].start if two.theirs else 0
        between = [word for word in repeated.other.words if low <= word.start < high]
        turned = (mine, theirs) == (_terms(two.theirs), _terms(two.mine))
        if turned and not _is_listed(repeated.other, between):
            return f"“{_text(one.mine)}” and “{_text(two.mine)}” change places"
    return _turned_round(repeated)


def _terms(words: Sequence[Word]) -> list[str]:
    return [word.term for word in words if word.term]


def _turned_round(repeated: Repetition) -> str:
    """The same for two words that are near each other, so that what is between them counts as changed."""
    mine, theirs = _single(repeated.claim), _single(repeated.other)
    common = [term for term in mine if term in theirs]
    there = sorted(common, key=theirs.__getitem__)
    moved = [(one, two) for one, two in zip(common, there, strict=True) if one != two]
    if len(moved) != 2 or _count(repeated.claim.words, "by") != _count(repeated.other.words, "by"):
        return ""
    first, second = moved[0]
    ours = repeated.claim.words[mine[first] + 1 : mine[second]]
    between = repeated.other.words[theirs[second] + 1 : theirs[first]]
    if not between or _is_listed(repeated.other, between):
        return ""
    if all(not word.term for word in between) and [w.folded for w in ours] != [w.folded for w in between]:
        return ""  # "the library of the college" for "the college's library"
    words = repeated.claim.words
    return f"“{words[mine[first]].text}” and “{words[mine[second]].text}” change places"


def _single(claim: Claim) -> dict[str, int]:
    """Positions of the stems that occur once."""
    return {
        word.term: n for n, word in enumerate(claim.words) if word.term and len(claim.terms[word.term]) == 1
    }


def _is_listed(claim: Claim, words: Sequence[Word]) -> bool:
    """Whether words between two others are those of a list, whose order says nothing."""
    small = {word.folded for word in words if not word.term}
    if not words or small - _JOINING:
        return False
    text = claim.whole[words[0].start - 2 : words[-1].end + 2]
    return bool(small & _AND_OR) or "," in text or "/" in text


def _count(words: Sequence[Word], folded: str) -> int:
    return sum(word.folded == folded for word in words)


def _denies_more(repeated: Repetition) -> str:
    """More or fewer of the words that both have are denied."""
    claim, other = repeated.mine, repeated.theirs
    there = [n for n in other.denied if other.words[n].term in claim.terms]
    if len(there) == len(claim.denied):
        return ""
    if any(opposites(word.folded) & other.folded for edit in repeated.edits for word in edit.mine):
        return ""  # "did not increase" for "decreased"
    if len(claim.denied) > len(there):
        return f"“{claim.words[max(claim.denied)].text}” is not denied"
    return f"“{other.words[max(there)].text}” is denied"


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
