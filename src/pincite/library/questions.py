"""Searching and asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pincite.answer.ask import Answering
from pincite.answer.events import AnswerEvent, Asking
from pincite.answer.gather import Means
from pincite.answer.prompt import Asked
from pincite.domain import Answer, Passage
from pincite.errors import UsageError
from pincite.library.comparing import Comparing
from pincite.library.composing import AnswerMode as AnswerMode
from pincite.library.research import Research
from pincite.llm.contract import Message
from pincite.search.engine import Retrieval, Stages

MOST_PASSAGES = 1000


class Questions(Research, Comparing):
    """Finding passages, and answers made from them."""

    def search(
        self,
        question: str,
        *,
        k: int = 10,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        lexical: bool = True,
        dense: bool = True,
        page: bool = True,
        rerank: bool = True,
        precise: bool = False,
        fusion: Literal["weighted", "rrf"] | None = None,
    ) -> list[Passage]:
        """Find the passages that fit a question best. See `retrieve` for timings.

        Args:
            question: Any text; none of it is query syntax.
            k: How many, 1 to 1000.
            collection: Only in this collection.
            documents: Only in these documents.
            lexical: Whether BM25 takes part.
            dense: Whether vectors take part.
            page: Whether the BM25 of whole pages takes part in reranking.
            rerank: Whether late interaction orders the candidates.
            precise: Whether the cross-encoder of the settings orders the first of them.
            fusion: How BM25 and vectors are combined; as set when None.

        Raises:
            UsageError: if k or the combination of stages makes no sense.
            NotFoundError: if a collection or document does not exist.
            ModelError: if a model is needed and cannot be used.
        """
        stages = Stages(lexical=lexical, dense=dense, page=page, rerank=rerank, precise=precise)
        return self.retrieve(
            question, k=k, collection=collection, documents=documents, stages=stages, fusion=fusion
        ).passages

    def retrieve(
        self,
        question: str,
        *,
        k: int = 10,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        stages: Stages | None = None,
        fusion: Literal["weighted", "rrf"] | None = None,
    ) -> Retrieval:
        """As `search`, with the time of every stage and the token comparison behind the ranking."""
        stages = stages or Stages()
        if not 1 <= k <= MOST_PASSAGES:
            raise UsageError(f"k is {k}", f"Ask for 1 to {MOST_PASSAGES} passages.")
        if not (stages.lexical or stages.dense):
            raise UsageError("both searches are switched off", "Leave the lexical or the dense search on.")
        if fusion not in (None, "weighted", "rrf"):
            raise UsageError(f"there is no fusion {fusion!r}", 'Choose "weighted" or "rrf".')
        self._check_precise(stages)
        self._check_analysis()
        return self._engine.search(question, k, self._store.scope(collection, documents), stages, fusion)

    def ask(
        self,
        question: str,
        *,
        mode: AnswerMode | None = None,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
        on_event: Callable[[AnswerEvent], None] | None = None,
    ) -> Answer:
        """Answer a question from the documents, or refuse.

        Args:
            question: Any text.
            mode: "quoted": verbatim sentences; "composed": written by the language model, and checked; "auto":
                composed where there is a model that can be used, else quoted; as set when None.
            collection: Only from this collection.
            documents: Only from these documents.
            precise: As for `search`.
            show_unsupported: Whether sentences of the model that the documents do not support are shown, marked.
            on_event: Told what happens, as `ask_events` has it.

        Raises:
            UsageError: if the mode does not exist.
            NotFoundError: if a collection or document does not exist.
            ModelError: if the encoder cannot be used, or in mode "composed" the language model.
        """
        with self.ask_events(
            question,
            mode=mode,
            collection=collection,
            documents=documents,
            precise=precise,
            show_unsupported=show_unsupported,
        ) as asking:
            for event in asking:
                if on_event is not None:
                    on_event(event)
            return asking.whole()

    def ask_events(
        self,
        question: str,
        *,
        mode: AnswerMode | None = None,
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        precise: bool = False,
        show_unsupported: bool = False,
        understood: str = "",
        history: Sequence[Message] = (),
    ) -> Asking:
        """As `ask`, as it happens: stages, pieces of the draft, checked sentences, and the answer last.

        A request to summarise the one document that may be asked, or that it names, is answered with its summary; one
        to compare the documents chosen, or that it names, with their comparison.

        Leave it to stop: the model ends, and `Asking.answer` is what had been checked by then.

        Args:
            question: Any text.
            mode: As for `ask`.
            collection: As for `ask`.
            documents: As for `ask`.
            precise: As for `ask`.
            show_unsupported: As for `ask`.
            understood: What the question stands for where it does not stand alone: passages are sought for this.
            history: What was said before, the oldest first; the model is given as much as has room.

        Raises:
            UsageError: as for `ask`; also NotFoundError and, in mode "composed", ModelError.
        """
        if (summary := self._summary_asked_for(question, collection, documents, mode)) is not None:
            return Asking(summary)
        if (comparison := self._comparison_asked_for(question, collection, documents, mode)) is not None:
            return Asking(comparison)
        stages = Stages(precise=precise)
        self._check_precise(stages)
        self._check_analysis()
        scope = self._store.scope(collection, documents)
        means = Means(self._store, self._engine, self._encoder, self.settings.answer)
        composing = self._composing(mode, show_unsupported=show_unsupported)
        asked = Asked(question, understood, tuple(history))
        return Asking(Answering(asked, means, scope, stages, composing))
