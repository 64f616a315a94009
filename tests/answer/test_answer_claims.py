from __future__ import annotations

import pytest

from pincite.answer.claims import clauses, read_claim
from pincite.answer.edits import changed, repetition
from pincite.answer.facts import Evidence, missing_fact, told_otherwise
from pincite.answer.names import Name
from pincite.answer.words import plain_text


def names(text: str, language: str = "en") -> list[str]:
    return [name.text for name in read_claim(text, language).names if name.sure]


def missing(claim: str, evidence: str, *context: str, language: str = "en") -> str:
    known = tuple(read_claim(text, language) for text in context)
    return missing_fact(read_claim(claim, language), Evidence(read_claim(evidence, language), known))


def otherwise(claim: str, evidence: str, language: str = "en") -> str:
    mine, theirs = read_claim(claim, language), read_claim(evidence, language)
    repeated = repetition(mine, theirs)
    return told_otherwise(mine, Evidence(theirs)) or (changed(repeated) if repeated else "")


def test_markdown_is_no_part_of_a_claim() -> None:
    assert plain_text("**Bold** and `code` with [a link](https://x.example/y) and snake_case") == (
        "Bold and code with a link and snake_case"
    )
    assert read_claim("| Paris | 1998 |").text == "; Paris ; 1998 ;"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It was Marie Curie of the University of Paris.", ["Marie Curie", "University of Paris"]),
        ("The NFL and the AFC met.", ["NFL", "AFC"]),
        ("It rained in Vienna and in New York.", ["Vienna", "New York"]),
        ("Rain fell on Monday in March.", []),
        ("She met J. R. Ewing, and I did too.", ["J. R. Ewing"]),
        ("Rain is wet.", []),
    ],
)
def test_names(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_nouns_of_german_are_no_names() -> None:
    assert names("Der Hund der Mieterin wohnt in der NATO.", "de") == ["NATO"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("She won in 1903.", "She won on 3 March 1903."),
        ("It has 1,000 rooms.", "It has one thousand rooms."),
        ("The German army came.", "The army of Germany came."),
        ("The NFL grew.", "The National Football League grew."),
        ("It costs $5.", "It costs 5 dollars."),
        ("He is one of them.", "He belongs to them."),
        ("It began on 3 March 1903.", "It began on 3 March."),
    ],
)
def test_facts_that_are_there(claim: str, evidence: str) -> None:
    assert missing(claim, evidence, "Report of 1903") == ""


@pytest.mark.parametrize(
    ("claim", "evidence", "problem"),
    [
        ("She won in 1904.", "She won in 1903.", "the number 1904"),
        ("She won on 4 March 1903.", "She won on 3 March 1903.", "the date 4 March 1903"),
        ("It costs €5.", "It costs $5.", "the number €5"),
        ("He met Marie Curie.", "He met Pierre Curie.", "the name Marie Curie"),
        ("It took 5 days.", "It took 5 weeks.", "the number 5"),
    ],
)
def test_facts_that_are_not(claim: str, evidence: str, problem: str) -> None:
    assert missing(claim, evidence) == problem


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The tenant shall not pay.", "The tenant shall pay."),
        ("The tenant shall pay.", "The tenant shall not pay."),
        ("It never rained.", "It rained."),
        ("The rate increased.", "The rate decreased."),
        ("It fell before noon.", "It fell after noon."),
        ("The plan was successful.", "The plan was unsuccessful."),
        ("It took 10 wins in 5 games.", "It took 5 wins in 10 games."),
        ("Edison beat Tesla.", "Tesla beat Edison."),
        ("The tenant may leave.", "The landlord may leave."),
    ],
)
def test_what_is_told_otherwise(claim: str, evidence: str) -> None:
    assert otherwise(claim, evidence)


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("de", "Der Mieter zahlt nicht.", "Der Mieter zahlt."),
        ("fr", "Le locataire ne paie pas.", "Le locataire paie."),
        ("es", "El inquilino no paga.", "El inquilino paga."),
        ("it", "Il conduttore non paga.", "Il conduttore paga."),
        ("pt", "O inquilino não paga.", "O inquilino paga."),
        ("nl", "De huurder betaalt nooit.", "De huurder betaalt."),
    ],
)
def test_negation_in_other_languages(language: str, claim: str, evidence: str) -> None:
    assert otherwise(claim, evidence, language)
    assert not otherwise(claim, claim, language)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("He went to Rome.", "He did not stay in Paris but went to Rome."),
        ("Edison was beaten by Tesla.", "Tesla beat Edison."),
        ("The rate did not increase.", "The rate decreased."),
        ("Not only Rome but also Paris fell.", "Rome and Paris fell."),
        ("Tesla and Edison met.", "Edison and Tesla met."),
    ],
)
def test_what_is_not_told_otherwise(claim: str, evidence: str) -> None:
    assert otherwise(claim, evidence) == ""


def test_what_states_nothing() -> None:
    for text in (
        "In summary:",
        "Here is what the documents say:",
        "Based on the sources, here is a summary.",
        "**Answer:**",
    ):
        assert read_claim(text).states_nothing, text
    for text in ("The fee is due.", "It was 1998.", "Paris."):
        assert not read_claim(text).states_nothing, text


def test_words_that_only_report_are_left_out() -> None:
    assert read_claim("According to the source, it rained.").text == "It rained."
    assert read_claim("The documents state that it rained.").text == "It rained."


def test_clauses_are_parts_that_each_say_something() -> None:
    claim = read_claim("The old tower burned down, and the new bridge was opened.")
    ((first, second),) = clauses(claim)
    assert (first.text, second.text) == ("The old tower burned down", "the new bridge was opened.")
    assert [second.words[n].text for n in second.content] == ["new", "bridge", "opened"]
    assert clauses(read_claim("Tower and bridge.")) == []


def test_a_name_knows_its_words() -> None:
    (name,) = read_claim("It was Marie Curie.").names
    assert name == Name(("marie", "curie"), "Marie Curie", 7, 18)
