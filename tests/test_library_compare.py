"""Comparing documents of a library."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import Library
from pincite.domain import FieldState
from pincite.encode import minilm
from pincite.encode.minilm import load_minilm
from pincite.errors import NotFoundError, UsageError
from pincite.research.schema import builtin
from support.model_server import ModelServer, Prompt, Scripted

PAPERS = ("courtyard-noise.pdf", "heat-pumps.pdf", "river-gauges.pdf")
SCHEMA = "paper"
FEW = ("problem", "contribution")


@pytest.fixture(autouse=True)
def one_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The libraries of these tests share one loaded encoder."""
    monkeypatch.setattr(minilm, "load_minilm", _load_once)


@functools.cache
def _load(precision: str | None, streams: int) -> Any:
    return load_minilm(precision=precision, streams=streams)


def _load_once(*, precision: Any, streams: int, cache: Path) -> Any:
    return _load(precision, streams)


@pytest.fixture
def library(library_copy: Path) -> Iterator[Library]:
    with Library.open(library_copy, settings={"answer": {"mode": "quoted"}}) as library:
        yield library


def test_every_value_is_cited_verbatim(library: Library) -> None:
    made = library.compare(PAPERS, schema=SCHEMA)
    assert [row.document.file_name for row in made.documents] == list(PAPERS)
    assert made.dimensions
    for row in made.documents:
        for cell in row.cells:
            if cell.state is not FieldState.FOUND:
                continue
            assert cell.citations
            for number in cell.citations:
                citation = made.citations[number - 1]
                assert citation.document.id == row.document.id
                page = library.page(row.document.id, citation.page_index)
                assert all(page.text[start:end] for _, start, end in citation.spans)
                assert citation.page_label == page.label
    compared = {dimension.name for dimension in made.dimensions}
    skipped = {item.dimension.name for item in made.skipped}
    assert not compared & skipped
    assert compared | skipped == {item.name for item in builtin(SCHEMA).fields}


def test_one_more_document_costs_only_itself(library: Library) -> None:
    assert library.compare(PAPERS[:2], schema=SCHEMA, dimensions=FEW).kept == 0
    assert library.compare(PAPERS, schema=SCHEMA, dimensions=FEW).kept == 2
    assert library.compare(PAPERS, schema=SCHEMA, dimensions=FEW, fresh=True).kept == 0
    read: list[str] = []
    library.compare(
        PAPERS, schema=SCHEMA, dimensions=FEW, progress=lambda document: read.append(document.file_name)
    )
    assert read == list(PAPERS)


def test_a_document_named_twice_is_compared_once(library: Library) -> None:
    made = library.compare(
        [PAPERS[0], library.document(PAPERS[0]).id, PAPERS[1]], schema=SCHEMA, dimensions=FEW
    )
    assert [row.document.file_name for row in made.documents] == list(PAPERS[:2])


def test_wrong_calls(library: Library) -> None:
    with pytest.raises(UsageError, match="needs two"):
        library.compare([PAPERS[0], library.document(PAPERS[0]).id])
    with pytest.raises(UsageError, match="no document"):
        library.compare([])
    with pytest.raises(NotFoundError):
        library.compare([PAPERS[0], "nothing.pdf"])
    with pytest.raises(UsageError, match="no dimension"):
        library.compare(PAPERS, dimensions=["?"])


def test_documents_without_anything_in_common(library: Library) -> None:
    made = library.compare(PAPERS[:2], dimensions=["recipe for pancakes", "capital of Mongolia"])
    assert made.dimensions == ()
    assert [item.name for item in made.skipped] == ["", ""]
    assert made.synthesis == ()
    assert made.schema == "own"


def test_a_removed_document_takes_its_values_with_it(library: Library) -> None:
    library.compare(PAPERS, schema=SCHEMA, dimensions=FEW)
    library.remove(PAPERS[2])
    with pytest.raises(NotFoundError):
        library.compare(PAPERS, schema=SCHEMA, dimensions=FEW)
    assert library.compare(PAPERS[:2], schema=SCHEMA, dimensions=FEW).kept == 2


@pytest.mark.parametrize(
    ("request_", "chosen"),
    [
        ("Compare these papers.", PAPERS[:2]),
        ("Compare courtyard-noise.pdf and heat-pumps.pdf", None),
    ],
)
def test_a_request_to_compare_is_answered_with_the_comparison(
    library: Library, request_: str, chosen: tuple[str, ...] | None
) -> None:
    answer = library.ask(request_, documents=chosen)
    assert not answer.refused
    assert "## Contribution\n- " in answer.text
    assert {citation.document.file_name for citation in answer.citations} == set(PAPERS[:2])
    cited = {number for sentence in answer.sentences for number in sentence.citations}
    assert cited <= {citation.number for citation in answer.citations}


def test_a_request_that_does_not_say_what_to_compare_stays_a_question(library: Library) -> None:
    answer = library.ask("Compare these papers.")
    assert answer.refused
    assert "compare" not in answer.timings


# With a language model that writes about the table


def composed(folder: Path, server: ModelServer) -> Library:
    settings: dict[str, Any] = {**server.settings(), "answer": {"mode": "composed"}}
    return Library.open(folder, settings=settings)


def script(server: ModelServer, about_the_table: Scripted | str) -> None:
    """Fields are left to the documents' own sentences; only the table is written about."""

    def reply(prompt: Prompt) -> Scripted | str:
        return about_the_table if "<table-" in prompt.user else json.dumps({})

    server.answer(reply)


def test_what_the_model_adds_is_dropped(library_copy: Path, model_server: ModelServer) -> None:
    script(
        model_server,
        "Noise of Outdoor Heat Pump Units covers 98765 courtyards. Both were paid for by Siemens.",
    )
    with composed(library_copy, model_server) as library:
        made = library.compare(PAPERS, schema=SCHEMA, dimensions=FEW)
    assert len(made.removed) == 2
    assert all(sentence.problem for sentence in made.removed)
    assert not any("98765" in sentence.text or "Siemens" in sentence.text for sentence in made.synthesis)
    assert made.mode == "composed"
    assert made.model is not None
    asked = [prompt for prompt in model_server.prompts if "<table-" in prompt.user]
    assert len(asked) == 1
    assert "[1] Noise of Outdoor Heat Pump Units" in asked[0].user


def test_a_model_that_fails_costs_only_its_sentences(library_copy: Path, model_server: ModelServer) -> None:
    script(model_server, Scripted(status=500))
    with composed(library_copy, model_server) as library:
        made = library.compare(PAPERS, schema=SCHEMA, dimensions=FEW)
    assert made.dimensions
    assert any("wrote nothing about the table" in note for note in made.notes)
