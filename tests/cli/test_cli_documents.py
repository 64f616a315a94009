from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite import Library
from pincite.cli.documents import id_length
from support.viewers import make_account

Run = Callable[..., Result]


def test_list(run: Run, run_json: Callable[..., Any], sample_library: Path, tmp_path: Path) -> None:
    documents = run_json("list", library=sample_library)
    assert [document["file_name"] for document in documents] == [
        "courtyard-noise.pdf",
        "heat-pumps.pdf",
        "river-gauges.pdf",
        "seed-bank-agreement.pdf",
    ]
    rows = [line.split("\t") for line in run("list", library=sample_library).stdout.splitlines()]
    assert [row[1:4] for row in rows] == [[str(d["pages"]), d["title"], d["file_name"]] for d in documents]
    assert all(document["id"].startswith(row[0]) for row, document in zip(rows, documents, strict=True))
    assert run_json("list", "--collection", "default", library=sample_library) == documents
    unknown = run("list", "--collection", "nowhere", library=sample_library)
    assert unknown.exit_code == 2
    with Library.open(tmp_path / "empty"):
        pass
    assert run("list", library=tmp_path / "empty").stdout == ""
    assert run_json("list", library=tmp_path / "empty") == []


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_tables_fit_the_terminal(run: Run, sample_library: Path, columns: int) -> None:
    environment = {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": str(columns)}
    shown = run("list", library=sample_library, env=environment).stdout
    lines = re.sub("\x1b\\[[0-9;]*m", "", shown).splitlines()
    assert len(lines) == 5
    assert all(len(line) <= columns for line in lines)
    assert all(re.match(r"[0-9a-f]{8} +\d  \S", line) for line in lines[1:])


def test_ids_are_as_long_as_tells_them_apart() -> None:
    assert id_length([]) == 8
    assert id_length(["0123456789ab", "abcdefabcdef"]) == 8
    assert id_length(["0123456789ab", "0123456788ab"]) == 10


def test_show(run: Run, run_json: Callable[..., Any], sample_library: Path) -> None:
    document = run_json("show", "river-gauges.pdf", library=sample_library)
    assert document["authors"] == ["Katarzyna Wolny", "Daniel Abara", "Helen M. Strand"]
    assert {"title", "level", "page_index"} == set(document["outline"][0])
    shown = run("show", document["id"][:10], library=sample_library).stdout
    assert shown.startswith("Radar Level Sensors at Small River Gauges\nKatarzyna Wolny, Daniel Abara, ")
    assert f"id          {document['id']}\n" in shown
    assert "\nNo warnings\n" in shown
    assert "\n    3.1 Agreement with the staff  page 5\n" in shown


def test_show_a_page(run: Run, run_json: Callable[..., Any], sample_library: Path) -> None:
    page = run_json("show", "river-gauges.pdf", "--page", 5, library=sample_library)
    assert set(page) == {"index", "label", "text", "width", "height", "blocks"}
    assert (page["index"], page["label"]) == (5, "2")
    with Library.open(sample_library) as library:
        assert library.page("river-gauges.pdf", 5).text == page["text"]
    shown = run("show", "river-gauges.pdf", "--page", 5, library=sample_library)
    assert shown.stdout == page["text"].replace("\t", "  ") + "\n"
    for wrong in (0, 99):
        assert run("show", "river-gauges.pdf", "--page", wrong, library=sample_library).exit_code == 2


def test_what_is_not_there(run: Run, sample_library: Path) -> None:
    for command in ("show", "remove"):
        done = run(command, "nothing.pdf", library=sample_library)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "nothing.pdf" in done.stderr


def test_remove(run: Run, run_json: Callable[..., Any], library_copy: Path) -> None:
    refused = run("remove", "heat-pumps.pdf", "nothing.pdf", library=library_copy)
    assert refused.exit_code == 2
    assert len(run_json("list", library=library_copy)) == 4
    done = run("remove", "heat-pumps.pdf", "courtyard-noise.pdf", library=library_copy)
    assert re.fullmatch(
        r"removed heat-pumps.pdf \([0-9a-f]{8}\)\nremoved courtyard-noise.pdf \([0-9a-f]{8}\)\n", done.stdout
    )
    removed = run_json("remove", "river-gauges.pdf", library=library_copy)["removed"]
    assert [document["file_name"] for document in removed] == ["river-gauges.pdf"]
    assert [d["file_name"] for d in run_json("list", library=library_copy)] == ["seed-bank-agreement.pdf"]


def test_collections_of_one_name_are_told_apart(run: Run, library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        make_account(library.store, "ann", first=True)
        theirs = library.seen_by(make_account(library.store, "bob")).default_collection().id
        own = library.default_collection().id
    listed = run("collections", library=library_copy).stdout.splitlines()
    assert listed == [f"default\t4\t\t{own}", f"default\t0\tbob\t{theirs}"]
    assert run("list", "--collection", theirs, library=library_copy).stdout == ""
    assert len(run("list", "--collection", "default", library=library_copy).stdout.splitlines()) == 4


def test_collections(run: Run, run_json: Callable[..., Any], library_copy: Path) -> None:
    assert run("collections", library=library_copy).stdout == "default\t4\n"
    assert run("collections", "create", "[b]Law[/b]", library=library_copy).stdout == "created [b]Law[/b]\n"
    assert run_json("collections", "rename", "[b]Law[/b]", "Law", library=library_copy) == {
        "renamed": "[b]Law[/b]",
        "name": "Law",
    }
    with Library.open(library_copy) as library:
        library.add([library.original(library.document("heat-pumps.pdf"))], collection="Law")
    listed = run_json("collections", library=library_copy)
    assert [(c["name"], c["documents"]) for c in listed] == [("default", 4), ("Law", 1)]
    assert run_json("collections", "--json", library=library_copy) == listed
    out = run("remove", "heat-pumps.pdf", "--collection", "Law", library=library_copy)
    assert out.stdout.startswith("removed heat-pumps.pdf from Law (")
    assert len(run_json("list", library=library_copy)) == 4
    assert run("collections", "create", "Law", library=library_copy).exit_code == 2


def test_deleting_a_collection_needs_consent(
    run: Run, run_json: Callable[..., Any], library_copy: Path
) -> None:
    run("collections", "create", "Law", library=library_copy)
    refused = run("collections", "delete", "Law", library=library_copy, input="Law\n")
    assert (refused.exit_code, refused.stderr.splitlines()[1]) == (2, "Add --yes to do it.")
    assert len(run_json("collections", library=library_copy)) == 2
    done = run_json("collections", "delete", "Law", "--yes", library=library_copy)
    assert done == {"deleted": "Law", "documents": 0}
    assert run("collections", "delete", "Law", "--yes", library=library_copy).exit_code == 2
    assert run("collections", "delete", "default", "--yes", library=library_copy).exit_code == 2
