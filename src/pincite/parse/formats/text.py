"""Plain text: paragraphs, lists, headings where they are sure, with the lines of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError
from pincite.parse.formats.text_lines import Line, LinePage, blank_before, line_pages, read_lines
from pincite.parse.formats.writer import DocumentWriter

if TYPE_CHECKING:
    from pincite.parse.files import Source

_RULE = re.compile(r"^\s*([=\-~^\"'`#*+.:_])\1{2,}\s*$")
_CHAPTER = re.compile(
    r"^\s*(?:(?P<part>part|book|volume|teil|buch|livre|partie|parte|libro|act)|chapter|section|article|appendix|canto|letter|"
    r"scene|kapitel|abschnitt|anhang|chapitre|capítulo|capitolo|глава|часть)\s+(?:the\s+)?"
    r"(?:[ivxlcdm]+|\d+|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|last)\b[.:)—–-]*(?:\s.*)?$",
    re.IGNORECASE,
)
_CHAPTER_CJK = re.compile(r"^\s*第[0-9〇一二三四五六七八九十百千]+[章節节回部編编]")
_ALONE = re.compile(
    r"^\s*(?:abstract|contents|table of contents|preface|foreword|introduction|prologue|epilogue|conclusions?|"
    r"acknowledge?ments|references|bibliography|glossary|index|vorwort|einleitung|inhalt|préface|prólogo)\s*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+(?=[^\W\d_])")
_LIST_ITEM = re.compile(r"^\s*(?:[-*•‣◦▪+–]|\(?\d{1,3}[.)]|\(?[a-z]\)|\([ivx]+\))\s+\S")
_LEADER = re.compile(r"(?:\. ?){4,}\s*\w{1,6}\s*$|…{2,}\s*\d+\s*$")
_PAGE_MARK = re.compile(r"(?:\[page\s+\w+\]|^\s*(?:page\s+)?[-–—]?\s*\d{1,5}\s*[-–—]?)\s*$", re.IGNORECASE)
_COLUMNS = re.compile(r"\S(?: {3,}|\t+ *)\S|^\s*[|+][-=+|\s\w]")
_STAMP = re.compile(
    r"^\s*(?:\[|<\d+>|\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d:\d\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\s+"
    r"\d{1,2}\s+\d\d:|(?:debug|info|warn(?:ing)?|error|fatal|trace)\b)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"^\s*[^\W\d_][\w .()/-]{0,30}:\s+\S")
_SENTENCE_END = re.compile(r"[.!?;:,…。！？]['\"”’)]*\s*$")
_GUTENBERG = re.compile(r"project gutenberg", re.IGNORECASE)
_TITLE = re.compile(r"^title:\s+(\S.*)$", re.IGNORECASE)
_AUTHOR = re.compile(r"^author:\s+(\S.*)$", re.IGNORECASE)

_LONGEST_HEADING = 80
_LONG_LINE = 120
_PART, _CHAPTER_LEVEL, _CAPITALS = 1, 2, 3
"""Levels of headings that no numbers tell."""


def read(source: Source, writer: DocumentWriter) -> None:
    """Read plain text.

    Raises:
        DamagedFileError: if it holds nothing but white space.
    """
    reader = _TextReader(writer)
    pages = line_pages(read_lines(source.path, writer), source.path.stat().st_size, blank_before)
    before: LinePage | None = None
    waiting: LinePage | None = None
    for page in chain(pages, [None]):
        if waiting is not None:
            reader.write(waiting, before, page)
        before, waiting = waiting, page
    if not writer.page_index:
        raise DamagedFileError(f"{source.name} holds nothing but white space", "Get the file again.")


class _TextReader:
    """Writes pages of plain text."""

    def __init__(self, writer: DocumentWriter) -> None:
        self._writer = writer
        self._rules: list[str] = []
        self._number = 0
        """Of the last line that was written on this page."""

    def write(self, page: LinePage, before: LinePage | None, after: LinePage | None) -> None:
        """Write a page; those before and after tell what stands on each."""
        first = not self._writer.page_index
        self._writer.page(page.label)
        self._number = page.lines[0].number
        if first:
            self._facts(page.lines)
        lines = page.lines
        head, foot = _running(page, before, after)
        if head:
            self._add(lines[:1], BlockKind.RUNNING_HEAD)
            lines = lines[1:]
        joint = lines[0].joint if lines else None
        if (
            before is not None
            and lines
            and not lines[0].piece
            and (before.goes_on or _continues(before, page))
        ):
            joint = " "
        ending = lines[-1:] if foot else []
        for run in _runs(lines[:-1] if foot else lines):
            self._run(run, joint)
            joint = None
        self._add(ending, BlockKind.RUNNING_HEAD)

    def _facts(self, lines: Sequence[Line]) -> None:
        """Title and author where the file begins with a description as those of Project Gutenberg do."""
        if any(_GUTENBERG.search(line.text) for line in lines[:5]):
            for line in lines:
                if (found := _TITLE.match(line.text)) and not self._writer.title:
                    self._writer.title = found[1]
                elif (found := _AUTHOR.match(line.text)) and not self._writer.authors:
                    self._writer.authors = (found[1],)

    def _run(self, run: Sequence[Line], joint: str | None) -> None:
        """Write lines without an empty one between them."""
        taken = self._headings(run)
        run = run[taken:]
        if not run:
            return
        texts = [line.text for line in run]
        if _most(_LEADER, texts, 0.6):
            self._add(run, BlockKind.CONTENTS)
        elif len(run) > 1 and (_most(_COLUMNS, texts, 0.5) or _most(_STAMP, texts, 0.6)):
            self._add(run, BlockKind.CODE)
        elif _LIST_ITEM.match(texts[0]) or sum(bool(_LIST_ITEM.match(text)) for text in texts) > 1:
            for item in _items(run):
                kind = BlockKind.LIST_ITEM if _LIST_ITEM.match(item[0].text) else BlockKind.PARAGRAPH
                self._add(item, kind, joint)
        elif len(run) > 1 and (_most(_FIELD, texts, 0.6) or sum(map(len, texts)) > _LONG_LINE * len(texts)):
            for line in run:
                self._add([line], BlockKind.PARAGRAPH)
        else:
            self._add(run, BlockKind.PARAGRAPH, joint)

    def _headings(self, run: Sequence[Line]) -> int:
        """Write the headings that lines begin with; gives the number of lines that are done."""
        texts = [line.text for line in run[:3]]
        if len(texts) == 3 and _is_rule(texts[0], texts[1]) and texts[0].strip() == texts[2].strip():
            self._add(run[:1], BlockKind.RUNNING_HEAD)
            self._add(run[1:2], BlockKind.HEADING, level=self._rule_level(f"{texts[0].strip()[0]} above"))
            self._add(run[2:3], BlockKind.RUNNING_HEAD)
            return 3
        if len(texts) > 1 and _is_rule(texts[1], texts[0]):
            self._add(run[:1], BlockKind.HEADING, level=self._rule_level(texts[1].strip()[0]))
            self._add(run[1:2], BlockKind.RUNNING_HEAD)
            return 2
        if len(run) == 1 and (level := _heading_level(texts[0])):
            self._add(run, BlockKind.HEADING, level=level)
            return 1
        if len(run) == 1 and _RULE.match(texts[0]):
            self._add(run, BlockKind.RUNNING_HEAD)
            return 1
        return 0

    def _rule_level(self, rule: str) -> int:
        """Level of a heading that is underlined so: in the order in which they first occur."""
        if rule not in self._rules:
            self._rules.append(rule)
        return self._rules.index(rule) + 1

    def _add(self, lines: Sequence[Line], kind: BlockKind, joint: str | None = None, level: int = 0) -> None:
        if not lines:
            return
        text = "\n".join(line.text.rstrip() for line in lines)
        if kind is BlockKind.HEADING and not self._writer.title and not self._writer.page_size:
            self._writer.title = text if self._writer.page_index == 1 else ""
        self._writer.lines(text, kind, level=level, gap=lines[0].number - self._number, joint=joint)
        self._number = lines[-1].number


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    run: list[Line] = []
    for line in lines:
        if line.text.strip():
            run.append(line)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _items(run: Sequence[Line]) -> Iterator[list[Line]]:
    """The items of a list with the lines that go on with them."""
    item: list[Line] = []
    for line in run:
        if item and _LIST_ITEM.match(line.text):
            yield item
            item = []
        item.append(line)
    yield item


def _most(pattern: re.Pattern[str], texts: Sequence[str], share: float) -> bool:
    return sum(bool(pattern.search(text)) for text in texts) >= share * len(texts)


def _is_rule(rule: str, title: str) -> bool:
    """Whether a line underlines the other, which is a heading then."""
    found = _RULE.match(rule)
    title = title.strip()
    if not found or not title or len(title) > _LONGEST_HEADING or _RULE.match(title):
        return False
    return len(rule.strip()) >= 0.6 * len(title) and any(letter.isalnum() for letter in title)


def _heading_level(text: str) -> int:
    """Level of a line that stands alone and is a heading for sure; 0 for others."""
    title = text.strip()
    if not title or len(title) > _LONGEST_HEADING:
        return 0
    if (found := _CHAPTER.match(title)) and not _SENTENCE_END.search(title[-1:].strip(".:")):
        return _PART if found["part"] else _CHAPTER_LEVEL
    if _CHAPTER_CJK.match(title) or _ALONE.match(title):
        return _CHAPTER_LEVEL
    if _SENTENCE_END.search(title) or text[:1].isspace():
        return 0
    if found := _NUMBERED.match(title):
        return found[1].count(".") + 1
    letters = [letter for letter in title if letter.isalpha()]
    capitals = len(letters) >= 5 and all(letter.isupper() for letter in letters)
    return _CAPITALS if capitals and len(letters) >= 0.6 * len(title.replace(" ", "")) else 0


def _running(page: LinePage, before: LinePage | None, after: LinePage | None) -> tuple[bool, bool]:
    """Whether the first and the last line of a page that the file itself begins stand on each of its pages."""
    own = [other for other in (before, after) if other is not None and other.own]
    if not page.own or not own or len(page.lines) < 3:
        return False, False
    head, foot = _shape(page.lines[0]), _shape(page.lines[-1])
    return (
        any(_shape(other.lines[0]) == head for other in own) and bool(head),
        bool(_PAGE_MARK.search(page.lines[-1].text))
        or (bool(foot) and any(_shape(other.lines[-1]) == foot for other in own)),
    )


def _shape(line: Line) -> str:
    """A line without its numbers, which differ from page to page."""
    return " ".join(re.sub(r"\d+", "#", line.text).split())


def _continues(before: LinePage, page: LinePage) -> bool:
    """Whether a sentence goes on over a page that the file itself begins."""
    if not page.own:
        return False
    texts = [line.text.strip() for line in before.lines if line.text.strip()]
    ending = next((text for text in reversed(texts) if not _PAGE_MARK.search(text)), "")
    beginning = next((line.text.strip() for line in page.lines[1:] if line.text.strip()), "")
    return bool(ending) and not _SENTENCE_END.search(ending) and beginning[:1].islower()
