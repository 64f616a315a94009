"""Bank accounts and payment cards: numbers that carry their own check."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.privacy.findings import Found, alone

_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27,
    "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28,
    "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23,
    "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26,
    "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21,
    "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28,
    "NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22,
    "RU": 33, "SA": 24, "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25,
    "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}  # fmt: skip
"""Characters of an account number by country: the registry of ISO 13616."""

_IBAN_START = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})[ -]?\d[ -]?\d")
_FEWEST_DIGITS = 10
_GAP = re.compile(r" ?\n ?|[ -]")
"""What may stand between two of its characters: a space, a dash, the end of a line."""

_CARD = re.compile(
    r"(?<![A-Za-z0-9+])(?:"
    r"\d{4}(?P<a>[ -]| ?\n)\d{4}(?:[ -]| ?\n)\d{4}(?:[ -]| ?\n)\d{4}(?:(?P=a)\d{3})?"
    r"|\d{4}(?P<b>[ -]| ?\n)\d{6}(?:[ -]| ?\n)\d{4,5}"
    r"|\d{14,19})(?![A-Za-z0-9])"
)
_ISSUERS = re.compile(
    r"4(?:\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|(?:6011|64[4-9]\d|65\d{2})\d{12}"  # Discover
    r"|3(?:0[0-5]|[689]\d)\d{11}"  # Diners Club
    r"|35(?:2[89]|[3-8]\d)\d{12}"  # JCB
    r"|62\d{14,17}"  # UnionPay
    r"|(?:5018|5020|5038|5893|6304|6759|676[123])\d{12,15}"  # Maestro
    r"|220[0-4]\d{12}"  # Mir
)
"""Who issues a card, and how many digits it has, by its first digits."""


def ibans(text: str) -> Iterator[Found]:
    """International bank account numbers with the right length and the right check digits (ISO 7064 mod 97-10)."""
    end = 0
    for match in _IBAN_START.finditer(text):
        length = _IBAN_LENGTHS.get(match[1].upper())
        if match.start() < end or length is None:
            continue
        found = _iban(text, match.start(), length)
        if found is not None:
            end = found
            yield Found("iban", match.start(), end)


def _iban(text: str, start: int, length: int) -> int | None:
    characters: list[str] = []
    place = start
    while True:
        if place >= len(text) or not (text[place].isascii() and text[place].isalnum()):
            return None
        characters.append(text[place].upper())
        place += 1
        if len(characters) == length:
            break
        gap = _GAP.match(text, place)
        if gap is not None:
            place = gap.end()
    if place < len(text) and text[place].isalnum():
        return None
    number = "".join(characters)
    digits = sum(character.isdigit() for character in number)
    return place if digits >= _FEWEST_DIGITS and _mod_97(number[4:] + number[:4]) == 1 else None


def _mod_97(text: str) -> int:
    # Letters count as two digits: A is 10.
    return int("".join(str(int(character, 36)) for character in text)) % 97


def cards(text: str) -> Iterator[Found]:
    """Numbers of payment cards: those of a known issuer, of its length, with the right check digit."""
    for match in _CARD.finditer(text):
        digits = "".join(character for character in match[0] if character.isdigit())
        if _ISSUERS.fullmatch(digits) and luhn(digits) and alone(text, match.start(), match.end()):
            yield Found("card", match.start(), match.end())


def luhn(digits: str) -> bool:
    """Whether the last digit checks the others (ISO/IEC 7812-1)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 * (value > 9)
    return total % 10 == 0 and len(set(digits)) > 1
