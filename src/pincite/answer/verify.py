"""Checking what a language model wrote against the sources: nothing unsupported is shown as fact.

A claim is supported when one sentence of the sources, with what it must be read with, has all its numbers, dates and
names, denies what it denies, contradicts nothing in it, and covers its wording. A claim of several clauses may be
carried by several sentences, one for each clause: facts of different sentences never support a mixture of them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pincite.answer.cite import Quote
from pincite.answer.claims import Claim, clauses, read_claim, take_apart
from pincite.answer.facts import Evidence, missing_fact, told_otherwise
from pincite.answer.names import Name
from pincite.answer.sources import Source
from pincite.answer.wording import EncodedClaim, Wording, measure, probability
from pincite.encode.contract import Encoder, Floats
from pincite.encode.tokens import TokenMatrix, unpack_tokens
from pincite.search.rerank import interact, token_weights
from pincite.store import Store
from pincite.store.codec import storable

THRESHOLD = 0.5
CANDIDATES = 12
"""Sentences that are compared with a claim in detail."""
UNLIKELY = 0.2
"""Sentences that are less like a claim cannot contradict it."""
CONTRADICTED = 0.9
"""Sentences that are so like it and say otherwise settle it."""
MOST_SUPPORTS = 3

_REFERS_BACK = re.compile(
    r"\b(?:he|she|it|they|his|her|hers|its|their|theirs|him|them|this|these|those|such|the (?:latter|former|same))\b",
    re.IGNORECASE,
)
_NO_TOKENS = bytes(4)
"""Of a chunk whose document was removed meanwhile."""
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
class _Candidate:
    """A sentence of the sources, ready to be compared.

    Attributes:
        row: Its row among the best cosines.
        before: The sentence that says whom its pronoun means; None where it has none.
    """

    support: Support
    evidence: Evidence
    row: int
    before: Support | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What a comparison of a claim with one sentence gave.

    Attributes:
        wording: How well its words are covered.
        probability: That the sentence says it, by its wording.
        missing: The fact of the claim that it does not have.
        otherwise: What it says otherwise.
    """

    wording: Wording
    probability: float
    missing: str
    otherwise: str
    candidate: _Candidate

    @property
    def holds(self) -> bool:
        """Whether the sentence carries the claim."""
        return self.probability >= THRESHOLD and not self.missing and not self.otherwise


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
        _ = self._candidates, self._tokens, self._bare_texts

    def check(self, text: str, cited: Sequence[int] = (), *, heading: bool = False) -> Verdict:
        """Find out whether the sources say something.

        Args:
            text: A sentence, as `DraftSentence.text`.
            cited: Numbers of the sources that it names: they are asked first, then all.
            heading: Whether it only names what follows: its facts must be there, its wording is free.
        """
        candidates = self._candidates
        claim = read_claim(storable(text), self._language(cited))
        if claim.states_nothing:
            return Verdict(False, silent=True)
        if heading or claim.introduces:
            problem = self._missing_everywhere(claim)
            return Verdict(False, problem, silent=not problem)
        if not candidates:
            return Verdict(False, "there are no sources")
        if repeated := self._repeated(claim, cited):
            return Verdict(True, "", repeated, confidence=1.0)
        encoded, best = self._compare(claim)
        named = [c for c in candidates if c.support.source.number in set(cited)]
        for group in (named, candidates):
            if found := self._supported(claim, encoded, best, group):
                return Verdict(True, "", found[1], confidence=found[0].probability)
        finding = self._find(claim, encoded, best, candidates)
        return Verdict(False, self._explain(claim, finding), confidence=finding.probability)

    def _language(self, cited: Sequence[int]) -> str:
        named = [s for s in self._sources if s.number in cited] or self._sources
        return named[0].document.language if named else "en"

    @functools.cached_property
    def _candidates(self) -> list[_Candidate]:
        """The sentences of the sources, taken apart once."""
        found: list[_Candidate] = []
        for source in self._sources:
            found.extend(_sentences_of(source, len(found)))
        return found

    @functools.cached_property
    def _tokens(self) -> TokenMatrix:
        data = self._store.token_data([source.stored.pk for source in self._sources])
        return unpack_tokens([item or _NO_TOKENS for item in data], self._encoder().identity.token_dims)

    @functools.cached_property
    def _bare_texts(self) -> list[tuple[Source, str, dict[int, int], dict[int, int]]]:
        """The words of each source, and at which offsets of them its sentences begin and end."""
        return [_bare_text(source, self._candidates) for source in self._sources]

    def _repeated(self, claim: Claim, cited: Sequence[int]) -> tuple[Support, ...]:
        """Whole sentences of a source that the claim repeats word by word."""
        wanted = _bare(claim)
        for source, text, begins, ends in sorted(
            self._bare_texts, key=lambda entry: entry[0].number not in cited
        ):
            place = text.find(wanted)
            while place >= 0:
                first, last = begins.get(place), ends.get(place + len(wanted))
                if first is not None and last is not None and last - first < MOST_SUPPORTS:
                    return tuple(Support(source, number) for number in range(first, last + 1))
                place = text.find(wanted, place + 1)
        return ()

    def _compare(self, claim: Claim) -> tuple[EncodedClaim, Floats]:
        """The claim's tokens, and for each sentence the best cosine of each of them."""
        encoder = self._encoder()
        encoding = encoder.encode_question(claim.text)
        weights = token_weights(encoding.token_ids, 0, np.zeros(0, np.float32), encoder.background)
        interaction = interact(encoding, weights, self._tokens)
        rows = []
        for position, source in enumerate(self._sources):
            sentences = source.sentences
            ranges = [(s.start, s.end) for s in sentences]
            _, best = interaction.range_scores(position, ranges + [s.context or (0, 0) for s in sentences])
            rows.append(np.maximum(best[: len(sentences)], best[len(sentences) :]))
        return EncodedClaim(encoding, weights), np.concatenate(rows)

    def _supported(
        self, claim: Claim, encoded: EncodedClaim, best: Floats, candidates: Sequence[_Candidate]
    ) -> tuple[Finding, tuple[Support, ...]] | None:
        if not candidates:
            return None
        finding = self._find(claim, encoded, best, candidates)
        if finding.holds:
            return finding, _with_before(claim, finding.candidate)
        if finding.otherwise and finding.probability >= CONTRADICTED:
            return None  # a sentence that is so like it says otherwise: its clauses may not be gathered elsewhere
        for parts in clauses(claim):
            findings = [self._find(part, encoded, best, candidates) for part in parts]
            if all(one.holds for one in findings):
                supports = list(dict.fromkeys(one.candidate.support for one in findings))
                return min(findings, key=lambda one: one.probability), tuple(supports[:MOST_SUPPORTS])
        return None

    def _find(
        self, claim: Claim, encoded: EncodedClaim, best: Floats, candidates: Sequence[_Candidate]
    ) -> Finding:
        """The sentence that carries a claim best, or the likeliest one and what speaks against it."""
        findings = self._findings(claim, encoded, best, candidates)
        return max(findings, key=lambda one: (one.holds, one.probability))

    def _findings(
        self, claim: Claim, encoded: EncodedClaim, best: Floats, candidates: Sequence[_Candidate]
    ) -> list[Finding]:
        """A claim compared with the sentences that are most like it."""
        own = encoded.tokens(claim.start, claim.end)
        scores = best[:, own] @ encoded.weights[own]
        order = sorted(candidates, key=lambda c: -scores[c.row])[:CANDIDATES]
        findings = []
        for candidate in order:
            wording = measure(claim, encoded, candidate.evidence, best[candidate.row])
            missing = missing_fact(claim, candidate.evidence)
            likely = probability(wording)
            otherwise = told_otherwise(claim, candidate.evidence) if likely >= UNLIKELY else ""
            findings.append(Finding(wording, likely, missing, otherwise, candidate))
        return findings

    def _explain(self, claim: Claim, finding: Finding) -> str:
        if problem := self._missing_everywhere(claim):
            return problem
        if finding.otherwise.startswith("the sources say"):
            return finding.otherwise
        if finding.otherwise or finding.missing:
            return f"{finding.otherwise or finding.missing} in the sources is told otherwise"
        return "the sources do not say this"

    def _missing_everywhere(self, claim: Claim) -> str:
        """The first fact that no sentence of the sources has."""
        whole = Evidence(
            _EMPTY, tuple(part for c in self._candidates for part in (c.evidence.claim, *c.evidence.context))
        )
        missing = missing_fact(claim, whole)
        return f"{missing} is not in the sources" if missing else ""


