"""Reads large files, and many small ones, of several formats; prints the time and the memory that it takes.

    python -m benchmarks.formats [--only csv,xlsx] [--scale 1.0] [--json]

A CSV of 500 MB, a PDF of 3,000 pages, an XLSX of 200 MB, an EPUB of 5 MB, 1,000 small files of all formats but PDF, all
made for it in a temporary folder (--scale 0.1 makes them a tenth). Each case runs in a process of its own: files are
read as `pincite add` reads them, in isolated processes with the limits of the settings, their pages dropped as they
come; nothing is indexed. "Parser" is the most memory that a parser process had, "parent" the most of the process that
takes the pages.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import random
import resource
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf

from benchmarks.machine import machine_line
from benchmarks.sound_files import SENTENCES, sound_files
from pincite.config import ParseSettings
from pincite.errors import PinciteError
from pincite.parse import ParserPool

PAPERS = Path(__file__).resolve().parents[1] / "examples" / "papers"
_WORDS = (
    "bearing casing coupling discharge flange gasket gauge impeller inlet interval inspection leak meter motor nozzle "
    "outlet pressure pump relief seal sensor shaft strainer suction tank temperature thread torque valve vessel weld"
).split()


def make_csv(folder: Path, scale: float) -> list[Path]:
    """500 MB of readings: numbers, dates, names and a remark."""
    chance = random.Random(1)
    target = folder / "readings.csv"
    wanted = int(500e6 * scale)
    with target.open("w", encoding="utf-8", newline="") as file:
        file.write("reading,date,station,value,unit,remark\n")
        number = size = 0
        while size < wanted:
            lines = []
            for _ in range(1000):
                number += 1
                remark = " ".join(chance.choices(_WORDS, k=6))
                day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
                lines.append(
                    f'{number},{day},Station {number % 997},{chance.random() * 100:.3f},bar,"{remark}"\n'
                )
            size += file.write("".join(lines))
    return [target]


def make_pdf(folder: Path, scale: float) -> list[Path]:
    """The sample papers again and again, up to 3,000 pages."""
    target = folder / "book.pdf"
    with pikepdf.new() as book:
        sources = [pikepdf.open(path) for path in sorted(PAPERS.glob("*.pdf"))]
        while len(book.pages) < 3000 * scale:
            for source in sources:
                book.pages.extend(source.pages)
        del book.pages[max(1, int(3000 * scale)) :]
        book.save(target)
    return [target]


def make_xlsx(folder: Path, scale: float) -> list[Path]:
    """200 MB of cells that compress badly, in sheets of 400,000 rows."""
    import xlsxwriter

    chance = random.Random(2)
    target = folder / "measured.xlsx"
    rows = int(4_300_000 * scale)
    with xlsxwriter.Workbook(target, {"constant_memory": True}) as book:
        number = 0
        for sheet_number in range(-(-rows // 400_000)):
            sheet = book.add_worksheet(f"Year {2000 + sheet_number}")
            sheet.write_row(0, 0, ["Number", "Mark", "Flow", "Pressure", "Remark"])
            for row in range(1, min(400_000, rows - number) + 1):
                number += 1
                mark, remark = f"{chance.getrandbits(64):016x}", chance.choice(_WORDS)
                sheet.write_row(row, 0, [number, mark, chance.random(), chance.random() * 10, remark])
    return [target]


def make_epub(folder: Path, scale: float) -> list[Path]:
    """A packed book of 5 MB: chapters of words that compress badly."""
    chance = random.Random(3)
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>{}</body></html>'
    count = max(1, int(500 * scale))
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(count)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(count))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A long book</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="o.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    target = folder / "book.epub"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        file.writestr("META-INF/container.xml", container)
        file.writestr("o.opf", package)
        for number in range(count):
            paragraphs = (
                " ".join(f"{chance.choice(_WORDS)}{chance.getrandbits(20):x}" for _ in range(60)).capitalize()
                + "."
                for _ in range(40)
            )
            text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
            file.writestr(f"c{number}.xhtml", page.format(f"<h1>Chapter {number + 1}</h1>{text}"))
    return [target]


def make_small(folder: Path, scale: float) -> list[Path]:
    """1,000 small files, as many of each format."""
    sound = list(sound_files())
    files = []
    for number in range(max(len(sound), int(1000 * scale))):
        ending, content = sound[number % len(sound)]
        path = folder / f"{number}{ending}"
        path.write_bytes(_varied(ending, content, number))
        files.append(path)
    return files


def _varied(ending: str, content: bytes, number: int) -> bytes:
    """The same file with a number of its own in its text, where that is simple."""
    old = SENTENCES[0].encode()
    if old in content:
        return content.replace(old, old.replace(b"417", str(number).encode()))
    if ending not in (".odt", ".ods", ".odp", ".epub"):
        return content
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(b"417", str(number).encode()))
    return out.getvalue()


CASES: dict[str, tuple[str, Callable[[Path, float], list[Path]]]] = {
    "csv": ("CSV of 500 MB", make_csv),
    "pdf": ("PDF of 3,000 pages", make_pdf),
    "xlsx": ("XLSX of 200 MB", make_xlsx),
    "epub": ("EPUB of 5 MB", make_epub),
    "small": ("1,000 small files", make_small),
}


def read_all(files: list[Path], results: Any) -> None:
    """Read files in a pool and put what it took into a queue."""
    begin = time.monotonic()
    pages = characters = failed = 0
    with ParserPool(ParseSettings(workers=2)) as pool:
        for reading in pool.readings(files):
            try:
                for batch in reading.pages():
                    pages += len(batch)
                    characters += sum(len(page.text) for page in batch)
            except PinciteError as error:
                failed += 1
                print(f"  {reading.job.path.name}: {error.message}")
    results.put(
        {
            "seconds": round(time.monotonic() - begin, 1),
            "pages": pages,
            "characters": characters,
            "failed": failed,
            "parser_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
            "parent_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
    )


def measure(name: str, scale: float) -> dict[str, Any]:
    """Make the files of a case and read them in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        files = CASES[name][1](Path(folder), scale)
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        process = context.Process(target=read_all, args=(files, results))
        process.start()
        found: dict[str, Any] = results.get()
        process.join()
        return {
            "files": len(files),
            "mb": round(sum(file.stat().st_size for file in files) / 1e6, 1),
            **found,
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(CASES), help="Cases, divided by commas.")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = {name: measure(name, arguments.scale) for name in arguments.only.split(",")}
    if arguments.json:
        print(json.dumps({"machine": machine_line(), "scale": arguments.scale, "cases": found}, indent=2))
        return
    print(machine_line())
    print("| what | MB | pages | seconds | parser MB | parent MB | failed |\n|---|---|---|---|---|---|---|")
    for name, one in found.items():
        print(
            f"| {CASES[name][0]} | {one['mb']:,} | {one['pages']:,} | {one['seconds']:,} | {one['parser_mb']:,} "
            f"| {one['parent_mb']:,} | {one['failed']} |"
        )


if __name__ == "__main__":
    main()
