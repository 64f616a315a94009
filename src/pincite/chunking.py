"""Pages → chunks: whole sentences, within the encoder's limit, with the exact place of every character.

Units (see `units`) are cut into sentences (a table into rows, code into lines), sentences are packed into chunks.
Nothing is lost: the sentences of all chunks, those repeated as overlap left out, are all indexed text in order. Of a
table whose grid is known a chunk holds each row as it is read out, with its heads (see `tables`). References are in
chunks of their own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from pincite.config import ChunkSettings
from pincite.domain import BlockKind, Chunk, Page, Sentence, Span
from pincite.sentences import sentence_ranges
from pincite.tables import Row, split_row
from pincite.units import Unit, join_blocks

CountTokens = Callable[[Sequence[str]], Sequence[int]]
"""Numbers of tokens of several texts, by the encoder's own tokenizer."""

CHARACTERS_A_TOKEN = 8
"""So many characters count as a token at least: some tokenizers take a run without spaces, however long, for one
unknown token."""

_CLAUSE_ENDS = re.compile(r"[;:]\s|\s(?=\((?:[a-z]|[ivx]+|\d{1,2})\)\s)")
_WORD_ENDS = re.compile(r"\s")

_SMALL_SHARE = 0.3
"""A heading closes a chunk that is at least this full; smaller ones take the next section in as well."""

_UNITS_AT_ONCE = 256

_BY_LINE = frozenset({BlockKind.TABLE, BlockKind.CODE})
_WHOLE = frozenset({BlockKind.FIELD, BlockKind.COMMENT})
"""Never cut into sentences: the second sentence of a comment would look like the document's own."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or a part of one too long, before it is in a chunk.

    Attributes:
        before: Text between it and the piece before it in its unit; a line end for a unit's first.
        first: Whether it begins a unit.
        table: Number of the table it belongs to, its caption included; -1 for none.
        head: Whether it is the caption or the head of a table, which its rows must be read with.
        reading: Whether it is a reading of the page's text.
    """

    text: str
    before: str
    spans: tuple[Span, ...]
    unit: int
    kind: BlockKind
    section: tuple[str, ...]
    tokens: int
    first: bool
    table: int = -1
    head: bool = False
    reading: bool = False

    @property
    def names(self) -> bool:
        """Whether it belongs to what follows it."""
        return self.head or self.kind is BlockKind.HEADING


def make_chunks(pages: Sequence[Page], count: CountTokens, settings: ChunkSettings) -> list[Chunk]:
    """Cut a document into chunks.

    Args:
        pages: In order.
        count: Counts tokens as the encoder does.
        settings: Limits; `tokens` must be what the encoder can read beside the context.
    """
    return list(stream_chunks(pages, count, settings))


def stream_chunks(pages: Iterable[Page], count: CountTokens, settings: ChunkSettings) -> Iterator[Chunk]:
    """As `make_chunks`, for a document of any length: chunks come as soon as the pages they need are there."""
    units = join_blocks(pages)
    pieces = _pieces(units, count, settings.tokens)
    for _, run in groupby(_apart(pieces), key=itemgetter(0)):
        for group, overlap in _pack(map(itemgetter(1), run), settings):
            yield _chunk(group, overlap)


def _pieces(units: Iterator[Unit], count: CountTokens, limit: int) -> Iterator[_Piece]:
    numbers = itertools.count()
    while some := list(itertools.islice(units, _UNITS_AT_ONCE)):
        yield from _pieces_of(some, numbers, count, limit)


def _pieces_of(
    units: Sequence[Unit], numbers: Iterator[int], count: CountTokens, limit: int
) -> Iterator[_Piece]:
    ranges = [[] if unit.rows else _ranges(unit) for unit in units]
    texts = [unit.text[start:end] for unit, own in zip(units, ranges, strict=True) for start, end in own]
    counts = iter(count(texts))
    readings = iter(count([row.reading() for unit in units for row in unit.rows]))
    for unit, own, u in zip(units, ranges, numbers, strict=False):
        if unit.rows:
            yield from _row_pieces(u, unit, readings, count, limit)
            continue
        previous_end = 0
        for number, (start, end) in enumerate(own):
            for low, high, size in _fit(unit.text, start, end, next(counts), count, limit):
                first = number == 0 and low == start
                yield _Piece(
                    unit.text[low:high],
                    "\n" if first else unit.text[previous_end:low],
                    unit.spans(low, high),
                    u,
                    unit.kind,
                    unit.section,
                    size,
                    first,
                    unit.table,
                    head=unit.table >= 0 and (first or unit.kind is not BlockKind.TABLE),
                )
                previous_end = high


