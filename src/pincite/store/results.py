"""Results that are kept: summaries, extractions and the like, by a digest of all that they were made from."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from pincite.store.access import Access
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import documents, result_documents, results


def result_key(kind: str, made_from: Mapping[str, Any]) -> str:
    """The key of a result: a digest of everything that it depends on.

    Args:
        kind: E.g. "summary".
        made_from: Digests of the documents, settings, model and version: plain values only.
    """
    text = json.dumps([kind, made_from], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Results:
    """The results of one library. A result goes when one of its documents is removed or replaced."""

    def __init__(self, backend: SqliteBackend, access: Access) -> None:
        self._backend = backend
        self._access = access

    def get(self, key: str) -> Any | None:
        """The result with this key, as it was put; None when there is none."""
        statement = sa.select(results.c.value).where(results.c.key == key)
        if not self._access.everything:
            unseen = sa.select(result_documents.c.result_pk).where(
                result_documents.c.result_pk == results.c.pk,
                ~self._access.sees_document(result_documents.c.document_pk),
            )
            statement = statement.where(~sa.exists(unseen.correlate(results)))
        with self._backend.reading() as connection:
            return connection.execute(statement).scalar()

    def put(self, key: str, kind: str, value: Any, document_ids: Sequence[str]) -> bool:
        """Keep a result; the one with the same key that is there already is replaced.

        Args:
            key: From `result_key`.
            kind: E.g. "summary".
            value: Plain values, as JSON has them.
            document_ids: What it was made from.

        Returns:
            False when one of the documents is gone by now, and nothing was kept.
        """
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        wanted = sorted(set(document_ids))
        with self._backend.writing() as connection:
            statement = sa.select(documents.c.pk).where(
                documents.c.id.in_(wanted), self._access.sees_document(documents.c.pk)
            )
            pks = list(connection.execute(statement).scalars())
            if len(pks) != len(wanted):
                return False
            delete(connection, results.c.key == key)
            row = {"key": key, "kind": kind, "value": value, "created_at": now}
            result_pk = connection.execute(results.insert().returning(results.c.pk), row).scalar_one()
            if pks:
                links = [{"result_pk": result_pk, "document_pk": pk} for pk in pks]
                connection.execute(result_documents.insert(), links)
        return True

    def clear(self) -> int:
        """Forget all results; gives their number."""
        with self._backend.writing() as connection:
            return delete(connection, sa.true())


def delete(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> int:
    """Remove results; gives their number."""
    pks = sa.select(results.c.pk).where(condition)
    connection.execute(result_documents.delete().where(result_documents.c.result_pk.in_(pks)))
    return connection.execute(results.delete().where(condition)).rowcount


def delete_of_document(connection: sa.Connection, document_pk: int) -> None:
    """Remove the results that were made from a document."""
    made = sa.select(result_documents.c.result_pk).where(result_documents.c.document_pk == document_pk)
    pks = list(connection.execute(made).scalars())
    for start in range(0, len(pks), 500):
        delete(connection, results.c.pk.in_(pks[start : start + 500]))
