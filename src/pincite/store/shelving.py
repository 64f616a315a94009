"""Collections and those they are shared with."""

from __future__ import annotations

import sqlalchemy as sa

from pincite.domain import Collection, Document, Role, Share
from pincite.errors import NotFoundError
from pincite.store import collections as sets
from pincite.store import read, sharing, write
from pincite.store.writer import Writer


class Shelving(Writer):
    """The collections of `Store`. What the viewer's role does not cover is refused."""

    def create_collection(self, name: str, *, exist_ok: bool = False) -> Collection:
        """Make a new, empty collection in the viewer's space.

        Args:
            name: Its name; names that differ only in case are the same.
            exist_ok: Give the one that there is already, instead of raising.

        Raises:
            ConflictError: if the name is taken.
            UsageError: if it cannot be a name.
        """
        with self._backend.writing() as connection:
            pk = sets.find(connection, self._access, " ".join(name.split())) if exist_ok else None
            if pk is None:
                pk = sets.create(connection, self._access.space, name)
            return sets.by_pk(connection, self._access, pk)

    def default_collection(self) -> Collection:
        """The viewer's own default collection; made when it is first asked for."""
        with self.reading() as connection:
            pk = sets.find_default(connection, self._access.space)
            if pk is not None:
                return sets.by_pk(connection, self._access, pk)
        with self._backend.writing() as connection:
            pk = sets.create_default(connection, self._access.space)
            return sets.by_pk(connection, self._access, pk)

    def rename_collection(self, name: str, new_name: str) -> None:
        """Give a collection another name.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
            ConflictError: if the new name is taken.
            UsageError: if the new name cannot be one, or if it is a default collection.
        """
        with self._backend.writing() as connection:
            sets.rename(connection, self._access, name, new_name)
            write.next_revision(connection)  # documents found carry the names of their collections

    def delete_collection(self, name: str) -> int:
        """Remove a collection, and wholly those of its documents that are in no other.

        Returns:
            How many documents were removed.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
            UsageError: if it is a default collection.
        """
        with self._backend.writing() as connection:
            digests = sharing.remove_documents(connection, sets.delete(connection, self._access, name))
            write.next_revision(connection)
        self.discard_originals(digests)
        return len(digests)

    def add_to_collection(self, document: str, name: str) -> bool:
        """Put a document into one more collection; False when it is in it already.

        Raises:
            NotFoundError: if there is no such document or collection.
            ForbiddenError: if the viewer is not an editor of both.
            UsageError: if they are in different spaces.
        """
        with self._backend.writing() as connection:
            collection_pk = sets.get(connection, self._access, name)
            self._access.require_in(connection, collection_pk, Role.EDITOR)
            pk = self._to_change(connection, document, sets.space_of(connection, collection_pk))
            added = sets.put(connection, collection_pk, pk)
            if added:
                write.next_revision(connection)
        return added

    def move_document(self, document: str, source: str, target: str) -> Document:
        """Take a document out of one collection and put it into another, visible to others all at once.

        Raises:
            NotFoundError: if there is no such document or collection, or it is not in the first.
            ForbiddenError: if the viewer is not an editor of both collections.
            UsageError: if they are in different spaces.
        """
        with self._backend.writing() as connection:
            out, into = (sets.get(connection, self._access, name) for name in (source, target))
            for collection_pk in (out, into):
                self._access.require_in(connection, collection_pk, Role.EDITOR)
            pk = self._to_change(connection, document, sets.space_of(connection, into))
            self._take_out(connection, pk, out)
            sets.put(connection, into, pk)
            write.next_revision(connection)
            return read.documents_by_pk(connection, self._access, [pk])[pk]

    def _take_out(self, connection: sa.Connection, pk: int, collection_pk: int) -> None:
        if not sets.take_out(connection, collection_pk, pk):
            found = read.documents_by_pk(connection, self._access, [pk])[pk]
            name = sets.by_pk(connection, self._access, collection_pk).name
            raise NotFoundError(
                f"{found.file_name} is not in collection {name!r}",
                f"It is in: {', '.join(found.collections)}.",
            )

    def remove_from_collection(self, document: str, name: str, *, forget: bool = False) -> bool:
        """Take a document out of a collection; out of the last one, it is removed wholly.

        Args:
            document: As for `document`.
            name: Of the collection.
            forget: As for `remove_document`, if it is removed wholly.

        Returns:
            Whether it was removed wholly.

        Raises:
            NotFoundError: if there is no such document or collection, or it is not in it.
            ForbiddenError: if the viewer is not an editor of the collection.
        """
        with self._backend.writing() as connection:
            pk = read.find_document(connection, self._access, document)
            found = read.documents_by_pk(connection, self._access, [pk])[pk]
            collection_pk = sets.get(connection, self._access, name)
            self._access.require_in(connection, collection_pk, Role.EDITOR)
            self._take_out(connection, pk, collection_pk)
            whole = self._removed_if_in_none(connection, pk, found, forget=forget)
            write.next_revision(connection)
        if whole:
            self.discard_originals([found.sha256])
        return whole

    # Accounts

    def share(self, collection: str, account_name: str, role: Role) -> Share:
        """Let an account use a collection, or change what it may do.

        Raises:
            NotFoundError: if there is no such collection or account.
            ForbiddenError: if the viewer is not the collection's owner.
            ConflictError: if the collection would be left without an owner.
        """
        with self._backend.writing() as connection:
            return sharing.share(connection, self._access, collection, account_name, role)

    def unshare(self, collection: str, account_id: str) -> None:
        """Take a collection from an account. Owners may do so with all; everybody with themselves.

        Raises:
            NotFoundError: if there is no such collection, or it is not shared with this account.
            ForbiddenError: if the viewer may not do it.
            ConflictError: if the collection would be left without an owner.
        """
        with self._backend.writing() as connection:
            sharing.unshare(connection, self._access, collection, account_id)

    def adopt_everything(self, connection: sa.Connection, account_pk: int) -> None:
        """Give an account, the first of the library, all that is there and nobody's; see `sharing`."""
        sharing.adopt_everything(connection, account_pk)

    def forget_account(self, connection: sa.Connection, account_pk: int) -> list[str]:
        """Remove all that only this account has, before it is removed itself; see `sharing`.

        Gives the digests for `discard_originals`, which is to be called after the transaction.
        """
        return sharing.forget_account(connection, account_pk)
