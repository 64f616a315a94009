"""Summaries of the sample papers: verbatim, cited, not filled up, kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import Summary
from pincite.errors import NotFoundError, UsageError
from pincite.research.aspects import KINDS, aspects_of


@pytest.fixture(scope="module")
def library(sample_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = shutil.copytree(sample_library, tmp_path_factory.mktemp("summaries") / "library")
    with Library.open(folder, create=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def summaries(library: Library) -> dict[str, Summary]:
    return {d.file_name: library.summarize(d.id) for d in library.documents()}


def texts(summary: Summary, aspect: str) -> str:
    return " ".join(
        s.text for section in summary.sections if section.aspect == aspect for s in section.sentences
    )


def test_every_sentence_is_a_quote_of_its_page(library: Library, summaries: dict[str, Summary]) -> None:
    count = 0
    for summary in summaries.values():
        citations = {citation.number: citation for citation in summary.citations}
        assert list(citations) == list(range(1, len(citations) + 1))
        used = [number for section in summary.sections for s in section.sentences for number in s.citations]
        assert list(dict.fromkeys(used)) == list(citations)
        for section in summary.sections:
            for sentence in section.sentences:
                (number,) = sentence.citations
                citation = citations[number]
                pages = [library.page(summary.document.id, span.page_index) for span in citation.spans]
                pieces = [p.text[s.start : s.end] for p, s in zip(pages, citation.spans, strict=True)]
                assert sentence.text.split() == " ".join(pieces).split()
                assert citation.rectangles
                count += 1
    assert count > 25


def test_no_sentence_is_told_twice(summaries: dict[str, Summary]) -> None:
    for summary in summaries.values():
        told = [s.text for section in summary.sections for s in section.sentences]
        assert len(told) == len(set(told))


def test_sentences_of_an_aspect_stand_in_the_order_of_the_document(summaries: dict[str, Summary]) -> None:
    for summary in summaries.values():
        places = {citation.number: citation.spans[0] for citation in summary.citations}
        for section in summary.sections:
            order = [places[s.citations[0]] for s in section.sentences]
            assert order == sorted(order)


def test_a_sentence_that_refers_back_follows_the_one_it_refers_to(summaries: dict[str, Summary]) -> None:
    """Where the document has such a sentence in the same paragraph; none begins a section without need."""
    begin = [
        section.sentences[0].text
        for summary in summaries.values()
        for section in summary.sections
        if section.sentences
    ]
    assert sum(text.startswith(("However", "This ", "It ", "They ")) for text in begin) <= 1


def test_aspects_of_a_paper(summaries: dict[str, Summary]) -> None:
    summary = summaries["heat-pumps.pdf"]
    assert summary.kind == "paper"
    assert [section.aspect for section in summary.sections] == [a.name for a in aspects_of("paper")]
    assert "how well does an air-source heat pump perform in such a house" in texts(summary, "problem")
    assert "moisture content of walls insulated from the inside was not measured" in texts(
        summary, "limitations"
    )
    assert "SPF rose to 2.88" in texts(summary, "results") or "2.77" in texts(summary, "results")
    future = next(section for section in summary.sections if section.aspect == "future_work")
    assert not future.reported, "the paper says nothing of the kind, and nothing is made up"


def test_aspects_of_a_contract(summaries: dict[str, Summary]) -> None:
    summary = summaries["seed-bank-agreement.pdf"]
    assert summary.kind == "contract"
    assert "Coldstore Biological Services Limited" in texts(summary, "parties")
    assert "commences on 1 April 2023" in texts(summary, "term")
    assert "within 30 days of its receipt" in texts(summary, "payment")
    assert "nine months’ written notice" in texts(summary, "termination")
    assert "shall not exceed the greater of 250,000 pounds" in texts(summary, "liability")
    assert "law of England and Wales" in texts(summary, "governing_law")


def test_pages_read_and_pages_that_contributed(summaries: dict[str, Summary]) -> None:
    for summary in summaries.values():
        assert set(summary.pages_used) <= set(summary.pages_read)
        assert summary.pages_used == tuple(sorted({s.page_index for c in summary.citations for s in c.spans}))
        assert len(summary.pages_read) >= 0.8 * summary.document.pages


def test_another_kind_asks_for_other_aspects(library: Library) -> None:
    summary = library.summarize("heat-pumps.pdf", kind="contract")
    assert [section.aspect for section in summary.sections] == [a.name for a in aspects_of("contract")]
    law = next(section for section in summary.sections if section.aspect == "governing_law")
    assert not law.reported, "a paper has no governing law"


def test_own_aspects(library: Library) -> None:
    summary = library.summarize(
        "heat-pumps.pdf", aspects=["Limitations", "noise of the outdoor unit", "whale song"]
    )
    first, second, third = summary.sections
    assert (first.aspect, first.title) == ("limitations", "Limitations")
    assert first.reported
    assert second.title == "Noise of the outdoor unit"
    assert any("oise" in sentence.text for sentence in second.sentences)
    assert not third.reported
    named = library.summarize("heat-pumps.pdf", aspects=["volunteered"])
    assert "Owners volunteered" in named.sections[0].sentences[0].text
    assert library.summarize("heat-pumps.pdf", aspects=["whale song"]).kind == "own"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_no_more_sentences_than_asked_for(library: Library, count: int) -> None:
    summary = library.summarize("seed-bank-agreement.pdf", sentences=count)
    sizes = [len(section.sentences) for section in summary.sections]
    assert max(sizes) == count


def test_what_is_kept_is_used_again_and_equal(library_copy: Path) -> None:
    with Library.open(library_copy, create=False) as library:
        first = library.summarize("heat-pumps.pdf", fresh=True)
        again = library.summarize("heat-pumps.pdf")
        assert (first.cached, again.cached) == (False, True)
        assert (again.sections, again.citations) == (first.sections, first.citations)
        assert not library.summarize("heat-pumps.pdf", fresh=True).cached
        assert not library.summarize("heat-pumps.pdf", sentences=2).cached
        assert not library.summarize("heat-pumps.pdf", kind="book").cached


def test_a_removed_document_leaves_no_summary(library_copy: Path) -> None:
    with Library.open(library_copy, create=False) as library:
        library._store.results.clear()
        library.summarize("heat-pumps.pdf")
        library.remove("heat-pumps.pdf")
        with pytest.raises(NotFoundError):
            library.summarize("heat-pumps.pdf")
        assert library._store.results.clear() == 0


def test_calls_that_make_no_sense(library: Library) -> None:
    with pytest.raises(UsageError, match="kind") as caught:
        library.summarize("heat-pumps.pdf", kind="poem")
    assert "paper" in caught.value.remedy
    for aspects in ([], ["  "], ["?!"], ["x" * 300], [str(n) for n in range(30)]):
        with pytest.raises(UsageError):
            library.summarize("heat-pumps.pdf", aspects=aspects)
    for count in (0, 11):
        with pytest.raises(UsageError):
            library.summarize("heat-pumps.pdf", sentences=count)
    with pytest.raises(NotFoundError):
        library.summarize("no-such.pdf")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_aspects_that_can_be_sought(kind: str) -> None:
    aspects = aspects_of(kind)
    assert len({aspect.name for aspect in aspects}) == len(aspects) >= 3
    for aspect in aspects:
        assert aspect.layout == "parts" or (aspect.probes and aspect.cues)


def test_a_request_to_summarise_is_answered_with_the_summary(library: Library) -> None:
    summary = library.summarize("heat-pumps.pdf")
    for question, documents in (
        ("Summarise this paper, please", ["heat-pumps.pdf"]),
        ("summarise heat-pumps.pdf", None),
    ):
        answer = library.ask(question, documents=documents)
        assert not answer.refused
        assert answer.citations == summary.citations
        assert "## Limitations" in answer.text
        assert "Not reported: " in answer.text
    plain = library.ask("What does the summary say about noise?", documents=["heat-pumps.pdf"])
    assert "## " not in plain.text
    unclear = library.ask("Summarise this")
    assert "## " not in unclear.text
