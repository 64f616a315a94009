"""The sentences of a document that tell about each aspect of it.

A sentence is judged by four signs: the title of its section, phrases ("we propose", "shall be governed by"), how far
into the document it stands, and how near it is to the probes. Nearness alone is never enough: every text is somewhat
near to "the limitations of this work", so an aspect that a document does not report would be filled with something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.encode.contract import Floats
from pincite.research.aspects import Aspect
from pincite.research.reading import Line, Reading, bare_title
from pincite.research.standalone import before, can_be_quoted, goes_on, points_elsewhere, refers_back
from pincite.terms import analyse

# Weights; measured by benchmarks.summaries.
SECTION = 1.0
OUTER_SECTION = 0.8
OPENING = 0.15
"""Of a section's first sentences: they say what it is about."""
HOME = 0.4
CUE = 0.75
FURTHER_CUE = 0.2
WEAK = 0.25
NEAR = 0.6
AGAINST = 1.0
OTHERS_CUE = 0.5
"""It has phrases of another aspect, and none of this."""
DANGLING = 0.2
GOES_ON = 0.1
FAR, CLOSE = 0.35, 0.6
"""Nearness to a probe counts from the one to the other."""

THRESHOLD = 0.75
SHARE = 0.65
"""Further sentences of an aspect have this share of its best one's score."""
OWN_NEAR = 0.62
"""An aspect in the user's words has no phrases: it needs to be this near, to hold the words, or to stand under a title
of them."""

SAME = 0.6
"""Sentences that share more of their terms than this say the same."""

_OPENING_LINES = 3
_ABSTRACT_SHARE = 0.12
_LEFT_OUT = re.compile(
    r"references|bibliography|acknowledge?ments?.*|funding|author contributions?|conflicts? of interest|"
    r"about the authors?|related work|index|copyright.*|literatur\w*|danksagung|"
    r"remerciements|agradecimientos|ringraziamenti|contents",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"\b(?:supported|funded|sponsored)\b.{0,60}\b(?:grants?|foundation|fund|award|programme|council)\b"
    r"|\b(?:grateful|thanks?|indebted) to\b|\bthank \w+",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"\blicen[cs]es?\b|^(?:copying|warranty|no warranty|lizenz\w*)$", re.IGNORECASE)
"""Printed in many documents, and nothing that they are about; in a contract it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A sentence that tells about an aspect."""

    line: Line
    score: float


def rank(reading: Reading, aspects: Sequence[Aspect], near: Floats) -> list[list[Chosen]]:
    """For each aspect all sentences that may tell it, best first.

    Args:
        reading: The document.
        aspects: What is sought.
        near: From `probe_scores`: how near each line is to each aspect's probes.
    """
    found: list[list[Chosen]] = [[] for _ in aspects]
    for number, line, score in _candidates(reading, aspects, near):
        found[number].append(Chosen(line, score))
    return [sorted(group, key=lambda c: (-c.score, c.line.position)) for group in found]


def choose(reading: Reading, candidates: Sequence[Sequence[Chosen]], most: int) -> list[list[Chosen]]:
    """For each aspect the sentences that tell it, in the order of the document; none where it is not reported.

    A sentence is used once, and none that says the same as another. One that refers back takes the sentence
    before it with it.

    Args:
        reading: The document.
        candidates: From `rank`.
        most: Most sentences of an aspect.
    """
    every = [(number, c.line, c.score) for number, group in enumerate(candidates) for c in group]
    ranked = sorted(every, key=lambda c: (-c[2], c[1].position, c[0]))
    chosen: list[list[Chosen]] = [[] for _ in candidates]
    used: set[int] = set()
    terms: list[frozenset[str]] = []
    for number, line, score in ranked:
        if line.position in used:
            continue
        best = max((c.score for c in chosen[number]), default=0.0)
        group = _with_before(line, reading, used)
        if score < SHARE * best or len(chosen[number]) + len(group) > most:
            continue
        own = frozenset(analyse(line.text, reading.document.language))
        if any(shared(own, other) > SAME for other in terms):
            continue
        chosen[number].extend(Chosen(one, score) for one in group)
        used.update(one.position for one in group)
        terms.append(own)
    return [sorted(group, key=lambda c: c.line.position) for group in chosen]


def chapter_score(aspect: Aspect, line: Line, opening: bool, near: float) -> float:
    """How well a sentence says what its chapter is about; 0 where it does not at all."""
    if not can_be_quoted(line) or points_elsewhere(line) or refers_back(line):
        return 0.0
    cues = _cues(aspect, line.text)
    if cues <= 0 or not opening:
        return 0.0
    return cues + NEAR * _nearness(near)


