"""Indexes the same books with Pincite and with the plain pipeline, and asks both the same questions.

    python -m benchmarks.books --books DIR [--count N] [--library DIR]

Each step runs in a process of its own, whose time and peak memory (with all its children) are taken.
Indexing is timed around the one call that does it; loading the models counts where the call does it. Figures
of one run may be compared with each other, not with those of another machine or another hour.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.machine import PeakMemory
from pincite.evaluate.machine import machine

PACKAGES = (
    "pincite", "openvino", "pypdfium2", "onnxruntime", "pymupdf", "qdrant-client", "rank-bm25", "numpy",
)  # fmt: skip
SYSTEMS = ("plain", "pincite")
WARM_UP = 5
_SENTENCE = re.compile(r"(?<=[.!?] )[A-Z][^.!?]{30,220}[.!?](?= )")


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken from a book, with the page it was taken from."""

    text: str
    file: str
    page: int


def choose_books(folder: Path, count: int | None, seed: int) -> list[Path]:
    """PDFs of the folder, all or a random choice, in a fixed order."""
    books = sorted(folder.glob("**/*.pdf"))
    if not books:
        raise SystemExit(f"There is no PDF in {folder}.")
    if count is not None and count < len(books):
        books = sorted(random.Random(seed).sample(books, count))
    return books


def make_questions(books: Sequence[Path], count: int, seed: int) -> list[Question]:
    """Questions of three kinds in turn: a sentence, half a sentence, and a heading of the book's outline.

    They are what can be taken from any book without a person; they measure speed, and only roughly quality.
    """
    import pymupdf

    opened: Any = pymupdf.open
    chance = random.Random(seed)
    questions: list[Question] = []
    for _ in range(count * 50):
        if len(questions) == count:
            break
        book = chance.choice(books)
        with opened(book) as document:
            question = _question(document, book.name, len(questions) % 3, chance)
        if question is not None:
            questions.append(question)
    if not questions:
        raise SystemExit("The books have no text to take questions from.")
    return questions


