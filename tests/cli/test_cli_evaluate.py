"""`pincite eval`: numbers with intervals, what was excluded and missed, and an exit code that tells of failure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pincite import Library
from pincite.errors import PinciteError
from support.samples import EXAMPLES

Run = Callable[..., Result]
RunJson = Callable[..., Any]

QUESTIONS = EXAMPLES / "questions.jsonl"


def test_measures_are_printed_with_their_intervals(run: Run, library_copy: Path) -> None:
    done = run("eval", QUESTIONS, library=library_copy)
    assert done.exit_code == 0, done.output
    rows = [line.split("\t") for line in done.stdout.splitlines() if "\t" in line]
    assert [row[1] for row in rows][:4] == ["hit@1", "hit@3", "hit@5", "hit@10"]
    for row in rows:
        low, high = map(float, row[3].split(" to "))
        assert 0 <= low <= float(row[2]) <= high <= 1
    assert done.stdout.splitlines()[-1] == "14 questions asked: done"
    with Library.open(library_copy) as library:
        (kept,) = library.store.evaluations.all().items
    assert (kept.name, kept.state.value, kept.collection) == ("questions.jsonl", "done", None)


def test_one_document_with_all_of_it(run_json: RunJson, library_copy: Path) -> None:
    told = run_json("eval", QUESTIONS, "--name", "Samples", "--collection", "default", library=library_copy)
    assert (told["name"], told["state"], told["asked"], told["failed"]) == ("Samples", "done", 14, 0)
    assert {one["name"] for one in told["measures"]} >= {"hit@1", "mrr@10", "ndcg@10", "refused"}
    assert [one["line"] for one in told["results"]] == list(range(1, 15))
    assert told["results"][0]["place"]["page_index"] == 1


def test_what_is_excluded_and_missed_is_named(run: Run, library_copy: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.csv"
    file.write_text(
        "question,document,page,quote\n"
        "What is the law?,nowhere.pdf,,law\n"
        "Why is the sky blue?,river-gauges.pdf,8,Continue staff readings\n",
        encoding="utf-8",
    )
    done = run("eval", file, library=library_copy)
    assert done.exit_code == 0
    assert "Excluded:\n  line 2: What is the law? (there is no document 'nowhere.pdf')\n" in done.stdout
    assert "Not found:\n  line 3: Why is the sky blue?\n" in done.stdout
    assert done.stdout.endswith("1 question asked, 1 excluded: done\n")
    assert "\t-\t-\t0\n" in done.stdout, "no question of the kind, and no number"


def test_a_run_in_which_all_fail_is_no_success(
    run: Run, library_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise PinciteError("the encoder is gone")

    monkeypatch.setattr(Library, "ask", fail)
    done = run("eval", QUESTIONS, library=library_copy)
    assert done.exit_code == 1
    assert "every question failed" in done.stdout
    assert "14 questions asked, 14 failed: failed" in done.stdout


def test_a_file_of_which_nothing_can_be_scored_is_no_success(
    run: Run, run_json: RunJson, library_copy: Path, tmp_path: Path
) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "Who?", "document": "nowhere.pdf"}', encoding="utf-8")
    done = run("eval", file, library=library_copy)
    assert done.exit_code == 1
    assert "no question of the file can be scored with this library" in done.stdout
    assert run_json("eval", file, library=library_copy, code=1)["asked"] == 0


@pytest.mark.parametrize("content", [None, "", "a,b\n1,2\n"])
def test_wrong_files(run: Run, sample_library: Path, tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "questions.csv"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    done = run("eval", file, library=sample_library)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.splitlines()) == 2
