"""`pincite eval draft` and `pincite eval accept`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

Run = Callable[..., Result]
RunJson = Callable[..., Any]


def records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_from_document_to_evaluation(run: Run, run_json: RunJson, library_copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "drafts.jsonl"
    call = ("eval", "draft", "heat-pumps.pdf", "courtyard-noise.pdf", "--count", "4", "-o", file)
    done = run(*call, library=library_copy)
    assert done.exit_code == 0, done.output
    drafts = records(file)
    assert len(drafts) >= 6
    assert all(one["draft"] is True for one in drafts)
    assert f"{len(drafts)} drafts in {file}. Next:" in done.stdout
    refused = run(*call, library=library_copy)
    assert (refused.exit_code, "exists" in refused.stderr) == (2, True)

    unlooked = run("eval", file, library=library_copy)
    assert unlooked.exit_code == 1
    assert "a draft that nobody has accepted" in unlooked.output

    plain = ["…" not in one["question"] for one in drafts]
    first = plain.index(True)
    answers = ["y" if one else "n" for one in plain[: first + 1]]
    stopped = run("eval", "accept", file, input="\n".join([*answers, "q"]), library=library_copy)
    assert stopped.exit_code == 1
    assert "draft" not in records(file)[0]
    rest = ["y" if one else "e\nWhat is it?" for one in plain[first + 1 :]]
    ended = run("eval", "accept", file, input="\n".join(rest) + "\n", library=library_copy)
    assert ended.exit_code == 0, ended.output
    assert run_json("eval", file, library=library_copy)["asked"] > 0


def test_a_gap_cannot_be_accepted_as_it_is(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "drafts.jsonl"
    gap = {"question": "It took … days.", "document": "a.pdf", "quote": "It took 3 days.", "draft": True}
    file.write_text(json.dumps(gap) + "\n", "utf-8")
    done = run("eval", "accept", file, input="y\n")
    assert (done.exit_code, records(file)) == (1, [gap])
    done = run("eval", "accept", file, input="e\n \nHow long did it take?\n")
    assert (done.exit_code, records(file)[0]["question"]) == (0, "How long did it take?")


def test_what_cannot_be_drafted(run: Run, library_copy: Path, tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("Too short.", "utf-8")
    run("add", tmp_path / "short.txt", library=library_copy)
    for call in (
        ("short.txt", "-o", tmp_path / "a.jsonl"),
        ("nowhere.pdf", "-o", tmp_path / "a.jsonl"),
        ("heat-pumps.pdf", "-o", tmp_path / "none" / "a.jsonl"),
    ):
        done = run("eval", "draft", *call, library=library_copy)
        assert done.exit_code == 2
        assert done.stderr.startswith("error: ")
    assert not (tmp_path / "a.jsonl").exists()