def _row_pieces(
    u: int, unit: Unit, counts: Iterator[int], count: CountTokens, limit: int
) -> Iterator[_Piece]:
    """The rows of a table as they are read; one too long even in parts as it stands on the page."""
    page_index = unit.parts[0][1]
    first = True
    for row, tokens in zip(unit.rows, counts, strict=False):
        kind = unit.kind if row.role == "values" else BlockKind.HEADING
        head = row.role == "head"
        for text, places, size, reading in _row_parts(unit, row, tokens, count, limit):
            spans = tuple(Span(page_index, *place) for place in places)
            yield _Piece(text, "\n", spans, u, kind, unit.section, size, first, unit.table, head, reading)
            first = False


def _row_parts(
    unit: Unit, row: Row, tokens: int, count: CountTokens, limit: int
) -> Iterator[tuple[str, tuple[tuple[int, int], ...], int, bool]]:
    """Text, places on the page and tokens of a row's parts, and whether they are readings."""
    reading = row.reading()
    if (size := _size(reading, tokens)) <= limit:
        yield reading, ((row.start, row.end),), size, True
        return
    parts = list(split_row(row, limit, lambda texts: _sizes(texts, count)))
    sizes = _sizes([text for text, _ in parts], count)
    if parts and max(sizes) <= limit:
        for (text, places), size in zip(parts, sizes, strict=True):
            yield text, places, size, True
        return
    page_start = unit.parts[0][2]
    low, high = row.start - page_start, row.end - page_start
    own = _sizes([unit.text[low:high]], count)[0]
    for start, end, size in _fit(unit.text, low, high, own, count, limit):
        yield unit.text[start:end], ((start + page_start, end + page_start),), size, False


