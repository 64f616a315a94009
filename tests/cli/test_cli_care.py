from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite import Library
from pincite.encode.model_files import MINILM, model_folder

Run = Callable[..., Result]


def test_doctor_has_nothing_to_say_about_a_sound_library(
    run: Run, run_json: Callable[..., Any], sample_library: Path
) -> None:
    done = run("doctor", "--deep", library=sample_library)
    assert (done.exit_code, done.output) == (0, "")
    assert run_json("doctor", library=sample_library) == {"findings": [], "repaired": []}
    terminal = {"FORCE_COLOR": "1", "TERM": "dumb"}
    assert "The library is sound: 4 documents." in run("doctor", library=sample_library, env=terminal).stdout


def test_doctor_finds_damage_and_leftovers(
    run: Run, run_json: Callable[..., Any], library_copy: Path
) -> None:
    with Library.open(library_copy) as library:
        library.original(library.document("heat-pumps.pdf")).unlink()
    done = run("doctor", library=library_copy)
    assert done.exit_code == 1
    assert done.stdout.startswith("error ")
    assert "heat-pumps.pdf" in done.stdout
    report = run_json("doctor", "--repair", library=library_copy, code=1)
    assert [set(finding) for finding in report["findings"]] == [{"name", "severity", "message", "remedy"}]
    assert run("show", "heat-pumps.pdf", library=library_copy).exit_code == 0


def test_backup_and_restore(
    run: Run, run_json: Callable[..., Any], sample_library: Path, tmp_path: Path
) -> None:
    file = tmp_path / "library.backup"
    done = run("backup", file, library=sample_library)
    assert done.exit_code == 0
    chunks = sum(document["chunks"] for document in run_json("list", library=sample_library))
    assert done.stdout.startswith(f"4 documents, 4 original files and {chunks} chunks are in {file} (")
    taken = run("backup", file, library=sample_library)
    assert (taken.exit_code, taken.stderr.splitlines()[1]) == (2, "Give the backup another name.")
    assert run_json("backup", tmp_path / "b", library=sample_library)["report"]["documents"] == 4

    restored = tmp_path / "restored"
    assert run_json("restore", file, library=restored) == {"library": str(restored), "documents": 4}
    assert run_json("list", library=restored) == run_json("list", library=sample_library)
    assert run("restore", file, library=restored).exit_code == 2
    assert run("restore", file, library=tmp_path / "other").stdout == (
        f"4 documents restored into {tmp_path / 'other'}\n"
    )
    file.write_bytes(file.read_bytes()[:5000])
    assert run("restore", file, library=tmp_path / "third").exit_code == 1
    assert run("restore", tmp_path / "none", library=tmp_path / "third").exit_code == 2
    assert not (tmp_path / "third").exists()


def test_models(run: Run, run_json: Callable[..., Any], tmp_path: Path) -> None:
    home = tmp_path / "models"
    environment = {"PINCITE_MODELS": str(home)}
    source = model_folder(MINILM)
    empty = run("models", "install", "--from", tmp_path, env=environment)
    assert empty.exit_code == 1
    assert empty.stderr.startswith(f"error: {tmp_path} has no ")
    assert not list(home.glob("*"))
    done = run_json("models", "install", "--from", source, env=environment)
    assert done == {"name": MINILM.name, "folder": str(home / MINILM.name)}
    assert run_json("models", "list", env=environment) == run_json("models", env=environment)
    assert run_json("models", env=environment)["encoder"] == {**done, "error": None}
    assert run("models", env=environment).stdout == (
        f"encoder: {MINILM.name} in {home / MINILM.name}\nno language model: answers are quoted\n"
    )
    (home / MINILM.name / "tokenizer.json").write_text("{}")
    for command in (["models"], ["models", "install", "--from", home / MINILM.name]):
        wrong = run(*command, env={"PINCITE_MODELS": str(home)})
        assert wrong.exit_code == 1
        assert "is not the official file" in wrong.stderr


def test_a_model_that_is_nowhere(
    run: Run, run_json: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    environment = {"PINCITE_MODELS": str(tmp_path)}
    model = run_json("models", env=environment)["encoder"]
    assert model["folder"] is None
    assert "pincite models install" in model["error"]["remedy"]
    shown = run("models", env=environment).stdout
    assert shown.startswith(f"encoder: {MINILM.name} is not installed\n")


def test_a_damaged_database_is_told_in_one_line(run: Run, library_copy: Path) -> None:
    for name in [
        path.name for path in library_copy.iterdir() if path.suffix in {".db", ".sqlite", ".sqlite3"}
    ]:
        (library_copy / name).write_bytes(b"no database at all" * 100)
    for file in library_copy.glob("*-wal"):
        file.unlink()
    for command in ("list", "doctor"):
        done = run(command, library=library_copy)
        assert done.exit_code == 1
        assert done.stdout == ""
        assert done.stderr.startswith("error: ")
        assert len(done.stderr.splitlines()) == 2
    shutil.rmtree(library_copy)
