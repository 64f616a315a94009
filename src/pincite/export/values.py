"""Conversations as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pincite.domain import Answer, AnswerSentence, Citation, Lost, Turn

FORMAT = "pincite-conversation-1"


def to_json(title: str, turns: Sequence[Turn], about: Mapping[str, str] | None = None) -> str:
    """A conversation: questions, answers, and what they cite with its exact place.

    Args:
        title: Its title.
        turns: In order.
        about: What else is known of it, e.g. its id.
    """
    value = {"format": FORMAT, "title": title, **(about or {}), "turns": [_turn(turn) for turn in turns]}
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _turn(turn: Turn) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": turn.number,
        "question": turn.question,
        "asked_at": turn.asked_at,
        "state": turn.state.value,
        "kind": turn.kind.value,
        "failure": turn.failure,
    }
    return value | ({"answer": _answer(turn.answer, turn)} if turn.answer is not None else {})


def _answer(answer: Answer, turn: Turn) -> dict[str, Any]:
    return {
        "understood": answer.asked_as,
        "refused": answer.refused,
        "reason": answer.reason,
        "text": answer.text,
        "mode": answer.mode,
        "model": asdict(answer.model) if answer.model else None,
        "confidence": answer.confidence,
        "incomplete": answer.incomplete.value if answer.incomplete else None,
        "failure": answer.failure,
        "sentences": [_sentence(sentence) for sentence in answer.sentences],
        "removed": [_sentence(sentence) for sentence in answer.removed],
        "references": [_reference(citation, turn.lost.get(citation.number)) for citation in answer.citations],
    }


def _sentence(sentence: AnswerSentence) -> dict[str, Any]:
    return {
        "lead": sentence.lead,
        "text": sentence.text,
        "references": list(sentence.citations),
        "problem": sentence.problem,
    }


def _reference(citation: Citation, lost: Lost | None) -> dict[str, Any]:
    document = citation.document
    return {
        "number": citation.number,
        "quote": citation.quote,
        "document": {
            "id": document.id,
            "title": document.title,
            "file_name": document.file_name,
            "authors": list(document.authors),
            "year": document.year,
            "sha256": document.sha256,
        },
        "page_index": citation.page_index,
        "page_label": citation.page_label,
        "section": list(citation.section),
        "spans": [list(span) for span in citation.spans],
        "rectangles": [list(rectangle) for rectangle in citation.rectangles],
        "kind": citation.kind.value,
        "lost": lost.value if lost else None,
    }
