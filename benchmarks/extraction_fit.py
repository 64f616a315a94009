"""The coefficients that say how likely a sentence is what a field asks for.

    python -m benchmarks.extraction --data DIR --fit

One logistic regression over all fields of the contract schema, on the contracts with odd numbers; and the same without
cues, for schemas that have none. A second one maps the probability of a document's best sentence to the probability
that it is right; the threshold is the one with the best F1 there.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.clauses import CATEGORIES, Clause, calibrates
from pincite import Library
from pincite.research import relevance
from pincite.research.scan import scan
from pincite.research.schema import Field, builtin

Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Measured = list[tuple[Floats, Bools, bool]]
"""Of each contract and field: features of the sentences that can be quoted, which of them are right, whether the
contract has such a clause."""


def without_cues(item: Field) -> Field:
    """The field as a hasty user would have written it."""
    return replace(item, cues=(), hints=(), unless=(), denied=(), sections=())


def collect(library: Library, clauses: Mapping[tuple[str, str], Clause], *, cued: bool) -> Measured:
    """Measure the contracts for calibration."""
    fields = [item for item in builtin("contract").fields if item.name in CATEGORIES]
    probes = [probe for item in fields for probe in item.probes]
    measured: Measured = []
    for document in library.documents():
        if not calibrates(document.file_name):
            continue
        reading = relevance.read(scan(library._store, library._encoder(), document, probes))
        pages = [[span.page_index for span in line.sentence.spans] for line in reading.scan.lines]
        first = 0
        for item in fields:
            columns = slice(first, first + len(item.probes))
            first += len(item.probes)
            looked_for = item if cued else without_cues(item)
            clause = clauses[document.file_name, item.name]
            kept = relevance.usable(reading, looked_for)
            features = relevance.measure(reading, looked_for, columns)[kept]
            right = [clause.holds(reading.texts[i], pages[i]) for i in np.flatnonzero(kept).tolist()]
            measured.append((features, np.array(right, np.bool_), clause.present))
    return measured


def fit(measured: Measured) -> dict[str, float]:
    """Coefficients, the map to confidence, and the threshold."""
    from sklearn.linear_model import LogisticRegression

    features = np.concatenate([rows for rows, _, _ in measured])
    right = np.concatenate([labels for _, labels, _ in measured])
    model = LogisticRegression(C=1.0, max_iter=5000).fit(features, right)
    weights, bias = model.coef_[0], float(model.intercept_[0])
    best: list[float] = []
    correct: list[bool] = []
    for rows, labels, _ in measured:
        logits = rows @ weights + bias
        best.append(float(logits.max()) if len(rows) else -10.0)
        correct.append(bool(len(rows)) and bool(labels[int(logits.argmax())]))
    second = LogisticRegression(C=100.0, max_iter=5000).fit(np.array(best)[:, None], correct)
    slope, shift = float(second.coef_[0][0]), float(second.intercept_[0])
    sure = 1 / (1 + np.exp(-(slope * np.array(best) + shift)))
    present = sum(there for _, _, there in measured)
    result = dict(zip(relevance.FEATURES, map(float, weights), strict=True))
    result |= {"bias": bias, "slope": slope, "shift": shift}
    return result | {"threshold": best_threshold(sure, np.array(correct), present)}


def best_threshold(sure: NDArray[np.float64], correct: Bools, present: int) -> float:
    """The confidence with the best F1: right ones of those shown, right ones of those that are there."""

    def f1(threshold: float) -> float:
        shown = sure >= threshold
        right = int((shown & correct).sum())
        return 2 * right / (int(shown.sum()) + present) if present else 0.0

    return float(max(np.arange(0.1, 0.8, 0.02), key=f1))


def write(library: Library, clauses: Mapping[tuple[str, str], Clause]) -> None:
    """Write the file that ships with Pincite."""
    fitted = {
        "cued": fit(collect(library, clauses, cued=True)),
        "plain": fit(collect(library, clauses, cued=False)),
    }
    rounded = {
        name: {key: round(value, 4) for key, value in values.items()} for name, values in fitted.items()
    }
    path = Path(str(importlib.resources.files("pincite.research"))) / relevance.COEFFICIENTS
    path.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")
    print(f"written: {path.name}\n{json.dumps(rounded, indent=2)}")
