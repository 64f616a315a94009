"""What a page holds beside its text: its rotation, and text that is not to be seen."""

from __future__ import annotations

import time

import numpy as np
import pypdfium2.raw as raw
from numpy.typing import NDArray

from pincite.domain import HiddenText, PageDetails, Rectangle
from pincite.parse.characters import clean
from pincite.parse.hidden import OFF_PAGE, REASONS
from pincite.parse.pdf import Glyphs, PdfPage

_MOST_RUNS = 500


def page_details(page: PdfPage) -> PageDetails:
    """Rotation and hidden text of a loaded page, and how long reading its characters took."""
    begin = time.monotonic()
    glyphs = page.glyphs()
    hidden = hidden_text(glyphs, page.index)
    turn = max(raw.FPDFPage_GetRotation(page.handle), 0) % 4
    return PageDetails(turn * 90, hidden, time.monotonic() - begin)


def hidden_text(glyphs: Glyphs, index: int) -> tuple[HiddenText, ...]:
    """Text that a reader of the page does not see, one entry for each operation that writes it."""
    hidden = np.flatnonzero(glyphs.hidden)
    if not len(hidden):
        return ()
    changes = (np.diff(glyphs.objects[hidden]) != 0) | (np.diff(glyphs.hidden[hidden]) != 0)
    ends = np.flatnonzero(changes) + 1
    found = (_run(glyphs, run, index) for run in np.split(hidden, ends)[:_MOST_RUNS])
    return tuple(run for run in found if run.text)


def _run(glyphs: Glyphs, run: NDArray[np.int64], index: int) -> HiddenText:
    text = clean("".join(map(chr, glyphs.codes[run].tolist())))
    reason = int(glyphs.hidden[run[0]])
    if reason == OFF_PAGE:
        return HiddenText(text, REASONS[reason])
    size = np.array([glyphs.width, glyphs.height] * 2)
    boxes = glyphs.ink[run] / size
    x0, y0 = boxes[:, :2].min(axis=0).tolist()
    x1, y1 = boxes[:, 2:].max(axis=0).tolist()
    frame = Rectangle(index, max(x0, 0.0), max(y0, 0.0), min(x1, 1.0), min(y1, 1.0))
    return HiddenText(text, REASONS[reason], frame)
