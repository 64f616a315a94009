"""A server that is killed during uploads and streams: what was answered with 202 is there at the end, once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_nothing_is_lost_or_there_twice() -> None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.server_kill",
        "--kills",
        "1",
        "--files",
        "4",
        "--streams",
        "2",
    ]
    result = subprocess.run(
        [*command, "--seconds", "1", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert result.stdout, result.stderr
    outcome = json.loads(result.stdout)
    assert outcome["faults"] == []
    assert len(outcome["kills"]) == 1
    assert outcome["promised"]
    assert outcome["documents"] >= len(outcome["promised"])
