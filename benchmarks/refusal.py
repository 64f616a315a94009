"""Refusal: does the evidence gate tell questions that the library answers from those that it does not?

    python -m benchmarks.refusal --data DIR [--encoder multilingual|words|pairs] [--fit]

Three sets, each with a half to calibrate on and a half to report on:

* SQuAD, article removed: a library of every second article of v1.1 dev, asked questions about its own articles
  (answerable) and about the others (not). Calibrated on one half of the articles, reported on a library of the other.
* CLAPnq: a library of all 600 passages; the unanswerable questions' own passages are on their subject, which is hard.
* SQuAD v2.0: unanswerable questions written against the very paragraph that is in the library. Only reported.

`--fit` writes the encoder's coefficients that Pincite ships. The encoder for many languages is calibrated on XQuAD as
well; words alone, and pairs of letters, which are compared where the embedded encoder cannot read a writing, on XQuAD
only: a library of every second article in the languages `CALIBRATED_IN`, reported on the other half in `REPORTED_IN`.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
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
from pincite.encode.model_files import MINILM, MULTILINGUAL
from pincite.search.words import PAIRS, WORDS

WORK = Path(".bench")
SAMPLE = 700
NAMES = {"minilm": MINILM.name, "multilingual": MULTILINGUAL.name, WORDS: WORDS, PAIRS: PAIRS}
"""What was compared, by the name of the option."""
CALIBRATED_IN = {"multilingual": ("de", "hi", "tr", "zh"), WORDS: ("ar", "hi", "ru"), PAIRS: ("th",)}
REPORTED_IN = {
    "multilingual": ("ar", "el", "es", "ro", "ru", "th", "vi"),
    WORDS: ("el", "zh"),
    PAIRS: ("th",),
}
XQUAD_SAMPLE = 250

Set = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]
"""Of each question: gate features, shape (questions, features), what else speaks for an answer, in logits, and whether
it is answerable."""


def measure(library: Library, asked: Sequence[tuple[str, bool]], encoder: str) -> Set:
    """What the gate goes by.

    Left out are questions that something else than the encoder of this name was compared for.
    """
    rows, further, labels = [], [], []
    for question, answerable in asked:
        retrieval = library.retrieve(question, k=RETRIEVED)
        if retrieval.encoder != NAMES[encoder]:
            continue
        ranked = rank_sentences(question, retrieval)
        rows.append(astuple(gate.features(retrieval, ranked)))
        further.append(gate.further_evidence(retrieval, ranked))
        labels.append(answerable)
    return np.array(rows), np.array(further), np.array(labels)


def setting(encoder: str) -> dict[str, object]:
    """The settings of a library in which it is compared."""
    return {"name": "minilm" if encoder in (WORDS, PAIRS) else encoder}


def squad_half(data: Path, half: int, encoder: str) -> Set:
    """The library of every second article, asked about those and the others."""
    return articles_half(data / "squad/dev-v1.1.json", half, encoder)


def articles_half(file: Path, half: int, encoder: str, sample: int = SAMPLE) -> Set:
    """The same of any file in SQuAD's form."""
    passages, questions = squad(file)
    articles = sorted({article for article, _ in passages})
    inside = set(articles[half::2])
    chooser = random.Random(11 + half)
    own = chooser.sample([q for q in questions if q.article in inside], sample)
    other = chooser.sample([q for q in questions if q.article not in inside], sample)
    folder = WORK / f"refusal-{file.stem}-{half}"
    with build_library(folder, [p for p in passages if p[0] in inside], encoder=setting(encoder)) as library:
        return measure(library, [(q.text, True) for q in own] + [(q.text, False) for q in other], encoder)


def clapnq_half(data: Path, half: int, encoder: str) -> Set:
    """Every second question of each kind, over all passages."""
    answerable, unanswerable = clapnq(data / "clapnq")
    texts = [(item["title"], item["text"]) for item in answerable + unanswerable]
    asked = [(item["question"], True) for item in answerable[half::2]]
    asked += [(item["question"], False) for item in unanswerable[half::2]]
    with build_library(WORK / "refusal-clapnq", texts, encoder=setting(encoder)) as library:
        return measure(library, asked, encoder)


