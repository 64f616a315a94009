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
from phrase_pairs import ALIKE, FURTHER_ALIKE, FURTHER_UNLIKE, UNLIKE

from pincite.answer.alike import Similarity
from pincite.answer.followup import is_acceptable, understand
from pincite.answer.history import Exchange
from pincite.answer.phrases import core_phrases
from pincite.domain import ModelUse
from pincite.encode.minilm import load_minilm
from pincite.errors import ModelUnreachableError
from pincite.llm.contract import Finish, Generation, LanguageModel, Message, Reply


@pytest.fixture(scope="module")
def cosine() -> Similarity:
    encoder = load_minilm(precision="f32")

    def of(one: str, other: str) -> float:
        return float(encoder.encode_question(one).pooled @ encoder.encode_question(other).pooled)

    return of


def unasked(one: str, other: str) -> float:
    pytest.fail(f"no fragment, but {one!r} and {other!r} were compared")


def is_right(rewritten: str, needed: Sequence[str], unwanted: Sequence[str]) -> bool:
    text = rewritten.casefold()
    return all(any(way.casefold() in text for way in need.split("|")) for need in needed) and not any(
        word.casefold() in text for word in unwanted
    )


@pytest.mark.parametrize("case", FOLLOW_UPS, ids=lambda case: case[3])
def test_a_follow_up_is_understood(
    case: tuple[str, str, str, str, list[str], list[str]], cosine: Similarity
) -> None:
    _, before, answer, question, needed, unwanted = case
    understood = understand(question, [Exchange(before, answer)], similarity=cosine)
    assert understood.by == "rules"
    assert is_right(understood.question, needed, unwanted), understood.question


@pytest.mark.parametrize("case", [*ALONE, *FURTHER_ALONE], ids=lambda case: case[3])
def test_a_question_that_stands_alone_is_left_alone(case: tuple[str, str, str, str]) -> None:
    _, before, answer, question = case
    understood = understand(question, [Exchange(before, answer)], similarity=unasked)
    assert (understood.question, understood.by) == (question, "")


def test_most_of_the_follow_ups_that_the_rules_were_not_made_for_are_understood(
    cosine: Similarity,
) -> None:
    right = [
        is_right(
            understand(question, [Exchange(before, answer)], similarity=cosine).question, needed, unwanted
        )
        for _, before, answer, question, needed, unwanted in FURTHER_FOLLOW_UPS
    ]
    assert sum(right) >= 0.8 * len(FURTHER_FOLLOW_UPS)


DIALOGUES = {
    "agreement": (
        ("What is the initial term of the agreement with the seed trust?", ""),
        ("Who can terminate it?", "Who can terminate the agreement?"),
        ("and the liability cap?", "What about the liability cap of the agreement?"),
        ("What about insurance?", "What about insurance in the agreement?"),
    ),
    "heat pumps": (
        ("How many houses were metered?", ""),
        ("Which refrigerant do they use?", "Which refrigerant do the houses use?"),
        ("what about the radiators?", ""),
    ),
    "lease": (
        ("What is the term of the lease?", ""),
        ("Can it be renewed?", "Can the lease be renewed?"),
        ("And the deposit?", "What about the deposit of the lease?"),
        ("And the notice period of the sublease?", "What about the notice period of the sublease?"),
        ("And a guarantor?", "What about a guarantor?"),
    ),
    "names": (
        ("What is the population of Leeds in 2020?", ""),
        ("And Sheffield?", "What is the population of Sheffield in 2020?"),
        ("And in Wales?", "What is the population of Sheffield in 2020 in Wales?"),
    ),
    "people": (
        ("Does the tenant pay for repairs?", ""),
        ("And the landlord?", "Does the landlord pay for repairs?"),
        ("And the seed trust?", "Does the seed trust pay for repairs?"),
        ("And the deposit?", "What about the deposit?"),
    ),
    "times": (
        ("What limit applies at night in 2020?", ""),
        ("And during the day?", "What limit applies during the day in 2020?"),
        ("And in 2021?", "What limit applies during the day in 2021?"),
        ("And in Leeds?", "What limit applies during the day in 2021 in Leeds?"),
    ),
    "times first": (
        ("At night, what limit applies?", ""),
        ("And during the day?", "During the day, what limit applies?"),
    ),
    "Vertrag": (
        ("Was kostet die Kündigung des Vertrags?", ""),
        ("Und Versicherung?", ""),
    ),
}
"""Questions that follow each other, and how each is understood; empty where as it is asked."""


@pytest.mark.parametrize("dialogue", DIALOGUES.values(), ids=DIALOGUES)
def test_a_fragment_is_never_mixed_with_what_it_is_unlike(
    dialogue: tuple[tuple[str, str], ...], cosine: Similarity
) -> None:
    history: list[Exchange] = []
    for question, wanted in dialogue:
        understood = understand(question, history, similarity=cosine)
        assert understood.question == (wanted or question)
        history.append(Exchange(understood.question))


@pytest.mark.parametrize(
    ("alike", "unlike", "least", "most"),
    [(ALIKE, UNLIKE, 27, 1), (FURTHER_ALIKE, FURTHER_UNLIKE, 24, 2)],
    ids=["threshold", "further"],
)
def test_alike_phrases_are_told_from_others(
    alike: list[tuple[str, str]],
    unlike: list[tuple[str, str]],
    least: int,
    most: int,
    cosine: Similarity,
) -> None:
    assert sum(changes_places(pair, cosine) for pair in alike) >= least
    assert sum(changes_places(pair, cosine) for pair in unlike) <= most


def changes_places(pair: tuple[str, str], cosine: Similarity) -> bool:
    first, second = pair
    before = Exchange(f"What was said about {first}?")
    return (
        understand(f"And {second}?", [before], similarity=cosine).question == f"What was said about {second}?"
    )


def test_without_an_encoder_only_what_is_sure_takes_a_place() -> None:
    before = Exchange("What is the price of copper in section 4?")
    assert understand("And section 5?", [before]).question == "What is the price of copper in section 5?"
    assert understand("What about iron?", [before]).question == "What about iron?"


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("Who can terminate the agreement?", ["the agreement"]),
        ("Who can insure the goods?", ["the goods"]),
        ("Who may not sublet the flat?", ["the flat"]),
        ("Which party may terminate?", ["party"]),
        ("What can cause noise?", ["noise"]),
        ("The tenant must paint the walls.", ["The tenant", "the walls"]),
        ("How can tenants leave?", ["tenants"]),
        ("What must notice contain?", ["notice"]),
        ("When may rent be raised?", ["rent"]),
    ],
)
def test_behind_a_modal_stands_a_verb_or_the_subject(question: str, phrases: list[str]) -> None:
    assert [phrase.text for phrase in core_phrases(question)] == phrases


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
