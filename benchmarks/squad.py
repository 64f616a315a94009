"""Retrieval on SQuAD v1.1 dev: every stage, and how often the best sentences hold the answer.

    python -m benchmarks.squad --data DIR [--every N]

One paragraph is one document and, where it fits into the encoder (92 % do), one chunk; longer ones are cut, and
count as found when any of their chunks is. All numbers come from the product's own search over its stored,
compressed vectors.
"""

from __future__ import annotations

import argparse
import shutil
from collections import defaultdict
from pathlib import Path

import numpy as np

from benchmarks.corpus import build_library
from benchmarks.data import Question, data_folder, squad
from benchmarks.machine import machine_line
from pincite import Library, Passage
from pincite.answer.quote import rank_sentences
from pincite.evaluate.metrics import holds
from pincite.search.fuse import reciprocal_rank, standardised

WORK = Path(".bench")
MISSED = 10**9


def rankings(passages: list[Passage]) -> dict[str, list[Passage]]:
    """The candidates as each stage alone would order them."""
    lexical = np.array([p.scores.lexical or 0.0 for p in passages])
    dense = np.array([p.scores.dense or 0.0 for p in passages])
    rrf = reciprocal_rank(lexical, dense, 60)
    late = np.array([p.scores.late or 0.0 for p in passages])
    keys = {
        "BM25": lexical,
        "dense": dense,
        "RRF (k=60)": rrf,
        "weighted 50/50": np.array([p.scores.fused or 0.0 for p in passages]),
        "+ late interaction": late,
        "+ late interaction + 0.2 BM25": standardised(late) + 0.2 * standardised(lexical),
        "+ late interaction + 0.3 BM25": standardised(late) + 0.3 * standardised(lexical),
        "as shipped": np.array([p.scores.final for p in passages]),
    }
    return {name: [passages[i] for i in np.argsort(-key, kind="stable")] for name, key in keys.items()}


def rank_of(passages: list[Passage], file_name: str) -> int:
    """Rank of a document's first passage, counting each document once."""
    seen: dict[str, None] = {}
    for passage in passages:
        seen.setdefault(passage.document.file_name)
        if passage.document.file_name == file_name:
            return len(seen)
    return MISSED


def measure(library: Library, questions: list[Question]) -> dict[str, dict[str, float]]:
    """Metrics by stage, and "sentences": how often the best one and three hold the answer."""
    ranks: dict[str, list[int]] = defaultdict(list)
    first = three = 0
    for question in questions:
        retrieval = library.retrieve(question.text, k=100)
        for name, ordered in rankings(retrieval.passages).items():
            ranks[name].append(rank_of(ordered, f"{question.passage}.txt"))
        best = [candidate.text for candidate in rank_sentences(question.text, retrieval)[:3]]
        first += any(holds(text, question.answers) for text in best[:1])
        three += any(holds(text, question.answers) for text in best)
    table = {
        name: {
            **{f"R@{k}": float((np.array(values) <= k).mean()) for k in (1, 3, 5, 10)},
            "MRR": float((1 / np.array(values)).mean()),
        }
        for name, values in ranks.items()
    }
    table["sentences"] = {"best one": first / len(questions), "best three": three / len(questions)}
    return table


def run(data: Path, every: int = 1, *, keep: bool = False) -> dict[str, dict[str, float]]:
    """Build the library and measure."""
    passages, questions = squad(data / "squad/dev-v1.1.json")
    folder = WORK / "squad"
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
    # As many tokens as the encoder reads; no title, so that a paragraph is found by its own words.
    with build_library(folder, passages, chunk={"tokens": 256, "context": "none"}) as library:
        return measure(library, questions[::every])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--every", type=int, default=1, help="only every Nth question")
    parser.add_argument("--keep", action="store_true", help="use the library of the last run")
    arguments = parser.parse_args()
    table = run(data_folder(arguments.data), arguments.every, keep=arguments.keep)
    print(machine_line())
    print("| stage | R@1 | R@3 | R@5 | R@10 | MRR |\n|---|---|---|---|---|---|")
    sentences = table.pop("sentences")
    for name, row in table.items():
        print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in row.values()) + " |")
    print(f"the best sentence holds the answer: {sentences['best one']:.1%}", end=", ")
    print(f"one of the best three: {sentences['best three']:.1%}")


if __name__ == "__main__":
    main()
