"""Comparison of real papers against a key made by hand.

    python -m benchmarks.comparison --data DATA [--show]

The 20 papers of one journal are compared by the schema for papers, and 5 papers of other layouts. comparison.json
says of each value whether it answers its dimension, judged by reading the paper: by file, dimension and the first
words of the quote. What is not in it is counted as not judged, and printed with --show.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.data import data_folder
from pincite import Library
from pincite.domain import ComparedCell, Comparison, FieldState
from pincite.research.comparison_statements import SURE

KEY = Path(__file__).with_name("comparison.json")
OTHERS = (
    "0807.3577.pdf",
    "MullenJSSv18i03.pdf",
    "Wang-paperAVE2008.pdf",
    "test_Grobid_1_05452615.pdf",
    "tracemonkey.pdf",
)
BEGINNING = 36
"""Letters of a quote that tell it from the others of its document."""


def judgement(key: dict[str, Any], file: str, dimension: str, quote: str) -> str:
    """Whether a value is "right", "wrong" or "not judged"."""
    verdict = key.get(file, {}).get(dimension, {}).get(" ".join(quote.split())[:BEGINNING])
    return "not judged" if verdict is None else "right" if verdict else "wrong"


def judged(made: Comparison, key: dict[str, Any], *, show: bool) -> None:
    """Print how many values are right, by dimension."""
    total: Counter[str] = Counter()
    sure: Counter[str] = Counter()
    print("| dimension | values | right | wrong | not judged |\n|---|---|---|---|---|")
    for column, dimension in enumerate(made.dimensions):
        counts: Counter[str] = Counter()
        for row in made.documents:
            cell = row.cells[column]
            if cell.state is not FieldState.FOUND:
                continue
            quote = _quote(made, cell)
            verdict = judgement(key, row.document.file_name, dimension.name, quote)
            counts[verdict] += 1
            if cell.confidence >= SURE:
                sure[verdict] += 1
            if show and verdict == "not judged":
                print(json.dumps([row.document.file_name, dimension.name, quote[:300], cell.value[:80]]))
        total += counts
        print(f"| {dimension.label} | {_row(counts)} |")
    print(f"| all | {_row(total)} |")
    print(f"| sure ones ({SURE} and more) | {_row(sure)} |")


def _quote(made: Comparison, cell: ComparedCell) -> str:
    return made.citations[cell.citations[0] - 1].quote


def _row(counts: Counter[str]) -> str:
    shown = (counts.total(), counts["right"], counts["wrong"], counts["not judged"])
    return " | ".join(str(number) for number in shown)


def verbatim(library: Library, made: Comparison) -> int:
    """How many citations are the page's own text at the page that they name."""
    good = 0
    for citation in made.citations:
        page = library.page(citation.document.id, citation.page_index)
        spans = [span for span in citation.spans if span.page_index == page.index]
        text = " ".join(page.text[span.start : span.end] for span in spans)
        good += page.label == citation.page_label and text.split()[:4] == citation.quote.split()[:4]
    return good


def compare(library: Library, names: list[str]) -> Comparison:
    """Compare afresh, and again; print the times."""
    began = time.perf_counter()
    made = library.compare(names, mode="quoted", fresh=True)
    first = time.perf_counter() - began
    began = time.perf_counter()
    library.compare(names, mode="quoted")
    again = time.perf_counter() - began
    print(
        f"\n{len(names)} documents: {first:.1f} s, again {again:.1f} s; {len(made.dimensions)} dimensions in common,"
    )
    print(
        f"{len(made.skipped)} skipped; {verbatim(library, made)} of {len(made.citations)} citations verbatim\n"
    )
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data")
    parser.add_argument("--show", action="store_true", help="print what is not judged")
    arguments = parser.parse_args()
    papers = data_folder(arguments.data) / "papers"
    key = json.loads(KEY.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, Library.open(Path(folder) / "library") as library:
        library.add([papers], ocr=False)
        journal = sorted(path.name for path in papers.glob("*.pdf"))
        judged(compare(library, journal), key, show=arguments.show)
        judged(compare(library, list(OTHERS)), key, show=arguments.show)


if __name__ == "__main__":
    main()
