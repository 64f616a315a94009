"""Extraction: fields of contracts against clauses that lawyers marked, and of papers against a hand-made list.

    python -m benchmarks.extraction --data DIR [--fit] [--papers-only] [--contracts-only] [--without-cues]

Contracts (CUAD): 40 fields of 30 contracts, quoted. A field counts as

* found when a sentence is shown for it;
* right when the first sentence shown is the marked clause: half of the shorter one is in the other, word for word;
* on the right page when it stands on a page of the clause.

Precision is right of all shown, recall right of all that are there; a clause that is there and for which another
sentence is shown costs both. "Absent, said absent": of the clauses that a contract does not have. The contracts with
odd numbers were calibrated on and looked at while the schema was written; those with even numbers were not.
`--fit` writes the coefficients that Pincite ships. `--without-cues` measures the contract schema as a hasty user would
have written it: questions and types alone.

Papers: the fields of `extraction_papers.json`, where a person wrote down what each paper says of each.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks import extraction_fit
from benchmarks.clauses import CATEGORIES, Clause, calibrates, read_clauses
from benchmarks.contracts import open_library, print_table
from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import ExtractedField, Extraction, FieldState
from pincite.research.schema import Schema, builtin

PAPERS = Path(__file__).with_name("extraction_papers.json")


@dataclass(slots=True)
class Count:
    """How often what happened."""

    present: int = 0
    absent: int = 0
    shown: int = 0
    right: int = 0
    page: int = 0
    any_line: int = 0
    said_absent: int = 0

    def add(self, other: Count) -> None:
        """Sum up."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def precision(self) -> float:
        """Right of all shown."""
        return self.right / self.shown if self.shown else 1.0

    @property
    def recall(self) -> float:
        """Right of all that are there."""
        return self.right / self.present if self.present else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def judge(field: ExtractedField, clause: Clause) -> Count:
    """Compare one field of one contract with its gold."""
    shown = field.state is FieldState.FOUND
    count = Count(present=int(clause.present), absent=int(not clause.present), shown=int(shown))
    if not shown:
        count.said_absent = int(not clause.present)
    elif clause.present:
        hits = [clause.holds(c.quote, [span.page_index for span in c.spans]) for c in field.citations]
        count.right = int(hits[0])
        count.any_line = int(any(hits))
        count.page = int(
            bool(clause.pages.intersection(span.page_index for span in field.citations[0].spans))
        )
    return count


def contract_counts(
    library: Library, clauses: Mapping[tuple[str, str], Clause], schema: Schema
) -> tuple[dict[str, Count], dict[str, Count], list[tuple[Extraction, float]]]:
    """Counts by field of the half that was calibrated on and of the other, and how long each contract took."""
    halves: tuple[dict[str, Count], dict[str, Count]] = ({}, {})
    timed = []
    for document in sorted(library.documents(), key=lambda d: d.file_name):
        begin = time.perf_counter()
        (extraction,) = library.extract([document.id], schema=schema, mode="quoted", fresh=True)
        timed.append((extraction, time.perf_counter() - begin))
        half = halves[0 if calibrates(document.file_name) else 1]
        for field in extraction.fields:
            if field.name in CATEGORIES:
                count = judge(field, clauses[document.file_name, field.name])
                half.setdefault(field.name, Count()).add(count)
    return *halves, timed


def total(counts: Iterable[Count]) -> Count:
    """All fields together."""
    summed = Count()
    for count in counts:
        summed.add(count)
    return summed


def row(name: str, count: Count) -> list[str]:
    """A line of the table."""
    share = f"{count.page}/{count.present}" if count.present else "–"
    absent = f"{count.said_absent}/{count.absent}" if count.absent else "–"
    return [
        name,
        str(count.present),
        str(count.shown),
        f"{count.right}/{count.present}" if count.present else "–",
        share,
        absent,
        f"{count.precision:.2f}",
        f"{count.recall:.2f}",
        f"{count.f1:.2f}",
    ]


HEAD = ["field", "there", "shown", "right", "right page", "absent, said absent", "P", "R", "F1"]


def report_contracts(data: Path, *, fit: bool, cued: bool) -> None:
    """Print the tables of the contracts."""
    clauses = read_clauses(data / "contracts")
    schema = builtin("contract")
    if not cued:
        fields = tuple(extraction_fit.without_cues(item) for item in schema.fields)
        schema = replace(schema, name="without cues", fields=fields)
    with open_library(data, "none") as library:
        if fit:
            extraction_fit.write(library, clauses)
            return
        calibrated, reported, timed = contract_counts(library, clauses, schema)
    for title, counts in (("looked at", calibrated), ("not looked at", reported)):
        rows = [row(name, count) for name, count in counts.items()]
        everything = total(counts.values())
        with_gold = [count for count in counts.values() if count.present]
        macro = sum(count.f1 for count in with_gold) / len(with_gold)
        print_table(f"contracts, {title}", HEAD, [*rows, row("**all**", everything)])
        any_line = everything.any_line / everything.present
        print(
            f"\nmacro F1 {macro:.2f}; recall counting every sentence shown, not only the first: {any_line:.2f}"
        )
    slowest, seconds = max(timed, key=lambda pair: pair[1])
    mean = sum(seconds for _, seconds in timed) / len(timed)
    print(
        f"\nseconds a contract: mean {mean:.2f}, slowest {seconds:.2f} ({slowest.document.pages} pages, "
        f"{len(slowest.fields)} fields)"
    )


def report_papers(data: Path) -> None:
    """Print the table of the papers."""
    gold: dict[str, dict[str, Any]] = json.loads(PAPERS.read_text(encoding="utf-8"))
    counts: dict[str, Count] = {}
    with Library.open(Path(".bench") / "papers-none") as library:
        library.add(sorted((data / "papers").rglob("*.pdf")))
        documents = {document.file_name: document for document in library.documents()}
        for file, fields in gold.items():
            (found,) = library.extract([documents[file].id], schema="paper", mode="quoted", fresh=True)
            for field in found.fields:
                count = judge_paper(field, fields.get(field.name, []))
                counts.setdefault(field.name, Count()).add(count)
    rows = [row(name, count) for name, count in counts.items()]
    print_table(
        f"papers: {len(gold)} papers, checked by hand", HEAD, [*rows, row("**all**", total(counts.values()))]
    )


def judge_paper(field: ExtractedField, gold: list[dict[str, Any]]) -> Count:
    """Right when a cited sentence holds one of the phrases that a person wrote down, on its page."""
    shown = field.state is FieldState.FOUND
    count = Count(present=int(bool(gold)), absent=int(not gold), shown=int(shown))
    if not shown:
        count.said_absent = int(not gold)
        return count
    for citation in field.citations:
        pages = {span.page_index for span in citation.spans}
        if any(item["page"] in pages for item in gold):
            count.page = 1
        quote = " ".join(citation.quote.split()).casefold()
        if any(item["page"] in pages and item["says"].casefold() in quote for item in gold):
            count.right = count.any_line = 1
    return count


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--fit", action="store_true", help="write the coefficients that Pincite ships")
    parser.add_argument("--papers-only", action="store_true")
    parser.add_argument("--contracts-only", action="store_true")
    parser.add_argument("--without-cues", action="store_true")
    arguments = parser.parse_args()
    print(machine_line())
    data = data_folder(arguments.data)
    if not arguments.papers_only:
        report_contracts(data, fit=arguments.fit, cued=not arguments.without_cues)
    if not (arguments.fit or arguments.contracts_only):
        report_papers(data)


if __name__ == "__main__":
    main()
