"""What holds of every parsed document, whatever the file."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator

import numpy as np

from pincite.chunking import make_chunks
from pincite.config import ChunkSettings
from pincite.domain import Block, BlockKind, Page, ParsedDocument, Table

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def violations(document: ParsedDocument) -> list[str]:
    """Sentences about what does not hold; empty when all does."""
    found = list(_of_document(document))
    for number, page in enumerate(document.pages, start=1):
        if page.index != number:
            found.append(f"page {number} says it is page {page.index}")
        found += [f"page {number}: {fault}" for fault in _of_page(page)]
    if not found:
        found += _of_chunks(document)
    return found


def _of_document(document: ParsedDocument) -> Iterator[str]:
    count = len(document.pages)
    if not count:
        yield "no pages"
    facts = document.facts
    texts = [
        document.title,
        *document.authors,
        facts.abstract,
        facts.doi,
        facts.arxiv_id,
        facts.venue,
        *facts.affiliations,
    ]
    texts += [entry.title for entry in document.outline] + [
        attachment.name for attachment in facts.attachments
    ]
    for text in texts:
        if _CONTROLS.search(text):
            yield f"control characters in {text[:40]!r}"
    if document.year is not None and not 1000 <= document.year <= 3000:
        yield f"year {document.year}"
    for entry in document.outline:
        if not 1 <= entry.page_index <= count or entry.level < 1:
            yield f"outline entry on page {entry.page_index} of level {entry.level}"
    for notice in document.notices:
        if not notice.message or any(not 1 <= page <= count for page in notice.pages):
            yield f"notice {notice.code} about pages {notice.pages}"


def _of_page(page: Page) -> Iterator[str]:
    text = page.text
    if _CONTROLS.search(text) or _CONTROLS.search(page.label):
        yield f"control characters: {_CONTROLS.findall(text)[:5]}"
    if not unicodedata.is_normalized("NFC", text):
        yield "text is not composed (NFC)"
    without_places = page.width == page.height == 0 and not page.boxes.any()
    if not without_places and not (0 < page.width < math.inf and 0 < page.height < math.inf):
        yield f"size {page.width} by {page.height}"
    boxes = page.boxes
    if boxes.shape != (len(text), 4) or boxes.dtype != np.uint16:
        yield f"boxes {boxes.shape} {boxes.dtype} for {len(text)} characters"
        return
    if len(text) and ((boxes[:, 0] > boxes[:, 2]) | (boxes[:, 1] > boxes[:, 3])).any():
        yield "a box ends before it begins"
    end = 0
    for block in page.blocks:
        if not end <= block.start < block.end <= len(text):
            yield f"block {block.start}:{block.end} after {end} of {len(text)}"
            return
        if text[end : block.start].strip():
            yield f"text outside of blocks: {text[end : block.start][:40]!r}"
        end = block.end
        yield from _of_block(page, block)
    if text[end:].strip():
        yield f"text after the last block: {text[end:][:40]!r}"


def _of_block(page: Page, block: Block) -> Iterator[str]:
    where = f"block {block.start}:{block.end}"
    if block.joint not in (None, " ", ""):
        yield f"{where}: joint {block.joint!r}"
    if block.level < 0 or (block.kind is BlockKind.HEADING and block.level < 1):
        yield f"{where}: level {block.level}"
    if any(_CONTROLS.search(title) or not title.strip() for title in block.section):
        yield f"{where}: section {block.section}"
    for frame in page.rectangles(block.start, block.end):
        if not (0 <= frame.x0 <= frame.x1 <= 1 and 0 <= frame.y0 <= frame.y1 <= 1):
            yield f"{where}: frame {frame}"
    if block.table is not None:
        yield from (f"{where}: {fault}" for fault in _of_table(page, block, block.table))


def _of_table(page: Page, block: Block, table: Table) -> Iterator[str]:
    rows = max((cell.row + cell.rows for cell in table.cells), default=0)
    for cell in table.cells:
        if min(cell.row, cell.column) < 0 or min(cell.rows, cell.columns) < 1:
            yield f"cell at {cell.row},{cell.column} over {cell.rows},{cell.columns}"
        if not block.start <= cell.start < cell.end <= block.end:
            yield f"cell {cell.start}:{cell.end} outside of its block"
    places = [(cell.row, cell.column) for cell in table.cells]
    if places != sorted(set(places)):
        yield "cells are not in order"
    if not 0 <= table.head_rows <= rows or table.label_columns < 0:
        yield f"{table.head_rows} head rows of {rows}, {table.label_columns} label columns"
    if any(not -1 <= parent < rows for parent in table.parents):
        yield f"parents {table.parents}"
    for name, place in (("caption", table.caption), ("unit", table.unit)):
        if place is not None and not 0 <= place[0] < place[1] <= len(page.text):
            yield f"{name} at {place}"


def _of_chunks(document: ParsedDocument) -> Iterator[str]:
    """Every sentence stands on its pages, word by word."""
    chunks = make_chunks(document.pages, lambda texts: [len(t) // 4 + 1 for t in texts], ChunkSettings())
    for chunk in chunks:
        for sentence in chunk.sentences:
            if sentence.reading:
                continue
            pieces = [document.pages[s.page_index - 1].text[s.start : s.end] for s in sentence.spans]
            text = chunk.text[sentence.start : sentence.end]
            if "".join("".join(pieces).split()) != "".join(text.split()):
                yield f"a sentence that is not on its page: {text[:60]!r}"
