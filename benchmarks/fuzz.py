"""Reads damaged files in isolated processes and looks whether anything gets out of hand.

    python -m benchmarks.fuzz [--data DIR] [--seconds 60] [--seed 1] [--workers 2] [--keep DIR] [--json]

Each case damages one page of a sample paper, a PDF made for it, or (with --data) a small odd PDF: bytes,
references, or numbers and names inside its compressed streams; or a small file of another format
(benchmarks/sound_files.py): bytes, marks, members of packed files. A case may end with a document or with one of
Pincite's typed errors. It is a finding if this process gets any other exception, if reading takes longer than the
limits, if the parser itself fails (rather than the file), or if a document breaks a rule that holds of all
(benchmarks/invariants.py). Parser processes that PDFium kills or that hang are counted: that they cost no more than
their page or file is the point.

The cases follow from the seed alone. Files with findings are kept. The exit code is 1 if there are any.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import logging
import os
import random
import resource
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

from benchmarks.invariants import violations
from benchmarks.machine import machine_line
from benchmarks.mutations import mutate
from benchmarks.mutations_other import mutate_other
from benchmarks.sound_files import sound_files
from pincite.config import ParseSettings
from pincite.errors import DocumentError, ParserCrashedError
from pincite.parse import ParserPool

PAPERS = Path(__file__).resolve().parents[1] / "examples" / "papers"
_LARGEST_SEED = 300_000
_PDFS = 0.5
_START = 60.0
"""Seconds that the pool gives a new process to start, on a machine that is busy with other things."""

SETTINGS = ParseSettings(workers=2, memory_mb=600, seconds_per_page=4, seconds_per_file=12)


@dataclass(slots=True)
class Report:
    """What came out.

    Attributes:
        outcomes: Number of cases by outcome.
        mutations: Number of cases by kind of damage.
        formats: Number of cases by ending.
        findings: File name and what is wrong.
        slowest: Seconds of the slowest case.
    """

    cases: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    mutations: Counter[str] = field(default_factory=Counter)
    formats: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[str, str]] = field(default_factory=list)
    slowest: float = 0.0


Sound = tuple[str, bytes]
"""Ending and content of a file."""


def seeds(data: Path | None) -> list[Sound]:
    """The sound files: pages of the sample papers, made ones, small odd PDFs when there are any, other formats."""
    found = [*_single_pages(), *_made()]
    odd = sorted((data / "edge-pdfs").glob("*.pdf")) if data else []
    found += [path.read_bytes() for path in odd if 0 < path.stat().st_size <= _LARGEST_SEED]
    return [*((".pdf", content) for content in found), *sound_files()]


def damaged(chance: random.Random, sound: list[Sound], formats: list[str]) -> tuple[str, str, bytes]:
    """Ending, kind of damage and content of a case; each format comes as often as another, half of all are PDFs."""
    ending = ".pdf" if chance.random() < _PDFS else chance.choice(formats)
    own = [content for other, content in sound if other == ending]
    if ending == ".pdf":
        return ending, *mutate(chance, chance.choice(own), chance.choice(own))
    return ending, *mutate_other(chance, chance.choice(own), chance.choice(sound)[1])


def _single_pages() -> Iterator[bytes]:
    for path in sorted(PAPERS.glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            for page in pdf.pages:
                with pikepdf.new() as single:
                    single.pages.append(page)
                    single.remove_unreferenced_resources()
                    out = io.BytesIO()
                    single.save(out)
                yield out.getvalue()


def _made() -> Iterator[bytes]:
    """A form with comments and an attached file, and three plain pages with an outline."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.drawString(72, 740, "Application for a permit")
    canvas.acroForm.textfield(name="name", value="Jane Doe", x=150, y=700, width=200)
    canvas.acroForm.checkbox(name="agree", checked=True, x=150, y=660)
    canvas.acroForm.choice(name="size", options=["S", "L"], value="L", x=150, y=620)
    canvas.textAnnotation("Is this the right form?", (300, 700, 320, 720))
    canvas.save()
    with pikepdf.open(out) as pdf:
        pdf.attachments["data.csv"] = pikepdf.AttachedFileSpec(pdf, b"a,b\n", mime_type="text/csv")
        attached = io.BytesIO()
        pdf.save(attached)
    yield attached.getvalue()
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    for number in range(3):
        canvas.bookmarkPage(f"p{number}")
        canvas.addOutlineEntry(f"{number + 1} Part", f"p{number}", level=0)
        canvas.setFont("Helvetica-Bold", 14)
        canvas.drawString(72, 740, f"{number + 1} Part")
        canvas.setFont("Helvetica", 10)
        for row in range(12):
            for column in range(4):
                canvas.drawString(72 + 110 * column, 700 - 14 * row, f"cell {row * column}")
        canvas.grid([70, 180, 290, 400, 510], [710 - 14 * row for row in range(13)])
        canvas.showPage()
    canvas.save()
    yield out.getvalue()


