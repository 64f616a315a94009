"""Collections: named sets of documents, each in a space."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable

import sqlalchemy as sa

from pincite.domain import Collection, Role
from pincite.errors import ConflictError, NotFoundError, UsageError
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.tables import accounts, collection_documents, collections, grants

DEFAULT = "default"
"""The collection that every library has, and every account that needs one."""

_LONGEST = 200
_LIST_REMEDY = "`pincite collections` lists them; `add` makes new ones."


def name_key(name: str) -> str:
    """The form of a name in which two that differ only in case are equal."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def all_collections(
    connection: sa.Connection, access: Access, *conditions: sa.ColumnElement[bool]
) -> list[Collection]:
    """The collections that are seen by name, the viewer's own first, with the number of their documents."""
    counted = (
        sa.select(sa.func.count())
        .where(collection_documents.c.collection_pk == collections.c.pk)
        .scalar_subquery()
    )
    foreign = collections.c.space != access.space
    columns = (collections.c.id, collections.c.name, counted, accounts.c.name, foreign)
    statement = (
        sa.select(*columns, sa.literal(Role.OWNER.value) if access.viewer is None else grants.c.role)
        .outerjoin(accounts, accounts.c.space == collections.c.space)
        .where(*conditions)
        .order_by(collections.c.name_key, foreign, collections.c.pk)
    )
    if access.viewer is not None:
        mine = (grants.c.collection_pk == collections.c.pk) & (grants.c.account_pk == access.viewer.pk)
        statement = statement.join(grants, mine)
    return [
        Collection(identity, name, count, Role(role), (holder or "") if shared else "")
        for identity, name, count, holder, shared, role in connection.execute(statement)
    ]


def find(connection: sa.Connection, access: Access, name: str) -> int | None:
    """Key of the collection with this id or name; of those of one name the one in the viewer's own space.

    Raises:
        NotFoundError: if several that are shared with the viewer have this name; the remedy lists them.
    """
    seen = access.sees_collection(collections.c.pk)
    statement = sa.select(collections.c.pk, collections.c.id, collections.c.name, collections.c.space)
    row = connection.execute(statement.where(collections.c.id == storable(name), seen)).first()
    if row is not None:
        return int(row.pk)
    named = statement.where(collections.c.name_key == name_key(storable(name)), seen)
    own_first = named.order_by(collections.c.space != access.space, collections.c.pk)
    rows = connection.execute(own_first.limit(6)).all()
    if rows and rows[0].space == access.space:
        return int(rows[0].pk)
    if len(rows) > 1:
        listed = "; ".join(f"{row.id} ({row.name})" for row in rows[:5])
        raise NotFoundError(
            f"{name!r} may be more than one collection",
            f"Give the id of the one you mean: {listed}{'; …' if len(rows) > 5 else ''}",
        )
    return int(rows[0].pk) if rows else None


def get(connection: sa.Connection, access: Access, name: str) -> int:
    """Key of the collection with this id or name.

    Raises:
        NotFoundError: if there is none, or more than one.
    """
    pk = find(connection, access, name)
    if pk is None:
        raise NotFoundError(f"there is no collection {name!r}", _LIST_REMEDY)
    return pk


def get_by_id(connection: sa.Connection, access: Access, identity: str) -> int:
    """Key of the collection with exactly this id.

    Raises:
        NotFoundError: if there is none.
    """
    statement = sa.select(collections.c.pk).where(
        collections.c.id == storable(identity), access.sees_collection(collections.c.pk)
    )
    pk = connection.execute(statement).scalar()
    if pk is None:
        raise NotFoundError(f"there is no collection {identity!r}", _LIST_REMEDY)
    return int(pk)


def by_pk(connection: sa.Connection, access: Access, pk: int) -> Collection:
    """The collection of this key.

    Raises:
        NotFoundError: if it is not seen: also when it was just made for an account that was deleted meanwhile.
    """
    found = all_collections(connection, access, collections.c.pk == pk)
    if not found:
        raise NotFoundError("there is no such collection", _LIST_REMEDY)
    return found[0]


def space_of(connection: sa.Connection, collection_pk: int) -> str:
    """The space that a collection is in."""
    statement = sa.select(collections.c.space).where(collections.c.pk == collection_pk)
    return str(connection.execute(statement).scalar_one())


def create(connection: sa.Connection, space: str, name: str) -> int:
    """Make a new, empty collection and give its key. It is owned by the account whose space it is in, if there is one.

    Raises:
        ConflictError: if the name is taken in the space.
        UsageError: if it cannot be a name.
    """
    clean = _checked(connection, space, name, own=None)
    row = {"id": secrets.token_hex(10), "name": clean, "name_key": name_key(clean), "space": space}
    pk = connection.execute(collections.insert().returning(collections.c.pk), row).scalar_one()
    holder = connection.execute(sa.select(accounts.c.pk).where(accounts.c.space == space)).scalar()
    if holder is not None:
        grant = {"collection_pk": pk, "account_pk": holder, "role": Role.OWNER.value}
        connection.execute(grants.insert(), grant)
    return int(pk)


