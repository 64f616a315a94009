"""What stands on a page under the marks of a quote: letters of its text layer, ink on its canvas."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator

WORDS_UNDER_MARKS = """
(section) => {
  // Each character of the text layer by the box that the browser draws it in.
  const marks = [...section.querySelectorAll('[data-mark=quote]')].map((mark) => mark.getBoundingClientRect());
  const walker = document.createTreeWalker(section.querySelector('.textLayer'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const lines = marks.map(() => '');
  while (walker.nextNode()) {
    const node = walker.currentNode;
    for (let at = 0; at < node.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      // The layer's letters are stretched to the line as a whole: inside of it they are off by a pixel or two.
      const line = marks.findIndex((mark) =>
        x >= mark.left - 2 && x <= mark.right + 2 && y >= mark.top && y <= mark.bottom);
      if (line >= 0) lines[line] += node.data[at];
    }
  }
  return lines;
}
"""

INK_UNDER_MARKS = """
(section) => {
  // The darkest of what is drawn under each mark, 0 for black and 255 for paper.
  const drawn = section.querySelector('canvas');
  const page = drawn.getBoundingClientRect();
  const scale = drawn.width / page.width;
  const copy = Object.assign(document.createElement('canvas'), {width: drawn.width, height: drawn.height});
  const context = copy.getContext('2d', {willReadFrequently: true});
  context.drawImage(drawn, 0, 0);
  return [...section.querySelectorAll('[data-mark=quote]')].map((mark) => {
    const box = mark.getBoundingClientRect();
    const data = context.getImageData(
      (box.left - page.left) * scale, (box.top - page.top) * scale, box.width * scale, box.height * scale).data;
    let darkest = 255;
    for (let at = 0; at < data.length; at += 4) {
      const ink = data[at + 3] === 0 ? 255 : (data[at] + data[at + 1] + data[at + 2]) / 3;
      darkest = Math.min(darkest, ink);
    }
    return darkest;
  });
}
"""

DARK = 110
"""Ink of letters, of 255, however thin they are drawn."""


def plain(text: str) -> str:
    """A text without what page and quote may differ in: spaces, hyphens where lines end, forms of letters."""
    return re.sub(r"[\s\u00ad‐-]+", "", unicodedata.normalize("NFKC", text))


def words_under(section: Locator) -> str:
    """The letters of a page under its marks, as `plain` leaves them."""
    return plain("".join(section.evaluate(WORDS_UNDER_MARKS)))


def check_ink(section: Locator) -> None:
    """Something is drawn under each mark of a page."""
    darkest = section.evaluate(INK_UNDER_MARKS)
    assert darkest
    assert all(ink < DARK for ink in darkest), darkest
