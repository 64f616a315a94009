"""The chapters of a document by its outline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain import BlockKind, OutlineEntry
from pincite.encode.contract import Floats
from pincite.research.aspects import Aspect
from pincite.research.choosing import Chosen, chapter_score
from pincite.research.reading import Line, Reading, bare_title
from pincite.terms import fold

MOST_PARTS = 40
MOST_CHAPTERS = 12
"""So many chapters, the longest, have a sentence each in a summary."""

_OPENING_LINES = 25
"""A chapter says at its beginning what it is about."""
_FEW = 3
_NOT_CHAPTERS = re.compile(
    r"(?:table of )?contents|index(?: .*)?|.* index|bibliography|references|list of .*|preface|foreword|"
    r"acknowledge?ments?|copyright.*|title page|cover|glossary|colophon|dedication|about (?:the|this) .*|"
    r"inhalt(?:sverzeichnis)?|literatur.*|register|vorwort|table des matières|índice|indice|license|gnu .*license.*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """A chapter.

    Attributes:
        heading: Its title where it stands in the text.
        lines: Its sentences.
    """

    heading: Line
    lines: Sequence[Line]


def chapters(reading: Reading) -> list[Chapter]:
    """The chapters of a document in order, those without text of their own left out (contents, index)."""
    headings = [line for line in reading.lines if line.kind is BlockKind.HEADING and not line.reading]
    starts: list[Line] = []
    for entry in _top(reading.document.outline):
        found = _heading(entry, headings)
        if found is not None and (not starts or found.position > starts[-1].position):
            starts.append(found)
    ends = [*(line.position for line in starts[1:]), len(reading.lines)]
    made = [
        Chapter(start, reading.lines[start.position + 1 : end])
        for start, end in zip(starts, ends, strict=False)
    ]
    return [c for c in made if not _NOT_CHAPTERS.fullmatch(bare_title(" ".join(c.heading.text.split())))]


def main_ideas(reading: Reading, aspect: Aspect, near: Floats) -> list[Chosen]:
    """The sentence of each chapter that says best what it is about, of the longest chapters, in order."""
    longest = sorted(chapters(reading), key=lambda c: (-len(c.lines), c.heading.position))[:MOST_CHAPTERS]
    chosen: list[Chosen] = []
    for chapter in sorted(longest, key=lambda c: c.heading.position):
        scored = [
            (chapter_score(aspect, line, number < _OPENING_LINES, float(near[line.position])), line)
            for number, line in enumerate(chapter.lines)
        ]
        score, line = max(scored, key=lambda pair: (pair[0], -pair[1].position), default=(0.0, None))
        if line is not None and score > 0:
            chosen.append(Chosen(line, score))
    return chosen


def _top(outline: Sequence[OutlineEntry]) -> list[OutlineEntry]:
    """The outline's highest level that has several entries: the one above it is the document's title."""
    for level in sorted({entry.level for entry in outline}):
        entries = [entry for entry in outline if entry.level <= level]
        if len(entries) >= _FEW:
            return entries
    return list(outline)


def _heading(entry: OutlineEntry, headings: Sequence[Line]) -> Line | None:
    """Where an entry's title stands in the text: on its page or the one after."""
    title = _plain(entry.title)
    for line in headings:
        if entry.page_index <= line.pages[0] <= entry.page_index + 1:
            text = _plain(line.text)
            if text and title and (text in title or title in text):
                return line
    return None


def _plain(text: str) -> str:
    return "".join(character for character in fold(text) if character.isalnum())
