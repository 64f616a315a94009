"""A grid over the sample library: what is right, what goes on after a kill, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite import Library
from pincite.domain import Expectation
from pincite.errors import UsageError
from pincite.evaluate.grid import Grid, GridRun
from pincite.evaluate.grid_report import rows, to_json, to_markdown
from pincite.evaluate.measures import verdict
from pincite.evaluate.questions import read_questions
from pincite.evaluate.running import ask
from pincite.evaluate.variants import AS_SET, Variant, variants
from support.loaded import share_encoder
from support.samples import EXAMPLES

QUESTIONS = read_questions((EXAMPLES / "questions.jsonl").read_bytes())
SETTINGS = ["rerank=on,off", "search.lexical_weight=0.1,1"]


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    share_encoder(monkeypatch)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy) as opened:
        yield opened


def run(
    library: Library,
    folder: Path,
    settings: list[str] | None = None,
    *,
    questions: list[Expectation] = QUESTIONS,
    **more: Any,
) -> Grid:
    chosen = variants([], SETTINGS if settings is None else settings, library.settings)
    with GridRun(library, questions, chosen, folder, **more) as grid:
        steps = list(grid.progress())
        assert all(step.done <= step.total for step in steps)
        return grid.grid()


def test_its_ranks_are_those_of_an_evaluation(library: Library, tmp_path: Path) -> None:
    own = run(library, tmp_path / "grid", []).tried[0]
    assert own.variant == Variant(AS_SET)
    assert len(own.results) == len(own.milliseconds) > 5
    for result in own.results:
        asked = ask(library, replace(result, ranks=(), first=None))
        assert (result.ranks, result.first) == (asked.ranks, asked.first)


def test_settings_change_what_is_found_and_nothing_of_the_library(library: Library, tmp_path: Path) -> None:
    before = library.store.fingerprint(None)
    grid = run(library, tmp_path / "grid", ["lexical=on,off", "rerank=off"])
    words, vectors = (one.results for one in grid.tried[1:])
    assert [one.ranks for one in words] != [one.ranks for one in vectors]
    assert "lexical" in grid.tried[1].milliseconds[0]
    assert "lexical" not in grid.tried[2].milliseconds[0]
    assert library.store.fingerprint(None) == before
    assert library.settings.search.lexical_weight == 0.5


def test_documents_cut_otherwise_are_scored_by_the_same_gold(library: Library, tmp_path: Path) -> None:
    """The same cut made anew finds what the library finds; a smaller one has other passages, and the same gold."""
    same = library.settings.chunk.tokens
    grid = run(library, tmp_path / "grid", [f"chunk.tokens={same},64"])
    own, again, small = grid.tried
    assert again.variant.chunk(library.settings) == library.settings.chunk
    assert [one.ranks for one in again.results] == [one.ranks for one in own.results]
    assert [one.first for one in small.results] != [one.first for one in own.results]
    assert sum(one.rank is not None for one in small.results) > len(small.results) * 0.7
    ids = {document.id for document in library.documents()}
    assert all(one.first and one.first.document in ids for one in small.results)
    assert not list((tmp_path / "grid").glob("library-*")), "what was cut is removed"


def test_a_cut_made_anew_has_the_chunks_of_the_library(library: Library, tmp_path: Path) -> None:
    from pincite.library.recut import recut

    other, ids = recut(library, library.settings.chunk, tmp_path / "other")
    with other:
        assert set(ids.values()) == {document.id for document in library.documents()}
        for document in other.documents():
            mine = library.document(ids[document.id])
            assert (document.chunks, document.pages, document.title) == (mine.chunks, mine.pages, mine.title)
            assert document.language == mine.language


def test_it_goes_on_where_it_was_killed(library: Library, tmp_path: Path) -> None:
    whole = run(library, tmp_path / "whole")
    run(library, tmp_path / "grid", SETTINGS[:1])
    files = sorted((tmp_path / "grid" / "results").iterdir())
    text = files[0].read_text("utf-8")
    files[0].write_text(text[: len(text) // 2], "utf-8")  # in the midst of a line
    kept = files[1].read_bytes()
    continued = run(library, tmp_path / "grid")
    assert files[1].read_bytes() == kept, "nothing is asked twice"
    for one, other in zip(continued.tried, whole.tried, strict=True):
        assert [result.ranks for result in one.results] == [result.ranks for result in other.results]


def test_results_of_something_else_are_not_gone_on_with(library: Library, tmp_path: Path) -> None:
    run(library, tmp_path / "grid", [])
    with pytest.raises(UsageError, match="another questions"):
        run(library, tmp_path / "grid", [], questions=QUESTIONS[:-1])
    with pytest.raises(UsageError, match="another collection"):
        run(library, tmp_path / "grid", [], collection=library.collections()[0].id)
    other = Library.open(library.folder, settings={"search": {"candidates": 7}})
    with other, pytest.raises(UsageError, match="another settings"):
        run(other, tmp_path / "grid", [])
    library.remove("heat-pumps.pdf")
    with pytest.raises(UsageError, match="documents"):
        run(library, tmp_path / "grid", [])
    (tmp_path / "things").mkdir()
    (tmp_path / "things" / "letter.txt").write_text("mine")
    with pytest.raises(UsageError, match="other things"):
        run(library, tmp_path / "things", [])
    assert [one.name for one in (tmp_path / "things").iterdir()] == ["letter.txt"]
    (tmp_path / "grid" / "grid.json").write_text("[")
    with pytest.raises(UsageError, match="cannot be read"):
        run(library, tmp_path / "grid", [])


def test_only_one_writes_at_a_time(library: Library, tmp_path: Path) -> None:
    first = GridRun(library, QUESTIONS, [Variant(AS_SET)], tmp_path / "grid")
    with first, pytest.raises(UsageError, match="is being written"):
        run(library, tmp_path / "grid", [])


def test_failed_searches_count_as_not_found(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Library.retrieve

    def failing(self: Library, question: str, **options: Any) -> Any:
        if options["stages"].dense:
            raise ValueError("broken")
        return usual(self, question, **options)

    monkeypatch.setattr(Library, "retrieve", failing)
    grid = run(library, tmp_path / "grid", ["dense=off"])
    own, words = rows(grid, "mrr@10")
    assert own.failed == own.asked == words.asked > 0 == words.failed
    assert own.measure("mrr@10").value == 0
    assert own.times.median is None
    assert words.difference is not None
    assert words.difference.difference == words.measure("mrr@10").value
    assert verdict(words.difference) == "better"
    assert f"as set {own.failed}" in to_markdown(grid, [own, words], "mrr@10")


def test_questions_that_no_library_could_find_are_told(library: Library, tmp_path: Path) -> None:
    lost = Expectation("Where is it?", 1, document="nowhere.pdf")
    with pytest.raises(UsageError, match="none of 1 questions"):
        run(library, tmp_path / "none", [], questions=[lost])
    grid = run(library, tmp_path / "grid", [], questions=[replace(lost, line=99), *QUESTIONS])
    assert [one.expected.line for one in grid.excluded] == [99]
    told = to_json(grid, rows(grid, "mrr@10"))
    assert told["excluded"] == [{"line": 99, "reason": "there is no document 'nowhere.pdf'"}]
    assert told["without_a_place"] > 0


def test_the_report_has_what_the_numbers_depend_on(library: Library, tmp_path: Path) -> None:
    grid = run(library, tmp_path / "grid", SETTINGS[:1], facts={"name": "a | b", "seed": 4})
    found = rows(grid, "ndcg@10")
    told = json.loads(json.dumps(to_json(grid, found), allow_nan=False))
    assert told["settings"]["search.lexical_weight"] == 0.5
    assert {"seed", "resamples"} <= told["bootstrap"].keys()
    assert told["machine"]["cores"]
    assert str(tmp_path) not in json.dumps(told)
    assert [one["name"] for one in told["variants"]] == [AS_SET, "rerank on", "rerank off"]
    text = to_markdown(grid, found, "ndcg@10")
    assert "| rerank off |" in text
    assert "nan" not in text.lower().split()
    with pytest.raises(UsageError, match="no measure"):
        rows(grid, "refused")


def test_documents_with_grades_are_ranked_as_documents(library: Library, tmp_path: Path) -> None:
    names = [document.file_name for document in library.documents()]
    graded = Expectation("noise of heat pumps in courtyards", 1, documents=((names[0], 1), (names[1], 2)))
    (own,) = run(library, tmp_path / "grid", [], questions=[graded]).tried
    assert len(own.results[0].ranks) == 2
    assert own.results[0].ranks == ask(library, own.results[0]).ranks
