"""Names of organisations, people and places in a sentence, by their form."""

from __future__ import annotations

import re

from pincite.research.value import Value

_FORMS = (
    r"(?:Inc(?:orporated)?|Corp(?:oration)?|L\.?\s?L\.?\s?C|L\.?\s?L\.?\s?P|L\.\s?P|LP|Ltd|Limited|Co(?:mpany)?|PLC|plc|P\.?L\.?C|GmbH|AG|S\.?A\.?S?"
    r"|N\.?V|B\.?V|KG|SE|Pty|Pte|S\.?p\.?A|S\.?r\.?l|Trust|Bank|University|Institute|Association|Foundation|Partnership|Authority|Agency)"
)
_CAPITALISED = r"[A-Z0-9À-Ý][\w.&'’À-ÿ/-]*"
_JOINING = r"(?:of|the|and|for|&|de|du|van|von|[\d]+)"
_ORGANISATION = re.compile(
    rf"(?<![\w])(?P<name>{_CAPITALISED}(?:,?\s+(?:{_CAPITALISED}|{_JOINING}(?=\s+{_CAPITALISED}))){{0,8}}?,?\s+"
    rf"{_FORMS.replace('Inc(', '(?i:Inc)(').replace('Corp(', '(?i:Corp)(')}\b\.?(?:,?\s+(?:{_FORMS})\b\.?)*)"
)
_UPPER_FORMS = re.compile(
    r"(?<!\w)(?:[A-Z0-9][A-Z0-9.&'’/-]*,?\s+){1,8}(?:INC|CORP|CORPORATION|LLC|L\.L\.C|LTD|LIMITED|COMPANY|CO|LP|L\.P|LLP|PLC|TRUST|BANK)\b\.?(?:,?\s+(?:LTD|LIMITED|INC|LLC)\b\.?)*"
)
_DEFINED = re.compile(
    r"(?P<name>[^\s(][^()]{2,160}?)\s*,?\s*\(\s*(?:[^()\"“”']{0,60}?)[\"“”'’]{1,2}(?P<alias>[^\"“”()]{1,60}?)[\"“”'’]{1,2}[^()]{0,60}\)"
)
_NAMED = re.compile(rf"(?:{_CAPITALISED},?\s+){{0,7}}{_CAPITALISED}\.?")
_TITLE = re.compile(
    r"(?:[A-Z][\w&'’/-]*[\s,]+(?:(?:of|and|for|the|to|on|&|-)\s+)*){0,9}"
    r"(?:AGREEMENT|CONTRACT|LEASE|LICEN[CS]E|DEED|ADDENDUM|AMENDMENT|MEMORANDUM|Agreement|Contract|Lease|Licen[cs]e|Deed|Addendum"
    r"|Amendment|Memorandum)(?!\w)"
)
_OPENS_TITLE = re.compile(r"^(?:(?:THIS|This|THE|The|A|AN)\s+)+")
_NOT_A_PARTY = re.compile(
    r"^(?:(?:this|the|these)\s)?(?:agreement|contract|effective date|party|parties|term|territory|products?|services?|exhibit|"
    r"closing|state|lease|license|section|program|premises|day|date|each|whereas|recitals)\b",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:this|the|that|and|by|between|among|is|made|entered|into|as|of|with|on|in|to|for|a|an|whereas|agreement|party|a:|b:|1\.|2\.)[\s:,.]+)+",
    re.IGNORECASE,
)
_STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana"
    "|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska"
    "|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania"
    "|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin"
    "|Wyoming|District of Columbia|Puerto Rico"
)
_COUNTRIES = (
    "England and Wales|England|Wales|Scotland|Northern Ireland|Ireland|United Kingdom|United States of America|United States"
    "|Canada|Ontario|Quebec|British Columbia|Alberta|Australia|New South Wales|Victoria|Queensland|New Zealand|Germany|Austria"
    "|Switzerland|France|Belgium|Netherlands|Luxembourg|Italy|Spain|Portugal|Sweden|Norway|Denmark|Finland|Poland"
    "|Czech Republic|Hungary|Greece|Turkey|Israel|India|China|People['’]s Republic of China|Hong Kong|Taiwan|Japan|Korea"
    "|Republic of Korea|Singapore|Malaysia|Indonesia|Thailand|Philippines|Vietnam|South Africa|Brazil|Mexico|Argentina"
    "|Chile|Colombia|Cayman Islands|Bermuda|British Virgin Islands|Jersey|Guernsey|Isle of Man|Cyprus|Malta|Russia"
    "|Russian Federation|Ukraine|United Arab Emirates|Dubai|Saudi Arabia|Egypt|Nigeria|Kenya"
)
_PLACE = re.compile(
    rf"\b(?P<place>{_COUNTRIES.replace('England and Wales|', '(?:England and Wales)|')}|{_STATES})\b", re.IGNORECASE
)
_OF_LAWS = re.compile(
    r"\blaws?\s+of\s+(?:the\s+)?(?:(?:State|Commonwealth|Province|Republic|Kingdom)\s+of\s+(?:the\s+)?)?(?P<place>[A-Z][\w'’-]+(?:\s+(?:and\s+)?[A-Z][\w'’-]+){0,3})"
)
_FOREIGN = re.compile(r"\b(?P<place>\w+)\s+law\b")


def find_organisations(text: str) -> list[Value]:
    """Names of organisations and of those that are given a short name ("Acme Ltd", "Jane Roe (the “Employee”)")."""
    found: list[Value] = []
    for pattern in (_ORGANISATION, _UPPER_FORMS):
        for match in pattern.finditer(text):
            _add(found, text, match.start(), match.end())
    for match in _DEFINED.finditer(text):
        if not _NOT_A_PARTY.match(match["alias"]):
            named = _last_name(text, match.start("name"), match.end("name"))
            if named:
                _add(found, text, *named)
    return sorted(found, key=lambda value: value.start)


def find_places(text: str) -> list[Value]:
    """States and countries, those in "laws of …" first."""
    found: list[Value] = []
    for match in _OF_LAWS.finditer(text):
        found.append(Value(match.start("place"), match.end("place"), match["place"], match["place"]))
    for match in _PLACE.finditer(text):
        place = match["place"]
        if not any(value.start < match.end() and match.start() < value.end for value in found):
            found.append(Value(match.start(), match.end(), place, place.title() if place.isupper() else place))
    return found


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
    # "Jane Roe, an individual ("Roe")", "Acme, a Delaware corporation with offices at …": the name is at the front.
    cut = re.search(r",?\s+(?:an?|the|with|having|whose|located|residing|of|organi[sz]ed|incorporated|being)\s", piece)
    piece = piece[: cut.start()] if cut and cut.start() > 0 else piece
    matches = [m for m in _NAMED.finditer(piece) if any(c.isalpha() for c in m[0])]
    if not matches:
        return None
    last = matches[-1]
    return start + last.start(), start + last.end()


def _add(found: list[Value], text: str, start: int, end: int) -> None:
    lead = _LEADING.match(text[start:end])
    start += lead.end() if lead else 0
    name = text[start:end].rstrip(" ,;:")
    end = start + len(name)
    if len(name) < 3 or _NOT_A_PARTY.match(name) or not name[0].isalnum():
        return
    if any(value.start < end and start < value.end for value in found):
        return
    if name.casefold() not in (value.text.casefold() for value in found):
        found.append(Value(start, end, name, " ".join(name.split())))
