"""A model's answer, taken apart into sentences while it is being written.

The reader looks at one character at a time, so that the pieces in which a text arrives make no difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.answer.markers import CODE, OPEN_MARKER, Unmarked, remove_markers
from pincite.sentences import sentence_ranges

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_DECIDED = re.compile(r"[ \t>]*(?:\S{7,}|\S+[ \t]+\S)")
"""Enough of a line's beginning to know what kind of line it is."""
_ITEM = re.compile(
    r"[ \t>]*(?:(?:[-*+•‣◦▪–]|\d{1,3}[.)]|\(?[a-z][.)]|\((?:\d{1,2}|[ivx]{1,4})\)|[ivx]{2,4}[.)])[ \t]+)"
    r"(?:\[[ xX]\][ \t]+)?"
)
_HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]+")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+|[ \t]*")
_BOLD_LINE = re.compile(r"(\*\*|__)(?:(?!\1).)+(?<![.!?])\1:?\s*")
_TABLE_RULE = re.compile(r"[ \t]*\|[ \t:|-]*-[ \t:|-]*")
_STOPS = ".!?…‽؟।॥。！？｡"
_ENDED = re.compile(rf"[{_STOPS}][)\]}}\"'”’»›*_]*\s*$")
_OPEN_BRACKET = re.compile(r"[\[【][^\]】\n]*\s*$")
_RUNNING = frozenset({"text", "item", "quote"})
"""Kinds of block that are cut into sentences."""
_WRAPPED = 60
"""A line of at least so many characters that ends without a stop may go on in the next."""


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """A sentence of a draft; what stands alone (a list item, a table row, a heading, a code block) counts as one.

    Attributes:
        lead: What stands before it: white space, bullet, heading marks, table bar. Leads and texts of a draft, joined
            in order, are its Markdown without markers.
        text: Markdown, without citation markers.
        cited: The sources that its markers name, ascending, invented ones left out.
        code: Whether it is a block of code.
        heading: Whether it only names what follows: a heading, a line in bold, the head of a table.
    """

    lead: str
    text: str
    cited: tuple[int, ...] = ()
    code: bool = False
    heading: bool = False


