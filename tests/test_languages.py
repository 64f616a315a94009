from __future__ import annotations

import pytest

from pincite.languages import part_language, question_languages, script_language

ENGLISH = (
    "The tenant shall give notice to the landlord before the end of the month, and it must be in writing."
)
GERMAN = "Der Mieter muss dem Vermieter vor dem Ende des Monats kündigen, und die Kündigung ist nur schriftlich gültig."
RUSSIAN = "Арендатор должен уведомить арендодателя до конца месяца, и это уведомление должно быть письменным."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("契約書の解除条件を確認する", "ja"),
        ("合同的解除条件", "zh"),
        ("계약 해지 조건", "ko"),
        ("สัญญาเช่า", "th"),
        ("अनुबंध की शर्तें", "hi"),
        ("شروط العقد", "ar"),
        ("قرارداد اجاره چیست", "fa"),
        ("תנאי החוזה", "he"),
        ("Όροι σύμβασης", "el"),
        ("Условия договора", "ru"),
        ("Умови договору її", "uk"),
        ("Terms of the contract", ""),
        ("12,50 % ¹", ""),
        ("", ""),
        ("Vertrag договор", ""),
    ],
)
def test_scripts_tell_languages(text: str, language: str) -> None:
    assert script_language(text) == language


@pytest.mark.parametrize(
    ("text", "main", "language"),
    [
        (ENGLISH, "en", "en"),
        (GERMAN, "en", "de"),
        (ENGLISH, "de", "en"),
        (RUSSIAN, "en", "ru"),
        (RUSSIAN, "de", "ru"),
        (ENGLISH, "zh", "en"),
        ("Herr Müller, Berlin, Frau von der Heide, München, Köln, Bonn", "en", "en"),
        ("Valve DN 50\t12\t4.50\nPump P-7\t3\t1,200.00", "de", "de"),
        ("E = mc²", "ru", "ru"),
        ("Насос ABX-77, valve DN", "en", "en"),
    ],
)
def test_a_part_is_in_another_language_only_where_that_is_plain(text: str, main: str, language: str) -> None:
    assert part_language(text, main) == language


def test_a_question_is_asked_in_the_languages_of_the_documents_and_in_its_own() -> None:
    assert question_languages("What is the notice?", ("en",)) == ("en",)
    assert question_languages("What is the notice of the tenant?", ("de", "en")) == ("en", "de")
    assert question_languages("Wann muss der Mieter kündigen?", ("en",)) == ("en", "de")
    assert question_languages("Когда расторгнут договор?", ("en",)) == ("en", "ru")
    assert question_languages("Notre Dame", ("en",)) == ("en",)
    assert question_languages("", ()) == ()
