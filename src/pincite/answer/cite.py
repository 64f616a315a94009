"""Citations, computed from stored text and geometry and checked against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.domain import Block, BlockKind, Citation, Document, Page, Rectangle, Span
from pincite.errors import LibraryDamagedError
from pincite.places import place_label
from pincite.store import Store
from pincite.tables import is_read_from


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence to be cited, or a reading of a table's row: the row itself is quoted then."""

    text: str
    document: Document
    spans: tuple[Span, ...]
    reading: bool = False


def cite(store: Store, quotes: Sequence[Quote]) -> list[Citation]:
    """Resolve quotes into numbered citations.

    Raises:
        LibraryDamagedError: if a quote is not what stands at its place, which no answer may hide.
    """
    wanted = {(quote.document.id, span.page_index) for quote in quotes for span in quote.spans}
    pages = store.page_many(wanted)
    return [citation(number, quote, pages) for number, quote in enumerate(quotes, start=1)]


def citation(number: int, quote: Quote, pages: Mapping[tuple[str, int], Page]) -> Citation:
    """A quote as the citation of a number.

    Args:
        number: From 1.
        quote: What is cited.
        pages: At least the pages that it stands on, by document id and index.

    Raises:
        LibraryDamagedError: as `cite`.
    """
    pieces: list[str] = []
    rectangles: list[Rectangle] = []
    for span in quote.spans:
        page = pages[quote.document.id, span.page_index]
        pieces.append(page.text[span.start : span.end])
        rectangles.extend(page.rectangles(span.start, span.end))
    _check(quote, pieces)
    first = pages[quote.document.id, quote.spans[0].page_index]
    block = _block(first, quote.spans[0].start)
    return Citation(
        number=number,
        quote=" ".join(pieces) if quote.reading else quote.text,
        document=quote.document,
        spans=quote.spans,
        page_index=first.index,
        page_label=place_label(first, quote.spans),
        section=block.section if block else (),
        rectangles=tuple(rectangles),
        kind=block.kind if block else BlockKind.PARAGRAPH,
    )


def _check(quote: Quote, pieces: Sequence[str]) -> None:
    """Compare a quote with what stands at its place."""
    true = is_read_from(quote.text, pieces) if quote.reading else _joined(quote.text, pieces)
    if not true:
        page_index = quote.spans[0].page_index
        raise LibraryDamagedError(
            f"a quote from {quote.document.file_name!r} is not what stands on page {page_index}",
            "Run `pincite doctor --deep`, then index the document again with `pincite add --reindex`.",
        )


def _joined(text: str, pieces: Sequence[str]) -> bool:
    """Whether a text is pieces with a space between them, or with nothing within a divided word."""
    for piece in pieces:
        text = text if text.startswith(piece) else text.removeprefix(" ")
        if not piece or not text.startswith(piece):
            return False
        text = text[len(piece) :]
    return not text


def _block(page: Page, offset: int) -> Block | None:
    return next((block for block in page.blocks if block.start <= offset < block.end), None)
