"""What an answer is made from and checked against."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain import Document, Passage, Sentence
from pincite.store import StoredChunk


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A chunk that a model was given, or could have been.

    Attributes:
        number: As the model sees it, from 1.
        stored: The chunk.
        document: What it is from.
        passage: As it was retrieved; None where it was not found by a search.
    """

    number: int
    stored: StoredChunk
    document: Document
    passage: Passage | None = None

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The chunk's sentences."""
        return self.stored.chunk.sentences

    def text(self, sentence: int) -> str:
        """The text of one of its sentences."""
        place = self.sentences[sentence]
        return self.stored.chunk.text[place.start : place.end]
