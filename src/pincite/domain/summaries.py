"""A summary of a document."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.answers import AnswerSentence, Citation, ModelUse
from pincite.domain.documents import Document


@dataclass(frozen=True, slots=True)
class SummarySection:
    """What a document says about one aspect.

    Attributes:
        aspect: Stable name, e.g. "future_work"; the user's own words for one of theirs.
        title: As shown.
        sentences: In order; none where the document does not report it.
        mode: "quoted" or "composed".
        pages_read: Pages whose text was looked at for it: quoted, all that have text; composed, those of the
            passages that the model was given.
        removed: Sentences that the model wrote and the passages do not support, each with its `problem`.
        failure: Why it is quoted, or ends early, although the model was to write it; with the remedy.
    """

    aspect: str
    title: str
    sentences: tuple[AnswerSentence, ...]
    mode: str = "quoted"
    pages_read: tuple[int, ...] = ()
    removed: tuple[AnswerSentence, ...] = ()
    failure: str = ""

    @property
    def reported(self) -> bool:
        """Whether the document says anything about it."""
        return bool(self.sentences)


@dataclass(frozen=True, slots=True)
class Summary:
    """What `Library.summarize` returns.

    Attributes:
        document: What is summarised.
        kind: The kind of document whose aspects were chosen; "own" for those the user named.
        mode: "composed" where the model wrote any of it, else "quoted".
        sections: One an aspect.
        citations: Numbered through the whole summary.
        pages_read: Pages whose text was looked at.
        pages_used: Pages that contributed: those that are cited.
        model: The language model that read passages; None when none did.
        failure: Why it is quoted although a model was to write it; with the remedy.
        cached: Whether every section had been made before.
        seconds: Time it took.
    """

    document: Document
    kind: str
    mode: str
    sections: tuple[SummarySection, ...]
    citations: tuple[Citation, ...]
    pages_read: tuple[int, ...]
    pages_used: tuple[int, ...]
    model: ModelUse | None = None
    failure: str = ""
    cached: bool = False
    seconds: float = 0.0

    @property
    def removed(self) -> tuple[AnswerSentence, ...]:
        """All sentences that were removed."""
        return tuple(sentence for section in self.sections for sentence in section.removed)
