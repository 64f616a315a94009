from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pincite.cli.app import app
from pincite.encode import minilm
from pincite.encode.minilm import load_minilm

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in this process share one loaded encoder; those run as processes load it as users do."""
    monkeypatch.setattr(minilm, "load_minilm", _load_once)


@functools.cache
def _load(precision: str | None, streams: int) -> Any:
    return load_minilm(precision=precision, streams=streams)


def _load_once(*, precision: Any, streams: int, cache: Path) -> Any:
    return _load(precision, streams)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command in this process; `library` is the folder, new and empty if not given."""

    def invoke(*arguments: object, library: Path | None = None, **options: Any) -> Result:
        folder = library or tmp_path / "new-library"
        return CliRunner(env={"PINCITE_LIBRARY": str(folder), **options.pop("env", {})}).invoke(
            app, [str(argument) for argument in arguments], **options
        )

    return invoke


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    """Runs a command with --json, and gives the document that it printed; it must succeed and print no more."""

    def invoke(*arguments: object, code: int = 0, **options: Any) -> Any:
        result = run(*arguments, "--json", **options)
        assert result.exit_code == code, result.output
        assert result.stderr == ""
        return json.loads(result.stdout)

    return invoke
