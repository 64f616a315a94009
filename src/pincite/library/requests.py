"""Requests in a conversation that are no questions: "summarise this", "compare these papers"."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.events import Asking, Stage
from pincite.answer.history import Exchange
from pincite.answer.remarks import explained
from pincite.domain import Answer, Document, TurnKind
from pincite.library.comparing import Comparing
from pincite.library.questions import Questions
from pincite.library.research import Research
from pincite.library.talking import Ready, Reply
from pincite.terms import fold

WHICH = "Which document? Name it, as in: summarise “{title}”."
NONE = "There is no document to summarise. `pincite add FILE` adds one."


class Requests(Questions, Research, Comparing):
    """Finds out what a request is about, and has it carried out."""

    def _requested(
        self,
        question: str,
        history: Sequence[Exchange],
        collection: str | None,
        documents: Sequence[str] | None,
        mode: str | None,
    ) -> Reply | None:
        """The reply to a request; None when it is a question."""
        from pincite.research.intent import Intent, intent

        if intent(question) is Intent.SUMMARISE:
            return self._summary(question, self._meant(question, history, collection, documents))
        return None

    def _summary(self, question: str, meant: Sequence[Document]) -> Reply:
        if len(meant) != 1:
            text = WHICH.format(title=meant[0].title) if meant else NONE
            return Reply(Asking(Ready((), lambda: explained(question, text))))

        def make() -> Answer:
            from pincite.research.summary_answer import summary_answer

            return summary_answer(question, self.summarize(meant[0].id))

        return Reply(Asking(Ready((Stage("read"),), make)), kind=TurnKind.SUMMARY)

    def _meant(
        self,
        question: str,
        history: Sequence[Exchange],
        collection: str | None,
        documents: Sequence[str] | None,
    ) -> list[Document]:
        """The documents that a request is about: those it names, else those in scope, narrowed to the last answer's."""
        chosen = None if documents is None else set(documents)
        inside = [d for d in self._store.documents(collection) if chosen is None or d.id in chosen]
        words = f" {fold(question)} "
        named = [d for d in inside if fold(d.title) in words or fold(d.file_name) in words]
        if named or len(inside) <= 1:
            return named or inside
        last = {name for exchange in history[-1:] for name in exchange.document_ids}
        return [d for d in inside if d.id in last] or inside
