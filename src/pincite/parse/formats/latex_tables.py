"""Tables of LaTeX source → grids with heads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pincite.parse.formats.latex_text import argument
from pincite.parse.formats.text_tables import MOST_COLUMNS, TextCell, draft_of
from pincite.parse.formats.writer import TableDraft

_RULE = re.compile(
    r"\\(?:(?P<rule>hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|endlastfoot)\b|"
    r"(?:cmidrule|cline)\b(?:\([^)]*\))?\s*\{[^}]*\})"
)
_OVER = re.compile(r"\s*\\(?P<kind>multicolumn|multirow)\*?\s*")
_CAPTION = re.compile(r"\\caption\*?\s*(?=[\[{])")
_MOST_HEAD_ROWS = 3


def latex_table(name: str, source: str, plain: Callable[[str], str]) -> tuple[TableDraft, str]:
    """A table and the caption within it.

    Args:
        name: Of its environment.
        source: What is in that, arguments first.
        plain: Gives the words of source.
    """
    source = _behind_arguments(name, source)
    caption = ""
    if found := _CAPTION.search(source):
        start = (
            argument(source, found.end(), "[]")[1]
            if source[found.end() : found.end() + 1] == "["
            else found.end()
        )
        text, end = argument(source, start)
        caption = plain(text)
        source = source[: found.start()] + source[end:]
    cells: list[TextCell] = []
    ruled: list[int] = []
    row = 0
    for line in _split(source, "\\\\"):
        if any(found["rule"] for found in _RULE.finditer(line)):
            ruled.append(row)
        texts = _RULE.sub("", re.sub(r"^\s*\[[\d.]+\w+\]", "", line))
        if texts.strip():
            cells += _row(texts, row, plain)
            row += 1
    # What stands above the first rule within the table is its head.
    within = next((number for number in ruled if 0 < number < row), 0)
    return draft_of(cells, within if 0 < within <= _MOST_HEAD_ROWS else None), caption


def _row(source: str, row: int, plain: Callable[[str], str]) -> Iterator[TextCell]:
    column = 0
    for text in _split(source, "&"):
        if column >= MOST_COLUMNS:
            return
        rows = columns = 1
        while found := _OVER.match(text):
            count, position = argument(text, found.end())
            _, position = argument(text, position)
            inner, end = argument(text, position)
            number = int(count) if count.strip().isdigit() and len(count) < 5 else 1
            if found["kind"] == "multicolumn":
                columns = max(1, min(number, MOST_COLUMNS))
            else:
                rows = max(1, number)
            text = inner + text[end:]
        yield TextCell(row, column, plain(text).replace("\n", " "), rows, columns)
        column += columns


def _split(source: str, mark: str) -> Iterator[str]:
    """The source divided at a mark that stands in no braces and no inner environment."""
    depth = start = place = 0
    while place < len(source):
        if source.startswith(mark, place) and depth == 0:
            yield source[start:place]
            place += len(mark)
            start = place
            continue
        if source[place] == "\\":
            depth += source.startswith("\\begin{", place) - source.startswith("\\end{", place)
            place += 2
            continue
        depth += (source[place] == "{") - (source[place] == "}")
        place += 1
    yield source[start:]


def _behind_arguments(name: str, source: str) -> str:
    position = 0
    for _ in range(2 if name in ("tabularx", "tabulary", "xltabular") else 1):
        if source[position : position + 1] == "[":
            _, position = argument(source, position, "[]")
        _, position = argument(source, position)
    return source[position:]
