"""The line: what the steps between characters and blocks pass on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.domain import Attachment, Boxes
from pincite.parse.annotations import Note
from pincite.parse.graphics import Graphics, no_graphics
from pincite.parse.scan_report import Picture

if TYPE_CHECKING:
    from pincite.parse.grid import Grid


@dataclass(slots=True, eq=False)
class Line:
    """A piece of a line, with all that later steps ask about it.

    Coordinates are points on the page turned so that the text is upright; `boxes` are on the page as displayed.

    Attributes:
        x0: Left end of the first glyph.
        x1: Right end of the last glyph.
        top: Upper end.
        bottom: Lower end.
        base: Baseline.
        size: Font size of most of its characters.
        text: Normalised text.
        boxes: One box a character of `text`.
        bold: Whether most of it is bold.
        italic: Whether most of it is italic or slanted.
        mono: Whether most of it is in a fixed-width font.
        order: Place of its first character in the file.
        turned: Its direction against most of the page's text, in degrees clockwise.
        divided: Whether it ends in a hyphen that says "this word goes on" by its own code (soft hyphen).
        grid: The table for one of whose rows it stands, see `pincite.parse.tables.ruled`.
    """

    x0: float
    x1: float
    top: float
    bottom: float
    base: float
    size: float
    text: str
    boxes: Boxes
    bold: bool = False
    italic: bool = False
    mono: bool = False
    order: int = 0
    turned: int = 0
    divided: bool = False
    grid: Grid | None = None

    @property
    def width(self) -> float:
        """Extent along the reading direction in points."""
        return self.x1 - self.x0


@dataclass(slots=True, eq=False)
class PageLines:
    """All lines of a page.

    Attributes:
        index: Page index from 1.
        width: Displayed width in points.
        height: Displayed height in points.
        across: Width of the page turned so that most text is upright.
        down: Height of the same.
        lines: In the order of the file.
        hidden: How many characters are left out because nobody sees them, by reason.
        angle: Direction of most text on the page as displayed, in degrees clockwise.
        graphics: What is drawn beside text, on the page as displayed.
        notes: Fields of forms and comments.
        attachments: Files that hang on places of the page.
        notes_cut: Whether there are more fields and comments than were read.
        picture: What its picture was good for.
        ocr_confidence: How sure the reading of its picture is, 0…1; None where the text is the file's own.
    """

    index: int
    width: float
    height: float
    across: float
    down: float
    lines: list[Line] = field(default_factory=list)
    hidden: dict[str, int] = field(default_factory=dict)
    angle: int = 0
    graphics: Graphics = field(default_factory=no_graphics)
    notes: list[Note] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    notes_cut: bool = False
    picture: Picture = Picture.NEEDLESS
    ocr_confidence: float | None = None
