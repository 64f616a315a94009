"""Questions that lean on the one before are understood; questions that do not are left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from followup_cases import (
    AGREEMENT,
    ALONE,
    FOLLOW_UPS,
    FURTHER_ALONE,
    FURTHER_FOLLOW_UPS,
    REVENUE,
    SENSOR,
)

from pincite.answer.followup import is_acceptable, understand
from pincite.answer.history import Exchange
from pincite.domain import ModelUse
from pincite.errors import ModelUnreachableError
from pincite.llm.contract import Finish, Generation, LanguageModel, Message, Reply


def is_right(rewritten: str, needed: Sequence[str], unwanted: Sequence[str]) -> bool:
    text = rewritten.casefold()
    return all(any(way.casefold() in text for way in need.split("|")) for need in needed) and not any(
        word.casefold() in text for word in unwanted
    )


@pytest.mark.parametrize("case", FOLLOW_UPS, ids=lambda case: case[3])
def test_a_follow_up_is_understood(case: tuple[str, str, str, str, list[str], list[str]]) -> None:
    _, before, answer, question, needed, unwanted = case
    understood = understand(question, [Exchange(before, answer)])
    assert understood.by == "rules"
    assert is_right(understood.question, needed, unwanted), understood.question


@pytest.mark.parametrize("case", [*ALONE, *FURTHER_ALONE], ids=lambda case: case[3])
def test_a_question_that_stands_alone_is_left_alone(case: tuple[str, str, str, str]) -> None:
    _, before, answer, question = case
    understood = understand(question, [Exchange(before, answer)])
    assert (understood.question, understood.by) == (question, "")


def test_most_of_the_follow_ups_that_the_rules_were_not_made_for_are_understood() -> None:
    right = [
        is_right(understand(question, [Exchange(before, answer)]).question, needed, unwanted)
        for _, before, answer, question, needed, unwanted in FURTHER_FOLLOW_UPS
    ]
    assert sum(right) >= 0.8 * len(FURTHER_FOLLOW_UPS)


def test_the_first_question_is_taken_as_it_is() -> None:
    assert understand("Why is it so?", []).question == "Why is it so?"


def test_a_follow_up_is_understood_through_the_one_before_it() -> None:
    first = Exchange(*REVENUE)
    second = understand("And in 2018?", [first])
    third = understand("And in 2019?", [first, Exchange(second.question, "It was $1,577 million.")])
    assert third.question == "What was the revenue in 2019?"


def test_a_short_question_in_another_language_is_sought_with_the_words_before() -> None:
    before = Exchange("Quelle est la durée du contrat ?", "Le contrat dure cinq ans.")
    assert "contrat" in understand("Et le renouvellement ?", [before]).question
    whole = "Quelle est la valeur maximale de la garantie bancaire ?"
    assert understand(whole, [before]).question == whole


# By model


class Written(Generation):
    """A reply that is there at once."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply

    def __iter__(self) -> Iterator[str]:
        yield self._reply.text

    @property
    def reply(self) -> Reply:
        return self._reply

    def close(self) -> None:
        pass


class Model(LanguageModel):
    """Says what it was told to say; counts words."""

    use = ModelUse("openai", "test", "http://127.0.0.1", False)
    window = 2048

    def __init__(self, says: str | Exception, finish: Finish = Finish.DONE) -> None:
        self.says, self.finish = says, finish
        self.prompts: list[Sequence[Message]] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def generate(
        self, messages: Sequence[Message], *, max_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Generation:
        self.prompts.append(messages)
        if isinstance(self.says, Exception):
            raise self.says
        return Written(Reply(self.says, self.finish))


def test_a_model_rewrites_and_its_wording_is_taken() -> None:
    model = Model('Question: "What does the radar sensor cost?"\n')
    understood = understand("What does it cost?", [Exchange(*SENSOR)], model)
    assert (understood.question, understood.by) == ("What does the radar sensor cost?", "model")
    prompt = model.prompts[0][-1].text
    assert SENSOR[0] in prompt
    assert SENSOR[1] in prompt
    assert prompt.endswith("What does it cost?")


def test_a_model_is_not_asked_about_a_question_that_stands_alone() -> None:
    model = Model("Something else?")
    question = "What is the notice period for the termination of the lease?"
    assert understand(question, [Exchange(*SENSOR)], model).question == question
    assert model.prompts == []


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "The radar sensor costs $90.",
        "What does the radar sensor cost?\nIt costs 90 dollars.",
        "What does the Vega-7 radar sensor cost?",
        "What does the radar sensor cost in 2019?",
        "What does the radar sensor not cost?",
        "Sure! Here is the question you asked for",
        "What " + "very " * 70 + "long radar sensor cost?",
        ModelUnreachableError("no server answers"),
    ],
)
def test_what_a_model_makes_up_is_not_taken(bad: str | Exception) -> None:
    understood = understand("What does it cost?", [Exchange(*SENSOR)], Model(bad))
    assert (understood.question, understood.by) == ("What does the radar sensor cost?", "rules")


def test_a_rewriting_that_was_cut_off_is_not_taken() -> None:
    model = Model("What does the radar sensor cost?", Finish.LENGTH)
    assert understand("What does it cost?", [Exchange(*SENSOR)], model).by == "rules"


def test_a_rewriting_keeps_the_numbers_and_names_of_the_question() -> None:
    history = [Exchange(*AGREEMENT)]
    assert is_acceptable("Does the agreement end in 2027?", "Does it end in 2027?", history)
    assert not is_acceptable("Does the agreement end?", "Does it end in 2027?", history)
    assert not is_acceptable("Does the agreement end?", "Doesn’t it end?", history)


def test_the_history_is_trimmed_to_the_window() -> None:
    model = Model("What does the radar sensor cost?")
    long = [Exchange(f"Question {n}?", "One more word. " * 100) for n in range(6)]
    understand("What does it cost?", [*long, Exchange(*SENSOR)], model)
    prompt = model.prompts[0][-1].text
    assert SENSOR[1] in prompt
    assert "Question 0?" not in prompt
    assert len(prompt.split()) < 2048 / 4 + 60
