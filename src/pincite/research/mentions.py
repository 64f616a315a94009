"""How a search term is written in a text, whether as a name, an identifier or a word, and where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.domain import BlockKind, Sentence, SharedKind
from pincite.store import StoredChunk
from pincite.terms import analyse, fold

_WORD = re.compile(r"\w+(?:['’./\-‐‑–_:]+\w+)*[+#]*")
_ADDRESS = re.compile(r"https?://|www\.|[\w.-]+@[\w.-]+|\b[\w-]+\.(?:com|org|net|io|edu|gov)\b|\d/\w")
_ACCENTED = re.compile(r"(?<!\w)\w{0,2}[^\W\x00-\x7f]")
_HEAD = 3
"""A term is looked for only in words that begin like it."""
_RUN = 4
"""A name has at most so many words."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A term in a chunk.

    Attributes:
        kind: What it looks like.
        text: The word as written.
        name: For a name, the whole run of capitalised words that it is part of; else the same as `text`.
        page_index: The page it is on.
    """

    kind: SharedKind
    text: str
    name: tuple[str, ...]
    page_index: int


def mentions(stored: StoredChunk, terms: Iterable[str], language: str) -> dict[str, Mention]:
    """For each term its best mention in a chunk: a name or identifier before a plain word.

    A term that stands only in an address, or only in the titles above the chunk, has none.

    Args:
        stored: The chunk.
        terms: Search terms.
        language: Of the document.
    """
    wanted = set(terms)
    text = stored.chunk.text
    found: dict[str, list[Mention]] = {}
    words = list(_WORD.finditer(text))
    for number in _candidates(text, words, wanted):
        word = words[number]
        held = wanted.intersection(analyse(word[0], language))
        if not held:
            continue
        sentence = _sentence_at(stored.chunk.sentences, word.start())
        if sentence is None or sentence.kind is BlockKind.REFERENCE or _in_address(text, word.start()):
            continue
        mention = _mention(text, words, number, sentence)
        for term in held:
            found.setdefault(term, []).append(mention)
    return {term: _best(seen) for term, seen in found.items()}


def _candidates(text: str, words: Sequence[re.Match[str]], terms: Iterable[str]) -> list[int]:
    """Numbers of the words that may hold one of the terms: those with a part that begins like it.

    Texts are searched for the beginnings, as to analyse every word would take a hundred times as long.
    """
    lower = text.lower()
    if len(lower) != len(text):
        return list(range(len(words)))
    # Accents and the like are no part of terms: such words are all looked at.
    places = [match.start() for match in _ACCENTED.finditer(text)]
    for head in {term[:_HEAD] for term in terms}:
        place = lower.find(head)
        while place >= 0:
            if not place or not lower[place - 1].isalnum():
                places.append(place)
            place = lower.find(head, place + 1)
    starts = [word.start() for word in words]
    return sorted({bisect_right(starts, place) - 1 for place in places})


def _best(seen: Sequence[Mention]) -> Mention:
    """The first mention; as a word if it is written in small letters anywhere."""
    small = next((mention for mention in seen if mention.text == mention.text.lower()), None)
    first = seen[0]
    if small is not None and small.kind is SharedKind.WORD:
        return Mention(SharedKind.WORD, small.text, (small.text,), first.page_index)
    return next((mention for mention in seen if mention.kind is not SharedKind.WORD), first)


def _mention(text: str, words: Sequence[re.Match[str]], number: int, sentence: Sentence) -> Mention:
    word = words[number]
    page = _page_at(sentence, word.start())
    written = _written(word[0])
    if any(character.isdecimal() for character in written) or "_" in written:
        return Mention(SharedKind.IDENTIFIER, written, (written,), page)
    if not _capital(written) or sentence.kind is BlockKind.HEADING:
        return Mention(SharedKind.WORD, written, (written,), page)
    run = _run(text, words, number, sentence)
    if len(run) > 1 or _inner_capital(written) or _within(text, word.start(), sentence):
        return Mention(SharedKind.NAME, written, run, page)
    return Mention(SharedKind.WORD, written, (written,), page)


def _written(word: str) -> str:
    """A word without what hangs on it: stops, and raised numbers of notes."""
    return word.rstrip("'’.-⁰¹²³⁴⁵⁶⁷⁸⁹")


def _capital(word: str) -> bool:
    return word[0].isupper() or word[0].istitle()


def _inner_capital(word: str) -> bool:
    return any(character.isupper() for character in word[1:])


def _within(text: str, position: int, sentence: Sentence) -> bool:
    """Whether a word stands within its sentence, not at its beginning or that of a cell or quotation."""
    before = text[max(sentence.start, position - 2) : position]
    return len(before) == 2 and before[1] == " " and (before[0].isalnum() or before[0] in ",;)")


def _run(text: str, words: Sequence[re.Match[str]], number: int, sentence: Sentence) -> tuple[str, ...]:
    """The capitalised words around one with nothing but a space between them."""
    first = last = number
    while first and number - first < _RUN and _joined(text, words[first - 1], words[first], sentence):
        first -= 1
    while (
        last + 1 < len(words)
        and last - first < _RUN
        and _joined(text, words[last], words[last + 1], sentence)
    ):
        last += 1
    run = [_written(word[0]) for word in words[first : last + 1]]
    while len(run) > 1 and not analyse(run[0]):
        run.pop(0)  # "The Jupyter"
    return tuple(run)


def _joined(text: str, one: re.Match[str], other: re.Match[str], sentence: Sentence) -> bool:
    inside = sentence.start <= one.start() and other.end() <= sentence.end
    return inside and text[one.end() : other.start()] == " " and _capital(one[0]) and _capital(other[0])


def _in_address(text: str, position: int) -> bool:
    """Whether the run of characters without white space that a position lies in is an address."""
    start = max(text.rfind(" ", 0, position), text.rfind("\n", 0, position)) + 1
    end = text.find(" ", position)
    return bool(_ADDRESS.search(text[start : end if end >= 0 else len(text)]))


def _sentence_at(sentences: Sequence[Sentence], position: int) -> Sentence | None:
    return next((sentence for sentence in sentences if sentence.start <= position < sentence.end), None)


def _page_at(sentence: Sentence, position: int) -> int:
    """The page of a character of a sentence: its spans hold the same characters one after the other."""
    left = position - sentence.start
    for span in sentence.spans:
        if left < span.end - span.start:
            return span.page_index
        left -= span.end - span.start
    return sentence.spans[-1].page_index if sentence.spans else 1


def shared_name(one: Mention, other: Mention) -> tuple[SharedKind, str] | None:
    """What two mentions of a term have in common; None when they are parts of different names.

    "David Smith" and "David Jones" share no name; "Jupyter" and "Jupyter Notebook" do.
    """
    kinds = {one.kind, other.kind}
    if kinds == {SharedKind.NAME}:
        common = _common_run(one.name, other.name) or (one.text,)
        if sum(len(word) > 1 for word in common) <= 1 < min(len(one.name), len(other.name)):
            return None
        return SharedKind.NAME, " ".join(common)
    if SharedKind.WORD in kinds:
        plain = one if one.kind is SharedKind.WORD else other
        return SharedKind.WORD, plain.text.lower() if plain.text.istitle() else plain.text
    return SharedKind.IDENTIFIER, one.text


def _common_run(one: Sequence[str], other: Sequence[str]) -> Sequence[str]:
    """The longest run of words that both have."""
    joined = [fold(word) for word in other]
    best: Sequence[str] = one[:0]
    for start in range(len(one)):
        for end in range(start + 1, len(one) + 1):
            part = [fold(word) for word in one[start:end]]
            places = range(len(joined) - len(part) + 1)
            if len(part) > len(best) and any(joined[i : i + len(part)] == part for i in places):
                best = one[start:end]
    return best
