"""Requests in a conversation that are no questions: "summarise this", "compare these papers"."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.events import Asking, Stage
from pincite.answer.history import Exchange
from pincite.answer.remarks import explained
from pincite.domain import Answer, Document, TurnKind
from pincite.library.comparing import Comparing
from pincite.library.questions import AnswerMode, Questions
from pincite.library.talking import Ready, Reply
from pincite.terms import fold

WHICH = "Which document? Name it, as in: summarise “{title}”."
ONE = "Which documents? A comparison needs two; name them, or ask in a conversation about a collection."
NONE = "There is no document to summarise. `pincite add FILE` adds one."


class Requests(Questions, Comparing):
    """Finds out what a request is about, and has it carried out."""

    def _requested(
        self,
        question: str,
        history: Sequence[Exchange],
        collection: str | None,
        documents: Sequence[str] | None,
        mode: AnswerMode | None,
    ) -> Reply | None:
        """The reply to a request; None when it is a question."""
        from pincite.research.intent import Intent, intent

        wanted = intent(question)
        if wanted is Intent.QUESTION:
            return None
        where = self._named_or_meant(question, history, collection, documents)
        if wanted is Intent.SUMMARISE:
            return self._summary(question, next((some for some in where if some), []), mode)
        return self._comparison(question, next((some for some in where if len(some) > 1), []), mode)

    def _comparison(self, question: str, meant: Sequence[Document], mode: AnswerMode | None) -> Reply:
        if not meant:
            return Reply(Asking(Ready((), lambda: explained(question, ONE))))

        def make() -> Answer:
            from pincite.research.comparison_answer import comparison_answer

            compared = self.compare([document.id for document in meant], mode=mode or "auto")
            return comparison_answer(question, compared)

        return Reply(Asking(Ready((Stage("read"),), make)), kind=TurnKind.COMPARISON)

    def _summary(self, question: str, meant: Sequence[Document], mode: AnswerMode | None) -> Reply:
        if len(meant) != 1:
            text = WHICH.format(title=meant[0].title) if meant else NONE
            return Reply(Asking(Ready((), lambda: explained(question, text))))

        from pincite.research.summary_answer import Summarising

        work = Summarising(question, lambda: self.summarize(meant[0].id, mode=mode))
        return Reply(Asking(work), kind=TurnKind.SUMMARY)

    def _named_or_meant(
        self,
        question: str,
        history: Sequence[Exchange],
        collection: str | None,
        documents: Sequence[str] | None,
    ) -> list[list[Document]]:
        """What a request may be about, likeliest first: documents it names, those of the last answer, all in scope."""
        chosen = None if documents is None else set(documents)
        inside = [d for d in self._store.documents(collection) if chosen is None or d.id in chosen]
        words = fold(question)
        named = [d for d in inside if fold(d.title) in words or fold(d.file_name) in words]
        last = {name for exchange in history[-1:] for name in exchange.document_ids}
        return [named, [d for d in inside if d.id in last], inside]
