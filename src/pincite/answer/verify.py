"""Checking what a language model wrote against the sources: nothing unsupported is shown as fact.

A claim is supported when one sentence of the sources, with what it must be read with, has all its numbers, dates and
names, denies what it denies, contradicts nothing in it, and covers its wording; where the claim repeats it nearly word
by word, nothing that matters may be changed or added. A claim of several clauses may be
carried by several sentences, one for each clause: facts of different sentences never support a mixture of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from pincite.answer.additions import Addition, additions
from pincite.answer.cite import Quote
from pincite.answer.claims import Claim, Place, clauses, read_claim, take_apart
from pincite.answer.edits import Repetition, changed, other_words, repetition
from pincite.answer.facts import Evidence, missing_fact, told_otherwise
from pincite.answer.sources import Source
from pincite.answer.told import Support, Told, read_sources, repeated
from pincite.answer.wording import EncodedClaim, Measured, Wording, probability
from pincite.answer.words import Word
from pincite.encode.contract import Encoder
from pincite.encode.tokens import TokenMatrix, unpack_tokens
from pincite.search.rerank import interact, token_weights
from pincite.store import Store
from pincite.store.codec import storable

THRESHOLD = 0.5
CANDIDATES = 12
"""Sentences that are compared with a claim in detail."""
UNLIKELY = 0.2
"""Sentences that are less like a claim cannot contradict it."""
OTHER_WORD = 0.48
"""Best cosine of a word in place of another: synonyms have more (.51 to .95), other words less (.06 to .44)."""
UNRELATED = 0.05
"""A clause of a claim that is less like the sentence is an addition to it."""
CONTRADICTED = 0.9
"""Sentences that are so like it and say otherwise settle it."""
MOST_SUPPORTS = 3
_NO_TOKENS = bytes(4)
"""Of a chunk whose document was removed meanwhile."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a claim.

    Attributes:
        supported: Whether the sources say it.
        problem: Which fact they lack, e.g. "the number 1998 is not in the sources"; empty when supported.
        support: The fewest sentences that carry it, best first.
        silent: It states nothing that could be checked ("In summary:", a heading, a question). Show it only if
            something supported follows that it leads to; `supported` is false and `problem` empty.
        confidence: Probability that the best sentence says it, 0…1.
    """

    supported: bool
    problem: str = ""
    support: tuple[Support, ...] = ()
    silent: bool = False
    confidence: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What a comparison of a claim with one sentence gave.

    Attributes:
        wording: How well its words are covered.
        probability: That the sentence says it, by its wording.
        missing: The fact of the claim that it does not have.
        otherwise: What it says otherwise.
        changed: What the claim changed of it, where it repeats it.
        added: What the claim adds to it there.
        claim: The claim, as read in the sentence's language.
        told: The sentence.
    """

    wording: Wording
    probability: float
    missing: str
    otherwise: str
    changed: str
    added: str
    claim: Claim
    told: Told

    @property
    def contradicted(self) -> bool:
        """Whether a fact speaks against it."""
        return bool(self.missing or self.otherwise or self.changed)

    @property
    def holds(self) -> bool:
        """Whether the sentence carries the claim."""
        return self.probability >= THRESHOLD and not self.contradicted and not self.added


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A claim as read in each language of the sources."""

    readings: dict[str, Claim]

    @property
    def main(self) -> Claim:
        """In the likeliest language."""
        return next(iter(self.readings.values()))

    @property
    def whole(self) -> Place:
        """All of it."""
        return self.main.start, self.main.end


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """A claim with its tokens, and what comparisons of its parts with sentences (by position) gave so far."""

    asked: _Asked
    encoded: EncodedClaim
    measured: dict[tuple[Place, str], Measured] = field(default_factory=dict)
    findings: dict[tuple[Place, int], Finding] = field(default_factory=dict)

    def lacks(self, word: Word, claim: Claim, row: int) -> bool:
        """Whether a sentence has nothing that means the same as a word; numbers are compared by value."""
        if any(q.start <= word.start < q.end for q in claim.quantities):
            return False
        return self.encoded.cosine(word, row) < OTHER_WORD

    def has_no_ground(self, addition: Addition, repeated: Repetition, told: Told) -> bool:
        """Whether a sentence says nothing of what a claim adds."""
        if addition.is_known(told.evidence):
            return False
        return addition.qualifies or self.lacks(addition.word, repeated.claim, told.row)

    def measure(self, claim: Claim, told: Told) -> Wording:
        """How well a sentence covers the wording of a part of it."""
        key = ((claim.start, claim.end), claim.language)
        if key not in self.measured:
            self.measured[key] = Measured(claim, self.encoded)
        return self.measured[key].against(told.evidence, told.row)


def supporting_quotes(support: Sequence[Support]) -> list[Quote]:
    """The sentences of a verdict, for `pincite.answer.cite.cite`."""
    return [
        Quote(s.source.text(s.sentence), s.source.document, place.spans, place.reading)
        for s in support
        for place in (s.source.sentences[s.sentence],)
    ]


class Verifier:
    """Checks sentences against the sources of one answer.

    Args:
        store: The library.
        encoder: Gives the encoder; called when something is checked.
        sources: What the model was given.
    """

    def __init__(self, store: Store, encoder: Callable[[], Encoder], sources: Sequence[Source]) -> None:
        self._store = store
        self._encoder = encoder
        self._sources = tuple(sources)

    def prepare(self) -> None:
        """Read what checking needs from the library now, and not at the first check."""
        _ = self._told, self._tokens

    def check(self, text: str, cited: Sequence[int] = (), *, heading: bool = False) -> Verdict:
        """Find out whether the sources say something.

        Args:
            text: A sentence, as `DraftSentence.text`.
            cited: Numbers of the sources that it names: they are asked first, then all.
            heading: Whether it only names what follows: its facts must be there, its wording is free.
        """
        asked = self._read(text, cited)
        if asked.main.states_nothing:
            return Verdict(False, silent=True)
        if heading or asked.main.introduces:
            problem = self._missing_everywhere(asked.main)
            return Verdict(False, problem, silent=not problem)
        if not self._told:
            return Verdict(False, "there are no sources")
        named = [told for told in self._told if told.support.source.number in cited]
        for group in (named, self._told):
            if supports := repeated(asked.main, group, MOST_SUPPORTS):
                return Verdict(True, "", supports, confidence=1.0)
        compared = self._compare(asked)
        for group in (named, self._told):
            if found := self._supported(compared, group):
                return Verdict(True, "", found[1], confidence=found[0].probability)
        finding = self._find(compared, asked.whole, self._told)
        return Verdict(False, self._explain(asked.main, finding), confidence=finding.probability)

    def _read(self, text: str, cited: Sequence[int]) -> _Asked:
        """The claim in the language of each source, that of the cited ones first."""
        named = sorted(self._sources, key=lambda source: source.number not in cited)
        languages = list(dict.fromkeys(source.document.language for source in named)) or ["en"]
        return _Asked({language: read_claim(storable(text), language) for language in languages})

    @functools.cached_property
    def _told(self) -> list[Told]:
        return read_sources(self._sources)

    @functools.cached_property
    def _tokens(self) -> TokenMatrix:
        data = self._store.token_data([source.stored.pk for source in self._sources])
        return unpack_tokens([item or _NO_TOKENS for item in data], self._encoder().identity.token_dims)

    def _compare(self, asked: _Asked) -> _Compared:
        """The claim's tokens, and for each sentence the best cosine of each of them."""
        encoder = self._encoder()
        encoding = encoder.encode_question(asked.main.text)
        weights = token_weights(encoding.token_ids, 0, np.zeros(0, np.float32), encoder.background)
        interaction = interact(encoding, weights, self._tokens)
        rows = []
        for position, source in enumerate(self._sources):
            sentences = source.sentences
            ranges = [(s.start, s.end) for s in sentences]
            _, best = interaction.range_scores(position, ranges + [s.context or (0, 0) for s in sentences])
            rows.append(np.maximum(best[: len(sentences)], best[len(sentences) :]))
        return _Compared(asked, EncodedClaim(encoding, weights, np.concatenate(rows)))

    def _supported(
        self, compared: _Compared, group: Sequence[Told]
    ) -> tuple[Finding, tuple[Support, ...]] | None:
        if not group:
            return None
        asked = compared.asked
        finding = self._find(compared, asked.whole, group)
        if finding.holds and not self._adds_a_clause(compared, finding):
            return finding, finding.told.supports(finding.claim)
        if finding.changed and finding.probability >= CONTRADICTED:
            return None  # what it changed of one sentence may not be gathered from others
        known: dict[Place, Finding] = {}
        for way in clauses(asked.main):
            places = [(part.start, part.end) for part in way]
            for place in places:
                if place not in known:
                    known[place] = self._find(compared, place, group)
                if not known[place].holds:
                    break
            else:
                findings = [known[place] for place in places]
                if self._adds_to_all(compared, finding, findings):
                    continue
                supports = list(dict.fromkeys(one.told.support for one in findings))
                return min(findings, key=lambda one: one.probability), tuple(supports[:MOST_SUPPORTS])
        return None

    def _adds_a_clause(self, compared: _Compared, finding: Finding) -> bool:
        """Whether a clause of the claim has nothing to do with the sentence that carries the rest of it."""
        parts = (part for way in clauses(finding.claim) for part in way)
        return any(probability(compared.measure(part, finding.told)) < UNRELATED for part in parts)

    def _find(self, compared: _Compared, place: Place, group: Sequence[Told]) -> Finding:
        """The sentence that carries a part of a claim best, or the likeliest one and what speaks against it."""
        return max(self._findings(compared, place, group), key=lambda one: (one.holds, one.probability))

    def _findings(self, compared: _Compared, place: Place, group: Sequence[Told]) -> list[Finding]:
        """A part of a claim compared with the sentences that are most like it."""
        encoded = compared.encoded
        own = encoded.tokens(*place)
        scores = encoded.best[:, own] @ encoded.weights[own]
        order = sorted(group, key=lambda told: -scores[told.row])[:CANDIDATES]
        parts = {name: reading.part(*place) for name, reading in compared.asked.readings.items()}
        known = compared.findings
        for told in order:
            if (place, told.row) not in known:
                known[place, told.row] = self._finding(compared, parts[told.language], told)
        return [known[place, told.row] for told in order]

    def _finding(self, compared: _Compared, claim: Claim, told: Told) -> Finding:
        """A part of a claim compared with one sentence."""
        wording = compared.measure(claim, told)
        likely = probability(wording)
        missing = missing_fact(claim, told.evidence)
        if likely < UNLIKELY:
            return Finding(wording, likely, missing, "", "", "", claim, told)
        otherwise = told_otherwise(claim, told.evidence)
        copied = repetition(claim, told.evidence.claim)
        edited = self._changed(compared, copied, told.row) if copied else ""
        added = self._added(compared, copied, told) if copied else ""
        return Finding(wording, likely, missing, otherwise, edited, added, claim, told)

    def _changed(self, compared: _Compared, repeated: Repetition, row: int) -> str:
        """What a claim changed of a sentence that it repeats."""
        if problem := changed(repeated):
            return problem
        for mine, theirs in other_words(repeated):
            if compared.lacks(mine, repeated.claim, row):
                return f"the sources say “{theirs.text}”, not “{mine.text}”"
        return ""

    def _added(self, compared: _Compared, repeated: Repetition, told: Told) -> str:
        """What a claim adds to a sentence that it repeats."""
        lacking = (one.text for one in additions(repeated) if compared.has_no_ground(one, repeated, told))
        return next(lacking, "")

    def _adds_to_all(self, compared: _Compared, whole: Finding, parts: Sequence[Finding]) -> bool:
        """Whether a word that a claim adds to one sentence has no ground where its clause is said either."""
        repeated = repetition(whole.claim, whole.told.evidence.claim) if whole.added else None
        return repeated is not None and any(
            compared.has_no_ground(one, repeated, part.told)
            for one in additions(repeated)
            for part in parts
            if part.claim.start <= one.word.start < part.claim.end
        )

    def _explain(self, claim: Claim, finding: Finding) -> str:
        if problem := self._missing_everywhere(claim):
            return problem
        said = finding.otherwise or finding.changed
        if said.startswith("the sources"):
            return said
        if said.endswith("denied"):
            return f"in the sources {said}"
        if said or finding.missing:
            return f"{said or finding.missing} is told otherwise in the sources"
        if finding.added:
            return f"“{finding.added}” is not in the sources"
        return "the sources do not say this"

    def _missing_everywhere(self, claim: Claim) -> str:
        """The first fact that no sentence of the sources has."""
        parts = (part for told in self._told for part in (told.evidence.claim, *told.evidence.context))
        missing = missing_fact(claim, Evidence(take_apart(""), tuple(dict.fromkeys(parts))))
        return f"{missing} is not in the sources" if missing else ""
