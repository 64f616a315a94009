"""Dates in a text: "3 March 2011" is "March 3, 2011" is "2011-03-03".

Where a form can be read in two ways ("3/4/2011"), both readings are kept, and one that agrees is enough.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pincite.terms import fold

_MONTHS = """
january januar janvier enero gennaio janeiro januari jan janv ene gen | february februar fevrier febrero
febbraio fevereiro februari feb fevr febr fev | march marz mars marzo marco maart mar mrz | april avril abril
aprile apr avr abr | may mai mayo maggio maio mei mag | june juni juin junio giugno junho jun giu | july juli
juillet julio luglio julho jul juil lug | august aout agosto augustus aug ago | september septembre septiembre
settembre setembro sep sept set | october oktober octobre octubre ottobre outubro oct okt ott out | november
novembre noviembre novembro nov | december dezember decembre diciembre dicembre dezembro dec dez dic
"""
_AMBIGUOUS_MONTHS = frozenset("may mai mar mars march set out gen mag dic ago ene jan".split())
"""Words or names as well: months only beside a number."""

_ACCENTED = {"a": "[aä]", "c": "[cç]", "e": "[eéè]", "u": "[uúüû]"}
_MONTH_FORMS = "|".join(
    "".join(_ACCENTED.get(letter, letter) for letter in name)
    for name in sorted(_MONTHS.replace("|", " ").split(), key=len, reverse=True)
)
_MONTH_NAME = rf"(?P<month>{_MONTH_FORMS})(?![^\W\d_])\.?"
_DATES = (
    re.compile(r"(?<![\d./-])(?P<year>[12]\d{3})[-./](?P<m>\d{1,2})[-./](?P<d>\d{1,2})(?![\d./-]|-)"),
    re.compile(r"(?<![\d./-])(?P<a>\d{1,2})[-./](?P<b>\d{1,2})[-./](?P<year>[12]\d{3}|\d\d)(?![\d/-]|\.\d)"),
    re.compile(
        rf"(?<![\w.,])(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º|ª|\.)?(?:\s+day)?(?:\s+(?:of|de|di))?\s+{_MONTH_NAME}"
        rf"(?:,?\s+(?:(?:of|de|del|di)\s+)?(?P<year>[12]\d{{3}}))?(?!\d)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_MONTH_NAME}\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]\d|\d|\s*%)(?:,?\s+(?P<year>[12]\d{{3}})(?!\d))?",
        re.IGNORECASE,
    ),
    re.compile(rf"\b{_MONTH_NAME},?\s+(?:(?:of|de|del|di)\s+)?(?P<year>[12]\d{{3}})(?!\d)", re.IGNORECASE),
    re.compile(rf"\b{_MONTH_NAME}", re.IGNORECASE),
)
_YEAR_SHORT = 50


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a text: its readings as (year, month, day), each part None where it is not said."""

    text: str
    start: int
    end: int
    readings: tuple[tuple[int | None, int | None, int | None], ...]

    def agrees(self, other: Date) -> bool:
        """Whether the other says everything that this one does; a year that it leaves out aside."""
        return any(
            mine[1] in (None, theirs[1])
            and mine[2] in (None, theirs[2])
            and (mine[0] is None or theirs[0] in (None, mine[0]))
            for mine in self.readings
            for theirs in other.readings
        )

    @property
    def years(self) -> frozenset[int]:
        """The years that it may be in."""
        return frozenset(reading[0] for reading in self.readings if reading[0] is not None)


def find_dates(text: str) -> list[Date]:
    """The dates of a text in order, months without day and year included."""
    found: list[Date] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < date.end and date.start < end for date in found):
                continue
            if readings := _readings(match):
                found.append(Date(match.group(), start, end, readings))
    return sorted(found, key=lambda date: date.start)


def _readings(match: re.Match[str]) -> tuple[tuple[int | None, int | None, int | None], ...]:
    parts = match.groupdict()
    year = int(parts["year"]) if parts.get("year") else None
    if year is not None and year < 100:
        year += 1900 if year >= _YEAR_SHORT else 2000
    if "month" in parts:
        name = parts["month"]
        month = _months().get(fold(name))
        alone = not parts.get("d") and year is None
        if month is None or (
            alone and (not name[0].isupper() or fold(name) in _AMBIGUOUS_MONTHS or len(name) < 4)
        ):
            return ()
        day = int(parts["d"]) if parts.get("d") else None
        return ((year, month, day),) if day is None or 1 <= day <= 31 else ()
    if "a" in parts:
        pairs = {(int(parts["a"]), int(parts["b"])), (int(parts["b"]), int(parts["a"]))}
    else:
        pairs = {(int(parts["m"]), int(parts["d"]))}
    return tuple((year, month, day) for month, day in sorted(pairs) if 1 <= month <= 12 and 1 <= day <= 31)


@functools.cache
def _months() -> dict[str, int]:
    return {
        name: number for number, names in enumerate(_MONTHS.split("|"), start=1) for name in names.split()
    }
