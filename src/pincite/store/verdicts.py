"""What judges said of answers, kept by a digest of all that they were shown.

Nothing but labels and numbers is kept, and nobody finds them who does not have question, answer and evidence: so they
are those of the library and not of an account.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from pincite.store.codec import storable
from pincite.store.sqlite import SqliteBackend
from pincite.store.tables import judge_verdicts


class Verdicts:
    """The verdicts of one library."""

    def __init__(self, backend: SqliteBackend) -> None:
        self._backend = backend

    def get(self, key: str) -> dict[str, Any] | None:
        """The verdict of a key; None where there is none yet."""
        wanted = sa.select(judge_verdicts.c.verdict).where(judge_verdicts.c.key == key)
        with self._backend.reading() as connection:
            found: dict[str, Any] | None = connection.execute(wanted).scalar()
            return found

    def put(
        self, key: str, verdict: Mapping[str, Any], *, judge: str, prompt_version: str, cost: float
    ) -> None:
        """Keep a verdict; the first one of a key stays.

        Args:
            key: A digest in hexadecimal digits.
            verdict: Plain values.
            judge: Who said so.
            prompt_version: Of the prompt that was used.
            cost: In US dollars.
        """
        row = {
            "key": key,
            "judge": storable(judge),
            "prompt_version": prompt_version,
            "verdict": dict(verdict),
            "cost": cost,
            "made_at": dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds"),
        }
        with self._backend.writing() as connection:
            connection.execute(judge_verdicts.insert().prefix_with("OR IGNORE"), row)
