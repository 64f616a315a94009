"""Who may do what with a collection; and what becomes of everything when accounts come and go."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from pincite.domain import Role, Share
from pincite.errors import ConflictError, NotFoundError
from pincite.store import collections as sets
from pincite.store import write
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.tables import (
    accounts,
    collections,
    conversations,
    documents,
    evaluation_results,
    evaluations,
    grants,
    jobs,
    turn_documents,
    turns,
    watched,
    watched_files,
)


def shares(connection: sa.Connection, access: Access, collection: str) -> list[Share]:
    """Who may do what with a collection, by name.

    Raises:
        NotFoundError: if there is no such collection.
        ForbiddenError: if the viewer is not its owner.
    """
    pk = sets.get(connection, access, collection)
    access.require_in(connection, pk, Role.OWNER)
    return _shares(connection, pk)


def share(connection: sa.Connection, access: Access, collection: str, account_name: str, role: Role) -> Share:
    """Let an account use a collection, or change what it may do.

    Raises:
        NotFoundError: if there is no such collection or account.
        ForbiddenError: if the viewer is not the collection's owner.
        ConflictError: if the collection is in the account's own space, or would be left without an owner.
    """
    pk = sets.get(connection, access, collection)
    access.require_in(connection, pk, Role.OWNER)
    key = sets.name_key(" ".join(storable(account_name).split()))
    account = connection.execute(
        sa.select(accounts.c.pk, accounts.c.id).where(accounts.c.name_key == key)
    ).first()
    if account is None:
        raise NotFoundError(f"there is no account {account_name!r}", "Ask for its exact name.")
    if role is not Role.OWNER:
        _keeps_an_owner(connection, pk, account.pk)
    mine = (grants.c.collection_pk == pk) & (grants.c.account_pk == account.pk)
    connection.execute(grants.delete().where(mine))
    row = {"collection_pk": pk, "account_pk": account.pk, "role": role.value}
    connection.execute(grants.insert(), row)
    return next(found for found in _shares(connection, pk) if found.account == account.id)


def unshare(connection: sa.Connection, access: Access, collection: str, account_id: str) -> None:
    """Take a collection from an account. Owners may do so with all; everybody with themselves.

    Raises:
        NotFoundError: if there is no such collection, or it is not shared with this account.
        ForbiddenError: if the viewer may not do it.
        ConflictError: if the collection is in the account's own space, or would be left without an owner.
    """
    pk = sets.get(connection, access, collection)
    statement = sa.select(accounts.c.pk).where(accounts.c.id == storable(account_id))
    account_pk = connection.execute(statement).scalar()
    if account_pk is None or account_pk != access.account_pk:
        access.require_in(connection, pk, Role.OWNER)
    mine = (grants.c.collection_pk == pk) & (grants.c.account_pk == account_pk)
    if connection.execute(sa.select(grants.c.role).where(mine)).first() is None:
        raise NotFoundError(
            f"the collection is not shared with an account {account_id!r}", "Look at its list of shares."
        )
    _keeps_an_owner(connection, pk, account_pk)
    connection.execute(grants.delete().where(mine))


def _shares(connection: sa.Connection, collection_pk: int) -> list[Share]:
    statement = (
        sa.select(accounts.c.id, accounts.c.name, grants.c.role, accounts.c.space == collections.c.space)
        .select_from(grants)
        .join(accounts, accounts.c.pk == grants.c.account_pk)
        .join(collections, collections.c.pk == grants.c.collection_pk)
        .where(grants.c.collection_pk == collection_pk)
        .order_by(accounts.c.name_key)
    )
    return [
        Share(identity, name, Role(role), bool(holder))
        for identity, name, role, holder in connection.execute(statement)
    ]


def _keeps_an_owner(connection: sa.Connection, collection_pk: int, account_pk: int | None) -> None:
    """Refuse that an account loses a collection that is in its own space, or that nobody else owns."""
    rows = connection.execute(
        sa.select(grants.c.account_pk, accounts.c.space == sets.space_of(connection, collection_pk))
        .join(accounts, accounts.c.pk == grants.c.account_pk)
        .where(grants.c.collection_pk == collection_pk, grants.c.role == Role.OWNER.value)
    ).all()
    if any(pk == account_pk and holder for pk, holder in rows):
        raise ConflictError(
            "who made a collection stays its owner", "Delete the collection, or move its documents out of it."
        )
    if [pk for pk, _ in rows] == [account_pk]:
        raise ConflictError("a collection keeps at least one owner", "Make somebody else its owner first.")


def adopt_everything(connection: sa.Connection, account_pk: int) -> None:
    """Give an account, the first of a library, all that is there and nobody's."""
    row = sa.select(collections.c.pk, sa.literal(account_pk), sa.literal(Role.OWNER.value)).where(
        collections.c.pk.not_in(
            sa.select(grants.c.collection_pk).where(
                (grants.c.account_pk == account_pk) | (grants.c.role == Role.OWNER.value)
            )
        )
    )
    connection.execute(grants.insert().from_select(["collection_pk", "account_pk", "role"], row))
    for table in (conversations, evaluations, jobs, watched):
        nobodys = table.c.account_pk.is_(None)
        connection.execute(table.update().where(nobodys).values(account_pk=account_pk))