def create_default(connection: sa.Connection, space: str) -> int:
    """Key of the default collection of a space, which is made if there is none."""
    pk = find_default(connection, space)
    return create(connection, space, DEFAULT) if pk is None else pk


def find_default(connection: sa.Connection, space: str) -> int | None:
    """Key of the default collection of a space; None if there is none yet."""
    named = (collections.c.space == space) & (collections.c.name_key == name_key(DEFAULT))
    return connection.execute(sa.select(collections.c.pk).where(named)).scalar()


def rename(connection: sa.Connection, access: Access, name: str, new_name: str) -> None:
    """Give a collection another name.

    Raises:
        NotFoundError: if there is no such collection.
        ForbiddenError: if the viewer is not its owner.
        ConflictError: if the new name is taken.
        UsageError: if the new name cannot be one, or if it is a default collection.
    """
    pk = get(connection, access, name)
    access.require_in(connection, pk, Role.OWNER)
    _not_default(connection, pk)
    clean = _checked(connection, space_of(connection, pk), new_name, own=pk)
    connection.execute(
        collections.update().where(collections.c.pk == pk).values(name=clean, name_key=name_key(clean))
    )


def delete(connection: sa.Connection, access: Access, name: str) -> list[int]:
    """Remove a collection; returns the keys of documents that are now in none.

    Raises:
        NotFoundError: if there is no such collection.
        ForbiddenError: if the viewer is not its owner.
        UsageError: if it is a default collection.
    """
    pk = get(connection, access, name)
    access.require_in(connection, pk, Role.OWNER)
    _not_default(connection, pk)
    return delete_all(connection, [pk])


def delete_all(connection: sa.Connection, pks: Iterable[int]) -> list[int]:
    """Remove collections; returns the keys of documents that are now in none."""
    members: set[int] = set()
    for pk in pks:
        own = collection_documents.c.collection_pk == pk
        members |= set(connection.execute(sa.select(collection_documents.c.document_pk).where(own)).scalars())
        connection.execute(collection_documents.delete().where(own))
        connection.execute(grants.delete().where(grants.c.collection_pk == pk))
        connection.execute(collections.delete().where(collections.c.pk == pk))
    return [member for member in sorted(members) if not is_member_of_any(connection, member)]


def count_only_in(connection: sa.Connection, pk: int) -> int:
    """How many documents of a collection are in no other one."""
    other = collection_documents.alias()
    elsewhere = sa.exists().where(
        other.c.document_pk == collection_documents.c.document_pk, other.c.collection_pk != pk
    )
    statement = sa.select(sa.func.count()).where(collection_documents.c.collection_pk == pk, ~elsewhere)
    return int(connection.execute(statement).scalar_one())


def is_member_of_any(connection: sa.Connection, document_pk: int) -> bool:
    """Whether a document is in any collection."""
    statement = sa.select(collection_documents.c.collection_pk).where(
        collection_documents.c.document_pk == document_pk
    )
    return connection.execute(statement.limit(1)).first() is not None


def around(connection: sa.Connection, document_pk: int) -> list[int]:
    """Keys of all collections that a document is in, whoever sees them."""
    statement = sa.select(collection_documents.c.collection_pk).where(
        collection_documents.c.document_pk == document_pk
    )
    return list(connection.execute(statement).scalars())


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


def _checked(connection: sa.Connection, space: str, name: str, *, own: int | None) -> str:
    clean = " ".join(storable(name).split())
    if not clean or len(clean) > _LONGEST or not clean.isprintable():
        raise UsageError(
            f"{name!r} cannot be the name of a collection",
            f"Names have 1 to {_LONGEST} printable characters.",
        )
    # Ids are looked for before names: one that looks like another's id would never be found by its name.
    same = (collections.c.name_key == name_key(clean)) | (collections.c.id == clean)
    statement = sa.select(collections.c.pk).where(same, collections.c.space == space)
    if any(pk != own for pk in connection.execute(statement).scalars()):
        raise ConflictError(f"there is already a collection {clean!r}", "Choose another name.")
    return clean


def _not_default(connection: sa.Connection, pk: int) -> None:
    statement = sa.select(collections.c.name_key).where(collections.c.pk == pk)
    if connection.execute(statement).scalar_one() == name_key(DEFAULT):
        raise UsageError(
            f"the collection {DEFAULT!r} cannot be removed or renamed", "Take its documents out instead."
        )
