"""Words that a claim adds to the sentence that it repeats: which of them need a ground in the sources?"""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.claims import Claim
from pincite.answer.edits import Edit, Repetition, is_plain
from pincite.answer.facts import Evidence
from pincite.answer.words import Word, fold_word

QUALIFIERS = "qualifiers.txt"
"""A line for each meaning: small words that change when, how often, how much or of what alone something holds, a
stroke, and further words that give them a ground."""

_LINKS = frozenset(
    """addit also although besid consequ conclus conclud exampl furthermor henc howev indeed instanc meanwhil moreov
    name nevertheless nonetheless notabl overal particular precis respect result similar specif summari thus therefor
    though whereas""".split()
)
"""Stems of words that lead from one sentence to the next."""
_REPORTING = frozenset(
    """accord agreement answer articl author base book chapter claus confirm contract describ detail document
    emphas excerpt explain fact find follow import indic inform mention note observ outlin page paper paragraph
    passag point provid question read refer regard relev report research result say section see show sourc specifi state
    studi summar tell text thing topic write""".split()
)
"""Stems of words that say where something is said: harmless before it."""
_OPENINGS = frozenset(
    "first|firstly|second|secondly|third|thirdly|next|then|finally|lastly|last|yes|in contrast|by contrast|in short"
    "|in other words|in this case|in that case|in fact|of course|on the other hand|on the one hand|interestingly"
    "|importantly|more importantly|as mentioned above|as mentioned before".split("|")
)
"""What may stand before a sentence, with a comma, and says nothing about it."""
_LONGEST = 6
"""Words of an addition that are told in full."""
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Addition:
    """A word that a claim adds.

    Attributes:
        word: It.
        text: What is added, in a few words: "for the first time".
    """

    word: Word
    text: str

    def is_known(self, evidence: Evidence) -> bool:
        """Whether the evidence has the word, or a small word that gives it a ground."""
        return self.word.term in evidence.known_terms or bool(
            _qualifiers().get(self.word.folded, _NONE) & evidence.known_words
        )

    @property
    def qualifies(self) -> bool:
        """Whether it is a small word that changes when or how much something holds."""
        return self.word.folded in _qualifiers()


def additions(repeated: Repetition) -> list[Addition]:
    """The words that a claim adds to the sentence that it repeats and that may need a ground, in order.

    Whether the sentence says the same in another word, only a model of meaning can tell.
    """
    found = []
    before, after = repeated.edges
    if _opens(before, repeated.claim):
        before = Edit((), before.theirs)
    within = [
        e for e in repeated.edits if e.mine and repeated.mine.start <= e.mine[0].start < repeated.mine.end
    ]
    for edit in (before, *within, after):
        harmless = _LINKS | _REPORTING if edit is before else _LINKS
        replaces = edit in within and any(is_plain(word) for word in edit.theirs)
        for word in edit.mine:
            plain = is_plain(word) and not _is_letter(word) and word.term not in harmless and not replaces
            if plain or word.folded in _qualifiers():
                found.append(Addition(word, _text(edit.mine, word, repeated)))
    return found


def _is_letter(word: Word) -> bool:
    """Whether it only counts, as in "b." behind a paragraph."""
    return len(word.folded) == 1 and word.folded.isascii()


def _opens(edit: Edit, claim: Claim) -> bool:
    """Whether words before a sentence are an opening: "First, …", "On the other hand, …"."""
    said = " ".join(word.folded for word in edit.mine)
    return said in _OPENINGS and claim.whole[edit.mine[-1].end :].startswith(",")


def _text(words: Sequence[Word], word: Word, repeated: Repetition) -> str:
    if len(words) > _LONGEST:
        return word.text
    return repeated.claim.whole[words[0].start : words[-1].end]


@functools.cache
def _qualifiers() -> dict[str, frozenset[str]]:
    """For each small word those that give it a ground, itself included."""
    text = importlib.resources.files("pincite.answer").joinpath(QUALIFIERS).read_text(encoding="utf-8")
    table: dict[str, frozenset[str]] = {}
    for line in text.splitlines():
        small, _, grounds = (part.split() for part in line.partition("/"))
        group = frozenset(fold_word(word) for word in (*small, *grounds))
        for word in small:
            table[fold_word(word)] = table.get(fold_word(word), frozenset()) | group
    return table
