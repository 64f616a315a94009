"""Finding what one document says about something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.answer.cite import cite
from pincite.domain import Document
from pincite.research.evidence import Finder


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as library:
        yield library


@pytest.fixture(scope="module")
def finder(library: Library) -> Finder:
    return Finder(library._store, library._engine)


def named(library: Library, name: str) -> Document:
    return next(document for document in library.documents() if document.file_name == name)


def test_the_best_sentence_comes_first_with_its_place(library: Library, finder: Finder) -> None:
    document = named(library, "seed-bank-agreement.pdf")
    found = finder.find(document, ["Which law governs the agreement?"], limit=5)
    assert "law" in found[0].text
    assert [item.score for item in found] == sorted((item.score for item in found), reverse=True)
    citations = cite(library._store, [item.quote for item in found])
    assert [citation.quote for citation in citations] == [item.text for item in found]
    assert all(citation.document.id == document.id for citation in citations)


def test_several_probes_are_one_list_without_repeats(library: Library, finder: Finder) -> None:
    document = named(library, "seed-bank-agreement.pdf")
    law, notice = "Which law governs the agreement?", "How much notice ends the agreement?"
    both = finder.find(document, [law, notice], limit=40)
    places = [item.quote.spans for item in both]
    assert len(places) == len(set(places)) <= 40
    for probe in (law, notice):
        best = finder.find(document, [probe], limit=1)[0]
        score = next(item.score for item in both if item.quote.spans == best.quote.spans)
        assert score >= best.score


def test_passages_are_numbered_in_the_order_of_their_best_sentences(library: Library, finder: Finder) -> None:
    found = finder.find(named(library, "heat-pumps.pdf"), ["coefficient of performance"], limit=30)
    first_seen = list(dict.fromkeys(item.source.number for item in found))
    assert first_seen == list(range(1, len(first_seen) + 1))
    for item in found:
        chunk = item.source.stored.chunk
        assert chunk.text[item.place.start : item.place.end] == item.text


def test_a_hinted_section_raises_its_sentences(library: Library, finder: Finder) -> None:
    document = named(library, "river-gauges.pdf")
    plain = finder.find(document, ["gauge"], limit=200)
    titles = [item.section[-1] for item in plain if item.section]
    worst = titles[-1]
    raised = finder.find(document, ["gauge"], limit=200, sections=[worst])

    def first(items: list[str]) -> int:
        return items.index(worst)

    assert first([i.section[-1] for i in raised if i.section]) <= first(titles)
    assert max(i.score for i in raised if i.section and i.section[-1] == worst) > max(
        i.score for i in plain if i.section and i.section[-1] == worst
    )


def test_nothing_to_look_for_finds_nothing(library: Library, finder: Finder) -> None:
    assert finder.find(named(library, "heat-pumps.pdf"), [], limit=5) == []
