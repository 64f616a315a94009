"""A passage as a language model sees it: with a number."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain import Document, Passage
from pincite.store import StoredChunk


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A numbered passage.

    Attributes:
        number: As the model sees it, from 1.
        stored: The passage's chunk.
        document: Its document.
        passage: As it was retrieved; None where it was not.
    """

    number: int
    stored: StoredChunk
    document: Document
    passage: Passage | None = None
