"""Pages made of blocks, without a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pincite.domain import Block, BlockKind, Cell, Page, Table


def make_page(
    index: int, blocks: Sequence[tuple[BlockKind, str] | Block], *, texts: Sequence[str] = ()
) -> Page:
    """A page whose blocks stand one below the other, separated by blank lines.

    Args:
        index: Its index.
        blocks: Kind and text of each; or blocks whose offsets are ignored, with `texts` beside.
        texts: The texts, where `blocks` are blocks.
    """
    parts: list[str] = []
    made: list[Block] = []
    position = 0
    for number, item in enumerate(blocks):
        if isinstance(item, Block):
            text = texts[number]
            block = Block(item.kind, position, position + len(text), item.level, item.section, item.joint)
        else:
            kind, text = item
            block = Block(kind, position, position + len(text))
        made.append(block)
        parts.append(text)
        position += len(text) + 2
    text = "\n\n".join(parts)
    boxes = np.zeros((len(text), 4), np.uint16)
    # Ten characters a line, so that rectangles can be told apart.
    for offset, character in enumerate(text):
        if not character.isspace():
            column, line = offset % 10, offset // 10 % 130
            boxes[offset] = (6000 * column, 500 * line, 6000 * column + 6000, 500 * line + 400)
    return Page(index, str(index), text, 600.0, 800.0, boxes, tuple(made))


def count_words(texts: Sequence[str]) -> list[int]:
    """A tokenizer for tests: a word is a token for each ten characters begun."""
    return [sum(-(-len(word) // 10) for word in text.split()) for text in texts]


def make_table_page(
    index: int,
    rows: Sequence[Sequence[str]],
    *,
    before: Sequence[tuple[BlockKind, str]] = (),
    wide: dict[tuple[int, int], int] | None = None,
    tall: dict[tuple[int, int], int] | None = None,
    caption: bool = False,
    unit: str = "",
    **grid: Any,
) -> Page:
    """A page whose last block is a table.

    Args:
        index: Its index.
        rows: Texts of the cells by row and column; "" for no cell.
        before: Kind and text of the blocks above.
        wide: How many columns the cell at (row, column) covers, where more than one.
        tall: How many rows it covers.
        caption: Whether the block above is the caption.
        unit: Words of the block above that say the unit.
        grid: Further attributes of the `Table`.
    """
    text = "\n".join("\t".join(cell for cell in row if cell) for row in rows)
    page = make_page(index, [*before, (BlockKind.TABLE, text)])
    block = page.blocks[-1]
    cells = []
    position = block.start
    for row, columns in enumerate(rows):
        for column, words in enumerate(columns):
            if words:
                sizes = ((tall or {}).get((row, column), 1), (wide or {}).get((row, column), 1))
                cells.append(Cell(row, column, position, position + len(words), *sizes))
                position += len(words) + 1
    above = page.blocks[-2] if before else block
    start = page.text.index(unit)
    table = Table(
        tuple(cells),
        caption=(above.start, above.end) if caption else None,
        unit=(start, start + len(unit)) if unit else None,
        **grid,
    )
    return replace(page, blocks=(*page.blocks[:-1], replace(block, table=table)))
