"""What a summary tells about a document of each kind, and the signs by which it is found.

The aspects of a kind are in `aspects/KIND.toml`: regular expressions (case does not count) and probes, sentences like
those that are sought, for the encoder.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.domain import Document, DocumentKind
from pincite.errors import UsageError
from pincite.terms import fold

KINDS = ("paper", "contract", "manual", "book", "report", "letter", "form", "slides", "other")
OWN = "own"
"""The kind of a summary whose aspects the user named."""

MOST_ASPECTS = 20
_LONGEST_NAME = 200
_OTHERS = {DocumentKind.FILING: "report", DocumentKind.SCAN: "other"}
"""Kinds of documents that have the aspects of another."""

_Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that a reader wants to know of a document.

    Attributes:
        name: Stable name.
        title: As shown.
        question: What a language model is asked.
        probes: Sentences or questions that are near to what is sought.
        sections: Title (without its number) of a section that is about it.
        home: Title of a section where it is often told of, among other things.
        cues: Each marks a sentence that tells it.
        weak: Each speaks for it a little.
        against: Each marks a sentence that tells something else.
        away: How much it speaks against a sentence that neither `sections` nor `home` fits.
        strict: Whether its sentences need such a phrase, wherever they stand.
        itself: Whether a sentence whose subject is the document's title tells it ("AstronomyCalc provides …").
        start: It stands within this share of the document's beginning, 0…1.
        layout: "" for sentences; "parts" for the titles of the document's chapters; "chapters" for a sentence of each;
            "central" for the sentences that hold most of what it speaks of.
        own: Whether the user named it.
    """

    name: str
    title: str
    question: str
    probes: tuple[str, ...]
    sections: _Pattern | None = None
    home: _Pattern | None = None
    cues: tuple[_Pattern, ...] = ()
    weak: tuple[_Pattern, ...] = ()
    against: tuple[_Pattern, ...] = ()
    away: float = 0.0
    strict: bool = False
    itself: bool = False
    start: float = 1.0
    layout: str = ""
    own: bool = False


def kind_of(document: Document) -> str:
    """The kind whose aspects fit a document."""
    kind = document.facts.kind
    return _OTHERS.get(kind, str(kind))


@functools.cache
def aspects_of(kind: str) -> tuple[Aspect, ...]:
    """The aspects of a kind.

    Raises:
        UsageError: if there is no such kind.
    """
    if kind not in KINDS:
        raise UsageError(f"there is no kind of document {kind!r}", f"Kinds: {', '.join(KINDS)}.")
    file = importlib.resources.files("pincite.research").joinpath("aspects", f"{kind}.toml")
    return tuple(_aspect(row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["aspect"])


def chosen_aspects(kind: str, names: Sequence[str]) -> tuple[Aspect, ...]:
    """The aspects that the user named: those of the kind by name or title, others in the user's own words.

    Raises:
        UsageError: if there are too many, or one has no word in it.
    """
    known: dict[str, Aspect] = {}
    for aspect in aspects_of(kind):
        known |= {fold(aspect.title): aspect, fold(aspect.name): aspect}
    wanted = list(dict.fromkeys(" ".join(name.split()) for name in names))
    if not 1 <= len(wanted) <= MOST_ASPECTS:
        raise UsageError(f"{len(wanted)} aspects were named", f"Name 1 to {MOST_ASPECTS}.")
    for name in wanted:
        if not any(character.isalnum() for character in name) or len(name) > _LONGEST_NAME:
            raise UsageError(
                f"{name[:40]!r} is no aspect", "Name what the summary shall tell in a few words."
            )
    return tuple(known.get(fold(name)) or _own(name) for name in wanted)


def _own(name: str) -> Aspect:
    return Aspect(
        name,
        name[:1].upper() + name[1:],
        f"What does the document say about this: {name}?",
        (name,),
        sections=_titles(rf".*\b{re.escape(name)}\b.*"),
        own=True,
    )


def _aspect(row: Mapping[str, Any]) -> Aspect:
    return Aspect(
        row["name"],
        row["title"],
        row.get("question", ""),
        tuple(row.get("probes", ())),
        _titles(row.get("sections", "")),
        _titles(rf"(?:{row['home']})(?: (?:and|&|und|et|y|e) .*)?") if "home" in row else None,
        _patterns(row.get("cues", ())),
        _patterns(row.get("weak", ())),
        _patterns(row.get("against", ())),
        row.get("away", 0.0),
        row.get("strict", False),
        row.get("itself", False),
        row.get("start", 1.0),
        row.get("layout", ""),
    )


def _titles(pattern: str) -> _Pattern | None:
    return re.compile(rf"(?:{pattern})", re.IGNORECASE) if pattern else None


def _patterns(patterns: Sequence[str]) -> tuple[_Pattern, ...]:
    return tuple(re.compile(rf"\b(?:{pattern})", re.IGNORECASE) for pattern in patterns)
