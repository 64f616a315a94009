"""Questions for single cells of tables: is the row found, and does the answer show the right value?

    python -m benchmarks.tables [--named] [--real --data DIR] [--show] [--style NAME]

Without data: 65 tables in 13 documents, typeset by script in twelve styles, 455 questions. Each is asked within its
document; with --named also over all documents, with the name of its publisher. A row counts as found when the best
sentence, before anything is left out or added, cites the row: the page's own text at the cited place holds all of the
row's values, its label, and no other row's. The value counts as shown when the first sentence of the answer holds it.
"Beside its head" is stricter: the reading puts the value right after the head of its column.

With --real: questions for cells of real papers and contracts, written by hand (real_tables.json).
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from benchmarks.typeset.documents import CellQuestion, typeset
from pincite import Library
from pincite.answer.quote import rank_sentences

WORK = Path(".bench")
REAL = Path(__file__).with_name("real_tables.json")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a question.

    Attributes:
        group: What it is counted under: a style, or a document.
        row: Whether the best sentence cites the right row.
        value: Whether the first sentence of the answer shows the right value.
        beside: Whether it shows the value right after its head.
        refused: Whether there was no answer.
        shown: What was shown instead, for `--show`.
    """

    group: str
    question: str
    wanted: str
    row: bool
    value: bool
    beside: bool
    refused: bool
    shown: str


def squash(text: str) -> str:
    """Text without white space, hyphens and case: what line ends change."""
    return re.sub(r"[\s\-\u2010\u00ad]", "", unicodedata.normalize("NFKC", text)).casefold()


def holds_value(text: str, value: str) -> bool:
    """Whether a text holds a value as it is typeset, and not as part of another number."""
    pattern = r"(?<![\w.,])" if value[:1].isalnum() else ""
    pattern += re.escape(value) + (r"(?![\w%]|[.,]\d)" if value[-1:].isalnum() else "")
    return re.search(pattern, unicodedata.normalize("NFKC", text).replace("\u2212", "-")) is not None


def holds_row(quote: str, label: str, values: Sequence[str]) -> bool:
    """Whether a quote holds a row's label and all its values."""
    return squash(label) in squash(quote) and all(holds_value(quote, value) for value in values)


def beside_head(text: str, head: str, value: str) -> bool:
    """Whether a reading has the value right after its head."""
    return squash(f"{head}{value}") in squash(re.sub(r"[:$]", "", text))


def ask_cell(library: Library, question: CellQuestion, text: str, documents: Sequence[str] | None) -> Result:
    """Ask one question of the typeset documents."""
    retrieval = library.retrieve(text, k=10, documents=documents)
    ranked = rank_sentences(text, retrieval)
    row, shown = False, ""
    if ranked:
        best = ranked[0]
        quote = page_text(library, best.evidence.passage.document.id, best.sentence.spans)
        shown = best.text
        row = (
            best.evidence.passage.document.file_name == question.file
            and any(span.page_index == question.page for span in best.sentence.spans)
            and holds_row(quote, question.label, question.values)
            and not any(holds_row(quote, label, values) for label, values in question.others)
        )
    answer = library.ask(text, documents=documents)
    first = answer.sentences[0].text if answer.sentences else ""
    wanted = question.values[question.column]
    return Result(
        group=question.style,
        question=text,
        wanted=f"{question.label}: {question.head} {wanted}",
        row=row,
        value=row_of_answer(question, first),
        beside=row_of_answer(question, first) and beside_head(first, question.head, wanted),
        refused=answer.refused,
        shown=f"{shown!r}" + (f"; answer {first!r}" if first != shown else ""),
    )


def refused_elsewhere(library: Library, asked: Sequence[CellQuestion], ids: dict[str, str]) -> list[bool]:
    """Whether questions are refused by a document that lacks the row, or a year that the question names."""
    files = list(ids)
    texts = {name: squash(" ".join(page.text for page in library.pages(own))) for name, own in ids.items()}
    refused = []
    for question in asked:
        other = files[(files.index(question.file) + 1) % len(files)]
        needed = [squash(question.label), *re.findall(r"\d{4}", question.text)]
        if not all(word in texts[other] for word in needed):
            refused.append(library.ask(question.text, documents=[ids[other]]).refused)
    return refused


def row_of_answer(question: CellQuestion, sentence: str) -> bool:
    """Whether a sentence of an answer shows the value, with the label of its row."""
    return holds_value(sentence, question.values[question.column]) and squash(question.label) in squash(
        sentence
    )


def page_text(library: Library, document: str, spans: Iterable[tuple[int, int, int]]) -> str:
    """The pages' own text at a place."""
    return " ".join(library.page(document, page).text[start:end] for page, start, end in spans)


