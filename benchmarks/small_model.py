"""A small language model that invents freely: what of its answers is shown?

    python -m benchmarks.small_model --data DIR --address http://127.0.0.1:8080/v1 [--list FILE]

Any server of the OpenAI protocol will do. A library of every second article of SQuAD v1.1 dev is asked questions about
its own articles, and about those that are left out. The gate is switched off, so that the model is asked every
question; what it would have been spared is then counted by the confidence of each answer. `--list` writes every shown
sentence with its quotes, to be judged by a person.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpus import build_library
from benchmarks.data import Question, data_folder, squad
from benchmarks.machine import machine_line
from pincite import Answer, Library
from pincite.config import Settings
from pincite.errors import ModelError
from pincite.evaluate.metrics import holds

WORK = Path(".bench")
SEED = 23


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a question.

    Attributes:
        question: With its gold.
        answerable: Whether its article is in the library.
        answer: None where the model failed.
        seconds: Of the whole answer.
    """

    question: Question
    answerable: bool
    answer: Answer | None
    seconds: float


def sample(data: Path, each: int) -> tuple[list[tuple[str, str]], list[tuple[Question, bool]]]:
    """The library's passages, and as many answerable as unanswerable questions."""
    passages, questions = squad(data / "squad/dev-v1.1.json")
    inside = set(sorted({article for article, _ in passages})[::2])
    chooser = random.Random(SEED)
    own = chooser.sample([q for q in questions if q.article in inside], each)
    other = chooser.sample([q for q in questions if q.article not in inside], each)
    asked = [
        pair for mine, theirs in zip(own, other, strict=True) for pair in ((mine, True), (theirs, False))
    ]
    return [passage for passage in passages if passage[0] in inside], asked


def ask(library: Library, question: Question, *, answerable: bool) -> Outcome:
    """Ask one question."""
    begin = time.perf_counter()
    try:
        answer = library.ask(question.text, mode="composed")
    except ModelError as error:
        print(f"failed: {question.text}: {error}", flush=True)
        answer = None
    return Outcome(question, answerable, answer, time.perf_counter() - begin)


def count(outcomes: Sequence[Outcome], threshold: float) -> dict[str, Any]:
    """Numbers over some outcomes, with the gate at a threshold."""
    row: Counter[str] = Counter(
        dict.fromkeys(("asked", "model asked", "answered", "refused", "right", "failed"), 0)
        | dict.fromkeys(("written", "removed", "shown", "shown with the gold answer"), 0)
    )
    for outcome in outcomes:
        answer = outcome.answer
        row["asked"] += 1
        if answer is None:
            row["failed"] += 1
            continue
        if answer.confidence < threshold:
            row["refused"] += 1
            continue
        shown = [sentence for sentence in answer.sentences if sentence.citations]
        row["model asked"] += 1
        row["refused" if answer.refused else "answered"] += 1
        row["written"] += len(shown) + len(answer.removed)
        row["removed"] += len(answer.removed)
        row["shown"] += len(shown)
        gold = outcome.question.answers
        with_gold = [holds(sentence.text, gold) for sentence in shown]
        row["shown with the gold answer"] += sum(with_gold)
        row["right"] += any(with_gold)
    return dict(row)


def listing(outcomes: Sequence[Outcome]) -> str:
    """Every shown sentence with what it cites."""
    lines = []
    for outcome in outcomes:
        answer = outcome.answer
        if answer is None or answer.refused:
            continue
        kind = "in the library" if outcome.answerable else "NOT in the library"
        lines.append(f"Q {outcome.question.text} ({kind}; gold: {outcome.question.answers[0]})")
        quotes = {citation.number: citation.quote for citation in answer.citations}
        for sentence in answer.sentences:
            lines.append(f"  S {sentence.text}")
            lines.extend(f"    [{number}] {quotes[number]}" for number in sentence.citations)
        lines.append(f"  confidence {answer.confidence:.2f}, removed {len(answer.removed)}")
    return "\n".join(lines) + "\n"


def run(data: Path, address: str, *, name: str, each: int, max_tokens: int, sources: int) -> list[Outcome]:
    """Ask all questions."""
    passages, asked = sample(data, each)
    model = {"provider": "openai", "address": address, "name": name, "max_tokens": max_tokens, "seconds": 600}
    settings: dict[str, dict[str, object]] = {
        "model": model,
        "answer": {"compose_threshold": 0.0, "sources": sources},
    }
    with build_library(WORK / "small-model", passages, **settings) as library:
        outcomes: list[Outcome] = []
        with contextlib.suppress(KeyboardInterrupt):  # what has been asked by then is reported
            for question, answerable in asked:
                outcomes.append(ask(library, question, answerable=answerable))
                print(f"\r{len(outcomes)} of {len(asked)}", end="", flush=True)
        print()
        return outcomes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--address", required=True, help="of the server, with /v1")
    parser.add_argument("--name", default="", help="of the model; else the first that the server lists")
    parser.add_argument("--each", type=int, default=50, help="questions of each kind")
    parser.add_argument("--max-tokens", type=int, default=160)
    parser.add_argument("--sources", type=int, default=4, help="passages that the model is given")
    parser.add_argument("--list", type=Path, help="file for the shown sentences")
    arguments = parser.parse_args()
    outcomes = run(
        data_folder(arguments.data),
        arguments.address,
        name=arguments.name,
        each=arguments.each,
        max_tokens=arguments.max_tokens,
        sources=arguments.sources,
    )
    print(machine_line())
    threshold = Settings().answer.compose_threshold
    rows = [
        (f"{kind}, gate {gate}", count([o for o in outcomes if o.answerable == answerable], value))
        for kind, answerable in (("answerable", True), ("unanswerable", False))
        for gate, value in (("off", 0.0), (f"at {threshold}", threshold))
    ]
    names = list(rows[0][1])
    print("| questions | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 1))
    for kind, row in rows:
        print(f"| {kind} | " + " | ".join(str(row[name]) for name in names) + " |")
    seconds = sorted(outcome.seconds for outcome in outcomes)
    print(f"seconds a question: median {seconds[len(seconds) // 2]:.1f}, longest {seconds[-1]:.1f}")
    if arguments.list:
        arguments.list.write_text(listing(outcomes), encoding="utf-8")


if __name__ == "__main__":
    main()
