"""Collections, and who may do what with them."""

from __future__ import annotations

from pincite.domain import Collection, Document, Role, Share
from pincite.library.base import Base


class Sharing(Base):
    """The collections of a library as its viewer sees them.

    A collection is named by its id or its name. Of several of one name, the viewer's own is meant. What the viewer does
    not see does not exist: NotFoundError is the same in both cases.
    """

    def collections(self) -> list[Collection]:
        """All collections with their number of documents, by name; of one name the own first."""
        return self._store.collections()

    def collection(self, name: str) -> Collection:
        """The collection with this name or id.

        Raises:
            NotFoundError: if there is none, or more than one.
        """
        return self._store.collection(name)

    def collection_by_id(self, identity: str) -> Collection:
        """The collection with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        return self._store.collection_by_id(identity)

    def collections_of(self, document: str) -> list[Collection]:
        """The collections that a document is in, by name.

        Raises:
            NotFoundError: as for `document`.
        """
        return self._store.collections_of(document)

    def default_collection(self) -> Collection:
        """The viewer's own collection for what is added without naming one; made when it is first asked for."""
        return self._store.default_collection()

    def create_collection(self, name: str) -> Collection:
        """Make an empty collection, which the viewer owns.

        Raises:
            ConflictError: if the name is taken.
            UsageError: if it is not usable.
        """
        return self._store.create_collection(name)

    def rename_collection(self, name: str, new_name: str) -> None:
        """Rename a collection.

        Raises:
            NotFoundError: if there is none of this name.
            ForbiddenError: if the viewer is not its owner.
            ConflictError: if the new name is taken.
            UsageError: if the new name is not usable, or if it is a default collection.
        """
        self._store.rename_collection(name, new_name)

    def delete_collection(self, name: str) -> int:
        """Delete a collection, and the documents that are in no other one; gives their number.

        Answers of conversations that quote these stay, as with `remove`.

        Raises:
            NotFoundError: if there is none of this name.
            ForbiddenError: if the viewer is not its owner.
            UsageError: if it is a default collection.
        """
        return self._store.delete_collection(name)

    # Documents in them

    def add_to_collection(self, document: str, collection: str) -> bool:
        """Put a document into one more collection; False when it is in it already.

        Raises:
            NotFoundError: if there is no such document or collection.
            ForbiddenError: if the viewer is not an editor of both.
            UsageError: if the collection was made by another account than the document's.
        """
        return self._store.add_to_collection(document, collection)

    def move_document(self, document: str, source: str, target: str) -> Document:
        """Take a document out of one collection and put it into another.

        Raises:
            NotFoundError: if there is no such document or collection, or it is not in the first.
            ForbiddenError: if the viewer is not an editor of both collections.
            UsageError: if the collections were made by different accounts.
        """
        return self._store.move_document(document, source, target)

    # Roles

    def role_in(self, collection: str) -> Role:
        """What the viewer may do in a collection; OWNER for who sees everything.

        Raises:
            NotFoundError: if there is no such collection.
        """
        return self._store.role_in(collection)

    def role_on(self, document: str) -> Role:
        """What the viewer may do with a document: the highest role in the collections that it is in.

        Raises:
            NotFoundError: as for `document`.
        """
        return self._store.role_on(document)

    def shares(self, collection: str) -> list[Share]:
        """Who may do what with a collection, by name.

        Raises:
            NotFoundError: if there is no such collection.
            ForbiddenError: if the viewer is not its owner.
        """
        return self._store.shares(collection)

    def share(self, collection: str, account_name: str, role: Role) -> Share:
        """Let an account use a collection at once, or change what it may do.

        Raises:
            NotFoundError: if there is no such collection or account.
            ForbiddenError: if the viewer is not the collection's owner.
            ConflictError: if the collection is in the account's own space, or would be left without an owner.
        """
        return self._store.share(collection, account_name, Role(role))

    def unshare(self, collection: str, account_id: str) -> None:
        """Take a collection from an account. Owners may do so with all; everybody with themselves.

        Raises:
            NotFoundError: if there is no such collection, or it is not shared with this account.
            ForbiddenError: if the viewer may not do it.
            ConflictError: if the collection is in the account's own space, or would be left without an owner.
        """
        self._store.unshare(collection, account_id)
