"""Citation markers in what a model writes: found in every common form, read, and taken out.

A marker is `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `【1】`, `[Source 2]`, "(Source 2)", "(1)" at the end of a clause, or
"Source 2" in running text. Where the sentence needs it as a noun ("according to [3]"),
"the source" stands in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LONGEST_NUMBER = 6
"""Digits of a number that can be a source's; longer ones are never converted."""

_WORD = (
    r"(?:sources?|documents?|docs?|passages?|excerpts?|references?|refs?\.?|citations?"
    r"|quellen?|fuentes?|fonti|fontes?|bron(?:nen)?)"
)
_DASH = r"(?:[-‐‑–—−~]|to|through|bis)"
_NUMBER = rf"(?:{_WORD}\s*[:#.]?\s*)?[\^#]?\d+(?:\s*{_DASH}\s*[\^#]?\d+)?(?:(?::\d+)?†[^\]】]*)?"
_AND = r"(?:\s*[,，、;；&+]\s*(?:and\s+)?|\s+(?:and|or|und|et|y|e|en)\s+)"
_LIST = rf"{_NUMBER}(?:{_AND}{_NUMBER})*"
_SEE = r"(?:(?:see|cf\.?|from|siehe|vgl\.?|voir|ver|vedi|zie)\s+(?:also\s+)?)?"
_TARGET = r"(?:\((?:\#|https?:)[^()\s]*\))?"

_SQUARE = rf"[\[【［〔]\s*{_SEE}{_LIST}\s*[\]】］〕]{_TARGET}"
_SEEN = rf"[(（]\s*{_SEE}{_SQUARE}(?:{_AND}{_SQUARE})*\s*[)）]"
_ROUND_WORD = rf"[(（]\s*{_SEE}{_WORD}\s*[:#.]?\s*{_LIST}\s*[)）]"
_MARKER = rf"(?:{_SEEN}|{_ROUND_WORD}|{_SQUARE})"
_ROUND = rf"[(（]\s*{_LIST}\s*[)）]"
_PLAIN_WORD = r"(?:sources?|quellen?|fuentes?|fonti|fontes?|bron(?:nen)?)"
_PLAIN = rf"(?:the\s+)?\b{_PLAIN_WORD}\s*[:#]?\s*{_LIST}(?![\w%]|[.,]\d)"

_ALONE = rf"(?:(?<=[.!?])\s+|(?<=\n)|^)(?:the\s+)?{_PLAIN_WORD}\s*[:#]?\s*{_LIST}\s*(?:\.(?=\s|$)|(?=\n|$))"
"""A sentence that only names sources."""

_ANY = re.compile(
    rf"(?P<marker>(?:\b{_PLAIN_WORD}\s*:\s*)?{_MARKER}(?:(?:{_AND}|\s*){_MARKER})*)"
    rf"|(?P<alone>{_ALONE})|(?P<round>{_ROUND})|(?P<plain>{_PLAIN})",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"(\d+)(?:(?P<skipped>:\d+)|\s*{_DASH}\s*[\^#]?(\d+))?", re.IGNORECASE)
_LINK = re.compile(r"(?<=[\]】］〕])\((?:\#|https?:)[^()\s]*\)|†[^\]】]*")
CODE = re.compile(r"(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)", re.DOTALL)

