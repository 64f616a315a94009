"""Numbers of spreadsheets as their cells show them: percent, currency, decimals, dates, by the format's code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache
from math import isfinite

GENERAL = "General"
_DOLLAR = '"$"#,##0_);("$"#,##0)'
_DOLLARS = '"$"#,##0.00_);("$"#,##0.00)'
_SHORT_DATE = "yyyy-mm-dd"
"""Programs show it as the reader's country does, which the file does not tell."""

BUILT_IN: dict[int, str] = {
    0: GENERAL, 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: _DOLLAR, 6: _DOLLAR, 7: _DOLLARS, 8: _DOLLARS,
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: _SHORT_DATE, 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: f"{_SHORT_DATE} h:mm",
    37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);(#,##0.00)",
    41: "#,##0_);(#,##0)", 42: _DOLLAR, 43: "#,##0.00_);(#,##0.00)", 44: _DOLLARS, 45: "mm:ss", 46: "[h]:mm:ss",
    47: "mm:ss", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""Codes that files refer to by number only."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<skipped>.)|\*(?P<filled>.)'
    r"|\[(?P<bracket>[^\]]*)\]?|(?P<half>AM/PM|A/P)|(?P<general>General)"
    r"|(?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+(?:\.0+)?)|(?P<exponent>[eE][+-])"
    r"|(?P<digits>[0#?]+)|(?P<mark>[.,%@/;])|(?P<other>.)",
    re.DOTALL,
)
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_CONDITION = re.compile(r"[<>=]")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LONGEST_CODE = 1000
_EXACTLY = Context(prec=100)

_Token = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Number:
    """A section of a code that shows a number."""

    before: str
    after: str
    least: int
    decimals: int
    least_decimals: int
    thousands: bool
    factor: int
    exponent: int


def shown(value: float, code: str, *, since_1904: bool = False) -> str:
    """A number as a cell of a format shows it; as it is where the code cannot be followed.

    Args:
        value: The number.
        code: The format's code, in its English form.
        since_1904: Whether days are counted from 1904.
    """
    sections = _sections(code[:_LONGEST_CODE])
    if sections is None or not isfinite(value):
        return general(value)
    number = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    section = sections[number]
    if any(kind == "general" for kind, _ in section):
        before, after = _around(section, "general")
        return f"{before}{general(abs(value) if number else value)}{after}"
    if any(kind in ("date", "elapsed") for kind, _ in section):
        return _date(value, section, since_1904)
    parsed = _number(section)
    return general(value) if parsed is None else _show(value, parsed, signed=number == 0)


def general(value: float) -> str:
    """A number without a format of its own."""
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return f"{value:.15g}"


@cache
def _sections(code: str) -> Sequence[Sequence[_Token]] | None:
    """Tokens of each section; None for a code that is not followed: conditions, fractions."""
    sections: list[list[_Token]] = [[]]
    for match in _TOKEN.finditer(code):
        kind, text = match.lastgroup or "other", match.group(match.lastgroup or 0)
        if kind == "mark" and text == ";":
            sections.append([])
            continue
        if kind == "bracket":
            if _CONDITION.match(text):
                return None
            if _ELAPSED.fullmatch(text):
                kind = "elapsed"
            elif text.startswith("$"):
                kind, text = "quoted", text[1:].partition("-")[0]
            else:
                continue  # a colour
        if kind in ("skipped", "filled"):
            continue
        sections[-1].append((kind, text))
    return sections


def _around(section: Sequence[_Token], what: str) -> tuple[str, str]:
    texts = ["", ""]
    after = 0
    for kind, text in section:
        if kind == what:
            after = 1
        elif kind in ("quoted", "escaped", "other"):
            texts[after] += text
    return texts[0], texts[1]


def _number(section: Sequence[_Token]) -> _Number | None:
    """A section that shows a number; None for one that is not followed."""
    before = after = ""
    whole = fraction = power = ""
    commas = factor = 0
    thousands = False
    state = "before"
    for kind, text in section:
        if kind == "digits":
            if state == "after":
                return None
            if state == "exponent":
                power += text
            elif state == "fraction":
                fraction += text
            else:
                thousands |= commas > 0
                commas, state, whole = 0, "whole", whole + text
        elif kind == "exponent":
            state = "exponent"
        elif (kind, text) == ("mark", "."):
            state = "fraction"
        elif (kind, text) == ("mark", ","):
            commas += 1
        elif kind == "mark" and text in "/@":
            return None
        else:
            if text == "%":
                factor += 2
            if state == "before":
                before += text
            else:
                after, state = after + text, "after"
    if not whole and not fraction:
        # Only words: "-" for nothing.
        return _Number(before + after, "", -1, 0, 0, False, 0, 0) if before + after else None
    return _Number(
        before, after, whole.count("0"), min(30, len(fraction)), len(fraction.rstrip("#?")), thousands,
        factor - 3 * commas, power.count("0"),
    )  # fmt: skip


