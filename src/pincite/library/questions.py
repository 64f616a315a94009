"""Searching and asking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pincite.answer.ask import answer_quoted
from pincite.domain import Answer, Passage
from pincite.errors import UsageError
from pincite.library.base import Base
from pincite.search.engine import Retrieval, Stages

MOST_PASSAGES = 1000


class Questions(Base):
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
        mode: Literal["quoted"] = "quoted",
        collection: str | None = None,
        documents: Sequence[str] | None = None,
        precise: bool = False,
    ) -> Answer:
        """Answer a question from the documents, or refuse.

        Args:
            question: Any text.
            mode: "quoted": verbatim sentences.
            collection: Only from this collection.
            documents: Only from these documents.
            precise: As for `search`.

        Raises:
            UsageError: if the mode does not exist.
            NotFoundError: if a collection or document does not exist.
            ModelError: if the encoder cannot be used.
        """
        if mode != "quoted":
            raise UsageError(f"there is no mode {mode!r}", 'This version answers in mode "quoted".')
        stages = Stages(precise=precise)
        self._check_precise(stages)
        self._check_analysis()
        return answer_quoted(
            question,
            store=self._store,
            engine=self._engine,
            scope=self._store.scope(collection, documents),
            settings=self.settings.answer,
            stages=stages,
        )
