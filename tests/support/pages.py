"""Pages made of blocks, without a PDF."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.domain import Block, BlockKind, Page


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
