"""Numbers, units and money in a text, in a form in which equal ones are equal.

"1,000" is "1000" is "one thousand"; "5 km" is "5 kilometres". Where a form can be read in two ways ("1.000"), both
readings are kept, and one that agrees is enough.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.dates import Date, find_dates
from pincite.terms import fold

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty",
    "de": "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn zwanzig",
    "fr": "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt",
    "es": "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
    " diecisiete dieciocho diecinueve veinte",
    "it": "zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
    " diciassette diciotto diciannove venti",
    "pt": "zero - dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete"
    " dezoito dezenove vinte",
    "nl": "nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien"
    " zeventien achttien negentien twintig",
}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_SCALES = {
    "hundred": 100, "hundert": 100, "dozen": 12,
    "thousand": 1000, "tausend": 1000, "mille": 1000, "mil": 1000, "mila": 1000, "duizend": 1000,
    "million": 10**6, "millions": 10**6, "mio": 10**6, "millionen": 10**6, "millones": 10**6, "milioni": 10**6,
    "milhoes": 10**6, "miljoen": 10**6, "mn": 10**6,
    "billion": 10**9, "billions": 10**9, "bn": 10**9, "milliarden": 10**9, "mrd": 10**9, "milliards": 10**9,
    "miliardi": 10**9, "miljard": 10**9,
    "trillion": 10**12, "trillions": 10**12,
}  # fmt: skip
_FRACTIONS = {"half": 0.5, "halves": 0.5, "third": 1 / 3, "thirds": 1 / 3, "quarter": 0.25, "quarters": 0.25}

_UNITS = """
% percent percentage prozent | km kilometre kilometer kilometro chilometro quilometro | m metre meter metro |
cm centimetre centimeter centimetro | mm millimetre millimeter millimetro | mile mi | foot ft feet | inch in
inches | yard yd | kg kilogram kilogramme kilo chilogrammo quilograma | g gram gramme gramm grammo | mg
milligram | tonne ton tonelada tonnellata | lb lbs | pound | ounce oz | l litre liter litro | ml millilitre
milliliter | ha hectare hectarea | acre | hz hertz | khz kilohertz | mhz megahertz | ghz gigahertz | kb
kilobyte | mb megabyte | gb gigabyte | tb terabyte | w watt | kw kilowatt | mw megawatt | gw gigawatt | kwh |
v volt | second sec s sekunde seconde segundo secondo | minute min minuto minuut | hour hr h stunde heure hora
ora uur | day tag jour dia giorno dag | week woche semaine semana settimana | month monat mois mes mese maand
| quarter | year jahr an annee ano anno jaar | decade jahrzehnt decennie decada | century jahrhundert siecle
siglo secolo seculo eeuw | usd dollar us$ $ | eur euro € | gbp £ | jpy yen ¥ | chf franc | c celsius | f
fahrenheit | k kelvin
"""
_COMPATIBLE = frozenset({frozenset({"pound", "gbp"}), frozenset({"pound", "lb"}), frozenset({"m", "mile"})})
_SIGNS = {"$": "usd", "us$": "usd", "€": "eur", "£": "gbp", "¥": "jpy"}

_NUMBER = re.compile(
    r"(?P<minus>(?<![\w)\]])[-−–](?=[$€£¥\d]))?(?P<money>US\$|[$€£¥])?\s?"
    r"(?<![\w.,/])(?<![^\W\d_])(?P<digits>\d{1,3}(?:[,.'’\u00a0\u202f\u2009]\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,:]\d+)*)"
    r"(?P<ending>st\b|nd\b|rd\b|th\b|s\b)?",
    re.IGNORECASE,
)
_FOLLOWING = re.compile(r"\)?[\s\u00a0-]*([^\W\d_]+|[%€£¥$])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in a text.

    Attributes:
        text: As written.
        start: Offset of its first character.
        end: Offset after the number, its unit not included.
        values: What it may mean; a string for what is no plain number ("10:30").
        unit: In canonical form; "" where it has none that is known.
        ordinal: Whether it counts a position ("3rd").
        loose: Whether it may be a mere word ("one").
    """

    text: str
    start: int
    end: int
    values: frozenset[float | str]
    unit: str = ""
    ordinal: bool = False
    loose: bool = False

    def agrees(self, other: Quantity) -> bool:
        """Whether both can mean the same."""
        if _units_differ(self.unit, other.unit):
            return False
        if self.values & other.values:
            return True
        return any(_near(one, two, self.unit, other.unit) for one in self.values for two in other.values)


