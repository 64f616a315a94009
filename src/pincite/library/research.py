"""Summaries of whole documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pincite.errors import UsageError
from pincite.library.questions import AnswerMode, Questions

if TYPE_CHECKING:
    from pincite.domain import Summary


class Research(Questions):
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
        request = Request(found, of_kind, chosen, sentences, fresh)
        composing = self._composing(mode, show_unsupported=False)
        return Summariser(request, self._store, self._encoder, composing, progress).run()
