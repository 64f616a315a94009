"""`pincite extract`."""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite.research.schema import read_toml

Run = Callable[..., Result]
AGREEMENT = "seed-bank-agreement.pdf"
QUOTED = ("--mode", "quoted")


@pytest.fixture(scope="module")
def shelf(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(sample_library, tmp_path_factory.mktemp("extract") / "library"))


def test_fields_are_shown_with_their_place(run: Run, shelf: Path) -> None:
    result = run("extract", AGREEMENT, *QUOTED, library=shelf)
    assert result.exit_code == 0, result.output
    law = next(line for line in result.stdout.splitlines() if line.startswith("Governing law"))
    assert "England and Wales" in law
    assert "page" in law
    assert "Exclusivity" in result.stdout
    assert "Not reported" in result.stdout
    assert "does not apply" in result.stdout
    assert "fields found" in result.stdout.splitlines()[-1]


def test_json_has_the_citations(run_json: Callable[..., Any], shelf: Path) -> None:
    (extraction,) = run_json("extract", AGREEMENT, *QUOTED, library=shelf)["extractions"]
    fields = {field["name"]: field for field in extraction["fields"]}
    assert fields["agreement_date"]["normalised"] == "2023-03-03"
    assert fields["agreement_date"]["citations"][0]["rectangles"]
    assert fields["exclusivity"]["state"] == "not_reported"
    assert "document" not in fields["agreement_date"]["citations"][0]


def test_csv_has_a_row_a_document(run: Run, shelf: Path) -> None:
    result = run("extract", AGREEMENT, "heat-pumps.pdf", *QUOTED, "--format", "csv", library=shelf)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["File"] for row in rows] == [AGREEMENT, "heat-pumps.pdf"]
    assert rows[0]["Agreement date"] == "3 March 2023"
    assert rows[0]["Agreement date: page"] == "2"
    assert rows[0]["Perpetual or irrevocable licence"] == ""
    assert rows[1]["Funding"]
    assert rows[1]["Agreement date"] == "", "not a field of the other document's schema"


def test_a_file_is_written_by_its_ending_and_never_over_another(
    run: Run, shelf: Path, tmp_path: Path
) -> None:
    target = tmp_path / "found.xlsx"
    assert run("extract", AGREEMENT, *QUOTED, "-o", target, library=shelf).exit_code == 0
    with zipfile.ZipFile(target) as archive:
        book = archive.read("xl/workbook.xml").decode()
    assert 'name="Values"' in book
    assert 'name="Citations"' in book
    again = run("extract", AGREEMENT, *QUOTED, "-o", target, library=shelf)
    assert again.exit_code == 2
    assert "exists" in again.stderr
    assert run("extract", AGREEMENT, *QUOTED, "-o", target, "--force", library=shelf).exit_code == 0
    for name in ("found.csv", "found.json", "found.txt"):
        assert run("extract", AGREEMENT, *QUOTED, "-o", tmp_path / name, library=shelf).exit_code == 0
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["extractions"]
    assert "Governing law: England and Wales" in (tmp_path / "found.txt").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "found.csv", "found.json", "found.txt", "found.xlsx",
    ]  # fmt: skip


def test_a_collection_is_read_as_a_whole(run_json: Callable[..., Any], shelf: Path) -> None:
    found = run_json("extract", "--collection", "default", "--schema", "general", *QUOTED, library=shelf)
    assert len(found["extractions"]) == 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((AGREEMENT, "--format", "xlsx"), "--output"),
        ((AGREEMENT, "-o", "found.pdf"), ".csv"),
        ((AGREEMENT, "--schema", "novel"), "no schema"),
        ((AGREEMENT, "--json", "--format", "csv"), "exclude"),
        ((), "no document"),
        ((AGREEMENT, "--collection", "default"), "one or the other"),
        (("missing.pdf",), "missing.pdf"),
        (("--show-schema", "novel"), "no schema"),
    ],
)
def test_wrong_calls_are_explained(run: Run, shelf: Path, arguments: tuple[str, ...], says: str) -> None:
    result = run("extract", *arguments, library=shelf)
    assert result.exit_code == 2
    assert says in result.output


def test_an_own_schema_and_what_is_wrong_with_it(run: Run, shelf: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[[field]]\nname = "interest"\ntype = "number"\nunit = "%"\nprobes = ["Overdue sums bear interest at"]\n',
        encoding="utf-8",
    )
    result = run("extract", AGREEMENT, *QUOTED, "--schema", own, library=shelf)
    assert "Interest  4%" in result.stdout
    own.write_text('[[field]]\nname = "interest"\ntype = "colour"\n', encoding="utf-8")
    result = run("extract", AGREEMENT, "--schema", own, library=shelf)
    assert result.exit_code == 2
    assert "field 1 (interest): there is no type 'colour'" in result.stderr


def test_schemas_are_listed_and_printed(run: Run, run_json: Callable[..., Any]) -> None:
    listed = run("extract", "--schemas")
    assert [line.split("\t")[0] for line in listed.stdout.splitlines()] == ["contract", "general", "paper"]
    assert len(run_json("extract", "--schemas")["schemas"]) == 3
    printed = run("extract", "--show-schema", "paper").stdout
    assert read_toml(printed, "paper.toml").name == "paper"