def run(
    sound: list[Sound],
    seconds: float,
    seed: int,
    keep: Path,
    *,
    settings: ParseSettings = SETTINGS,
    most: int | None = None,
) -> Report:
    """Damage and read files until the time is over.

    Args:
        sound: Files to damage.
        seconds: When to stop.
        seed: Of all chance.
        keep: Folder for files with findings; made when there are any.
        settings: The parser's limits.
        most: Stop after so many cases.
    """
    report = Report()
    lock = threading.Lock()
    formats = sorted({ending for ending, _ in sound if ending != ".pdf"})
    numbers = itertools.count() if most is None else iter(range(most))
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder, ParserPool(settings) as pool:

        def work() -> None:
            while time.monotonic() < end:
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                _case(number, Path(folder))

        def _case(number: int, place: Path) -> None:
            chance = random.Random(f"{seed}:{number}")
            ending, mutation, data = damaged(chance, sound, formats)
            path = place / f"{seed}-{number}-{mutation}{ending}"
            path.write_bytes(data)
            begin = time.monotonic()
            outcome, findings = read(pool, path)
            taken = time.monotonic() - begin
            if taken > settings.seconds_per_file + _START:
                findings.append(f"took {taken:.1f} s")
            with lock:
                report.cases += 1
                report.outcomes[outcome] += 1
                report.formats[ending] += 1
                report.mutations[mutation] += 1
                report.slowest = max(report.slowest, taken)
                report.findings += [(path.name, finding) for finding in findings]
            if findings:
                keep.mkdir(parents=True, exist_ok=True)
                path.replace(keep / path.name)
            else:
                path.unlink()

        with ThreadPoolExecutor(settings.workers) as executor:
            for future in [executor.submit(work) for _ in range(settings.workers)]:
                future.result()
    return report


def read(pool: ParserPool, path: Path) -> tuple[str, list[str]]:
    """Outcome of reading one file, and what is wrong about it."""
    try:
        document = pool.parse(path)
    except ParserCrashedError as error:
        # The parser's own fault, told as an error of the file: see pincite.parse.worker.
        ours = "the parser failed on" in error.message
        return ("fault" if ours else "died"), ([error.message] if ours else [])
    except DocumentError as error:
        return type(error).__name__, ([] if error.message and error.remedy else ["no message or remedy"])
    except Exception as error:  # what no input may ever cause
        return "exception", [f"{type(error).__name__}: {error}"]
    failed = any(notice.code == "pages_failed" for notice in document.notices)
    return ("read in part" if failed else "read"), violations(document)[:3]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=os.environ.get("PINCITE_DATA"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=SETTINGS.workers)
    parser.add_argument("--keep", type=Path, default=Path(".fuzz"))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    # pikepdf tells at length of what it finds odd in files that are damaged on purpose.
    logging.disable(logging.ERROR)
    warnings.simplefilter("ignore")
    settings = SETTINGS.model_copy(update={"workers": arguments.workers})
    sound = seeds(Path(arguments.data) if arguments.data else None)
    before = _memory()
    report = run(sound, arguments.seconds, arguments.seed, arguments.keep, settings=settings)
    _print(report, len(sound), before, settings, arguments)
    return 1 if report.findings else 0


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _print(
    report: Report, sound: int, before: float, settings: ParseSettings, arguments: argparse.Namespace
) -> None:
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    result: dict[str, Any] = {
        "machine": machine_line(),
        "seed": arguments.seed,
        "seconds": arguments.seconds,
        "sound_files": sound,
        "cases": report.cases,
        "outcomes": dict(report.outcomes.most_common()),
        "mutations": dict(report.mutations.most_common()),
        "formats": dict(report.formats.most_common()),
        "slowest_seconds": round(report.slowest, 1),
        "largest_parser_mb": round(children),
        "parser_limit_mb": settings.memory_mb,
        "own_memory_grew_mb": round(_memory() - before),
        "findings": report.findings,
    }
    if arguments.json:
        print(json.dumps(result, indent=2))
        return
    for name, value in result.items():
        if name != "findings":
            print(f"{name:20} {value}")
    print(f"{len(report.findings)} findings" + (f", files in {arguments.keep}" if report.findings else ""))
    for file, finding in report.findings[:50]:
        print(f"  {file}: {finding}")


if __name__ == "__main__":
    raise SystemExit(main())
