"""Conversations and their turns.

A turn is stored before anything is computed, and its answer when there is one: each in a short transaction of its
own. Who answers it holds a claim; when somebody else asks again meanwhile, the claim passes to them, and what the
first one brings is not stored.
"""

from __future__ import annotations

import datetime as dt
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pincite.domain import Answer, Conversation, Turn, TurnKind, TurnState
from pincite.errors import NotFoundError, UsageError
from pincite.store import answers
from pincite.store.access import Access
from pincite.store.codec import storable
from pincite.store.sharing import delete_conversations
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import conversations, documents, turn_documents, turns
from pincite.store.turns import read_turns
from pincite.terms import fold

LONGEST_TITLE = 80
_SHORTEST_PREFIX = 4
_REMEDY = "`pincite conversations` lists them."
_UNKNOWN_SPACE = "?"
_REMOVED_MEANWHILE = "A document that the answer quotes was removed while it was written. Ask again."


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to answer a turn.

    Attributes:
        conversation: Id of the conversation.
        number: Of the turn.
        question: As asked.
        turn_pk: The turn's key.
        token: Changes when the turn is asked again.
    """

    conversation: str
    number: int
    question: str
    turn_pk: int
    token: str


@dataclass(frozen=True, slots=True)
class QuotedIn:
    """How much of what is kept quotes a document."""

    turns: int
    conversations: int


class Conversations:
    """The conversations of one library, or those of one account: whose eyes these are sees only its own."""

    def __init__(self, backend: SqliteBackend, access: Access) -> None:
        self._backend = backend
        self._access = access

    def create(
        self, title: str, *, collection: str | None = None, document_ids: Sequence[str] | None = None
    ) -> Conversation:
        """Begin a conversation without turns.

        Args:
            title: Cut to LONGEST_TITLE characters; when empty, it gets that of its first question.
            collection: Id of the collection it is about.
            document_ids: Ids of the documents it is about.
        """
        now, identity, clean = _now(), secrets.token_hex(10), short_title(title)
        chosen = list(document_ids) if document_ids is not None else None
        scope = {"collection": collection, "documents": chosen}
        row = {
            "id": identity,
            "title": clean,
            "scope": scope,
            "created_at": now,
            "updated_at": now,
            "account_pk": self._access.account_pk,
        }
        with self._backend.writing() as connection:
            connection.execute(conversations.insert(), row)
        return _conversation(identity, clean, scope, now, now, 0)

    def all(self, words: str = "", *, limit: int | None = None) -> list[Conversation]:
        """Conversations, the last used first.

        Args:
            words: Only those that hold all of these words in their title, questions or answers.
            limit: At most so many.
        """
        with self._backend.reading() as connection:
            found = _listed(connection, self._access.has_conversation())
            for word in fold(words).split():
                holding = self._holding(connection, word)
                found = {pk: c for pk, c in found.items() if pk in holding or word in fold(c.title)}
        return list(found.values())[:limit]

    def _holding(self, connection: sa.Connection, word: str) -> set[int]:
        """Keys of the conversations with this word in a question or an answer, as far as these can be read."""
        held = (
            sa.select(turns.c.conversation_pk, turns.c.question, self._access.hides_turn())
            .join(conversations, conversations.c.pk == turns.c.conversation_pk)
            .where(turns.c.words.contains(word, autoescape=True), self._access.has_conversation())
        )
        rows = connection.execute(held)
        return {pk for pk, question, hidden in rows if not hidden or word in fold(question)}

    def get(self, name: str) -> Conversation:
        """The conversation with this id, unique beginning of an id (4 characters or more) or title.

        Raises:
            NotFoundError: if there is none, or more than one.
        """
        with self._backend.reading() as connection:
            pk = self._find(connection, name)
            return _listed(connection, conversations.c.pk == pk)[pk]

    def get_by_id(self, identity: str) -> Conversation:
        """The conversation with exactly this id: for those who are given one by strangers.

        Raises:
            NotFoundError: if there is none.
        """
        with self._backend.reading() as connection:
            wanted = (conversations.c.id == storable(identity)) & self._access.has_conversation()
            found = next(iter(_listed(connection, wanted).values()), None)
        if found is None:
            raise NotFoundError(f"there is no conversation {identity!r}", _REMEDY)
        return found

    def last(self) -> Conversation | None:
        """The one that was used last: who sees those of all accounts means one that is of none."""
        mine = conversations.c.account_pk == self._access.account_pk
        with self._backend.reading() as connection:
            return next(iter(_listed(connection, mine, limit=1).values()), None)

    def rename(self, name: str, title: str) -> Conversation:
        """Give a conversation another title.

        Raises:
            NotFoundError: as for `get`.
            UsageError: if the title is empty.
        """
        clean = short_title(title)
        if not clean:
            raise UsageError("the title is empty", "Give the conversation a title with at least one word.")
        with self._backend.writing() as connection:
            pk = self._find(connection, name)
            connection.execute(conversations.update().where(conversations.c.pk == pk).values(title=clean))
            return _listed(connection, conversations.c.pk == pk)[pk]

    def delete(self, name: str) -> Conversation:
        """Remove a conversation with its turns, without a trace.

        Raises:
            NotFoundError: as for `get`.
        """
        with self._backend.writing() as connection:
            pk = self._find(connection, name)
            found = _listed(connection, conversations.c.pk == pk)[pk]
            delete_conversations(connection, conversations.c.pk == pk)
        self._backend.reclaim()
        return found

    def _find(self, connection: sa.Connection, name: str) -> int:
        name = storable(name)
        attempts = [conversations.c.id == name]
        if len(name) >= _SHORTEST_PREFIX and re.fullmatch("[0-9a-f]+", name):
            attempts.append(conversations.c.id.startswith(name))
        attempts.append(conversations.c.title == name)
        statement = sa.select(conversations.c.pk, conversations.c.id, conversations.c.title)
        statement = statement.where(self._access.has_conversation())
        for condition in attempts:
            rows = connection.execute(statement.where(condition).order_by(conversations.c.pk).limit(6)).all()
            if len(rows) == 1:
                return int(rows[0].pk)
            if rows:
                listed = "; ".join(f"{row.id} ({row.title})" for row in rows[:5])
                raise NotFoundError(
                    f"{name!r} may be more than one conversation",
                    f"Give the id of the one you mean: {listed}",
                )
        raise NotFoundError(f"there is no conversation {name!r}", _REMEDY)

    # Turns

    def begin_turn(self, name: str, question: str) -> Claim:
        """Store a question, and claim to answer it.

        Raises:
            NotFoundError: as for `get`.
        """
        now, token = _now(), secrets.token_hex(10)
        # The write lock is held from before the highest number is read: two processes get two numbers.
        with self._backend.writing() as connection:
            pk = self._find(connection, name)
            highest = sa.select(sa.func.max(turns.c.number)).where(turns.c.conversation_pk == pk)
            number = (connection.execute(highest).scalar() or 0) + 1
            row = {
                "conversation_pk": pk,
                "number": number,
                "question": storable(question),
                "state": TurnState.RUNNING.value,
                "created_at": now,
                "claim": token,
                "words": fold(storable(question)),
            }
            turn_pk = connection.execute(turns.insert().returning(turns.c.pk), row).scalar_one()
            untitled = (conversations.c.pk == pk) & (conversations.c.title == "")
            connection.execute(conversations.update().where(untitled).values(title=short_title(question)))
            identity = _touch(connection, pk, now)
        return Claim(identity, number, question, turn_pk, token)

    def begin_again(self, name: str) -> Claim:
        """Claim to answer the last turn once more; its answer stays until there is another.

        Raises:
            NotFoundError: as for `get`, or if it has no turn.
        """
        now, token = _now(), secrets.token_hex(10)
        with self._backend.writing() as connection:
            pk = self._find(connection, name)
            statement = (
                sa.select(turns.c.pk, turns.c.number, turns.c.question)
                .where(turns.c.conversation_pk == pk)
                .order_by(turns.c.number.desc())
            )
            row = connection.execute(statement.limit(1)).first()
            if row is None:
                raise NotFoundError("nothing was asked in this conversation yet", "Ask a question first.")
            change = {"state": TurnState.RUNNING.value, "claim": token}
            connection.execute(turns.update().where(turns.c.pk == row.pk).values(change))
            identity = _touch(connection, pk, now)
        return Claim(identity, row.number, row.question, row.pk, token)

    def store_answer(
        self,
        claim: Claim,
        answer: Answer,
        *,
        kind: TurnKind = TurnKind.ANSWER,
        made_with: Iterable[str] = (),
        final: bool = True,
    ) -> bool:
        """Store a turn's answer, in place of the one before.

        Args:
            claim: From `begin_turn` or `begin_again`.
            answer: The answer.
            kind: What it is.
            made_with: Ids of further documents that it was made with, e.g. those of the turn before.
            final: Whether the turn is done; else it goes on, and this is kept in case its process ends.

        Returns:
            False when the turn was asked again meanwhile, or is gone, and nothing was stored.
        """
        encoded = answers.encode_answer(answer)
        value = {"kind": kind.value, "answer": encoded}
        read_too = answers.document_ids(encoded) if answer.model else set()
        words = fold(f"{claim.question}\n{answer.text}")
        quoted = set(encoded["documents"])
        state = TurnState.DONE if final else TurnState.RUNNING
        with self._backend.writing() as connection:
            seen = self._access.sees_document(documents.c.pk)
            here = sa.select(sa.func.count()).where(documents.c.id.in_(quoted), seen)
            if connection.execute(here).scalar_one() < len(quoted):
                # Who removes a document may have asked that what quotes it be forgotten.
                failed = {"failure": _REMOVED_MEANWHILE}
                stored = _store(connection, claim, TurnState.FAILED, failed, fold(claim.question))
                if stored:
                    _unlink(connection, claim)
                return stored
            if not _store(connection, claim, state, value, words):
                return False
            of_all = sorted({*quoted, *read_too, *made_with})
            spaces = _spaces(connection, of_all)
            _unlink(connection, claim)
            links = [
                {
                    "turn_pk": claim.turn_pk,
                    "document_id": document_id,
                    "quoted": document_id in quoted,
                    "space": spaces.get(document_id, _UNKNOWN_SPACE),
                }
                for document_id in of_all
            ]
            if links:
                connection.execute(turn_documents.insert(), links)
            _touch_conversation_of(connection, claim)
        return True

    def store_failure(self, claim: Claim, failure: str) -> bool:
        """Store why a turn could not be answered; an answer that it has already stays, and this is not stored."""
        with self._backend.writing() as connection:
            kept = sa.select(turns.c.answer).where(turns.c.pk == claim.turn_pk)
            value = connection.execute(kept).scalar()
            if value and "answer" in value:
                return _store(connection, claim, TurnState.DONE, value, None)
            return _store(connection, claim, TurnState.FAILED, {"failure": storable(failure)}, None)

    def turns(self, name: str, *, before: int | None = None, last: int | None = None) -> list[Turn]:
        """The turns of a conversation in order, as they are now: citations that lead nowhere are told.

        Args:
            name: As for `get`.
            before: Only those with a lower number.
            last: Only so many, the latest.

        Raises:
            NotFoundError: as for `get`.
        """
        with self._backend.reading() as connection:
            pk = self._find(connection, name)
            return read_turns(connection, self._access, pk, before=before, last=last)

    # Documents that are removed

    def quoted_in(self, document_id: str) -> QuotedIn:
        """How many turns quote a document, of how many conversations, of those that are seen."""
        statement = (
            sa.select(sa.func.count(), sa.func.count(turns.c.conversation_pk.distinct()))
            .join(turn_documents, turn_documents.c.turn_pk == turns.c.pk)
            .join(conversations, conversations.c.pk == turns.c.conversation_pk)
            .where(turn_documents.c.document_id == document_id, turn_documents.c.quoted)
            .where(self._access.has_conversation())
        )
        with self._backend.reading() as connection:
            return QuotedIn(*connection.execute(statement).one())


def short_title(text: str) -> str:
    """A title on one line, cut at a word's end."""
    shown = (character for character in storable(text) if character.isprintable() or character.isspace())
    clean = " ".join("".join(shown).split())
    if len(clean) <= LONGEST_TITLE:
        return clean
    return clean[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def _now() -> str:
    # With fractions: what was used last is asked for within the same second.
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")


def _touch(connection: sa.Connection, pk: int, now: str) -> str:
    """Record that a conversation was used; gives its id."""
    connection.execute(conversations.update().where(conversations.c.pk == pk).values(updated_at=now))
    return str(connection.execute(sa.select(conversations.c.id).where(conversations.c.pk == pk)).scalar_one())


def _touch_conversation_of(connection: sa.Connection, claim: Claim) -> None:
    connection.execute(
        conversations.update().where(conversations.c.id == claim.conversation).values(updated_at=_now())
    )


def _store(
    connection: sa.Connection, claim: Claim, state: TurnState, value: dict[str, Any], words: str | None
) -> bool:
    change: dict[str, Any] = {"answer": value, "state": state.value}
    if state is not TurnState.RUNNING:
        change["claim"] = None
    if words is not None:
        change["words"] = words
    mine = (turns.c.pk == claim.turn_pk) & (turns.c.claim == claim.token)
    return bool(connection.execute(turns.update().where(mine).values(change)).rowcount)


def _unlink(connection: sa.Connection, claim: Claim) -> None:
    """Forget which documents a turn's answer was made with, as it has another one, or none."""
    connection.execute(turn_documents.delete().where(turn_documents.c.turn_pk == claim.turn_pk))


def _spaces(connection: sa.Connection, document_ids: Sequence[str]) -> dict[str, str]:
    """The spaces of documents by id; of those that are gone as it was noted when they were quoted before."""
    noted = sa.select(turn_documents.c.document_id, turn_documents.c.space).where(
        turn_documents.c.document_id.in_(document_ids), turn_documents.c.space != _UNKNOWN_SPACE
    )
    now = sa.select(documents.c.id, documents.c.space).where(documents.c.id.in_(document_ids))
    before = {row[0]: row[1] for row in connection.execute(noted.distinct())}
    return before | {row[0]: row[1] for row in connection.execute(now)}


def _listed(
    connection: sa.Connection, *conditions: sa.ColumnElement[bool], limit: int | None = None
) -> dict[int, Conversation]:
    """Conversations by key, the last used first."""
    statement = (
        sa.select(
            conversations.c.pk,
            conversations.c.id,
            conversations.c.title,
            conversations.c.scope,
            conversations.c.created_at,
            conversations.c.updated_at,
            sa.func.count(turns.c.pk),
        )
        .outerjoin(turns, turns.c.conversation_pk == conversations.c.pk)
        .where(*conditions)
        .group_by(conversations.c.pk)
        .order_by(conversations.c.updated_at.desc(), conversations.c.pk.desc())
        .limit(limit)
    )
    return {pk: _conversation(*rest) for pk, *rest in connection.execute(statement)}


def _conversation(
    identity: str, title: str, scope: Mapping[str, Any], created_at: str, updated_at: str, count: int
) -> Conversation:
    chosen = scope["documents"]
    return Conversation(
        id=identity,
        title=title,
        collection=scope["collection"],
        documents=tuple(chosen) if chosen is not None else None,
        created_at=created_at,
        updated_at=updated_at,
        turns=count,
    )
