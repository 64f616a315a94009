"""Reading papers: headings, title, authors and paragraphs against their JATS files.

    python -m benchmarks.papers --data DIR      (DIR holds papers/*.pdf with papers/*.jats.xml)

The JATS file of each paper was made from the same source as its PDF. Measured are: headings found (precision,
recall; of the matched ones, the share with the right level), the title and the list of authors exactly, and the
share of paragraphs that the PDF's running text holds as one run, word by word. Footnotes and formulas inside a
paragraph are left out of it, since JATS has them in the sentence and the page does not.
"""

from __future__ import annotations

import argparse
import re
import time
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pincite.domain import BlockKind, ParsedDocument
from pincite.parse import parse_pdf

_RUNNING = frozenset({
    BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.HEADING, BlockKind.REFERENCE, BlockKind.CODE, BlockKind.FORMULA,
})  # fmt: skip
_LEFT_OUT = frozenset(
    {"fn", "inline-formula", "disp-formula", "table-wrap", "fig", "list", "preformat", "boxed-text"}
)
_SHORTEST = 40
"""Paragraphs of fewer letters are found by chance."""


@dataclass(slots=True)
class Score:
    """Counts of one paper."""

    headings_true: int = 0
    headings_found: int = 0
    headings_right: int = 0
    levels_right: int = 0
    title: bool = False
    authors: bool = False
    paragraphs: int = 0
    paragraphs_found: int = 0
    paragraphs_glued: int = 0
    pages: int = 0
    seconds: float = 0.0
    complaints: list[str] = field(default_factory=list)


def words(text: str) -> str:
    """Text for comparing: case, kinds of quotes and dashes, hyphens and white space do not count."""
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"[\u2018\u2019`´]", "'", text)
    text = re.sub(r"[\u201c\u201d]|''", '"', text)
    text = re.sub(r"[-\u2010\u2011\u2012\u2013\u2014\xad\u2212]\s*", "", text)
    return " ".join(text.split()).casefold()


def letters(text: str) -> str:
    """Letters and digits alone."""
    return "".join(char for char in words(text) if char.isalnum())


def _plain(element: ET.Element, left_out: frozenset[str] = _LEFT_OUT) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in left_out:
            yield from _plain(child, left_out)
        else:
            yield "\0"
        yield child.tail or ""


def _true_headings(root: ET.Element) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []

    def walk(element: ET.Element, depth: int) -> None:
        for section in element.findall("sec"):
            title = section.find("title")
            if title is not None and letters("".join(title.itertext())):
                found.append((letters("".join(title.itertext())), depth))
            walk(section, depth + 1)

    body = root.find("body")
    if body is not None:
        walk(body, 1)
    if root.find("back/ref-list") is not None:
        found.append(("references", 1))
    return found


def _true_authors(root: ET.Element) -> list[str]:
    names = []
    for contributor in root.findall("front/article-meta/contrib-group/contrib"):
        parts = [contributor.findtext(f".//{tag}") or "" for tag in ("given-names", "surname", "suffix")]
        names.append(letters(" ".join(parts)))
    return names


def paragraphs_of(root: ET.Element) -> Iterator[str]:
    body = root.find("body")
    if body is None:
        return
    for paragraph in body.iter("p"):
        # References that pandoc left unresolved, "[fig:name]", stand for words of the page.
        yield from re.split(r"\0|\[\w+:[\w-]+\]", "".join(_plain(paragraph)))


def running_text(document: ParsedDocument) -> str:
    """The text of a document as its sentences run: without what stands between them on the page."""
    return "".join(
        (" \n " if block.joint is None else block.joint) + page.text[block.start : block.end]
        for page in document.pages
        for block in page.blocks
        if block.kind in _RUNNING
    )


