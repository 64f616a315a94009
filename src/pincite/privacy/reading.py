"""Text as it is compared with patterns: digits, spaces and dashes of every script in one form."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_LINE_ENDS = frozenset("\n\r\v\f\x85\u2028\u2029")
_DASHES = frozenset("\u2212\u02d7\u2043")
_REMOVED = "\0"


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in plain characters, and the way back.

    Attributes:
        text: Full-width and other digits as 0-9, all spaces as " ", all dashes as "-", letters of special typefaces
            as plain ones; marks that are not seen (soft hyphens, joiners, spaces of no width) are left out.
        places: For each of its characters the place in the original; None where they are the same.
    """

    text: str
    places: Sequence[int] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range in the original that a range of this text, of one character or more, was made of."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def plain(text: str) -> PlainText:
    """A text in plain characters; of the same length but for marks that are not seen."""
    if text.isascii():
        return PlainText(text)
    table = {ord(character): _plain(character) for character in set(text) if not character.isascii()}
    translated = text.translate(table)
    if _REMOVED not in table.values():
        return PlainText(translated)
    places = [place for place, character in enumerate(text) if table.get(ord(character)) != _REMOVED]
    return PlainText("".join(translated[place] for place in places), places)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character in _LINE_ENDS:
        return "\n"
    category = unicodedata.category(character)
    if category == "Cf":
        return _REMOVED
    if category == "Zs":
        return " "
    if category == "Pd" or character in _DASHES:
        return "-"
    if category == "Nd":
        return str(unicodedata.decimal(character))
    simple = unicodedata.normalize("NFKC", character)
    return simple if len(simple) == 1 else character
