"""JSON objects within other text, with the slips that language models make."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

_STRING = r'"(?:[^"\\]|\\.)*"'
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?\Z)|[{}\[\],]', re.DOTALL)
"""What counts for finding an object's end; a string that the text ends in reaches to the end."""
_LONE_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)
_NUMBER = re.compile(r"\s*[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s*")
_MOST_ATTEMPTS = 20
_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was written, because "1.50" may be wanted as text."""

    text: str

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The number that a whole text is; None where it is none, or can be read in two ways ("1,234")."""
        return cls(text.strip()) if _NUMBER.fullmatch(text) and math.isfinite(float(text)) else None

    def as_number(self) -> int | float:
        """Its value."""
        return float(self.text) if re.search(r"[.eE]", self.text) else int(self.text)


@dataclass(frozen=True, slots=True)
class NotFinite:
    """NaN or an infinity, which JSON does not have."""

    text: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A field that is given more than once, with different values."""


@dataclass(frozen=True, slots=True)
class Found:
    """An object in a text.

    Attributes:
        value: Its fields; numbers are `Number`s.
        cut_off: Whether the text ends within it; the fields that are complete are there.
    """

    value: dict[str, Any]
    cut_off: bool = False


def objects(text: str) -> list[Found]:
    """The outermost JSON objects of a text, in order. Braces that are no JSON are passed over."""
    found: list[Found] = []
    place = text.find("{")
    for _ in range(_MOST_ATTEMPTS):
        if place < 0:
            break
        end = _end(text, place)
        value = _read(text[place:end]) if end else None
        if value is not None:
            found.append(Found(value))
        elif end is None and not found:
            part = _complete_part(text[place:])
            if part:
                found.append(Found(part, cut_off=True))
                break
        place = text.find("{", end if value is not None and end else place + 1)
    return found


def _end(text: str, start: int) -> int | None:
    """Where the object that begins at `start` ends; None if the text ends first."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _read(text: str) -> dict[str, Any] | None:
    """The object that a text is, without regard to commas before a closing bracket."""
    if max(_depths(text), default=0) > _DEEPEST:
        return None
    tidied = _LONE_COMMA.sub(lambda match: match[1] or "", text)
    try:
        value = json.loads(
            tidied,
            strict=False,  # models write line breaks into strings
            parse_int=_number,
            parse_float=_number,
            parse_constant=NotFinite,
            object_pairs_hook=_fields,
        )
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _number(text: str) -> Number | NotFinite:
    return Number(text) if math.isfinite(float(text)) else NotFinite(text)


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        fields[name] = Duplicate() if name in fields and fields[name] != value else value
    return fields


def _depths(text: str) -> Iterator[int]:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "{[") - (token[0] in "}]")
        yield depth


def _complete_part(text: str) -> dict[str, Any] | None:
    """The fields of an object that were finished before the text ended."""
    last_comma = None
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "{[") - (token[0] in "}]")
        if token[0] == "," and depth == 1:
            last_comma = token.start()
    return _read(text[:last_comma] + "}") if last_comma is not None else None
