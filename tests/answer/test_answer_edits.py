from __future__ import annotations

import pytest

from pincite.answer.claims import read_claim
from pincite.answer.edits import changed, other_words, repetition

RADIO = (
    "In the 1930s, radio was dominated by the Columbia Broadcasting System (CBS), the Mutual Broadcasting System and"
    " the National Broadcasting Company (NBC)."
)


def edited(claim: str, sentence: str) -> str:
    return changed(read_claim(claim), read_claim(sentence))


@pytest.mark.parametrize(
    ("claim", "sentence", "problem"),
    [
        (RADIO.replace("Mutual", "Dumont"), RADIO, "the sources say “Mutual”, not “Dumont”"),
        (
            "The board met in Paris in May with Smith and ten others.",
            "The board met in Rome in May with Smith and ten others.",
            "the sources say “Rome”, not “Paris”",
        ),
        (
            "They served a term of 3 to 2 years as elders of the church.",
            "They served a term of 2 to 3 years as elders of the church.",
            "the number 2 changes places",
        ),
        (
            "The court may seize the oral records of the firm.",
            "The court may seize the written records of the firm.",
            "the sources say “written”, not “oral”",
        ),
        (
            "The clerk was never only one of the judges in the case.",
            "The clerk was only one of the judges in the case.",
            "“one” is not denied",
        ),
    ],
)
def test_what_matters_is_found(claim: str, sentence: str, problem: str) -> None:
    assert edited(claim, sentence) == problem


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (RADIO, RADIO),
        (RADIO.replace("(CBS)", "CBS"), RADIO),
        (
            "The CBS dominated radio in the 1930s there.",
            "The Columbia Broadcasting System dominated radio in the 1930s there.",
        ),
        (
            "The rate did not increase in the first quarter of 2019.",
            "The rate decreased in the first quarter of 2019.",
        ),
        ("Smith wrote the book in the spring of 1920.", "He wrote the book in the spring of 1920."),
        ("Rain fell.", "Rain fell in Rome."),
    ],
)
def test_what_does_not_matter_is_not(claim: str, sentence: str) -> None:
    assert edited(claim, sentence) == ""


def test_only_the_part_that_repeats_is_compared() -> None:
    sentence = read_claim("Anna Gold met Karl Stein in the old town of Graz in 1920.")
    claim = read_claim("Anna Gold met Karl Stein in the old town of Graz, and later Anna Gold left.")
    repeated = repetition(claim, sentence)
    assert repeated is not None
    assert repeated.mine.text == "Anna Gold met Karl Stein in the old town of Graz"
    assert changed(claim, sentence) == ""
    assert repetition(read_claim("Something else was said of it there."), sentence) is None


def test_small_words_of_another_degree() -> None:
    sentence = "The tenants of some houses may have left the town before the war."
    assert edited(sentence.replace("some", "all"), sentence) == "the sources say “some”, not “all”"
    assert edited(sentence.replace("before", "during"), sentence) == "the sources say “before”, not “during”"
    assert edited(sentence.replace("some", "several"), sentence) == ""


def test_words_in_place_of_others_are_told() -> None:
    sentence = read_claim("The volcano of the island was studied by the college in the spring.")
    claim = read_claim("The harbour of the island was studied by the college in the spring.")
    assert [(mine.text, theirs.text) for mine, theirs in other_words(claim, sentence)] == [
        ("harbour", "volcano")
    ]
    assert other_words(sentence, sentence) == []
