"""Through whose eyes a library is read: conditions that go into every statement.

What a viewer does not see is left out by the database itself, in the very statement that reads: a grant that was
withdrawn a moment ago counts, and nothing has to be remembered by those who call. `EVERYTHING` adds no condition at
all, so that a library without accounts is read as before.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from pincite.domain import Role, Viewer
from pincite.errors import ForbiddenError, NotFoundError
from pincite.store.tables import (
    collection_documents,
    collections,
    conversations,
    documents,
    evaluations,
    grants,
    turn_documents,
    turns,
)

_OWN = "Ask one of its owners."
_DOES = {
    Role.VIEWER: "read",
    Role.EDITOR: "change documents in",
    Role.OWNER: "share, rename or delete",
}


@dataclass(frozen=True, slots=True)
class Access:
    """What may be seen and done.

    Attributes:
        viewer: Whose eyes; None for everything.
    """

    viewer: Viewer | None = None

    @property
    def everything(self) -> bool:
        """Whether nothing is hidden."""
        return self.viewer is None

    @property
    def space(self) -> str:
        """Where what is new goes, and where names are looked for first."""
        return "" if self.viewer is None else self.viewer.space

    @property
    def account_pk(self) -> int | None:
        """Whose conversations are begun; None for nobody's."""
        return None if self.viewer is None else self.viewer.pk

    # Conditions

    def granted(self) -> sa.Select[int]:
        """Keys of the collections that are shared with the viewer.

        Raises:
            ValueError: if everything is seen, and there is nothing to select by.
        """
        if self.viewer is None:
            raise ValueError("who sees everything needs no grants")
        return sa.select(grants.c.collection_pk).where(grants.c.account_pk == self.viewer.pk)

    def documents(self, collection_pk: int | None = None) -> sa.Select[int]:
        """Keys of the documents that the viewer sees, in any collection or in this one."""
        seen = collection_documents.c.collection_pk.in_(self.granted())
        statement = sa.select(collection_documents.c.document_pk).where(seen)
        if collection_pk is not None:
            statement = statement.where(collection_documents.c.collection_pk == collection_pk)
        return statement

    def sees_collection(self, key: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
        """The condition that a collection is shared with the viewer."""
        return sa.true() if self.viewer is None else key.in_(self.granted())

    def sees_document(self, key: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
        """The condition that the viewer sees a document: looked up row by row, for statements that name few rows."""
        if self.viewer is None:
            return sa.true()
        held, shared = collection_documents.alias(), grants.alias()
        return sa.exists(
            sa.select(sa.literal(1))
            .select_from(held.join(shared, shared.c.collection_pk == held.c.collection_pk))
            .where(held.c.document_pk == key, shared.c.account_pk == self.viewer.pk)
        )

    def has_conversation(self) -> sa.ColumnElement[bool]:
        """The condition that a conversation is the viewer's own."""
        return sa.true() if self.viewer is None else conversations.c.account_pk == self.viewer.pk

    def has_evaluation(self) -> sa.ColumnElement[bool]:
        """The condition that an evaluation is the viewer's own."""
        return sa.true() if self.viewer is None else evaluations.c.account_pk == self.viewer.pk

    def hidden_turns(self) -> sa.Select[int]:
        """Keys of the turns whose answers quote, or were made with, what the viewer does not see any more.

        What was of the viewer's own space and is gone is its own to read on. What was of another's space is not:
        nobody can tell any more whether it was removed or is no longer shared.

        Raises:
            ValueError: if everything is seen.
        """
        if self.viewer is None:
            raise ValueError("nothing is hidden from who sees everything")
        seen = sa.select(documents.c.id).where(
            documents.c.id == turn_documents.c.document_id, self.sees_document(documents.c.pk)
        )
        there = sa.select(documents.c.id).where(documents.c.id == turn_documents.c.document_id)
        own_and_gone = (turn_documents.c.space == self.viewer.space) & ~sa.exists(
            there.correlate(turn_documents)
        )
        return sa.select(turn_documents.c.turn_pk).where(
            ~sa.exists(seen.correlate(turn_documents)), ~own_and_gone
        )

    def hides_turn(self) -> sa.ColumnElement[bool]:
        """The condition that a turn is one of these."""
        if self.viewer is None:
            return sa.false()
        own = self.hidden_turns().where(turn_documents.c.turn_pk == turns.c.pk)
        return sa.exists(own.correlate(turns))

    # Roles

    def role_in(self, connection: sa.Connection, collection_pk: int) -> Role | None:
        """What the viewer may do in a collection; None for nothing at all."""
        if self.viewer is None:
            return Role.OWNER
        statement = sa.select(grants.c.role).where(
            grants.c.collection_pk == collection_pk, grants.c.account_pk == self.viewer.pk
        )
        found = connection.execute(statement).scalar()
        return None if found is None else Role(found)

    def role_on(self, connection: sa.Connection, document_pk: int) -> Role | None:
        """The highest role in any collection that the document is in; None when the viewer does not see it."""
        if self.viewer is None:
            return Role.OWNER
        roles = [role for _, role in self.roles_around(connection, document_pk)]
        return max(roles, key=list(Role).index, default=None)

    def roles_around(self, connection: sa.Connection, document_pk: int) -> list[tuple[int, Role]]:
        """The collections that a document is in and that the viewer sees, each with the viewer's role in it."""
        statement = (
            sa.select(collection_documents.c.collection_pk)
            .where(collection_documents.c.document_pk == document_pk)
            .order_by(collection_documents.c.collection_pk)
        )
        if self.viewer is None:
            return [(pk, Role.OWNER) for pk in connection.execute(statement).scalars()]
        held = statement.add_columns(grants.c.role).join(
            grants, grants.c.collection_pk == collection_documents.c.collection_pk
        )
        rows = connection.execute(held.where(grants.c.account_pk == self.viewer.pk))
        return [(pk, Role(role)) for pk, role in rows]

    def require_in(self, connection: sa.Connection, collection_pk: int, needed: Role) -> None:
        """Refuse what the viewer's role in a collection does not cover; within the transaction that does it.

        Raises:
            ForbiddenError: if the role is too small.
            NotFoundError: if the collection is not shared with the viewer at all.
        """
        role = self.role_in(connection, collection_pk)
        if role is None:
            raise NotFoundError("there is no such collection", "`pincite collections` lists them.")
        if not role.covers(needed):
            statement = sa.select(collections.c.name).where(collections.c.pk == collection_pk)
            name = connection.execute(statement).scalar_one()
            raise ForbiddenError(
                f"as {role.value} you may not {_DOES[needed]} the collection {name!r}: "
                f"that takes the role {needed.value}",
                _OWN,
            )

    def require_on(self, connection: sa.Connection, document_pk: int, needed: Role) -> None:
        """The same for a document, by the highest role in the collections that it is in.

        Raises:
            ForbiddenError: if the role is too small.
            NotFoundError: if the viewer does not see the document.
        """
        role = self.role_on(connection, document_pk)
        if role is None:
            raise NotFoundError("there is no such document", "`pincite list` shows what is in the library.")
        if not role.covers(needed):
            raise ForbiddenError(
                f"as {role.value} you may not change this document: that takes the role {needed.value}", _OWN
            )


EVERYTHING = Access()
"""What whoever may read the library's folder sees."""
