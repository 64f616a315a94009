"""Does a better reader find more? The right page first, with this reader and with that of another revision.

    python -m benchmarks.pages --data DIR [--against REVISION]

Files are added and asked about through the product, as this tree has it and, with `--against`, as that revision of the
repository has it, one after the other on the same machine.

* contracts: every clause of `benchmarks.contracts` asked for within its contract, and over all contracts with the
  contract's name in the question;
* papers: half-remembered sentences. Of each paragraph in a paper's JATS file one sentence is drawn, and of its words
  every other one, in order; the question is what is left. Gold is the page on which PDFium's plain text has the
  whole sentence; sentences that are on several pages or in several papers are left out. Asked over all papers.

A page counts as found first if the best passage has any of its text on it ("passage"), and if the first sentence of
the answer has, however weak the evidence ("quote").
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.contracts import NEVER, print_table, read_items
from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from benchmarks.papers import letters, paragraphs_of
from pincite import Library

SEED = 11
SHORTEST = 60
"""Letters a sentence needs at least: shorter ones stand on several pages."""
DEEPEST = 10
ROOT = Path(__file__).resolve().parent.parent

Gold = tuple[str, frozenset[int]]
"""File name, page indexes."""


def remembered(data: Path) -> list[tuple[str, Gold]]:
    """Half-remembered sentences of the papers, each with its place."""
    files = [pdf for pdf in sorted((data / "papers").glob("*.pdf")) if pdf.with_suffix(".jats.xml").exists()]
    pages = {pdf.name: _plain_pages(pdf) for pdf in files}
    draw = random.Random(SEED)
    questions = []
    for pdf in files:
        root = ET.parse(pdf.with_suffix(".jats.xml")).getroot()
        for paragraph in paragraphs_of(root):
            sentences = [part for part in re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split())) if part]
            long = [sentence for sentence in sentences if len(letters(sentence)) >= SHORTEST]
            if not long:
                continue
            sentence = draw.choice(long)
            places = [
                (name, index)
                for name, texts in pages.items()
                for index, text in enumerate(texts, start=1)
                if letters(sentence) in text
            ]
            if len(places) == 1:
                words = sentence.split()
                kept = " ".join(words[draw.randrange(2) :: 2])
                questions.append((kept, (places[0][0], frozenset({places[0][1]}))))
    return questions


def _plain_pages(pdf: Path) -> list[str]:
    """The letters of each page as PDFium alone gives them, so that the gold owes nothing to Pincite's reader."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return [letters(page.get_textpage().get_text_bounded().replace("\ufffe", "")) for page in document]
    finally:
        document.close()


def ranks(library: Library, questions: Sequence[tuple[str, Gold]], *, within: bool) -> dict[str, list[int]]:
    """The rank of the first passage on a gold page, and 1 where the answer's first sentence is on one."""
    ids = {document.file_name: document.id for document in library.documents()}
    found: dict[str, list[int]] = {"passage": [], "quote": []}
    for question, (file, gold) in questions:
        documents = [ids[file]] if within else None
        found["passage"].append(_rank(library, question, file, gold, documents))
        answer = library.ask(question, documents=documents)
        first = answer.citations[answer.sentences[0].citations[0] - 1] if answer.citations else None
        hit = (
            first is not None
            and first.document.file_name == file
            and any(span.page_index in gold for span in first.spans)
        )
        found["quote"].append(1 if hit else NEVER)
    return found


def _rank(
    library: Library, question: str, file: str, gold: frozenset[int], documents: list[str] | None
) -> int:
    for rank, passage in enumerate(library.search(question, k=DEEPEST, documents=documents), start=1):
        if passage.document.file_name == file and gold & {span.page_index for span in passage.spans}:
            return rank
    return NEVER


def measure(data: Path) -> Iterator[tuple[str, dict[str, list[int]]]]:
    """Index both sets with the code that is imported, ask, and give the ranks of each task."""
    present, _ = read_items(data / "contracts")
    contracts = sorted((data / "contracts").glob("*.pdf"))
    papers = sorted((data / "papers").glob("*.pdf"))
    with tempfile.TemporaryDirectory(prefix="pincite-pages-") as folder:
        # Below the threshold there would be no quote to look at, and how strict the gate is is not asked here.
        settings = {"answer": {"threshold": 0.0}}
        with Library.open(Path(folder) / "contracts", settings=settings) as library:
            _add(library, contracts)
            for task in ("within", "named"):
                asked = [(item.question(task), (item.file, item.pages)) for item in present]
                yield f"contracts, {task}", ranks(library, asked, within=task == "within")
        with Library.open(Path(folder) / "papers", settings=settings) as library:
            _add(library, papers)
            yield "papers", ranks(library, remembered(data), within=False)


def _add(library: Library, files: Sequence[Path]) -> None:
    report = library.add(files)
    if report.failed:
        raise SystemExit("\n".join(f"{entry.path.name}: {entry.error}" for entry in report.failed))


def _elsewhere(data: Path, revision: str) -> dict[str, dict[str, list[int]]]:
    """The same with the code of another revision, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="pincite-revision-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(tree), revision], cwd=ROOT, check=True
        )
        try:
            return _in_process(data, tree)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def _in_process(data: Path, tree: Path) -> dict[str, dict[str, list[int]]]:
    command = [sys.executable, "-m", "benchmarks.pages", "--data", str(data.resolve()), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    result = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, dict[str, list[int]]] = json.loads(result.stdout)
    return answer


def _row(name: str, task: str, found: dict[str, list[int]]) -> list[str]:
    passage, quote = found["passage"], found["quote"]
    count = len(passage)
    shares = [sum(rank <= depth for rank in passage) / count for depth in (1, 3, DEEPEST)]
    shares.append(sum(1 / rank for rank in passage) / count)
    shares.append(sum(rank == 1 for rank in quote) / count)
    return [task, name, str(count), *(f"{share:.3f}" for share in shares)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The right page first, with this reader and another one.")
    parser.add_argument("--data")
    parser.add_argument("--against", metavar="REVISION", help="also measure this revision of the repository")
    parser.add_argument("--json", action="store_true", help="print the ranks instead of a table")
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    if arguments.json:
        print(json.dumps(dict(measure(data))))
        return
    print(machine_line())
    results = {"this tree": _in_process(data, ROOT)}
    if arguments.against:
        results = {arguments.against: _elsewhere(data, arguments.against)} | results
    head = [
        "asked",
        "reader",
        "questions",
        "hit@1",
        "hit@3",
        f"hit@{DEEPEST}",
        "MRR",
        "first quote on the page",
    ]
    tasks = results["this tree"]
    rows = [_row(name, task, found[task]) for task in tasks for name, found in results.items()]
    print_table("The right page", head, rows)


if __name__ == "__main__":
    main()
