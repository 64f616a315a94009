"""Kills `pincite add` at random moments and compares the library with one made without interruption (Linux only).

    python -m benchmarks.kill --papers DIR [DIR …] [--count 30] [--kills 20] [--seed 1] [--json]

One library is made in one run, for reference. Another one is made by the same command, killed with SIGKILL again
and again and each time run anew, and at last left to finish. A quarter of the kills fall into the first second of a
run, or what it takes until the library is made; the others are spread over the work. Only the process itself is
killed: its parser processes must end by themselves. After each kill the library as left behind is checked, and at
the end every row that was stored is compared: text, geometry, chunks, vectors, words.

The exit code is 1 if anything differs, is damaged, left over, or survives.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import secrets
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.contracts import print_table
from benchmarks.machine import machine_line
from pincite import Library, PinciteError
from pincite.encode.tokens import unpack_tokens
from pincite.errors import NotFoundError
from pincite.store import Store

MARK = "BENCH_KILL_MARK"
EARLY_SHARE = 0.25
EARLY_SECONDS = 1.0
DIE_SECONDS = 10.0
"""So long may a parser process need to notice that its parent is gone."""

_DATABASE = "library.sqlite3"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of rows, and how they are told apart whatever their keys are.

    Attributes:
        table: Where they are, called t in the query.
        joins: What leads to their document, called d.
        place: Which of the document's rows it is.
        own: Columns that may differ from library to library: keys, random ids, times.
    """

    table: str
    joins: str
    place: str
    own: frozenset[str]


_OF_DOCUMENT = "JOIN documents d ON d.pk = t.document_pk"
_OF_CHUNK = "JOIN chunks c ON c.pk = t.chunk_pk JOIN documents d ON d.pk = c.document_pk"
_KEYS = frozenset({"pk", "document_pk", "chunk_pk"})
KINDS = {
    "documents": Kind(
        "documents",
        "JOIN documents d ON d.pk = t.pk",
        "t.file_name",
        frozenset({"pk", "id", "revision", "first_page", "first_chunk", "added_at"}),
    ),
    "collections": Kind(
        "collection_documents",
        f"{_OF_DOCUMENT} JOIN collections c ON c.pk = t.collection_pk",
        "c.name",
        _KEYS | {"collection_pk"},
    ),
    "pages": Kind("pages", _OF_DOCUMENT, "t.page_index", _KEYS),
    "chunks": Kind("chunks", _OF_DOCUMENT, "t.ordinal", _KEYS),
    "vectors": Kind("chunk_vectors", _OF_CHUNK, "c.ordinal", _KEYS),
    "token vectors": Kind("chunk_tokens", _OF_CHUNK, "c.ordinal", _KEYS),
    "words": Kind("postings", _OF_DOCUMENT, "t.term", _KEYS),
}

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Kill:
    """One interrupted run.

    Attributes:
        lived: Seconds from its start to its death.
        before: Documents in the library when it began.
        after: Documents in the library after its death.
        damage: What a check of the library found then.
        survivors: Processes of it that were still there DIE_SECONDS later.
    """

    lived: float
    before: int
    after: int
    damage: tuple[str, ...] = ()
    survivors: int = 0


@dataclass(slots=True)
class Outcome:
    """What the whole proof showed.

    Attributes:
        files: Number of files added.
        reference_seconds: Time of the run without interruption.
        kills: In order.
        rows: Rows compared, by kind.
        differences: What is not as in the reference; empty when all is well.
        cosines: Lowest cosine between vectors that are not bit-equal, by kind.
    """

    files: int
    reference_seconds: float
    kills: list[Kill] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)
    cosines: dict[str, float] = field(default_factory=dict)

    @property
    def faults(self) -> list[str]:
        """Everything that should not be."""
        found = list(self.differences)
        for number, kill in enumerate(self.kills, start=1):
            found += [f"kill {number}: {damage}" for damage in kill.damage]
            if kill.survivors:
                found.append(f"kill {number}: {kill.survivors} processes survived")
        return found


class Run:
    """A running `pincite add`."""

    def __init__(self, library: Path, files: Sequence[Path]) -> None:
        self._mark = secrets.token_hex(8)
        self._output = library.with_name(f"{library.name}.output")
        command = [sys.executable, "-m", "pincite", "--library", str(library), "add", "--json"]
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*command, *map(str, files)],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {MARK: self._mark},
            )

    def complaint(self) -> str:
        """What it said last, and its exit code; for a run that ended and failed."""
        said = self._output.read_text(encoding="utf-8", errors="replace").strip()
        return f"exit code {self._process.returncode}: …{said[-600:]}"

    def wait(self, seconds: float | None = None) -> int | None:
        """The exit code; None if it still runs after so long."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> int:
        """Kill it, and give the number of its processes that do not end by themselves; those are then killed too."""
        self._process.kill()
        self._process.wait()
        end = time.monotonic() + DIE_SECONDS
        while (alive := _marked(self._mark)) and time.monotonic() < end:
            time.sleep(0.02)
        for pid in alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(alive)


def _marked(mark: str) -> list[int]:
    """Living processes that were started with this mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process that ends meanwhile cannot be read; the environment of a dead but unreaped one is empty.
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


