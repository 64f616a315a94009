from __future__ import annotations

import pytest

from pincite.answer.question import QuestionKind, asks_for_references, could_answer, question_kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many gauges took part?", QuestionKind.NUMBER),
        ("how long is the term", QuestionKind.NUMBER),
        ("What percentage of samples failed?", QuestionKind.NUMBER),
        ("When does the agreement commence?", QuestionKind.TIME),
        ("In what year was it founded?", QuestionKind.TIME),
        ("Who signs for the provider?", QuestionKind.PERSON),
        ("Where was the trial held?", QuestionKind.PLACE),
        ("Why were units moved?", QuestionKind.REASON),
        ("List the deliverables", QuestionKind.LIST),
        ("What are the steps?", QuestionKind.LIST),
        ("What is a commencement date?", QuestionKind.DEFINITION),
        ("Define accession", QuestionKind.DEFINITION),
        ("Does night setback save electricity?", QuestionKind.OTHER),
        ("", QuestionKind.OTHER),
    ],
)
def test_kind(question: str, kind: QuestionKind) -> None:
    assert question_kind(question) is kind


@pytest.mark.parametrize(
    ("kind", "sentence", "possible"),
    [
        (QuestionKind.NUMBER, "Twelve gauges took part.", True),
        (QuestionKind.NUMBER, "Gauges took part.", False),
        (QuestionKind.TIME, "It began in March 2021.", True),
        (QuestionKind.TIME, "It began early.", False),
        (QuestionKind.PERSON, "The report is by Helen Strand.", True),
        (QuestionKind.PERSON, "the report is unsigned.", False),
        (QuestionKind.REASON, "They moved because of the noise.", True),
        (QuestionKind.OTHER, "Anything.", True),
    ],
)
def test_could_answer(kind: QuestionKind, sentence: str, possible: bool) -> None:
    assert could_answer(kind, sentence) is possible


def test_only_some_questions_ask_for_references() -> None:
    for question in (
        "Which works are cited?",
        "List the references.",
        "Who is cited on noise?",
        "Who wrote it?",
    ):
        assert asks_for_references(question)
    for question in ("What does this paper do?", "What is the site of the trial?", "Who measured the noise?"):
        assert not asks_for_references(question)
