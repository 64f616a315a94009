"""The accounts of a library."""

from __future__ import annotations

import sqlalchemy as sa

from pincite.config import AccountSettings
from pincite.store import Store
from pincite.store.tables import accounts


class Accounts:
    """The accounts of one library. Safe to use from several threads, and by several processes at once.

    Args:
        store: The library.
        settings: Rules for passwords, sessions and signing up.
    """

    def __init__(self, store: Store, settings: AccountSettings) -> None:
        self._store = store
        self._settings = settings

    def exist(self) -> bool:
        """Whether there is any account; without one, everybody who reaches the server may do everything."""
        with self._store.reading() as connection:
            return connection.execute(sa.select(accounts.c.pk).limit(1)).first() is not None
