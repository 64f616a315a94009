"""How long single commands take from the start of the process to its end.

    python -m benchmarks.cold_start

`--help` and `--version` load no library; `list` opens one; `ask` also loads and runs the encoder, whose compiled form
is in the library's cache after the first question. The library holds the sample papers.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pincite.evaluate.machine import machine

PAPERS = Path(__file__).resolve().parents[1] / "examples" / "papers"
PACKAGES = ("typer", "rich", "numpy", "sqlalchemy", "openvino")
CALLS = {
    "python -c pass": ["-c", "pass"],
    "pincite --help": ["-m", "pincite", "--help"],
    "pincite --version": ["-m", "pincite", "--version"],
    "pincite list": ["-m", "pincite", "list"],
    "pincite ask": ["-m", "pincite", "ask", "May the provider subcontract?"],
}


def run(library: Path, runs: int) -> dict[str, Any]:
    """Seconds of each call: median, least and most."""
    environment = {**os.environ, "PINCITE_LIBRARY": str(library)}
    # As after `pip install`, which compiles modules: with this variable every start would compile them anew.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    _seconds(["-m", "pincite", "add", str(PAPERS)], environment)
    result: dict[str, Any] = {"machine": machine(PACKAGES), "runs": runs, "seconds": {}}
    for name, call in CALLS.items():
        _seconds(call, environment)  # the files are in the system's cache from here on
        measured = [_seconds(call, environment) for _ in range(runs)]
        result["seconds"][name] = {
            "median": statistics.median(measured),
            "least": min(measured),
            "most": max(measured),
        }
    return result


def report(result: dict[str, Any]) -> None:
    """Print the figures and what they were measured on."""
    facts = result["machine"]
    print(
        f"{facts['cpu']}, {facts['cores']} cores, load {facts['load_at_start']:.1f}, {facts['system']}, "
        f"Python {facts['python']}"
    )
    print(", ".join(f"{name} {number}" for name, number in facts["versions"].items()))
    print(f"{'seconds of ' + str(result['runs']) + ' runs':<20} {'median':>7} {'least':>7} {'most':>7}")
    for name, figures in result["seconds"].items():
        cells = " ".join(f"{figures[kind]:>7.3f}" for kind in ("median", "least", "most"))
        print(f"{name:<20} {cells}")


def _seconds(call: list[str], environment: dict[str, str]) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, *call], env=environment, check=True, capture_output=True)
    return time.perf_counter() - begin


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cold_start", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--output", type=Path, help="write the figures here as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = run(Path(folder, "library"), arguments.runs)
    report(result)
    if arguments.output:
        arguments.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
