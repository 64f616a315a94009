"""Sorted lists of documents, part by part.

A part begins after the last document of the one before, by its place in the order and not by its number: what is added
or removed meanwhile shifts nothing.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa

from pincite.domain import Document, Listed
from pincite.errors import UsageError
from pincite.store import collections as sets
from pincite.store import read
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.tables import collection_documents, documents
from pincite.terms import fold

Sort = Literal["added", "title", "year", "pages", "size"]
MOST = 200
"""At most so many in one part."""

_NO_YEAR = 0
_WARNED = sa.cast(documents.c.notices, sa.Text) != "[]"
_COLUMNS: dict[str, sa.ColumnElement[Any]] = {
    "added": documents.c.added_at,
    "title": documents.c.title_key,
    # Documents without a year come before the oldest.
    "year": sa.func.coalesce(documents.c.year, _NO_YEAR),
    "pages": documents.c.page_count,
    "size": documents.c.size,
}


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """How many documents there are.

    Attributes:
        total: In all.
        kinds: Of each kind that there is, as in `DocumentFacts.kind`.
        languages: Of each language that there is, as in `Document.language`.
        with_warnings: Those with warnings.
    """

    total: int
    kinds: Mapping[str, int]
    languages: Mapping[str, int]
    with_warnings: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is listed, and how; as for `Library.find_documents`."""

    words: str
    language: str | None
    kind: str | None
    warnings: bool | None
    sort: Sort
    descending: bool
    limit: int


def find_documents(
    connection: sa.Connection, access: Access, collection: str | None, wanted: Wanted, cursor: str | None
) -> Listed[Document]:
    """A part of the list.

    Raises:
        NotFoundError: if there is no such collection.
        UsageError: if the order, the limit or the cursor makes no sense.
    """
    if wanted.sort not in get_args(Sort):
        raise UsageError(
            f"documents are not sorted by {wanted.sort!r}", f"Choose {', '.join(get_args(Sort))}."
        )
    if not 1 <= wanted.limit <= MOST:
        raise UsageError(f"a part of {wanted.limit} documents was asked for", f"Ask for 1 to {MOST}.")
    key = _COLUMNS[wanted.sort]
    seen = _seen(connection, access, collection)
    statement = sa.select(documents.c.pk, key).where(*seen, *_conditions(wanted))
    if cursor is not None:
        value, last = _decoded(cursor, wanted)
        beyond = key < value if wanted.descending else key > value
        among = documents.c.pk < last if wanted.descending else documents.c.pk > last
        statement = statement.where(beyond | ((key == value) & among))
    order = [key.desc(), documents.c.pk.desc()] if wanted.descending else [key, documents.c.pk]
    rows = connection.execute(statement.order_by(*order).limit(wanted.limit + 1)).all()
    here = rows[: wanted.limit]
    found = read.documents_by_pk(connection, access, [row[0] for row in here])
    more = None
    if len(rows) > len(here):
        last, value = here[-1]
        more = _encoded(wanted, value, last)
    return Listed(tuple(found[row[0]] for row in here), more)


def count_documents(connection: sa.Connection, access: Access, collection: str | None) -> DocumentCounts:
    """How many documents a list has without words and filters, and how many of each sort.

    Raises:
        NotFoundError: if there is no such collection.
    """
    count = sa.func.count()
    sorts = (documents.c.kind, documents.c.language, _WARNED)
    statement = sa.select(*sorts, count).where(*_seen(connection, access, collection)).group_by(*sorts)
    total = with_warnings = 0
    kinds: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    for kind, language, warned, number in connection.execute(statement):
        total += number
        kinds[kind] += number
        languages[language] += number
        with_warnings += number if warned else 0
    return DocumentCounts(total, kinds, languages, with_warnings)


def _seen(connection: sa.Connection, access: Access, collection: str | None) -> list[sa.ColumnElement[bool]]:
    """What documents of the collection, or of all, the viewer sees."""
    if collection is not None:
        inside = collection_documents.c.collection_pk == sets.get(connection, access, collection)
        return [documents.c.pk.in_(sa.select(collection_documents.c.document_pk).where(inside))]
    return [] if access.everything else [documents.c.pk.in_(access.documents())]


def _conditions(wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    conditions = [
        documents.c.words.contains(word, autoescape=True) for word in fold(storable(wanted.words)).split()
    ]
    if wanted.language is not None:
        conditions.append(documents.c.language == storable(wanted.language))
    if wanted.kind is not None:
        conditions.append(documents.c.kind == storable(wanted.kind))
    if wanted.warnings is not None:
        conditions.append(_WARNED if wanted.warnings else ~_WARNED)
    return conditions


def _encoded(wanted: Wanted, key: str | int, pk: int) -> str:
    text = json.dumps([wanted.sort, wanted.descending, key, pk])
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _decoded(cursor: str, wanted: Wanted) -> tuple[str | int, int]:
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        sort, descending, key, pk = json.loads(data)
        fits = (sort, descending) == (wanted.sort, wanted.descending)
        right = _storable(key) if sort in ("added", "title") else _number(key)
    except (binascii.Error, ValueError, TypeError, RecursionError):
        fits = right = False
        key = pk = None
    if not fits or not right or not _number(pk):
        raise UsageError("the cursor is not one of this list", "Begin the list anew, without a cursor.")
    return key, pk


def _storable(value: Any) -> bool:
    return isinstance(value, str) and storable(value) == value


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62
