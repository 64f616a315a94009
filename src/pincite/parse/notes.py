"""Fields and comments as blocks after a page's own text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pincite.domain import BOX_UNIT, Block, BlockKind, Boxes, Page
from pincite.parse.annotations import Note

_MARKED = 200
"""Marked words longer than this are left out of a comment's text: the frame shows them."""


def with_notes(page: Page, notes: Sequence[Note]) -> Page:
    """The page with its fields and comments as blocks of their own, each framed where it stands on the page."""
    if not notes:
        return page
    text, blocks, boxes = [page.text], list(page.blocks), [page.boxes]
    length = len(page.text)
    for note in notes:
        if note.drawn and _squash(note.value) in _squash(_words_in(page, [note.box])):
            continue  # the page's own text holds it
        before = "\n\n" if length else ""
        content = _content(page, note)
        start = length + len(before)
        length = start + len(content)
        text += [before, content]
        boxes += [np.zeros((len(before), 4), np.uint16), np.tile(_stored(page, note), (len(content), 1))]
        blocks.append(Block(note.kind, start, length, section=_section(page, note)))
    return replace(page, text="".join(text), blocks=tuple(blocks), boxes=np.concatenate(boxes))


def _content(page: Page, note: Note) -> str:
    name = note.name.rstrip(": ")
    words = " ".join(_words_in(page, note.marked).split()) if note.marked else ""
    if words and len(words) <= _MARKED:
        name = f"{name} on “{words}”"
    return f"{name}: {note.value}"


def _stored(page: Page, note: Note) -> Boxes:
    size = np.array([page.width, page.height] * 2)
    low, high = np.clip(np.array(note.box) / size, 0, 1).reshape(2, 2)
    box = np.concatenate((np.minimum(low, high), np.maximum(low, high)))
    return np.round(box * BOX_UNIT).astype(np.uint16)


def _words_in(page: Page, frames: Sequence[tuple[float, float, float, float]]) -> str:
    """The page's text within frames, in reading order."""
    inside = np.zeros(len(page.text), bool)
    for frame in frames:
        inside |= _within(page, frame)
    found = np.flatnonzero(inside)
    if not len(found):
        return ""
    # Spaces have no box: a space between two characters within belongs to them.
    gaps = np.flatnonzero(np.diff(found) > 3)
    runs = np.split(found, gaps + 1)
    return " ".join(page.text[run[0] : run[-1] + 1] for run in runs)


def _within(page: Page, frame: tuple[float, float, float, float]) -> NDArray[np.bool_]:
    scale = np.array([page.width, page.height] * 2) / BOX_UNIT
    boxes = page.boxes * scale
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    x0, y0, x1, y1 = frame
    inked = page.boxes.any(axis=1)
    within: NDArray[np.bool_] = inked & (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    return within


def _section(page: Page, note: Note) -> tuple[str, ...]:
    """That of the last block that begins above the note."""
    top = note.box[3] / page.height * BOX_UNIT
    section: tuple[str, ...] = ()
    for block in page.blocks:
        first = page.boxes[block.start : block.end]
        first = first[first.any(axis=1)]
        if not block.kind.indexed or not len(first) or first[0, 1] > top:
            continue
        section = block.section
        if block.kind is BlockKind.HEADING:
            section = (*section, page.text[block.start : block.end])
    return section


def _squash(text: str) -> str:
    return re.sub(r"\s", "", text)
