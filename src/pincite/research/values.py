"""Values within a sentence: where a date, an amount, a number, a duration or a name stands, and what it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pincite.domain import FieldType
from pincite.research.dates import find_dates
from pincite.research.names import find_organisations, find_titles
from pincite.research.places import find_places
from pincite.research.value import Value

_SPELT = {
    word: number
    for number, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split()
    )
}
_TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True)
)
_SPELT |= _TENS | {"a": 1, "an": 1, "hundred": 100}
_SCALES = {
    "hundred": 10**2, "thousand": 10**3, "k": 10**3, "million": 10**6, "m": 10**6, "mn": 10**6, "mio": 10**6,
    "billion": 10**9, "bn": 10**9, "b": 10**9, "trillion": 10**12,
}  # fmt: skip
_DIGITS = r"\d{1,3}(?:[,\u202f\u00a0 ']\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?(?:[eE][-−]?\d{1,2}(?!\w))?"
_WORD_NUMBER = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight"
    r"|nine))?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    r"|nineteen|hundred)"
)
_SYMBOLS = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
}
_CODES = "USD EUR GBP JPY CHF CAD AUD NZD CNY RMB INR SEK NOK DKK PLN CZK HUF BRL MXN ZAR SGD HKD KRW"
_CURRENCIES = {
    "dollar": "USD", "dollars": "USD", "euro": "EUR", "euros": "EUR", "pound": "GBP", "pounds sterling": "GBP",
    "pounds": "GBP", "yen": "JPY", "francs": "CHF", "rupees": "INR", "yuan": "CNY",
}  # fmt: skip
_SCALE = r"(?:\s?(?P<{0}>(?i:thousand|million|billion|trillion|mn|bn|mio)|[kKmMbB])(?![\w]))?"
_MONEY = re.compile(
    rf"(?P<symbol>US\$|A\$|C\$|[$€£¥₹])\s?(?P<amount>{_DIGITS}){_SCALE.format('scale')}"
    rf"|(?P<code>\b(?:{_CODES.replace(' ', '|')}))\s?(?P<amount2>{_DIGITS}){_SCALE.format('scale2')}"
    rf"|(?P<amount3>{_DIGITS}){_SCALE.format('scale3')}\s?(?P<after>(?:{_CODES.replace(' ', '|')})\b|[€£]"
    r"|(?i:(?:U\.?S\.? )?(?:dollars?|euros?|pounds(?: sterling)?|yen|francs|rupees|yuan))\b)"
)
_UNIT_WORDS = {
    "day": "D", "days": "D", "week": "W", "weeks": "W", "month": "M", "months": "M", "year": "Y", "years": "Y",
    "hour": "H", "hours": "H", "minute": "MIN", "minutes": "MIN", "second": "S", "seconds": "S",
}  # fmt: skip
_DURATION = re.compile(
    rf"(?<![\w$€£.])(?:(?P<word>{_WORD_NUMBER})\s?\(\s?(?P<both>\d{{1,4}})\s?\)|(?P<digits>\d{{1,4}}(?:\.\d+)?)(?:\s?\(\w+\))?"
    rf"|(?P<spelt>{_WORD_NUMBER}|an?(?= (?:year|month|week|day)\b)))"
    r"[\s-]{1,2}(?:full |consecutive |calendar |business |working |additional |successive |further |natural )?"
    r"(?P<unit>days?|weeks?|months?|years?|hours?|minutes?|seconds?)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"(?<![\w.,$€£-])(?P<sign>[-−+]?)(?P<digits>{_DIGITS}|\.\d+)(?:\s?[×x]\s?10\s?[\^]?(?P<power>[-−]?\d{{1,2}}))?"
    rf"{_SCALE.format('scale')}(?P<rest>\s?%|(?:[\s-]?[A-Za-z°µ][\w/²³^]*)?)",
)
_PERCENT_WORDS = re.compile(r"\s?(?:%|per ?cent\b|percent\b|percentage points?\b)", re.IGNORECASE)


def finder(kind: FieldType, names: str = "", unit: str = "") -> Callable[[str], list[Value]] | None:
    """What finds values of a kind in a sentence; None where the sentence itself is the value."""
    by_kind: dict[FieldType, Callable[[str], list[Value]]] = {
        FieldType.DATE: find_dates,
        FieldType.MONEY: find_money,
        FieldType.DURATION: find_durations,
        FieldType.NUMBER: lambda text: find_numbers(text, unit),
    }
    by_names = {"organisations": find_organisations, "place": find_places, "title": find_titles}
    return by_names.get(names) or by_kind.get(kind)


def find_money(text: str) -> list[Value]:
    """Amounts of money, normalised to the plain number, with the currency's code as unit."""
    found = []
    for match in _MONEY.finditer(text):
        number = match["amount"] or match["amount2"] or match["amount3"]
        scale = match["scale"] or match["scale2"] or match["scale3"]
        currency = match["symbol"] or match["code"] or match["after"]
        plain = currency.lower().removeprefix("u.s. ").removeprefix("us ").removeprefix("u.s ")
        unit = _SYMBOLS.get(plain) or _CURRENCIES.get(plain) or currency.upper().replace("RMB", "CNY")
        found.append(Value(match.start(), match.end(), match[0], _amount(number, scale), unit))
    return found


