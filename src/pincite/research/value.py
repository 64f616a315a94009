"""A value within a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Value:
    """A value: `sentence[start:end] == text`.

    Attributes:
        start: Offset of its first character in the sentence.
        end: Offset after its last.
        text: As it stands there.
        normalised: In one form; None where there is no such form.
        unit: Of numbers and amounts.
    """

    start: int
    end: int
    text: str
    normalised: str | float | None = None
    unit: str = ""