_EMPTY = take_apart("")


def _sentences_of(source: Source, first: int) -> list[_Candidate]:
    language = source.document.language
    titles = take_apart(". ".join([source.document.title, *source.stored.chunk.section]), language)
    claims = [take_apart(source.text(n), language) for n in range(len(source.sentences))]
    found = []
    for number, sentence in enumerate(source.sentences):
        context = [titles]
        if sentence.context:
            context.append(take_apart(source.stored.chunk.text[slice(*sentence.context)], language))
        before = _meant(claims, number) if _REFERS_BACK.search(claims[number].text) else None
        if before is not None and (subject := _subject(claims[before])):
            context.append(take_apart(subject.text, language))
        found.append(
            _Candidate(
                Support(source, number),
                Evidence(claims[number], tuple(context)),
                first + number,
                Support(source, before) if before is not None else None,
            )
        )
    return found


def _bare(claim: Claim) -> str:
    return " " + "".join(f"{word.folded} " for word in claim.words)


def _bare_text(
    source: Source, candidates: Sequence[_Candidate]
) -> tuple[Source, str, dict[int, int], dict[int, int]]:
    text, begins, ends = " ", {}, {}
    for candidate in candidates:
        if candidate.support.source is source:
            begins[len(text) - 1] = candidate.support.sentence
            text += _bare(candidate.evidence.claim)[1:]
            ends[len(text)] = candidate.support.sentence
    return source, text, begins, ends


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


def _with_before(claim: Claim, candidate: _Candidate) -> tuple[Support, ...]:
    """The sentence, and the one before where a name of the claim is only there."""
    if candidate.before is None:
        return (candidate.support,)
    alone = Evidence(candidate.evidence.claim, candidate.evidence.context[:-1])
    return (candidate.support, candidate.before) if missing_fact(claim, alone) else (candidate.support,)
