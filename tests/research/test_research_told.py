"""What is kept of a summary, and how it becomes an answer."""

from __future__ import annotations

import json

from pincite.answer.cite import Quote
from pincite.domain import Answer, AnswerSentence, Citation, Rectangle, Span, Summary, SummarySection
from pincite.research.aspects import aspects_of
from pincite.research.summary_answer import summary_answer
from pincite.research.told import Told, ToldSentence, from_plain, to_plain
from support.readings import make_document

DOCUMENT = make_document()


def test_what_is_kept_comes_back_equal() -> None:
    aspect = aspects_of("paper")[0]
    quote = Quote("a b", DOCUMENT, (Span(1, 0, 1), Span(2, 4, 5)), reading=True)
    told = Told(
        aspect,
        (ToldSentence("a b", (quote,), "\n- "), ToldSentence("c", ())),
        "composed",
        (1, 2),
        (ToldSentence("d", (), " ", "the number 7 is not in the sources"),),
    )
    assert from_plain(json.loads(json.dumps(to_plain(told))), aspect, DOCUMENT) == told


def citation(number: int) -> Citation:
    span = Span(1, number, number + 1)
    return Citation(number, "q", DOCUMENT, (span,), 1, "1", (), (Rectangle(1, 0, 0, 1, 1),))


def summary(*sections: SummarySection, citations: int) -> Summary:
    made = tuple(citation(n) for n in range(1, citations + 1))
    return Summary(DOCUMENT, "paper", "quoted", sections, made, (1,), (1,), seconds=0.5)


def test_an_answer_has_a_heading_for_each_aspect_that_is_reported() -> None:
    answer = summary_answer(
        "Summarise this",
        summary(
            SummarySection("problem", "Problem", (AnswerSentence("It is loud.", (1,)),)),
            SummarySection("data", "Data", ()),
            SummarySection(
                "parts", "Parts", (AnswerSentence("One", (2,), "\n- "), AnswerSentence("Two", (3,), "\n- "))
            ),
            citations=3,
        ),
    )
    assert isinstance(answer, Answer)
    assert not answer.refused
    assert answer.text == (
        "## Problem\n\nIt is loud. [1]\n\n## Parts\n- One [2]\n- Two [3]\n\nNot reported: data."
    )
    assert [c.number for c in answer.citations] == [1, 2, 3]
    assert answer.question == "Summarise this"


def test_a_document_that_reports_nothing_is_a_refusal() -> None:
    answer = summary_answer("tl;dr", summary(SummarySection("problem", "Problem", ()), citations=0))
    assert answer.refused
    assert answer.citations == ()
    assert "problem" in answer.text
