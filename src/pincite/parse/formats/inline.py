"""What a paragraph of a text document holds, whatever the format: its text, and what hangs on it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Self


@dataclass(slots=True)
class Inline:
    """What a paragraph holds. Formats add what else can hang on one: lists, and counts.

    Attributes:
        pieces: Its text.
        hidden: Passages that are hidden.
        letters: Characters of text.
        bold: How many of them are bold.
    """

    pieces: list[str] = field(default_factory=list)
    hidden: int = 0
    letters: int = 0
    bold: int = 0

    @property
    def text(self) -> str:
        """Its text, with tabs and line ends."""
        return "".join(self.pieces)

    @property
    def strong(self) -> bool:
        """Whether all of its text is bold."""
        return 0 < self.letters == self.bold

    def add(self, other: Self) -> None:
        """Take over what another holds, behind what there is."""
        for one in fields(self):
            more = getattr(other, one.name)
            if isinstance(more, list):
                getattr(self, one.name).extend(more)
            elif more:
                setattr(self, one.name, getattr(self, one.name) + more)
