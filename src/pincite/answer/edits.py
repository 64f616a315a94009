"""Where a claim repeats a sentence nearly word by word, what it changed is looked at, one edit after the other."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Edit:
    """Words of a claim that stand in place of words of the sentence that it repeats; either may be none."""

    mine: tuple[Word, ...]
    theirs: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """How a claim repeats a sentence.

    Attributes:
        edits: What it changed, in order.
        mine: The part of the claim that does.
        theirs: The part of the sentence that it repeats.
    """

    edits: tuple[Edit, ...]
    mine: Claim
    theirs: Claim


def repetition(claim: Claim, other: Claim) -> Repetition | None:
    """How a claim repeats a sentence; None when it does not."""
    mine, theirs = _keys(claim.words), _keys(other.words)
    if len(mine) < _LEAST_WORDS or len(set(mine) & set(theirs)) < REPEATED * len(set(mine)):
        return None
    matcher = SequenceMatcher(None, theirs, mine, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size >= _RUN]
    if sum(block.size for block in blocks) < REPEATED * len(mine):
        return None
    first, last = blocks[0], blocks[-1]
    edits = [
        Edit(claim.words[low:high], other.words[start:end])
        for tag, start, end, low, high in matcher.get_opcodes()
        if (tag in ("replace", "insert") and first.b <= low and high <= last.b + last.size)
        or (tag == "replace" and max(end - start, high - low) <= _AT_THE_EDGE)
    ]
    return Repetition(
        tuple(edits),
        _part(claim, first.b, last.b + last.size - 1),
        _part(other, first.a, last.a + last.size - 1),
    )


def _part(claim: Claim, first: int, last: int) -> Claim:
    return claim.part(claim.words[first].start, claim.words[last].end)


def _keys(words: Sequence[Word]) -> list[str]:
    return [word.term or word.folded for word in words]


def changed(claim: Claim, other: Claim) -> str:
    """What a claim changed of the sentence that it repeats, in a few words; "" if nothing that matters."""
    repeated = repetition(claim, other)
    if repeated is None:
        return ""
    denied_alike = len(repeated.mine.denied) == len(repeated.theirs.denied)
    for edit in repeated.edits:
        if problem := _other_name(edit) or _other_numbers(edit, claim, other):
            return problem
        if denied_alike and (problem := _opposite(edit)):
            return problem
    return _out_of_order(repeated.mine, repeated.theirs) or _denies_more(repeated)


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


def other_words(claim: Claim, other: Claim) -> list[tuple[Word, Word]]:
    """Content words of a claim that stand in place of others of the sentence that it repeats, each with one of those.

    Whether they mean the same, only a model of meaning can tell.
    """
    repeated = repetition(claim, other)
    found = []
    for edit in repeated.edits if repeated else ():
        theirs = [word for word in edit.theirs if _is_plain(word) and word.term not in claim.terms]
        mine = [word for word in edit.mine if _is_plain(word) and word.term not in other.terms]
        if theirs:
            found += [(word, theirs[0]) for word in mine]
    return found


def _is_plain(word: Word) -> bool:
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
