"""The grid of a table of Word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.parse.formats.markup import Element
from pincite.parse.formats.text_tables import MOST_COLUMNS
from pincite.parse.formats.word_styles import VAL, Styles, W, is_on

_LONG = 400
"""Characters of a cell beside which others are only placed."""

_FIRST_ROW = 0x20
_PLAIN_FILLS = frozenset({"", "auto", "ffffff"})


@dataclass(slots=True)
class WordCell:
    """A cell at its place; see `TextCell`."""

    element: Element
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    shaded: bool = False


class WordTable:
    """The cells of a table.

    Args:
        element: The table.

    Attributes:
        element: The table.
        cells: By row, then by column, without those that continue the one above.
        deleted: Who deleted which row, while changes were tracked.
        heads: So many first rows are marked as head.
    """

    def __init__(self, element: Element) -> None:
        self.element = element
        self.cells: list[WordCell] = []
        self.deleted: list[tuple[str, Element]] = []
        self.heads = 0
        # The cell that goes on downwards in each column.
        tall: dict[int, WordCell] = {}
        number = 0
        for row in _children(element, f"{W}tr"):
            gone = row.find(f"{W}trPr/{W}del")
            if gone is not None:
                self.deleted.append((gone.get(f"{W}author", ""), row))
                continue
            if self.heads == number and is_on(row.find(f"{W}trPr"), "tblHeader"):
                self.heads += 1
            tall = self._read_row(row, number, tall)
            number += 1

    def _read_row(self, row: Element, number: int, above: dict[int, WordCell]) -> dict[int, WordCell]:
        tall: dict[int, WordCell] = {}
        column = _count(row.find(f"{W}trPr/{W}gridBefore"), 0)
        for element in _children(row, f"{W}tc"):
            properties = element.find(f"{W}tcPr")
            columns, merge = 1, None
            if properties is not None:
                columns = max(1, _count(properties.find(f"{W}gridSpan"), 1))
                merge = properties.find(f"{W}vMerge")
            if column + columns > MOST_COLUMNS:
                columns = 1
            upper = above.get(column)
            if merge is not None and merge.get(VAL) != "restart" and upper is not None:
                upper.rows += 1
                tall[column] = upper
            else:
                cell = WordCell(element, number, column, 1, columns, _is_shaded(properties))
                self.cells.append(cell)
                if merge is not None:
                    tall[column] = cell
            column += columns
        return tall

    @property
    def is_layout(self) -> bool:
        """Whether it only places text: one cell or column, tables within tables, long texts side by side."""
        if not any(cell.column for cell in self.cells):
            return True
        nested = [cell for cell in self.cells if next(cell.element.iter(f"{W}tbl"), None) is not None]
        if nested and 2 * len(nested) >= len(self.cells):
            return True
        texts = {id(cell): _raw(cell.element) for cell in self.cells if cell.row < 2}
        filled = [cell for cell in self.cells if cell.row or texts[id(cell)].strip()]
        one_row = not any(cell.row for cell in self.cells)
        return len(filled) < 2 or (one_row and any(len(text) > _LONG for text in texts.values()))


def head_rows(table: WordTable, styles: Styles) -> int | None:
    """How many first rows the file says are the head; None where it does not say it."""
    if table.heads:
        return table.heads
    look = table.element.find(f"{W}tblPr/{W}tblLook")
    style = table.element.find(f"{W}tblPr/{W}tblStyle")
    if look is None or style is None or not styles.marks_first_row(style.get(VAL, "")):
        return None
    first = look.get(f"{W}firstRow")
    if first is None:
        try:
            marked = bool(int(look.get(VAL, "0"), 16) & _FIRST_ROW)
        except ValueError:
            marked = False
        return 1 if marked else None
    return 1 if first in ("1", "true", "on") else None


def _children(element: Element, tag: str) -> Iterator[Element]:
    """Rows or cells, also those within content controls."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins"):
            yield from _children(child, tag)


def _raw(element: Element) -> str:
    return "".join(text.text or "" for text in element.iter(f"{W}t"))


def _count(element: Element | None, otherwise: int) -> int:
    text = "" if element is None else element.get(VAL, "")
    return min(int(text), MOST_COLUMNS) if text.isdecimal() and len(text) < 9 else otherwise


def _is_shaded(properties: Element | None) -> bool:
    shade = None if properties is None else properties.find(f"{W}shd")
    return shade is not None and shade.get(f"{W}fill", "").lower() not in _PLAIN_FILLS