def forget_account(connection: sa.Connection, account_pk: int) -> list[str]:
    """Remove what only an account has: conversations, evaluations, jobs, watched folders, collections, grants.

    Documents that are then in no collection go as well; what others have said with them stays theirs to delete, and is
    hidden from them as everything is that is gone. The account's own row, its sessions and the like are not touched.

    Returns:
        Digests of the documents removed, for `Store.discard_originals` after the transaction.
    """
    space = connection.execute(sa.select(accounts.c.space).where(accounts.c.pk == account_pk)).scalar()
    delete_conversations(connection, conversations.c.account_pk == account_pk)
    delete_evaluations(connection, evaluations.c.account_pk == account_pk)
    own_watched = sa.select(watched.c.pk).where(watched.c.account_pk == account_pk)
    connection.execute(watched_files.delete().where(watched_files.c.watched_pk.in_(own_watched)))
    connection.execute(watched.delete().where(watched.c.account_pk == account_pk))
    connection.execute(jobs.delete().where(jobs.c.account_pk == account_pk))
    owned = sa.select(grants.c.collection_pk).where(
        grants.c.account_pk == account_pk, grants.c.role == Role.OWNER.value
    )
    others = sa.select(grants.c.collection_pk).where(
        grants.c.account_pk != account_pk, grants.c.role == Role.OWNER.value
    )
    statement = sa.select(collections.c.pk).where(
        collections.c.pk.in_(owned), collections.c.pk.not_in(others)
    )
    orphans = sets.delete_all(connection, connection.execute(statement).scalars().all())
    digests = remove_documents(connection, orphans)
    if space == "":
        sets.create_default(connection, "")  # what is added at the command line goes there
    connection.execute(grants.delete().where(grants.c.account_pk == account_pk))
    write.next_revision(connection)
    return digests


def remove_documents(connection: sa.Connection, pks: Sequence[int]) -> list[str]:
    """Remove documents; gives their digests."""
    digests = []
    for pk in pks:
        statement = sa.select(documents.c.sha256).where(documents.c.pk == pk)
        digests.append(str(connection.execute(statement).scalar_one()))
        write.delete(connection, pk)
    return digests


def delete_conversations(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> None:
    """Remove conversations with their turns."""
    pks = sa.select(conversations.c.pk).where(condition)
    own = sa.select(turns.c.pk).where(turns.c.conversation_pk.in_(pks))
    connection.execute(turn_documents.delete().where(turn_documents.c.turn_pk.in_(own)))
    connection.execute(turns.delete().where(turns.c.conversation_pk.in_(pks)))
    connection.execute(conversations.delete().where(condition))


def delete_evaluations(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> None:
    """Remove evaluations with their results."""
    pks = sa.select(evaluations.c.pk).where(condition)
    connection.execute(evaluation_results.delete().where(evaluation_results.c.evaluation_pk.in_(pks)))
    connection.execute(evaluations.delete().where(condition))