def _candidates(
    reading: Reading, aspects: Sequence[Aspect], near: Floats
) -> Iterable[tuple[int, Line, float]]:
    language = reading.document.language
    words = [frozenset(analyse(aspect.name, language)) if aspect.own else frozenset() for aspect in aspects]
    titles: dict[tuple[str, ...], list[float]] = {}
    subject = _titled(reading.document.title)
    for line in reading.lines:
        if not can_be_quoted(line) or points_elsewhere(line):
            continue
        left_out = _left_out(line, reading.clauses)
        signs = titles.get(line.section)
        if signs is None:
            signs = titles[line.section] = [_section_sign(aspect, line.section) for aspect in aspects]
        itself = subject.match(line.text) is not None
        cues = [_cues(aspect, line.text, itself) for aspect in aspects]
        terms = frozenset(analyse(line.text, language)) if any(words) else frozenset()
        for number, aspect in enumerate(aspects):
            nearness = float(near[line.position, number])
            if aspect.own:
                score = _own_score(words[number], terms, signs[number], nearness)
            elif left_out or line.place > aspect.start or (aspect.strict and cues[number] < CUE):
                continue
            else:
                score = _score(aspect, line, signs[number], nearness) + cues[number]
                score -= OTHERS_CUE if cues[number] < CUE <= max(cues) else 0.0
            if score >= THRESHOLD:
                yield number, line, score


def _own_score(words: frozenset[str], terms: frozenset[str], section: float, near: float) -> float:
    """How well a sentence tells what the user named: by its words, the title above it, or its nearness."""
    named = CUE if words and words <= terms else 0.0
    return section + named + (THRESHOLD if near >= OWN_NEAR else 0.0) + NEAR * _nearness(near)


def _left_out(line: Line, contract: bool) -> bool:
    if not contract and _THANKS.search(line.text):
        return True
    titles = [bare_title(title) for title in line.section]
    return any(
        _LEFT_OUT.fullmatch(title) or (not contract and _LICENCE.search(title) is not None)
        for title in titles
    )


def _section_sign(aspect: Aspect, section: Sequence[str]) -> float:
    """How much the titles above a sentence speak for an aspect."""
    if aspect.sections is None or not section:
        return 0.0
    for depth, title in enumerate(reversed(section)):
        if aspect.sections.fullmatch(bare_title(title)):
            return SECTION if depth == 0 else OUTER_SECTION
    return 0.0


def _at_home(aspect: Aspect, line: Line) -> bool:
    if aspect.home is None:
        return False
    if not line.section:
        return line.place <= _ABSTRACT_SHARE  # an abstract without a title
    return any(aspect.home.fullmatch(bare_title(title)) for title in line.section)


def _score(aspect: Aspect, line: Line, section: float, near: float) -> float:
    score = section + NEAR * _nearness(near)
    if section and line.first < _OPENING_LINES:
        score += OPENING
    if _at_home(aspect, line):
        score += HOME
    elif not section:
        score -= aspect.away
    score -= DANGLING if refers_back(line) else 0.0
    score -= GOES_ON if goes_on(line) else 0.0
    score -= DANGLING if line.kind is BlockKind.LIST_ITEM else 0.0
    return score


def _nearness(near: float) -> float:
    return min(max((near - FAR) / (CLOSE - FAR), 0.0), 1.0)


def _titled(title: str) -> re.Pattern[str]:
    """Sentences whose subject is what the title names, and that say what it is or does."""
    words = [re.escape(word) for word in title.split(":")[0].split()]
    name = r"\s+".join(words) or "(?!)"
    return re.compile(
        rf"(?:The )?['\"‘“]?{name}\b[^.;:]{{0,40}}?\b(?:is an?|provides?|offers?|enables?|allows?|addresses|introduces|"
        r"presents|furnishes|covers|aims?|supports?|teaches|describes|contains|was designed)\b",
        re.IGNORECASE,
    )


def _cues(aspect: Aspect, text: str, itself: bool = False) -> float:
    """How much the phrases of a sentence speak for an aspect."""
    if any(cue.search(text) for cue in aspect.against):
        return -AGAINST
    cues = sum(cue.search(text) is not None for cue in aspect.cues) + (itself and aspect.itself)
    score = (CUE + FURTHER_CUE * (cues - 1)) if cues else 0.0
    return score + (WEAK if any(cue.search(text) for cue in aspect.weak) else 0.0)


def _with_before(line: Line, reading: Reading, used: set[int]) -> list[Line]:
    """A sentence with the one it refers to, unless that is told already."""
    other = before(line, reading.lines) if refers_back(line) else None
    return [other, line] if other is not None and other.position not in used else [line]


def shared(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of their terms that two sentences have in common, of the smaller's."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0
