"""The structure graph: how long it takes to link a library's documents.

    python -m benchmarks.graph (--data DIR | --library DIR)

With `--data` the papers of the public data are indexed first, with `--library` an existing library is read.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from benchmarks.data import data_folder
from benchmarks.machine import machine_line
from pincite import Library
from pincite.domain import EdgeKind


def measure(folder: Path) -> list[str]:
    """One row of the table."""
    with Library.open(folder, create=False) as library:
        documents = library.documents()
        begin, used = time.perf_counter(), time.process_time()
        graph = library.graph()
        seconds, processor = time.perf_counter() - begin, time.process_time() - used
    links = sum(edge.kind in (EdgeKind.SHARES, EdgeKind.CITES) for edge in graph.edges)
    return [
        f"{len(documents):,}",
        f"{sum(document.chunks for document in documents):,}",
        f"{links:,}",
        f"{seconds:.2f} s",
        f"{processor:.2f} s",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data")
    parser.add_argument("--library", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.library
        if folder is None:
            folder = Path(scratch) / "library"
            with Library.open(folder) as library:
                library.add([data_folder(arguments.data) / "papers"])
        row = measure(folder)
    print(machine_line())
    print("| documents | chunks | links | time | processor |")
    print("|---|---|---|---|---|")
    print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
