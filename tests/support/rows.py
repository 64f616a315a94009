"""What a document's tables say, row by row."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.domain import Block, BlockKind, Page, ParsedDocument
from pincite.parse.formats.grids import draft
from pincite.parse.formats.writer import DocumentWriter
from pincite.tables import Heads, Row, read_table


def rows_of(pages: Iterable[Page]) -> list[tuple[Page, int | None, Row]]:
    """Each row of all tables that has values, with its page and its number in the file."""
    found: list[tuple[Page, int | None, Row]] = []
    heads: Heads | None = None
    for page in pages:
        for block in page.blocks:
            if block.table is None:
                continue
            rows, heads = read_table(page.text, block, block.table, heads)
            numbers = {cell.start: cell.row for cell in block.table.cells}
            for row in rows:
                if row.role == "values":
                    first = block.table.first_row
                    found.append((page, None if first is None else first + numbers[row.start], row))
    return found


def readings(document: ParsedDocument) -> list[str]:
    """Each row as it is read out."""
    return [row.reading() for _, _, row in rows_of(document.pages)]


def numbered(document: ParsedDocument) -> dict[int, str]:
    """Each row as it is read out, by its number."""
    return {number: row.reading() for _, number, row in rows_of(document.pages) if number is not None}


def texts(document: ParsedDocument, kind: BlockKind) -> list[str]:
    """The blocks of a kind."""
    return [
        page.text[block.start : block.end]
        for page in document.pages
        for block in page.blocks
        if block.kind is kind
    ]


def codes(document: ParsedDocument) -> list[str]:
    """Codes of its notices."""
    return [notice.code for notice in document.notices]


def grid_page(
    rows: list[list[str]], spans: dict[tuple[int, int], tuple[int, int]] | None = None, *, data: bool = False
) -> tuple[Page, Block]:
    """A page that holds a raw grid, and the grid's block."""
    pages: list[Page] = []
    writer = DocumentWriter("text/csv", pages.append)
    writer.page("rows 1")
    table, caption, unit = draft(rows, spans, data=data)
    writer.table(table, caption=caption, unit=unit)
    writer.finish()
    return pages[0], pages[0].blocks[-1]
