"""What is suggested after a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import Answer
from support.loaded import share_encoder

CONTRACT = "seed-bank-agreement.pdf"
NOISE = "courtyard-noise.pdf"
FEE = "What is the storage fee?"


@pytest.fixture
def library(library_copy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    share_encoder(monkeypatch)
    with Library.open(library_copy) as opened:
        yield opened


def refused(library: Library, question: str, **where: object) -> Answer:
    answer = library.ask(question, **where)  # type: ignore[arg-type]
    assert answer.refused
    return answer


def test_collections_that_answer_are_named(library: Library) -> None:
    library.create_collection("contracts")
    library.add_to_collection(CONTRACT, "contracts")
    library.create_collection("noise")
    library.add_to_collection(NOISE, "noise")
    answer = refused(library, FEE, collection="noise")
    noise = next(one.id for one in library.collections() if one.name == "noise")
    found = library.suggest(answer, collection=noise)
    assert sorted(one.name for one in found.collections) == ["contracts", "default"]


def test_documents_that_were_asked_are_no_others(library: Library) -> None:
    answer = refused(library, "Who wrote Hamlet?", documents=[CONTRACT])
    assert library.suggest(answer, documents=[library.document(CONTRACT).id]).collections == ()


def test_an_empty_collection_sends_elsewhere(library: Library) -> None:
    library.create_collection("empty")
    empty = next(one.id for one in library.collections() if one.name == "empty")
    answer = refused(library, FEE, collection=empty)
    assert answer.reason == "no_documents"
    assert [one.name for one in library.suggest(answer, collection=empty).collections] == ["default"]


def test_words_are_those_of_the_nearest_passages(library: Library) -> None:
    answer = refused(library, "Who pays for insurance of the building?")
    words = library.suggest(answer).words
    assert words
    texts = " ".join(passage.text for passage in answer.passages).lower()
    assert all(word.lower() in texts for word in words)
    assert "insurance" not in words


@pytest.mark.parametrize("question", [FEE, "hello", "?!", "", "Who wrote Hamlet?"])
def test_nothing_is_suggested_where_nothing_helps(library: Library, question: str) -> None:
    found = library.suggest(library.ask(question))
    assert (found.collections, found.words) == ((), ())
