from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from pincite.encode.model_files import MINILM, model_folder
from pincite.llm.estimate import estimate_tokens

TEXTS = {
    "English": "The tenant may terminate this lease with thirty days' notice; the deposit of $1,250.00 is returned "
    "within 14 days after the premises have been handed over, less the cost of repairs.",
    "German": "Der Mieter kann diesen Vertrag mit einer Frist von dreißig Tagen kündigen; die Kaution wird innerhalb "
    "von 14 Tagen nach Übergabe der Räume zurückgezahlt.",
    "Russian": "Арендатор может расторгнуть договор, уведомив за тридцать дней; залог возвращается за 14 дней.",
    "Chinese": "承租人可提前三十天通知终止本租约；押金在交还房屋后十四天内退还，扣除维修费用。",
    "Japanese": "契約書の解除条件を確認する。敷金は明け渡し後十四日以内に返還される。",
    "Arabic": "يجوز للمستأجر إنهاء هذا العقد بإشعار مدته ثلاثون يوما، ويعاد التأمين خلال أربعة عشر يوما.",
    "table": "Net sales: 2018 1,577; 2017 1,373.25 | 12% | ($3.40)\n" * 3,
}


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(model_folder(MINILM) / "tokenizer.json"))
    tokenizer.no_truncation()
    return tokenizer


@pytest.mark.parametrize("language", TEXTS)
def test_the_estimate_is_rather_too_high(tokenizer: Tokenizer, language: str) -> None:
    text = TEXTS[language] * 5
    counted = len(tokenizer.encode(text, add_special_tokens=False).ids)
    assert counted <= estimate_tokens(text) <= 2.2 * counted


def test_an_english_window_is_used(tokenizer: Tokenizer) -> None:
    text = TEXTS["English"]
    assert estimate_tokens(text) <= 1.25 * len(tokenizer.encode(text, add_special_tokens=False).ids)


@given(st.text(max_size=50), st.text(max_size=50))
def test_a_text_has_as_many_as_its_lines(one: str, other: str) -> None:
    """A prompt is packed by its parts."""
    parts = estimate_tokens(one) + estimate_tokens(other)
    assert parts - 2 <= estimate_tokens(f"{one}\n{other}") <= parts + 3


def test_nothing_has_no_tokens() -> None:
    assert estimate_tokens("") == 0
