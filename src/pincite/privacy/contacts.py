"""E-mail addresses and telephone numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.privacy.findings import Found, Named

_LOCAL = re.compile(r"[\w.!#$%'*+~-]")
_LONGEST_LOCAL = 64
_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}(?![\w-])")
_BROKEN_DOMAIN = re.compile(
    r"(?: ?\n|[ ])(?:[^\W_][\w-]{0,62}\.){1,8}[^\W\d_]{2,24}(?![\w-])"
    r"|(?:[^\W_][\w-]{0,62}\.){0,8}[^\W_][\w-]{0,62}(?: ?\n ?\.|\.(?: ?\n|[ ]))"
    r"(?:com|org|net|edu|gov|int|info|eu|uk|de|fr|es|it|nl|be|pl|se|ch|at|ca|us|au|jp|cn|in|io)(?![\w-])"
)
"""A domain whose line ends after the "@", or at one of its dots; there only before what can be no other word."""

_GROUP = re.compile(r"[{\[(][\w.,;|/ +\n-]{1,400}[}\])] ?\Z")
_FEWEST_LETTERS = 2

_DOT = r"(?:\.|\s?[\[({<]\s?(?:dot|punkt|point|punto)\s?[\])}>]\s?)"
_WRITTEN_OUT = re.compile(
    rf"(?<![\w.+-])[\w+-]{{1,40}}(?:{_DOT}[\w+-]{{1,40}}){{0,4}}"
    rf"\s?[\[({{<]\s?(?:at|@|ät|arroba)\s?[\])}}>]\s?[\w-]{{1,63}}(?:{_DOT}[\w-]{{1,63}}){{1,6}}"
    r"|(?<![\w.+-])[\w.+-]{1,64} at [\w-]{1,63}(?: dot [\w-]{1,63}){1,4}(?![\w-])",
    re.IGNORECASE,
)
_AT_WORD = re.compile(r"[\[({<]\s?(?:at|@|ät|arroba)\s?[\])}>]| at .{1,70}? dot ", re.IGNORECASE)

_INTERNATIONAL = re.compile(r"(?<![\w+.,-])(?:\+|00)[ (]{0,2}[1-9][\d ()./\n-]{5,30}\d")
_NATIONAL = re.compile(r"(?<![\w+])[(]?\d[\d ()./\n-]{4,22}\d(?![\d])")
_GROUPED = re.compile(r"\d[ ()./-]+\d")
_PHONE_WORDS = re.compile(
    r"\b(?:tel|t[eé]l|phone|telephone|telefon|t[eé]l[eé]phone|tel[eé]fono|telefoon|mobile|mobil|handy|m[oó]vil|"
    r"cell|cellular|fax|call|text|whatsapp|durchwahl|rufnummer|portable|cellulare)\b|[\u260e\u260f\u2706\U0001f4de]",
    re.IGNORECASE,
)


def emails(text: str) -> Iterator[Found]:
    """E-mail addresses, also `{ann, bob}@example.org` and `ann (at) example (dot) org`."""
    end = 0
    for match in re.finditer("@", text):
        found = _email(text, match.start(), end)
        if found is not None:
            end = found.end
            yield found
    if _AT_WORD.search(text):
        yield from (Found("email", m.start(), m.end()) for m in _WRITTEN_OUT.finditer(text))


def _email(text: str, at: int, least: int) -> Found | None:
    domain = _DOMAIN.match(text, at + 1)
    start = at
    while start > least and at - start < _LONGEST_LOCAL and _LOCAL.match(text[start - 1]):
        start -= 1
    while start < at and text[start] in ".'*":
        start += 1
    group = _GROUP.search(text, max(least, at - 402), at)
    if group is not None and domain is not None:
        return Found("email", group.start(), domain.end())
    local = text[start:at]
    if not local or local.endswith("."):
        return None
    if domain is None:
        domain = _BROKEN_DOMAIN.match(text, at + 1)
        if domain is None or sum(character.isalpha() for character in local) < _FEWEST_LETTERS:
            return None
    if local == "git" and text[domain.end() : domain.end() + 1] == ":":
        return None  # the address of a repository
    return Found("email", start, domain.end())


def phones(text: str, named: Named, region: str) -> Iterator[Found]:
    """Telephone numbers that can exist, by the metadata of libphonenumber.

    Args:
        text: Plain text.
        named: Whether words are near a range.
        region: Country whose numbers are found without its prefix; empty for none.
    """
    end = 0
    for match in _INTERNATIONAL.finditer(text):
        if match.start() >= end:
            for found in _numbers(text, match, "", named):
                end = found.end
                yield found
    if region:
        for match in _NATIONAL.finditer(text):
            yield from _numbers(text, match, region, named)


def _numbers(text: str, candidate: re.Match[str], region: str, named: Named) -> Iterator[Found]:
    import phonenumbers  # reads its metadata when first used

    start = candidate.start()
    window = " ".join(candidate[0].split("\n"))
    if window.startswith("00"):
        window = " +" + window[2:]
    leniency = phonenumbers.Leniency.STRICT_GROUPING if region else phonenumbers.Leniency.VALID
    anything = False
    for match in phonenumbers.PhoneNumberMatcher(window, region or None, leniency=leniency):
        low, high = start + match.start, start + match.end
        anything = True
        written = bool(_GROUPED.search(match.raw_string)) or match.raw_string.startswith("+")
        if (
            (written and candidate[0].startswith("+"))
            or _GROUPED.search(match.raw_string)
            or named(low, high, _PHONE_WORDS)
        ):
            yield Found("phone", low - (text[start:low] == "0"), high)
    if anything or region or not named(start, candidate.end(), _PHONE_WORDS):
        return
    # Of the right form, and said to be a telephone number: its area need not be known.
    for match in phonenumbers.PhoneNumberMatcher(window, None, leniency=phonenumbers.Leniency.POSSIBLE):
        yield Found("phone", start + match.start, start + match.end)
