"""How likely a sentence of a document says what a field asks for.

Logistic regressions over a few numbers that mean the same for every field; one for fields with cues, one for those
without. Their coefficients come from `python -m benchmarks.extraction --fit` and are stored beside this module.
"""

from __future__ import annotations

import functools
import importlib.resources
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pincite.encode.contract import Floats
from pincite.research.cues import cues, folded
from pincite.research.scan import Scan
from pincite.research.schema import Field
from pincite.research.value import Value
from pincite.research.values import find_choices, finder
from pincite.terms import analyse

COEFFICIENTS = "relevance.json"
FEATURES = (
    "late",
    "standing",
    "terms",
    "cue",
    "cues",
    "hint",
    "unless",
    "section",
    "lead",
    "valued",
    "opening",
    "away",
)
"""late: late interaction. standing: the same against the best of the document. terms: share of a probe's search terms.
cue, cues: a cue, more than one. hint, unless: phrases for and against. section: a title that the field names. lead: a
short line before it that is as good as a title. valued: the field has values of a type. opening: it belongs to the
beginning of a document. away: how far from there the sentence is."""
_WORD = re.compile(r"[^\W\d_]{3}")
LEADING = 80
"""A shorter line may be the title of what follows, set in the text."""
SCRAP = 30
"""Shorter sentences say nothing by themselves."""
OPENING = 12
"""How fast what belongs to the beginning of a document becomes less likely, in sentences."""
BEGINNING = 150
ENDING = 40
"""It is looked for in so many first and last sentences only: what is signed at the end has a date too."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A scan with what all fields look at."""

    scan: Scan
    texts: tuple[str, ...]
    folded: tuple[str, ...] = field(repr=False)
    terms: tuple[frozenset[str], ...]
    titles: tuple[frozenset[str], ...] = field(repr=False)


def read(scan: Scan) -> Reading:
    """Prepare a scan for measuring."""
    language = scan.document.language
    texts = tuple(line.text for line in scan.lines)
    titles: dict[tuple[str, ...], frozenset[str]] = {}
    for line in scan.lines:
        if line.section not in titles:
            titles[line.section] = frozenset(analyse(" ".join(line.section[-2:]), language))
    return Reading(
        scan,
        texts,
        tuple(folded(text) for text in texts),
        tuple(frozenset(analyse(text, language)) for text in texts),
        tuple(titles[line.section] for line in scan.lines),
    )


def measure(reading: Reading, item: Field, columns: slice) -> Floats:
    """What the probability of each sentence is computed from, float32 of shape (lines, FEATURES).

    Args:
        reading: The document.
        item: The field.
        columns: Of `reading.scan.scores`, those of the field's probes.
    """
    lines = len(reading.texts)
    late = reading.scan.scores[:, columns]
    best = late.max(axis=1) if late.shape[1] else np.zeros(lines, np.float32)
    # Probes differ in how near anything comes to them: each is compared with its own best.
    standing = (late - late.max(axis=0)).max(axis=1) if late.size else np.zeros(lines, np.float32)
    hints, unless = cues(item.hints), cues(item.unless)
    wanted = _probe_terms(item.probes, reading.scan.document.language)
    titles = _title_terms(item.sections, reading.scan.document.language)
    result = np.zeros((lines, len(FEATURES)), np.float32)
    # That one of a few possible values stands in a sentence speaks for it like a cue.
    given = 1 if item.choices else 0
    found, valued = cues(item.cues), value_finder(item) is not None
    counts = [
        given + found.count(text, plain) for text, plain in zip(reading.texts, reading.folded, strict=True)
    ]
    for number, text in enumerate(reading.texts):
        matches = counts[number]
        result[number] = (
            best[number],
            standing[number],
            max((len(reading.terms[number] & terms) / len(terms) for terms in wanted), default=0.0),
            min(matches, 1),
            min(max(matches - 1, 0), 2) / 2,
            min(hints.count(text, reading.folded[number]), 3) / 3,
            min(unless.count(text, reading.folded[number]), 1),
            any(title <= reading.titles[number] for title in titles),
            number > 0 and counts[number - 1] > 0 and len(reading.texts[number - 1]) < LEADING,
            valued,
            item.start,
            item.start * (1 - math.exp(-number / OPENING)),
        )
    return result


def usable(reading: Reading, item: Field) -> NDArray[np.bool_]:
    """Which sentences can be quoted for a field: those that hold a value of its type, and no headings and scraps."""
    values = value_finder(item)
    result = np.zeros(len(reading.texts), np.bool_)
    for number, (line, text) in enumerate(zip(reading.scan.lines, reading.texts, strict=True)):
        if line.heading and item.names != "title":
            continue
        if item.start and BEGINNING <= number < len(result) - ENDING:
            continue
        result[number] = len(text) >= SCRAP if values is None else bool(_WORD.search(text) and values(text))
    return result


def value_finder(item: Field) -> Callable[[str], list[Value]] | None:
    """What finds a field's value in a sentence; None where the sentence itself is the value."""
    if item.choices:
        return lambda text: find_choices(text, item.choices)
    return finder(item.type, item.names, item.unit)


def probabilities(features: Floats, *, cued: bool) -> Floats:
    """Of each sentence that it says what the field asks for, 0…1."""
    weights, bias = coefficients("cued" if cued else "plain")
    logits = np.clip(features @ weights + bias, -30, 30)
    result: Floats = (1 / (1 + np.exp(-logits))).astype(np.float32)
    return result


def confidence(best: float, *, cued: bool) -> float:
    """Probability that the best sentence of a document is right, from its own probability.

    The best of some hundred sentences is often too good to be true.
    """
    stored = _stored()["cued" if cued else "plain"]
    logit = math.log(max(best, 1e-9) / max(1 - best, 1e-9))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, stored["slope"] * logit + stored["shift"]))))


def threshold(*, cued: bool) -> float:
    """The confidence below which a field is not reported."""
    return _stored()["cued" if cued else "plain"]["threshold"]


@functools.cache
def coefficients(name: str) -> tuple[Floats, float]:
    """Weights in the order of FEATURES, and the bias."""
    stored = _stored()[name]
    return np.array([stored[feature] for feature in FEATURES], np.float32), stored["bias"]


@functools.cache
def _stored() -> dict[str, dict[str, float]]:
    text = importlib.resources.files("pincite.research").joinpath(COEFFICIENTS).read_text(encoding="utf-8")
    loaded: dict[str, dict[str, float]] = json.loads(text)
    return loaded


def _probe_terms(probes: Sequence[str], language: str) -> list[frozenset[str]]:
    return [terms for terms in (frozenset(analyse(probe, language)) for probe in probes) if terms]


def _title_terms(titles: Sequence[str], language: str) -> list[frozenset[str]]:
    return [terms for terms in (frozenset(analyse(title, language)) for title in titles) if terms]
