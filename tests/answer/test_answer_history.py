"""The history is what was said, cut at the ends of sentences."""

from __future__ import annotations

from pincite.answer.history import Exchange, exchanges, trimmed
from pincite.domain import Answer, AnswerSentence, Turn, TurnState


def answered(number: int, text: str, **changes: object) -> Turn:
    values: dict[str, object] = {
        "question": f"Q{number}?",
        "refused": False,
        "reason": "",
        "text": f"{text} [1]",
        "sentences": (
            AnswerSentence(text, (1,)),
            AnswerSentence("Made up.", (), problem="not in the sources"),
        ),
        "citations": (),
        "passages": (),
        "confidence": 1.0,
        "timings": {},
    }
    answer = Answer(**{**values, **changes})  # type: ignore[arg-type]
    return Turn(number, f"Q{number}?", TurnState.DONE, "2026-01-01", answer=answer)


def test_what_is_not_supported_or_not_answered_is_no_history() -> None:
    turns = [
        answered(1, "One.", asked_as="Q1 alone?"),
        answered(2, "Nothing.", refused=True),
        Turn(3, "Q3?", TurnState.FAILED, "2026-01-01"),
        answered(4, "Ask a question.", reason="greeting"),
    ]
    assert exchanges(turns) == [Exchange("Q1 alone?", "One."), Exchange("Q2?", "")]


def test_the_latest_is_kept_and_answers_end_with_a_sentence() -> None:
    def count(text: str) -> int:
        return len(text.split())

    history = [
        Exchange("first question?", "One two."),
        Exchange("second question?", "Three four five. Six seven."),
    ]
    assert trimmed(history, 100, count) == history
    assert trimmed(history, 6, count) == [Exchange("second question?", "Three four five.")]
    assert trimmed(history, 4, count) == trimmed(history, 1, count) == []
