"""The elements of an HTML page → headings, paragraphs, lists, tables, code, captions, notes."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain import BlockKind
from pincite.parse.formats.html_tables import is_layout, table_draft
from pincite.parse.formats.html_tree import TEXT, Node, attribute, text_of, walk
from pincite.parse.formats.html_words import (
    BREAK,
    alternative,
    drawing,
    formula,
    settled,
    special_words,
    words_of,
)
from pincite.parse.formats.sections import SectionPages

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure
    footer form header hgroup hr html legend li main menu nav ol p search section summary table tbody td textarea tfoot
    th thead tr ul""".split()
)
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_NOTE_ROLES = frozenset({"doc-footnote", "doc-endnote", "footnote", "endnote", "rearnote"})
_NOTE_LISTS = frozenset({"doc-endnotes", "footnotes", "endnotes", "rearnotes"})
_REFERENCE_LISTS = frozenset({"doc-bibliography", "bibliography", "references", "reflist"})
_PAGE_BREAKS = frozenset({"doc-pagebreak", "pagebreak"})


@dataclass(slots=True)
class _List:
    """An open list: its kind of numbers, "" for none, and the next of them."""

    numbers: str
    number: int
    step: int = 1


class BlockMaker:
    """Writes the content of elements as blocks.

    Args:
        pages: What is written to.
        left_out: Marks of the elements that are not text.
    """

    def __init__(self, pages: SectionPages, left_out: set[int]) -> None:
        self._pages = pages
        self._left_out = left_out
        self._parts: list[str] = []
        self._pictures = 0
        """How many of the parts are what pictures say."""
        self._kinds: list[tuple[int, BlockKind, int]] = []
        self._lists: list[_List] = []
        self._mark = ""
        self._term = False

    def write(self, root: Node) -> None:
        """Write what is in an element."""
        walk(root, self._enter, self._leave)
        self._flush()

    def _enter(self, node: Node) -> bool:
        tag = node.tag or ""
        if tag == TEXT:
            self._parts.append(text_of(node).replace(BREAK, " "))
            return False
        if not node.is_element_node or node.mem_id in self._left_out:
            return False
        if tag == "br":
            self._parts.append(BREAK)
            return False
        if self._printed_page(node):
            return True
        role = attribute(node, "role")
        if tag in _HEADINGS or (role == "heading" and tag in _BLOCKS):
            self._heading(node, _HEADINGS.get(tag) or _level(attribute(node, "aria-level")))
            return False
        if tag == "pre":
            self._flush()
            self._pages.lines(_raw(node, self._left_out), BlockKind.CODE)
            return False
        if tag == "table" and not is_layout(node):
            self._table(node)
            return False
        if tag in ("img", "svg", "math"):
            self._object(node, tag)
            return False
        if (special := special_words(node, self._left_out)) is not None:
            self._parts.append(special)
            return False
        if tag in _BLOCKS:
            self._begin(node, tag, role)
        elif tag == "code" and "\n" in (node.text(deep=True) or "").strip():
            self._flush()
            self._pages.lines(_raw(node, self._left_out), BlockKind.CODE)
            return False
        return True

    def _leave(self, node: Node) -> None:
        tag = node.tag
        if tag not in _BLOCKS:
            return
        if tag == "dt" and _next_element(node) == "dd":
            # A term and what it means are one block.
            self._parts.append(BREAK)
            self._term = True
        else:
            self._flush()
        if tag == "li":
            self._mark = ""
        if tag in _LISTS and self._lists:
            self._lists.pop()
        if self._kinds and self._kinds[-1][0] == node.mem_id:
            self._kinds.pop()

    def _begin(self, node: Node, tag: str, role: str) -> None:
        if not (self._term and tag in ("dd", "p", "div")):
            self._flush()
        if tag in _LISTS:
            self._lists.append(_numbering(node, tag))
        names = {role, *attribute(node, "epub:type").split(), *attribute(node, "class").split()}
        kind = self._kind_of(tag, names)
        if kind is not None:
            self._kinds.append((node.mem_id, kind, len(self._lists)))
        if tag == "li" and self._lists:
            self._mark = _next_mark(self._lists[-1], attribute(node, "value"))

    def _kind_of(self, tag: str, names: set[str]) -> BlockKind | None:
        if names & _NOTE_ROLES or (names & _NOTE_LISTS and tag != "li"):
            return BlockKind.FOOTNOTE
        if names & _REFERENCE_LISTS:
            return BlockKind.REFERENCE
        within = self._kinds[-1][1] if self._kinds else BlockKind.PARAGRAPH
        if within in (BlockKind.FOOTNOTE, BlockKind.REFERENCE):
            return None
        if tag in ("figcaption", "caption"):
            return BlockKind.CAPTION
        if tag in ("li", "dt", "dd"):
            return BlockKind.LIST_ITEM
        return None

    def _flush(self) -> None:
        """Write what has been gathered as a block."""
        text = settled("".join(self._parts))
        pictures = self._pictures == sum(1 for part in self._parts if part.strip())
        self._parts, self._pictures, self._term = [], 0, False
        if not text:
            return
        _, kind, level = self._kinds[-1] if self._kinds else (0, BlockKind.PARAGRAPH, 0)
        if pictures and kind is BlockKind.PARAGRAPH:
            kind = BlockKind.CAPTION
        if self._mark:
            text, self._mark = f"{self._mark} {text}", ""
        level = max(1, level) if kind is BlockKind.LIST_ITEM else 0
        if "\n" in text:
            self._pages.lines(text, kind, level=level)
        else:
            self._pages.text(text, kind, level=level)

    def _heading(self, node: Node, level: int) -> None:
        self._flush()
        self._pages.heading(words_of(node, self._left_out), level)

    def _table(self, node: Node) -> None:
        self._flush()
        draft, caption = table_draft(node, self._left_out)
        self._pages.table(draft, caption=caption)

    def _object(self, node: Node, tag: str) -> None:
        """A picture, a drawing or a formula: within a line, or a block of its own."""
        if tag == "math":
            if attribute(node, "display") == "block":
                self._flush()
                self._pages.text(formula(node), BlockKind.FORMULA)
            else:
                self._parts.append(f" {formula(node)} ")
            return
        text = alternative(node) if tag == "img" else ". ".join(drawing(node))
        if text:
            self._parts.append(f" {text} ")
            self._pictures += 1

    def _printed_page(self, node: Node) -> bool:
        """Whether it marks where a page of the printed book begins."""
        kinds = {attribute(node, "role"), *attribute(node, "epub:type").split()}
        if not kinds & _PAGE_BREAKS:
            return False
        label = attribute(node, "title") or attribute(node, "aria-label") or words_of(node)
        going_on = bool(settled("".join(self._parts)))
        self._flush()
        self._pages.printed_page(label, goes_on=going_on)
        self._left_out.add(node.mem_id)
        return True


