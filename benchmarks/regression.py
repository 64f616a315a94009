"""The project's own questions: has Pincite become worse at answering what people ask of the sample documents?

    python -m benchmarks.regression [--accept]

`benchmarks/questions/samples.jsonl` holds questions about the four documents of `examples/papers`, written by hand
before anything was asked, with the page and the words that answer each. They are asked as `pincite eval` asks them, and
measured with its measures. Then every question is compared with what came of it when the baseline was written
(`benchmarks/questions/baseline.json`): a measure has dropped if the whole interval of its paired difference is below
zero, and then the exit code is 1. So it is if a question cannot be scored any more, or is not in the baseline.
`--accept` writes a new baseline.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import EvaluationResult, ResultState
from pincite.evaluate.bootstrap import interval, paired_difference
from pincite.evaluate.measures import DEEPEST, SCORES, Score
from pincite.evaluate.questions import read_questions
from pincite.evaluate.running import Run, prepare
from pincite.store.evaluation_rows import question_key

PAPERS = Path("examples/papers")
QUESTIONS = Path(__file__).with_name("questions") / "samples.jsonl"
BASELINE = QUESTIONS.with_name("baseline.json")

Scores = Mapping[str, float | None]
"""What one question counts in each measure; None where it does not count."""


def needs_several(result: EvaluationResult) -> bool:
    """Whether more than one passage is needed to answer."""
    return len(result.wanted) > 1


def _all_found(result: EvaluationResult) -> float | None:
    if not needs_several(result):
        return None
    return float(bool(result.ranks) and all(rank is not None and rank <= DEEPEST for rank in result.ranks))


def _cited_page(result: EvaluationResult) -> float | None:
    """Whether the first quote of the answer is on a page where the answer stands; a refusal counts as 0."""
    if result.place is None or not result.answerable:
        return None
    if result.refused is not False or result.cited is None:
        return 0.0
    pages = {span.page_index for spans in result.wanted for span in spans}
    return float(result.cited.document == result.place.document and result.cited.page_index in pages)


MEASURES: Mapping[str, tuple[str, Score]] = {
    **{
        name: (words, SCORES[name][1])
        for name, words in (
            ("hit@1", "right place in the first passage"),
            ("hit@3", "right place in the first 3 passages"),
            ("hit@10", "right place in the first 10 passages"),
            ("mrr@10", "1 / rank of the first right passage"),
        )
    },
    "all_found": ("all places in the first 10 passages, of questions that need two", _all_found),
    **{
        name: (words, SCORES[name][1])
        for name, words in (
            ("answered", "answered, of what the documents answer"),
            ("best_quote", "first quote holds the answer"),
            ("answer_covered", "a quote that is shown holds the answer"),
            ("citation_recall", "right places that are cited"),
        )
    },
    "cited_page": ("first quote is on a right page", _cited_page),
    "refused": ("refused, of what the documents do not answer", SCORES["refused"][1]),
}
"""What is measured, in words and as a score of one question."""


def asked(folder: Path) -> list[EvaluationResult]:
    """The questions with what came of them, asked of a new library of the sample documents.

    Args:
        folder: Of the library, which is made there.
    """
    with Library.open(folder) as library:
        library.add([PAPERS])
        claim = prepare(library, read_questions(QUESTIONS.read_bytes()))
        with Run(library, claim) as run:
            for _ in run.progress():
                pass
        return list(library.store.evaluations.every_result(claim.evaluation))


def scores(results: Sequence[EvaluationResult]) -> dict[str, Scores]:
    """What each question counts in each measure, by the key of the question."""
    return {
        question_key(result.expected): {name: score(result) for name, (_, score) in MEASURES.items()}
        for result in results
        if result.state is not ResultState.EXCLUDED
    }


def failures(result: EvaluationResult) -> list[str]:
    """What went wrong with one question; nothing if all is as it should be."""
    if result.state is not ResultState.DONE:
        return [result.reason]
    if not result.answerable:
        return [] if result.refused else ["answered, and the documents do not say"]
    found = []
    if result.rank is None:
        found.append("not found")
    elif _all_found(result) == 0:
        found.append("one of two places not found")
    if result.refused:
        return [*found, "refused"]
    if result.scores is not None and result.scores.answer_covered == 0:
        found.append("answer not shown")
    elif result.held is False:
        found.append("another quote first")
    if _cited_page(result) == 0:
        found.append("another page first")
    return found


def drops(before: Mapping[str, Scores], now: Mapping[str, Scores]) -> list[str]:
    """A sentence for each way in which the results are worse than the baseline; none if they are not.

    Args:
        before: The baseline, by the key of the question.
        now: The results, likewise.
    """
    told = []
    for these, others, words in (
        (now, before, "not in the baseline: look at the results, and write a new one with --accept"),
        (before, now, "in the baseline and cannot be scored now: a quote is not on its page, or is gone"),
    ):
        if missing := len(these.keys() - others.keys()):
            told.append(f"{missing} of {len(these)} questions are {words}.")
    for name, (words, _) in MEASURES.items():
        pairs = [
            (one, other)
            for key in sorted(now.keys() & before.keys())
            if (one := now[key][name]) is not None and (other := before[key].get(name)) is not None
        ]
        mine, theirs = [one for one, _ in pairs], [other for _, other in pairs]
        found = paired_difference(mine, theirs)
        if found is not None and found.high < 0:
            told.append(
                f"{name} ({words}) has dropped from {sum(theirs) / len(pairs):.3f} to "
                f"{sum(mine) / len(pairs):.3f}: by {-found.mean:.3f}, interval {-found.high:.3f} to "
                f"{-found.low:.3f}, over {len(pairs)} questions."
            )
    return told


def read_baseline(path: Path) -> dict[str, Scores]:
    """The results that are compared with.

    Raises:
        SystemExit: with what is wrong, if there are none.
    """
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        return {row["key"]: row["scores"] for row in rows}
    except FileNotFoundError:
        raise SystemExit(f"There is no baseline {path}: write one with --accept.") from None
    except (ValueError, TypeError, KeyError) as error:
        raise SystemExit(f"The baseline {path} cannot be read ({error}): write one with --accept.") from None


def write_baseline(path: Path, results: Sequence[EvaluationResult]) -> None:
    """Keep results to compare with, a line for each question, so that a change shows which have changed."""
    questions = {question_key(result.expected): result.expected.question for result in results}
    rows = [
        json.dumps({"question": questions[key], "key": key, "scores": these}, ensure_ascii=False)
        for key, these in scores(results).items()
    ]
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def table(results: Sequence[EvaluationResult]) -> str:
    """The measures with their intervals, as Markdown."""
    rows = ["| measure | | mean | interval | questions |", "|---|---|---|---|---|"]
    every = scores(results).values()
    for name, (words, _) in MEASURES.items():
        values = [value for these in every if (value := these[name]) is not None]
        if (found := interval(values)) is not None:
            rows.append(
                f"| `{name}` | {words} | {found.mean:.3f} | {found.low:.3f} to {found.high:.3f} | {len(values)} |"
            )
    return "\n".join(rows)


def main() -> int:
    """Ask, print, compare; gives 1 if anything is worse."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--accept", action="store_true", help="write the results as the new baseline")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = asked(Path(folder) / "library")
    print(machine_line())
    print(table(results))
    for result in results:
        if wrong := failures(result):
            print(f"line {result.expected.line}: {result.expected.question} – {', '.join(wrong)}")
    if excluded := sum(result.state is ResultState.EXCLUDED for result in results):
        print(f"{excluded} questions cannot be scored: see their reasons above.", file=sys.stderr)
        return 1
    if arguments.accept:
        write_baseline(BASELINE, results)
        print(f"{BASELINE} has the results of {len(results)} questions now.")
        return 0
    worse = drops(read_baseline(BASELINE), scores(results))
    for sentence in worse:
        print(sentence, file=sys.stderr)
    if not worse:
        print("No measure is worse than the baseline by more than its interval.")
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
