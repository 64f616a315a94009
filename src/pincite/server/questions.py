"""Questions as they are sent, and the work of answering them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field

from pincite.answer.events import AnswerEvent, Checked, Done, Draft, Removed, Stage
from pincite.domain import Answer
from pincite.errors import NotFoundError, PinciteError
from pincite.library import Library
from pincite.server.answers import AnswerShape, CitationShape, CollectionRef, SentenceShape, Suggestions
from pincite.server.context import Context
from pincite.server.shapes import Shape
from pincite.server.streams import Event, Source

LONGEST_QUESTION = 10_000
MOST_DOCUMENTS = 200
MOST_PASSAGES = 100

QuestionText = Annotated[
    str,
    Field(
        max_length=LONGEST_QUESTION,
        description="Any text; none of it is syntax.",
        examples=["What is the storage fee?"],
    ),
]
Identity = Annotated[str, Field(min_length=1, max_length=64, examples=["5f0c3a9be1d24c7a8f10"])]
Mode = Literal["auto", "quoted", "composed"]
Outcome = Callable[[str], None]
"""Told what became of a question: "answered", "refused" or "failed"."""

_STAGES = {
    "retrieve": "Looking for passages",
    "read": "Reading them",
    "write": "Writing, and checking each sentence",
    "check": "Putting the answer together",
}


class Where(Shape):
    """What is asked: everything, a collection, or documents."""

    collection: Identity | None = Field(
        None, description="Id of the collection that is asked; null for all.", examples=[None]
    )
    documents: list[Identity] | None = Field(
        None,
        min_length=1,
        max_length=MOST_DOCUMENTS,
        description="Ids of the documents that are asked; null for all.",
        examples=[None],
    )

    @property
    def limited(self) -> bool:
        """Whether it names anything."""
        return self.collection is not None or self.documents is not None

    def checked(self, library: Library) -> tuple[str | None, list[str] | None]:
        """The ids, all of them of what the caller sees.

        Raises:
            NotFoundError: if one is not.
        """
        if self.collection is not None:
            library.collection_by_id(self.collection)
        if self.documents is None:
            return self.collection, None
        return self.collection, existing(library, self.documents)


class Manner(Shape):
    """How a question is answered."""

    mode: Mode | None = Field(
        None,
        description="quoted: the documents’ own sentences; composed: a language model’s, checked; auto: composed "
        "where there is a model; null: as set.",
    )
    precise: bool = Field(False, description="Whether the cross-encoder of the settings orders the passages.")
    show_unsupported: bool = Field(
        False, description="Whether sentences of the model that nothing supports are shown, marked."
    )


class Question(Where, Manner):
    """A question."""

    question: QuestionText


class StageTold(Shape):
    """Event "stage": a new stage begins."""

    name: Literal["retrieve", "read", "write", "check"]
    text: str = Field(description="The same in words.", examples=[_STAGES["retrieve"]])


class DraftTold(Shape):
    """Event "draft": a piece of what the model writes, not checked yet: show it as such, and as plain text."""

    text: str = Field(examples=["The storage fee"])


class SentenceTold(Shape):
    """Event "sentence": a checked sentence of the answer."""

    sentence: SentenceShape
    citations: list[CitationShape] = Field(description="Those of its citations that no sentence before has.")


class RemovedTold(Shape):
    """Event "removed": a sentence of the draft that nothing supports."""

    sentence: SentenceShape


def existing(library: Library, identities: Sequence[str]) -> list[str]:
    """Ids of documents, each once, all of them of what the caller sees.

    Raises:
        NotFoundError: if one is not.
    """
    wanted = list(dict.fromkeys(identities))
    found = set(library.store.documents_left(wanted))
    for identity in wanted:
        if identity not in found:
            raise NotFoundError(f"there is no document {identity!r}", "Ask for the list of documents.")
    return wanted


def answering(library: Library, question: Question, ended: Outcome) -> Source:
    """The work of answering a question that stands alone.

    Args:
        library: As the caller sees it.
        question: The question.
        ended: Told what became of it.
    """
    collection, documents = question.checked(library)
    asking = library.ask_events(
        question.question,
        mode=question.mode,
        collection=collection,
        documents=documents,
        precise=question.precise,
        show_unsupported=question.show_unsupported,
    )

    def events() -> Generator[Event]:
        with asking, counting(ended) as count:
            for event in asking:
                if isinstance(event, Done):
                    count(event.answer)
                    hints = suggested(library, event.answer, collection, documents)
                    yield Event("done", AnswerShape.of(event.answer, suggestions=hints))
                    return
                yield told(event)

    return Source(events(), asking.stop, asking.close)


def noted(
    context: Context,
    request: Request,
    action: str,
    question: str,
    begin: Callable[[], Source],
    about: str = "",
) -> Callable[[], Source]:
    """The work of a question, which begins with a note in the audit log where questions are kept there.

    Args:
        context: Of the server.
        request: Says who asks.
        action: Noun and verb.
        question: As asked.
        begin: Begins the work.
        about: Id of the conversation or collection.
    """

    def work() -> Source:
        context.audit_question(request, action, question, about)
        return begin()

    return work


def told(event: AnswerEvent) -> Event:
    """What happens while a question is answered, for the client.

    Raises:
        TypeError: for the last event, which every kind of question tells in its own way.
    """
    match event:
        case Stage(name):
            return Event("stage", StageTold(name=name, text=_STAGES[name]))
        case Draft(text):
            return Event("draft", DraftTold(text=text))
        case Checked(sentence, citations):
            new = [CitationShape.of(citation) for citation in citations]
            return Event("sentence", SentenceTold(sentence=SentenceShape.of(sentence), citations=new))
        case Removed(sentence):
            return Event("removed", RemovedTold(sentence=SentenceShape.of(sentence)))
    raise TypeError("the last event is told otherwise")


def suggested(
    library: Library, answer: Answer, collection: str | None, documents: Sequence[str] | None
) -> Suggestions | None:
    """What may help after a refusal; None after any other answer, and where that cannot be found out."""
    if not answer.refused:
        return None
    try:
        found = library.suggest(answer, collection=collection, documents=documents)
    except PinciteError:
        return None  # the answer is there, and must not be lost by this
    collections = [CollectionRef(id=one.id, name=one.name) for one in found.collections]
    return Suggestions(collections=collections, words=list(found.words))


class counting:  # noqa: N801 - used like a function
    """Tells what becomes of a question, once: as a context manager around its work."""

    def __init__(self, ended: Outcome) -> None:
        self._ended = ended
        self._told = False

    def __enter__(self) -> Callable[[Answer], None]:
        return self._count

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Exception) and not self._told:
            self._ended("failed")

    def _count(self, answer: Answer) -> None:
        self._told = True
        self._ended("refused" if answer.refused else "answered")
