"""Every benchmark whose data is there, one after the other.

    python -m benchmarks [--data DIR] [--books DIR]

Without data only what needs none is measured. Each is a module that can be run alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path


def commands(data: Path | None, books: Path | None) -> list[list[str]]:
    """The modules to run with their arguments."""
    chosen = [["cold_start"], ["regression"], ["tables"], ["fuzz"]]
    if data is None:
        chosen.append(["privacy"])
        chosen.append(["kill", "--papers", "examples/papers", "--kills", "10"])
    else:
        folder = str(data)
        for part, command in (
            ("papers", ["papers"]),
            ("papers", ["ocr"]),
            ("papers", ["comparison"]),
            ("papers", ["graph"]),
            ("papers", ["tables", "--real"]),
            ("papers", ["summaries"]),
            ("squad", ["squad"]),
            ("squad", ["lies"]),
            ("squad", ["followups"]),
            ("clapnq", ["refusal"]),
            ("xquad", ["languages", "--every", "10", "--encoders", "minilm"]),
            ("contracts", ["contracts"]),
            ("contracts", ["pages"]),
            ("contracts", ["extraction"]),
            ("contracts", ["privacy"]),
            ("contracts", ["privacy", "--poisoning"]),
            ("edge-pdfs", ["odd_files"]),
        ):
            if (data / part).is_dir():
                chosen.append([*command, "--data", folder])
        files = [str(path) for path in (data / "papers", data / "contracts") if path.is_dir()]
        chosen.append(["kill", "--papers", *files, "examples/papers"])
    if books is not None:
        chosen.append(["books", "--books", str(books), "--count", "3"])
        chosen.append(["reading", "--books", str(books)])
    if data is not None and books is not None:
        chosen.append(["kinds", "--data", str(data), "--books", str(books)])
    return chosen


def main() -> int:
    """Run them; gives 1 if any failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder of the public data sets")
    parser.add_argument("--books", type=Path, help="folder of PDF books")
    arguments = parser.parse_args()
    failed = False
    for command in commands(arguments.data, arguments.books):
        print(f"\n== python -m benchmarks.{' '.join(command)}", flush=True)
        failed |= (
            subprocess.run(
                [sys.executable, "-m", f"benchmarks.{command[0]}", *command[1:]], check=False
            ).returncode
            != 0
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
