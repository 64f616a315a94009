"""Adds every odd PDF and scan to a library, and compares what becomes of each with what should.

    python -m benchmarks.odd_files --data DIR [--only PART] [--seconds 60] [--json]

DIR holds edge-pdfs/ (with index.tsv: passwords) and scans/. Expected is what odd_files.tsv beside this file says,
written by looking at each file: indexed, or refused with which error; which notices about which pages; words
that its pages must hold. Wrong are also: more than the seconds given, pages that failed, processes that stay, and
anything that a refused file leaves in the library. The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import Document, Notice

EXPECTED = Path(__file__).with_suffix(".tsv")
_FAILURES = frozenset({"pages_failed"})


@dataclass(frozen=True, slots=True)
class Expected:
    """What should become of a file."""

    file: str
    outcome: str
    notices: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(slots=True)
class Row:
    """What became of a file.

    Attributes:
        outcome: "indexed", or the error's name.
        peak_mb: Most memory of its parser process.
        wrong: What is not as expected.
    """

    file: str
    outcome: str = ""
    pages: int = 0
    chunks: int = 0
    seconds: float = 0.0
    peak_mb: int = 0
    notices: list[str] = field(default_factory=list)
    message: str = ""
    wrong: list[str] = field(default_factory=list)


class Children:
    """Watches the processes that this one starts, by looking again and again (Linux only)."""

    def __init__(self) -> None:
        self.peak = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(0.02):
            self.peak = max([self.peak, *(memory for _, memory in living())])


def living() -> Iterator[tuple[int, int]]:
    """Ids of the processes that this one started and that live, and the most memory each had, in MB."""
    me = str(Path("/proc/self").resolve().name)
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        fields = dict(re.findall(r"^(\w+):\s+(\S+)", text, re.MULTILINE))
        if fields.get("PPid") == me and fields.get("State") != "Z":
            yield int(fields["Pid"]), int(fields.get("VmHWM", 0)) // 1024


def expectations() -> list[Expected]:
    """What odd_files.tsv says."""
    lines = EXPECTED.read_text(encoding="utf-8").splitlines()[1:]
    return [
        Expected(
            row["file"],
            row["outcome"],
            tuple(row["notices"].split()),
            tuple(filter(None, row["words"].split("|"))),
        )
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    ]


def files(data: Path) -> dict[str, tuple[Path, str | None]]:
    """Path and password of each file by its name."""
    with (data / "edge-pdfs" / "index.tsv").open(encoding="utf-8") as index:
        passwords = {row["file"]: row["password"] for row in csv.DictReader(index, delimiter="\t")}
    found = [*(data / "edge-pdfs").glob("*.pdf"), *(data / "scans").iterdir()]
    return {path.name: (path, passwords.get(path.name) or None) for path in sorted(found)}


def add(library: Library, path: Path, password: str | None, expected: Expected | None, seconds: float) -> Row:
    """Add one file, and say what is wrong about how it went."""
    row = Row(path.name)
    stored = _originals(library)
    before = {process for process, _ in living()}
    children = Children()
    begin = time.monotonic()
    try:
        report = library.add(path, password=password)
    except Exception as error:  # no file may ever cause one
        row.outcome, row.message = type(error).__name__, str(error)
        row.wrong.append("an exception instead of a report")
        return row
    finally:
        row.seconds = round(time.monotonic() - begin, 1)
        children.close()
        row.peak_mb = children.peak
    if row.seconds > seconds:
        row.wrong.append(f"took {row.seconds} s")
    if report.failed:
        refusal = report.failed[0].error
        row.outcome, row.message = type(refusal).__name__, refusal.message
        if not refusal.remedy:
            row.wrong.append("no remedy")
        if _originals(library) != stored:
            row.wrong.append("the refused file was kept")
    else:
        document = (report.added or report.unchanged)[0].document
        row.outcome, row.pages, row.chunks = "indexed", document.pages, document.chunks
        row.notices = [_shown(notice) for notice in document.warnings]
        if expected is not None:
            row.wrong += _faults(library, document, expected)
    if expected is None:
        row.wrong.append("nothing is expected of it")
    elif row.outcome != expected.outcome:
        row.wrong.append(f"expected {expected.outcome}")
    if {process for process, _ in living()} - before:
        row.wrong.append("a process stays")
    return row


def _faults(library: Library, document: Document, expected: Expected) -> Iterator[str]:
    known = set()
    reported = {notice.code: set(notice.pages) for notice in document.warnings}
    for wanted in expected.notices:
        codes, _, pages = wanted.lstrip("?").partition(":")
        known |= set(codes.split("/"))
        places = set(map(int, pages.split(","))) if pages else None
        found = [reported[code] for code in codes.split("/") if code in reported]
        if not wanted.startswith("?") and not any(places is None or pages == places for pages in found):
            yield f"not reported: {wanted}"
    for code in sorted(set(reported) - known) + sorted(set(reported) & _FAILURES & known):
        yield f"reported: {code}"
    text = _plain(" ".join(page.text for page in library.pages(document.id)))
    for words in expected.words:
        if _plain(words) not in text:
            yield f"not on its pages: {words}"


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _originals(library: Library) -> set[str]:
    return {path.name for path in library.folder.rglob("*") if path.is_file() and "sqlite3" not in path.name}


def _shown(notice: Notice) -> str:
    return notice.code + (":" + ",".join(map(str, notice.pages)) if notice.pages else "")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--only", default="", help="part of the names of the files")
    parser.add_argument("--seconds", type=float, default=60, help="most time for a file")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    expected = {row.file: row for row in expectations()}
    chosen = {
        name: place for name, place in files(data_folder(arguments.data)).items() if arguments.only in name
    }
    with tempfile.TemporaryDirectory() as folder:
        with Library.open(folder) as library:
            rows = [
                add(library, path, password, expected.get(name), arguments.seconds)
                for name, (path, password) in chosen.items()
            ]
            findings = [finding.message for finding in library.check(deep=True)]
        indexed = sum(row.outcome == "indexed" for row in rows)
    missing = sorted(name for name in expected if arguments.only in name and name not in chosen)
    _print(rows, findings, missing, as_json=arguments.json)
    print(f"{len(rows)} files: {indexed} indexed, {sum(bool(row.wrong) for row in rows)} not as expected")
    return 1 if findings or missing or any(row.wrong for row in rows) else 0


def _print(rows: list[Row], findings: list[str], missing: list[str], *, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps({"rows": list(map(asdict, rows)), "findings": findings, "missing": missing}, indent=2)
        )
        return
    print(machine_line())
    print(f"{'file':58} {'pages':>5} {'chunks':>6} {'s':>5} {'MB':>4}  outcome")
    for row in rows:
        told = (
            " ".join([row.outcome, *row.notices])
            if row.outcome == "indexed"
            else f"{row.outcome}: {row.message}"
        )
        print(f"{row.file[:58]:58} {row.pages:5} {row.chunks:6} {row.seconds:5} {row.peak_mb:4}  {told}")
        for fault in row.wrong:
            print(f"    WRONG: {fault}")
    for finding in findings:
        print(f"WRONG in the library: {finding}")
    for name in missing:
        print(f"WRONG: {name} is not there")


if __name__ == "__main__":
    raise SystemExit(main())
