"""Collections: named sets of documents."""

from __future__ import annotations

import secrets
import unicodedata

import sqlalchemy as sa

from pincite.domain import Collection
from pincite.errors import NotFoundError, UsageError
from pincite.store.codec import storable
from pincite.store.tables import collection_documents, collections

DEFAULT = "default"
"""The collection that every library has."""

_LONGEST = 200


def name_key(name: str) -> str:
    """The form of a name in which two that differ only in case are equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def all_collections(connection: sa.Connection) -> list[Collection]:
    """All collections by name, with the number of their documents."""
    counted = sa.func.count(collection_documents.c.document_pk)
    rows = connection.execute(
        sa.select(collections.c.id, collections.c.name, counted)
        .outerjoin(collection_documents, collection_documents.c.collection_pk == collections.c.pk)
        .group_by(collections.c.pk, collections.c.id, collections.c.name, collections.c.name_key)
        .order_by(collections.c.name_key)
    )
    return [Collection(*row) for row in rows]


def find(connection: sa.Connection, name: str) -> int | None:
    """Key of the collection with this name or id."""
    condition = (collections.c.name_key == name_key(storable(name))) | (collections.c.id == storable(name))
    return connection.execute(sa.select(collections.c.pk).where(condition)).scalar()


def get(connection: sa.Connection, name: str) -> int:
    """Key of the collection with this name or id.

    Raises:
        NotFoundError: if there is none.
    """
    pk = find(connection, name)
    if pk is None:
        raise NotFoundError(
            f"there is no collection {name!r}", "`pincite collections` lists them; `add` makes new ones."
        )
    return pk


def get_id(connection: sa.Connection, name: str) -> str:
    """Id of the collection with this name or id.

    Raises:
        NotFoundError: if there is none.
    """
    statement = sa.select(collections.c.id).where(collections.c.pk == get(connection, name))
    return str(connection.execute(statement).scalar_one())


def create(connection: sa.Connection, name: str) -> Collection:
    """A new, empty collection.

    Raises:
        UsageError: if the name is taken or cannot be one.
    """
    clean = _checked(connection, name, own=None)
    identity = secrets.token_hex(10)
    connection.execute(collections.insert(), {"id": identity, "name": clean, "name_key": name_key(clean)})
    return Collection(identity, clean, 0)


def rename(connection: sa.Connection, name: str, new_name: str) -> None:
    """Give a collection another name.

    Raises:
        NotFoundError: if there is no such collection.
        UsageError: if the new name is taken or cannot be one, or if it is the default collection.
    """
    pk = get(connection, name)
    _not_default(connection, pk)
    clean = _checked(connection, new_name, own=pk)
    connection.execute(
        collections.update().where(collections.c.pk == pk).values(name=clean, name_key=name_key(clean))
    )


def delete(connection: sa.Connection, name: str) -> list[int]:
    """Remove a collection; returns the keys of documents that are now in none.

    Raises:
        NotFoundError: if there is no such collection.
        UsageError: if it is the default collection.
    """
    pk = get(connection, name)
    _not_default(connection, pk)
    members = (
        connection.execute(
            sa.select(collection_documents.c.document_pk).where(collection_documents.c.collection_pk == pk)
        )
        .scalars()
        .all()
    )
    connection.execute(collection_documents.delete().where(collection_documents.c.collection_pk == pk))
    connection.execute(collections.delete().where(collections.c.pk == pk))
    return [member for member in members if not is_member_of_any(connection, member)]


def is_member_of_any(connection: sa.Connection, document_pk: int) -> bool:
    """Whether a document is in any collection."""
    statement = sa.select(collection_documents.c.collection_pk).where(
        collection_documents.c.document_pk == document_pk
    )
    return connection.execute(statement.limit(1)).first() is not None


def put(connection: sa.Connection, collection_pk: int, document_pk: int) -> bool:
    """Put a document into a collection; False when it is in it already."""
    row = {"collection_pk": collection_pk, "document_pk": document_pk}
    statement = sa.select(collection_documents.c.document_pk).filter_by(**row)
    if connection.execute(statement).first() is not None:
        return False
    connection.execute(collection_documents.insert(), row)
    return True


def take_out(connection: sa.Connection, collection_pk: int, document_pk: int) -> bool:
    """Take a document out of a collection; False when it was not in it."""
    result = connection.execute(
        collection_documents.delete()
        .where(collection_documents.c.collection_pk == collection_pk)
        .where(collection_documents.c.document_pk == document_pk)
    )
    return bool(result.rowcount)


def _checked(connection: sa.Connection, name: str, *, own: int | None) -> str:
    clean = " ".join(storable(name).split())
    if not clean or len(clean) > _LONGEST or not clean.isprintable():
        raise UsageError(
            f"{name!r} cannot be the name of a collection",
            f"Names have 1 to {_LONGEST} printable characters.",
        )
    taken = find(connection, clean)
    if taken is not None and taken != own:
        raise UsageError(f"there is already a collection {clean!r}", "Choose another name.")
    return clean


def _not_default(connection: sa.Connection, pk: int) -> None:
    if find(connection, DEFAULT) == pk:
        raise UsageError(
            f"the collection {DEFAULT!r} cannot be removed or renamed", "Take its documents out instead."
        )