def _units_differ(one: str, other: str) -> bool:
    return bool(one and other and one != other and frozenset({one, other}) not in _COMPATIBLE)


def _near(one: float | str, two: float | str, unit: str, other_unit: str) -> bool:
    if isinstance(one, str) or isinstance(two, str):
        return False
    if math.isclose(one, two, rel_tol=1e-9):
        return True
    # "half" is "50 %".
    if unit == "%" and not other_unit and two < 1:
        return math.isclose(one / 100, two, rel_tol=1e-9)
    if other_unit == "%" and not unit and one < 1:
        return math.isclose(two / 100, one, rel_tol=1e-9)
    return False


def find_quantities(text: str, language: str = "en", dates: Sequence[Date] | None = None) -> list[Quantity]:
    """The numbers of a text in order, those of dates left out.

    Args:
        text: Without Markdown.
        language: ISO 639-1 code, for numbers in words.
        dates: The text's dates, where they are known.
    """
    dates = find_dates(text) if dates is None else dates
    found: list[Quantity] = []
    for match in _NUMBER.finditer(text):
        start, end = match.span()
        if any(start < date.end and date.start < end for date in dates):
            continue
        found.append(_of_digits(text, match))
    taken = [(q.start, q.end) for q in found] + [(date.start, date.end) for date in dates]
    found += [
        quantity
        for quantity in _of_words(text, language)
        if not any(quantity.start < high and low < quantity.end for low, high in taken)
        and not _IN_FIGURES.match(text, quantity.end)
    ]
    return sorted(found, key=lambda quantity: quantity.start)


def _of_digits(text: str, match: re.Match[str]) -> Quantity:
    digits, ending = match.group("digits"), (match.group("ending") or "").casefold()
    values = read_digits(digits)
    end = match.end()
    scale, unit, end = _following(text, end)
    if match.group("money"):
        unit = _SIGNS[match.group("money").casefold()]
    if ending == "s":
        unit = "decade"
    if match.group("minus"):
        scale = -scale
    if scale != 1:
        values = frozenset(value * scale for value in values if not isinstance(value, str))
    start = match.start() + len(match.group()) - len(match.group().lstrip())
    return Quantity(text[start:end].strip(), start, end, values, unit, ending in ("st", "nd", "rd", "th"))


def _following(text: str, end: int) -> tuple[int, str, int]:
    """The scale and unit that follow a number, and where the number with its scale ends."""
    scale = 1
    match = _FOLLOWING.match(text, end)
    while match and (factor := _SCALES.get(fold(match.group(1)))):
        scale *= factor
        end = match.end()
        match = _FOLLOWING.match(text, end)
    return scale, _unit(text, match), end


def _unit(text: str, match: re.Match[str] | None) -> str:
    if match is None:
        return ""
    word = match.group(1)
    if fold(word) in ("per", "pour", "por", "pro") and re.match(
        r"\s*(?:cent|ciento|cento)\b", text[match.end() :]
    ):
        return "%"
    if word in ("in", "In", "an", "s", "h", "c", "C", "f", "F", "k", "K", "ora", "mi", "sec", "mes"):
        return "inch" if word == "in" and text[match.end() : match.end() + 1] == "." else ""
    known = _units()
    name = fold(word)
    for ending in ("", "s", "n", "e", "en", "es"):
        form = name.removesuffix(ending)
        if form in known:
            return known[form]
    return known.get("century" if name == "centuries" else name, "")


def read_digits(digits: str) -> frozenset[float | str]:
    """What a number written with digits may mean.

    Args:
        digits: With its points and commas.
    """
    plain = re.sub(r"['’\u00a0\u202f\u2009]", "", digits)
    if plain.isdigit():
        return frozenset({float(plain)} if len(plain) < 16 else {plain.lstrip("0")})
    signs = re.findall(r"[^\d]", plain)
    parts = re.split(r"[^\d]", plain)
    if ":" in signs or len(plain) > 20:
        return frozenset({plain})
    grouped = len(parts[0]) <= 3 and parts[0] != "0" and all(len(part) == 3 for part in parts[1:])
    if len(set(signs)) == 1:
        readings: set[float | str] = {float("".join(parts))} if grouped else set()
        if len(signs) == 1 and not (grouped and signs[0] == ","):
            readings.add(float(".".join(parts)))
        return frozenset(readings or {plain})
    if len(set(signs)) == 2 and signs[-1] not in signs[:-1] and all(len(part) == 3 for part in parts[1:-1]):
        return frozenset({float("".join(parts[:-1]) + "." + parts[-1])})
    return frozenset({plain})


