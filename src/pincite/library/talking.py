"""A question of a conversation while it is answered: kept from the moment it is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from pincite.answer import compose
from pincite.answer.events import AnswerEvent, Asking, Checked, Done
from pincite.domain import Answer, Incomplete, ModelUse, TurnKind
from pincite.errors import LibraryError, LibraryFullError, PinciteError
from pincite.store.conversations import Claim, Conversations

KEEP_SECONDS = 1.0
"""What is there of an answer is kept so often while it grows."""
_STOPPED = "It was stopped before there was anything to show. Ask again."


@dataclass(frozen=True, slots=True)
class Reply:
    """What answers a turn.

    Attributes:
        asking: The answer as it comes.
        kind: What it is.
        made_with: Ids of documents whose text reached it by the answers before.
        understood_by: The model that was shown the history to understand the question; None when none was.
        understood: What the question stands for; empty where it stands alone.
    """

    asking: Asking
    understood: str = ""
    kind: TurnKind = TurnKind.ANSWER
    made_with: tuple[str, ...] = ()
    understood_by: ModelUse | None = None


class Talking:
    """A turn while it is answered: iterate over its events; the turn is kept whatever ends them.

    A context manager: leaving it early stops the answer, and what there is of it is kept, marked as stopped. So does an
    exception that reaches it while it runs, an interrupt from the keyboard as well.

    Attributes:
        conversation: Id of the conversation.
        number: Of the turn.
        question: As asked.
        kept: Whether the turn as it is kept has what came of this: it has not where the question was asked again
            meanwhile, or the conversation is gone.

    Args:
        claim: The turn.
        turns: Where it is kept.
        begin: Understands the question and begins its answer; its errors are the turn's.
    """

    def __init__(self, claim: Claim, turns: Conversations, begin: Callable[[], Reply]) -> None:
        self.conversation = claim.conversation
        self.number = claim.number
        self.question = claim.question
        self.kept = False
        self._claim = claim
        self._turns = turns
        self._begin = begin
        self._reply: Reply | None = None
        self._stopped = False
        self._answer: Answer | None = None
        self._settled = False
        self._last_kept = time.monotonic()
        self._events = self._run()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> AnswerEvent:
        return next(self._events)

    @property
    def answer(self) -> Answer | None:
        """The answer as it was kept; None before the end, and where there is none."""
        return self._answer

    def understand(self) -> str:
        """What the question stands for, empty where it stands alone; known without waiting for the answer.

        Raises:
            PinciteError: if it cannot be answered; the turn is kept as failed.
        """
        return self._begun().understood

    def stop(self) -> None:
        """End it early, from any thread: the events soon end, and what there is of the answer is kept."""
        self._stopped = True
        if self._reply is not None:
            self._reply.asking.stop()

    def close(self) -> None:
        """End it early, from the thread that iterates. Idempotent."""
        self._events.close()
        if not self._settled:  # its events were never asked for
            self._settle(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begun(self) -> Reply:
        if self._reply is None:
            try:
                self._reply = self._begin()
            except PinciteError as error:
                self._settle_failure(error)
                raise
            if self._stopped:
                self._reply.asking.stop()
        return self._reply

    def _run(self) -> Generator[AnswerEvent]:
        try:
            with self._begun().asking as asking:
                for event in asking:
                    if isinstance(event, Done):
                        answer = self._named(event.answer)
                        self._settle(answer)
                        yield Done(answer)
                        return
                    if isinstance(event, Checked):
                        self._keep_so_far(asking)
                    yield event
        except PinciteError as error:
            if not self._settled:
                self._settle_failure(error)
            raise
        finally:
            if not self._settled:
                self._settle(self._reply.asking.answer if self._reply else None)

    def _keep_so_far(self, asking: Asking) -> None:
        now = time.monotonic()
        answer = asking.answer
        if answer is not None and now - self._last_kept >= KEEP_SECONDS:
            self._store(self._named(answer), final=False)
            self._last_kept = now

    def _settle(self, answer: Answer | None) -> None:
        self._settled = True
        if answer is None:
            self.kept = self._turns.store_failure(self._claim, _STOPPED)
        else:
            self._answer = self._named(answer)
            self._store(self._answer, final=True)

    def _settle_failure(self, error: PinciteError) -> None:
        self._settled = True
        answer = self._reply.asking.answer if self._reply else None
        if answer is not None and answer.sentences:
            self._settle(replace(answer, incomplete=Incomplete.FAILED, failure=told(error)))
        else:
            self.kept = self._turns.store_failure(self._claim, told(error))

    def _store(self, answer: Answer, *, final: bool) -> None:
        assert self._reply is not None  # noqa: S101 - an answer comes from one
        self.kept = self._turns.store_answer(
            self._claim, answer, kind=self._reply.kind, made_with=self._reply.made_with, final=final
        )

    def _named(self, answer: Answer) -> Answer:
        """An answer that says which model saw text, be it only that of the turns before."""
        if answer.model is None and self._reply is not None and self._reply.understood_by is not None:
            return replace(answer, model=self._reply.understood_by)
        return answer


class Ready:
    """An answer that is there at once, or is made in one piece, as the work behind an `Asking`.

    Args:
        before: Events that come first.
        make: Makes the answer.
    """

    def __init__(self, before: Iterable[AnswerEvent], make: Callable[[], Answer]) -> None:
        self._before = before
        self._make = make
        self._answer: Answer | None = None

    def events(self) -> Generator[AnswerEvent]:
        """The events, `Done` last."""
        yield from self._before
        answer = self._answer = self._make()
        numbers = {citation.number: citation for citation in answer.citations}
        for sentence in answer.sentences:
            new = tuple(numbers.pop(number) for number in sentence.citations if number in numbers)
            yield Checked(sentence, new)
        yield Done(answer)

    def stop(self) -> None:
        """It is one piece, and cannot be stopped."""

    def result(self) -> Answer | None:
        """The answer, once it is there."""
        return self._answer


def told(error: PinciteError) -> str:
    """An error and its remedy as one text for who asks, who need not know of damage to the library and of its paths."""
    if isinstance(error, LibraryError) and not isinstance(error, LibraryFullError):
        return "The library cannot be used at the moment. Try again, or ask whoever looks after it."
    return compose.told(error)
