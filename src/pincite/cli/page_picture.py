"""The picture of a page with frames around what the reader saw in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from pincite.domain import BlockKind, HiddenText, Page, Rectangle
from pincite.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Colour = tuple[int, int, int]

COLOURS: dict[BlockKind, Colour] = {
    BlockKind.PARAGRAPH: (31, 119, 180),
    BlockKind.HEADING: (214, 39, 40),
    BlockKind.LIST_ITEM: (23, 160, 170),
    BlockKind.TABLE: (44, 140, 44),
    BlockKind.CAPTION: (148, 103, 189),
    BlockKind.FOOTNOTE: (140, 86, 75),
    BlockKind.CODE: (90, 90, 90),
    BlockKind.FORMULA: (188, 130, 20),
    BlockKind.REFERENCE: (110, 130, 60),
    BlockKind.RUNNING_HEAD: (165, 165, 165),
    BlockKind.PAGE_NUMBER: (165, 165, 165),
    BlockKind.CONTENTS: (120, 150, 190),
    BlockKind.FIELD: (227, 119, 194),
    BlockKind.COMMENT: (255, 127, 14),
}
CELL: Colour = (120, 200, 120)
HIDDEN: Colour = (255, 0, 255)
ORDER: Colour = (0, 0, 0)
_FILLED = frozenset({BlockKind.HEADING, BlockKind.COMMENT, BlockKind.FIELD})
_LINE_HEIGHT = 18
_ROOM = 2


def draw_page(image: NDArray[np.uint8], page: Page, hidden: Sequence[HiddenText]) -> Image.Image:
    """The page's image with frames, the reading order, and a legend below.

    Args:
        image: The page as displayed: rows, columns, red-green-blue.
        page: What was read of it.
        hidden: What was left out of it.
    """
    picture = Image.fromarray(image).convert("RGBA")
    layer = Image.new("RGBA", picture.size)
    draw = ImageDraw.Draw(layer)
    places: list[tuple[int, float, float]] = []
    for number, block in enumerate(page.blocks, start=1):
        frames = [_scaled(frame, picture) for frame in page.frames(block)]
        for frame in frames:
            draw.rectangle(frame, fill=(*COLOURS[block.kind], 50) if block.kind in _FILLED else None)
            draw.rectangle(frame, outline=(*COLOURS[block.kind], 255), width=2)
        for cell in block.table.cells if block.table else ():
            for rectangle in page.rectangles(cell.start, cell.end):
                draw.rectangle(_scaled(rectangle, picture), outline=(*CELL, 255))
        places += [(number, frame[0], frame[1]) for frame in frames]
    for run in hidden:
        if run.frame is not None:
            draw.rectangle(_scaled(run.frame, picture), outline=(*HIDDEN, 255), fill=(*HIDDEN, 60), width=1)
    _draw_order(draw, places)
    return _with_legend(Image.alpha_composite(picture, layer).convert("RGB"), page, hidden)


def save_picture(picture: Image.Image, path: Path) -> None:
    """Write a picture in the format that the file's name says.

    Raises:
        UsageError: if there is no such format, or the file cannot be written.
    """
    try:
        picture.save(path)
    except ValueError:
        raise UsageError(f"{path} is not the name of a picture", "Give a name that ends in .png.") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}", "Choose another place.") from None


def _draw_order(draw: ImageDraw.ImageDraw, places: Sequence[tuple[int, float, float]]) -> None:
    """Lines from each frame to the next, with the blocks' numbers."""
    for one, two in pairwise(places):
        draw.line([one[1:], two[1:]], fill=(*ORDER, 90), width=1)
    font = ImageFont.load_default(11)
    for number, x, y in places:
        box = draw.textbbox((x, y), str(number), font=font, anchor="rt")
        draw.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), fill=(255, 255, 220, 230))
        draw.text((x, y), str(number), fill=(*ORDER, 255), font=font, anchor="rt")


def _with_legend(picture: Image.Image, page: Page, hidden: Sequence[HiddenText]) -> Image.Image:
    entries = [
        (kind.value.replace("_", " "), COLOURS[kind])
        for kind in BlockKind
        if any(block.kind is kind for block in page.blocks)
    ]
    if any(block.table for block in page.blocks):
        entries.append(("table cell", CELL))
    if any(run.frame is not None for run in hidden):
        entries.append(("hidden text", HIDDEN))
    font = ImageFont.load_default(12)
    places, x, y = [], 8.0, 4.0
    for name, colour in entries:
        width = font.getlength(name) + 30
        if x + width > picture.width and x > 8:
            x, y = 8.0, y + _LINE_HEIGHT
        places.append((x, y, name, colour))
        x += width
    whole = Image.new("RGB", (picture.width, picture.height + int(y) + _LINE_HEIGHT + 4), "white")
    whole.paste(picture, (0, 0))
    draw = ImageDraw.Draw(whole)
    draw.line([(0, picture.height), (picture.width, picture.height)], fill=ORDER)
    for x, y, name, colour in places:
        top = picture.height + y + 3
        draw.rectangle((x, top, x + 10, top + 10), fill=colour)
        draw.text((x + 15, top - 2), name, fill=ORDER, font=font)
    return whole


def _scaled(frame: Rectangle, picture: Image.Image) -> tuple[float, float, float, float]:
    """A frame in pixels, a little around its text."""
    width, height = picture.size
    return (
        frame.x0 * width - _ROOM, frame.y0 * height - _ROOM, frame.x1 * width + _ROOM, frame.y1 * height + _ROOM,
    )  # fmt: skip
