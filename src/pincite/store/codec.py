"""How values are written into columns, and read back.

Geometry takes most of the care: a page has thousands of boxes of 8 bytes each, and almost all of them can be
foretold from their neighbours and from the text. Only the errors of that forecast are stored, and they are
mostly zero (see `docs/design/store.md` for sizes).
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.domain import (
    Attachment,
    Block,
    BlockKind,
    Boxes,
    Cell,
    DocumentFacts,
    DocumentKind,
    Notice,
    OutlineEntry,
    Sentence,
    Span,
    Table,
)

_BOXES_FORMAT = b"\x01"
_UNSTORABLE = {0: "\ufffd"} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


def storable(text: str) -> str:
    """The text with what a database cannot hold (NUL, lone surrogates) replaced, one for one.

    The length stays the same, so offsets stay right.
    """
    if "\0" not in text:
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            pass
        else:
            return text
    return text.translate(_UNSTORABLE)


def encode_boxes(boxes: Boxes, text: str) -> bytes:
    """Compress the boxes of a page's characters without loss.

    Args:
        boxes: uint16 of shape (len(text), 4): x0, y0, x1, y1.
        text: The page's text; the same is needed for reading.

    Raises:
        ValueError: if there is not one box a character.
    """
    if boxes.shape != (len(text), 4):
        raise ValueError(f"boxes of shape {boxes.shape} do not belong to {len(text)} characters")
    columns = boxes.astype(np.uint16, copy=False)
    inked = np.bitwise_or.reduce(columns, axis=1) != 0
    x0, y0, x1, y1 = columns[inked].T
    width = x1 - x0
    # Arithmetic wraps around at 2^16 throughout, on both sides, so every value survives.
    streams = (
        x0 - np.concatenate((np.zeros(1, np.uint16), x1[:-1])) if len(x0) else x0,
        _differences_within(width, _character_order(text, inked)),
        np.diff(y0, prepend=np.uint16(0)),
        np.diff(y1 - y0, prepend=np.uint16(0)),
    )
    folded = np.concatenate([_fold(stream) for stream in streams])
    # Low bytes first, then high bytes, which are nearly all zero: they compress far better apart.
    planes = folded.view(np.uint8).reshape(-1, 2).T.tobytes() if len(folded) else b""
    # Level 9 saves another 2 % and takes three times as long.
    return _BOXES_FORMAT + zlib.compress(np.packbits(inked).tobytes() + planes, 6)


def decode_boxes(data: bytes, text: str) -> Boxes:
    """The boxes that `encode_boxes` compressed for the same text.

    Raises:
        ValueError: if the data is damaged or belongs to another text.
    """
    if data[:1] != _BOXES_FORMAT:
        raise ValueError("geometry is stored in an unknown form")
    try:
        raw = zlib.decompress(data[1:])
    except zlib.error as error:
        raise ValueError(f"geometry is damaged: {error}") from None
    mask_size = (len(text) + 7) // 8
    inked = np.unpackbits(np.frombuffer(raw[:mask_size], np.uint8), count=len(text)).astype(np.bool_)
    count = int(inked.sum())
    if len(raw) != mask_size + 8 * count:
        raise ValueError("geometry does not belong to this text")
    planes = np.frombuffer(raw[mask_size:], np.uint8).reshape(2, -1).T
    folded = np.ascontiguousarray(planes).view("<u2").reshape(4, count).astype(np.uint16)
    gaps, widths, tops, heights = (_unfold(stream) for stream in folded)
    width = _sums_within(widths, _character_order(text, inked))
    # x0[i] = x1[i-1] + gap[i] and x1[i] = x0[i] + width[i]: x1 is the running sum of gaps and widths.
    x1 = np.cumsum(gaps + width, dtype=np.uint16)
    y0 = np.cumsum(tops, dtype=np.uint16)
    y1 = y0 + np.cumsum(heights, dtype=np.uint16)
    boxes = np.zeros((len(text), 4), np.uint16)
    boxes[inked] = np.stack((x1 - width, y0, x1, y1), axis=1)
    return boxes


def _character_order(text: str, inked: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    # A stable order that brings equal characters together, and where each run of equals begins: the same
    # character is nearly always as wide as it was before.
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")[inked]
    order = np.argsort(codes, kind="stable")
    ordered = codes[order]
    first = np.ones(len(ordered), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return order, first


def _differences_within(
    values: NDArray[np.uint16], groups: tuple[NDArray[np.intp], NDArray[np.bool_]]
) -> NDArray[np.uint16]:
    order, first = groups
    ordered = values[order]
    differences = np.diff(ordered, prepend=np.uint16(0))
    differences[first] = ordered[first]
    result = np.empty_like(values)
    result[order] = differences
    return result


def _sums_within(
    differences: NDArray[np.uint16], groups: tuple[NDArray[np.intp], NDArray[np.bool_]]
) -> NDArray[np.uint16]:
    order, first = groups
    ordered = differences[order]
    total = np.cumsum(ordered, dtype=np.uint16)
    before = total - ordered
    starts = np.flatnonzero(first)
    lengths = np.diff(starts, append=len(ordered))
    result = np.empty_like(differences)
    result[order] = total - np.repeat(before[starts], lengths)
    return result


def _fold(values: NDArray[np.uint16]) -> NDArray[np.uint16]:
    # Small negative numbers become small odd ones, so that their high byte is zero as well.
    signed = values.astype(np.uint16).view(np.int16)
    return ((signed << 1) ^ (signed >> 15)).view(np.uint16).astype("<u2")


def _unfold(values: NDArray[np.uint16]) -> NDArray[np.uint16]:
    signs = (values & 1) * np.uint16(0xFFFF)
    unfolded: NDArray[np.uint16] = np.bitwise_xor(values >> 1, signs)
    return unfolded


def encode_counts(ids: NDArray[np.uint32], counts: NDArray[np.uint32]) -> bytes:
    """Compress pairs of token id and count; ids are sorted.

    Raises:
        ValueError: if the arrays differ in length or an id occurs twice.
    """
    if ids.shape != counts.shape or ids.ndim != 1:
        raise ValueError("ids and counts of tokens must be of one length")
    order = np.argsort(ids)
    ordered = ids[order].astype("<u4")
    if (ordered[1:] == ordered[:-1]).any():
        raise ValueError("an id of a token occurs twice")
    gaps = np.diff(ordered, prepend=np.uint32(0)).astype("<u4")
    return zlib.compress(gaps.tobytes() + counts[order].astype("<u4").tobytes())


def decode_counts(data: bytes) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """What `encode_counts` wrote: ids ascending, and their counts."""
    gaps, counts = np.frombuffer(zlib.decompress(data), "<u4").reshape(2, -1)
    return np.cumsum(gaps, dtype=np.uint32), counts.astype(np.uint32)


def encode_blocks(blocks: tuple[Block, ...]) -> dict[str, Any]:
    """Blocks as JSON; each section path is written once, a table follows the entries of its block."""
    sections: dict[tuple[str, ...], int] = {}
    rows = []
    for b in blocks:
        section = sections.setdefault(b.section, len(sections))
        row = [b.kind.value, b.start, b.end, b.level, section, b.joint]
        rows.append(row if b.table is None else [*row, _encode_table(b.table)])
    return {"sections": [[storable(part) for part in path] for path in sections], "blocks": rows}


def encode_confidence(confidence: float | None) -> dict[str, float]:
    """How sure the reading of a page's picture is, as an entry beside its blocks; none for a page with its own text."""
    return {} if confidence is None else {"ocr_confidence": round(confidence, 4)}


