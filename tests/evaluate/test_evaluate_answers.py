"""The measures of one answer: wording, citations, and what is on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite import Library
from pincite.domain import Answer, AnswerSentence, Citation, EvaluationResult, Expectation
from pincite.evaluate.answer_measures import answer_scores, exact_match, is_verbatim, squad_tokens, token_f1
from pincite.evaluate.gold import examined
from support.loaded import share_encoder

QUOTE = "All houses received a monobloc unit with the refrigerant R290."
ASKED = Expectation(
    "Which refrigerant do the heat pumps use?", 1, "heat-pumps.pdf", quote=QUOTE, answers=("R290",)
)


@pytest.fixture(scope="module")
def library(sample_library: Path) -> Iterator[Library]:
    with pytest.MonkeyPatch.context() as patch:
        share_encoder(patch)
        with Library.open(sample_library) as opened:
            yield opened


@pytest.fixture(scope="module")
def answer(library: Library) -> Answer:
    return library.ask(ASKED.question, mode="quoted")


def looked_up(library: Library, expected: Expectation) -> EvaluationResult:
    (found,) = examined(library, [expected])
    return found


def right(answer: Answer) -> Citation:
    return next(one for one in answer.citations if "R290" in one.quote)


def test_words_are_compared_in_the_normal_form_of_squad() -> None:
    assert squad_tokens("The  U.S.A., a state-run  thing!") == ["usa", "staterun", "thing"]
    assert exact_match("The R290.", ["R32", "r290"]) == 1
    assert exact_match("R290 gas", ["R290"]) == 0


def test_f1_is_that_of_the_likest_wording() -> None:
    assert token_f1("the big red house", ["red house", "boat"]) == pytest.approx(2 * (2 / 3) / (2 / 3 + 1))
    assert token_f1("house house", ["house"]) == pytest.approx(2 / 3), "a word counts as often as it stands"
    assert token_f1("", ["house"]) == 0
    assert token_f1("the", ["a"]) == 1, "neither has words"
    with pytest.raises(ValueError, match="no answer"):
        token_f1("house", [])


def test_a_right_citation_among_others(library: Library, answer: Answer) -> None:
    good, wanted = right(answer), looked_up(library, ASKED)
    elsewhere = library.ask("What does a standard germination test cost?", mode="quoted").citations[0]
    sentence = AnswerSentence("R290", (1,))
    mixed = replace(answer, citations=(good, elsewhere), sentences=(sentence,))
    scores = answer_scores(library.store, mixed, wanted)
    assert (scores.citation_precision, scores.citation_recall) == (0.5, 1)
    assert (scores.exact_match, scores.token_f1, scores.answer_covered) == (1, 1, 1)
    assert (scores.verbatim, scores.supported) == (1, 1)
    wrong = answer_scores(library.store, replace(mixed, citations=(elsewhere,)), wanted)
    assert (wrong.citation_precision, wrong.citation_recall, wrong.answer_covered) == (0, 0, 0)


def test_the_right_place_without_the_answer_is_no_right_citation(library: Library, answer: Answer) -> None:
    other = looked_up(library, replace(ASKED, answers=("R32",)))
    scores = answer_scores(library.store, replace(answer, citations=(right(answer),)), other)
    assert (scores.citation_precision, scores.citation_recall) == (0, 1)


def test_recall_is_the_share_of_the_phrases(library: Library, answer: Answer) -> None:
    phrases = (QUOTE, "The circulation pump had been set to constant speed")
    both = looked_up(library, Expectation(ASKED.question, 1, "heat-pumps.pdf", phrases=phrases))
    assert len(both.wanted) == 2
    one = replace(answer, citations=(right(answer),))
    assert answer_scores(library.store, one, both).citation_recall == 0.5


def test_a_wrong_refusal_has_no_citations_and_found_nothing(library: Library, answer: Answer) -> None:
    refused = replace(answer, refused=True, citations=(), sentences=())
    scores = answer_scores(library.store, refused, looked_up(library, ASKED))
    assert (scores.exact_match, scores.token_f1, scores.answer_covered, scores.citation_recall) == (
        0,
        0,
        0,
        0,
    )
    assert (scores.citation_precision, scores.verbatim, scores.supported) == (None, None, None)


def test_questions_without_a_right_answer_say_nothing_of_wording(library: Library, answer: Answer) -> None:
    wanted = looked_up(library, Expectation(ASKED.question, 1, answerable=False))
    scores = answer_scores(library.store, answer, wanted)
    assert (scores.exact_match, scores.citation_precision, scores.citation_recall) == (None, None, None)
    assert scores.verbatim == 1


def test_relevance_of_whole_documents_says_nothing_of_citations(library: Library, answer: Answer) -> None:
    found = looked_up(
        library, Expectation("Which refrigerant?", answers=("R290",), documents=(("heat-pumps.pdf", 1),))
    )
    scores = answer_scores(library.store, answer, found)
    assert (scores.citation_precision, scores.citation_recall) == (None, None)


def test_a_quote_that_was_changed_is_not_verbatim(library: Library, answer: Answer) -> None:
    good = right(answer)
    pages = library.store.page_many({(good.document.id, span.page_index) for span in good.spans})
    assert is_verbatim(good, pages)
    assert not is_verbatim(replace(good, quote=good.quote.replace("R290", "R32")), pages)
    assert not is_verbatim(replace(good, quote=good.quote + " Always."), pages)
    assert not is_verbatim(good, {})
    changed = replace(answer, citations=(good, replace(good, quote="Nothing of the kind.")))
    assert answer_scores(library.store, changed, looked_up(library, ASKED)).verbatim == 0.5


def test_removed_sentences_count_as_written(library: Library, answer: Answer) -> None:
    wanted = looked_up(library, ASKED)
    kept, removed = AnswerSentence("It is R290.", (1,)), AnswerSentence("In 1998.", (), problem="no 1998")
    some = replace(answer, sentences=(AnswerSentence("In short:", ()), kept), removed=(removed,))
    assert answer_scores(library.store, some, wanted).supported == 0.5
    shown = replace(some, sentences=(kept, removed))
    assert answer_scores(library.store, shown, wanted).supported == 0.5, "shown as well, counted once"
    none = replace(answer, refused=True, citations=(), sentences=(), removed=(removed,))
    assert answer_scores(library.store, none, wanted).supported == 0
