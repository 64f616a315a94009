"""Summaries of whole documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pincite.errors import UsageError
from pincite.library.composing import AnswerMode, Composers
from pincite.terms import fold

if TYPE_CHECKING:
    from pincite.domain import Summary
    from pincite.research.summary_answer import Summarising


class Research(Composers):
    """What is found by reading whole documents."""

    def summarize(
        self,
        document: str,
        *,
        aspects: Sequence[str] | None = None,
        kind: str | None = None,
        mode: AnswerMode | None = None,
        sentences: int = 3,
        fresh: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> Summary:
        """What a document says about each aspect that a reader wants to know, cited.

        Summaries are kept with the document, by all that they were made from.

        Args:
            document: As for `document`.
            aspects: Names or titles of the kind's aspects, or own words; all of the kind's when None.
            kind: The kind of document whose aspects are told; as the document was recognised when None.
            mode: As for `ask`: in composed mode a language model writes about each aspect, and each of its sentences is
                checked against the passages that it was given.
            sentences: Most sentences of an aspect, 1 to 10.
            fresh: Whether to make it again though it was kept.
            progress: Told the title of each aspect before it is sought.

        Raises:
            UsageError: if a kind, mode or number makes no sense.
            NotFoundError: if there is no such document.
            ModelError: if the encoder cannot be used, or in mode "composed" the language model.
        """
        from pincite.research.aspects import OWN, aspects_of, chosen_aspects, kind_of
        from pincite.research.summary import MOST_SENTENCES, Request, Summariser

        if not 1 <= sentences <= MOST_SENTENCES:
            raise UsageError(f"{sentences} sentences were asked for", f"Ask for 1 to {MOST_SENTENCES}.")
        found = self._store.document(document)
        of_kind = kind or kind_of(found)
        chosen = aspects_of(of_kind) if aspects is None else chosen_aspects(of_kind, aspects)
        if all(aspect.own for aspect in chosen):
            of_kind = OWN
        self._check_analysis()
        request = Request(found, of_kind, chosen, sentences, aspects is not None, fresh)
        composing = self._composing(mode, show_unsupported=False)
        return Summariser(request, self._store, self._encoder, composing, progress).run()

    def _summary_asked_for(
        self,
        question: str,
        collection: str | None,
        documents: Sequence[str] | None,
        mode: AnswerMode | None,
    ) -> Summarising | None:
        """The summary that a request asks for; None for a question, or where it is not clear of which document."""
        from pincite.research.intent import Intent, intent
        from pincite.research.summary_answer import Summarising

        if intent(question) is not Intent.SUMMARISE:
            return None
        found = self._store.documents(collection)
        if documents is not None:
            chosen = {self._store.document(name).id for name in documents}
            found = [document for document in found if document.id in chosen]
        words = fold(question)
        named = [one for one in found if fold(one.title) in words or fold(one.file_name) in words]
        meant = named or found
        if len(meant) != 1:
            return None
        return Summarising(question, lambda: self.summarize(meant[0].id, mode=mode))
