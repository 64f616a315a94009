from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite import terms
from pincite.terms import MAX_TERM, analyse, fold, question_terms


def matches(document: str, question: str, language: str = "en") -> bool:
    """Whether any word of the question finds the document."""
    terms = set(analyse(document, language))
    return any(form in terms for group in question_terms(question, [language]) for form in group)


@pytest.mark.parametrize(
    ("document", "question"),
    [
        ("契約書の解除条件を確認する", "解除条件"),
        ("契約書の解除条件を確認する", "解除"),
        ("型番ABX-77を交換した", "ABX"),
        ("the cost of living rose", "cost-of-living"),
        ("see section 4.2.1 for fees", "section 4.2.1"),
        ("written in C++ only", "C++"),
        ("pairs a/b were kept", "a/b"),
        ("we set k=60", "k=60"),
        ("of\ufb01ce \ufb01nancial report", "financial office"),
        ("re\u0301sume\u0301", "résumé"),
        ("ＡＢＣ１２３", "abc123"),
        ("revenue of 1,577 million", "1577"),
        ("revenue of 1577 million", "1,577"),
        ("the tenants' notices", "tenant notice"),
        ("STRASSE", "straße"),
        ("ภาษาไทย", "ไทย"),
        ("sales of 2018² fell", "2018"),
        ("as others said¹,² of it", "said"),
        ("an area of 5 m²", "m2"),
        ("H₂O", "h2o"),
    ],
)
def test_question_finds_document(document: str, question: str) -> None:
    assert matches(document, question)


@pytest.mark.parametrize(
    ("document", "question", "language"),
    [("die Häuser", "Haus", "de"), ("les chevaux blancs", "blanc", "fr"), ("книги лежат", "книга", "ru")],
)
def test_stemming_follows_the_language(document: str, question: str, language: str) -> None:
    assert matches(document, question, language)


def test_raised_marks_are_no_part_of_words_and_numbers() -> None:
    assert analyse("revenue² of 2018² rose.¹") == analyse("revenue of 2018 rose.")


def test_stop_words_are_no_terms() -> None:
    assert analyse("what is it about") == []
    assert question_terms("what is it about") == []


def test_a_question_word_has_its_form_in_each_language() -> None:
    assert question_terms("running", ["en", "de"]) == [("run", "running")]


def test_a_stop_word_of_the_first_language_is_dropped() -> None:
    assert question_terms("the die", ["en", "de"]) == [("die",)]


def test_a_word_asked_twice_counts_once() -> None:
    assert question_terms("fee fee fees") == [("fee",)]


def test_long_runs_are_cut() -> None:
    assert [len(term) for term in analyse("x" * 5000)] == [MAX_TERM]


@given(st.text(), st.sampled_from(["en", "de", "ja", "xx", ""]))
def test_terms_can_never_be_syntax(text: str, language: str) -> None:
    for term in analyse(text, language):
        assert re.fullmatch(r"\w+", term)
    for group in question_terms(text, [language]):
        assert group
        assert all(re.fullmatch(r"\w+", form) for form in group)


@given(st.text())
def test_a_text_finds_itself(text: str) -> None:
    terms = set(analyse(text))
    assert all(terms.intersection(group) for group in question_terms(text))


@given(st.text())
def test_folding_is_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_threads_do_not_disturb_each_other() -> None:
    endings = ("ations", "ingly", "nesses", "fulness", "ically", "ization", "ability")
    words = [f"{start}{middle}{end}" for start in "bcdfgklm" for middle in "aeiou" for end in endings]
    alone = [terms._stem(word, "en") for word in words]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            for found in threads.map(lambda _: [terms._stem(word, "en") for word in words], range(24)):
                assert found == alone
    finally:
        sys.setswitchinterval(before)