def run(
    folder: Path,
    *,
    documents: int = 13,
    tables: int = 5,
    questions: int = 7,
    styles: str = "",
    named: bool = False,
    elsewhere: bool = False,
) -> dict[str, list[Result]]:
    """Typeset, index through the product, and ask; the results by task."""
    shutil.rmtree(folder, ignore_errors=True)
    asked = typeset(folder / "pdf", documents=documents, tables=tables, questions=questions)
    asked = [question for question in asked if styles in question.style]
    with Library.open(folder / "library") as library:
        report = library.add(folder / "pdf")
        if report.failed:
            raise SystemExit("\n".join(f"{entry.path.name}: {entry.error}" for entry in report.failed))
        ids = {document.file_name: document.id for document in library.documents()}
        results = {"within the document": [ask_cell(library, q, q.text, [ids[q.file]]) for q in asked]}
        if elsewhere:
            refused = refused_elsewhere(library, asked, ids)
            share = sum(refused) / max(1, len(refused))
            print(f"\nasked of a document that cannot answer: {len(refused)} questions, {share:.3f} refused")
        if named:
            results["over all, publisher named"] = [
                ask_cell(library, q, f"{q.text.rstrip('?')}, according to {q.organisation}?", None)
                for q in asked
            ]
        return results


@dataclass(frozen=True, slots=True)
class RealQuestion:
    """A question for a cell of a real document.

    Attributes:
        file: Path below the folder of data.
        page: From 1.
        row: Words and numbers that identify the row.
        other: Words of the rows beside it, which its quote must not hold.
        value: The right value.
    """

    file: str
    page: int
    question: str
    row: tuple[str, ...]
    other: tuple[str, ...]
    value: str


def read_real(file: Path) -> list[RealQuestion]:
    """The questions written by hand."""
    return [
        RealQuestion(
            item["file"], table["page"], q["question"], tuple(q["row"]), tuple(q.get("not", ())), q["value"]
        )
        for item in json.loads(file.read_text(encoding="utf-8"))
        for table in item["tables"]
        for q in table["questions"]
    ]


def ask_real(library: Library, question: RealQuestion, document: str) -> Result:
    """Ask one question of a real document."""
    ranked = rank_sentences(
        question.question, library.retrieve(question.question, k=10, documents=[document])
    )
    row, shown = False, ""
    if ranked:
        quote = page_text(library, document, ranked[0].sentence.spans)
        shown = ranked[0].text
        on_page = any(span.page_index == question.page for span in ranked[0].sentence.spans)
        row = on_page and all(squash(word) in squash(quote) for word in question.row)
        row = row and not any(squash(word) in squash(quote) for word in question.other)
    answer = library.ask(question.question, documents=[document])
    first = answer.sentences[0].text if answer.sentences else ""
    value = holds_value(first, question.value) or squash(question.value) in squash(first)
    return Result(
        Path(question.file).name, question.question, f"{question.row}: {question.value}", row, value, value,
        answer.refused, f"{shown!r}" + (f"; answer {first!r}" if first != shown else ""),
    )  # fmt: skip


def run_real(data: Path, folder: Path) -> list[Result]:
    """Index the real documents and ask."""
    asked = read_real(REAL)
    shutil.rmtree(folder, ignore_errors=True)
    with Library.open(folder) as library:
        library.add([data / file for file in dict.fromkeys(question.file for question in asked)])
        ids = {document.file_name: document.id for document in library.documents()}
        return [ask_real(library, question, ids[Path(question.file).name]) for question in asked]


def report(title: str, results: Sequence[Result], *, strict: bool = True) -> None:
    """Print a table of shares by group."""
    print(f"\n{title}, {len(results)} questions\n")
    print("| | questions | row found first | first sentence shows the value | beside its head | refused |")
    print("|---|---|---|---|---|---|")
    groups = list(dict.fromkeys(result.group for result in results))
    for name in ["all", *groups]:
        own = [r for r in results if name in ("all", r.group)]
        shares = [
            sum(getattr(r, key) for r in own) / len(own) for key in ("row", "value", "beside", "refused")
        ]
        cells = [f"{share:.3f}" for share in shares]
        if not strict:
            cells[2] = "–"
        print(f"| {name} | {len(own)} | " + " | ".join(cells) + " |")


def show(results: Iterable[Result]) -> None:
    """Print what went wrong."""
    for result in results:
        if not (result.row and result.value):
            marks = "".join(mark if ok else "-" for mark, ok in (("R", result.row), ("V", result.value)))
            print(f"\n{marks} [{result.group}] {result.question}\n   wanted {result.wanted}")
            print(f"   {'REFUSED; ' if result.refused else ''}{result.shown}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--real", action="store_true", help="ask the real documents instead (needs --data)")
    parser.add_argument("--show", action="store_true", help="print the questions that went wrong")
    parser.add_argument("--named", action="store_true", help="also ask over all documents at once")
    parser.add_argument("--style", default="", help="only styles whose name holds this")
    parser.add_argument("--work", type=Path, default=WORK / "tables", help="folder for documents and library")
    arguments = parser.parse_args()
    print(machine_line())
    if arguments.real:
        results = {"real tables": run_real(data_folder(arguments.data), arguments.work / "real")}
    else:
        results = run(
            arguments.work / "typeset", styles=arguments.style, named=arguments.named, elsewhere=True
        )
    for title, own in results.items():
        report(title, own, strict=not arguments.real)
    if arguments.show:
        show(next(iter(results.values())))


if __name__ == "__main__":
    main()
