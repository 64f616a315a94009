from __future__ import annotations

import pytest

from pincite.answer.additions import additions
from pincite.answer.claims import read_claim
from pincite.answer.edits import changed, other_words, repetition
from pincite.answer.facts import Evidence

RADIO = (
    "In the 1930s, radio was dominated by the Columbia Broadcasting System (CBS), the Mutual Broadcasting System and"
    " the National Broadcasting Company (NBC)."
)


def edited(claim: str, sentence: str) -> str:
    repeated = repetition(read_claim(claim), read_claim(sentence))
    return changed(repeated) if repeated else ""


def added(claim: str, sentence: str, title: str = "") -> list[str]:
    """Words that a claim adds to a sentence that it repeats and that the sentence and its title do not have."""
    repeated = repetition(read_claim(claim), read_claim(sentence))
    assert repeated is not None
    evidence = Evidence(read_claim(sentence), (read_claim(title),))
    return [one.word.text for one in additions(repeated) if not one.is_known(evidence)]


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
    assert changed(repeated) == ""
    assert repetition(read_claim("Something else was said of it there."), sentence) is None


def test_small_words_of_another_degree() -> None:
    sentence = "The tenants of some houses may have left the town before the war."
    assert edited(sentence.replace("some", "all"), sentence) == "the sources say “some”, not “all”"
    assert edited(sentence.replace("before", "during"), sentence) == "the sources say “before”, not “during”"
    assert edited(sentence.replace("some", "several"), sentence) == ""


def test_words_in_place_of_others_are_told() -> None:
    sentence = read_claim("The volcano of the island was studied by the college in the spring.")
    claim = read_claim("The harbour of the island was studied by the college in the spring.")
    repeated, verbatim = repetition(claim, sentence), repetition(sentence, sentence)
    assert repeated is not None
    assert verbatim is not None
    assert [(mine.text, theirs.text) for mine, theirs in other_words(repeated)] == [("harbour", "volcano")]
    assert other_words(verbatim) == []


def test_a_choice_is_no_sum() -> None:
    sentence = "The tenant shall pay the fee and the deposit and/or give a guarantee of the bank."
    assert edited(sentence.replace("fee and", "fee or"), sentence) == "the sources say “and”, not “or”"
    assert edited(sentence.replace("and/or", "and"), sentence) == "the sources say “and/or”"
    assert edited(sentence, sentence.replace("and/or", "or")) == "the sources do not say “and/or”"
    assert edited(sentence.replace("fee and", "fee as well as"), sentence) == ""


SURVEY = "The engineer of the college measured the depth of the lake, the river and the canal below the old bridge."


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (
            "The college of the engineer measured the depth of the lake, the river and the canal below the old bridge.",
            "“college” and “engineer” change places",
        ),
        (
            "The engineer of the bridge measured the depth of the lake, the river and the canal below the old college.",
            "“bridge” and “college” change places",
        ),
        (
            "The engineer of the college measured the depth of the river, the lake and the canal below the old bridge.",
            "",
        ),
        (
            "The college's engineer measured the depth of the lake, the river and the canal below the old bridge.",
            "",
        ),
        (
            "The depth of the lake, the river and the canal below the old bridge was measured by the engineer of the"
            " college.",
            "",
        ),
    ],
)
def test_words_in_each_others_place(claim: str, problem: str) -> None:
    assert edited(claim, SURVEY) == problem


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (f"Until recently, {SURVEY}", ["recently"]),
        (SURVEY.replace("measured", "annually measured"), ["annually"]),
        (SURVEY.replace("the old bridge", "only the old bridge"), ["only"]),
        (SURVEY.replace(" bridge.", " bridge for the first time."), ["first", "time"]),
        (SURVEY.replace(" bridge.", " bridge, which was later withdrawn."), ["later", "withdrawn"]),
        (SURVEY.replace("measured", "secretly measured"), ["secretly"]),
        (SURVEY, []),
        (f"According to the paper, {SURVEY}", []),
        (f"In addition, {SURVEY}", []),
        (f"However, {SURVEY}", []),
        (f"{SURVEY} b.", []),
        (f"First, {SURVEY}", []),
        (f"First {SURVEY}", ["First"]),
        (f"On the other hand, {SURVEY}", []),
        (f"Notably, {SURVEY}", []),
        (f"The document states that {SURVEY}", []),
        (SURVEY.replace("measured", "has also measured"), []),
        (SURVEY.replace("measured", "specifically measured"), []),
        (SURVEY.replace("The engineer of the college", "The surveyor"), ["surveyor"]),
    ],
)
def test_what_is_added(claim: str, words: list[str]) -> None:
    assert added(claim, SURVEY) == words


def test_a_title_gives_a_ground() -> None:
    sentence = "He was the first who measured the depth of the lake below the bridge."
    claim = "The engineer was initially the first who measured the depth of the lake below the bridge."
    assert added(claim, sentence) == ["engineer"]
    assert added(claim, sentence, "Memoirs of an engineer") == []