def _level(text: str) -> int:
    return int(text) if text.isdigit() and len(text) == 1 else 2


def _next_element(node: Node) -> str:
    following = node.next
    while following is not None and not following.is_element_node:
        following = following.next
    return (following.tag or "") if following is not None else ""


def _raw(node: Node, left_out: set[int]) -> str:
    """Text with its own lines."""
    parts: list[str] = []

    def enter(inner: Node) -> bool:
        if inner.tag == TEXT:
            parts.append(text_of(inner))
        elif inner.tag == "br":
            parts.append("\n")
        return inner.mem_id not in left_out

    walk(node, enter, lambda inner: None)
    return "".join(parts)


def _numbering(node: Node, tag: str) -> _List:
    if tag != "ol":
        return _List("", 0)
    start = attribute(node, "start")
    first = int(start) if start.lstrip("-").isdigit() and len(start) < 7 else 1
    if "reversed" in node.attributes:
        items = sum(child.tag == "li" for child in node.iter())
        return _List(attribute(node, "type") or "1", first if start else items, -1)
    return _List(attribute(node, "type") or "1", first)


def _next_mark(own: _List, value: str) -> str:
    if not own.numbers:
        return ""
    if value.isdigit() and len(value) < 7:
        own.number = int(value)
    number = own.number
    own.number += own.step
    if own.numbers in ("a", "A") and 1 <= number <= 26:
        letter = chr(ord("a") + number - 1)
        return f"{letter if own.numbers == 'a' else letter.upper()}."
    if own.numbers in ("i", "I") and 1 <= number < 4000:
        roman = _roman(number)
        return f"{roman if own.numbers == 'i' else roman.upper()}."
    return f"{number}."


def _roman(number: int) -> str:
    text = ""
    for value, letters in (
        (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
        (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
    ):  # fmt: skip
        text += letters * (number // value)
        number %= value
    return text
