"""What a reader made of a file, written down so that a test can say it at a glance."""

from __future__ import annotations

from pathlib import Path

from pincite.domain import BlockKind, Page, ParsedDocument
from pincite.parse.files import read_file
from pincite.tables import read_table


def read_bytes(folder: Path, name: str, content: bytes | str) -> ParsedDocument:
    """Read a file of this name and content; checks what holds of every page."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    document = read_file(path)
    for page in document.pages:
        check_page(page)
    return document


def check_page(page: Page) -> None:
    """Blocks are in order, do not overlap, and cover all text but white space."""
    position = 0
    for block in page.blocks:
        assert block.start >= position
        assert not page.text[position : block.start].strip()
        assert page.text[block.start : block.end].strip()
        position = block.end
    assert not page.text[position:].strip()
    assert len(page.boxes) == len(page.text)


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    """Kind and text of every block, in order."""
    return [block for page in document.pages for block in blocks_of(page)]


def blocks_of(page: Page) -> list[tuple[str, str]]:
    """Kind and text of every block of a page, in order."""
    return [(block.kind.value, page.text[block.start : block.end]) for block in page.blocks]


def texts(document: ParsedDocument) -> list[str]:
    """Texts of all blocks."""
    return [text for _, text in blocks(document)]


def labels(document: ParsedDocument) -> list[str]:
    """Labels of the pages."""
    return [page.label for page in document.pages]


def sections(document: ParsedDocument) -> dict[str, tuple[str, ...]]:
    """For each block's text the headings it stands under."""
    return {
        page.text[block.start : block.end]: block.section for page in document.pages for block in page.blocks
    }


def codes(document: ParsedDocument) -> list[str]:
    """Codes of the notices."""
    return [notice.code for notice in document.notices]


def readings(document: ParsedDocument) -> list[str]:
    """Every row of every table as it is read out, heads aside."""
    found: list[str] = []
    heads = None
    for page in document.pages:
        for block in page.blocks:
            if block.kind is BlockKind.TABLE and block.table is not None:
                rows, heads = read_table(page.text, block, block.table, heads)
                found += [row.reading() for row in rows if row.role != "head"]
    return found
