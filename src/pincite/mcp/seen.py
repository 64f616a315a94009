"""What a call sees of the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.domain import Collection, Document, TokenScope
from pincite.errors import NotFoundError
from pincite.library import Library

COLLECTIONS = "The tool list_collections names all."
DOCUMENTS = "The tool list_documents names all with their ids."


@dataclass(frozen=True, slots=True)
class Seen:
    """The library through the eyes of whoever calls.

    Attributes:
        library: As the caller sees it.
        only: Id of the one collection that exists for the caller; None for all.
        ended: Told what became of a question: "answered" or "refused".
        asked: Told of each question before it is answered: "question.ask" or "question.search", the question, and the
            id of the collection it is limited to, or "".
    """

    library: Library
    only: str | None = None
    ended: Callable[[str], None] = lambda outcome: None
    asked: Callable[[str, str, str], None] = lambda action, question, collection: None

    def collections(self) -> list[Collection]:
        """The collections that exist."""
        return [one for one in self.library.collections() if self.only in (None, one.id)]

    def collection(self, name: str | None) -> str | None:
        """Id of the collection to look in; None for everything.

        Args:
            name: Its name or id, as the caller gave it; None where none was given.

        Raises:
            NotFoundError: if it does not exist for the caller.
        """
        if name is None:
            return self.only
        try:
            found = self.library.store.collection(name).id
        except NotFoundError as error:
            raise NotFoundError(error.message, COLLECTIONS) from None
        if self.only not in (None, found):
            raise NotFoundError(f"there is no collection {name!r}", COLLECTIONS)
        return found

    def document(self, name: str) -> Document:
        """The document of an id or file name.

        Raises:
            NotFoundError: if it does not exist for the caller.
        """
        if self.only is None:
            try:
                return self.library.document(name)
            except NotFoundError as error:
                raise NotFoundError(error.message, DOCUMENTS) from None
        inside = self.library.documents(self.only)
        found = [one for one in inside if one.id == name] or [one for one in inside if one.file_name == name]
        if len(found) != 1:
            raise NotFoundError(f"there is no document {name!r}", DOCUMENTS)
        return found[0]

    def documents(self, names: list[str] | None) -> list[str] | None:
        """Ids of the documents to look in; None for all.

        Raises:
            NotFoundError: as for `document`.
        """
        return None if names is None else [self.document(name).id for name in names]


class Access(Protocol):
    """Decides what a call may see."""

    def __call__(self, request: Any, scope: TokenScope) -> Seen:
        """What a call sees.

        Args:
            request: The HTTP request of the call; None where it came another way.
            scope: What the call does.

        Raises:
            NotSignedInError: if the caller is not known.
            ForbiddenError: if the caller may not do that.
            TooManyRequestsError: if the caller does it too often.
        """