def measure(pdf: Path) -> Score:
    """Read one paper and compare."""
    root = ET.parse(pdf.with_suffix(".jats.xml")).getroot()
    start = time.perf_counter()
    document = parse_pdf(pdf)
    score = Score(seconds=time.perf_counter() - start, pages=len(document.pages))
    _compare_headings(root, document, score)
    title = letters("".join(root.find("front/article-meta/title-group/article-title").itertext()))  # type: ignore[union-attr]
    score.title = letters(document.title) == title
    authors = _true_authors(root)
    score.authors = [letters(name) for name in document.authors] == authors
    if not score.title:
        score.complaints.append(f"title: {document.title!r}")
    if not score.authors:
        score.complaints.append(f"authors: {document.authors} instead of {authors}")
    text = running_text(document)
    others = [
        page.text[block.start : block.end] for page in document.pages for block in page.blocks
        if block.kind not in _RUNNING
    ]  # fmt: skip
    spaced, glued = words(text), letters(text)
    spaced_others, glued_others = [words(other) for other in others], [letters(other) for other in others]
    for paragraph in paragraphs_of(root):
        if len(letters(paragraph)) < _SHORTEST:
            continue
        score.paragraphs += 1
        plain, bare = words(paragraph), letters(paragraph)
        found = plain in spaced or any(plain in other for other in spaced_others)
        score.paragraphs_found += found
        score.paragraphs_glued += bare in glued or any(bare in other for other in glued_others)
        if not found:
            score.complaints.append(f"paragraph: {_difference(words(paragraph), spaced)}")
    return score


def _compare_headings(root: ET.Element, document: ParsedDocument, score: Score) -> None:
    truth = _true_headings(root)
    found = [
        (letters(page.text[block.start : block.end]), block.level)
        for page in document.pages
        for block in page.blocks
        if block.kind is BlockKind.HEADING
    ]
    found = [item for item in found if item[0] not in letters(document.title) or item[0] in dict(truth)]
    left = Counter(title for title, _ in truth)
    levels = dict(truth)
    score.headings_true, score.headings_found = len(truth), len(found)
    for title, level in found:
        if left[title]:
            left[title] -= 1
            score.headings_right += 1
            score.levels_right += levels[title] == level
        else:
            score.complaints.append(f"no heading: {title}")
    score.complaints += [f"missed heading: {title}" for title, count in left.items() if count]


def _difference(paragraph: str, text: str) -> str:
    """The beginning of a paragraph as far as the text holds it, and what the text goes on with."""
    low, high = 0, len(paragraph)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if paragraph[:middle] in text else (low, middle - 1)
    place = text.find(paragraph[:low])
    here, there = paragraph[low : low + 30], text[place + low : place + low + 40]
    return f"…{paragraph[max(low - 30, 0) : low]}⟨{here}⟩ but ⟨{there}⟩"


def run(data: Path, *, verbose: bool = False) -> dict[str, float]:
    """Measure all papers under `data`/papers and print a table.

    Returns:
        Shares 0…1 by name, and pages per second.
    """
    scores = {}
    print(
        f"{'paper':<14} {'heads':>9} {'right':>5} {'level':>5} {'title':>5} {'auth':>4} {'paragraphs':>11} {'glued':>5}"
    )
    for pdf in sorted((data / "papers").glob("*.pdf")):
        if not pdf.with_suffix(".jats.xml").exists():
            continue
        score = scores[pdf.stem] = measure(pdf)
        print(
            f"{pdf.stem:<14} {score.headings_found:>4}/{score.headings_true:<4} {score.headings_right:>5} "
            f"{score.levels_right:>5} {'yes' if score.title else 'NO':>5} {'yes' if score.authors else 'NO':>4} "
            f"{score.paragraphs_found:>5}/{score.paragraphs:<5} {score.paragraphs_glued:>5}"
        )
        if verbose:
            for complaint in score.complaints:
                print(f"    {complaint}")
    every = list(scores.values())
    right = sum(score.headings_right for score in every)
    total = max(sum(score.paragraphs for score in every), 1)
    result = {
        "heading_precision": right / max(sum(score.headings_found for score in every), 1),
        "heading_recall": right / max(sum(score.headings_true for score in every), 1),
        "heading_levels": sum(score.levels_right for score in every) / max(right, 1),
        "title": sum(score.title for score in every) / max(len(every), 1),
        "authors": sum(score.authors for score in every) / max(len(every), 1),
        "paragraphs": sum(score.paragraphs_found for score in every) / total,
        "paragraphs_without_spaces": sum(score.paragraphs_glued for score in every) / total,
        "pages_per_second": sum(score.pages for score in every)
        / max(sum(score.seconds for score in every), 1e-9),
    }
    for name, value in result.items():
        print(f"{name:<28} {value:.3f}")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="folder that holds papers/")
    parser.add_argument("--verbose", action="store_true", help="say what differs")
    arguments = parser.parse_args()
    run(arguments.data, verbose=arguments.verbose)


if __name__ == "__main__":
    main()
