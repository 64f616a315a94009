"""Quoted summaries against a key made by hand.

    python -m benchmarks.summaries --data DIR      (DIR holds papers/ and contracts/)

The key (summaries.json) says for each aspect of twelve documents which sentences tell it, by phrases of theirs; an
empty list means that the document does not report it. Measured by aspect:

* found: of the aspects reported, those that the summary has at least one right sentence for;
* right: of the sentences shown, those that the key has;
* silent: of the aspects not reported, those that the summary says so of.

With `--address` of a server that speaks the OpenAI protocol, its model writes summaries of the first papers: how many
aspects it composed, how many were quoted for want of a supported sentence, how many sentences were shown and removed.

With `--verbose`, every sentence that is not in the key, and every aspect missed.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import Summary

KEY = Path(__file__).with_suffix(".json")
FOLDERS = {"papers": ("papers", "papers/two-column-and-other"), "contracts": ("contracts",)}


@dataclass(slots=True)
class Score:
    """Counts of one aspect."""

    reported: int = 0
    found: int = 0
    shown: int = 0
    right: int = 0
    unreported: int = 0
    silent: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(getattr(self, name) + getattr(other, name) for name in Score.__slots__))


def squash(text: str) -> str:
    """Letters and digits, for comparing."""
    return "".join(character for character in text.casefold() if character.isalnum())


def measure(summary: Summary, key: dict[str, list[str]], verbose: bool) -> dict[str, Score]:
    """The counts of one summary by aspect."""
    scores: dict[str, Score] = {}
    name = summary.document.file_name
    for section in summary.sections:
        phrases = [squash(phrase) for phrase in key[section.aspect]]
        texts = [sentence.text for sentence in section.sentences]
        right = [any(phrase in squash(text) for phrase in phrases) for text in texts]
        score = scores[section.aspect] = Score(shown=len(texts), right=sum(right))
        if phrases:
            score.reported, score.found = 1, int(any(right))
        else:
            score.unreported, score.silent = 1, int(not texts)
        if verbose:
            for text, good in zip(texts, right, strict=True):
                if not good:
                    print(f"  {name} {section.aspect}: not in the key: {text}")
            if phrases and not any(right):
                print(f"  {name} {section.aspect}: MISSED")
    return scores


def verbatim(library: Library, summary: Summary) -> tuple[int, int]:
    """How many sentences are what stands on their pages, and of how many."""
    good = total = 0
    quotes = {citation.number: citation for citation in summary.citations}
    for sentence in (sentence for section in summary.sections for sentence in section.sentences):
        total += 1
        spans = [span for number in sentence.citations for span in quotes[number].spans]
        pages = {span.page_index: library.page(summary.document.id, span.page_index).text for span in spans}
        good += squash("".join(pages[s.page_index][s.start : s.end] for s in spans)) == squash(sentence.text)
    return good, total


def run(data: Path, *, verbose: bool = False) -> dict[str, float]:
    """Measure all documents of the key and print a table for papers and one for contracts."""
    key: dict[str, dict[str, dict[str, list[str]]]] = json.loads(KEY.read_text(encoding="utf-8"))
    result: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        for kind, documents in key.items():
            paths = [data / place / name for name in documents for place in FOLDERS[kind]]
            library.add([path for path in paths if path.is_file()])
            scores: dict[str, Score] = defaultdict(Score)
            seconds, good, total = [], 0, 0
            for name, truth in documents.items():
                summary = library.summarize(name, kind=kind.removesuffix("s"))
                seconds.append(summary.seconds)
                for aspect, score in measure(summary, truth, verbose).items():
                    scores[aspect] += score
                one, of = verbatim(library, summary)
                good, total = good + one, total + of
            result |= _print(kind, scores)
            print(f"{'verbatim':<16} {good}/{total}; {max(seconds):.2f} s at most")
            result[f"{kind}_verbatim"] = good / max(total, 1)
    return result


def compose(data: Path, address: str, papers: int, *, verbose: bool = False) -> dict[str, float]:
    """Let a language model summarise some papers and print what became of its sentences."""
    names = list(json.loads(KEY.read_text(encoding="utf-8"))["papers"])[:papers]
    model = {"provider": "openai", "address": address, "max_tokens": 200, "seconds": 600}
    counts: dict[str, float] = defaultdict(float)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library", settings={"model": model}) as library,
    ):
        library.add([path for name in names for path in data.glob(f"papers/**/{name}")])
        for name in names:
            summary = library.summarize(name, mode="auto")
            counts["seconds"] += summary.seconds
            for section in summary.sections:
                counts[f"aspects {section.mode if section.reported else 'not reported'}"] += 1
                if section.mode == "composed":
                    counts["sentences of the model shown"] += len(section.sentences)
                counts["sentences of the model removed"] += len(section.removed)
                if verbose and section.failure:
                    print(f"  {name} {section.aspect}: {section.failure}")
                if verbose and section.mode == "composed":
                    for sentence in section.sentences:
                        print(f"  {name} {section.aspect}: {sentence.text} {list(sentence.citations)}")
    for title, value in sorted(counts.items()):
        print(f"{title:<34} {value:.0f}")
    return dict(counts)


def _print(kind: str, scores: dict[str, Score]) -> dict[str, float]:
    print(f"\n{kind:<16} {'found':>8} {'right':>8} {'silent':>8}")
    for aspect, score in scores.items():
        print(_row(aspect, score))
    every = sum(scores.values(), Score())
    print(_row("all", every))
    return {
        f"{kind}_found": every.found / max(every.reported, 1),
        f"{kind}_right": every.right / max(every.shown, 1),
        f"{kind}_silent": every.silent / max(every.unreported, 1),
    }


def _row(name: str, score: Score) -> str:
    pairs = ((score.found, score.reported), (score.right, score.shown), (score.silent, score.unreported))
    return f"{name:<16} " + " ".join(f"{f'{part}/{whole}' if whole else '-':>8}" for part, whole in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", help="folder that holds papers/ and contracts/")
    parser.add_argument("--verbose", action="store_true", help="say what is not in the key")
    parser.add_argument("--address", help="of a server with the OpenAI protocol: let its model write")
    parser.add_argument("--papers", type=int, default=3, help="how many papers it summarises")
    arguments = parser.parse_args()
    print(machine_line())
    if arguments.address:
        compose(data_folder(arguments.data), arguments.address, arguments.papers, verbose=arguments.verbose)
        return
    run(data_folder(arguments.data), verbose=arguments.verbose)


if __name__ == "__main__":
    main()
