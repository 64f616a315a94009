"""Questions to the sample papers: every citation is true, answers hold what they should, nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pincite import Answer, Citation, Document, Library
from pincite.domain import BlockKind
from pincite.errors import UsageError
from pincite.tables import is_read_from
from support.samples import PAPERS, sample, squash, truth

DPI = 110
DARK = 150
"""Grey values below this are ink: the middle of a letter's edge."""


@dataclass(frozen=True)
class Asked:
    """A question of truth.json with the library's answer."""

    file: str
    question: str
    gold: str | None
    page: int | None
    answer: Answer


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library, create=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def asked(library: Library) -> list[Asked]:
    """Every question, asked within its own document: their subjects overlap on purpose."""
    ids = {document.file_name: document.id for document in library.documents()}
    return [
        Asked(
            d["file"],
            q["question"],
            q["answer"],
            q["page"],
            library.ask(q["question"], documents=[ids[d["file"]]]),
        )
        for d in truth()["documents"]
        for q in d["questions"]
    ]


@pytest.fixture(scope="module")
def citations(asked: list[Asked]) -> list[Citation]:
    found = [citation for item in asked for citation in item.answer.citations]
    assert len(found) > 60
    return found


# What an answer says


def holds(gold: str, citations: tuple[Citation, ...], page: int | None) -> bool:
    return any(
        squash(gold) in squash(citation.quote) and page in {span.page_index for span in citation.spans}
        for citation in citations
    )


def test_most_answers_hold_the_gold_phrase_on_its_page(asked: list[Asked]) -> None:
    answerable = [item for item in asked if item.gold]
    held = [item for item in answerable if item.gold and holds(item.gold, item.answer.citations, item.page)]
    given_ = [item for item in answerable if not item.answer.refused]
    assert len(held) >= 0.5 * len(answerable)
    assert len(held) >= 0.65 * len(given_)


def test_the_gold_phrase_is_nearly_always_retrieved(library: Library, asked: list[Asked]) -> None:
    answerable = [item for item in asked if item.gold]
    found = [
        any(squash(item.gold or "") in squash(passage.text) for passage in item.answer.passages[:3])
        for item in answerable
    ]
    assert np.mean(found) >= 0.7


def test_most_unanswerable_questions_are_refused(asked: list[Asked]) -> None:
    unanswerable = [item for item in asked if item.gold is None]
    assert len(unanswerable) >= 8
    assert np.mean([item.answer.refused for item in unanswerable]) >= 0.7


def test_an_answer_is_its_quotes(asked: list[Asked]) -> None:
    for item in asked:
        answer = item.answer
        if answer.refused:
            continue
        assert answer.reason == ""
        assert 1 <= len(answer.citations) <= 4
        assert [citation.number for citation in answer.citations] == list(range(1, len(answer.citations) + 1))
        for sentence, citation in zip(answer.sentences, answer.citations, strict=True):
            # A row of a table is read with its heads; what is quoted is the row.
            row = citation.kind is BlockKind.TABLE and is_read_from(sentence.text, [citation.quote])
            assert sentence.text == citation.quote or row
            assert sentence.citations == (citation.number,)
        assert answer.text == " ".join(f"{s.text} [{s.citations[0]}]" for s in answer.sentences)
        assert len({citation.spans for citation in answer.citations}) == len(answer.citations)
        assert {citation.document.file_name for citation in answer.citations} == {item.file}
        assert answer.timings.keys() >= {"encode", "lexical", "dense", "rerank", "quote", "cite"}


def test_a_refusal_carries_the_nearest_passages_and_no_claim(asked: list[Asked]) -> None:
    refused = [item.answer for item in asked if item.answer.refused]
    assert refused
    for answer in refused:
        assert answer.reason == "weak_evidence"
        assert answer.text == "Your documents do not say."
        assert not answer.sentences
        assert not answer.citations
        assert [passage.rank for passage in answer.passages] == [1, 2, 3]
        assert 0 <= answer.confidence < 0.5


# What a citation says