@contextlib.contextmanager
def _reading(library: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{(library / _DATABASE).resolve().as_uri()}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


def count_documents(library: Path) -> int:
    """Number of visible documents; 0 while there is no library."""
    if not (library / _DATABASE).is_file():
        return 0
    with _reading(library) as connection:
        return int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])


def _query(connection: sqlite3.Connection, kind: Kind) -> str:
    names = [row[1] for row in connection.execute(f"PRAGMA table_info({kind.table})")]
    compared = "".join(f", t.{name}" for name in names if name not in kind.own)
    order = f"ORDER BY d.sha256, {kind.place}"
    return f"SELECT d.sha256, {kind.place}{compared} FROM {kind.table} t {kind.joins} {order}"


def content(library: Path) -> dict[str, Rows]:
    """All that the library holds, by kind: (digest of the document, place in it, every column that is compared)."""
    with _reading(library) as connection:
        return {name: connection.execute(_query(connection, kind)).fetchall() for name, kind in KINDS.items()}


def unreachable(library: Path) -> list[str]:
    """Rows that belong to no document."""
    found = []
    with _reading(library) as connection:
        for name, kind in KINDS.items():
            total = connection.execute(f"SELECT count(*) FROM {kind.table}").fetchone()[0]
            joined = connection.execute(f"SELECT count(*) FROM ({_query(connection, kind)})").fetchone()[0]
            if total != joined:
                found.append(f"{total - joined} rows of {name} belong to no document")
    return found


def compare(reference: Path, other: Path, outcome: Outcome) -> None:
    """Note every difference between two libraries."""
    expected, found = content(reference), content(other)
    for kind, rows in expected.items():
        outcome.rows[kind] = len(rows)
        if rows == found[kind]:
            continue
        missing = len({row[:2] for row in rows} - {row[:2] for row in found[kind]})
        different = len(set(rows) - set(found[kind]))
        outcome.differences.append(
            f"{kind}: {len(found[kind])} rows for {len(rows)}, {missing} missing, {different} not equal"
        )
        if kind in ("vectors", "token vectors"):
            outcome.cosines[kind] = _lowest_cosine(kind, rows, found[kind])
    outcome.differences += unreachable(other)
    originals = [sorted(p.name for p in (folder / "originals").glob("*/*")) for folder in (reference, other)]
    if originals[0] != originals[1]:
        outcome.differences.append("the originals are not the same files")


def _lowest_cosine(kind: str, rows: Rows, others: Rows) -> float:
    lowest = 1.0
    by_place = {row[:2]: row[2] for row in others}
    for row in rows:
        if row[:2] not in by_place:
            continue
        pair = [_vectors(kind, data) for data in (row[2], by_place[row[:2]])]
        if pair[0].shape != pair[1].shape:
            return float("nan")
        lengths = np.linalg.norm(pair[0], axis=-1) * np.linalg.norm(pair[1], axis=-1)
        cosines = (pair[0] * pair[1]).sum(axis=-1) / np.maximum(lengths, 1e-9)
        lowest = min(lowest, float(cosines.min(initial=1.0)))
    return lowest


