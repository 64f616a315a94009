from __future__ import annotations

import pytest

from pincite.answer.greeting import is_greeting


@pytest.mark.parametrize(
    "text",
    ["hi", "Hi there!", "Hello, good morning.", "Thank you so much!", "thanks, bye", "Guten Tag", "Merci beaucoup",
     "¡Hola! Buenos días", "Grazie mille", "Ok, thanks", "How are you?", "What’s up"],
)  # fmt: skip
def test_greetings(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    ["hi, what is the deposit?", "hello world", "Who says hello in chapter 2?", "good", "", "?!", "Hallo Effekt",
     "thanks to whom was it built?", "Is it great?", "day"],
)  # fmt: skip
def test_questions(text: str) -> None:
    assert not is_greeting(text)


def test_a_long_text_is_decided_at_once() -> None:
    assert is_greeting("hi " * 20_000)
    assert not is_greeting("good " * 20_000)
