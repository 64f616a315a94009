"""Dates of birth and numbers of passports: personal only where the words beside them say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.privacy.findings import Found, Named, alone

_MONTHS = (
    r"(?:jan|feb|febr|mar|mär|mrz|maa|mrt|apr|avr|abr|may|mai|maj|mei|mag|ma[yi]|jun|juin|giu|jul|juil|lug|"
    r"aug|ao[uû]|ago|sep|sept|set|oct|okt|ott|nov|dec|dez|d[eé]c|dic|gen|ene|f[eé]v|sty|lut|kwi|cze|lip|sie|wrz|pa[zź]|lis|gru)"
    r"[^\W\d_]{0,9}\.?"
)
_BIRTH_HINTS = (
    "birth", "born", "dob", "d.o.b", "geb", "naissance", "n\u00e9", "ne le", "nee le", "ne(e)", "nacim", "nacid",
    "nascita", "nato", "nata", "urod", "ur.", "f\u00f6d", "fod",
)  # fmt: skip
_BIRTH = re.compile(
    r"(?:\b(?:date of birth|birth ?date|birthday|d\.?o\.?b\b\.?|born(?: on)?|geboren(?: am| op)?|geb\.(?: am)?|"
    r"geburtsdatum|geburtstag|date de naissance|n[eé](?:\(e\)|e)? le|fecha de nacimiento|nacid[oa] el|"
    r"data di nascita|nat[oa] il|geboortedatum|data urodzenia|urodzon[ya]|ur\.|f[oö]delsedatum|f[oö]dd)"
    r"(?: is| was| ist| war)?(?: ?\([^()\n]{0,30}\))?[ :.,\t\n-]{0,6})",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\d{1,2}[./-] ?\d{1,2}[./-] ?(?:19|20)?\d{2}(?!\d)|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.|er|º)?[ -](?:de |of )?{_MONTHS},?[ -](?:de )?(?:1[89]|20)\d{{2}}(?!\d)"
    rf"|{_MONTHS} \d{{1,2}}(?:st|nd|rd|th)?,? (?:1[89]|20)\d{{2}}(?!\d)",
    re.IGNORECASE,
)
_BIRTH_HEAD = re.compile(
    r"\b(?:date of birth|birth ?date|d\.?o\.?b\b|geburtsdatum|geb\.-?datum|date de naissance|fecha de nacimiento|"
    r"data di nascita|geboortedatum|data urodzenia|f[oö]delsedatum)",
    re.IGNORECASE,
)

_PASSPORT_HINT = re.compile(r"[Pp](?:ass|asz|asp|asap|ASS|ASZ|ASP|ASAP)")
_PASSPORT = re.compile(
    r"\b(?:(?:passport|reisepass|passeport|pasaporte|passaporto|paspoort|paszport)"
    r"(?:[ -]?(?:nummer|number|no|nr|num[eé]ro|n[uú]mero|n[o°º])\b)?|pass[ -]?(?:nummer|number|nr|no)\b)"
    r"(?: is| ist| lautet)?[^\w\n]{0,4}[ \t\n]{0,3}",
    re.IGNORECASE,
)
_PASSPORT_NUMBER = re.compile(r"[A-Z]{0,3}\d[A-Z0-9]{4,8}|[A-Z]\d[A-Z0-9]{6,7}")
_PASSPORT_HEAD = re.compile(
    r"passport|reisepass|passeport|pasaporte|passaporto|paspoort|paszport", re.IGNORECASE
)
_FEWEST_DIGITS = 5

_MACHINE_ZONE = re.compile(r"[A-Z0-9<]{9}\d[A-Z<]{3}\d{6}\d[MFX<]\d{6}\d[A-Z0-9<]{14}[\d<]\d")
_ZONE_WEIGHTS = (7, 3, 1)


def birth_dates(text: str, named: Named) -> Iterator[Found]:
    """Dates that are said to be of a birth."""
    lower = text.lower()
    # Nearly all pages lack all of these, which is quick to see.
    if not any(hint in lower for hint in _BIRTH_HINTS) and "\t" not in text:
        return
    for match in _BIRTH.finditer(text):
        date = _DATE.match(text, match.end())
        if date is not None and not date[0].startswith("."):
            yield Found("birth_date", *date.span())
    if "\t" not in text:
        return
    # Dates below the words "date of birth" at the head of their column.
    for date in _DATE.finditer(text):
        if _in_cell(text, date) and named(*date.span(), _BIRTH_HEAD):
            yield Found("birth_date", *date.span())


def passports(text: str, named: Named) -> Iterator[Found]:
    """Numbers that are said to be of a passport, and the second line of a passport's machine-readable zone."""
    for match in _PASSPORT.finditer(text) if _PASSPORT_HINT.search(text) else ():
        number = _PASSPORT_NUMBER.match(text, match.end())
        if number is not None and _is_passport(text, number):
            yield Found("passport", *number.span())
    for number in _PASSPORT_NUMBER.finditer(text) if "\t" in text else ():
        if _in_cell(text, number) and _is_passport(text, number) and named(*number.span(), _PASSPORT_HEAD):
            yield Found("passport", *number.span())
    for zone in _MACHINE_ZONE.finditer(text):
        if all(_zone_digit(zone[0][low:high]) == zone[0][high] for low, high in ((0, 9), (13, 19), (21, 27))):
            yield Found("passport", *zone.span())


def _in_cell(text: str, match: re.Match[str]) -> bool:
    return "\t" in (text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1])


def _is_passport(text: str, number: re.Match[str]) -> bool:
    digits = sum(character.isdigit() for character in number[0])
    return digits >= _FEWEST_DIGITS and len(number[0]) >= 7 and alone(text, *number.span())


def _zone_digit(characters: str) -> str:
    """The check digit of ICAO 9303."""
    values = (0 if character == "<" else int(character, 36) for character in characters)
    return str(sum(value * _ZONE_WEIGHTS[place % 3] for place, value in enumerate(values)) % 10)
