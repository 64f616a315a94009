"""Conversations: questions that may lean on those before, kept with their answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.answer.alike import Similarity
from pincite.answer.events import AnswerEvent, Asking
from pincite.answer.followup import Understood, understand
from pincite.answer.history import LONGEST_HISTORY, Exchange, exchanges, messages
from pincite.answer.remarks import NOTHING_BEFORE, QUOTED_REPLY, explained, is_remark
from pincite.domain import Conversation, Turn
from pincite.errors import ModelError, NotFoundError
from pincite.library.questions import AnswerMode
from pincite.library.requests import Requests
from pincite.library.talking import Ready, Reply, Talking
from pincite.llm.contract import LanguageModel
from pincite.store.conversations import Claim


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a question is answered; as for `Library.ask`."""

    mode: AnswerMode | None
    precise: bool
    show_unsupported: bool


class Conversing(Requests):
    """Asking in a conversation."""

    def converse(
        self,
        question: str,
        *,
        conversation: str | None = None,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        mode: AnswerMode | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
        on_event: Callable[[AnswerEvent], None] | None = None,
    ) -> Turn:
        """Ask a question that may lean on those before it; question and answer are kept.

        Requests such as "summarise this" or "compare these papers" are answered by a summary or a comparison.

        Args:
            question: Any text.
            conversation: Id, unique beginning of an id or title; a new conversation when None.
            collection: What a new conversation is about, or this question of an old one: only this collection.
            documents: The same: only these documents.
            mode: As for `ask`.
            precise: As for `ask`.
            show_unsupported: As for `ask`.
            on_event: As for `ask`.

        Raises:
            NotFoundError: if the conversation, the collection or a document does not exist.
            UsageError: as for `ask`.
            ModelError: as for `ask`; the turn is kept, and can be asked again by `retry`.
        """
        talking = self.converse_events(
            question,
            conversation=conversation,
            collection=collection,
            documents=documents,
            mode=mode,
            precise=precise,
            show_unsupported=show_unsupported,
        )
        return self._to_the_end(talking, on_event)

    def converse_events(
        self,
        question: str,
        *,
        conversation: str | None = None,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        mode: AnswerMode | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
    ) -> Talking:
        """As `converse`, as it happens. The question is kept when this returns; leave it to stop."""
        where, ids = self._checked_scope(collection, documents)
        kept = self._store.conversations
        if conversation is None:
            found = kept.create(question, collection=where, document_ids=ids)
        else:
            found = kept.get(conversation)
        claim = kept.begin_turn(found.id, question)
        history = kept.turns(found.id, before=claim.number, last=LONGEST_HISTORY)
        if where is None and ids is None:
            where, ids = found.collection, found.documents
        return self._talking(claim, history, where, ids, _Manner(mode, precise, show_unsupported))

    def retry(
        self,
        conversation: str,
        *,
        mode: AnswerMode | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
        on_event: Callable[[AnswerEvent], None] | None = None,
    ) -> Turn:
        """Answer the last question of a conversation once more; its answer is kept until there is another.

        Args:
            conversation: As for `converse`.
            mode: As for `ask`.
            precise: As for `ask`.
            show_unsupported: As for `ask`.
            on_event: As for `ask`.

        Raises:
            NotFoundError: if there is no such conversation, or nothing was asked in it.
            ModelError: as for `ask`.
        """
        talking = self.retry_events(
            conversation, mode=mode, precise=precise, show_unsupported=show_unsupported
        )
        return self._to_the_end(talking, on_event)

    def retry_events(
        self,
        conversation: str,
        *,
        mode: AnswerMode | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
    ) -> Talking:
        """As `retry`, as it happens."""
        kept = self._store.conversations
        found = kept.get(conversation)
        claim = kept.begin_again(found.id)
        history = kept.turns(found.id, before=claim.number, last=LONGEST_HISTORY)
        manner = _Manner(mode, precise, show_unsupported)
        return self._talking(claim, history, found.collection, found.documents, manner)

    def reply(
        self,
        question: str,
        history: Sequence[Exchange],
        *,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        mode: AnswerMode | None = None,
        precise: bool = False,
    ) -> Reply:
        """As `converse_events`, for a conversation that somebody else keeps; nothing of it is kept here.

        Args:
            question: As for `converse`.
            history: What was said before, the oldest first.
            collection: As for `ask`.
            documents: As for `ask`.
            mode: As for `ask`.
            precise: As for `ask`.

        Raises:
            NotFoundError: as for `ask`; also UsageError and ModelError.
        """
        where, ids = self._checked_scope(collection, documents)
        kept = history[-LONGEST_HISTORY:]
        return self._reply(question, kept, where, ids, _Manner(mode, precise, show_unsupported=False))

    # Looking after them

    def begin_conversation(
        self,
        title: str = "",
        *,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
    ) -> Conversation:
        """A new conversation in which nothing was asked yet.

        Args:
            title: Its title; that of its first question when empty.
            collection: What it is about: only this collection.
            documents: The same: only these documents.

        Raises:
            NotFoundError: if the collection or a document does not exist.
        """
        where, ids = self._checked_scope(collection, documents)
        return self._store.conversations.create(title, collection=where, document_ids=ids)

    def conversations(self, words: str = "") -> list[Conversation]:
        """All own conversations, the last used first; only those that hold all of these words when given."""
        return self._store.conversations.all(words)

    def conversation(self, name: str) -> Conversation:
        """The conversation with this id, unique beginning of an id, or title.

        Raises:
            NotFoundError: if there is none, or more than one.
        """
        return self._store.conversations.get(name)

    def conversation_by_id(self, identity: str) -> Conversation:
        """The conversation with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.conversations.get_by_id(identity)

    def last_conversation(self) -> Conversation | None:
        """The conversation that was used last."""
        return self._store.conversations.last()

    def turns(self, conversation: str) -> list[Turn]:
        """The turns of a conversation in order; citations of documents that are gone are told by `Turn.lost`.

        Raises:
            NotFoundError: as for `conversation`.
        """
        return self._store.conversations.turns(conversation)

    def rename_conversation(self, name: str, title: str) -> Conversation:
        """Give a conversation another title.

        Raises:
            NotFoundError: as for `conversation`.
            UsageError: if the title is empty.
        """
        return self._store.conversations.rename(name, title)

    def delete_conversation(self, name: str) -> Conversation:
        """Remove a conversation with its turns, without a trace.

        Raises:
            NotFoundError: as for `conversation`.
        """
        return self._store.conversations.delete(name)

    # How a turn is answered

    def _to_the_end(self, talking: Talking, on_event: Callable[[AnswerEvent], None] | None) -> Turn:
        with talking:
            for event in talking:
                if on_event is not None:
                    on_event(event)
        (turn,) = self._store.conversations.turns(talking.conversation, before=talking.number + 1, last=1)
        return turn

    def _talking(
        self,
        claim: Claim,
        turns: Sequence[Turn],
        collection: str | None,
        documents: Sequence[str] | None,
        manner: _Manner,
    ) -> Talking:
        history = exchanges(turns)

        def begin() -> Reply:
            here = self._what_is_left(documents)
            return self._reply(claim.question, history, collection, here, manner)

        return Talking(claim, self._store.conversations, begin)

    def _reply(
        self,
        question: str,
        history: Sequence[Exchange],
        collection: str | None,
        documents: Sequence[str] | None,
        manner: _Manner,
    ) -> Reply:
        asked_for = self._requested(question, history, collection, documents, manner.mode)
        if asked_for is not None:
            return asked_for
        model = self._rewriting_model(manner.mode)
        if is_remark(question):
            if model is None or not history:
                text = NOTHING_BEFORE if not history else QUOTED_REPLY
                return Reply(Asking(Ready((), lambda: explained(question, text))))
            understood = Understood(history[-1].question, "rules")
        else:
            understood = understand(question, history, model, self._similarity())
        asking = self.ask_events(
            question,
            mode=manner.mode,
            collection=collection,
            documents=documents,
            precise=manner.precise,
            show_unsupported=manner.show_unsupported,
            understood=understood.question if understood.by else "",
            history=messages(history),
        )
        return Reply(
            asking,
            understood=understood.question if understood.by else "",
            made_with=_made_with(history, told=model is not None, understood=bool(understood.by)),
            understood_by=model.use if model is not None and understood.shown_to_model else None,
        )

    def _similarity(self) -> Similarity | None:
        """The cosine of two phrases, for the encoder whose cosines are known; it is loaded when first asked."""
        if self.settings.encoder.name != "minilm":
            return None

        def cosine(one: str, other: str) -> float:
            encoder = self._encoder()
            return float(encoder.encode_question(one).pooled @ encoder.encode_question(other).pooled)

        return cosine

    def _rewriting_model(self, mode: AnswerMode | None) -> LanguageModel | None:
        """The model that may be shown the history; None when answers are quoted."""
        if (mode or self.settings.answer.mode) == "quoted":
            return None
        try:
            return self.language_model()
        except ModelError:
            return None  # told when the answer is to be composed

    def _checked_scope(
        self, collection: str | None, documents: Sequence[str] | None
    ) -> tuple[str | None, tuple[str, ...] | None]:
        """Ids of what is named, all of it there."""
        self._store.scope(collection, documents)
        where = None if collection is None else self._store.collection(collection).id
        ids = tuple(self._store.document(name).id for name in documents) if documents is not None else None
        return where, ids

    def _what_is_left(self, documents: Sequence[str] | None) -> list[str] | None:
        """Those of a conversation's documents that are still there; it is never about more than it was."""
        if documents is None:
            return None
        left = self._store.documents_left(documents)
        if not left:
            raise NotFoundError(
                "the documents that this conversation is about are no longer in the library",
                "Begin a new conversation.",
            )
        return left


def _made_with(history: Sequence[Exchange], *, told: bool, understood: bool) -> tuple[str, ...]:
    """Ids of the documents whose text an answer has from those before: a model is told all of them, rules the last."""
    heard = history if told else history[-1:] if understood else ()
    return tuple(dict.fromkeys(identity for exchange in heard for identity in exchange.document_ids))
