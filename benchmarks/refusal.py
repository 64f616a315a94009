"""Refusal: does the evidence gate tell questions that the library answers from those that it does not?

    python -m benchmarks.refusal --data DIR [--fit]

Three sets, each with a half to calibrate on and a half to report on:

* SQuAD, article removed: a library of every second article of v1.1 dev, asked questions about its own articles
  (answerable) and about the others (not). Calibrated on one half of the articles, reported on a library of the other.
* CLAPnq: a library of all 600 passages; the unanswerable questions' own passages are on their subject, which is hard.
* SQuAD v2.0: unanswerable questions written against the very paragraph that is in the library. Only reported.

`--fit` writes the coefficients that Pincite ships.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.corpus import build_library
from benchmarks.data import clapnq, data_folder, squad
from benchmarks.machine import machine_line
from pincite import Library
from pincite.answer import gate
from pincite.answer.gather import RETRIEVED
from pincite.answer.quote import rank_sentences
from pincite.config import Settings

WORK = Path(".bench")
SAMPLE = 700

Set = tuple[NDArray[np.float64], NDArray[np.bool_]]


def measure(library: Library, asked: Sequence[tuple[str, bool]]) -> Set:
    """Gate features, shape (questions, features), and whether each question is answerable."""
    rows = []
    for question, _ in asked:
        retrieval = library.retrieve(question, k=RETRIEVED)
        rows.append(astuple(gate.features(retrieval, rank_sentences(question, retrieval))))
    return np.array(rows), np.array([answerable for _, answerable in asked])


def squad_half(data: Path, half: int) -> Set:
    """The library of every second article, asked about those and the others."""
    passages, questions = squad(data / "squad/dev-v1.1.json")
    articles = sorted({article for article, _ in passages})
    inside = set(articles[half::2])
    chooser = random.Random(11 + half)
    own = chooser.sample([q for q in questions if q.article in inside], SAMPLE)
    other = chooser.sample([q for q in questions if q.article not in inside], SAMPLE)
    folder = WORK / f"refusal-squad-{half}"
    with build_library(folder, [p for p in passages if p[0] in inside]) as library:
        return measure(library, [(q.text, True) for q in own] + [(q.text, False) for q in other])


def clapnq_half(data: Path, half: int) -> Set:
    """Every second question of each kind, over all passages."""
    answerable, unanswerable = clapnq(data / "clapnq")
    texts = [(item["title"], item["text"]) for item in answerable + unanswerable]
    asked = [(item["question"], True) for item in answerable[half::2]]
    asked += [(item["question"], False) for item in unanswerable[half::2]]
    with build_library(WORK / "refusal-clapnq", texts) as library:
        return measure(library, asked)


def squad_two(data: Path) -> Set:
    """A sample of v2.0, over all its paragraphs."""
    passages, questions = squad(data / "squad/dev-v2.0.json")
    chooser = random.Random(3)
    asked = [(q.text, bool(q.answers)) for q in chooser.sample(questions, SAMPLE)]
    with build_library(WORK / "refusal-squad2", passages) as library:
        return measure(library, asked)


def fit(sets: Sequence[Set]) -> dict[str, float]:
    """Coefficients of the logistic regression, every set and class of equal weight."""
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate([s[0] for s in sets])
    labels = np.concatenate([s[1] for s in sets])
    weights = np.concatenate([np.where(s[1], 0.5 / s[1].sum(), 0.5 / (~s[1]).sum()) for s in sets])
    spread = values.std(axis=0)
    model = LogisticRegression(C=100.0, max_iter=10_000)
    model.fit(values / spread, labels, sample_weight=weights * len(labels) / len(sets))
    coefficients = model.coef_[0] / spread
    names = [field.name for field in fields(gate.Features)]
    return dict(zip(names, map(float, coefficients), strict=True)) | {"bias": float(model.intercept_[0])}


def probabilities(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the product's gate says."""
    return np.array([gate.probability(gate.Features(*row)) for row in values.tolist()])


def area(scores: NDArray[np.float64], labels: NDArray[np.bool_]) -> float:
    """Area under the receiver operating curve: how often an answerable question scores above another."""
    order = scores.argsort().argsort() + 1
    positive = int(labels.sum())
    return float(
        (order[labels].sum() - positive * (positive + 1) / 2) / (positive * (len(labels) - positive))
    )


def report(name: str, measured: Set, thresholds: Sequence[float]) -> list[dict[str, Any]]:
    """Quality of refusing at each threshold."""
    values, labels = measured
    scores = probabilities(values)
    rows = []
    for threshold in thresholds:
        refused = scores < threshold
        rows.append(
            {
                "set": name,
                "AUC": area(scores, labels),
                "of the best sentence alone": area(values[:, 0], labels),
                "Brier score": float(((scores - labels) ** 2).mean()),
                "threshold": threshold,
                "answered of answerable": float((~refused)[labels].mean()),
                "refused of unanswerable": float(refused[~labels].mean()),
                "precision of answering": float(labels[~refused].mean()),
                "precision of refusing": float((~labels)[refused].mean()) if refused.any() else float("nan"),
            }
        )
    return rows


def run(data: Path, *, refit: bool = False) -> list[dict[str, Any]]:
    """Measure, and calibrate first when asked to."""
    for folder in WORK.glob("refusal-*"):
        shutil.rmtree(folder)
    if refit:
        coefficients = fit([squad_half(data, 0), clapnq_half(data, 0)])
        target = Path(gate.__file__).with_name(gate.COEFFICIENTS)
        target.write_text(json.dumps(coefficients, indent=2) + "\n", encoding="utf-8")
        gate._coefficients.cache_clear()
    thresholds = sorted({0.2, 0.3, 0.4, 0.5, Settings().answer.threshold})
    return [
        *report("SQuAD v1.1, article removed", squad_half(data, 1), thresholds),
        *report("CLAPnq", clapnq_half(data, 1), thresholds),
        *report("SQuAD v2.0", squad_two(data), thresholds),
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--fit", action="store_true", help="calibrate and write the coefficients first")
    arguments = parser.parse_args()
    rows = run(data_folder(arguments.data), refit=arguments.fit)
    print(machine_line())
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(v if isinstance(v, str) else f"{v:.3f}" for v in row.values()) + " |")


if __name__ == "__main__":
    main()
