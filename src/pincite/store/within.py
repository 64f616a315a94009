"""Lists of a document's pages, without what makes reading them slow: boxes and blocks."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from pincite.store.tables import pages


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page without its content.

    Attributes:
        index: Position in the document, from 1.
        label: As `Page.label`.
        width: In points.
        height: In points.
        characters: Length of its text.
    """

    index: int
    label: str
    width: float
    height: float
    characters: int


def page_facts(connection: sa.Connection, document_pk: int, after: int, limit: int) -> list[PageFacts]:
    """Facts of at most so many pages after one, in order."""
    columns = (pages.c.page_index, pages.c.label, pages.c.width, pages.c.height, sa.func.length(pages.c.text))
    statement = (
        sa.select(*columns)
        .where(pages.c.document_pk == document_pk, pages.c.page_index > after)
        .order_by(pages.c.page_index)
        .limit(limit)
    )
    return [PageFacts(*row) for row in connection.execute(statement)]


def page_texts(connection: sa.Connection, document_pk: int, first: int, limit: int) -> list[tuple[int, str]]:
    """Index and text of at most so many pages from one on, in order."""
    statement = (
        sa.select(pages.c.page_index, pages.c.text)
        .where(pages.c.document_pk == document_pk, pages.c.page_index >= first)
        .order_by(pages.c.page_index)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]
