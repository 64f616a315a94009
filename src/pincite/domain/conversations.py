"""Conversations: questions and their answers, kept in the library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pincite.domain.answers import Answer


class TurnState(StrEnum):
    """How far a turn is."""

    RUNNING = "running"
    """Being answered; or its process ended before it was."""
    DONE = "done"
    """Answered: wholly, or as far as `Answer.incomplete` says."""
    FAILED = "failed"
    """Could not be answered: `Turn.failure` says why."""
    FORGOTTEN = "forgotten"
    """Its answer was removed together with a document that it quoted; or it is hidden, since it was made with a
    document that was removed by somebody else, or is no longer shared."""


class TurnKind(StrEnum):
    """What a turn's answer is."""

    ANSWER = "answer"
    SUMMARY = "summary"
    COMPARISON = "comparison"


class Lost(StrEnum):
    """Why a kept citation leads nowhere now."""

    REMOVED = "removed"
    """The document is no longer in the library."""
    CHANGED = "changed"
    """The document was read again, and the quote is not at its place any more."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a conversation and its answer.

    Attributes:
        number: Its place in the conversation, from 1.
        question: As asked; as understood is `Answer.asked_as`.
        state: How far it is.
        asked_at: ISO 8601 time, UTC.
        kind: What the answer is.
        answer: None while there is none. Of passages, only those that are still in the library.
        failure: Why there is no answer, with the remedy; empty unless the state is FAILED.
        lost: Numbers of the answer's citations that lead nowhere now.
    """

    number: int
    question: str
    state: TurnState
    asked_at: str
    kind: TurnKind = TurnKind.ANSWER
    answer: Answer | None = None
    failure: str = ""
    lost: Mapping[int, Lost] = field(default_factory=dict)

    @property
    def unfinished(self) -> bool:
        """Whether asking again may give more."""
        if self.state is TurnState.DONE:
            return self.answer is not None and self.answer.incomplete is not None
        return True


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation, without its turns.

    Attributes:
        id: Stable and not guessable.
        title: The beginning of its first question, unless it was renamed.
        collection: Id of the collection it is about; None for the whole library.
        documents: Ids of the documents it is about; None for all.
        created_at: ISO 8601 time, UTC.
        updated_at: When its last turn was asked or answered.
        turns: Number of turns.
    """

    id: str
    title: str
    collection: str | None
    documents: tuple[str, ...] | None
    created_at: str
    updated_at: str
    turns: int = 0
