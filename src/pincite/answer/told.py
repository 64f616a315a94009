"""The sentences of the sources, taken apart, each with what it must be read with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.claims import Claim, take_apart
from pincite.answer.facts import Evidence, missing_fact
from pincite.answer.names import Name
from pincite.answer.sources import Source

_REFERS_BACK = re.compile(
    r"\b(?:he|she|it|they|his|her|hers|its|their|theirs|him|them|this|these|those|such|the (?:latter|former|same))\b",
    re.IGNORECASE,
)
_LOOK_BACK = 3
"""A pronoun's name is looked for in so many sentences before …"""
_SUBJECT_WITHIN = 3
"""… among their first words."""


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence that carries a claim.

    Attributes:
        source: Where it stands.
        sentence: Index into the sentences of the source's chunk.
    """

    source: Source
    sentence: int


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A sentence of the sources, ready to be compared.

    Attributes:
        support: Which one it is.
        evidence: The sentence with its context.
        row: Its position among the sentences of all sources.
        before: The sentence that says whom its pronoun means; None where it has none.
    """

    support: Support
    evidence: Evidence
    row: int
    before: Support | None = None

    @property
    def language(self) -> str:
        """ISO 639-1 code that it was read with."""
        return self.evidence.claim.language

    def supports(self, claim: Claim) -> tuple[Support, ...]:
        """The sentence, and the one before where a name of the claim is only there."""
        if self.before is None:
            return (self.support,)
        alone = Evidence(self.evidence.claim, self.evidence.context[:-1])
        return (self.support, self.before) if missing_fact(claim, alone) else (self.support,)


def read_sources(sources: Sequence[Source]) -> list[Told]:
    """All sentences of the sources in order."""
    found: list[Told] = []
    for source in sources:
        found.extend(_read(source, len(found)))
    return found


def _read(source: Source, first: int) -> list[Told]:
    language = source.document.language
    titles = take_apart(". ".join([source.document.title, *source.stored.chunk.section]), language)
    claims = [take_apart(source.text(n), language) for n in range(len(source.sentences))]
    heads: dict[tuple[int, int], Claim] = {}
    found = []
    for number, sentence in enumerate(source.sentences):
        context = [titles]
        if sentence.context:
            head = source.stored.chunk.text[slice(*sentence.context)]
            context.append(heads.setdefault(sentence.context, take_apart(head, language)))
        before = _meant(claims, number) if _REFERS_BACK.search(claims[number].text) else None
        if before is not None and (subject := _subject(claims[before])):
            context.append(take_apart(subject.text, language))
        meant = Support(source, before) if before is not None else None
        evidence = Evidence(claims[number], tuple(context))
        found.append(Told(Support(source, number), evidence, first + number, meant))
    return found


def _meant(claims: Sequence[Claim], number: int) -> int | None:
    """The sentence before that begins with the name which a pronoun means."""
    for position in range(number - 1, max(-1, number - 1 - _LOOK_BACK), -1):
        if _subject(claims[position]) is not None:
            return position
    return None


def _subject(claim: Claim) -> Name | None:
    """The name that a sentence begins with."""
    early = claim.words[_SUBJECT_WITHIN].start if len(claim.words) > _SUBJECT_WITHIN else len(claim.text)
    return next((name for name in claim.names if name.start < early), None)


def repeated(claim: Claim, told: Sequence[Told], most: int) -> tuple[Support, ...]:
    """Whole sentences that follow each other in a source and that a claim repeats word by word; none if it does not.

    Args:
        claim: The claim.
        told: Sentences; those of one source stand together, in order.
        most: At most so many.
    """
    wanted = [word.folded for word in claim.words]
    for start, first in enumerate(told):
        rest = wanted
        for one in told[start : start + most]:
            own = [word.folded for word in one.evidence.claim.words]
            if one.support.source is not first.support.source or not own or rest[: len(own)] != own:
                break
            rest = rest[len(own) :]
            if not rest:
                return tuple(t.support for t in told[start : one.row - first.row + start + 1])
    return ()
