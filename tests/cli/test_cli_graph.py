from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

Run = Callable[..., Result]


def test_the_structure_in_json(run_json: Callable[..., Any], sample_library: Path) -> None:
    found = run_json("graph", "--level", "sections", library=sample_library)
    assert found["level"] == "sections"
    kinds = [node["kind"] for node in found["nodes"]]
    assert kinds.count("document") == 4
    assert kinds.count("section") > 10
    names = {node["id"] for node in found["nodes"]}
    assert {end for edge in found["edges"] for end in (edge["source"], edge["target"])} <= names


def test_for_people(run: Run, sample_library: Path) -> None:
    done = run("graph", "--level", "sections", library=sample_library)
    assert done.exit_code == 0
    assert "\n  1. " in done.stdout or "\n  1 " in done.stdout
    assert done.stdout.rstrip().splitlines()[-1].startswith("4 documents, ")


def test_files_by_their_ending(run: Run, sample_library: Path, tmp_path: Path) -> None:
    drawing, dot, plain = (tmp_path / f"graph.{ending}" for ending in ("svg", "dot", "json"))
    for file in (drawing, dot, plain):
        done = run("graph", "-o", file, library=sample_library)
        assert done.exit_code == 0, done.output
        assert "4 documents" in done.stdout
    assert ET.fromstring(drawing.read_bytes()).tag.endswith("svg")
    assert dot.read_text(encoding="utf-8").startswith("digraph library {")
    assert json.loads(plain.read_text(encoding="utf-8"))["level"] == "documents"
    assert len(list(tmp_path.iterdir())) == 3
    again = run("graph", "-o", dot, library=sample_library)
    assert again.exit_code == 2
    assert "--force" in again.stderr
    assert run("graph", "-o", dot, "--force", library=sample_library).exit_code == 0


def test_wrong_calls(run: Run, sample_library: Path, tmp_path: Path) -> None:
    for arguments, said in (
        (["--document", "nothing.pdf"], "there is no document"),
        (["--collection", "nothing"], "nothing"),
        (["-o", tmp_path / "graph.png"], "names no format"),
        (["-o", tmp_path / "none" / "graph.svg"], "there is no folder"),
        (["-o", tmp_path], "is a folder"),
        (["--format", "text", "-o", tmp_path / "graph.txt"], "only shown on the screen"),
        (["--format", "svg", "--json"], "contradict"),
    ):
        done = run("graph", *arguments, library=sample_library)
        assert done.exit_code == 2, done.output
        assert said in done.output
