"""How many questions that can be understood alone are changed by the rules for follow-ups.

SQuAD's questions are written to be asked by themselves. Here each is asked as if it followed the one before it, whose
answer is the sentence of the passage that holds it. Some do lean on it after all ("Where did he begin teaching?"): what
is changed is printed, to be read.

    python -m benchmarks.followups --data DIR [--show 20]
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise

from benchmarks.data import data_folder, squad
from pincite.answer.followup import understand
from pincite.answer.history import Exchange
from pincite.encode.minilm import load_minilm
from pincite.sentences import sentence_ranges


def sentence_with(answer: str, text: str) -> str:
    """The first sentence of a text that holds the answer."""
    ranges = sentence_ranges(text)
    return next((text[start:end] for start, end in ranges if answer in text[start:end]), "")


def main() -> None:
    """Ask them all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", help="folder of the public data sets")
    parser.add_argument("--show", type=int, default=20, help="so many changed questions are printed")
    arguments = parser.parse_args()
    passages, questions = squad(data_folder(arguments.data) / "squad" / "dev-v1.1.json")
    encoder = load_minilm()

    def cosine(one: str, other: str) -> float:
        return float(encoder.encode_question(one).pooled @ encoder.encode_question(other).pooled)

    changed: list[tuple[str, str, str]] = []
    begin = time.perf_counter()
    for before, question in pairwise(questions):
        said = sentence_with(before.answers[0], passages[before.passage][1])
        understood = understand(question.text, [Exchange(before.text, said)], similarity=cosine)
        if understood.by:
            changed.append((before.text, question.text, understood.question))
    seconds = time.perf_counter() - begin
    asked = len(questions) - 1
    print(f"{len(changed)} of {asked} questions changed ({len(changed) / asked:.2%})")
    print(f"{seconds / asked * 1e6:.0f} microseconds a question")
    for before_text, text, rewritten in changed[: arguments.show]:
        print(f"- {before_text.strip()} | {text.strip()} -> {rewritten}")


if __name__ == "__main__":
    main()
