"""Conversations as the API sends them, and the work of answering in one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from pydantic import Field

from pincite.answer.events import Done
from pincite.domain import Conversation, Turn, TurnKind, TurnState
from pincite.errors import NotFoundError
from pincite.library import Library
from pincite.library.talking import Talking
from pincite.server.answers import AnswerShape, Suggestions
from pincite.server.questions import Manner, Outcome, Question, counting, suggested, told
from pincite.server.shapes import Shape
from pincite.server.streams import Event, Source
from pincite.server.turns import Turns

KEPT = "The question, and what was checked of its answer, are kept in the conversation."
_BROKEN_OFF = "The answer was broken off. Ask again."
_FORGOTTEN = (
    "The answer was removed with a document that it quoted, or one of its documents is no longer there."
)


class ConversationShape(Shape):
    """A conversation, without its turns."""

    id: str = Field(examples=["0f6cf7a1d8b44c0f9a02"])
    title: str = Field(description="That of its first question, unless it was renamed.")
    collection: str | None = Field(description="Id of the collection that it is about; null for all.")
    documents: list[str] | None = Field(description="Ids of the documents that it is about; null for all.")
    created_at: str = Field(examples=["2026-11-30T20:57:03.120+00:00"])
    updated_at: str = Field(description="When it was used last.", examples=["2026-11-30T21:00:00.000+00:00"])
    turns: int = Field(description="How many questions were asked.", examples=[2])

    @classmethod
    def of(cls, conversation: Conversation) -> ConversationShape:
        """A conversation."""
        chosen = conversation.documents
        return cls(
            id=conversation.id,
            title=conversation.title,
            collection=conversation.collection,
            documents=None if chosen is None else list(chosen),
            created_at=conversation.created_at,
            updated_at=conversation.updated_at,
            turns=conversation.turns,
        )


class TurnShape(Shape):
    """A question of a conversation, and its answer."""

    number: int = Field(description="Its place in the conversation, from 1.", examples=[1])
    question: str
    asked_at: str = Field(examples=["2026-11-30T20:57:03.120+00:00"])
    state: TurnState = Field(
        description="running: it is being answered, or was when its server ended: see `answering`."
    )
    answering: bool = Field(description="Whether this server answers it at the moment.")
    kind: TurnKind = Field(description="What the answer is.")
    answer: AnswerShape | None = Field(description="Null while there is none.")
    failure: str = Field(description="Why there is no answer, with what helps; else empty.", examples=[""])
    unfinished: bool = Field(description="Whether asking again may give more.")
    kept: bool = Field(
        True,
        description="Whether the conversation has it so: not where the question was asked again in the meantime, or "
        "the conversation was deleted.",
    )

    @classmethod
    def of(
        cls, turn: Turn, *, answering: bool = False, kept: bool = True, suggestions: Suggestions | None = None
    ) -> TurnShape:
        """A turn.

        Args:
            turn: It.
            answering: Whether it is being answered.
            kept: Whether it is kept so.
            suggestions: What may help where its answer is a new refusal.
        """
        answer = None
        if turn.answer is not None:
            answer = AnswerShape.of(turn.answer, lost=turn.lost, suggestions=suggestions)
        failure = turn.failure
        if answer is None and not answering:
            failure = failure or {TurnState.RUNNING: _BROKEN_OFF, TurnState.FORGOTTEN: _FORGOTTEN}.get(
                turn.state, ""
            )
        return cls(
            number=turn.number,
            question=turn.question,
            asked_at=turn.asked_at,
            state=turn.state,
            answering=answering,
            kind=turn.kind,
            answer=answer,
            failure=failure,
            unfinished=turn.unfinished and not answering,
            kept=kept,
        )


class TurnTold(Shape):
    """Event "conversation", the first: where question and answer are kept."""

    id: str = Field(description="Of the conversation.", examples=["0f6cf7a1d8b44c0f9a02"])
    title: str
    number: int = Field(description="Of the turn.", examples=[1])
    question: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions of a conversation are answered.

    Attributes:
        library: As the caller sees it.
        turns: Knows of the answers under way.
        ended: Told what became of the question.
    """

    library: Library
    turns: Turns
    ended: Outcome

    def asking(self, conversation: str, question: Question) -> Source:
        """The work of answering a new question.

        Raises:
            PinciteError: as `Library.converse_events`.
        """
        found = self.library.conversation_by_id(conversation)
        collection, documents = question.checked(self.library)
        return self._source(
            lambda: self.library.converse_events(
                question.question,
                conversation=found.id,
                collection=collection,
                documents=documents,
                mode=question.mode,
                precise=question.precise,
                show_unsupported=question.show_unsupported,
            ),
            *((collection, documents) if question.limited else (found.collection, found.documents)),
        )

    def asking_again(self, conversation: str, manner: Manner) -> Source:
        """The work of answering the last question once more.

        Raises:
            PinciteError: as `Library.retry_events`.
        """
        found = self.library.conversation_by_id(conversation)
        return self._source(
            lambda: self.library.retry_events(
                found.id,
                mode=manner.mode,
                precise=manner.precise,
                show_unsupported=manner.show_unsupported,
            ),
            found.collection,
            found.documents,
        )

    def _source(
        self, begin: Callable[[], Talking], collection: str | None, documents: Sequence[str] | None
    ) -> Source:
        talking = begin()

        def events() -> Generator[Event]:
            conversation = self.library.conversation_by_id(talking.conversation)
            with self.turns.running(talking), talking, counting(self.ended) as count:
                yield Event(
                    "conversation",
                    TurnTold(
                        id=conversation.id,
                        title=conversation.title,
                        number=talking.number,
                        question=talking.question,
                    ),
                )
                for event in talking:
                    if isinstance(event, Done):
                        count(event.answer)
                    else:
                        yield told(event)
            answer = talking.answer
            hints = suggested(self.library, answer, collection, documents) if answer is not None else None
            yield Event("done", self._ended_turn(talking, hints))

        return Source(events(), talking.stop, talking.close, kept=KEPT)

    def _ended_turn(self, talking: Talking, hints: Suggestions | None) -> TurnShape:
        """The turn as it is kept; as it was answered, where it is not kept so."""
        if talking.kept:
            (turn,) = last_turns(self.library, talking.conversation, before=talking.number + 1, last=1)
            return TurnShape.of(turn, suggestions=hints)
        now = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        state = TurnState.DONE if talking.answer is not None else TurnState.FAILED
        turn = Turn(talking.number, talking.question, state, now, answer=talking.answer)
        return TurnShape.of(turn, kept=False, suggestions=hints)


def suggested_now(library: Library, conversation: str, number: int) -> Suggestions:
    """What may help after the refusal that a turn is; nothing for other turns, and where that cannot be found out.

    Raises:
        NotFoundError: if there is no such conversation or turn.
    """
    found = library.conversation_by_id(conversation)
    turns = last_turns(library, found.id, before=number + 1, last=1)
    if not turns or turns[0].number != number:
        raise NotFoundError(f"the conversation has no turn {number}", "Turns count from 1.")
    answer = turns[0].answer
    hints = None if answer is None else suggested(library, answer, found.collection, found.documents)
    return hints or Suggestions(collections=[], words=[])


def last_turns(
    library: Library, conversation: str, *, before: int | None = None, last: int | None = None
) -> list[Turn]:
    """The latest turns of a conversation, or the latest before one, in order.

    Raises:
        NotFoundError: if there is no such conversation.
    """
    return library.store.conversations.turns(conversation, before=before, last=last)
