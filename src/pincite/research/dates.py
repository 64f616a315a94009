"""Dates in a sentence: figures, and months by name in English, German, French and Spanish."""

from __future__ import annotations

import datetime as dt
import re

from pincite.research.value import Value

_LANGUAGES = (
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
)
_MONTHS = {name: number for names in _LANGUAGES for number, name in enumerate(names.split(), start=1)}
_MONTHS |= {name[:3]: number for number, name in enumerate(_LANGUAGES[0].split(), start=1)} | {"sept": 9}
_MONTH = r"(?P<month{0}>(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r"))\.?"
_DAY = r"(?P<day{0}>\d{{1,2}})(?:\s?(?:st|nd|rd|th|er)|\.)?"
_YEAR = r"(?P<year{0}>(?:1[5-9]|20|21)\d\d)"
_DATE = re.compile(
    rf"\b{_DAY.format('a')}\s+(?:day\s+of\s+|of\s+|de\s+)?{_MONTH.format('a')},?\s+(?:de\s+)?{_YEAR.format('a')}\b"
    rf"|\b{_MONTH.format('b')}\s+{_DAY.format('b')}\s?,?\s+{_YEAR.format('b')}\b"
    rf"|\b{_YEAR.format('c')}-(?P<monthc>\d\d)-(?P<dayc>\d\d)\b"
    rf"|(?<![\d/.])(?P<first>\d{{1,2}})(?P<divider>[/.])(?P<second>\d{{1,2}})(?P=divider)(?P<yeard>(?:\d\d)?\d\d)(?![\d/])"
    rf"|\b{_MONTH.format('e')},?\s+{_YEAR.format('e')}\b"
    rf"|(?<![\d.,/-]){_YEAR.format('f')}(?![\d.,]\d|[\w-])",
    re.IGNORECASE,
)


def find_dates(text: str) -> list[Value]:
    """Dates in order, normalised as in ISO 8601 as far as they go: "2011-03-14", "2011-03", "2011".

    "3/4/2011" is read as month, day and year unless that is no date: then as day, month and year.
    """
    found = []
    for match in _DATE.finditer(text):
        normalised = _normalised(match)
        if normalised:
            found.append(Value(match.start(), match.end(), match[0], normalised))
    # A bare year is a date only where no better one stands.
    return [value for value in found if len(str(value.normalised)) > 4] or found


def _normalised(match: re.Match[str]) -> str:
    for form in "ab":
        if match[f"year{form}"]:
            month = _MONTHS[match[f"month{form}"].lower()]
            return _day(int(match[f"year{form}"]), month, int(match[f"day{form}"]))
    if match["yearc"]:
        return _day(int(match["yearc"]), int(match["monthc"]), int(match["dayc"]))
    if match["yeard"]:
        year = int(match["yeard"])
        year += 0 if year >= 100 else 2000 if year < 70 else 1900
        first, second = int(match["first"]), int(match["second"])
        if match["divider"] == ".":
            return _day(year, second, first)
        return _day(year, first, second) or _day(year, second, first)
    if match["yeare"]:
        return f"{match['yeare']}-{_MONTHS[match['monthe'].lower()]:02d}"
    return str(match["yearf"])


def _day(year: int, month: int, day: int) -> str:
    try:
        return dt.date(year, month, day).isoformat()
    except ValueError:
        return ""
