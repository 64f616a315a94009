"""A file of drafts, and what a person decides of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pincite.errors import UsageError
from pincite.evaluate.drafting import GAP
from pincite.evaluate.question_file import decoded
from pincite.evaluate.questions import read_questions

_REMEDY = "Drafts are JSON, one object a line, as `pincite eval draft` writes them."


class DraftFile:
    """The lines of a file of questions, of which some are drafts. Every decision is written at once.

    Args:
        path: The file.

    Raises:
        UsageError: if it cannot be read, or is no file of questions with one JSON object a line.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror or error}", _REMEDY) from error
        read_questions(data)  # tells what is wrong with which line
        try:
            self._records: list[dict[str, Any]] = [
                json.loads(line) for line in decoded(data).splitlines() if line.strip()
            ]
        except ValueError as error:
            raise UsageError(f"{path} has no JSON lines", _REMEDY) from error

    @property
    def waiting(self) -> list[dict[str, Any]]:
        """The drafts that nobody has decided on, in order."""
        return [record for record in self._records if record.get("draft")]

    @staticmethod
    def is_gap(record: dict[str, Any]) -> bool:
        """Whether a draft is a sentence with a gap, which must be reworded."""
        return GAP in record["question"]

    def accept(self, record: dict[str, Any], question: str = "") -> None:
        """Take a draft as it is, or with another question."""
        record["question"] = question or record["question"]
        del record["draft"]
        self._write()

    def drop(self, record: dict[str, Any]) -> None:
        """Take a draft out of the file."""
        self._records = [one for one in self._records if one is not record]
        self._write()

    def _write(self) -> None:
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in self._records)
        new = self._path.with_name(f"{self._path.name}.new")
        try:
            new.write_text(text, encoding="utf-8")
            new.replace(self._path)
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror or error}",
                "Make room, or look at its rights.",
            ) from error
