"""What a kind of publication looks like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from press.inline import Style


@dataclass(frozen=True, slots=True)
class Look:
    """A design; lengths in points.

    Attributes:
        margins: Left, top, right, bottom.
        styles: By role: body, item, clause1, clause2, abstract, keywords, reference, centred, imprint,
            caption, cell, note, equation, contents, heading1 to heading3 and those of the title matter.
        number: Heading level and counters to the number as printed.
        furniture: Draws running head and foot: (canvas, metadata, page index, label, section).
        title: Styles' names for the lines of the title matter; empty when the source sets its own.
        accent: Colour of rules and of figures.
        file_title: The title in the file's own metadata; "" leaves it out.
    """

    page: tuple[float, float]
    margins: tuple[float, float, float, float]
    columns: int
    gutter: float
    styles: dict[str, Style]
    furniture: Callable[[Any, dict[str, Any], int, str | None, str], None]
    number: Callable[[int, tuple[int, ...]], str]
    accent: tuple[float, float, float] = (0.0, 0.0, 0.0)
    title_rule: bool = False
    booktabs: bool = True
    outline: bool = False
    label: Callable[[dict[str, Any], int, int], str | None] = field(
        default=lambda metadata, index, body_from: str(index)
    )

    @property
    def text_width(self) -> float:
        """Width of the printed area."""
        return self.page[0] - self.margins[0] - self.margins[2]

    @property
    def column_width(self) -> float:
        """Width of one column."""
        return (self.text_width - self.gutter * (self.columns - 1)) / self.columns
