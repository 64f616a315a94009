"""Questions in twelve languages over the same 240 paragraphs in each: words alone, and both encoders.

    python -m benchmarks.languages --data DIR [--languages es,zh] [--every N] [--encoders minilm,multilingual]

XQuAD is a part of SQuAD, translated by people. One library a language, which Pincite detects itself; questions in the
same language, and in English. "Plain words" is BM25 over lower-cased runs of letters and digits, without stemming,
stop words, or pairs of characters for scripts without spaces. "Dense" is empty where the encoder cannot read the
writing of questions, and words alone are compared. Needs the extra `multilingual` for its encoder. Whether such
questions are answered or refused is measured by benchmarks.refusal.
"""

from __future__ import annotations

import argparse
import math
import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.corpus import build_library
from benchmarks.data import data_folder, squad
from benchmarks.machine import machine_line
from benchmarks.squad import rank_of
from pincite import Library, Passage
from pincite.evaluate.bootstrap import interval

WORK = Path(".bench")
ENCODERS = ("minilm", "multilingual")
STAGES: dict[str, Callable[[Passage], float]] = {
    "words": lambda passage: passage.scores.lexical or 0.0,
    "dense": lambda passage: math.nan if passage.scores.dense is None else passage.scores.dense,
    "shipped": lambda passage: passage.scores.final,
}


def found_at(library: Library, questions: Sequence[tuple[str, int]]) -> dict[str, NDArray[np.float64]]:
    """1 / rank of the right paragraph by stage, of each question (text, paragraph)."""
    ranks: dict[str, list[int]] = {stage: [] for stage in STAGES}
    for text, paragraph in questions:
        passages = library.search(text, k=100)
        for stage, score in STAGES.items():
            values = np.array([score(passage) for passage in passages])
            if np.isnan(values).any():
                continue
            order = [passages[i] for i in np.argsort(-values, kind="stable") if stage != "words" or values[i]]
            ranks[stage].append(rank_of(order, f"{paragraph}.txt"))
    return {stage: 1 / np.array(found) for stage, found in ranks.items()}


def plain_words(texts: Sequence[str], questions: Sequence[tuple[str, int]]) -> NDArray[np.float64]:
    """The same by BM25 (k1 = 1.2, b = 0.75; Robertson and Zaragoza 2009) over plain words."""
    bags = [Counter(re.findall(r"\w+", text.lower())) for text in texts]
    lengths = np.array([bag.total() for bag in bags])
    spread = 1.2 * (0.25 + 0.75 * lengths / lengths.mean())
    found = []
    for question, paragraph in questions:
        scores = np.zeros(len(bags))
        for word in set(re.findall(r"\w+", question.lower())):
            counts = np.array([bag[word] for bag in bags])
            held = (counts > 0).sum()
            rarity = np.log(1 + (len(bags) - held + 0.5) / (held + 0.5))
            scores += rarity * counts * 2.2 / (counts + spread)
        own = scores[paragraph]
        found.append(1 / (1 + (scores > own).sum() + (scores == own).sum() / 2) if own else 0.0)
    return np.array(found)


def built(name: str, passages: Sequence[tuple[str, str]], encoder: str) -> Library:
    """A new library of an encoder."""
    folder = WORK / f"languages-{name}-{encoder}"
    shutil.rmtree(folder, ignore_errors=True)
    # As in benchmarks.squad: a paragraph a chunk where it fits, and no title to be found by.
    chunk: dict[str, object] = {"tokens": 256, "context": "none"}
    return build_library(folder, passages, chunk=chunk, encoder={"name": encoder})


def spread(values: NDArray[np.float64]) -> str:
    """A mean with its interval."""
    found = interval(values.tolist(), resamples=1000)
    return "–" if found is None else f"{found.mean:.3f} ({found.low:.3f}–{found.high:.3f})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--languages", default="ar,de,el,en,es,hi,ro,ru,th,tr,vi,zh")
    parser.add_argument("--every", type=int, default=1, help="only every Nth question")
    parser.add_argument("--encoders", default=",".join(ENCODERS))
    arguments = parser.parse_args()
    folder = data_folder(arguments.data) / "xquad"
    encoders = arguments.encoders.split(",")
    _, english = squad(folder / "xquad.en.json")
    words, ranked = [], []
    for language in arguments.languages.split(","):
        passages, questions = squad(folder / f"xquad.{language}.json")
        own = [(question.text, question.passage) for question in questions][:: arguments.every]
        foreign = [(question.text, question.passage) for question in english][:: arguments.every]
        shown = {}
        for encoder in encoders:
            with built(language, passages, encoder) as library:
                detected = Counter(document.language for document in library.documents())
                mine = found_at(library, own)
                shown[encoder] = (mine, found_at(library, foreign) if language != "en" else mine)
        plain = plain_words([text for _, text in passages], own)
        same = shown[encoders[0]][0]["words"]
        right = f"{detected[language]} of {len(passages)}"
        words.append(f"| {language} | {right} | {plain.mean():.3f} | {spread(same)} |")
        cells = [
            f"{values[stage].mean():.3f}" if len(values[stage]) else "–"
            for of in (0, 1)
            for values in (found[of] for found in shown.values())
            for stage in ("dense", "shipped")
        ]
        ranked.append(f"| {language} | {same.mean():.3f} | {' | '.join(cells)} |")
        print(words[-1], ranked[-1], sep="\n", flush=True)
    print(machine_line())
    print("| language | detected | plain words MRR | words MRR |\n|---|---|---|---|", *words, sep="\n")
    heads = [f"{encoder} {stage}" for encoder in encoders for stage in ("dense", "all stages")]
    heads = [*heads, *(f"from English: {head}" for head in heads)]
    print(f"\n| language | words | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 2)}", *ranked, sep="\n")


if __name__ == "__main__":
    main()
