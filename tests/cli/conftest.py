from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pincite.cli.app import app
from support.loaded import share_encoder

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in this process share one loaded encoder; those run as processes load it as users do."""
    share_encoder(monkeypatch)


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