def find_durations(text: str) -> list[Value]:
    """Lengths of time, normalised as in ISO 8601 (P30D, P1Y, PT2H)."""
    found = []
    for match in _DURATION.finditer(text):
        digits = match["both"] or match["digits"]
        spelt = match["word"] or match["spelt"]
        number = f"{float(digits or _spelt_number(spelt)):g}"
        unit = _UNIT_WORDS[match["unit"].lower()]
        normalised = f"PT{number}{unit[0]}" if unit in ("H", "MIN", "S") else f"P{number}{unit}"
        found.append(Value(match.start(), match.end(), match[0], normalised, match["unit"].lower()))
    return found


def find_numbers(text: str, unit: str = "") -> list[Value]:
    """Numbers with what follows them as unit ("96 GB", "93.1 %", "1.2 million images").

    Args:
        text: A sentence.
        unit: Only numbers that are counted in it, where given.
    """
    found = []
    for match in _NUMBER.finditer(text):
        end = match.end("scale") if match["scale"] else max(match.end("digits"), match.end("power"))
        percent = _PERCENT_WORDS.match(text, end)
        if percent:
            end, counted = percent.end(), "%"
        else:
            counted = match["rest"].strip(" -")
            if counted and not counted.lower().startswith(("and", "or", "to", "of", "in")):
                end = match.end("rest")
            else:
                counted = ""
        value = _amount(match["digits"], match["scale"]) * (
            -1 if match["sign"] in ("-", "−") and match["sign"] else 1
        )
        if match["power"]:
            value = float(f"{value}e{match['power'].replace('−', '-')}")
        if unit and unit.casefold() not in (counted.casefold(), counted.casefold().rstrip("s")):
            continue
        found.append(Value(match.start(), end, text[match.start() : end], value, counted))
    return found


def find_choices(text: str, choices: Sequence[str]) -> list[Value]:
    """Which of some possible values stand in a sentence, in any case; longer ones before those within them."""
    found: list[Value] = []
    for choice in sorted(choices, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(choice)}(?!\w)", text, re.IGNORECASE):
            if not any(value.start < match.end() and match.start() < value.end for value in found):
                found.append(Value(match.start(), match.end(), match[0], choice))
    return sorted(found, key=lambda value: value.start)


def _amount(number: str, scale: str | None) -> float:
    value = float(re.sub(r"[,'\u202f\u00a0 ]", "", number).replace("−", "-"))
    return value * _SCALES[scale.lower()] if scale else value


def _spelt_number(words: str) -> int:
    return sum(_SPELT[word] for word in re.split(r"[- ]", words.lower()))
