"""Every call of the documentation works: real curl against a real server, in the order of the files."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.docs import Block, Ran, blocks, differences, run
from support.samples import PAPERS

ROOT = Path(__file__).parents[2]
NAME, PASSWORD = "ada", "correct horse battery"

FILES = [
    ROOT / "docs/api/README.md",
    *sorted(set((ROOT / "docs/api").glob("*.md")) - {ROOT / "docs/api/README.md"}),
    ROOT / "docs/evaluation.md",
    ROOT / "docs/mcp.md",
    ROOT / "docs/server.md",
]
BLOCKS = [block for file in FILES if file.exists() for block in blocks(file, ROOT)]

pytestmark = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("jq")), reason="the documentation's calls need curl and jq"
)


def pincite(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "pincite", *arguments, "--library", str(folder)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.fixture(scope="module")
def served(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `pincite serve` for a library with one account, an administrator's."""
    folder = Path(shutil.copytree(sample_library, tmp_path_factory.mktemp("docs") / "library"))
    made = pincite(folder, "accounts", "create", NAME, "--admin", "--password-stdin")
    subprocess.run(made, input=PASSWORD, text=True, env=environment(), check=True, capture_output=True)
    log = folder.parent / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            pincite(folder, "serve", "--port", "0", "--json"),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment(),
        ) as server,
    ):
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            assert line, log.read_text()
            yield json.loads(line)["address"]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(60)


@pytest.fixture(scope="module")
def ran(served: str, tmp_path_factory: pytest.TempPathFactory) -> list[Ran]:
    folder = tmp_path_factory.mktemp("reader")
    for paper in PAPERS.glob("*.pdf"):
        shutil.copy(paper, folder)
    return run(BLOCKS, served, folder)


def test_there_is_something_to_run() -> None:
    assert {block.file for block in BLOCKS} >= {"docs/api/README.md", "docs/api/openai.md", "docs/mcp.md"}


def test_every_block_ends_well(ran: list[Ran]) -> None:
    for one in ran:
        assert one.code == 0, f"{one.block.place} failed\n{one.block.commands}\n{one.output}\n{one.errors}"
    assert len(ran) == len(BLOCKS)


def test_what_is_shown_is_what_comes(ran: list[Ran]) -> None:
    for one in ran:
        if one.block.shown is not None:
            found = differences(one.block.shown, json.loads(one.output))
            assert not found, f"{one.block.place}: {found}\n{one.output}"


def test_calls_tell_of_their_failures() -> None:
    """A call that ends well though the server refused it would prove nothing."""
    for block in BLOCKS:
        calls = block.commands.replace("\\\n", " ").split("\n")
        for call in (call for call in calls if "curl " in call):
            assert "--fail" in call or " -f" in call, f"{block.place}: {call}"


def test_forms_are_compared() -> None:
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": 2.5}], "c": 1}) == []
    assert differences({"a": [{"b": 1}]}, {"a": [{"b": "x"}]}) == [".a[0].b is str, not int"]
    assert differences({"a": 1}, {}) == [".a is not there"]
    assert differences({"a": [1]}, {"a": []}) == [".a is empty"]


def test_a_block_that_fails_is_noticed(tmp_path: Path) -> None:
    failing = [
        Block("a.md", 1, "x=1; echo $x"),
        Block("a.md", 2, "curl -sf http://127.0.0.1:9/"),
        Block("a.md", 3, "true"),
    ]
    first, second = run(failing, "", tmp_path)
    assert (first.code, first.output) == (0, "1\n")
    assert second.code != 0
