"""Pages of files that are lines of text: the lines of a page are those of the file, one to one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pincite.parse.formats.decoding import encoding_of
from pincite.parse.formats.writer import MOST_PAGE_CHARACTERS, DocumentWriter

PAGE_CHARACTERS = 3000
"""A page ends at the next good place behind so many characters."""

_MOST_PAGES = 15_000
"""Larger files get larger pages, up to `MOST_PAGE_CHARACTERS`."""

_FORM_FEED = "\x0c"
_NO_LINE_ENDS = str.maketrans({"\x0b": " ", _FORM_FEED: " ", "\x1c": " ", "\x1d": " ", "\x1e": " ", "\x85": " ",
                               "\u2028": " ", "\u2029": " "})  # fmt: skip
"""What is a line end to some programs, and to those that count lines is none."""

_REPLACED = "\ufffd"


@dataclass(slots=True)
class Line:
    """A line of a file, or a piece of one that is too long.

    Attributes:
        number: From 1.
        text: Without its end.
        piece: Number of the piece, from 1; 0 for a whole line.
        page_break: Whether the file begins a page with it.
        joint: Between words " ", within a word "", for a piece behind the first; else None.
    """

    number: int
    text: str
    piece: int = 0
    page_break: bool = False
    joint: str | None = None


@dataclass(slots=True)
class LinePage:
    """The lines of a page, without empty ones around them.

    Attributes:
        lines: At least one.
        goes_on: Whether the page was cut within a paragraph.
        own: Whether the file itself begins and ends it.
    """

    lines: list[Line] = field(default_factory=list)
    goes_on: bool = False
    own: bool = False

    @property
    def label(self) -> str:
        """What the page is called."""
        first, last = self.lines[0], self.lines[-1]
        if first.piece:
            return f"line {first.number}, part {first.piece}"
        if first.number == last.number:
            return f"line {first.number}"
        return f"lines {first.number}–{last.number}"


def read_lines(path: Path, writer: DocumentWriter) -> Iterator[Line]:
    """The lines of a text file of any encoding; tells where bytes are no text."""
    with path.open(encoding=encoding_of(path), errors="replace", newline=None) as file:
        number, piece = 0, 0
        rest, joint = "", None
        while text := file.readline(MOST_PAGE_CHARACTERS - len(rest)):
            if _REPLACED in text:
                writer.notice(
                    "undecoded", "Some bytes of the file are no text; each shows as a replacement mark."
                )
            text, number = rest + text, number + (piece == 0)
            if text.endswith("\n") or len(text) < MOST_PAGE_CHARACTERS:
                yield _line(number, text.removesuffix("\n"), piece + 1 if piece else 0, joint)
                piece, rest, joint = 0, "", None
                continue
            cut = text.rfind(" ", len(text) // 2)
            piece += 1
            yield _line(number, text[:cut] if cut > 0 else text, piece, joint)
            rest, joint = (text[cut + 1 :], " ") if cut > 0 else ("", "")
        if rest:
            yield _line(number, rest, piece + 1, joint)


def _line(number: int, text: str, piece: int, joint: str | None) -> Line:
    page_break = text.lstrip(" ").startswith(_FORM_FEED)
    if page_break:
        text = text.replace(_FORM_FEED, "", 1)
    return Line(number, text.translate(_NO_LINE_ENDS), piece, page_break, joint)


def line_pages(
    lines: Iterator[Line],
    size: int,
    ends: Callable[[Sequence[Line], Line], bool],
    page_characters: int = PAGE_CHARACTERS,
) -> Iterator[LinePage]:
    """Pages of lines, of about `PAGE_CHARACTERS`.

    Args:
        lines: Of the file.
        size: Bytes of the file.
        ends: Whether a page, full enough, may end before a line.
        page_characters: How full that is.
    """
    most = min(max(page_characters, size // _MOST_PAGES), MOST_PAGE_CHARACTERS // 2)
    page = LinePage()
    written = 0
    for line in lines:
        full = written >= most and ends(page.lines, line)
        over = written + len(line.text) > 2 * most
        if page.lines and (full or over or line.page_break or line.piece or page.lines[-1].piece):
            page.goes_on = not line.page_break and not full and _within(page.lines[-1], line)
            page.own = line.page_break
            if found := _bare(page):
                yield found
            page, written = LinePage(own=line.page_break), 0
        page.lines.append(line)
        written += len(line.text) + 1
    if found := _bare(page):
        yield found


def _within(before: Line, after: Line) -> bool:
    return bool(before.text.strip() and after.text.strip()) and not after.piece


def _bare(page: LinePage) -> LinePage | None:
    """A page without the empty lines around it; None without lines."""
    lines = page.lines
    filled = [number for number, line in enumerate(lines) if line.text.strip()]
    if not filled:
        return None
    page.lines = lines[filled[0] : filled[-1] + 1]
    return page


def blank_before(page: Sequence[Line], line: Line) -> bool:
    """Whether a paragraph ended before a line."""
    return not page[-1].text.strip() and bool(line.text.strip())
