"""Names of organisations, people and agreements in a sentence, by their form."""

from __future__ import annotations

import re

from pincite.research.places import is_place
from pincite.research.value import Value

_FORMS = (
    r"(?:Inc(?:orporated)?|Corp(?:oration)?|L\.?\s?L\.?\s?C|L\.?\s?L\.?\s?P|L\.\s?P|LP|Ltd|Limited|Co(?:mpany)?|PLC|plc|P\.?L\.?C|GmbH|AG|S\.?A\.?S?"
    r"|N\.?V|B\.?V|KG|SE|Pty|Pte|S\.?p\.?A|S\.?r\.?l|Trust|Bank|University|Institute|Association|Foundation|Partnership|Authority|Agency)"
)
_CAPITALISED = r"[A-Z0-9À-Ý][\w.&'’À-ÿ/-]*"
_JOINING = r"(?:of|the|and|for|&|de|du|van|von|[\d]+)"
_ORGANISATION = re.compile(
    rf"(?<![\w])(?P<name>{_CAPITALISED}(?:,?\s+(?:{_CAPITALISED}|{_JOINING}(?=\s+{_CAPITALISED}))){{0,8}}?,?\s+"
    rf"{_FORMS}\b\.?(?:,?\s+{_FORMS}\b\.?)*)"
)
_UPPER_FORMS = re.compile(
    r"(?<!\w)(?:[A-Z0-9][A-Z0-9.&'’/-]*,?\s+){1,8}(?:INC|CORP|CORPORATION|LLC|L\.L\.C|LTD|LIMITED|COMPANY|CO|LP|L\.P|LLP"
    r"|PLC|TRUST|BANK)\b\.?(?:,?\s+(?:LTD|LIMITED|INC|LLC)\b\.?)*"
)
_ALIAS = re.compile(r"\([^()\"“”']{0,60}[\"“”'’]{1,2}(?P<alias>[^\"“”()]{1,60})[\"“”'’]{1,2}[^()]{0,60}\)")
_BEFORE_ALIAS = 200
"""So many characters before a short name in brackets may name and describe its bearer."""
_NAMED = re.compile(rf"(?:{_CAPITALISED},?\s+){{0,7}}{_CAPITALISED}\.?")
_TITLE = re.compile(
    r"(?:[A-Z][\w&'’/-]*[\s,]+(?:(?:of|and|for|the|to|on|&|-)\s+)*){0,9}"
    r"(?:AGREEMENT|CONTRACT|LEASE|LICEN[CS]E|DEED|ADDENDUM|AMENDMENT|MEMORANDUM|Agreement|Contract|Lease|Licen[cs]e|Deed"
    r"|Addendum|Amendment|Memorandum)(?!\w)"
    r"(?:\s+(?:for|of|on)\s+[A-Z][\w&'’-]*(?:[\s,]+(?:(?:of|and|for|the|to|in)\s+)?[A-Z][\w&'’-]*){0,8})?"
)
_OPENS_TITLE = re.compile(r"^(?:(?:THIS|This|THE|The|A|AN)\s+)+")
_NOT_A_PARTY = re.compile(
    r"^(?:(?:this|the|these)\s)?(?:agreement|contract|effective date|party|parties|term|territory|products?|services?"
    r"|exhibit|closing|state|lease|license|section|program|premises|day|date|each|whereas|recitals)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:this|the|that|and|by|between|among|is|made|entered|into|as|of|with|on|in|to|for|a|an|whereas|agreement|party"
    r"|[ab]:|[12]\.)[\s:,.]+)+",
    re.IGNORECASE,
)


def find_organisations(text: str) -> list[Value]:
    """Names of organisations and of those that are given a short name ("Acme Ltd", "Jane Roe (the “Employee”)")."""
    found: list[Value] = []
    for pattern in (_ORGANISATION, _UPPER_FORMS):
        for match in pattern.finditer(text):
            _add(found, text, match.start(), match.end())
    before = 0
    for match in _ALIAS.finditer(text):
        start, before = max(before, match.start() - _BEFORE_ALIAS), match.end()
        if any(start <= value.start < match.start() for value in found):
            continue  # named by its legal form already
        named = _last_name(text, start, match.start())
        if named and not _NOT_A_PARTY.match(match["alias"]):
            _add(found, text, *named)
    return sorted(found, key=lambda value: value.start)


def find_titles(text: str) -> list[Value]:
    """What an agreement calls itself: capitalised words that end in "Agreement", "Lease", …, of two words or more."""
    found = []
    for match in _TITLE.finditer(text):
        lead = _OPENS_TITLE.match(match[0])
        start = match.start() + (lead.end() if lead else 0)
        title = text[start : match.end()]
        if " " in title:
            found.append(Value(start, match.end(), title, " ".join(title.split())))
    return found


def _last_name(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The capitalised name that ends where a short name in brackets begins, before any description of it."""
    piece = text[start:end]
    names = [m for m in _NAMED.finditer(piece) if any(character.isalpha() for character in m[0])]
    # "Jane Roe, an individual residing in Ohio ("Roe")": the name stands before its description.
    described = re.search(
        r",?\s+(?:an?|with|having|whose|located|residing|of|organi[sz]ed|incorporated)\s", piece
    )
    if described:
        names = [m for m in names if m.end() <= described.start() + 1] or names[-1:]
    return (start + names[-1].start(), start + names[-1].end()) if names else None


def _add(found: list[Value], text: str, start: int, end: int) -> None:
    lead = _LEADING.match(text[start:end])
    start += lead.end() if lead else 0
    name = text[start:end].rstrip(" ,;:")
    end = start + len(name)
    if is_place(name.rpartition(" ")[0]):
        return  # "a Delaware Corporation" is what a party is, not its name
    if len(name) < 3 or _NOT_A_PARTY.match(name) or not name[0].isalnum():
        return
    if any(value.start < end and start < value.end for value in found):
        return
    if name.casefold() not in (value.text.casefold() for value in found):
        found.append(Value(start, end, name, " ".join(name.split())))
