"""What happens while a question is answered, as it happens."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Protocol, Self

from pincite.domain import Answer, AnswerSentence, Citation


@dataclass(frozen=True, slots=True)
class Stage:
    """A new stage begins.

    Attributes:
        name: "retrieve": passages are sought; "read": they are read, by the language model where one composes;
            "write": it writes, each sentence is checked when it is complete; "check": the answer is put together.
    """

    name: Literal["retrieve", "read", "write", "check"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A piece of what the model writes. Nothing of it has been checked: show it as a draft, as plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A sentence of the answer.

    Attributes:
        sentence: As it stands in the answer.
        citations: Those of its citations that no sentence before it has.
    """

    sentence: AnswerSentence
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """A sentence of the draft that the sources do not support, with its `problem`."""

    sentence: AnswerSentence


@dataclass(frozen=True, slots=True)
class Done:
    """The last event.

    Attributes:
        answer: It decides: where it is a refusal or a quoted answer, sentences told of before are not part of it.
    """

    answer: Answer


AnswerEvent = Stage | Draft | Checked | Removed | Done


class Work(Protocol):
    """What is being answered: gives the events, can be stopped, and knows what it has."""

    def events(self) -> Generator[AnswerEvent]:
        """The events, `Done` last."""

    def stop(self) -> None:
        """Let the events end soon; from any thread."""

    def result(self) -> Answer | None:
        """The whole answer, or what there is of it when it was stopped."""


class Asking:
    """An answer as it comes: iterate over its events, then read `answer`.

    A context manager: leaving it early ends the model's generation, and `answer` is what had been checked by then.
    """

    def __init__(self, work: Work) -> None:
        self._work = work
        self._events = work.events()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> AnswerEvent:
        return next(self._events)

    @property
    def answer(self) -> Answer | None:
        """The answer: whole after `Done`, partial and marked so after `close`; None before."""
        return self._work.result()

    def whole(self) -> Answer:
        """The answer after the last event.

        Raises:
            RuntimeError: before.
        """
        answer = self._work.result()
        if answer is None:
            raise RuntimeError("the answer is read before it is there")
        return answer

    def stop(self) -> None:
        """End it early, from any thread: the events soon end with `Done` and a partial answer. Idempotent."""
        self._work.stop()

    def close(self) -> None:
        """End it early, from the thread that iterates: no event follows. Idempotent."""
        self._work.stop()
        self._events.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
