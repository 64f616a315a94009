"""Answering a question: composed by a language model where there is one, else in the documents' own sentences."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from pincite.answer.compose import Composition, told
from pincite.answer.events import AnswerEvent, Checked, Done, Stage
from pincite.answer.gather import Gathered, Material, Means, gather
from pincite.answer.greeting import REPLY, is_greeting
from pincite.answer.prompt import Asked
from pincite.domain import Answer, AnswerSentence
from pincite.errors import ModelError, ModelMissingError, ModelUnreachableError, RemoteNotAllowedError
from pincite.llm.contract import LanguageModel
from pincite.search.engine import Stages
from pincite.store import Scope

_UNSENT = (ModelMissingError, ModelUnreachableError, RemoteNotAllowedError)
"""Errors after which a model on this machine has seen nothing; one elsewhere may have been sent text all the same."""


@dataclass(frozen=True, slots=True)
class Composing:
    """How a language model takes part.

    Attributes:
        model: Composes; None to quote.
        max_tokens: Most tokens it may write.
        required: Whether its failure is the question's failure; otherwise the answer is quoted then, and says so.
        show_unsupported: Whether sentences that the sources do not support are shown, marked.
        failure: Why there is no model although one is set, for the answer to say.
    """

    model: LanguageModel | None = None
    max_tokens: int = 1024
    required: bool = False
    show_unsupported: bool = False
    failure: str = ""


class Answering:
    """A question being answered; `pincite.answer.events.Asking` hands it out.

    Args:
        asked: The question.
        means: What it is answered with.
        scope: What may be found.
        stages: Stages of the search.
        composing: How a language model takes part.
    """

    def __init__(
        self, asked: Asked, means: Means, scope: Scope, stages: Stages, composing: Composing
    ) -> None:
        self._asked = asked
        self._means = means
        self._scope = scope
        self._stages = stages
        self._composing = composing
        self._composition: Composition | None = None
        self._stopped = False
        self._answer: Answer | None = None

    def events(self) -> Generator[AnswerEvent]:
        """Answer.

        Raises:
            ModelError: if the encoder, or a language model that is required, cannot be used.
            LibraryError: if the library cannot be used.
        """
        if is_greeting(self._asked.question):
            yield from self._tell(_greeted(self._asked.question))
            return
        yield Stage("retrieve")
        gathered = self._gather()
        if gathered.material is None or self._composing.model is None:
            failure = "" if gathered.answer.refused else self._composing.failure
            yield from self._quote(replace(gathered.answer, failure=failure))
        else:
            yield from self._compose(gathered, gathered.material, self._composing.model)

    def stop(self) -> None:
        """End a composed answer early; from any thread."""
        self._stopped = True
        if self._composition is not None:
            self._composition.stop()

    def result(self) -> Answer | None:
        """The answer; None before the question's passages are there."""
        if self._answer is None and self._composition is not None:
            return self._composition.result()
        return self._answer

    def _gather(self) -> Gathered:
        composing = self._composing.model is not None
        gathered = gather(self._asked, self._means, self._scope, self._stages, composing=composing)
        return replace(gathered, answer=self._named(gathered.answer))

    def _compose(
        self, gathered: Gathered, material: Material, model: LanguageModel
    ) -> Generator[AnswerEvent]:
        composing = self._composing
        composition = self._composition = Composition(
            self._asked,
            gathered.answer,
            material,
            model,
            max_tokens=composing.max_tokens,
            show_unsupported=composing.show_unsupported,
        )
        if self._stopped:
            composition.stop()
        try:
            yield from composition.events()
        except ModelError as error:
            if composing.required:
                raise
            failure = told(error)
            seen = model.use.remote or not isinstance(error, _UNSENT)
        else:
            if composing.required or not composition.came_to_nothing:
                yield from self._finish(composition.result())
                return
            failure, seen = composition.failure, True
        self._composition = None
        use = model.use if seen else None
        yield from self._quote(replace(gathered.answer, failure=failure, model=use))

    def _quote(self, answer: Answer) -> Generator[AnswerEvent]:
        yield Stage("read")
        yield Stage("check")
        yield from self._tell(answer)

    def _tell(self, answer: Answer) -> Generator[AnswerEvent]:
        by_number = {citation.number: citation for citation in answer.citations}
        for sentence in answer.sentences:
            yield Checked(
                sentence,
                tuple(by_number.pop(number) for number in sentence.citations if number in by_number),
            )
        yield from self._finish(answer)

    def _finish(self, answer: Answer) -> Generator[AnswerEvent]:
        self._answer = answer
        yield Done(answer)

    def _named(self, answer: Answer) -> Answer:
        """An answer that says how its question was understood."""
        understood = self._asked.understood
        return replace(answer, asked_as=understood if understood != answer.question else "")


def _greeted(question: str) -> Answer:
    return Answer(
        question=question,
        refused=False,
        reason="greeting",
        text=REPLY,
        sentences=(AnswerSentence(REPLY, ()),),
        citations=(),
        passages=(),
        confidence=0.0,
        timings={},
    )