def _show(value: float, number: _Number, *, signed: bool) -> str:
    if number.least < 0:
        return number.before.strip()
    exact = abs(Decimal(repr(float(value)))).scaleb(number.factor)
    power = ""
    if number.exponent:
        size = exact.adjusted() if exact else 0
        exact = exact.scaleb(-size)
        power = f"E{'-' if size < 0 else '+'}{abs(size):0{number.exponent}d}"
    if exact.adjusted() > 40:
        return general(value)
    rounded = exact.quantize(Decimal(1).scaleb(-number.decimals), ROUND_HALF_UP, _EXACTLY)
    whole, _, fraction = f"{rounded:f}".partition(".")
    fraction = fraction[: number.least_decimals] + fraction[number.least_decimals :].rstrip("0")
    whole = "" if whole == "0" and number.least == 0 else whole.zfill(max(1, number.least))
    if number.thousands and whole:
        whole = f"{int(whole):,}".rjust(len(whole), "0")
    text = f"{whole}.{fraction}" if fraction else whole
    sign = "-" if signed and value < 0 and rounded else ""
    return f"{sign}{number.before}{text}{power}{number.after}".strip()


def _date(value: float, section: Sequence[_Token], since_1904: bool) -> str:
    moment = moment_of(value, since_1904=since_1904)
    if moment is None:
        return general(value)
    half = any(kind == "half" for kind, _ in section)
    parts: list[str] = []
    kinds = [(kind, text) for kind, text in section]
    clock = [text[0].lower() for kind, text in kinds if kind in ("date", "elapsed")]
    position = 0
    for kind, text in kinds:
        if kind in ("date", "elapsed"):
            around = (clock[position - 1] if position else "", *clock[position + 1 : position + 2])
            minutes = text[0] in "mM" and (around[0] == "h" or "s" in around[1:])
            position += 1
            if kind == "elapsed":
                parts.append(_elapsed(value, text))
            else:
                parts.append(_date_part(moment, text.lower(), minutes=minutes, half=half))
        elif kind == "half":
            parts.append("AM" if moment.hour < 12 else "PM")
        elif kind in ("quoted", "escaped", "other") or (kind == "mark" and text != "@"):
            parts.append(text)
    return " ".join("".join(parts).split())


def moment_of(value: float, *, since_1904: bool = False) -> datetime | None:
    """The moment that a number of days stands for; None for one that is before or after all calendars."""
    if not 0 <= value < 2_958_466:
        return None
    # The first spreadsheets took 1900 for a leap year: days before 1 March are counted from one day later.
    start = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30 if value >= 60 else 31)
    try:
        moment = start + timedelta(days=int(value), milliseconds=round((value % 1) * 86_400_000))
    except OverflowError:
        return None
    if moment.microsecond >= 999_000:
        moment += timedelta(microseconds=1_000_000 - moment.microsecond)
    return moment


def _elapsed(value: float, text: str) -> str:
    seconds = round(value * 86_400)
    unit = {"h": 3600, "m": 60, "s": 1}[text[0].lower()]
    return f"{seconds // unit:0{len(text)}d}"


def _date_part(moment: datetime, text: str, *, minutes: bool, half: bool) -> str:
    letter, size = text[0], len(text)
    if letter == "y":
        return f"{moment.year:04d}" if size > 2 else f"{moment.year % 100:02d}"
    if letter == "d":
        name = _DAYS[moment.weekday()]
        return name if size > 3 else name[:3] if size == 3 else f"{moment.day:0{size}d}"
    if letter == "m" and not minutes:
        name = _MONTHS[moment.month - 1]
        if size > 2:
            return name[:1] if size == 5 else name if size > 3 else name[:3]
        return f"{moment.month:0{size}d}"
    if letter == "h":
        hour = (moment.hour % 12 or 12) if half else moment.hour
        return f"{hour:0{min(size, 2)}d}"
    if letter == "m":
        return f"{moment.minute:0{min(size, 2)}d}"
    whole, _, fraction = text.partition(".")
    part = f".{moment.microsecond:06d}"[: len(fraction) + 1] if fraction else ""
    return f"{moment.second:0{min(len(whole), 2)}d}{part}"