_IN_FIGURES = re.compile(r"\s*\(\d[\d,.]*\)")
"""Behind a number in words: "thirty (30)" is one number."""
_LETTERS = re.compile(r"[^\W\d_]+")


def _of_words(text: str, language: str) -> list[Quantity]:
    """Numbers written in words."""
    numbers = _number_words(language)
    tokens = [(fold(match.group()), match.start(), match.end()) for match in _LETTERS.finditer(text)]
    found: list[Quantity] = []
    position = 0
    while position < len(tokens):
        quantity, used = _word_number(text, tokens, position, numbers)
        if quantity is not None:
            found.append(quantity)
        position += max(1, used)
    return found


def _word_number(
    text: str, tokens: list[tuple[str, int, int]], position: int, numbers: dict[str, int]
) -> tuple[Quantity | None, int]:
    """The number that begins at a word, and how many words it has."""
    total, current, used, ordinal = 0.0, 0.0, 0, False
    word = tokens[position][0]
    fraction = _fraction(text, tokens, position, numbers)
    if fraction is not None:
        return fraction
    while position + used < len(tokens):
        word, start, _ = tokens[position + used]
        if used and not re.fullmatch(r"[\s-]+(?:and\s+)?", text[tokens[position + used - 1][2] : start]):
            break
        if word in numbers and (
            not used or current == 0 or (numbers[word] < 10 <= current % 100 or current >= 100)
        ):
            current += numbers[word]
        elif word in _ordinals() and (not used or current >= 20):
            current, ordinal = current + _ordinals()[word], True
        elif word == "hundred" and used and current:
            current *= 100
        elif used and (factor := _SCALES.get(word)) and factor >= 12:
            total, current = total + current * factor, 0.0
        elif (
            used
            and word == "and"
            and position + used + 1 < len(tokens)
            and tokens[position + used + 1][0] in numbers
        ):
            pass
        else:
            break
        used += 1
        if ordinal:
            break
    while used and tokens[position + used - 1][0] == "and":
        used -= 1
    if not used:
        return None, 0
    start, end = tokens[position][1], tokens[position + used - 1][2]
    value = total + current
    _, unit, _ = _following(text, end)
    loose = used == 1 and word_is_loose(tokens[position][0])
    return Quantity(text[start:end], start, end, frozenset({value}), unit, ordinal, loose), used


def word_is_loose(word: str) -> bool:
    """Whether a number word is often used without counting."""
    return word in (
        "one",
        "first",
        "second",
        "third",
        "zero",
        "six",
        "sept",
        "dix",
        "sei",
        "once",
        "elf",
        "acht",
    )


def _fraction(
    text: str, tokens: list[tuple[str, int, int]], position: int, numbers: dict[str, int]
) -> tuple[Quantity, int] | None:
    """Read "half", "a third" or "three quarters"."""
    word, start, end = tokens[position]
    if word in ("half", "halves"):
        return Quantity(text[start:end], start, end, frozenset({0.5})), 1
    following = tokens[position + 1] if position + 1 < len(tokens) else None
    if following is None or following[0] not in _FRACTIONS or following[0].startswith("hal"):
        return None
    several = following[0].endswith("s")
    count = 1 if word in ("a", "one") else numbers.get(word, 0)
    if not count or (several != (count > 1)) or not re.match(r"\s+of\b|\s*$|[.,;]", text[following[2] :]):
        return None
    value = count * _FRACTIONS[following[0]]
    return Quantity(text[start : following[2]], start, following[2], frozenset({value})), 2


@functools.cache
def _number_words(language: str) -> dict[str, int]:
    """Those of English as well: the language of a short text may not have been recognised."""
    numbers = {word: 10 * n for n, word in enumerate(_TENS, start=2)}
    for name in ("en", language):
        numbers |= {fold(word): n for n, word in enumerate(_SMALL.get(name, "").split()) if word != "-"}
    return numbers


@functools.cache
def _ordinals() -> dict[str, int]:
    return {word: n for n, word in enumerate(_ORDINALS, start=1)}


@functools.cache
def _units() -> dict[str, str]:
    return {name: names.split()[0] for names in _UNITS.split("|") if names.strip() for name in names.split()}