_NOUN = {
    "de": re.compile(r"\b(?:laut|gemäß|nach|zufolge)$", re.IGNORECASE),
    "fr": re.compile(r"\b(?:selon|d['’]après)$", re.IGNORECASE),
    "es": re.compile(r"\b(?:según|de acuerdo con)$", re.IGNORECASE),
    "it": re.compile(r"\b(?:secondo)$", re.IGNORECASE),
    "pt": re.compile(r"\b(?:segundo|de acordo com)$", re.IGNORECASE),
    "nl": re.compile(r"\b(?:volgens)$", re.IGNORECASE),
    "en": re.compile(
        r"(?:\b(?:according to|as per|based on"
        r"|(?:as|stated|described|mentioned|noted|reported|shown|listed|given|explained|defined|found|discussed)"
        r" (?:in|by))|(?:^|[.!?]\s)in)$",
        re.IGNORECASE,
    ),
}
_THE_SOURCE = {
    "en": ("the source", "the sources"),
    "de": ("der Quelle", "den Quellen"),
    "fr": ("la source", "les sources"),
    "es": ("la fuente", "las fuentes"),
    "it": ("la fonte", "le fonti"),
    "pt": ("a fonte", "as fontes"),
    "nl": ("de bron", "de bronnen"),
}
_REPORTS = re.compile(
    r"\s+(?:also\s+|both\s+|all\s+)?(?:states?|says?|notes?|mentions?|reports?|shows?|explains?|indicates?|describes?"
    r"|confirms?|suggests?|lists?|gives?|provides?|does|do|is|are|specif(?:y|ies)|defines?|contains?)\b"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:。！？]['\"”’)]*\s+|\n)[\s*_\"“]*$")
_COUNTED = re.compile(
    r"(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|equations?|eqs?\.|sections?|tables?|figures?|figs?\.|clauses?|paragraphs?|articles?"
    r"|steps?|items?|parts?|chapters?|appendix|schedules?|exhibits?|rules?|cases?|types?|phases?|levels?|grades?))$",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(r"\s*[.,;:!?。，；！？|]|\s*$")
_CLAUSE_ENDS_HERE = re.compile(r"\s*[.,;:!?。，；！？|]")
_BEFORE_PLAIN = re.compile(
    r"(?:\b(?:to|in|by|from|per|see|with|and|or|of|laut|selon|según|secondo|segundo|volgens|siehe)|[(,;:—–-])$",
    re.IGNORECASE,
)


OPEN_MARKER = re.compile(
    rf"\s*[\[【［〔(（]?\s*{_SEE}(?:(?:the\s+)?{_WORD}\s*[:#.]?)?[\s\d,，、;；&\^#†-]*", re.IGNORECASE
)
"""What may become a marker when more of the text is there."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker that was taken out.

    Attributes:
        position: Where it stood, in the text without markers.
        cited: Numbers of sources, each once, ascending.
    """

    position: int
    cited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A text without its citation markers.

    Attributes:
        text: What is left.
        marks: In order.
        invented: How many numbers of no source were among them.
        places: Pairs (offset in `text`, offset in the original) from which on the two run in step.
    """

    text: str
    marks: tuple[Mark, ...]
    invented: int
    places: tuple[tuple[int, int], ...]

    def original(self, offset: int) -> int:
        """The offset in the original text of an offset in this one; markers at it lie before."""
        here, there = max(place for place in self.places if place[0] <= offset)
        return there + offset - here


def read_numbers(text: str, sources: int) -> tuple[tuple[int, ...], int]:
    """The sources that a marker names, and how many of its numbers are no source's.

    Args:
        text: The marker.
        sources: How many sources there are.
    """
    cited: set[int] = set()
    invented = 0
    for match in _RANGE.finditer(_LINK.sub("", text)):
        low = _number(match.group(1), sources)
        high = _number(match.group(3), sources) if match.group(3) else low
        if match.group("skipped") or not low or not high or low > high:
            invented += 1
            continue
        cited.update(range(low, min(high, sources) + 1))
        invented += high > sources
    return tuple(sorted(cited)), invented


def _number(digits: str, sources: int) -> int:
    """A number, at most one above the highest source's."""
    digits = digits.lstrip("0")
    return sources + 1 if len(digits) > _LONGEST_NUMBER else min(int(digits or "0"), sources + 1)


def remove_markers(text: str, sources: int, *, whole: bool = True) -> Unmarked:
    """Take the citation markers out of a text; inline code stays as it is.

    Args:
        text: Markdown, a paragraph or less.
        sources: How many sources there are.
        whole: Whether it ends here: "(1)" at its end is a marker then.
    """
    code = [match.span() for match in CODE.finditer(text)]
    pieces: list[str] = []
    marks: list[Mark] = []
    places = [(0, 0)]
    invented = length = end = 0
    for match, replacement in _markers(text, whole, code):
        cited, wrong = read_numbers(match.group(), sources)
        if match.group("round") and not cited:
            continue  # a year or another number in brackets
        start, stop = match.span()
        if not replacement:
            start, stop = _with_space(text, start, stop, end)
        piece = text[end:start] + replacement
        pieces.append(piece)
        length += len(piece)
        marks.append(Mark(length, cited))
        invented += wrong
        end = stop
        places.append((length, end))
    pieces.append(text[end:])
    return Unmarked("".join(pieces), tuple(marks), invented, tuple(places))


def _markers(text: str, whole: bool, code: list[tuple[int, int]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each marker with what stands in its place."""
    for match in _ANY.finditer(text):
        start, stop = match.span()
        if any(low < stop and start < high for low, high in code):
            continue
        before, after = text[:start], text[stop:]
        if match.group("alone"):
            yield match, ""
        elif match.group("round"):
            if _is_round_marker(before, after, whole):
                yield match, ""
        elif match.group("plain"):
            replacement = _of_plain(before, after, match.group())
            if replacement is not None:
                yield match, replacement
        elif not _is_index(before, after, match.group()):
            yield match, _of_marker(before, after, match.group())


def _is_round_marker(before: str, after: str, whole: bool) -> bool:
    """Whether a number in round brackets can only be a citation: it closes a clause and counts nothing."""
    if (
        not before
        or not before[-1].isspace()
        or not (_CLAUSE_ENDS if whole else _CLAUSE_ENDS_HERE).match(after)
    ):
        return False
    words = before.rstrip()
    return bool(words) and (words[-1].isalpha() or words[-1] in "\"”’'»%)") and not _COUNTED.search(words)


def _is_index(before: str, after: str, marker: str) -> bool:
    """Whether it is an index of an array: directly behind a one-letter name, or going on as code does."""
    if not re.search(r"\w$", before) or not marker.startswith("["):
        return False
    name = re.findall(r"\w+$", before)[-1]
    return (
        len(name) == 1 or "_" in name or marker.startswith("[0]") or bool(re.match(r"\w|\(|\.\w|\s*=", after))
    )


def _of_marker(before: str, after: str, marker: str) -> str:
    """What stands in place of a marker in brackets: nothing, or the noun that its sentence needs."""
    words = before.rstrip()
    if _SENTENCE_START.search(before) and _REPORTS.match(after):
        return _noun("en", marker, capital=True)
    for language, pattern in _NOUN.items():
        if pattern.search(words):
            return _noun(language, marker)
    return ""


def _of_plain(before: str, after: str, marker: str) -> str | None:
    """What stands in place of "Source 2"; None where that is no citation."""
    starts = bool(_SENTENCE_START.search(before))
    named = marker[0].isupper() or starts or bool(_BEFORE_PLAIN.search(before.rstrip()))
    if not named:
        return None
    language = next((name for name, pattern in _NOUN.items() if pattern.search(before.rstrip())), "en")
    return _noun(language, marker, capital=starts)


def _noun(language: str, marker: str, *, capital: bool = False) -> str:
    several = len(re.findall(r"\d+", marker)) > 1
    noun = _THE_SOURCE[language][several]
    return noun[0].upper() + noun[1:] if capital else noun


def _with_space(text: str, start: int, stop: int, earliest: int) -> tuple[int, int]:
    """A marker with the blanks before it, or behind it at the beginning of a line or cell."""
    first = start
    while first > earliest and text[first - 1] in " \t\u00a0":
        first -= 1
    if first > 0 and text[first - 1] not in "\n|":
        return first, stop
    while stop < len(text) and text[stop] in " \t\u00a0":
        stop += 1
    return start, stop
