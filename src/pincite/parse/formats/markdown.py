"""Markdown: CommonMark with tables, notes, definition lists, task lists, formulas and a head of facts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from pincite.domain import BlockKind
from pincite.errors import DamagedFileError, ParseLimitError
from pincite.parse.formats.decoding import decoded
from pincite.parse.formats.html import write_html
from pincite.parse.formats.sections import SectionPages
from pincite.parse.formats.text_tables import TextCell, draft_of
from pincite.parse.formats.writer import DocumentWriter, one_line

if TYPE_CHECKING:
    from pincite.parse.files import Source

MOST_BYTES = 16 << 20
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_FACT = re.compile(r"^([A-Za-z][\w-]*)\s*[:=]\s*(.*)$")
_FACT_ITEM = re.compile(r"^\s*-\s+(?:name:\s*)?(.+)$")
_TASK = re.compile(r"^\[([ xX])\]\s+")
_TAG = re.compile(r"<[^>]*>")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_COMMENT = re.compile(r"\A\s*<!--.*-->\s*\Z", re.DOTALL)
_WORDS_OF_HTML = re.compile(r"[^\s<>]")
_DEEPEST = 100
"""Nesting beyond this the parser drops; its own limit of 20 is that of ten lists."""

_MOST_QUOTES = 30
_QUOTES = re.compile(rf"^(?: {{0,3}}>){{{_MOST_QUOTES},}}", re.MULTILINE)
_DONE = {" ": "☐", "x": "☑", "X": "☑"}


def read(source: Source, writer: DocumentWriter) -> None:
    """Read a Markdown file.

    Raises:
        DamagedFileError: if it has no text.
        ParseLimitError: if it is too large.
    """
    source.require_at_most(MOST_BYTES, "a Markdown file", "Split it, or name it .txt.")
    pages = SectionPages(writer)
    write_markdown(decoded(source.path.read_bytes()).removeprefix("\ufeff"), pages, whole=True)
    if not writer.page_index:
        raise DamagedFileError(f"{source.name} has no text", "Get the file again.")


def write_markdown(text: str, pages: SectionPages, *, whole: bool = False) -> None:
    """Write a text in Markdown.

    Args:
        text: Its source.
        pages: What is written to.
        whole: Whether it is a document of its own, with title and author in its head.
    """
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    # Where links lead is not kept, whatever they name: of those that would run something the words are text like any.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.use(footnote_plugin, move_to_end=False).use(deflist_plugin)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    if whole:
        parser.use(front_matter_plugin)
    parser.options["maxNesting"] = _DEEPEST
    known: dict[str, Any] = {}
    try:
        tokens = parser.parse(
            _QUOTES.sub(lambda found: found[0].replace(" ", "")[:_MOST_QUOTES], text), known
        )
    except RecursionError:
        raise ParseLimitError(
            "lists and quotations in the Markdown text nest too deeply", "Name the file .txt."
        ) from None
    writer = _MarkdownWriter(pages)
    writer.write(tokens, whole=whole)
    writer.write_notes(known)


class _MarkdownWriter:
    """Writes the tokens of a Markdown text as blocks."""

    def __init__(self, pages: SectionPages) -> None:
        self._pages = pages
        self._lists: list[list[int] | None] = []
        """For each open list its next number; None for bullets."""
        self._mark = ""
        self._notes = 0
        self._note = ""
        self._html: list[str] = []
        self._in_term = False
        self._term = ""

    def write(self, tokens: Sequence[Token], *, whole: bool) -> None:
        """Write the tokens; the first heading is the title where nothing else says it."""
        number = 0
        while number < len(tokens):
            token = tokens[number]
            if token.type != "html_block":
                self._flush_html()
            if token.type == "front_matter" and whole:
                self._facts(token.content)
            elif token.type == "heading_open":
                title = inline_text(tokens[number + 1])
                writer = self._pages.writer
                if whole and not writer.title and writer.page_index <= 1 and not writer.page_size:
                    writer.title = title
                self._pages.heading(title, int(token.tag[1:]))
                number += 2
            elif token.type == "table_open":
                number = self._table(tokens, number)
            else:
                self._block(token)
            number += 1
        self._flush_html()

    def write_notes(self, known: dict[str, Any]) -> None:
        """Write the notes that stand within sentences.

        Args:
            known: What the parser found beside the tokens.
        """
        for number, note in sorted(known.get("footnotes", {}).get("list", {}).items()):
            inner = Token("inline", "", 0, children=note.get("tokens") or [])
            if words := inline_text(inner):
                self._pages.text(f"[{number + 1}] {words}", BlockKind.FOOTNOTE)

    def _block(self, token: Token) -> None:
        kind = token.type
        if kind == "inline":
            self._paragraph(token)
        elif kind in ("fence", "code_block"):
            self._pages.lines(token.content, BlockKind.CODE)
        elif kind in ("math_block", "math_block_label"):
            self._pages.text(token.content, BlockKind.FORMULA)
        elif kind == "html_block":
            if not _COMMENT.match(token.content):
                self._html.append(token.content)
        elif kind == "bullet_list_open":
            self._lists.append(None)
        elif kind == "ordered_list_open":
            self._lists.append([int(token.attrs.get("start", 1))])
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            number = self._lists[-1]
            if number is not None:
                self._mark = f"{number[0]}."
                number[0] += 1
        elif kind == "list_item_close":
            self._mark = ""
        elif kind == "footnote_reference_open":
            self._notes += 1
            self._note = _note_mark(token)
        elif kind == "footnote_reference_close":
            self._notes -= 1
            self._note = ""
        elif kind == "dl_open":
            self._lists.append(None)
        elif kind == "dl_close":
            self._lists.pop()
        elif kind == "dt_open":
            self._in_term = True
        elif kind == "dt_close":
            self._in_term = False

    def _paragraph(self, token: Token) -> None:
        children = token.children or []
        if len(children) == 1 and children[0].type in ("math_inline", "math_inline_double"):
            self._pages.text(children[0].content, BlockKind.FORMULA)
            return
        text = inline_text(token)
        if self._in_term:
            self._term += f"{text}\n"
            return
        # A term and what it means are one block.
        text, self._term = self._term + text, ""
        level = 0
        kind = BlockKind.PARAGRAPH
        if self._notes:
            kind = BlockKind.FOOTNOTE
            if self._note:
                text, self._note = f"{self._note} {text}", ""
        elif self._lists:
            kind, level = BlockKind.LIST_ITEM, len(self._lists)
            text = _TASK.sub(lambda found: f"{_DONE[found[1]]} ", text)
        elif children and all(child.type == "image" for child in children if child.content.strip()):
            kind = BlockKind.CAPTION
        if self._mark:
            text, self._mark = f"{self._mark} {text}", ""
        if "\n" in text:
            self._pages.lines(text, kind, level=level)
        else:
            self._pages.text(text, kind, level=level)

    def _table(self, tokens: Sequence[Token], number: int) -> int:
        """Write a table; gives the place of its end."""
        cells: list[TextCell] = []
        row, column = -1, 0
        while tokens[number].type != "table_close":
            token = tokens[number]
            if token.type == "tr_open":
                row, column = row + 1, 0
            elif token.type == "inline":
                cells.append(TextCell(row, column, one_line(inline_text(token))))
                column += 1
            number += 1
        empty = not any(cell.text for cell in cells if cell.row == 0)
        self._pages.table(draft_of(cells, 0 if empty else 1))
        return number

    def _flush_html(self) -> None:
        """Write blocks of HTML that follow one another: elements that one begins the next may end."""
        source, self._html = "".join(self._html), []
        if _WORDS_OF_HTML.search(_TAG.sub("", source)) or "<img" in source:
            write_html(source, self._pages)

    def _facts(self, content: str) -> None:
        """Title, authors and year from the head: YAML or TOML, of which the simple forms are read."""
        facts: dict[str, list[str]] = {}
        name = ""
        for line in content.splitlines():
            if found := _FACT.match(line):
                name = found[1].lower()
                facts[name] = _values(found[2])
            elif name and (found := _FACT_ITEM.match(line)):
                facts[name] += _values(found[1])
        writer = self._pages.writer
        writer.title = next(iter(facts.get("title", [])), "")
        writer.authors = tuple(facts.get("author") or facts.get("authors") or ())
        dates = facts.get("date") or facts.get("year") or [""]
        if year := _YEAR.search(dates[0] if dates else ""):
            writer.year = int(year[1])


def inline_text(token: Token) -> str:
    """The text of a line of Markdown as it is read: words of links, alternative texts of images, TeX of formulas."""
    parts: list[str] = []
    for child in token.children or []:
        if child.type in ("text", "code_inline", "math_inline", "math_inline_double", "text_special"):
            parts.append(child.content)
        elif child.type == "softbreak":
            parts.append(" ")
        elif child.type == "hardbreak":
            parts.append("\n")
        elif child.type == "image":
            parts.append(inline_text(child))
        elif child.type == "html_inline":
            parts.append("\n" if _BREAK_TAG.fullmatch(child.content) else "")
        elif child.type == "footnote_ref":
            parts.append(_note_mark(child))
    return "\n".join(" ".join(line.split()) for line in "".join(parts).split("\n")).strip()


def _note_mark(token: Token) -> str:
    label = token.meta.get("label")
    return f"[{label if label is not None else token.meta.get('id', 0) + 1}]"


def _values(text: str) -> list[str]:
    """Values as YAML and TOML write them on one line: bare, quoted, or a list in brackets."""
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [value for one in text[1:-1].split(",") for value in _values(one)]
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return [text] if text and text not in ("|", ">", "null", "~") else []
