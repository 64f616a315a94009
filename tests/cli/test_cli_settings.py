from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import Result

from pincite import Library
from pincite.config import Settings
from pincite.errors import SettingsError
from pincite.library.settings_file import with_value

Run = Callable[..., Result]

COMMENTED = """\
# My notes
[search]
candidates = 50  # enough
# last line of the section

[answer]
threshold = 0.4
"""


def test_all_settings_are_listed_with_their_meaning(
    run_json: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PINCITE_MODEL__PROVIDER")
    listed = {setting["key"]: setting for setting in run_json("config")}
    for section, value in Settings():
        for name, field in type(value).model_fields.items():
            setting = listed.pop(f"{section}.{name}")
            assert setting["value"] == setting["default"] == getattr(value, name)
            assert setting["source"] == "default"
            assert setting["description"] == field.description
            assert setting["bounds"]
    assert not listed


def test_sources(run: Run, run_json: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "library"
    run("config", "set", "search.candidates", "50", library=folder)
    run("config", "set", "search.rrf_k", "70", library=folder)
    environment = {"PINCITE_SEARCH__RRF_K": "80", "PINCITE_ANSWER__THRESHOLD": "0.25"}
    listed = {
        s["key"]: (s["value"], s["source"]) for s in run_json("config", library=folder, env=environment)
    }
    assert listed["search.candidates"] == (50, "file")
    assert listed["search.rrf_k"] == (80, "environment")
    assert listed["answer.threshold"] == (0.25, "environment")
    assert listed["answer.max_sentences"] == (4, "default")
    text = run("config", library=folder, env=environment).stdout
    assert "candidates = 50  from file; default 100  (whole number from 1 to 1,000)\n" in text
    assert "fusion = weighted  (weighted | rrf)\n" in text


def test_set_get_unset(run: Run, run_json: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "library"
    assert run("config", "get", "search.fusion", library=folder).stdout == "weighted\n"
    assert not folder.exists()
    done = run("config", "set", "search.fusion", "rrf", library=folder)
    assert (done.exit_code, done.stdout) == (0, "search.fusion = rrf\n")
    assert (folder / "settings.toml").read_text() == '[search]\nfusion = "rrf"\n'
    with Library.open(folder, create=False) as library:
        assert library.settings.search.fusion == "rrf"
    assert run_json("config", "get", "search.fusion", library=folder)["source"] == "file"
    assert run_json("config", "unset", "search.fusion", library=folder)["source"] == "default"
    assert run("config", "get", "search.fusion", library=folder).stdout == "weighted\n"


def test_a_setting_that_the_environment_hides_is_pointed_out(run: Run) -> None:
    done = run("config", "set", "search.rrf_k", "70", env={"PINCITE_SEARCH__RRF_K": "80"})
    assert done.stdout == "search.rrf_k = 80\nThe environment sets it too, and wins over the file.\n"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("search.candidates", "0"),
        ("search.candidates", "many"),
        ("search.fusion", "magic"),
        ("search.nothing", "1"),
        ("search", "1"),
        ("nothing.at.all", "1"),
    ],
)
def test_wrong_settings_change_nothing(run: Run, tmp_path: Path, key: str, value: str) -> None:
    done = run("config", "set", key, value, library=tmp_path / "library")
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ")
    assert "`pincite config` lists" in done.stderr
    assert not (tmp_path / "library").exists()


def test_a_settings_file_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    run("config", "set", "search.rrf_k", "70", library=folder)
    (folder / "settings.toml").write_text("[search\n")
    for arguments in (["config"], ["list"], ["config", "set", "search.rrf_k", "60"]):
        done = run(*arguments, library=folder)
        assert done.exit_code == 2
        assert "settings.toml cannot be read" in done.stderr
    assert (folder / "settings.toml").read_text() == "[search\n"


def test_the_rest_of_the_file_stays() -> None:
    changed = with_value(COMMENTED, "search", "candidates", 60)
    assert changed == COMMENTED.replace("candidates = 50  # enough", "candidates = 60")
    assert with_value(COMMENTED, "search", "rrf_k", 9) == COMMENTED.replace(
        "# last line of the section\n", "# last line of the section\nrrf_k = 9\n"
    )
    assert with_value(COMMENTED, "parse", "workers", 2) == COMMENTED + "\n[parse]\nworkers = 2\n"
    assert with_value(COMMENTED, "answer", "threshold", None) == COMMENTED.replace("threshold = 0.4\n", "")
    assert with_value(COMMENTED, "parse", "workers", None) == COMMENTED


@pytest.mark.parametrize("text", ["search = {rrf_k = 5}\n", "search.rrf_k = 5\n", '["search"]\nrrf_k = 5\n'])
def test_unusual_forms_are_left_alone(text: str) -> None:
    with pytest.raises(SettingsError, match="does not change"):
        with_value(text, "search", "rrf_k", 9)


def test_a_value_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    done = run("config", "set", "encoder.name", "a\udcffb", library=folder)
    assert (done.exit_code, done.stderr.splitlines()[0]) == (
        2,
        "error: the value of encoder.name is not valid text",
    )
    assert not (folder / "settings.toml").exists()


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_can_be_a_value(value: str) -> None:
    changed = with_value(COMMENTED, "encoder", "name", value)
    assert tomllib.loads(changed)["encoder"] == {"name": value}