def test_a_quote_is_what_stands_on_the_page(library: Library, citations: list[Citation]) -> None:
    for citation in citations:
        pieces = [
            page_text(library, citation, span.page_index)[span.start : span.end] for span in citation.spans
        ]
        assert all(pieces)
        assert re.fullmatch(" ?".join(map(re.escape, pieces)), citation.quote)
        assert citation.page_index == citation.spans[0].page_index


def test_labels_are_those_printed(citations: list[Citation]) -> None:
    compared = 0
    for citation in citations:
        assert citation.page_label
        printed = sample(citation.document.file_name.removesuffix(".pdf"))["labels"]
        if sum(label is not None for label in printed) < 2:
            continue  # a number on one page alone may be anything: no reader could tell that it counts pages
        if printed[citation.page_index - 1] is not None:
            compared += 1
            assert citation.page_label == printed[citation.page_index - 1]
    assert compared > 30


def test_sections_are_the_headings_above(library: Library, citations: list[Citation]) -> None:
    below, known = 0, []
    for citation in citations:
        headings = sample(citation.document.file_name.removesuffix(".pdf"))["headings"]
        titles = {squash(heading["number"] + heading["title"]) for heading in headings}
        if any(is_above(library, heading, citation) for heading in headings):
            below += 1
            assert citation.section, citation.quote
        known += [squash(title) in titles for title in citation.section]
    assert below > 50
    assert float(np.mean(known)) >= 0.9


def is_above(library: Library, heading: dict[str, str | int], citation: Citation) -> bool:
    if heading["page"] != citation.page_index:
        return int(heading["page"]) < citation.page_index
    text = page_text(library, citation, citation.page_index)
    place = text.find(str(heading["title"]))
    return 0 <= place < citation.spans[0].start


def page_text(library: Library, citation: Citation, index: int) -> str:
    return library.page(citation.document.id, index).text


# Where a citation points: measured on the rendered page, with boxes taken straight from the file


class Rendered:
    """A page as an image, and each of its characters' tight box as PDFium gives it."""

    def __init__(self, file: str, index: int) -> None:
        with pdfium.PdfDocument(PAPERS / file) as document:
            page = document[index - 1]
            self.width, self.height = page.get_size()
            image = page.render(scale=DPI / 72, grayscale=True).to_numpy()
            self.dark = image.reshape(image.shape[:2]) < DARK
            text_page = page.get_textpage()
            self.text, self.boxes = "", []
            for number in range(text_page.count_chars()):
                piece = squash(text_page.get_text_range(number, 1))
                self.text += piece
                self.boxes += [text_page.get_charbox(number)] * len(piece)

    def framed(self, x0: float, y0: float, x1: float, y1: float, area: NDArray[np.bool_]) -> None:
        """Mark every pixel that a frame, relative to the page, touches."""
        rows, columns = self.dark.shape
        area[int(y0 * rows) : int(np.ceil(y1 * rows)), int(x0 * columns) : int(np.ceil(x1 * columns))] = True

    def of_words(self, words: str) -> NDArray[np.bool_]:
        """The area of the characters of a text, which a figure or the end of a column may divide."""
        area = np.zeros_like(self.dark)
        rest = squash(words)
        while rest:
            length = next(n for n in range(len(rest), 0, -1) if rest[:n] in self.text)
            place = self.text.index(rest[:length])
            for left, bottom, right, top in self.boxes[place : place + length]:
                x0, x1 = left / self.width, right / self.width
                self.framed(x0, 1 - top / self.height, x1, 1 - bottom / self.height, area)
            rest = rest[length:]
        return area


rendered = cache(Rendered)


