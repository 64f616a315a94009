"""Where right answers stand: by document, page and words, whatever they are called and however text is cut."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite import Library
from pincite.domain import EvaluationResult, Expectation, ResultState, Span
from pincite.errors import NotFoundError
from pincite.evaluate import gold
from pincite.evaluate.gold import examined, stands_in
from support.paragraphs import write_document

QUOTE = "All houses received a monobloc unit with the refrigerant R290."


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with Library.open(sample_library) as opened:
        yield opened


def look(library: Library, **expected: object) -> EvaluationResult:
    given = {"question": "Which?", "line": 1, "document": "heat-pumps.pdf", **expected}
    (found,) = examined(library, [Expectation(**given)])  # type: ignore[arg-type]
    return found


def reason(library: Library, **expected: object) -> str:
    found = look(library, **expected)
    assert found.state is ResultState.EXCLUDED
    return found.reason


def texts(library: Library, found: EvaluationResult) -> list[list[str]]:
    assert found.place is not None
    pages = {page.index: page.text for page in library.pages(found.place.document)}
    return [[pages[index][start:end] for index, start, end in spans] for spans in found.wanted]


def test_a_quote_is_found_where_it_stands(library: Library) -> None:
    found = look(library, quote=QUOTE)
    assert (found.state, found.scoring) == (ResultState.WAITING, "quote")
    assert found.place is not None
    assert (found.place.page_index, found.place.page_label) == (1, "211")
    assert texts(library, found) == [[QUOTE]]


@pytest.mark.parametrize(
    "quote",
    [
        QUOTE.upper(),
        QUOTE.replace(" ", "\n  "),
        QUOTE.replace("monobloc", "mono-\nbloc"),
        QUOTE.replace("refrigerant", "refri\u00adgerant"),
    ],
)
def test_typography_and_line_ends_do_not_matter(library: Library, quote: str) -> None:
    assert texts(library, look(library, quote=quote)) == [[QUOTE]]


def test_kinds_of_quotation_marks_do_not_matter(library: Library) -> None:
    found = look(library, document="river-gauges.pdf", quote="a swallow's nest")
    assert texts(library, found)[0][0] == "a swallow’s nest"


@pytest.mark.parametrize("page", [1, "211", "1"])
def test_pages_are_named_by_place_or_label(library: Library, page: int | str) -> None:
    assert look(library, quote=QUOTE, page=page).state is ResultState.WAITING


def test_what_is_printed_wins_unless_the_quote_is_elsewhere(library: Library) -> None:
    """In the river report the fourth page of the file is printed "1", and the first has no number."""
    assert look(library, document="river-gauges.pdf", page="1").wanted[0][0].page_index == 4
    assert look(library, document="river-gauges.pdf", page=1).wanted[0][0].page_index == 1
    title = library.document("river-gauges.pdf").title
    on_first = look(library, document="river-gauges.pdf", page="1", quote=title)
    assert on_first.place is not None
    assert on_first.place.page_index == 1


@pytest.mark.parametrize("name", ["HEAT-PUMPS.pdf", "title", "id"])
def test_documents_are_called_by_file_title_or_id(library: Library, name: str) -> None:
    document = library.document("heat-pumps.pdf")
    called = {"title": f"  {document.title.upper()} ", "id": document.id}.get(name, name)
    assert look(library, document=called, quote=QUOTE).state is ResultState.WAITING


def test_several_phrases_are_to_be_found_each_by_itself(library: Library) -> None:
    found = look(library, phrases=("hung beside its pocket", "set to constant speed"))
    assert len(found.wanted) == 2


def test_a_page_or_a_document_alone(library: Library) -> None:
    assert look(library, page=2).scoring == "page"
    assert look(library).scoring == "document"
    assert look(library, document="", answers=("R290",)).scoring == "none"
    assert look(library, document="", answerable=False).state is ResultState.WAITING


def test_reasons_are_told(library: Library) -> None:
    assert reason(library, document="none.pdf") == "there is no document 'none.pdf'"
    assert reason(library, page=9) == "the document has no page 9: it has 6"
    assert reason(library, page="xii") == "the document has no page xii: it has 6"
    assert reason(library, quote="No such words.") == (
        "the quote 'No such words.' is not in the document, or not on one page"
    )
    assert reason(library, quote=QUOTE, page=2) == (
        "the quote is not on page 2, but on page 211 (page 1 of the file)"
    )
    assert reason(library, phrases=(QUOTE, "The installed cost averaged"), page=1) == (
        "the quote is not on page 1, but on page 215 (page 5 of the file)"
    )
    assert reason(library, quote="the") == "a quote stands there more than 100 times"
    assert reason(library, document="") == "nothing says what is right: neither a document nor an answer"


def test_the_same_question_counts_once(library: Library) -> None:
    same = [Expectation("Who?", line, answerable=False) for line in (1, 2, 3)]
    other = Expectation("Who?", 4, answers=("me",))
    found = examined(library, [*same, other])
    assert [one.reason for one in found] == ["", *["it is the same as line 1"] * 2, ""]


def test_only_what_is_asked_can_be_right(library_copy: Path) -> None:
    with Library.open(library_copy) as opened:
        shelf = opened.create_collection("shelf")
        (found,) = examined(opened, [Expectation("Which?", 1, "heat-pumps.pdf", quote=QUOTE)], shelf.id)
        assert found.reason == "there is no document 'heat-pumps.pdf'"
        with pytest.raises(NotFoundError):
            examined(opened, [], "0" * 20)


def test_two_documents_of_one_name(library_copy: Path, tmp_path: Path) -> None:
    with Library.open(library_copy) as opened:
        for text in ("One thing.", "Another thing."):
            opened.add([write_document(tmp_path / "notes.pdf", (("p", text),))])
        assert reason(opened, document="notes.pdf") == (
            "2 documents are called 'notes.pdf': give the id of one"
        )


def test_a_document_that_is_gone_by_now(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gold, "_pages", lambda *_: [])
    assert reason(library, quote=QUOTE) == "there is no document 'heat-pumps.pdf'"


@given(
    st.integers(0, 60),
    st.integers(1, 40),
    st.lists(st.integers(1, 99), min_size=1, max_size=8, unique=True),
)
def test_however_a_page_is_cut_some_piece_holds_the_quote(start: int, length: int, cuts: list[int]) -> None:
    quote = Span(1, start, start + length)
    edges = [0, *sorted(cuts), 100]
    pieces = [[Span(1, one, other)] for one, other in itertools.pairwise(edges)]
    assert any(stands_in(piece, "quote", [quote]) for piece in pieces)
    far = [piece for piece in pieces if piece[0].end <= start or piece[0].start >= start + length]
    assert not any(stands_in(piece, "quote", [quote]) for piece in far)


def test_a_corner_of_the_quote_is_not_enough() -> None:
    quote = [Span(1, 100, 200)]
    assert not stands_in([Span(1, 0, 149)], "quote", quote)
    assert stands_in([Span(1, 0, 150)], "quote", quote)
    assert not stands_in([Span(2, 100, 200)], "quote", quote)
    assert stands_in([Span(1, 0, 5)], "page", quote)
    assert not stands_in([Span(2, 0, 5)], "page", quote)
    assert stands_in([Span(2, 0, 5)], "document", quote)
