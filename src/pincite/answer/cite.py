"""Citations, computed from stored text and geometry and checked against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain import Block, BlockKind, Citation, Document, Page, Rectangle, Span
from pincite.errors import LibraryDamagedError
from pincite.store import Store


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence to be cited."""

    text: str
    document: Document
    spans: tuple[Span, ...]


def cite(store: Store, quotes: Sequence[Quote]) -> list[Citation]:
    """Resolve quotes into numbered citations.

    Raises:
        LibraryDamagedError: if a quote is not what stands at its place, which no answer may hide.
    """
    wanted = {(quote.document.id, span.page_index) for quote in quotes for span in quote.spans}
    pages = store.page_many(wanted)
    return [_citation(number, quote, pages) for number, quote in enumerate(quotes, start=1)]


def _citation(number: int, quote: Quote, pages: dict[tuple[str, int], Page]) -> Citation:
    rectangles: list[Rectangle] = []
    rest = quote.text
    for span in quote.spans:
        page = pages[quote.document.id, span.page_index]
        piece = page.text[span.start : span.end]
        # Between the pieces of a sentence stands a space, or nothing within a divided word.
        rest = rest.removeprefix(" ") if not rest.startswith(piece) else rest
        if not piece or not rest.startswith(piece):
            raise LibraryDamagedError(
                f"a quote from {quote.document.file_name!r} is not what stands on page {span.page_index}",
                "Run `pincite doctor --deep`, then index the document again with `pincite add --reindex`.",
            )
        rest = rest[len(piece) :]
        rectangles.extend(page.rectangles(span.start, span.end))
    if rest:
        raise LibraryDamagedError(
            f"a quote from {quote.document.file_name!r} is longer than its place in the document",
            "Run `pincite doctor --deep`.",
        )
    first = pages[quote.document.id, quote.spans[0].page_index]
    block = _block(first, quote.spans[0].start)
    return Citation(
        number=number,
        quote=quote.text,
        document=quote.document,
        spans=quote.spans,
        page_index=first.index,
        page_label=first.label,
        section=block.section if block else (),
        rectangles=tuple(rectangles),
        kind=block.kind if block else BlockKind.PARAGRAPH,
    )


def _block(page: Page, offset: int) -> Block | None:
    return next((block for block in page.blocks if block.start <= offset < block.end), None)
