from __future__ import annotations

from collections.abc import Iterator

import pytest

from pincite import Library
from pincite.answer.cite import cite
from pincite.answer.sources import Source
from pincite.answer.verify import Verdict, Verifier, supporting_quotes
from support.texts import library_of

TESLA = (
    "Nikola Tesla was born on 10 July 1856 in Smiljan. He moved to Paris in 1882 and worked for the Continental Edison "
    "Company. In 1884 he did not stay in Europe but went to New York. Westinghouse beat Edison in the war of the "
    "currents. The company paid him $60,000 in cash, and 2.50 dollars per horsepower."
)
LEASE = (
    "The tenant shall pay a deposit of two months' rent. The landlord may terminate the lease with thirty (30) days"
    " notice. The annual fee is 417 pounds. The fee increased in 2019."
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library_of(tmp_path_factory.mktemp("told"), Nikola_Tesla=TESLA, Lease=LEASE) as opened:
        yield opened


@pytest.fixture(scope="module")
def verifier(library: Library) -> Verifier:
    return Verifier(library._store, library._encoder, sources(library))


def sources(library: Library) -> list[Source]:
    evidence = library.retrieve("Where was Tesla born?", k=5).evidence
    return [Source(n, e.stored, e.passage.document, e.passage) for n, e in enumerate(evidence, start=1)]


def quoted(verdict: Verdict) -> list[str]:
    return [quote.text for quote in supporting_quotes(verdict.support)]


@pytest.mark.parametrize(
    ("claim", "support"),
    [
        ("Nikola Tesla was born in Smiljan.", "Nikola Tesla was born on 10 July 1856 in Smiljan."),
        ("He was born on July 10, 1856.", "Nikola Tesla was born on 10 July 1856 in Smiljan."),
        ("Tesla went to New York in 1884.", "In 1884 he did not stay in Europe but went to New York."),
        ("Edison was beaten by Westinghouse.", "Westinghouse beat Edison in the war of the currents."),
        ("**The annual fee** is £417.", "The annual fee is 417 pounds."),
        (
            "The landlord may terminate the lease with 30 days notice.",
            "The landlord may terminate the lease with thirty (30) days notice.",
        ),
        ("According to the source, the fee increased in 2019.", "The fee increased in 2019."),
    ],
)
def test_what_the_sources_say_is_supported(verifier: Verifier, claim: str, support: str) -> None:
    verdict = verifier.check(claim, (1,))
    assert (verdict.supported, verdict.problem) == (True, "")
    assert quoted(verdict)[0] == support


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("Tesla was born in 1857.", "the number 1857 is not in the sources"),
        ("Tesla was born on 11 July 1856.", "the date 11 July 1856 is not in the sources"),
        ("Tesla moved to London in 1882.", "the name London is not in the sources"),
        (
            "The tenant may terminate the lease with 30 days notice.",
            "the sources say “landlord”, not “tenant”",
        ),
        (
            "Tesla was born in Smiljan, and Shakespeare wrote plays.",
            "the name Shakespeare is not in the sources",
        ),
    ],
)
def test_a_missing_fact_is_named(verifier: Verifier, claim: str, problem: str) -> None:
    verdict = verifier.check(claim, (1,))
    assert not verdict.supported
    assert not verdict.support
    assert verdict.problem == problem


@pytest.mark.parametrize(
    "claim",
    [
        "Edison beat Westinghouse in the war of the currents.",
        "Tesla stayed in Europe in 1884.",
        "The landlord may not terminate the lease.",
        "The tenant may terminate the lease with 30 days notice.",
        "Tesla moved to Paris in 1884.",
        "The annual fee is 417 dollars.",
        "Westinghouse beat Edison in the war of the harbours.",
        "Pigeons were the great love of his later years.",
        "This made Tesla one of the most influential engineers in the world.",
    ],
)
def test_what_they_do_not_say_is_not(verifier: Verifier, claim: str) -> None:
    verdict = verifier.check(claim, (1, 2))
    assert not verdict.supported
    assert verdict.problem


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (
            "Until recently, the tenant shall pay a deposit of two months' rent.",
            "“Until recently” is not in the sources",
        ),
        (
            "Westinghouse beat Edison for the first time in the war of the currents.",
            "“for the first time” is not in the sources",
        ),
        (
            "The landlord may secretly terminate the lease with thirty (30) days notice.",
            "“secretly” is not in the sources",
        ),
        (
            "He moved to Paris in 1882 or worked for the Continental Edison Company.",
            "the sources say “and”, not “or”",
        ),
    ],
)
def test_words_added_to_a_sentence_need_a_ground(verifier: Verifier, claim: str, problem: str) -> None:
    verdict = verifier.check(claim, (1, 2))
    assert (verdict.supported, verdict.problem) == (False, problem)


@pytest.mark.parametrize(
    "claim",
    [
        "Notably, the tenant shall pay a deposit of two months' rent.",
        "In addition, Westinghouse beat Edison in the war of the currents.",
        "The document states that the landlord may terminate the lease with thirty (30) days notice.",
        "According to the contract, the landlord may also terminate the lease with 30 days notice.",
        "Nikola Tesla moved to Paris in 1882 and worked for the Continental Edison Company.",
    ],
)
def test_openings_and_names_for_pronouns_do_not(verifier: Verifier, claim: str) -> None:
    verdict = verifier.check(claim, (1, 2))
    assert (verdict.supported, verdict.problem) == (True, "")


def test_a_wrong_marker_is_put_right(verifier: Verifier) -> None:
    for cited in ((), (1,), (2,), (99,)):
        verdict = verifier.check("The annual fee is 417 pounds.", cited)
        assert verdict.supported
        assert quoted(verdict) == ["The annual fee is 417 pounds."]


def test_a_claim_of_two_clauses_may_be_carried_by_two_documents(verifier: Verifier) -> None:
    verdict = verifier.check("Tesla was born in Smiljan, and the annual fee is 417 pounds.")
    assert verdict.supported
    assert {support.source.document.title for support in verdict.support} == {"Nikola Tesla", "Lease"}


def test_what_a_pronoun_means_is_cited_as_well(verifier: Verifier) -> None:
    verdict = verifier.check("Nikola Tesla moved to Paris in 1882.", (1,))
    assert verdict.supported


def test_what_states_nothing_is_neither_supported_nor_wrong(verifier: Verifier) -> None:
    for text in ("In summary:", "Here is what the documents say:", "Would you like to know more?"):
        assert verifier.check(text) == Verdict(False, silent=True)
    assert verifier.check("Tesla's early life", heading=True).silent
    assert verifier.check("Fees of 2031", heading=True).problem == "the number 2031 is not in the sources"


def test_the_support_can_be_cited(library: Library, verifier: Verifier) -> None:
    verdict = verifier.check("The landlord may terminate the lease with 30 days notice.")
    (citation,) = cite(library._store, supporting_quotes(verdict.support))
    assert citation.quote == "The landlord may terminate the lease with thirty (30) days notice."
    assert citation.document.title == "Lease"


def test_without_sources_nothing_is_supported(library: Library) -> None:
    empty = Verifier(library._store, library._encoder, [])
    assert empty.check("It rained.").problem == "there are no sources"


def test_odd_sentences_do_no_harm(verifier: Verifier) -> None:
    for text in ("", "…", "[[[", "1" * 3000, "a" * 3000, "| | |", "\ud800 x", "Tesla " * 400):
        verdict = verifier.check(text)
        assert not verdict.supported or verdict.support
