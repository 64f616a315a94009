"""Remarks about the answer before, and questions that only look like them."""

from __future__ import annotations

import pytest

from pincite.answer.remarks import is_remark


@pytest.mark.parametrize(
    "text",
    [
        "Say that shorter",
        "say it shorter, please",
        "shorter please",
        "In German please",
        "Can you translate that into French?",
        "Please rephrase that.",
        "as bullet points",
        "in one sentence",
        "Explain it in simple words",
        "Put this in other words.",
        "auf Deutsch bitte",
        "Kürzer bitte",
        "Kannst du das einfacher sagen?",
        "in Stichpunkten",
    ],
)
def test_a_remark(text: str) -> None:
    assert is_remark(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Which proof is shorter?",
        "Is the German version binding?",
        "What is said in one sentence of section 4?",
        "How long is the list?",
        "What does the table in German show?",
        "Explain the method in simple words",
        "Why?",
        "Wie lang ist die Frist?",
        "Was steht auf Deutsch im Vertrag?",
    ],
)
def test_a_question(text: str) -> None:
    assert not is_remark(text)
