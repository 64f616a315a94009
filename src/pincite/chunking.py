"""Pages → chunks: whole sentences, within the encoder's limit, with the exact place of every character.

Blocks are first joined into *units*: a paragraph that a page break or a figure divides is one unit, a table is one
unit, a heading is one. Units are cut into sentences (a table into rows, code into lines), sentences are packed
into chunks. Nothing is lost: the sentences of all chunks, those repeated as overlap left out, are all indexed text in
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pincite.config import ChunkSettings
from pincite.domain import Block, BlockKind, Chunk, Page, Sentence, Span
from pincite.sentences import sentence_ranges

CountTokens = Callable[[Sequence[str]], Sequence[int]]
"""Numbers of tokens of several texts, by the encoder's own tokenizer."""

CHARACTERS_A_TOKEN = 8
"""So many characters count as a token at least: some tokenizers take a run without spaces, however long, for one
unknown token."""

_SMALL_SHARE = 0.3
"""A heading closes a chunk that is at least this full; smaller ones take the next section in as well."""

_BY_LINE = frozenset({BlockKind.TABLE, BlockKind.CODE})
_WHOLE = frozenset({BlockKind.FIELD, BlockKind.COMMENT})
"""Never cut into sentences: the second sentence of a comment would look like the document's own."""
_RUNNING_ON = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.REFERENCE, BlockKind.FOOTNOTE})


@dataclass(slots=True)
class _Unit:
    """Text that belongs together, with the place of its parts: (offset in text, page, offset in page, length)."""

    kind: BlockKind
    section: tuple[str, ...]
    text: str = ""
    parts: list[tuple[int, int, int, int]] = field(default_factory=list)

    def append(self, page: Page, block: Block, joint: str) -> None:
        self.text += joint
        self.parts.append((len(self.text), page.index, block.start, block.end - block.start))
        self.text += page.text[block.start : block.end]

    def spans(self, start: int, end: int) -> tuple[Span, ...]:
        """Place of `text[start:end]`."""
        spans = []
        for offset, page_index, page_start, length in self.parts:
            low, high = max(start, offset), min(end, offset + length)
            if low < high:
                spans.append(Span(page_index, page_start + low - offset, page_start + high - offset))
        return tuple(spans)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or a part of one too long, before it is in a chunk.

    Attributes:
        before: Text between it and the piece before it in its unit; a line end for a unit's first.
        first: Whether it begins a unit.
    """

    text: str
    before: str
    spans: tuple[Span, ...]
    unit: int
    kind: BlockKind
    section: tuple[str, ...]
    tokens: int
    first: bool


def make_chunks(pages: Sequence[Page], count: CountTokens, settings: ChunkSettings) -> list[Chunk]:
    """Cut a document into chunks.

    Args:
        pages: In order.
        count: Counts tokens as the encoder does.
        settings: Limits; `tokens` must be what the encoder can read beside the context.
    """
    pieces = list(_pieces(_units(pages), count, settings.tokens))
    return [_chunk(group, overlap) for group, overlap in _pack(pieces, settings)]


def _units(pages: Sequence[Page]) -> list[_Unit]:
    units: list[_Unit] = []
    latest: dict[BlockKind, _Unit] = {}
    for page in pages:
        for block in page.blocks:
            if not block.kind.indexed:
                continue
            unit = latest.get(block.kind) if block.joint is not None else None
            # A joint reaches over what stands between (a footnote, a figure), but not further than a page.
            if unit is None or block.kind not in _RUNNING_ON or page.index - unit.parts[-1][1] > 1:
                unit = _Unit(block.kind, (*block.section, *_own_title(page, block)))
                units.append(unit)
                latest[block.kind] = unit
                unit.append(page, block, "")
            else:
                unit.append(page, block, block.joint or "")
    return units


def _own_title(page: Page, block: Block) -> tuple[str, ...]:
    return (page.text[block.start : block.end],) if block.kind is BlockKind.HEADING else ()


def _pieces(units: Sequence[_Unit], count: CountTokens, limit: int) -> Iterator[_Piece]:
    ranges = [_ranges(unit) for unit in units]
    flat = [(u, start, end) for u, unit in enumerate(units) for start, end in ranges[u]]
    counts = count([units[u].text[start:end] for u, start, end in flat])
    previous_unit, previous_end = -1, 0
    for (u, start, end), tokens in zip(flat, counts, strict=True):
        unit = units[u]
        for low, high, size in _fit(unit.text, start, end, tokens, count, limit):
            first = u != previous_unit
            before = "\n" if first else unit.text[previous_end:low]
            yield _Piece(
                unit.text[low:high],
                before,
                unit.spans(low, high),
                u,
                unit.kind,
                unit.section,
                size,
                first,
            )
            previous_unit, previous_end = u, high


def _ranges(unit: _Unit) -> list[tuple[int, int]]:
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
    """Halve a range until every part fits, at white space where there is some; yields (start, end, tokens)."""
    size = max(tokens, -(-(end - start) // CHARACTERS_A_TOKEN))
    if size <= limit:
        yield start, end, size
        return
    middle = (start + end) // 2
    cut, resume = middle, middle
    for distance in range((end - start) // 4):
        for position in (middle - distance, middle + distance):
            if text[position].isspace():
                cut, resume = position, position + 1
                break
        if resume > cut:
            break
    while text[resume].isspace() and resume < end - 1:
        resume += 1
    while cut > start + 1 and text[cut - 1].isspace():
        cut -= 1
    counts = count([text[start:cut], text[resume:end]])
    yield from _fit(text, start, cut, counts[0], count, limit)
    yield from _fit(text, resume, end, counts[1], count, limit)


def _pack(pieces: Sequence[_Piece], settings: ChunkSettings) -> Iterator[tuple[list[_Piece], int]]:
    """Groups of pieces, each with the number of pieces that repeat earlier ones."""
    group: list[_Piece] = []
    overlap = size = 0
    table_head: _Piece | None = None
    for piece in pieces:
        if piece.kind is BlockKind.TABLE and piece.first:
            table_head = piece
        opens_section = piece.kind is BlockKind.HEADING and piece.first
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
                repeated = [] if moved else _repeat(kept[-1], piece, table_head, settings)
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
    while position > overlap + 1 and group[position - 1].kind is BlockKind.HEADING:
        position -= 1
    return list(group[position:])


def _repeat(
    last: _Piece, following: _Piece, table_head: _Piece | None, settings: ChunkSettings
) -> list[_Piece]:
    """What the next chunk repeats: the last sentence, or the head of a table that goes on."""
    if following.kind is BlockKind.TABLE and not following.first:
        if (
            table_head is not None
            and table_head.unit == following.unit
            and table_head.tokens <= settings.tokens / 3
        ):
            return [table_head]
        return []
    if last.kind is BlockKind.HEADING or last.kind in _BY_LINE or last.tokens > settings.overlap_tokens:
        return []
    return [last]


def _chunk(group: Sequence[_Piece], overlap: int) -> Chunk:
    text = ""
    sentences = []
    for number, piece in enumerate(group):
        if number:
            adjacent = piece.unit == group[number - 1].unit and not piece.first
            repeated_head = number == overlap and group[number - 1].kind is BlockKind.TABLE
            text += piece.before if adjacent and not repeated_head else "\n"
        start = len(text)
        text += piece.text
        sentences.append(Sentence(start, len(text), piece.spans, piece.kind))
    body = next((piece for piece in group[overlap:] if piece.kind is not BlockKind.HEADING), group[-1])
    return Chunk(text, body.section, tuple(sentences), overlap)