class DraftReader:
    """Reads a draft as it arrives.

    Attributes:
        invented: How many numbers in markers were no source's so far.

    Args:
        sources: How many sources the model was given.
    """

    def __init__(self, sources: int) -> None:
        self.invented = 0
        self._sources = sources
        self._lead = ""
        self._width = 0  # of the line so far, of that before while a new one begins
        self._start: str | None = ""  # the beginning of a line, until it is known what it begins
        self._kind = "text"
        self._text = ""  # of the block, as far as it has not been given out
        self._fence = ""
        self._row: DraftSentence | None = None  # held until it is known whether it is its table's head
        self._done: list[DraftSentence] = []

    def feed(self, piece: str) -> list[DraftSentence]:
        """Read some text; gives the sentences that it completes."""
        for character in piece.replace("\r", ""):
            self._take(character)
        return self._given()

    def finish(self) -> list[DraftSentence]:
        """Give what is left at the end of the draft."""
        if self._start:
            self._begin(complete=True)
        self._end_block()
        self._release_row()
        return self._given()

    def _given(self) -> list[DraftSentence]:
        done, self._done = self._done, []
        return done

    def _take(self, character: str) -> None:
        if self._start is not None:
            self._start += character
            self._begin(complete=character == "\n")
        elif character == "\n":
            self._end_line()
        else:
            self._text += character
            self._width += 1
            if (character.isspace() or self._text[-2:-1] in "。！？｡") and self._kind in _RUNNING:
                self._split(last=False)

    def _begin(self, *, complete: bool) -> None:
        """Decide what a line begins, as soon as enough of it is there."""
        start = self._start or ""
        line = start.rstrip("\n")
        row = line.lstrip(" \t").startswith("|")
        silent = not row and not any(character.isalnum() for character in line)
        if not complete and (silent or not _DECIDED.match(line)):
            return
        self._start = None
        fence = _FENCE.match(line)
        if not row:
            self._release_row()
        if fence:
            self._open("code", "", line)
            self._fence = fence.group(1)
        elif silent:
            self._open("text", line, "")
        elif row:
            self._open("row", "", line)
        elif prefix := _HEADING.match(line):
            self._open("heading", prefix.group(), line[prefix.end() :])
        elif prefix := _ITEM.match(line):
            self._open("item", prefix.group(), line[prefix.end() :])
        elif self._goes_on(line):
            self._text += line
        elif prefix := _QUOTE.match(line):
            self._open("quote" if ">" in prefix.group() else "text", prefix.group(), line[prefix.end() :])
        self._width = len(line)
        if start.endswith("\n"):
            self._end_line()

    def _open(self, kind: str, prefix: str, text: str) -> None:
        self._end_block()
        self._kind = kind
        self._lead += prefix
        self._text = text

    def _goes_on(self, line: str) -> bool:
        """Whether a plain line belongs to the paragraph before it."""
        quoted = line.lstrip().startswith(">")
        if not self._text or self._kind not in _RUNNING or quoted != (self._kind == "quote"):
            return False
        before = self._text.rstrip("\n").rsplit("\n", 1)[-1]
        first = next((character for character in line if character.isalnum()), "")
        begun = _ENDED.search(before) or _OPEN_BRACKET.search(before)
        return bool(begun) or first.islower() or self._width >= _WRAPPED

    def _end_line(self) -> None:
        if self._kind == "code":
            self._text += "\n"
            self._end_code()
            return
        if self._text and self._kind in _RUNNING:
            self._text += "\n"
        else:
            self._end_block()
            self._lead += "\n"
        self._start = ""

    def _end_code(self) -> None:
        lines = self._text.rstrip("\n").split("\n")
        if len(lines) > 1 and lines[-1].strip(" \t>").startswith(self._fence):
            self._end_block()
            self._start = ""

    def _end_block(self) -> None:
        """Give out what is left of the block."""
        text, kind = self._text, self._kind
        self._text, self._kind = "", "text"
        if not text:
            return
        if kind == "code":
            self._add(DraftSentence(self._lead, text.rstrip("\n"), code=True))
            self._lead = text[len(text.rstrip("\n")) :]
        elif kind == "row":
            self._end_row(text)
        elif kind == "heading" or _BOLD_LINE.fullmatch(text):
            self._whole(text, heading=True)
        else:
            self._text = text
            self._split(last=True)
            self._text = ""

    def _end_row(self, text: str) -> None:
        if _TABLE_RULE.fullmatch(text):
            if self._row is None:
                self._lead += text
            else:
                head = replace(self._row, text=f"{self._row.text}{self._lead}{text}", heading=True)
                self._row, self._lead = None, ""
                self._add(head)
            return
        self._release_row()
        self._whole(text, row=True)

    def _whole(self, text: str, *, heading: bool = False, row: bool = False) -> None:
        """Give out a block that is not cut into sentences."""
        clean = remove_markers(text, self._sources)
        self.invented += clean.invented
        stripped = clean.text.strip()
        at = clean.text.find(stripped)
        bar = re.match(r"\|[ \t]*", stripped) if row else None
        if bar:
            at += bar.end()
            stripped = stripped[bar.end() :]
        cited = tuple(sorted({number for mark in clean.marks for number in mark.cited}))
        sentence = DraftSentence(self._lead + clean.text[:at], stripped, cited, heading=heading)
        self._lead = clean.text[at + len(stripped) :]
        if not stripped:
            self._lead = sentence.lead + self._lead
        elif row:
            self._row = sentence
        else:
            self._add(sentence)

    def _release_row(self) -> None:
        if self._row is not None:
            row, self._row = self._row, None
            self._done.append(row)

    def _add(self, sentence: DraftSentence) -> None:
        self._release_row()
        self._done.append(sentence)

    def _split(self, *, last: bool) -> None:
        """Give out the sentences of the block that are complete; all of them when nothing more follows."""
        if not last and not any(stop in self._text for stop in _STOPS):
            return
        clean = remove_markers(self._text, self._sources, whole=last)
        ranges = sentence_ranges(CODE.sub(lambda code: "x" * len(code.group()), clean.text))
        ready = len(ranges) if last else len(ranges) - 1
        if not ready or (not last and not _has_begun(clean.text[ranges[-1][0] :])):
            if last:
                self._lead += clean.text
                self.invented += clean.invented
            return
        position = 0
        for number, (start, end) in enumerate(ranges[:ready]):
            first = 0 if number == 0 else start + 1
            following = ranges[number + 1][0] if number + 1 < len(ranges) else len(clean.text)
            cited = _cited(clean, first, following)
            self._add(DraftSentence(self._lead + clean.text[position:start], clean.text[start:end], cited))
            self._lead, position = "", end
        if last:
            self.invented += clean.invented
            self._lead = clean.text[position:]
            return
        rest = clean.original(ranges[ready][0])
        self._lead = clean.text[position : ranges[ready][0]]
        self.invented += remove_markers(self._text[:rest], self._sources).invented
        self._text = self._text[rest:]


def _has_begun(text: str) -> bool:
    """Whether a sentence has begun behind another: a whole word of it is there that is no part of a marker."""
    return (
        any(character.isalnum() for character in text)
        and not OPEN_MARKER.fullmatch(text)
        and text.count("`") % 2 == 0
    )


def _cited(clean: Unmarked, first: int, last: int) -> tuple[int, ...]:
    """What the markers from one offset to another cite."""
    return tuple(
        sorted({number for mark in clean.marks if first <= mark.position <= last for number in mark.cited})
    )