def _vectors(kind: str, data: bytes) -> Any:
    if kind == "vectors":
        return np.frombuffer(data, np.float16).astype(np.float32)
    count = int.from_bytes(data[:4], "little")
    dims = 2 * ((len(data) - 4) // count - 4) if count else 2
    return unpack_tokens([data], dims).vectors


def damage(library: Path) -> tuple[str, ...]:
    """What a check finds wrong in a library that was just left by a dead process."""
    try:
        with Store.open(library, create=False, read_only=True) as store:
            return tuple(f.message for f in store.check(deep=True) if f.severity == "error")
    except NotFoundError:
        return ()  # killed before it was made
    except PinciteError as error:
        return (error.message,)


def reference_run(library: Path, files: Sequence[Path]) -> tuple[float, float, float]:
    """Make the library without interruption; seconds until it was there, until its first document, and in all."""
    begin = time.monotonic()
    run = Run(library, files)
    made = first = 0.0
    while run.wait(0.02) is None:
        if not made and (library / _DATABASE).is_file():
            made = time.monotonic() - begin
        if not first and count_documents(library):
            first = time.monotonic() - begin
    seconds = time.monotonic() - begin
    if run.wait():
        raise SystemExit(
            f"`pincite add` failed with exit code {run.wait()}: add these files by hand to see why"
        )
    return made, first or seconds, seconds


def moments(kills: int, made: float, start: float, total: float, chance: random.Random) -> list[float]:
    """How long each run lives: a quarter dies at its beginning, the others go on for random parts of the work.

    Args:
        kills: Number of runs.
        made: Seconds until the library is made.
        start: Seconds until the first document is in.
        total: Seconds of the whole work.
        chance: Where the moments come from.
    """
    beginning = max(EARLY_SECONDS, 1.2 * made)
    early = sorted(chance.uniform(0, beginning) for _ in range(max(1, round(kills * EARLY_SHARE))))
    edges = sorted(chance.uniform(0, total - start) for _ in range(kills - len(early)))
    gaps = [after - before for before, after in zip([0.0, *edges], edges, strict=False)]
    return [*early[:kills], *(start + gap for gap in gaps)]


def interrupt(library: Path, files: Sequence[Path], lives: float, outcome: Outcome) -> bool:
    """Run `add` and kill it after so many seconds; False if it ended before."""
    before = count_documents(library)
    begin = time.monotonic()
    run = Run(library, files)
    code = run.wait(lives)
    if code is not None:
        if code:
            outcome.differences.append(f"an `add` after kill {len(outcome.kills)}: {run.complaint()}")
        return False
    lived = time.monotonic() - begin
    survivors = run.kill()
    outcome.kills.append(Kill(lived, before, count_documents(library), damage(library), survivors))
    return True


def finish(library: Path, files: Sequence[Path], reference: Path, outcome: Outcome) -> None:
    """Let the last `add` come to its end, and compare."""
    last = Run(library, files)
    if last.wait():
        outcome.differences.append(f"the last `add`: {last.complaint()}")
    compare(reference, library, outcome)
    with Library.open(library, create=False) as opened:
        outcome.differences += [f"check: {finding.message}" for finding in opened.check(deep=True)]
    outcome.differences += [f"left in tmp/: {path.name}" for path in sorted((library / "tmp").iterdir())]


def prove(files: Sequence[Path], kills: int, seed: int, folder: Path) -> Outcome:
    """Make the libraries in a folder and compare them; a further one where all is done before the last kill."""
    reference, victims = folder / "reference", [folder / "victim-1"]
    made, first, total = reference_run(reference, files)
    outcome = Outcome(len(files), total)
    for lives in moments(kills, made, first, total, random.Random(seed)):
        if not interrupt(victims[-1], files, lives, outcome):
            victims.append(folder / f"victim-{len(victims) + 1}")
            interrupt(victims[-1], files, lives, outcome)
    for victim in victims:
        finish(victim, files, reference, outcome)
    return outcome


def find_files(given: Sequence[Path], count: int) -> list[Path]:
    """The PDFs of the folders, those of the first folder first, at most `count`."""
    files = [file for path in given for file in (sorted(path.glob("*.pdf")) if path.is_dir() else [path])]
    if not files:
        raise SystemExit("no PDF found in: " + ", ".join(map(str, given)))
    return files[:count]


def report(outcome: Outcome) -> None:
    """Print what was proved."""
    print(f"{outcome.files} files; without interruption {outcome.reference_seconds:.1f} s")
    rows = [
        [
            str(number),
            f"{kill.lived:.2f}",
            str(kill.before),
            str(kill.after),
            str(kill.survivors),
            "; ".join(kill.damage) or "sound",
        ]
        for number, kill in enumerate(outcome.kills, start=1)
    ]
    head = ["kill", "after s", "documents before", "documents after", "survivors", "library left behind"]
    print_table("Interrupted runs", head, rows)
    compared = [[kind, str(count)] for kind, count in outcome.rows.items()]
    print_table("Compared with the library made in one run", ["what", "rows"], compared)
    for kind, cosine in outcome.cosines.items():
        print(f"\nlowest cosine of {kind} that are not bit-equal: {cosine:.6f}")
    print("\n" + ("\n".join(f"FAULT: {fault}" for fault in outcome.faults) or "No difference."))


def main() -> None:
    """Run the proof and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--papers", nargs="+", type=Path, required=True, help="folders with PDFs, or PDFs")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    files = find_files(arguments.papers, arguments.count)
    with tempfile.TemporaryDirectory(prefix="pincite-kill-") as folder:
        outcome = prove(files, arguments.kills, arguments.seed, Path(folder))
    if arguments.json:
        print(json.dumps(asdict(outcome) | {"faults": outcome.faults}, indent=2))
    else:
        print(machine_line())
        report(outcome)
    sys.exit(1 if outcome.faults else 0)


if __name__ == "__main__":
    main()