def _size(text: str, tokens: int) -> int:
    return max(tokens, -(-len(text) // CHARACTERS_A_TOKEN))


def _sizes(texts: Sequence[str], count: CountTokens) -> list[int]:
    return [_size(text, tokens) for text, tokens in zip(texts, count(texts), strict=True)]


def _ranges(unit: Unit) -> list[tuple[int, int]]:
    if unit.kind in _WHOLE:
        return [(0, len(unit.text))]
    return _line_ranges(unit.text) if unit.kind in _BY_LINE else sentence_ranges(unit.text)


def _line_ranges(text: str) -> list[tuple[int, int]]:
    ranges, start = [], 0
    for line in text.split("\n"):
        end = start + len(line)
        low = start + len(line) - len(line.lstrip())
        if line.strip():
            ranges.append((low, low + len(line.strip())))
        start = end + 1
    return ranges


def _fit(
    text: str, start: int, end: int, tokens: int, count: CountTokens, limit: int
) -> Iterator[tuple[int, int, int]]:
    """Halve a range until every part fits, where a clause ends if one does; yields (start, end, tokens)."""
    size = _size(text[start:end], tokens)
    if size <= limit:
        yield start, end, size
        return
    cut, resume = _middle_cut(text, start, end)
    while text[resume].isspace() and resume < end - 1:
        resume += 1
    while cut > start + 1 and text[cut - 1].isspace():
        cut -= 1
    counts = count([text[start:cut], text[resume:end]])
    yield from _fit(text, start, cut, counts[0], count, limit)
    yield from _fit(text, resume, end, counts[1], count, limit)


def _middle_cut(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a range is halved, and where its second half begins: near its middle, between clauses, else words."""
    middle, reach = (start + end) // 2, (end - start) // 4
    for pattern in (_CLAUSE_ENDS, _WORD_ENDS):
        places = [match.end() for match in pattern.finditer(text, middle - reach, middle + reach)]
        if places:
            resume = min(places, key=lambda place: abs(place - middle))
            return resume - 1, resume
    return middle, middle


def _apart(pieces: Iterable[_Piece]) -> Iterator[tuple[bool, _Piece]]:
    """The pieces, each with whether it is of a list of references: what others wrote is not what the document says."""
    waiting: list[_Piece] = []
    for piece in pieces:
        waiting.append(piece)
        # A heading belongs to what follows it.
        if not piece.names:
            side = piece.kind is BlockKind.REFERENCE
            yield from ((side, one) for one in waiting)
            waiting = []
    yield from ((False, one) for one in waiting)


def _pack(pieces: Iterable[_Piece], settings: ChunkSettings) -> Iterator[tuple[list[_Piece], int]]:
    """Groups of pieces, each with the number of pieces that repeat earlier ones."""
    group: list[_Piece] = []
    overlap = size = 0
    heads: list[_Piece] = []
    for piece in pieces:
        if piece.head:
            heads = [*(other for other in heads if other.table == piece.table), piece]
        opens_section = piece.kind is BlockKind.HEADING and piece.first and piece.table < 0
        full_enough = size >= settings.tokens * _SMALL_SHARE and len(group) > overlap
        if opens_section and full_enough and not _only_headings(group):
            yield group, overlap
            group, overlap, size = [], 0, 0
        if group and size + piece.tokens > settings.tokens:
            repeated: list[_Piece] = []
            if len(group) > overlap:
                # Headings at the end belong to what follows them.
                moved = _trailing_headings(group, overlap)
                kept = group[: len(group) - len(moved)]
                yield kept, overlap
                repeated = _repeat(kept[-1], moved, piece, heads, settings)
                group = [*repeated, *moved]
            else:
                group = []
            if sum(p.tokens for p in group) + piece.tokens > settings.tokens:
                if group and len(group) > len(repeated):
                    yield group, len(repeated)
                group, repeated = [], []
            overlap = len(repeated)
            size = sum(p.tokens for p in group)
        group.append(piece)
        size += piece.tokens
    if len(group) > overlap:
        yield group, overlap


def _only_headings(group: Sequence[_Piece]) -> bool:
    return all(piece.kind is BlockKind.HEADING for piece in group)


def _trailing_headings(group: Sequence[_Piece], overlap: int) -> list[_Piece]:
    position = len(group)
    while position > overlap + 1 and group[position - 1].names:
        position -= 1
    return list(group[position:])


def _repeat(
    last: _Piece,
    moved: Sequence[_Piece],
    following: _Piece,
    heads: Sequence[_Piece],
    settings: ChunkSettings,
) -> list[_Piece]:
    """What the next chunk repeats: the last sentence, or caption and head of a table that goes on.

    Args:
        last: Last piece of the chunk that is full.
        moved: Headings that go into the next chunk.
        following: The piece that found no room.
        heads: Caption and head of the latest table.
        settings: Limits.
    """
    if following.table >= 0 and not following.head:
        own = [piece for piece in heads if piece.table == following.table and piece not in moved]
        while own and sum(piece.tokens for piece in own) > settings.tokens / 3:
            own.pop(0)
        return own
    if moved or last.names or last.kind in _BY_LINE or last.tokens > settings.overlap_tokens:
        return []
    return [last]


def _chunk(group: Sequence[_Piece], overlap: int) -> Chunk:
    text = ""
    sentences: list[Sentence] = []
    context: dict[int, tuple[int, int]] = {}
    for number, piece in enumerate(group):
        if number:
            adjacent = piece.unit == group[number - 1].unit and not piece.first
            repeated_head = number == overlap and group[number - 1].head
            text += piece.before if adjacent and not repeated_head else "\n"
        start = len(text)
        text += piece.text
        if piece.head:
            context[piece.table] = (context.get(piece.table, (start, 0))[0], len(text))
        own = context.get(piece.table) if not piece.head else None
        sentences.append(Sentence(start, len(text), piece.spans, piece.kind, piece.reading, own))
    body = next((piece for piece in group[overlap:] if piece.kind is not BlockKind.HEADING), group[-1])
    return Chunk(text, body.section, tuple(sentences), overlap)
