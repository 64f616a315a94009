"""Passages as the API sends them, with the reasons why each was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field

from pincite.domain import Passage, Scores
from pincite.server.places import Links, SpanShape, place_of
from pincite.server.shapes import DocumentRef, Shape
from pincite.terms import analyse

_MOST_NAMED = 8
"""So many of the words that a passage has are named."""
_MEANING = ((0.45, "close in meaning"), (0.25, "related in meaning"), (-1.0, "far in meaning"))
_CLOSENESS = ((0.75, "its words fit well"), (0.55, "its words fit in part"), (-1.0, "its words hardly fit"))
"""Lower bounds; what answers a question of the sample papers is mostly above the first ones."""


class ScoresShape(Shape):
    """What each stage of the search thought of a passage; null where the stage was off or did not see it."""

    lexical: float | None = Field(description="BM25 of the passage.", examples=[7.48])
    page: float | None = Field(description="BM25 of its best page.", examples=[5.1])
    dense: float | None = Field(description="Cosine of the vectors, -1…1.", examples=[0.52])
    fused: float | None = Field(description="What chose the candidates.", examples=[0.93])
    late: float | None = Field(description="Late interaction, -1…1.", examples=[0.82])
    precise: float | None = Field(description="Of the cross-encoder.", examples=[None])
    title: float | None = Field(
        description="How far the question names the document by its title; 0 where it does not.",
        examples=[0.0],
    )
    final: float = Field(description="What the passages are ordered by.", examples=[4.77])

    @classmethod
    def of(cls, scores: Scores) -> ScoresShape:
        """Scores."""
        return cls(**{name: getattr(scores, name) for name in cls.model_fields})


class Signal(Shape):
    """One reason why a passage was found."""

    value: float | None = Field(
        description="0…1, for a bar; null where it was not looked at.", examples=[0.67]
    )
    text: str = Field(examples=["has 2 of 3 words: storage, fee"])


class Signals(Shape):
    """Why a passage was found, in plain words."""

    words: Signal = Field(description="How many of the question’s words it has.")
    meaning: Signal = Field(description="How near its meaning as a whole is to the question’s.")
    closeness: Signal = Field(description="How well single words of it fit those of the question.")


class PassageShape(Shape):
    """A part of a document that was found for a question."""

    rank: int = Field(examples=[1])
    text: str
    document: DocumentRef
    page: int = Field(description="Place in the file of the page where it begins, from 1.", examples=[4])
    page_label: str = Field(examples=["iv"])
    place: str = Field(examples=["Storage contract, page iv (page 4 of the file)"])
    section: list[str]
    spans: list[SpanShape]
    scores: ScoresShape
    signals: Signals
    links: Links

    @classmethod
    def of(cls, passage: Passage, matching: Matching) -> PassageShape:
        """A passage.

        Args:
            passage: It.
            matching: Of the question that it was found for.
        """
        document = passage.document
        page = passage.spans[0].page_index if passage.spans else 1
        return cls(
            rank=passage.rank,
            text=passage.text,
            document=DocumentRef.of(document),
            page=page,
            page_label=passage.page_label,
            place=place_of(document, passage.spans, page, passage.page_label),
            section=list(passage.section),
            spans=[SpanShape.of(span) for span in passage.spans],
            scores=ScoresShape.of(passage.scores),
            signals=matching.signals(passage),
            links=Links.of(document, page),
        )

    @classmethod
    def all_of(cls, passages: Sequence[Passage], question: str) -> list[PassageShape]:
        """What was found for a question."""
        matching = Matching(question)
        return [cls.of(passage, matching) for passage in passages]


class Matching:
    """Tells in plain words why passages were found.

    Args:
        question: What they were found for.
    """

    def __init__(self, question: str) -> None:
        self._words = list(dict.fromkeys(re.findall(r"\w+(?:[\'’.,/\-]\w+)*[+#]*", question)))
        self._terms: dict[str, list[tuple[str, frozenset[str]]]] = {}

    def signals(self, passage: Passage) -> Signals:
        """Words, meaning and closeness of a passage."""
        scores = passage.scores
        return Signals(
            words=self._shared(passage),
            meaning=_graded(scores.dense, _MEANING),
            closeness=_graded(scores.late, _CLOSENESS),
        )

    def _shared(self, passage: Passage) -> Signal:
        language = passage.document.language
        if language not in self._terms:
            pairs = ((word, frozenset(analyse(word, language))) for word in self._words)
            self._terms[language] = [(word, terms) for word, terms in pairs if terms]
        asked = self._terms[language]
        present = set(analyse(passage.text, language))
        shared = [word for word, terms in asked if not terms.isdisjoint(present)]
        if not asked:
            return Signal(value=None, text="the question has no words to look for")
        if not shared:
            return Signal(value=0.0, text="has none of the question’s words")
        named = ", ".join(shared[:_MOST_NAMED])
        return Signal(
            value=len(shared) / len(asked),
            text=f"has {len(shared)} of the question’s {len(asked)} words: {named}",
        )


def _graded(value: float | None, grades: Sequence[tuple[float, str]]) -> Signal:
    if value is None:
        return Signal(value=None, text="not looked at")
    text = next((words for least, words in grades if value >= least), grades[-1][1])
    return Signal(value=min(1.0, max(0.0, value)), text=text)
