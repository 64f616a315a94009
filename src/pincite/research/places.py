"""Names of states and countries, and where they stand in a sentence."""

from __future__ import annotations

import re

from pincite.research.value import Value

_STATES = """
Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia,
Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts,
Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey,
New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode
Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, Washington, West
Virginia, Wisconsin, Wyoming, District of Columbia, Puerto Rico
"""
_COUNTRIES = """
England and Wales, England, Wales, Scotland, Northern Ireland, Ireland, United Kingdom, United
States of America, United States, Canada, Ontario, Quebec, British Columbia, Alberta, Australia, New
South Wales, Victoria, Queensland, New Zealand, Germany, Austria, Switzerland, France, Belgium,
Netherlands, Luxembourg, Italy, Spain, Portugal, Sweden, Norway, Denmark, Finland, Poland, Czech
Republic, Hungary, Greece, Turkey, Israel, India, China, People's Republic of China, Hong Kong,
Taiwan, Japan, Korea, Republic of Korea, Singapore, Malaysia, Indonesia, Thailand, Philippines,
Vietnam, South Africa, Brazil, Mexico, Argentina, Chile, Colombia, Cayman Islands, Bermuda, British
Virgin Islands, Jersey, Guernsey, Isle of Man, Cyprus, Malta, Russia, Russian Federation, Ukraine,
United Arab Emirates, Dubai, Saudi Arabia, Egypt, Nigeria, Kenya
"""
_NAMES = [name.strip() for name in (_COUNTRIES + "," + _STATES).replace("\n", " ").split(",")]
_PLACE = re.compile(
    r"\b(?P<place>" + "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)) + r")\b", re.IGNORECASE
)
_OF_LAWS = re.compile(
    r"\blaws?\s+of\s+(?:the\s+)?(?:(?:State|Commonwealth|Province|Republic|Kingdom)\s+of\s+(?:the\s+)?)?"
    r"(?P<place>[A-Z][\w'’-]+(?:\s+(?:and\s+)?[A-Z][\w'’-]+){0,3})"
)


def find_places(text: str) -> list[Value]:
    """States and countries, those in "laws of …" first."""
    found = [
        Value(match.start("place"), match.end("place"), match["place"], match["place"])
        for match in _OF_LAWS.finditer(text)
    ]
    for match in _PLACE.finditer(text):
        place = match["place"]
        if not any(value.start < match.end() and match.start() < value.end for value in found):
            found.append(
                Value(match.start(), match.end(), place, place.title() if place.isupper() else place)
            )
    return found


def is_place(text: str) -> bool:
    """Whether a text is the name of a state or country and nothing else."""
    return _PLACE.fullmatch(text) is not None
