"""Killing `pincite add` at random moments loses no finished work and leaves nothing half-visible."""

from __future__ import annotations

import importlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.samples import PAPERS

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")


@pytest.fixture(scope="module")
def outcome() -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "benchmarks.kill",
        "--papers",
        PAPERS,
        "--kills",
        "3",
        "--seed",
        "4",
        "--json",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert result.stdout, result.stderr
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_the_library_equals_one_made_without_interruption(outcome: dict[str, Any]) -> None:
    assert outcome["faults"] == []
    assert outcome["files"] == outcome["rows"]["documents"] == 4
    assert outcome["rows"]["pages"] == 25
    assert min(outcome["rows"].values()) >= 4


def test_it_was_killed(outcome: dict[str, Any]) -> None:
    kills = outcome["kills"]
    assert kills
    assert kills[0]["before"] == 0
    for kill in kills:
        assert kill["after"] >= kill["before"], "finished documents stay"
        assert kill["survivors"] == 0, "parser processes end by themselves"


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        ("DELETE FROM postings WHERE term = (SELECT min(term) FROM postings)", "words"),
        ("UPDATE chunk_vectors SET pooled = zeroblob(768) WHERE chunk_pk = 3", "vectors"),
        ("DELETE FROM chunk_tokens WHERE chunk_pk = 3", "token vectors"),
        ("UPDATE pages SET label = 'x' WHERE page_index = 2", "pages"),
        ("UPDATE chunks SET section = '[]' WHERE ordinal = 4", "chunks"),
        ("DELETE FROM collection_documents WHERE document_pk = 1", "collections"),
        ("DELETE FROM documents WHERE pk = 1", "rows of pages belong to no document"),
    ],
)
def test_the_comparison_would_see_what_differs(
    sample_library: Path, library_copy: Path, monkeypatch: pytest.MonkeyPatch, damage: str, kind: str
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    proof = importlib.import_module("benchmarks.kill")
    outcome = proof.Outcome(4, 0.0)
    proof.compare(sample_library, library_copy, outcome)
    assert outcome.faults == []
    with sqlite3.connect(library_copy / "library.sqlite3") as connection:
        assert connection.execute(damage).rowcount > 0
    connection.close()
    proof.compare(sample_library, library_copy, outcome)
    assert any(kind in fault for fault in outcome.faults), outcome.faults
