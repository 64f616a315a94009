"""Accounts as rows, for tests of what they see: without passwords, which have nothing to do with it."""

from __future__ import annotations

import secrets

import sqlalchemy as sa

from pincite.domain import Viewer
from pincite.store import Store
from pincite.store.collections import name_key
from pincite.store.tables import accounts


def make_account(store: Store, name: str, *, first: bool = False) -> Viewer:
    """An account's eyes. The first one is given all that is there already."""
    space = "" if first else secrets.token_hex(10)
    row = {
        "id": secrets.token_hex(10),
        "name": name,
        "name_key": name_key(name),
        "admin": first,
        "disabled": False,
        "space": space,
        "created_at": "2026-01-01T00:00:00+00:00",
    }
    with store.writing() as connection:
        pk = connection.execute(accounts.insert().returning(accounts.c.pk), row).scalar_one()
        if first:
            store.adopt_everything(connection, pk)
    return Viewer(pk, space)


def account_id(store: Store, viewer: Viewer) -> str:
    """The public id of an account."""
    with store.reading() as connection:
        found = connection.execute(sa.select(accounts.c.id).where(accounts.c.pk == viewer.pk)).scalar_one()
    return str(found)


def delete_account(store: Store, viewer: Viewer) -> None:
    """Remove an account with all that only it has."""
    with store.writing() as connection:
        digests = store.forget_account(connection, viewer.pk)
        connection.execute(accounts.delete().where(accounts.c.pk == viewer.pk))
    store.discard_originals(digests)