def squad_two(data: Path, encoder: str) -> Set:
    """A sample of v2.0, over all its paragraphs."""
    passages, questions = squad(data / "squad/dev-v2.0.json")
    chooser = random.Random(3)
    asked = [(q.text, bool(q.answers)) for q in chooser.sample(questions, SAMPLE)]
    with build_library(WORK / "refusal-squad2", passages, encoder=setting(encoder)) as library:
        return measure(library, asked, encoder)


def fit(sets: Sequence[Set]) -> dict[str, float]:
    """Coefficients of the logistic regression, every set and class of equal weight."""
    from sklearn.linear_model import LogisticRegression

    values = np.concatenate([s[0] for s in sets])
    labels = np.concatenate([s[2] for s in sets])
    weights = np.concatenate([np.where(s[2], 0.5 / s[2].sum(), 0.5 / (~s[2]).sum()) for s in sets])
    spread = values.std(axis=0)
    spread[spread == 0] = 1  # words have no cosines
    model = LogisticRegression(C=100.0, max_iter=10_000)
    model.fit(values / spread, labels, sample_weight=weights * len(labels) / len(sets))
    coefficients = model.coef_[0] / spread
    names = [field.name for field in fields(gate.Features)]
    return dict(zip(names, map(float, coefficients), strict=True)) | {"bias": float(model.intercept_[0])}


def probabilities(
    values: NDArray[np.float64], further: NDArray[np.float64], name: str
) -> NDArray[np.float64]:
    """What the product's gate says of an encoder's features."""
    pairs = zip(values.tolist(), further.tolist(), strict=True)
    return np.array([gate.probability(gate.Features(*row), more, name) for row, more in pairs])


def area(scores: NDArray[np.float64], labels: NDArray[np.bool_]) -> float:
    """Area under the receiver operating curve: how often an answerable question scores above another."""
    order = scores.argsort().argsort() + 1
    positive = int(labels.sum())
    return float(
        (order[labels].sum() - positive * (positive + 1) / 2) / (positive * (len(labels) - positive))
    )


def report(name: str, measured: Set, thresholds: Sequence[float], encoder: str) -> list[dict[str, Any]]:
    """Quality of refusing at each threshold."""
    values, further, labels = measured
    scores = probabilities(values, further, encoder)
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


def run(data: Path, *, encoder: str = "minilm", refit: bool = False) -> list[dict[str, Any]]:
    """Measure, and calibrate first when asked to."""
    for folder in WORK.glob("refusal-*"):
        shutil.rmtree(folder)
    name = NAMES[encoder]
    if refit:
        target = Path(gate.__file__).with_name(gate.COEFFICIENTS)
        stored = json.loads(target.read_text(encoding="utf-8"))
        sets = [measured for _, measured in halves(data, 0, encoder, CALIBRATED_IN)]
        target.write_text(json.dumps(stored | {name: fit(sets)}, indent=2) + "\n", encoding="utf-8")
        gate._coefficients.cache_clear()
    thresholds = sorted({0.2, 0.3, 0.4, 0.5, Settings().answer.threshold})
    rows = [
        row
        for title, measured in halves(data, 1, encoder, REPORTED_IN)
        for row in report(title, measured, thresholds, name)
    ]
    return (
        rows
        if encoder in (WORDS, PAIRS)
        else [*rows, *report("SQuAD v2.0", squad_two(data, encoder), thresholds, name)]
    )


def halves(
    data: Path, half: int, encoder: str, languages: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, Set]]:
    """The sets to calibrate on, or those to report on, with their names."""
    if encoder not in (WORDS, PAIRS):
        yield "SQuAD v1.1, article removed", squad_half(data, half, encoder)
        yield "CLAPnq", clapnq_half(data, half, encoder)
    for language in languages.get(encoder, ()):
        file = data / f"xquad/xquad.{language}.json"
        yield f"XQuAD {language}, article removed", articles_half(file, half, encoder, XQUAD_SAMPLE)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--encoder", choices=sorted(NAMES), default="minilm")
    parser.add_argument("--fit", action="store_true", help="calibrate and write the coefficients first")
    arguments = parser.parse_args()
    rows = run(data_folder(arguments.data), encoder=arguments.encoder, refit=arguments.fit)
    print(machine_line())
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(v if isinstance(v, str) else f"{v:.3f}" for v in row.values()) + " |")


if __name__ == "__main__":
    main()