def decode_blocks(value: dict[str, Any]) -> tuple[Block, ...]:
    """What `encode_blocks` wrote."""
    sections = [tuple(path) for path in value["sections"]]
    return tuple(
        Block(
            BlockKind(kind),
            start,
            end,
            level,
            sections[section],
            joint,
            _decode_table(table[0]) if table else None,
        )
        for kind, start, end, level, section, joint, *table in value["blocks"]
    )


def _encode_table(table: Table) -> list[Any]:
    cells = [number for cell in table.cells for number in cell]
    row = [
        cells, table.head_rows, table.label_columns, table.parents, table.continued, table.caption, table.unit
    ]  # fmt: skip
    return row if table.first_row is None else [*row, table.first_row]


def _decode_table(value: list[Any]) -> Table:
    cells, head_rows, label_columns, parents, continued, caption, unit, *first_row = value
    return Table(
        tuple(Cell(*cells[place : place + 6]) for place in range(0, len(cells), 6)),
        head_rows,
        label_columns,
        tuple(parents),
        continued,
        tuple(caption) if caption else None,
        tuple(unit) if unit else None,
        first_row[0] if first_row else None,
    )


def encode_sentences(sentences: tuple[Sentence, ...]) -> list[list[Any]]:
    """Sentences as JSON rows: start, end, kind, spans; of those from tables also whether a reading, and context."""
    rows: list[list[Any]] = []
    for s in sentences:
        row = [s.start, s.end, s.kind.value, [list(span) for span in s.spans]]
        rows.append([*row, s.reading, s.context] if s.reading or s.context else row)
    return rows


