"""What documents say about themselves: their kind against labels set by hand, DOI, venue and affiliations against JATS.

    python -m benchmarks.kinds --data DIR [--books DIR]

DIR holds papers/, contracts/, edge-pdfs/ and scans/; the books are those that `DIR/books/get-books` lays out. Whoever
set the labels looked at the files. Several kinds stand where people would not agree (a reference of 900 pages is a
manual and a book).
"""

from __future__ import annotations

import argparse
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

from benchmarks.papers import letters
from pincite.domain import DocumentFacts
from pincite.errors import PinciteError
from pincite.parse import parse_pdf

DATA = {
    "papers/*.pdf": "paper",
    "papers/two-column-and-other/*.pdf": "paper",
    "contracts/*.pdf": "contract",
    "edge-pdfs/*bug1815476.pdf": "form",
    "edge-pdfs/*issue9972-?.pdf": "form",
    "edge-pdfs/*issue-67-example.pdf": "filing",
    "edge-pdfs/*jbig2.pdf": "scan other",
    "edge-pdfs/*pr-00530-ml-lines.pdf": "filing other",
    "edge-pdfs/*issue-625-identity-cmap.pdf": "form other",
    "edge-pdfs/*issue-140-example.pdf": "form other",
    "edge-pdfs/*AutoCad_Simple.pdf": "other",
    "edge-pdfs/*font_ascent_descent.pdf": "other slides",
    "edge-pdfs/*zero_descent.pdf": "other slides",
    "edge-pdfs/*issue-463-example.pdf": "other",
    "edge-pdfs/*issue20232.pdf": "other",
    "edge-pdfs/*multilang.pdf": "other",
    "edge-pdfs/*hello_world_rotated.pdf": "other",
    "edge-pdfs/*issue6296.pdf": "other",
    "edge-pdfs/*bug1724918.pdf": "other form",
    "scans/[clmrsj]*.pdf": "scan",
    "scans/blank.pdf": "other scan",
    "scans/graph_ocred.pdf": "other scan",
}
BOOKS = {
    "*__Agraph.pdf": "manual",
    "*__lshort.pdf": "manual book",
    "*__R-FAQ.pdf": "manual",
    "*__R-intro.pdf": "manual",
    "*__bird.pdf": "manual",
    "*__debian-faq.en.pdf": "manual",
    "*__developers-reference.pdf": "manual",
    "*__docsurvey.pdf": "paper manual",
    "*__dotguide.pdf": "manual paper",
    "*__essay.pdf": "book manual",
    "*__fhs-3.0.pdf": "manual book",
    "*__flex.pdf": "manual",
    "*__gentle.pdf": "manual book",
    "*__gmpl.pdf": "manual",
    "*__happy4th.pdf": "book",
    "*__KLU_UserGuide.pdf": "manual",
    "*__latex2e.pdf": "manual",
    "*__learning.pdf": "manual",
    "*__libguide.pdf": "manual",
    "*__maximabook-19-Sept-2004.pdf": "book manual",
    "*__memdesign.pdf": "book",
    "*__mpfr.pdf": "manual",
    "*__nug28.pdf": "manual",
    "*__policy.pdf": "manual",
    "*__presentation.pdf": "slides",
    "*__SLIP_LU_UserGuide.pdf": "manual",
    "*__trapman.pdf": "book manual",
    "*__tripman.pdf": "book manual",
    "*__tutorial-mf.pdf": "manual",
    "*__visualFAQ.pdf": "manual",
    "*__dseriesReporting.pdf": "slides",
    "*__preprocessor.pdf": "slides",
    "*__macroprocessor.pdf": "slides",
    "*__parallel.pdf": "slides",
    "*__Author_Handbook_*.pdf": "manual",
}


def labelled(data: Path, books: Path | None) -> Iterator[tuple[Path, list[str]]]:
    """Files with the kinds that are right for them."""
    for folder, labels in ((data, DATA), (books, BOOKS)):
        for pattern, kinds in labels.items():
            for path in sorted(folder.glob(pattern)) if folder else ():
                yield path, kinds.split()


def compare(path: Path, facts: DocumentFacts) -> dict[str, bool]:
    """DOI, venue and affiliations of a paper against its JATS file."""
    meta = ET.parse(path.with_suffix(".jats.xml")).getroot().find("front")
    if meta is None:
        return {}
    affiliations = [letters("".join(aff.itertext())) for aff in meta.iter("aff")]
    return {
        "doi": facts.doi == meta.findtext(".//article-id[@pub-id-type='doi']"),
        "venue": letters(facts.venue) == letters(meta.findtext(".//journal-title") or ""),
        "affiliations": [letters(name) for name in facts.affiliations] == affiliations,
    }


def run(data: Path, books: Path | None) -> float:
    """Read all labelled files and print what is wrong; gives the share that is right."""
    right = total = 0
    told: dict[str, list[bool]] = {}
    for path, kinds in labelled(data, books):
        try:
            facts = parse_pdf(path).facts
        except PinciteError as error:
            print(f"{path.name}: {error}")
            continue
        total += 1
        right += facts.kind in kinds
        if facts.kind not in kinds:
            print(f"{path.name}: {facts.kind} instead of {' or '.join(kinds)}")
        if path.with_suffix(".jats.xml").exists():
            for name, good in compare(path, facts).items():
                told.setdefault(name, []).append(good)
                if not good:
                    print(f"{path.name}: {name} {getattr(facts, name)}")
    print(f"kind: {right} of {total} right, {right / max(total, 1):.3f}")
    for name, values in told.items():
        print(f"{name}: {sum(values)} of {len(values)}")
    return right / max(total, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--books", type=Path)
    arguments = parser.parse_args()
    run(arguments.data, arguments.books)


if __name__ == "__main__":
    main()
