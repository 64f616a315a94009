from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

Run = Callable[..., Result]


def test_other_machines_are_let_in_only_with_accounts(run: Run) -> None:
    result = run("serve", "--host", "0.0.0.0", "--port", "0")
    assert result.exit_code == 2
    assert "without accounts" in result.stderr
    assert "pincite accounts create NAME --admin" in result.stderr
    assert result.stdout == ""


def test_a_port_that_is_taken_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run("serve", "--port", str(port))
        assert result.exit_code == 2
        assert result.stderr.splitlines()[0] == f"error: something else listens at port {port} of 127.0.0.1"
        told = json.loads(run("serve", "--port", str(port), "--json").stdout)
        assert "--port" in told["error"]["remedy"]


def test_settings_that_make_no_sense(run: Run) -> None:
    for options in (["--port", "70000"], ["--workers", "-1"], ["--log", "xml"]):
        assert run("serve", *options).exit_code == 2
    result = run("serve", "--port", "0", env={"PINCITE_SERVER__NAMES": "https://docs.example.org"})
    assert result.exit_code == 2
    assert "server.names" in result.stderr
