"""Numbers by which countries know their people; with their check digits where they have some."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from pincite.privacy.banking import luhn
from pincite.privacy.findings import Found, Named, alone, compact


@dataclass(frozen=True, slots=True)
class NationalNumber:
    """How a number looks.

    Attributes:
        kind: Its name among the findings.
        pattern: Its form.
        valid: Whether its letters and digits, in capitals, can be one.
        words: What it is called; one of these must be near where its form and check alone say too little.
        needed: When they must: "always", if it is written without separators ("bare"), or "never".
    """

    kind: str
    pattern: re.Pattern[str]
    valid: Callable[[str], bool]
    words: re.Pattern[str]
    needed: Literal["always", "bare", "never"]


def national_numbers(text: str, named: Named, kinds: frozenset[str]) -> Iterator[Found]:
    """The numbers of these kinds in plain text."""
    for number in NUMBERS:
        if number.kind not in kinds:
            continue
        for match in number.pattern.finditer(text):
            start, end = match.span()
            written = compact(match[0])
            if not number.valid(written) or not alone(text, start, end):
                continue
            bare = len(written) == end - start
            doubtful = number.needed == "always" or (number.needed == "bare" and bare)
            if not doubtful or named(start, end, number.words):
                yield Found(number.kind, start, end)


def _date(year: int, month: int, day: int) -> bool:
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True


def _ssn(number: str) -> bool:
    area, group, serial = number[:3], number[3:5], number[5:]
    return area not in ("000", "666") and area < "900" and group != "00" and serial != "0000"


_NO_NINO = ("BG", "GB", "KN", "NK", "NT", "TN", "ZZ")


def _nino(number: str) -> bool:
    return number[:2] not in _NO_NINO


def _weighted(digits: str, weights: str) -> int:
    return sum(int(digit) * int(weight) for digit, weight in zip(digits, weights, strict=False))


def _nhs(number: str) -> bool:
    total = sum(int(digit) * (10 - place) for place, digit in enumerate(number[:9]))
    return (11 - total % 11) % 11 == int(number[9]) and len(set(number)) > 1


def _german_tax(number: str) -> bool:
    # One digit of the first ten occurs twice or three times, at least one not at all; ISO 7064 mod 11,10.
    first = number[:10]
    counts = sorted((first.count(digit) for digit in set(first)), reverse=True)
    if number[0] == "0" or counts[0] not in (2, 3) or counts[1] > 1:
        return False
    product = 10
    for digit in first:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(number[10])


def _german_pension(number: str) -> bool:
    digits = f"{number[:8]}{ord(number[8]) - 64:02d}{number[9:11]}"
    products = (int(digit) * int(weight) for digit, weight in zip(digits, "212571212121", strict=True))
    day, month = int(number[2:4]), int(number[4:6])
    # Women's serial numbers begin with 50; where a birthday had no free number left, days are beyond 31.
    if not 1 <= month <= 12 or not (1 <= day <= 31 or 51 <= day <= 81):
        return False
    return sum(product // 10 + product % 10 for product in products) % 10 == int(number[11])


def _french(number: str) -> bool:
    digits = number.replace("2A", "19", 1) if number[5:7] == "2A" else number
    digits = digits.replace("2B", "18", 1) if number[5:7] == "2B" else digits
    return digits.isdigit() and 97 - int(digits[:13]) % 97 == int(digits[13:])


_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def _spanish(number: str) -> bool:
    digits = {"X": "0", "Y": "1", "Z": "2"}.get(number[0], number[0]) + number[1:-1]
    return _DNI_LETTERS[int(digits) % 23] == number[-1]


_ODD = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)


def _italian(number: str) -> bool:
    def rank(character: str) -> int:
        return int(character) if character.isdigit() else ord(character) - 65

    total = sum(_ODD[rank(c)] if place % 2 == 0 else rank(c) for place, c in enumerate(number[:15]))
    return chr(65 + total % 26) == number[15]


def _dutch(number: str) -> bool:
    total = sum(int(digit) * (9 - place) for place, digit in enumerate(number[:8])) - int(number[8])
    return total % 11 == 0 and len(set(number)) > 1


def _belgian(number: str) -> bool:
    month, day = int(number[2:4]), int(number[4:6])
    if month % 20 > 12 or day > 31:  # bis numbers: 20 or 40 is added to the month
        return False
    base, check = number[:9], int(number[9:])
    return check in (97 - int(base) % 97, 97 - int("2" + base) % 97)


def _polish(number: str) -> bool:
    month, day = int(number[2:4]), int(number[4:6])
    century = {0: 1900, 1: 2000, 2: 2100, 3: 2200, 4: 1800}[month // 20]
    if not _date(century + int(number[:2]), month % 20, day):
        return False
    return (10 - _weighted(number, "1379137913") % 10) % 10 == int(number[10])


def _swedish(number: str) -> bool:
    short = number[-10:]
    day = int(short[4:6])
    day -= 60 * (day > 60)  # co-ordination numbers
    return luhn(short) and _date(2000, int(short[2:4]), day)


def _swiss(number: str) -> bool:
    return (10 - _weighted(number, "131313131313") % 10) % 10 == int(number[12])


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _form(pattern: str) -> re.Pattern[str]:
    # Of letters only those that the checks know: without regard to case, the dotted capital I would be one as well.
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


_SSN_WORDS = _words(r"\bssns?\b|\bsoc(?:ial)?\.? ?sec(?:urity)?\b")
_NINO_WORDS = _words(r"national insurance|\bnino\b|\bn\.?i\.? (?:no|number)\b|\bNI\b")

NUMBERS: tuple[NationalNumber, ...] = (
    NationalNumber("us_ssn", re.compile(r"\d{3}-\d{2}-\d{4}"), _ssn, _SSN_WORDS, "never"),
    NationalNumber("us_ssn", re.compile(r"\d{3} ?\d{2} ?\d{4}"), _ssn, _SSN_WORDS, "always"),
    NationalNumber(
        "uk_nino",
        _form(r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ -]?\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?[A-D]"),
        _nino,
        _NINO_WORDS,
        "bare",
    ),
    NationalNumber("uk_nhs", re.compile(r"\d{3}[ -]?\d{3}[ -]?\d{4}"), _nhs, _words(r"\bnhs\b"), "always"),
    NationalNumber(
        "de_tax_id",
        re.compile(r"\d{2} ?\d{3} ?\d{3} ?\d{3}"),
        _german_tax,
        _words(r"steuer|idnr|identifikationsnummer|\btin\b|\btax (?:id|identification|number|no)"),
        "always",
    ),
    NationalNumber(
        "de_pension",
        _form(r"\d{2} ?\d{6} ?[A-Z] ?\d{3}"),
        _german_pension,
        _words(r"versicherung|rente|pension|sozial|\brvnr|\bsv-?n"),
        "bare",
    ),
    NationalNumber(
        "fr_nir",
        _form(r"[12378] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}"),
        _french,
        _words(r"s[eé]curit[eé] sociale|\bnir\b|\binsee\b"),
        "never",
    ),
    NationalNumber(
        "es_dni",
        _form(r"(?:\d{8}|\d{2}\.\d{3}\.\d{3}|[XYZ][ -]?\d{7})[ -]?[TRWAGMYFPDXBNJZSQVHLCKE]"),
        _spanish,
        _words(r"\bd\.?n\.?i\b|\bn\.?i\.?[ef]\b|identidad"),
        "never",
    ),
    NationalNumber(
        "it_codice_fiscale",
        _form(
            r"[A-Z]{3} ?[A-Z]{3} ?[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2} ?[A-Z][0-9LMNPQRSTUV]{3}[A-Z]"
        ),
        _italian,
        _words("codice fiscale"),
        "never",
    ),
    NationalNumber(
        "nl_bsn",
        re.compile(r"\d{4}[. ]?\d{2}[. ]?\d{3}|\d{3}[. ]\d{3}[. ]\d{3}"),
        _dutch,
        _words(r"\bbsn\b|burgerservice|sofi-?nummer|\bcitizen service"),
        "always",
    ),
    NationalNumber(
        "be_national_number",
        re.compile(r"\d{2}[.]\d{2}[.]\d{2}[ -]\d{3}[.-]\d{2}|\d{6}[ -]?\d{3}[ .-]?\d{2}"),
        _belgian,
        _words(r"rijksregister|registre national|nationa(?:al|l) (?:nummer|number)|\bniss\b|\binsz\b"),
        "bare",
    ),
    NationalNumber("pl_pesel", re.compile(r"\d{11}"), _polish, _words(r"\bpesel\b"), "always"),
    NationalNumber(
        "se_personnummer",
        re.compile(r"(?:19|20)?\d{6}[-+]?\d{4}"),
        _swedish,
        _words(r"person-?(?:nummer|nr)|samordningsnummer|personal identity number"),
        "bare",
    ),
    NationalNumber(
        "ch_ahv",
        re.compile(r"756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}"),
        _swiss,
        _words(r"\b(?:ahv|avs|oasi)\b|sozialversicherung|assurance sociale"),
        "bare",
    ),
)
