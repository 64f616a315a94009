from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

Run = Callable[..., Result]
PAPERS = ("courtyard-noise.pdf", "heat-pumps.pdf", "river-gauges.pdf")
QUOTED = ("--mode", "quoted")


@pytest.fixture(scope="module")
def library(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which what was found is kept from one test to the next."""
    import shutil

    return Path(shutil.copytree(sample_library, tmp_path_factory.mktemp("compare") / "library"))


def test_for_people(run: Run, library: Path) -> None:
    done = run("compare", *PAPERS, *QUOTED, library=library)
    assert done.exit_code == 0, done.output
    assert "Air-Source Heat Pumps in Old Town" in done.stdout
    assert "\nSkipped: reported by fewer than two\n" in done.stdout
    assert ", page " in done.stdout or " page " in done.stdout
    assert "3 documents, " in done.stdout.rstrip().splitlines()[-1]


def test_in_json_every_cell_has_its_citation(run_json: Callable[..., Any], library: Path) -> None:
    made = run_json("compare", *PAPERS, *QUOTED, library=library)
    numbers = {citation["number"] for citation in made["citations"]}
    ids = {row["document"]["id"] for row in made["documents"]}
    assert {citation["document"] for citation in made["citations"]} <= ids
    for row in made["documents"]:
        assert len(row["cells"]) == len(made["dimensions"])
        for cell in row["cells"]:
            assert set(cell["citations"]) <= numbers
            assert bool(cell["citations"]) == (cell["state"] == "found")


def test_files_by_their_ending(run: Run, library: Path, tmp_path: Path) -> None:
    for ending in ("csv", "xlsx", "md", "json"):
        done = run("compare", *PAPERS, *QUOTED, "-o", tmp_path / f"out.{ending}", library=library)
        assert done.exit_code == 0, done.output
        assert "3 documents" in done.stdout
    rows = list(csv.reader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8"))))
    assert rows[1] == ["File", *PAPERS]
    assert (tmp_path / "out.md").read_text(encoding="utf-8").startswith("# Comparison\n\n| Dimension |")
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["dimensions"]
    with zipfile.ZipFile(tmp_path / "out.xlsx") as book:
        assert {f"xl/worksheets/sheet{number}.xml" for number in (1, 2, 3)} <= set(book.namelist())
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")


def test_nothing_in_common(run: Run, library: Path) -> None:
    done = run("compare", *PAPERS[:2], *QUOTED, "--dimensions", "recipe for pancakes", library=library)
    assert done.exit_code == 0
    assert done.stdout.startswith("The documents have no dimension in common")
    assert "Nobody reports: recipe for pancakes" in done.stdout


def test_wrong_calls(run: Run, library: Path, tmp_path: Path) -> None:
    (tmp_path / "there.csv").write_text("mine")
    for arguments, said in (
        ([PAPERS[0]], "needs two documents"),
        ([PAPERS[0], PAPERS[0]], "needs two documents"),
        ([], "no document was named"),
        ([PAPERS[0], "nothing.pdf"], "there is no document"),
        ([*PAPERS, "--dimensions", ","], "is no dimension"),
        ([*PAPERS, "--schema", "nothing"], "no schema"),
        ([*PAPERS, "--format", "xlsx"], "cannot be shown"),
        ([*PAPERS, "--json", "--format", "csv"], "exclude each other"),
        ([*PAPERS, "-o", tmp_path / "x.odt"], "names no format"),
        ([*PAPERS, "-o", tmp_path / "there.csv"], "--force"),
        ([*PAPERS, "--format", "table", "-o", tmp_path / "x.txt"], "for the screen"),
    ):
        done = run("compare", *arguments, library=library)
        assert done.exit_code == 2, (arguments, done.output)
        assert said in done.output
    assert (tmp_path / "there.csv").read_text() == "mine"
