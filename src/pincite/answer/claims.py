"""What a sentence claims: its content words, numbers, dates, names, and what it denies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.answer.names import Name, find_names
from pincite.answer.polarity import denied
from pincite.answer.quantities import Date, Quantity, find_dates, find_quantities
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


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A sentence, or a part of one, taken apart.

    Attributes:
        text: Without Markdown.
        language: ISO 639-1 code it was read with.
        words: All its words.
        content: Positions of the words that carry meaning, numbers and dates left out.
        quantities: Its numbers.
        dates: Its dates.
        names: Its proper names.
        denied: Positions of the words that it denies.
        offset: Where it begins in the text it is a part of.
    """

    text: str
    language: str
    words: tuple[Word, ...]
    content: tuple[int, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    names: tuple[Name, ...]
    denied: frozenset[int]
    offset: int = 0

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


def take_apart(text: str, language: str = "en", offset: int = 0) -> Claim:
    """As `read_claim`, for plain text that is taken as it is, and that may be a part of another."""
    own = words(text, language)
    quantities, dates = find_quantities(text, language), find_dates(text)
    taken = [(q.start, q.end) for q in quantities] + [(date.start, date.end) for date in dates]
    content = [
        position
        for position, word in enumerate(own)
        if word.term
        and not word.folded[0].isdigit()
        and not any(low <= word.start < high for low, high in taken)
    ]
    return Claim(
        text=text,
        language=language,
        words=tuple(own),
        content=tuple(content),
        quantities=tuple(quantities),
        dates=tuple(dates),
        names=tuple(find_names(text, own, language)),
        denied=denied(own, language),
        offset=offset,
    )


_JOINTS = re.compile(
    r"\s*;\s+|,?\s+(?:and|while|but|whereas|although|und|während|aber|et|mais|tandis que|y|pero|mientras|e|ma|mentre"
    r"|mas|enquanto|en|maar|terwijl)\s+(?:also\s+|then\s+)?|,\s+(?:which|who|where|whose)\s+|,\s+"
)
_LEAST_WORDS = 2


def clauses(claim: Claim) -> list[list[Claim]]:
    """Ways of cutting a claim into two or three parts that each say something, the likeliest first.

    The first part gives the others their subject, so it is the whole beginning.
    """
    sentences = sentence_ranges(claim.text)
    if len(sentences) in (2, 3):
        return [_parts(claim, sentences)]
    end = len(claim.text)
    joints = [match.span() for match in _JOINTS.finditer(claim.text)]
    cuts = [[joint] for joint in joints] + [[a, b] for n, a in enumerate(joints) for b in joints[n + 1 :]]
    ways = []
    for cut in cuts:
        starts, ends = [0, *(stop for _, stop in cut)], [*(start for start, _ in cut), end]
        ways.append(_parts(claim, list(zip(starts, ends, strict=True))))
    return [way for way in ways if all(len(part.content) >= _LEAST_WORDS for part in way)]


def _parts(claim: Claim, ranges: list[tuple[int, int]]) -> list[Claim]:
    return [take_apart(claim.text[low:high], claim.language, low) for low, high in ranges]
