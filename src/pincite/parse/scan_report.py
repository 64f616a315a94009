"""What became of pages that have no sound text of their own, and what a reader is told about it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from pincite.domain import Notice


class Picture(Enum):
    """What a page's picture was good for."""

    NEEDLESS = "needless"
    """The page's own text is sound, or nothing is to be seen."""
    READ = "read"
    """The page's text was read from it."""
    UNREAD = "unread"
    """There is no text, or hardly any, and reading of pictures is off."""
    NOTHING = "nothing"
    """No text was found in it either."""
    DOUBTFUL = "doubtful"
    """The page's own text makes no sense as words and nothing could tell whether it is right; it is kept."""
    WRONG = "wrong"
    """The page's own text is not what it shows, and its picture was not or could not be read; it has no text."""


class ScanReport:
    """Outcomes of a document's pages.

    Args:
        off: Whether reading of pictures is off.
    """

    def __init__(self, *, off: bool) -> None:
        self._off = off
        self._pages: dict[Picture, list[int]] = {outcome: [] for outcome in Picture}
        self._confidence = 0.0

    def add(self, index: int, outcome: Picture, confidence: float | None) -> None:
        """Take note of a page."""
        self._pages[outcome].append(index)
        self._confidence += confidence or 0.0

    def without_text(self, empty: list[int]) -> Notice | None:
        """What to say of pages without text; those whose text was left out as unreadable have a notice of their own."""
        empty = [index for index in empty if index not in self._pages[Picture.WRONG]]
        if not empty:
            return None
        unread = len(set(empty) & set(self._pages[Picture.UNREAD]))
        message = f"{count_pages(len(empty))} without text"
        if not unread:
            return Notice("pages_without_text", f"{message}.", tuple(empty))
        show = "it shows" if len(empty) == 1 else f"{unread} of them {'show' if unread > 1 else 'shows'}"
        return Notice(
            "pages_without_text",
            f"{message}; {show} something that was not read, because reading of pictures (OCR) was off: "
            "add the file again with it.",
            tuple(empty),
        )

    def notices(self) -> Iterator[Notice]:
        """What else to say."""
        if wrong := tuple(self._pages[Picture.WRONG]):
            why = ": reading of pictures (OCR) was off, add the file again with it." if self._off else "."
            yield Notice(
                "pages_unreadable",
                f"{count_pages(len(wrong))} whose text cannot be read (a font's code table is missing or wrong), "
                f"which is left out{why}",
                wrong,
            )
        if doubtful := tuple(self._pages[Picture.DOUBTFUL]):
            message = f"{count_pages(len(doubtful))} with text that makes no sense as words: check quotes on the page."
            yield Notice("pages_doubtful", message, doubtful)
        if read := tuple(self._pages[Picture.READ]):
            mean = int(100 * self._confidence / len(read))
            yield Notice(
                "pages_read_by_ocr",
                f"{count_pages(len(read))} read from the picture, with a mean confidence of {mean} %: "
                "check quotes on the page.",
                read,
            )


def count_pages(count: int) -> str:
    """So many pages, in words."""
    return "1 page" if count == 1 else f"{count} pages"
