from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

from pincite import Library

Run = Callable[..., Result]
RunJson = Callable[..., Any]


def execute(library: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(library / "library.sqlite3")) as connection, connection:
        connection.execute(statement)


def test_a_library_as_it_was_signed(run: Run, run_json: RunJson, sample_library: Path) -> None:
    done = run("verify", library=sample_library)
    assert (done.exit_code, done.stdout) == (
        0,
        "4 documents as signed, 0 not, 0 added before the library signed\n",
    )
    report = run_json("verify", "heat-pumps.pdf", library=sample_library)
    (entry,) = report["documents"]
    assert (entry["state"], entry["discrepancies"]) == ("sound", [])
    assert entry["chunks"] > 10
    (key,) = run_json("verify", "--keys", library=sample_library)["keys"]
    assert entry["key"] == key["key"]
    assert run("verify", "--keys", library=sample_library).stdout.split() == [key["key"], key["since"]]


def test_a_chunk_that_was_changed_is_named(run: Run, run_json: RunJson, library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        document = library.document("heat-pumps.pdf")
    execute(
        library_copy,
        "UPDATE chunks SET text = replace(text, 'the', 'teh') WHERE ordinal = 3 AND document_pk = "
        f"(SELECT pk FROM documents WHERE id = '{document.id}')",
    )
    done = run("verify", library=library_copy)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert lines[0] == f"wrong heat-pumps.pdf ({document.id})"
    assert lines[1].startswith("  Chunk 3, or one of its vectors, was changed. (page ")
    assert lines[-1] == "3 documents as signed, 1 not, 0 added before the library signed"
    report = run_json("verify", document.id, library=library_copy, code=1)
    (found,) = report["documents"][0]["discrepancies"]
    assert (found["kind"], found["ordinal"]) == ("chunk_changed", 3)
    assert found["pages"]
    assert run("doctor", library=library_copy).exit_code == 0
    deep = run("doctor", "--deep", library=library_copy)
    assert deep.exit_code == 1
    assert "Chunk 3" in deep.stdout


def test_originals_are_read_as_well(run: Run, run_json: RunJson, library_copy: Path) -> None:
    with Library.open(library_copy) as library:
        changed = library.original(library.document("heat-pumps.pdf"))
        changed.chmod(0o644)
        changed.write_bytes(changed.read_bytes() + b" ")
    report = run_json("verify", "heat-pumps.pdf", library=library_copy, code=1)
    assert [one["kind"] for one in report["documents"][0]["discrepancies"]] == ["original_changed"]


def test_only_the_keys_that_are_given_count(
    run: Run, run_json: RunJson, sample_library: Path, tmp_path: Path
) -> None:
    public = sample_library / "keys" / "manifest.pub"
    assert run("verify", "--key", public, library=sample_library).exit_code == 0
    assert run("verify", "--key", public.read_text().split()[0], library=sample_library).exit_code == 0
    report = run_json("verify", "--key", "0" * 64, library=sample_library, code=1)
    kinds = {one["kind"] for entry in report["documents"] for one in entry["discrepancies"]}
    assert kinds == {"foreign_key"}
    assert run("verify", "--key", "nonsense", library=sample_library).exit_code == 2
    assert run("verify", "none.pdf", library=sample_library).exit_code == 2


def test_documents_from_before_are_told_apart_and_can_be_signed(
    run: Run, run_json: RunJson, library_copy: Path
) -> None:
    """As a library that was made before there were signatures."""
    execute(library_copy, "DELETE FROM manifests")
    for file in (library_copy / "keys").iterdir():
        file.unlink()
    done = run("verify", library=library_copy)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "0 documents as signed, 0 not, 4 added before the library signed"
    assert run("doctor", "--deep", library=library_copy).exit_code == 0
    done = run("verify", "--sign", "heat-pumps.pdf", library=library_copy)
    assert done.stdout.splitlines() == [
        "1 document signed",
        "1 document as signed, 0 not, 0 added before the library signed",
    ]
    report = run_json("verify", "--sign", library=library_copy)
    assert len(report["signed"]) == 3
    assert [entry["state"] for entry in report["documents"]] == ["sound"] * 4


def test_a_signature_that_was_removed_is_an_error(run: Run, run_json: RunJson, library_copy: Path) -> None:
    execute(library_copy, "DELETE FROM manifests WHERE document_pk = 1")
    report = run_json("verify", library=library_copy, code=1)
    assert [one["kind"] for one in report["documents"][0]["discrepancies"]] == ["manifest_missing"]
    assert [entry["state"] for entry in report["documents"]] == ["wrong", "sound", "sound", "sound"]


def test_signing_can_be_turned_off(run: Run, tmp_path: Path, sample_library: Path) -> None:
    with Library.open(tmp_path / "new", settings={"privacy": {"sign": False}}) as library:
        assert not library.store.signing
    assert not (tmp_path / "new" / "keys").exists()