def test_rectangles_cover_the_ink_of_the_quote_and_hardly_any_other(
    library: Library, citations: list[Citation]
) -> None:
    covered, foreign = [], []
    for citation in citations:
        for index in {span.page_index for span in citation.spans}:
            image = rendered(citation.document.file_name, index)
            text = page_text(library, citation, index)
            pieces = [text[span.start : span.end] for span in citation.spans if span.page_index == index]
            words = np.logical_or.reduce([image.of_words(piece) for piece in pieces])
            frames = np.zeros_like(image.dark)
            rectangles = [r for r in citation.rectangles if r.page_index == index]
            assert rectangles
            for r in rectangles:
                assert 0 <= r.x0 < r.x1 <= 1
                assert 0 <= r.y0 < r.y1 <= 1
                image.framed(r.x0, r.y0, r.x1, r.y1, frames)
            ink = image.dark & words
            assert ink.sum() > 20
            covered.append((ink & frames).sum() / ink.sum())
            foreign.append((image.dark & frames & ~words).sum() / (image.dark & frames).sum())
            # A line's frame is as high as its type: twice to three times what its letters' own boxes fill.
            assert frames.sum() <= 3.5 * words.sum(), citation.quote
    assert min(covered) >= 0.97
    assert max(foreign) <= 0.15
    assert float(np.mean(foreign)) <= 0.02


def test_rectangles_are_one_a_line_or_cell_and_no_more(citations: list[Citation]) -> None:
    for citation in citations:
        assert len(citation.rectangles) <= 2 + citation.quote.count("\t") + len(citation.quote) / 20


# Any question at all

NASTY = (
    "",
    " \t\n",
    "\0",
    "\0heat pump\0",
    '"',
    "\"thirty' `days",
    "heat AND (pump OR NOT",
    "NEAR(heat pump, 5)",
    "title:heat -pump +noise ^2 heat*",
    "'; DROP TABLE documents; --",
    "%_\\",
    "?!…—()[]{}<>",
    "🔥🌡️👩‍👩‍👧",
    "契約書の解除条件",
    "ما هو حد الضوضاء؟",
    "e\u0301" * 50,
    "\u202eesrever",
    "\ufffe\uffff\U0010ffff",
    "heat \ud800 pump",
    "a" * 10_000,
    "heat pump noise " * 700,
    ". " * 5_000,
)

QUESTIONS = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="\"'*()^:+-~{}[]<>.,;?!/\\|&%$#@`= ", max_size=40),
    st.lists(
        st.sampled_from(["heat", "AND", "OR", "NOT", "NEAR", "(", ")", '"', "*", "pump", "\0"]), max_size=12
    ).map(" ".join),
)


def check_any_question(library: Library, document: Document, question: str) -> None:
    passages = library.search(question, k=5, documents=[document.id])
    assert all(passage.document.id == document.id for passage in passages)
    assert [passage.rank for passage in passages] == list(range(1, len(passages) + 1))
    assert all(np.isfinite(passage.scores.final) for passage in passages)
    words_only = library.search(question, k=5, documents=[document.id], dense=False, rerank=False)
    assert all(passage.document.id == document.id for passage in words_only)
    answer = library.ask(question, documents=[document.id])
    assert answer.question == question
    assert 0 <= answer.confidence <= 1
    assert all(passage.document.id == document.id for passage in answer.passages)
    assert all(citation.document.id == document.id for citation in answer.citations)


@pytest.mark.parametrize("question", NASTY, ids=range(len(NASTY)))
def test_no_nasty_question_breaks_anything(library: Library, question: str) -> None:
    check_any_question(library, library.documents()[1], question)


@example("[1] \x00")
@given(QUESTIONS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_question_breaks_anything(library: Library, question: str) -> None:
    check_any_question(library, library.documents()[2], question)


@pytest.mark.parametrize("question", ["", "  ", "?!", "🔥", "\0"])
def test_a_question_without_words_is_refused_as_such(library: Library, question: str) -> None:
    answer = library.ask(question)
    assert answer.refused
    assert answer.reason == "empty_question"


def test_a_question_of_words_that_stand_nowhere_finds_nothing_by_words(library: Library) -> None:
    assert library.search("xylophonist zweibrücken", dense=False, rerank=False) == []
    assert library.ask("xylophonist zweibrücken").refused


def test_an_unknown_mode_is_named(library: Library) -> None:
    with pytest.raises(UsageError, match="'verse'"):
        library.ask("How many houses?", mode="verse")  # type: ignore[arg-type]
