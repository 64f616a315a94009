"""What was said before in a conversation, as far as it helps to understand the next question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.answer.prompt import harmless
from pincite.domain import Answer, Turn
from pincite.llm.contract import Message, Role
from pincite.sentences import sentence_ranges

LONGEST_HISTORY = 6
"""Turns further back are never looked at."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer.

    Attributes:
        question: As it was understood, so that it can be read alone.
        answer: Its sentences without markers, one a line; empty when the question was refused.
        documents: Titles of the documents quoted, without repeats.
        document_ids: Their ids.
    """

    question: str
    answer: str = ""
    documents: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()


def exchanges(turns: Sequence[Turn]) -> list[Exchange]:
    """The last turns of a conversation that have an answer, oldest first; greetings and thanks are none."""
    found = [
        _exchange(turn, turn.answer)
        for turn in turns
        if turn.answer is not None and turn.answer.reason != "greeting"
    ]
    return found[-LONGEST_HISTORY:]


def _exchange(turn: Turn, answer: Answer) -> Exchange:
    cited = {citation.document.id: citation.document.title for citation in answer.citations}
    said = [sentence.text for sentence in answer.sentences if not sentence.problem]
    return Exchange(
        question=answer.asked_as or turn.question,
        answer="" if answer.refused else "\n".join(said),
        documents=tuple(cited.values()),
        document_ids=tuple(cited),
    )


def messages(history: Sequence[Exchange]) -> list[Message]:
    """The history as a language model is given it; questions without an answer are left out."""
    return [
        message
        for exchange in history
        if exchange.answer
        for message in (
            Message(Role.USER, harmless(exchange.question)),
            Message(Role.ASSISTANT, harmless(exchange.answer)),
        )
    ]


def trimmed(history: Sequence[Exchange], tokens: int, count_tokens: Callable[[str], int]) -> list[Exchange]:
    """As much of the history as fits, the latest first of all; answers are cut at the end of a sentence.

    Args:
        history: Oldest first.
        tokens: How many there is room for.
        count_tokens: Number of tokens of a text.
    """
    kept: list[Exchange] = []
    left = tokens
    for exchange in reversed(history):
        left -= count_tokens(exchange.question)
        if left < 0:
            break
        answer = _cut(exchange.answer, left, count_tokens)
        if exchange.answer and not answer:
            break
        left -= count_tokens(answer)
        kept.append(replace(exchange, answer=answer))
    return kept[::-1]


def _cut(text: str, tokens: int, count_tokens: Callable[[str], int]) -> str:
    """The first sentences of a text that fit."""
    if count_tokens(text) <= tokens:
        return text
    end = 0
    for _, stop in sentence_ranges(text):
        if count_tokens(text[:stop]) > tokens:
            break
        end = stop
    return text[:end]
