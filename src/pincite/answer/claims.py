"""What a sentence claims: its content words, numbers, dates, names, and what it denies."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace

from pincite.answer.dates import Date, find_dates
from pincite.answer.names import Name, find_names
from pincite.answer.polarity import denied
from pincite.answer.quantities import Quantity, find_quantities
from pincite.answer.words import Word, plain_text, words
from pincite.sentences import sentence_ranges

_STATES_NOTHING = frozenset(
    """accord answer base brief common conclus conclud context detail describ document excerpt fact find
    follow general give import inform key list main mention note outlin overal overview page passag
    pdf point provid question quick refer relev result say section short sourc state sum summar
    summari summaris summariz text thing topic user hope help let know pleas further addit sure
    certain okay ok yes here below abov""".split()
)
_LABEL = re.compile(r"^\s*(?:answer|summary|conclusion|note|response|a)\s*:\s*", re.IGNORECASE)
_REPORTED = re.compile(
    r"^\s*(?:(?:according to|based on|as (?:stated|described|mentioned|noted|reported|shown) (?:in|by))\s+"
    r"(?:the|these|this|your)\s+(?:\w+\s+)?(?:sources?|documents?|passages?|texts?|context|information)(?:\s+provided)?,?\s+"
    r"|the\s+(?:\w+\s+)?(?:sources?|documents?|passages?|texts?|context)\s+(?:also\s+)?(?:states?|says?|notes?|mentions?"
    r"|reports?|shows?|explains?|indicates?|confirms?|suggests?|specif(?:y|ies))\s+(?:that\s+)?)",
    re.IGNORECASE,
)


Place = tuple[int, int]
"""Where a part of a claim begins and ends in its text."""


@dataclass(frozen=True, eq=False)  # no slots: what is computed once is kept
class Claim:
    """A sentence, or a part of one, taken apart. All offsets are those of `whole`.

    Attributes:
        whole: The whole sentence, without Markdown.
        start: Where the claim begins in it.
        end: Where it ends.
        language: ISO 639-1 code it was read with.
        words: The claim's words.
        content: Positions of the words that carry meaning, numbers and dates left out.
        quantities: Its numbers.
        dates: Its dates.
        names: Its proper names.
        denied: Positions of the words that it denies.
    """

    whole: str
    start: int
    end: int
    language: str
    words: tuple[Word, ...]
    content: tuple[int, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    names: tuple[Name, ...]
    denied: frozenset[int]

    @property
    def text(self) -> str:
        """The claim's own text."""
        return self.whole[self.start : self.end]

    @functools.cached_property
    def folded(self) -> frozenset[str]:
        """All its words, folded."""
        return frozenset(word.folded for word in self.words)

    @functools.cached_property
    def terms(self) -> dict[str, list[bool]]:
        """Its stems, each with whether it is denied, for every time that it occurs."""
        found: dict[str, list[bool]] = {}
        for position, word in enumerate(self.words):
            if word.term:
                found.setdefault(word.term, []).append(position in self.denied)
        return found

    @functools.cached_property
    def keys(self) -> list[str]:
        """What its words are compared by where order matters: their stems, small words as they are."""
        return [word.term or word.folded for word in self.words]

    def part(self, start: int, end: int) -> Claim:
        """What of it stands in a range of its text."""
        inside = [n for n, word in enumerate(self.words) if start <= word.start < end]
        first = inside[0] if inside else 0
        kept = range(first, first + len(inside))
        return replace(
            self,
            start=start,
            end=end,
            words=self.words[first : first + len(inside)],
            content=tuple(n - first for n in self.content if n in kept),
            quantities=tuple(q for q in self.quantities if start <= q.start < end),
            dates=tuple(date for date in self.dates if start <= date.start < end),
            names=tuple(name for name in self.names if start <= name.start < end),
            denied=frozenset(n - first for n in self.denied if n in kept),
        )

    @property
    def states_nothing(self) -> bool:
        """Whether there is nothing in it that could be checked: "In summary, here is what the documents say"."""
        checkable = [q for q in self.quantities if not q.loose]
        others = [n for n in self.content if self.words[n].term not in _STATES_NOTHING]
        return not (checkable or self.dates or others)

    @property
    def introduces(self) -> bool:
        """Whether it only leads to what follows it, or asks."""
        return self.text.rstrip(' *_"”').endswith((":", "：", "?", "？"))


def read_claim(text: str, language: str = "en") -> Claim:
    """Take a sentence apart.

    Args:
        text: Markdown or plain.
        language: ISO 639-1 code.
    """
    plain = " ".join(plain_text(text).replace("|", " ; ").split())
    plain = _LABEL.sub("", plain)
    reported = _REPORTED.match(plain)
    if reported and reported.end() < len(plain):
        plain = plain[reported.end() :]
        plain = plain[0].upper() + plain[1:]
    return take_apart(plain, language)


def take_apart(text: str, language: str = "en") -> Claim:
    """As `read_claim`, for plain text that is taken as it is."""
    own = words(text, language)
    dates = find_dates(text)
    quantities = find_quantities(text, language, dates)
    taken = [(q.start, q.end) for q in quantities] + [(date.start, date.end) for date in dates]
    counting = frozenset(
        n for n, word in enumerate(own) if any(low <= word.start < high for low, high in taken)
    )
    return Claim(
        whole=text,
        start=0,
        end=len(text),
        language=language,
        words=tuple(own),
        content=tuple(
            n for n, w in enumerate(own) if w.term and not w.folded[0].isdigit() and n not in counting
        ),
        quantities=tuple(quantities),
        dates=tuple(dates),
        names=tuple(find_names(text, own, language, counting)),
        denied=denied(own, language),
    )


_JOINTS = re.compile(
    r"\s*;\s+|,\s+(?:and|while|but|whereas|although|und|während|aber|et|mais|tandis que|y|pero|mientras|e|ma|mentre|mas"
    r"|enquanto|en|maar|terwijl)\s+(?:also\s+|then\s+)?|\s+(?:and|but|while)\s+|,\s+(?:which|who|where|whose)\s+"
)
_LEAST_WORDS = 3
_MOST_CUTS = 15


def clauses(claim: Claim) -> list[list[Claim]]:
    """Ways of cutting a claim into two or three parts that each say something, the likeliest first."""
    sentences = sentence_ranges(claim.whole)
    if len(sentences) in (2, 3):
        return [[claim.part(low, high) for low, high in sentences]]
    joints = [match.span() for match in _JOINTS.finditer(claim.whole)]
    cuts = [[joint] for joint in joints] + [[a, b] for n, a in enumerate(joints) for b in joints[n + 1 :]]
    ways = []
    for cut in cuts[:_MOST_CUTS]:
        starts, ends = [0, *(stop for _, stop in cut)], [*(start for start, _ in cut), claim.end]
        ways.append([claim.part(low, high) for low, high in zip(starts, ends, strict=True)])
    return [way for way in ways if all(_says_enough(part) for part in way)]


def _says_enough(part: Claim) -> bool:
    return len(part.content) + len(part.quantities) + len(part.dates) >= _LEAST_WORDS
