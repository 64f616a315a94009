"""An aspect of a document in a language model's words, each sentence checked against the passages that it was given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.answer.cite import Quote
from pincite.answer.compose import Composition, told
from pincite.answer.gather import Material
from pincite.answer.prompt import Asked
from pincite.answer.sources import Source
from pincite.answer.verify import Verifier
from pincite.domain import Answer, BlockKind, Incomplete
from pincite.encode.contract import Encoder
from pincite.errors import (
    ModelError,
    ModelMissingError,
    ModelReplyError,
    ModelUnreachableError,
    ModelWindowError,
    RemoteNotAllowedError,
)
from pincite.llm.contract import LanguageModel
from pincite.research.aspects import Aspect
from pincite.research.reading import Line, Reading
from pincite.research.told import Told, ToldSentence
from pincite.store import Store

MOST_SOURCES = 8
_ABOUT_THIS_PROMPT = (ModelReplyError, ModelWindowError)
"""Errors that need not come again with the next aspect."""

_UNSENT = (ModelMissingError, ModelUnreachableError, RemoteNotAllowedError)
"""Errors after which a model on this machine has seen nothing; one elsewhere may have been sent text all the same."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a model made of an aspect.

    Attributes:
        told: What can be shown; None where there is nothing, for the reason in `failure`.
        removed: What it wrote and the passages do not support, where `told` is None.
        failure: What failed, with its remedy.
        error: What was raised.
        hopeless: Whether the next aspect would fail in the same way.
        read: Whether the model has seen text of the document, or may have.
    """

    told: Told | None
    removed: tuple[ToldSentence, ...] = ()
    failure: str = ""
    error: ModelError | None = None
    hopeless: bool = False
    read: bool = True


class AspectWriter:
    """Has a language model write about the aspects of one document.

    Args:
        reading: The document.
        store: The library.
        encoder: Gives the encoder that the library was indexed with.
        model: Writes.
        max_tokens: Most tokens that it may write about an aspect.
    """

    def __init__(
        self,
        reading: Reading,
        store: Store,
        encoder: Callable[[], Encoder],
        model: LanguageModel,
        max_tokens: int,
    ) -> None:
        self._reading = reading
        self._store = store
        self._encoder = encoder
        self._model = model
        self._max_tokens = max_tokens

    def write(self, aspect: Aspect, lines: Sequence[Line], sentences: int) -> Attempt:
        """Write about an aspect.

        Args:
            aspect: What to write about.
            lines: Sentences of the document that tell it, best first; their passages are the model's sources.
            sentences: Most sentences it is asked for.
        """
        material = self._material(lines)
        asked = Asked(
            f"{aspect.question} Answer in at most {sentences} short sentences, in the language of the sources."
        )
        composition = Composition(
            asked, _unanswered(asked.question), material, self._model, max_tokens=self._max_tokens
        )
        try:
            for _ in composition.events():
                pass
        except ModelError as error:
            hopeless = not isinstance(error, _ABOUT_THIS_PROMPT)
            read = self._model.use.remote or not isinstance(error, _UNSENT)
            return Attempt(None, (), told(error), error, hopeless, read)
        answer = composition.result()
        removed = tuple(ToldSentence(s.text, (), s.lead, s.problem) for s in answer.removed)
        if composition.came_to_nothing:
            return Attempt(None, removed, composition.failure)
        written = self._sentences(answer)
        if not written and answer.reason != "not_found":
            return Attempt(
                None, removed, f"Nothing that {self._model.use.name} wrote of this is in the document."
            )
        return Attempt(
            Told(
                aspect,
                written,
                "composed",
                tuple(sorted({page for _, page in material.pages})),
                removed,
                _early(answer),
            )
        )

    def _material(self, lines: Sequence[Line]) -> Material:
        chunks = {line.stored.pk: line.stored for line in lines}
        sources = tuple(
            Source(number, stored, self._reading.document)
            for number, stored in enumerate(list(chunks.values())[:MOST_SOURCES], start=1)
        )
        document = self._reading.document.id
        wanted = {
            (document, span.page_index)
            for source in sources
            for sentence in source.stored.chunk.sentences
            for span in sentence.spans
        }
        with self._store.snapshot():
            verifier = Verifier(self._store, self._encoder, sources)
            verifier.prepare()
            return Material((), sources, verifier, self._store.page_many(wanted))

    def _sentences(self, answer: Answer) -> tuple[ToldSentence, ...]:
        quotes = {c.number: Quote(c.quote, c.document, c.spans) for c in answer.citations}
        # A heading that a model repeats stands in the document, and tells nothing; nor do lead-ins and remarks.
        titles = {c.number for c in answer.citations if c.kind is BlockKind.HEADING}
        return tuple(
            ToldSentence(s.text, tuple(quotes[number] for number in s.citations), s.lead or " ")
            for s in answer.sentences
            if set(s.citations) - titles and not answer.refused
        )


def _unanswered(question: str) -> Answer:
    return Answer(question, False, "", "", (), (), (), 1.0, {})


def _early(answer: Answer) -> str:
    if answer.incomplete is Incomplete.CUT_OFF:
        return "The model reached its limit of tokens (setting `model.max_tokens`)."
    return answer.failure