def _question(document: Any, file: str, kind: int, chance: random.Random) -> Question | None:
    if kind == 2:
        outline = [entry for entry in document.get_toc() if entry[2] > 0 and len(entry[1].split()) >= 2]
        if not outline:
            return None
        _, title, page = chance.choice(outline)
        return Question(" ".join(title.split()), file, int(page))
    page = chance.randrange(len(document))
    sentences = _SENTENCE.findall(" ".join(document[page].get_text().split()))
    if not sentences:
        return None
    words = chance.choice(sentences).split()
    if len(words) < 7:
        return None
    return Question(" ".join(words if kind == 0 else words[len(words) // 2 :]), file, page + 1)


# Steps, each run in its own process: (folder of the index, what it needs) → what it measured.


def _index_plain(folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    from benchmarks.plain import PlainPipeline

    with PlainPipeline(folder) as pipeline:
        start = time.perf_counter()
        stats = pipeline.index([Path(book) for book in task["books"]])
        seconds = time.perf_counter() - start
    return {
        "seconds": seconds,
        "documents": stats.files,
        "pages": stats.pages,
        "chunks": stats.chunks,
        "stages": stats.seconds,
        "failed": stats.failed,
        "not_index": (folder / "minilm.onnx").stat().st_size,
    }


def _index_pincite(folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    from pincite import Library

    with Library.open(folder) as library:
        start = time.perf_counter()
        report = library.add([Path(book) for book in task["books"]])
        seconds = time.perf_counter() - start
        documents = library.documents()
    return {
        "seconds": seconds,
        "documents": len(documents),
        "pages": sum(document.pages for document in documents),
        "chunks": sum(document.chunks for document in documents),
        "failed": [str(failure) for failure in report.failed],
        "not_index": sum(document.size for document in documents) + _size(folder / "cache"),
    }


def _query_plain(folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    from benchmarks.plain import PlainPipeline

    with PlainPipeline(folder) as pipeline:

        def ask(text: str) -> list[tuple[str, int]]:
            return [(found.file, found.page) for found in pipeline.search(text, 10)]

        return _timed(ask, task["questions"])


def _query_pincite(folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    from pincite import Library

    with Library.open(folder) as library:

        def ask(text: str) -> list[tuple[str, int]]:
            passages = library.search(text, k=10, rerank=True)
            return [(passage.document.file_name, span[0]) for passage in passages for span in passage.spans]

        return _timed(ask, task["questions"])


def _timed(ask: Callable[[str], list[tuple[str, int]]], questions: list[dict[str, Any]]) -> dict[str, Any]:
    """Latency in milliseconds, and how often the page that a question was taken from is found.

    A page counts as found if a passage of the first ten begins on it or, since windows do not know where
    they end, on the page before.
    """
    start = time.perf_counter()
    ask(questions[0]["text"])
    first = time.perf_counter() - start
    for question in questions[:WARM_UP]:
        ask(question["text"])
    times: list[float] = []
    hits = 0
    for question in questions:
        start = time.perf_counter()
        found = ask(question["text"])
        times.append((time.perf_counter() - start) * 1000)
        pages = {page for file, page in found if file == question["file"]}
        hits += bool(pages & {question["page"] - 1, question["page"]})
    cuts = statistics.quantiles(times, n=20) if len(times) > 1 else times * 20
    return {
        "first_ms": first * 1000,
        "median_ms": statistics.median(times),
        "p95_ms": cuts[18],
        "found_in_ten": hits / len(questions),
        "questions": len(questions),
    }


STEPS: dict[str, Callable[[Path, dict[str, Any]], dict[str, Any]]] = {
    "index-plain": _index_plain,
    "index-pincite": _index_pincite,
    "query-plain": _query_plain,
    "query-pincite": _query_pincite,
}


def run_step(step: str, folder: Path, task: dict[str, Any]) -> dict[str, Any]:
    """Run a step in a new process.

    Returns:
        What the step measured, with `process_seconds` and `peak_mb` of the process and all its children.

    Raises:
        SystemExit: if the step fails; its own output is on the terminal.
    """
    with tempfile.TemporaryDirectory() as exchange:
        given, result = Path(exchange, "task.json"), Path(exchange, "result.json")
        given.write_text(json.dumps(task), encoding="utf-8")
        command = [sys.executable, "-m", "benchmarks.books", "--step", step]
        start = time.perf_counter()
        process = subprocess.Popen([*command, str(folder), str(given), str(result)])
        peak = PeakMemory(process.pid)
        code = process.wait()
        seconds = time.perf_counter() - start
        peak_mb = peak.stop()
        if code:
            raise SystemExit(f"The step {step} failed with exit code {code}.")
        measured: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return measured | {"process_seconds": seconds, "peak_mb": peak_mb}


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def indexed_books(books: Sequence[Path], folder: Path) -> list[Path]:
    """Those of the books that an interrupted run left in Pincite's library."""
    from pincite import Library

    with Library.open(folder / "pincite", create=False) as library:
        names = {document.file_name for document in library.documents()}
    return [book for book in books if book.name in names]


def compare(
    books: Sequence[Path], folder: Path, questions: int, seed: int, systems: Sequence[str]
) -> dict[str, Any]:
    """Measure both systems; indexes that an earlier run left in the folder are only asked."""
    record = folder / "books.json"
    earlier: dict[str, Any] = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
    names = [book.name for book in books]
    if earlier and earlier["books"] != names:
        raise SystemExit(f"{folder} holds the indexes of other books: give another --library.")
    result: dict[str, Any] = {
        "machine": machine(PACKAGES),
        "seed": seed,
        "books": names,
        "index": earlier.get("index", {}),
        "query": {},
    }
    asked = [asdict(question) for question in make_questions(books, questions, seed)]
    for system in systems:
        if system not in result["index"]:
            place = folder / system
            if system == "plain":
                _prepare_plain(place)
            measured = run_step(f"index-{system}", place, {"books": [str(book) for book in books]})
            # Neither the model (as ONNX file or as compiled) nor the copies of the originals are index.
            measured["disk_bytes"] = _size(place) - measured.pop("not_index")
            result["index"][system] = measured
            record.write_text(json.dumps(result, indent=1), encoding="utf-8")
    for system in systems:
        result["query"][system] = run_step(f"query-{system}", folder / system, {"questions": asked})
    record.write_text(json.dumps(result, indent=1), encoding="utf-8")
    return result


def _prepare_plain(folder: Path) -> None:
    """Build the ONNX file beforehand: nobody does that while indexing."""
    from benchmarks.plain.model import build_model, model_folder

    folder.mkdir(parents=True, exist_ok=True)
    build_model(model_folder(), folder / "minilm.onnx")


def report(result: dict[str, Any], console: Console) -> None:
    """Print the comparison."""
    facts = result["machine"]
    console.print(f"{facts['cpu']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}")
    console.print(", ".join(f"{name} {number}" for name, number in facts["versions"].items()), style="dim")
    table = Table(title=f"{len(result['books'])} books")
    for column in ("", *SYSTEMS, "ratio"):
        table.add_column(column, justify="left" if not column else "right")
    for title, digits, better, values in _rows(result):
        plain, pincite = (values.get(system) for system in SYSTEMS)
        ratio = ""
        if better and plain and pincite:
            ratio = f"{pincite / plain if better == 'more' else plain / pincite:.2f}x"
        cells = ["–" if value is None else f"{value:,.{digits}f}" for value in (plain, pincite)]
        table.add_row(title, *cells, ratio)
    console.print(table)
    console.print("Ratio: how many times better Pincite is.", style="dim")


def _rows(result: dict[str, Any]) -> list[tuple[str, int, str, dict[str, float | None]]]:
    """Title, decimals, which direction is better, and the value by system."""
    index, query = result["index"], result["query"]

    def of(part: dict[str, Any], value: Callable[[dict[str, Any]], float | None]) -> dict[str, float | None]:
        return {system: value(part[system]) for system in SYSTEMS if system in part}

    return [
        ("documents indexed", 0, "", of(index, lambda m: m["documents"])),
        ("pages", 0, "", of(index, lambda m: m["pages"])),
        ("chunks", 0, "", of(index, lambda m: m["chunks"])),
        ("indexing (s)", 1, "less", of(index, lambda m: m["seconds"])),
        ("pages a second", 1, "more", of(index, lambda m: m["pages"] / m["seconds"])),
        ("chunks a second", 1, "more", of(index, lambda m: m["chunks"] / m["seconds"])),
        ("peak memory, indexing (MB)", 0, "less", of(index, lambda m: m["peak_mb"])),
        ("disk a page (kB)", 1, "less", of(index, lambda m: m["disk_bytes"] / m["pages"] / 1000)),
        ("first query (ms)", 0, "less", of(query, lambda m: m["first_ms"])),
        ("query, median (ms)", 1, "less", of(query, lambda m: m["median_ms"])),
        ("query, 95th percentile (ms)", 1, "less", of(query, lambda m: m["p95_ms"])),
        ("peak memory, queries (MB)", 0, "less", of(query, lambda m: m["peak_mb"])),
        ("own page among ten", 3, "more", of(query, lambda m: m["found_in_ten"])),
    ]


def _child(step: str, folder: str, task: str, result: str) -> None:
    measured = STEPS[step](Path(folder), json.loads(Path(task).read_text(encoding="utf-8")))
    Path(result).write_text(json.dumps(measured), encoding="utf-8")


def main() -> None:
    """Command line."""
    if sys.argv[1:2] == ["--step"]:
        _child(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks.books", description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=Path, required=True, help="folder with PDFs")
    parser.add_argument("--count", type=int, help="how many of them, chosen at random (default: all)")
    parser.add_argument(
        "--library", type=Path, help="keep the indexes here, and reuse those of an earlier run"
    )
    parser.add_argument("--questions", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=SYSTEMS, help="measure one of the two")
    parser.add_argument("--output", type=Path, help="write the figures here as JSON")
    parser.add_argument(
        "--as-is",
        action="store_true",
        help="ask Pincite's library in --library as an interrupted run left it",
    )
    arguments = parser.parse_args()
    books = choose_books(arguments.books, arguments.count, arguments.seed)
    if arguments.as_is:
        books = indexed_books(books, arguments.library)
        arguments.only = "pincite"
    systems = [arguments.only] if arguments.only else list(SYSTEMS)
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = arguments.library or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        result = compare(books, folder, arguments.questions, arguments.seed, systems)
    report(result, Console())
    if arguments.output:
        arguments.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