def decode_sentences(value: list[list[Any]]) -> tuple[Sentence, ...]:
    """What `encode_sentences` wrote."""
    return tuple(_decode_sentence(*row) for row in value)


def _decode_sentence(
    start: int,
    end: int,
    kind: str,
    spans: list[list[int]],
    reading: bool = False,
    context: list[int] | None = None,
) -> Sentence:
    places = tuple(Span(*span) for span in spans)
    return Sentence(
        start, end, places, BlockKind(kind), reading, (context[0], context[1]) if context else None
    )


def encode_notices(notices: tuple[Notice, ...]) -> list[list[Any]]:
    """Notices as JSON rows: code, message, pages."""
    return [[n.code, storable(n.message), list(n.pages)] for n in notices]


def decode_notices(value: list[list[Any]]) -> tuple[Notice, ...]:
    """What `encode_notices` wrote."""
    return tuple(Notice(code, message, tuple(pages)) for code, message, pages in value)


def encode_facts(facts: DocumentFacts) -> dict[str, Any]:
    """What a document says about itself as a JSON object; what it does not say is left out."""
    values = {
        "kind": facts.kind.value,
        "affiliations": [storable(name) for name in facts.affiliations],
        "abstract": storable(facts.abstract),
        "doi": storable(facts.doi),
        "arxiv_id": storable(facts.arxiv_id),
        "venue": storable(facts.venue),
        "attachments": [[storable(a.name), a.size, storable(a.media_type)] for a in facts.attachments],
    }
    return {name: value for name, value in values.items() if value}


def decode_facts(value: dict[str, Any]) -> DocumentFacts:
    """What `encode_facts` wrote; of documents that were added before there were facts, none."""
    return DocumentFacts(
        kind=DocumentKind(value.get("kind", DocumentKind.OTHER)),
        affiliations=tuple(value.get("affiliations", ())),
        abstract=value.get("abstract", ""),
        doi=value.get("doi", ""),
        arxiv_id=value.get("arxiv_id", ""),
        venue=value.get("venue", ""),
        attachments=tuple(Attachment(*row) for row in value.get("attachments", ())),
    )


def encode_outline(outline: tuple[OutlineEntry, ...]) -> list[list[Any]]:
    """An outline as JSON rows: title, level, page index."""
    return [[storable(entry.title), entry.level, entry.page_index] for entry in outline]


def decode_outline(value: list[list[Any]]) -> tuple[OutlineEntry, ...]:
    """What `encode_outline` wrote."""
    return tuple(OutlineEntry(title, level, page_index) for title, level, page_index in value)
